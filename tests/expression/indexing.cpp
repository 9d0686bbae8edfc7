// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

static_assert(same<kind<decltype(take(f32<2, 3>(), i32<4, 5>(), axis<0>))>, f32<4, 5, 3>>);
static_assert(same<kind<decltype(take(f32<2, 3>(), 1, axis<0>))>, f32<3>>);
static_assert(same<kind<decltype(take(f32<2, 3>(), i64<dyn>(1)))>, f32<dyn>>);
static_assert(same<kind<decltype(take_along_axis(f32<dyn, 3>(1), i32<dyn, 5>(1), axis<-1>))>, f32<dyn, 5>>);
static_assert(same<kind<decltype(rows<2>(f32<dyn, 3>(1), i32<>()))>, f32<2, 3>>);
static_assert(same<kind<decltype(rows(f32<5, 3>(), 1, 4))>, f32<dyn, 3>>);
static_assert(same<kind<decltype(one_hot<10>(i32<dyn>(1)))>, f32<dyn, 10>>);
static_assert(same<kind<decltype(one_hot<10, f64<>>(u8<2>()))>, f64<2, 10>>);

// Eager: the extent is argument 0 of the statement's graph, which has two parameters.
using some_rows = decltype(rows(f32<5, 3>(), 1, 4));
constexpr bool extent_is_an_argument() {
  core::builder graph;
  const core::term made = core::statement_graph<some_rows>::build(graph);
  int leaves = 0, extents = 0;
  core::each_leaf(rows(f32<5, 3>(), 1, 4), [&]<class Leaf>(const Leaf& leaf) {
    ++leaves;
    if constexpr (std::is_same_v<Leaf, core::extent_operand>) extents = static_cast<int>(leaf.length.code());
  });
  const core::symbol& count = graph.symbols[core::symbol_of(made.extents()[0])];
  return graph.parameters == 2 && graph.extent_arguments == 1 && leaves == 3 && extents == 4 &&
         count.from == core::origin::argument && count.x == 0;
}
static_assert(extent_is_an_argument());

}  // namespace

TEST_CASE("take along axes; indices outside") {
  trace t;
  const auto x = t.argument<f32<2, 3>>({1, 2, 3, 4, 5, 6});
  const auto i = t.argument<i32<3>>({1, -1, 5});
  check_array(t.value(take(x, i, axis<1>)), {2, 3}, {2, 3, not_a_number, 5, 6, not_a_number});
  check_array(t.value(take(x, i, axis<1>, clip_mode)), {2, 3}, {2, 1, 3, 5, 4, 6});
  check_array(t.value(take(x, 1, axis<0>)), {3}, {4, 5, 6});
  check_array(t.value(take(x, -2, axis<0>)), {3}, {1, 2, 3});
  check_array(t.value(take(x, i)), {3}, {2, 6, 6});
  const auto j = t.argument<i64<2, 1>>({0, 1});
  check_array(t.value(take(x, j, axis<0>, promise_mode)), {2, 1, 3}, {1, 2, 3, 4, 5, 6});
  const auto y = t.argument<i32<2>>({7, 8});
  check_values(t.value(take(y, i, axis<0>)), {8, 8, std::numeric_limits<std::int32_t>::min()});
}

TEST_CASE("an empty axis has nothing to clip to") {
  trace t;
  const auto x = t.argument<f32<dyn, 2>>({}, {0, 2});
  const auto i = t.argument<i32<3>>({1, -1, 5});
  check_array(t.value(take(x, i, axis<0>, clip_mode)), {3, 2}, std::vector<wide>(6, not_a_number));
  const auto j = t.argument<i32<1, 2>>({7, -7});
  check_array(t.value(take_along_axis(x, j, axis<0>, clip_mode)), {1, 2}, {not_a_number, not_a_number});
}

TEST_CASE("take_along_axis undoes argmax") {
  trace t;
  const auto x = t.argument<f32<2, 3>>({1, 9, 3, 8, 5, 6});
  check_array(t.value(take_along_axis(x, argmax(x, axis<1>, keep_dims), axis<1>)), {2, 1}, {9, 8});
  check_array(t.value(take_along_axis(x, argmin(x, axis<0>, keep_dims), axis<0>)), {1, 3}, {1, 5, 3});
  const auto i = t.argument<i32<2, 2>>({2, -1, 3, -4});
  check_array(t.value(take_along_axis(x, i, axis<-1>)), {2, 2}, {3, 3, not_a_number, not_a_number});
  check_array(t.value(take_along_axis(x, i, axis<-1>, clip_mode)), {2, 2}, {3, 1, 6, 8});
  const auto j = t.argument<i32<1, 2>>({2, 0});
  check_array(t.value(take_along_axis(x, j, axis<1>)), {2, 2}, {3, 1, 6, 8});
  const auto z = t.argument<i32<dyn, 2, 2>>({1, 2, 3, 4, 5, 6, 7, 8}, {2, 2, 2});
  const auto k = t.argument<i32<1, dyn, 2>>({1, 0}, {1, 1, 2});
  check_array(t.value(take_along_axis(z, k, axis<1>)), {2, 1, 2}, {3, 2, 7, 6});
}

TEST_CASE("rows from a first row that is data") {
  trace t;
  const auto x = t.argument<i32<dyn, 2>>({0, 1, 2, 3, 4, 5, 6, 7}, {4, 2});
  const auto first = t.argument<i32<>>({1});
  check_array(t.value(rows<2>(x, first)), {2, 2}, {2, 3, 4, 5});
  check_array(t.value(rows<2>(x, 3)), {2, 2}, {4, 5, 6, 7});
  check_array(t.value(rows<2>(x, -4)), {2, 2}, {0, 1, 2, 3});
  check_array(t.value(rows<2>(x, -9)), {2, 2}, {0, 1, 2, 3});
  check_array(t.value(rows(x, first, x.extent(1))), {2, 2}, {2, 3, 4, 5});
  check_array(t.value(rows(x, std::int64_t{2}, 1)), {1, 2}, {4, 5});
}

TEST_CASE("one_hot gives zeros outside") {
  trace t;
  const auto label = t.argument<i32<dyn>>({1, 3, -1});
  check_array(t.value(one_hot<3>(label)), {3, 3}, {0, 1, 0, 0, 0, 0, 0, 0, 0});
  const auto wide_label = t.argument<u8<1>>({44});
  const tensor many = t.value(one_hot<301>(wide_label));
  wide total = 0;
  for (wide each : many.at) total += each;
  CHECK(total == 1);
}

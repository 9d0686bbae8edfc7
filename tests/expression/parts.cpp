// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

static_assert(same<kind<decltype(slice<0, 2>(f32<2, 3>(), axis<1>))>, f32<2, 2>>);
static_assert(same<kind<decltype(slice<-2, to_end>(f32<2, dyn>(5), axis<1>))>, f32<2, 2>>);
static_assert(same<kind<decltype(slice<1, 5>(f32<dyn, 3>(7), axis<0>))>, f32<4, 3>>);
static_assert(same<kind<decltype(slice<0, 5, 2>(f32<5>(), axis<0>))>, f32<3>>);
static_assert(same<kind<decltype(slice<1, -1>(f32<dyn>(7), axis<0>))>, f32<dyn>>);
static_assert(same<kind<decltype(pad<1, 2>(f32<2, 3>(), axis<1>))>, f32<2, 6>>);
static_assert(same<kind<decltype(pad<1, 1, 2>(f32<2, 3>()))>, f32<6, 9>>);
static_assert(same<kind<decltype(pad<-1, 2>(i32<2, 3>(), axes<0, 1>, 7))>, i32<3, 4>>);
static_assert(same<kind<decltype(concatenate<0>(f32<2, 3>(), f32<5, 3>(), f32<1, dyn>(3)))>, f32<8, 3>>);
static_assert(same<kind<decltype(concatenate<-1>(f32<2, dyn>(2), f32<2, 3>()))>, f32<2, dyn>>);
static_assert(same<kind<decltype(stack<0>(f32<2, 3>(), f32<2, dyn>(3), f32<dyn, 3>(2)))>, f32<3, 2, 3>>);
static_assert(same<kind<decltype(stack<-1>(f32<>(), f32<>()))>, f32<2>>);
static_assert(same<kind<decltype(repeat<3>(f32<2, dyn>(1), axis<0>))>, f32<6, dyn>>);
static_assert(same<kind<decltype(tile<2, 3, 1>(f32<2, dyn>(1)))>, f32<2, 6, dyn>>);

// Operands lie below log n concatenations.
constexpr int depth_of(const core::builder& graph, int id) {
  const core::node& at = graph.nodes[id];
  if (at.op != &core::primitives::concatenate) return 0;
  const int a = depth_of(graph, at.a), b = depth_of(graph, at.b);
  return 1 + (a > b ? a : b);
}
constexpr int depth_of_eight() {
  core::builder graph;
  f32<1> x;
  x.become_node(&graph, core::open_parameter(graph, &x).id);
  return depth_of(graph, core::append(concatenate<0>(x, x, x, x, x, x, x, x), graph).id);
}
static_assert(depth_of_eight() == 3);

}  // namespace

TEST_CASE("slices, from both ends and with a stride") {
  trace t;
  const auto x = t.argument<i32<dyn>>({0, 1, 2, 3, 4});
  const auto y = t.argument<i32<5>>({0, 1, 2, 3, 4});
  check_values(t.value(slice<1, 3>(x, axis<0>)), {1, 2});
  check_values(t.value(slice<1, -1>(x, axis<0>)), {1, 2, 3});
  check_values(t.value(slice<-2, to_end>(x, axis<0>)), {3, 4});
  check_values(t.value(slice<0, to_end, 2>(x, axis<0>)), {0, 2, 4});
  check_values(t.value(slice<1, -1>(y, axis<0>)), {1, 2, 3});
  check_values(t.value(slice<1, to_end, 3>(y, axis<-1>)), {1, 4});
  check_values(t.value(slice<2, 2>(y, axis<-1>)), std::vector<wide>{});
}

TEST_CASE("reversed, rolled and padded") {
  trace t;
  const auto x = t.argument<i32<2, 3>>({1, 2, 3, 4, 5, 6});
  check_array(t.value(flip(x)), {2, 3}, {6, 5, 4, 3, 2, 1});
  check_array(t.value(flip(x, axis<1>)), {2, 3}, {3, 2, 1, 6, 5, 4});
  check_array(t.value(roll<1>(x, axis<1>)), {2, 3}, {3, 1, 2, 6, 4, 5});
  check_array(t.value(roll<-4>(x, axis<1>)), {2, 3}, {2, 3, 1, 5, 6, 4});
  check_array(t.value(pad<1, 0>(x, axis<0>, 9)), {3, 3}, {9, 9, 9, 1, 2, 3, 4, 5, 6});
  check_array(t.value(pad<-1, 1>(x, axis<1>)), {2, 3}, {2, 3, 0, 5, 6, 0});
  check_array(t.value(pad<0, 0, 1>(x, axis<1>)), {2, 5}, {1, 0, 2, 0, 3, 4, 0, 5, 0, 6});
  check_array(t.value(pad<1, 0, 2>(t.argument<i32<dyn>>({7, 8}), axis<0>)), {5}, {0, 7, 0, 0, 8});
  check_array(t.value(pad<1, 1, 2>(t.argument<i32<dyn>>({}), axis<0>, 3)), {2}, {3, 3});  // nothing, and nothing between
  const auto y = t.argument<i32<dyn>>({1, 2, 3});
  check_values(t.value(roll<1>(y, axis<0>)), {3, 1, 2});
  check_values(t.value(roll<-1>(y, axis<0>) + y), {3, 5, 4});
  check_values(t.value(pad<1, 2>(y, axis<0>, y.extent(0))), {3, 1, 2, 3, 3, 3});
}

TEST_CASE("joined and repeated") {
  trace t;
  const auto x = t.argument<i32<1, 2>>({1, 2});
  const auto y = t.argument<i32<dyn, 2>>({3, 4, 5, 6}, {2, 2});
  check_array(t.value(concatenate<0>(x, y, x)), {4, 2}, {1, 2, 3, 4, 5, 6, 1, 2});
  check_array(t.value(stack<0>(x, x)), {2, 1, 2}, {1, 2, 1, 2});
  check_array(t.value(stack<-1>(x, x + 7)), {1, 2, 2}, {1, 8, 2, 9});
  check_array(t.value(repeat<2>(y, axis<0>)), {4, 2}, {3, 4, 3, 4, 5, 6, 5, 6});
  check_array(t.value(repeat<2>(y, axis<1>)), {2, 4}, {3, 3, 4, 4, 5, 5, 6, 6});
  check_array(t.value(tile<2>(y)), {2, 4}, {3, 4, 3, 4, 5, 6, 5, 6});
  check_array(t.value(tile<2, 1>(y)), {4, 2}, {3, 4, 5, 6, 3, 4, 5, 6});
  check_array(t.value(tile<2, 1, 1>(x)), {2, 1, 2}, {1, 2, 1, 2});
}

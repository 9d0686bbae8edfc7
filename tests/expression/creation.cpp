// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

template <class A>
std::vector<wide> elements(const A& x) {
  std::vector<wide> made;
  for (auto each : x.span()) made.push_back(static_cast<wide>(each));
  return made;
}
template <class A>
void check_elements(const A& x, const std::vector<wide>& expected) {
  CHECK(elements(x) == expected);
}
// In a trace without extents: a loose array, its graph spliced into the one it meets.
template <class Make>
constexpr bool traced_is(Make make, const core::primitive& op, int rank) {
  core::builder graph;
  const core::term made = core::append(make(), graph);
  return made.origin().op == &op && made.rank() == rank;
}
static_assert(traced_is([] { return iota<i32<5>>(); }, core::primitives::iota, 1));
static_assert(traced_is([] { return zeros<f32<2, 3>>(); }, core::primitives::constant, 2));
static_assert(traced_is([] { return full<f32<2, 3>>(0.5); }, core::primitives::constant, 2));
static_assert(traced_is([] { return ones<f32<dyn, 3>>({4}); }, core::primitives::constant, 2));
static_assert(traced_is([] { return eye<f32<3, 3>>(); }, core::primitives::convert_element_type, 2));

// With an extent of a traced array: a node of its graph, of the same symbol.
constexpr bool belongs_to_the_graph() {
  core::builder graph;
  f32<dyn, 3> x;
  x.become_node(&graph, core::open_parameter(graph, &x).id);
  const auto made = iota<i32<dyn>>({x.extent(0)});
  const auto ones = ones_like(x);
  const auto filled = zeros<f32<dyn>>({x.extent(0)});
  return made.graph() == &graph && graph.shape_of(made.node())[0] == graph.shape_of(x.node())[0] &&
         graph.shape_of(ones.node()) == graph.shape_of(x.node()) && filled.graph() == &graph &&
         graph.checks.size() == 0;
}
static_assert(belongs_to_the_graph());

}  // namespace

TEST_CASE("filled memory at run time") {
  check_elements(zeros<f32<2, 2>>(), {0, 0, 0, 0});
  check_elements(ones<i32<dyn>>({3}), {1, 1, 1});
  check_elements(full<f64<dyn, 2>>(0.5, {2}), {0.5, 0.5, 0.5, 0.5});
  check_elements(iota<i32<4>>(), {0, 1, 2, 3});
  check_elements(iota<f32<2, dyn>>({3}, axis<-1>), {0, 1, 2, 0, 1, 2});
  check_elements(iota<u8<2, 2>>(axis<0>), {0, 0, 1, 1});
  check_elements(iota<u8<dyn>>({0}), {});
  check_elements(eye<f32<2, 3>>(), {1, 0, 0, 0, 1, 0});
  check_elements(eye<i32<2, 2>, 1>(), {0, 1, 0, 0});
  check_elements(tri<b8<2, dyn>>({3}), {1, 0, 0, 1, 1, 0});
  check_elements(linspace<f64<5>>(0, 1), {0, 0.25, 0.5, 0.75, 1});
  check_elements(linspace<f32<1>>(3, 7), {3});
  const f32<dyn> x = full<f32<dyn>>(2, {3});
  check_elements(zeros_like(x), {0, 0, 0});
  check_elements(ones_like(x), {1, 1, 1});
  check_elements(full_like(x, 0.25), {0.25, 0.25, 0.25});
}

TEST_CASE("nodes of a graph in a trace") {
  trace t;
  const auto x = t.argument<f32<dyn, 2>>({1, 2, 3, 4}, {2, 2});
  const extent n = x.extent(0);
  check_array(t.value(iota<i32<dyn>>({n})), {2}, {0, 1});
  check_array(t.value(eye<f32<dyn, dyn>>({n, 3})), {2, 3}, {1, 0, 0, 0, 1, 0});
  check_array(t.value(tri<f32<dyn, 3>, 1>({n})), {2, 3}, {1, 1, 0, 1, 1, 1});
  check_array(t.value(linspace<f32<dyn>>(1, 3, {n})), {2}, {1, 3});
  check_array(t.value(full<f32<3, dyn>>(2, {n})), {3, 2}, {2, 2, 2, 2, 2, 2});
  check_array(t.value(full_like(x * x, 7)), {2, 2}, {7, 7, 7, 7});
  check_array(t.value(tril(x)), {2, 2}, {1, 0, 3, 4});
  check_array(t.value(triu<1>(x)), {2, 2}, {0, 2, 0, 0});
  check_array(t.value(triu(x)), {2, 2}, {1, 2, 0, 4});
}

TEST_CASE("one extent for each dyn axis") {
  CHECK_THROWS_WITH_AS((zeros<f32<dyn, dyn>>({1})), doctest::Contains("extents: one is needed for each dyn axis; given 1, needed 2"),
                       shape_error);
  CHECK_THROWS_AS(zeros<f32<dyn>>({-1}), shape_error);
  CHECK_THROWS_AS(iota<i32<dyn>>(), shape_error);
}

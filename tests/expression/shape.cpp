// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

static_assert(same<kind<decltype(transpose(f32<2, dyn, 4>(1)))>, f32<4, dyn, 2>>);
static_assert(same<kind<decltype(transpose<2, 0, 1>(f32<2, 3, 4>()))>, f32<4, 2, 3>>);
static_assert(same<kind<decltype(transpose<-1, 0, 1>(f32<2, 3, 4>()))>, f32<4, 2, 3>>);
static_assert(same<kind<decltype(swapaxes<0, -1>(f32<2, 3, 4>()))>, f32<4, 3, 2>>);
static_assert(same<kind<decltype(moveaxis<0, -1>(f32<2, 3, 4>()))>, f32<3, 4, 2>>);
static_assert(same<kind<decltype(moveaxis<2, 0>(f32<2, 3, 4>()))>, f32<4, 2, 3>>);
static_assert(same<kind<decltype(reshape<dyn, 3>(f32<2, 3, 4>()))>, f32<8, 3>>);
static_assert(same<kind<decltype(reshape<dyn, 784>(f32<dyn, 28, 28>(1)))>, f32<dyn, 784>>);
static_assert(same<kind<decltype(reshape<4, 2>(f32<dyn>(1)))>, f32<4, 2>>);
static_assert(same<kind<decltype(reshape<>(f32<1, 1>()))>, f32<>>);
static_assert(same<kind<decltype(ravel(f32<2, dyn>(1)))>, f32<dyn>>);
static_assert(same<kind<decltype(ravel(f32<>()))>, f32<1>>);
static_assert(same<kind<decltype(expand_dims<0, -1>(f32<2, dyn>(1)))>, f32<1, 2, dyn, 1>>);
static_assert(same<kind<decltype(squeeze(f32<1, 2, 1, dyn>(1)))>, f32<2, dyn>>);
static_assert(same<kind<decltype(squeeze<-1>(f32<1, 2, 1, dyn>(1)))>, f32<1, 2, 1>>);
static_assert(same<kind<decltype(broadcast_to<4, 2, 3>(f32<2, 1>()))>, f32<4, 2, 3>>);
static_assert(same<kind<decltype(broadcast_to<4, dyn, 3>(f32<dyn, 1>(1)))>, f32<4, dyn, 3>>);
static_assert(same<kind<decltype(broadcast_to<dyn, 3>(f32<3>(), {7}))>, f32<dyn, 3>>);

// Identities leave no node, and a merged and split batch is the batch itself.
constexpr bool identities_leave_no_node() {
  core::builder graph;
  f32<dyn, 28, 28> x;
  x.become_node(&graph, core::open_parameter(graph, &x).id);
  const core::term same_axes = core::append(transpose<0, 1, 2>(x), graph);
  const core::term flat = core::append(reshape<dyn, 784>(x), graph);
  const core::term batch = core::append(sum(reshape<dyn, 784>(x), axis<1>) + sum(x, axes<1, 2>), graph);
  return same_axes.id == x.node() && flat.extents()[0] == graph.shape_of(x.node())[0] && graph.checks.size() == 0 &&
         batch.rank() == 1;
}
static_assert(identities_leave_no_node());

}  // namespace

TEST_CASE("axes in another order") {
  trace t;
  const auto x = t.argument<f32<2, 3>>({1, 2, 3, 4, 5, 6});
  check_array(t.value(transpose(x)), {3, 2}, {1, 4, 2, 5, 3, 6});
  check_array(t.value(transpose<1, 0>(x)), {3, 2}, {1, 4, 2, 5, 3, 6});
  const auto y = t.argument<i32<2, 1, 3>>({1, 2, 3, 4, 5, 6});
  check_array(t.value(transpose<2, 0, 1>(y)), {3, 2, 1}, {1, 4, 2, 5, 3, 6});
  check_array(t.value(moveaxis<0, -1>(y)), {1, 3, 2}, {1, 4, 2, 5, 3, 6});
  check_array(t.value(moveaxis<2, 0>(y)), {3, 2, 1}, {1, 4, 2, 5, 3, 6});
  check_array(t.value(swapaxes<0, 2>(y)), {3, 1, 2}, {1, 4, 2, 5, 3, 6});
}

TEST_CASE("other extents") {
  trace t;
  const auto x = t.argument<f32<dyn, 3>>({1, 2, 3, 4, 5, 6}, {2, 3});
  check_array(t.value(reshape<3, dyn>(x)), {3, 2}, {1, 2, 3, 4, 5, 6});
  check_array(t.value(reshape<6>(x)), {6}, {1, 2, 3, 4, 5, 6});
  check_array(t.value(ravel(x)), {6}, {1, 2, 3, 4, 5, 6});
  check_array(t.value(expand_dims<1>(x)), {2, 1, 3}, {1, 2, 3, 4, 5, 6});
  check_array(t.value(squeeze(expand_dims<0, 2, 4>(x))), {2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST_CASE("repeated along new axes and axes of extent 1") {
  trace t;
  const auto x = t.argument<f32<2, 1>>({1, 2});
  check_array(t.value(broadcast_to<2, 2, 3>(x)), {2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2});
  const auto n = t.argument<f32<dyn>>({1, 2, 3});
  check_array(t.value(broadcast_to<dyn, 2, 1>(x, {n.extent(0)})), {3, 2, 1}, {1, 2, 1, 2, 1, 2});
  check_array(t.value(broadcast_to<dyn, 2, dyn>(x, {1, n.extent(0)})), {1, 2, 3}, {1, 1, 1, 2, 2, 2});
}

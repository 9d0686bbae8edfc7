// SPDX-License-Identifier: MIT
// Graphs of 2,000 nodes are planned within the default limits of constant evaluation, and the plan fits a constexpr value.
#include <sinter/plan/make_plan.hpp>
#include <sinter/primitive/registry.hpp>

using namespace sinter::core;

namespace {

constexpr int shape_of(builder& g, std::initializer_list<std::int64_t> extents) {
  shape s;
  for (auto e : extents) s.push(e);
  return g.intern(s);
}

// One type a stage: each constant evaluation has its own budget of steps.
template <void (*Formula)(builder&)>
struct traced {
  static constexpr graph_sizes sizes = [] {
    builder g;
    Formula(g);
    return view_of(g).count;
  }();
};
template <void (*Formula)(builder&)>
struct graph_of {
  static constexpr stored_graph<traced<Formula>::sizes> graph = [] {
    builder g;
    Formula(g);
    return stored_graph<traced<Formula>::sizes>(view_of(g));
  }();
};
template <void (*Formula)(builder&)>
struct planned {
  static constexpr plan_sizes sizes = [] {
    plan_builder p;
    make_plan(graph_of<Formula>::graph.view(), p);
    return view_of(p).count;
  }();
};
template <void (*Formula)(builder&)>
struct kept {
  static constexpr stored_plan<planned<Formula>::sizes> plan = [] {
    plan_builder p;
    make_plan(graph_of<Formula>::graph.view(), p);
    return stored_plan<planned<Formula>::sizes>(view_of(p));
  }();
};

constexpr void chain(builder& g) {
  term x = parameter(g, dtype::f32, shape_of(g, {64, 64}));
  for (int i = 0; i < 2000; ++i) x = i % 2 ? tanh(x) : exp(x);
  g.roots.push(x.id);
}
static_assert(planned<chain>::sizes.kernels == 8);  // of 256 nodes at most

// A residual network with normalisation: 100 layers of 20 nodes.
constexpr void network(builder& g) {
  term x = parameter(g, dtype::f32, shape_of(g, {64, 64}));
  for (int i = 0; i < 100; ++i) {
    const term w = parameter(g, dtype::f32, shape_of(g, {64, 64})), b = parameter(g, dtype::f32, shape_of(g, {64}));
    const term product = matmul(x, w), h = product + broadcast_in_dim(b, product.shape_id(), axis_to(0, 1));
    const term sum = reduce_sum(h, 2), centred = h - spread(sum / like(sum, 64), h, 2);
    const term variance = reduce_sum(centred * centred, 2) / like(sum, 64);
    const term scaled = centred / spread(sqrt(variance + like(sum, 1e-5)), h, 2);
    x = x + tanh(scaled) * scaled;
  }
  g.roots.push(x.id);
}
static_assert(traced<network>::sizes.nodes >= 1900);
static_assert(planned<network>::sizes.launches == 200 && kept<network>::plan.view().distinct == 2);
static_assert(kept<network>::plan.is_whole() && kept<network>::plan.view().count.slot_shapes == 3);

// 1,000 parameters and their step.
constexpr void optimiser(builder& g) {
  const term rate = parameter(g, dtype::f32, shape_of(g, {}));
  for (int i = 0; i < 400; ++i) {
    const term w = parameter(g, dtype::f32, shape_of(g, {64, i % 16 + 1})), d = parameter(g, dtype::f32, w.shape_id());
    g.roots.push((w - broadcast_in_dim(rate, w.shape_id(), 0) * d).id);
  }
}
static_assert(kept<optimiser>::plan.view().count.launches == 1 && kept<optimiser>::plan.view().distinct == 1);
static_assert(kept<optimiser>::plan.view().donors[399] == 799);

}  // namespace

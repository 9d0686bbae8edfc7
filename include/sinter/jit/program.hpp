// SPDX-License-Identifier: MIT
// The stages of a compile-time program, each in a class of its own: captured, simplified, planned. `program<Build>` carries
// the finished graph and plan as constexpr values; kernels and calls are keyed by it.
#pragma once
#include "../plan/make_plan.hpp"
#include "../simplify/simplify.hpp"
#include "../transform/trace.hpp"

namespace sinter::core {

template <graph_sizes Z, class Rows = primitives::all>
constexpr stored_graph<Z> simplified_into(const graph_view& in) {
  builder out;
  simplify<Rows>(in, out);
  return stored_graph<Z>(view_of(out));
}
// Rewriting may add a few nodes; canonical shapes may add shapes.
constexpr graph_sizes with_room(graph_sizes z) {
  z.nodes += 16 + z.nodes / 8;
  z.shapes += z.shapes + 4;
  z.symbols += 8;
  z.pool += 16;
  return z;
}
template <class Build>
struct simplified_wide {
  static constexpr auto graph = simplified_into<with_room(captured_graph<Build>().count)>(captured_graph<Build>().view());
  static_assert(graph.is_whole(), "simplify: the graph grew beyond its room");
};
template <graph_sizes Z, graph_sizes W>
constexpr stored_graph<Z> shrunk(const stored_graph<W>& wide) { return stored_graph<Z>(wide.view()); }
template <class Build>
struct simplified {
  static constexpr auto graph = shrunk<simplified_wide<Build>::graph.count>(simplified_wide<Build>::graph);
};

// Planned once into a guess, and again at the exact size if the guess was too small.
template <plan_sizes Z>
constexpr stored_plan<Z> planned_into(const graph_view& graph) {
  plan_builder out;
  make_plan(graph, out);
  return stored_plan<Z>(view_of(out));
}
constexpr plan_sizes usual_plan(graph_sizes z) {
  const int n = z.nodes + z.roots, half = n / 2 + 16;
  return {.launches = half, .kernels = half, .program = n + half, .reads = n + 16, .outputs = half + z.roots,
          .slots = z.nodes, .slot_shapes = half, .donors = z.roots, .refusals = half};
}
template <class Build>
struct planned_first {
  static constexpr auto plan = planned_into<usual_plan(simplified<Build>::graph.count)>(simplified<Build>::graph.view());
};
template <plan_sizes Z, plan_sizes W>
constexpr stored_plan<Z> shrunk(const stored_plan<W>& wide) { return stored_plan<Z>(wide.view()); }
template <class Build>
constexpr auto plan_of_build() {
  constexpr const auto& first = planned_first<Build>::plan;
  if constexpr (first.is_whole()) return shrunk<first.count>(first);
  else return planned_into<first.count>(simplified<Build>::graph.view());
}
template <class Build>
struct planned {
  static constexpr auto plan = plan_of_build<Build>();
};

template <class Build>
struct program {
  static constexpr const auto& graph = simplified<Build>::graph;
  static constexpr const auto& plan = planned<Build>::plan;
};
// That of a statement. A name of its own, because symbols spell a statement's type and what stands around it.
template <class X>
struct eager {
  static constexpr const auto& graph = simplified<statement_of<X>>::graph;
  static constexpr const auto& plan = planned<statement_of<X>>::plan;
};

}  // namespace sinter::core

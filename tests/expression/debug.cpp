// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

constexpr std::string_view label_of(const core::builder& graph, int effect) {
  return graph.sites[static_cast<int>(graph.nodes[graph.effects[effect]].attribute)].file;
}
constexpr bool prints_are_effects() {
  core::builder graph;
  f32<3> x;
  x.become_node(&graph, core::open_parameter(graph, &x).id);
  debug_print("x", x);
  debug_print("twice", x + x);
  debug_print("x", x);
  return graph.effects.size() == 3 && label_of(graph, 0) == "x" && label_of(graph, 1) == "twice" &&
         graph.nodes[graph.effects[0]].op == &core::primitives::debug_print &&
         graph.nodes[graph.effects[0]].a == x.node() && graph.effects[0] != graph.effects[2];
}
static_assert(prints_are_effects());

}  // namespace

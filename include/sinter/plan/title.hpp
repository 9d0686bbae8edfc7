// SPDX-License-Identifier: MIT
// What people call a launch: its kind, its operations, the line that asked for it.
#pragma once
#include <string>

#include "../primitive/marker.hpp"
#include "plan.hpp"

namespace sinter::core {

// The first node that a launch computes, -1 where it has none.
inline int first_node_of(const plan_view& plan, int launch) {
  const kernel& first = plan.kernels[plan.launches[launch].first];
  return first.outputs ? plan.outputs[first.first_output] : first.node;
}
inline site site_of_launch(const graph_view& graph, const plan_view& plan, int launch) {
  const int node = first_node_of(plan, launch);
  return node >= 0 ? graph.site_of(node) : site{};
}
inline bool does_something(const kernel& k) { return k.outputs || k.what == kernel_kind::print; }

// "map mul, add, tanh", "row reduce_max, sub, exp, ...", "8 kernels: map mul, sub".
inline std::string title_of_launch(const graph_view& graph, const plan_view& plan, int launch) {
  constexpr const char* kinds[] = {"map", "reduce", "row", "contract", "scatter", "print"};
  constexpr int most = 6;
  const core::launch& at = plan.launches[launch];
  const kernel& k = plan.kernels[at.first];
  std::string made = at.count > 1 ? std::to_string(at.count) + " kernels: " : "";
  made += kinds[static_cast<int>(k.what)];
  int shown = 0;
  for (int i = k.first_instruction; i < k.first_instruction + k.instructions; ++i) {
    const instruction& x = plan.program[i];
    if (x.op->kind == family::source || x.broadcasts) continue;
    if (++shown <= most) made += (shown > 1 ? ", " : " ") + std::string(x.op->name);
  }
  if (k.what == kernel_kind::scatter || k.what == kernel_kind::print) made += std::string(" ") + graph.nodes[k.node].op->name;
  else if (shown == 0) made += " copy";
  if (shown > most) made += ", ...";
  return made;
}

}  // namespace sinter::core

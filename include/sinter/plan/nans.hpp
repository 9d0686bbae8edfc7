// SPDX-License-Identifier: MIT
// SINTER_DEBUG_NANS=1: from an instruction that made a NaN to the operation that the user wrote, and its line.
#pragma once
#include <vector>

#include "../graph/failure.hpp"
#include "plan.hpp"

namespace sinter::core {

// The node that an instruction of a kernel computes. Programs are shared and hold no lines: the kernel's nodes are those
// between its reads and its outputs, in the order of their instructions.
inline int node_of(const graph_view& graph, const plan_view& plan, int kernel_number, int instruction_number) {
  const kernel& k = plan.kernels[kernel_number];
  std::vector<char> is_member(static_cast<std::size_t>(graph.count.nodes)), is_read(is_member);
  for (int r = k.first_read; r < k.first_read + k.reads; ++r)
    if (plan.reads[r].node >= 0) is_read[static_cast<std::size_t>(plan.reads[r].node)] = 1;
  for (int o = k.first_output; o < k.first_output + k.outputs; ++o) is_member[static_cast<std::size_t>(plan.outputs[o])] = 1;
  for (int i = graph.count.nodes - 1; i >= 0; --i)
    for (int o = 0; o < 3 && is_member[static_cast<std::size_t>(i)] && !is_read[static_cast<std::size_t>(i)]; ++o)
      if (graph.nodes[i].operand(o) >= 0) is_member[static_cast<std::size_t>(graph.nodes[i].operand(o))] = 1;
  const instruction* program = plan.program + k.first_instruction;
  const instruction& wanted = program[instruction_number];
  int before = 0;
  for (int i = 0; i < instruction_number; ++i) before += program[i].op == wanted.op && program[i].type == wanted.type;
  for (int i = 0; i < graph.count.nodes; ++i)
    if (is_member[static_cast<std::size_t>(i)] && graph.nodes[i].op == wanted.op && graph.nodes[i].type == wanted.type &&
        before-- == 0)
      return i;
  return -1;
}

// Names the operation that made a NaN of operands without one, and the user's line. `index`: of the element in its array.
[[noreturn]] inline void nan_has_arisen(const graph_view& graph, const plan_view& plan, int kernel_number, int instruction_number,
                                        std::int64_t index, const site* where) {
  const int id = node_of(graph, plan, kernel_number, instruction_number);
  const kernel& k = plan.kernels[kernel_number];
  throw error(located(where ? *where : id >= 0 ? graph.site_of(id) : site{})
              << plan.program[k.first_instruction + instruction_number].op->name << ": made a NaN at element " << index
              << " of operands without one");
}

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// A graph in Graphviz's language: a box for each operation.
#pragma once
#include <string>

#include "print.hpp"

namespace sinter::core {

inline std::string dot_of(const graph_view& graph) {
  jaxpr_printer printer(graph);
  std::string text = "digraph sinter {\n  node [shape=box];\n";
  for (int i = 0; i < graph.count.nodes; ++i) {
    const node& at = graph.nodes[i];
    text += "  n" + std::to_string(i) + " [label=\"" + at.op->name + "\\n" + printer.type(i) + "\"];\n";
    for (int k = 0; k < 3; ++k)
      if (at.operand(k) >= 0) text += "  n" + std::to_string(at.operand(k)) + " -> n" + std::to_string(i) + ";\n";
  }
  for (int i = 0; i < graph.count.roots; ++i)
    text += "  r" + std::to_string(i) + " [shape=plain, label=\"result " + std::to_string(i) + "\"];\n  n" +
            std::to_string(graph.roots[i]) + " -> r" + std::to_string(i) + ";\n";
  return text + "}\n";
}

}  // namespace sinter::core

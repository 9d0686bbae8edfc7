// SPDX-License-Identifier: MIT
// A value of a graph: what the rules of primitives, the transformations and the lowering of expressions compute with.
#pragma once
#include "builder.hpp"

namespace sinter::core {

struct term {
  builder* graph = nullptr;
  int id = -1;  // of an empty term: -1

  constexpr explicit operator bool() const { return graph != nullptr; }
  constexpr const node& origin() const { return graph->nodes.items[id]; }
  constexpr const shape& extents() const { return graph->shapes.items[graph->nodes.items[id].shape]; }
  constexpr int shape_id() const { return graph->nodes.items[id].shape; }
  constexpr int rank() const { return graph->shapes.items[graph->nodes.items[id].shape].rank; }
  constexpr dtype type() const { return graph->nodes.items[id].type; }
};

}  // namespace sinter::core

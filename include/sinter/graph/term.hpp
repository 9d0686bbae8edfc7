// SPDX-License-Identifier: MIT
// A value of a graph: what the rules of primitives, the transformations and the lowering of expressions compute with.
#pragma once
#include "builder.hpp"

namespace sinter::core {

struct term {
  builder* graph = nullptr;
  int id = -1;

  constexpr explicit operator bool() const { return graph != nullptr; }
  constexpr const node& origin() const { return graph->nodes[id]; }
  constexpr const shape& extents() const { return graph->shape_of(id); }
  constexpr int shape_id() const { return origin().shape; }
  constexpr int rank() const { return extents().rank; }
  constexpr dtype type() const { return origin().type; }
};

}  // namespace sinter::core

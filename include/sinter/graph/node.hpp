// SPDX-License-Identifier: MIT
// One operation of a graph: a small value. Which primitive it is, is a pointer to the primitive's row.
#pragma once
#include <cstdint>

#include "../array/dtype.hpp"
#include "row.hpp"
#include "shape.hpp"

namespace sinter::core {

struct node {
  row_pointer op;
  dtype type = dtype::f32;
  std::int32_t a = -1, b = -1, c = -1;  // operands: earlier nodes, or -1
  std::int32_t shape = 0;               // an interned shape
  std::int64_t attribute = 0;           // read by the primitive: bits of a constant, axes, a map, an offset into the pool
  std::int32_t site = 0;

  constexpr std::int32_t operand(int i) const { return i == 0 ? a : i == 1 ? b : c; }
};

}  // namespace sinter::core

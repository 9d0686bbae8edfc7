// SPDX-License-Identifier: MIT
// Affine reads: where each axis of a value stands when the index of the reader is given, and how that changes as one goes
// from a view down to its operand.
#pragma once
#include "draft.hpp"

namespace sinter::core::planning {

struct axis_maps {
  axis_map of[max_rank];
};
constexpr axis_maps identity_maps() {
  axis_maps maps;
  for (int i = 0; i < max_rank; ++i) maps.of[i].axis = static_cast<std::int8_t>(i);
  return maps;
}
inline constexpr axis_maps identity = identity_maps();

// The axes of `value`, a shape equal to `space` without the axes of `skipped` but for extents of 1, in terms of the space's.
constexpr axis_maps frame(const shape& value, const shape& space, unsigned skipped) {
  axis_maps maps;
  for (int i = 0, k = 0; i < value.rank; ++i) {
    if (value.extents[i] == 1) continue;
    while (k < space.rank && (space.extents[k] == 1 || (skipped >> k & 1))) ++k;
    maps.of[i].axis = static_cast<std::int8_t>(k++);
  }
  return maps;
}

// Whether a value read so has the elements of the space, without the axes of `skipped`, in their order.
constexpr bool in_order(const axis_maps& maps, const shape& value, const shape& space, unsigned skipped) {
  int k = 0;
  for (int i = 0; i < value.rank; ++i) {
    if (value.extents[i] == 1) continue;
    while (k < space.rank && (space.extents[k] == 1 || (skipped >> k & 1))) ++k;
    const axis_map& m = maps.of[i];
    if (m.axis != k || m.stride != 1 || m.start != 0 || m.from_end || space.extents[k] != value.extents[i]) return false;
    ++k;
  }
  while (k < space.rank && (space.extents[k] == 1 || (skipped >> k & 1))) ++k;
  return k == space.rank;
}

// From the axes of an affine view (of the shape `to`) to those of its operand; false if no axis_map can say it, which can
// only happen where extents or starts are symbols.
constexpr bool step(const graph_view& graph, const node& view, const shape& from, const shape& to, axis_maps& maps) {
  axis_maps moved;
  if (view.op == &primitives::transpose) {
    for (int i = 0; i < from.rank; ++i) moved.of[i] = maps.of[axis_at(view.attribute, i)];
  } else if (view.op == &primitives::broadcast_in_dim) {
    for (int i = 0; i < from.rank; ++i) {
      const int axis = axis_at(view.attribute, i);
      if (from.extents[i] != 1 || to.extents[axis] == 1) moved.of[i] = maps.of[axis];
    }
  } else if (view.op == &primitives::reshape) {  // only axes of extent 1 come or go
    for (int i = 0, k = 0; i < from.rank; ++i) {
      if (from.extents[i] == 1) continue;
      while (to.extents[k] == 1) ++k;
      moved.of[i] = maps.of[k++];
    }
  } else if (view.op == &primitives::rev) {
    for (int i = 0; i < from.rank; ++i) {
      moved.of[i] = maps.of[i];
      if (!(view.attribute >> i & 1)) continue;
      moved.of[i].stride = -maps.of[i].stride;
      moved.of[i].from_end = !maps.of[i].from_end;
    }
  } else {
    const std::int64_t* at = graph.pool + view.attribute;
    for (int i = 0; i < from.rank; ++i) {
      axis_map m = maps.of[i];
      const std::int64_t start = at[2 * i], stride = at[2 * i + 1];
      if (to.extents[i] == 0) {  // nothing is read: from the end, its start would be -1, which is a symbol's code
        moved.of[i].axis = m.axis;
        continue;
      }
      if (start == 0 && stride == 1 && to.extents[i] == from.extents[i]) {
        moved.of[i] = m;
        continue;
      }
      if (m.from_end) {
        if (is_symbol(to.extents[i]) || is_symbol(m.start)) return false;
        m.start = to.extents[i] - 1 - m.start;
        m.from_end = false;
      }
      if (m.start != 0 && (is_symbol(m.start) || is_symbol(start)) && !(start == 0 && stride == 1)) return false;
      m.start = m.start == 0 ? start : is_symbol(m.start) ? m.start : start + stride * m.start;
      m.stride = static_cast<std::int32_t>(m.stride * stride);
      moved.of[i] = m;
    }
  }
  maps = moved;
  return true;
}

}  // namespace sinter::core::planning

// SPDX-License-Identifier: MIT
// Reading and adding at indices that are data. An index outside the axis is treated by a mode.
#pragma once
#include "reduction.hpp"

namespace sinter::core {

enum class index_mode : std::uint8_t {
  fill,     // reads NaN (integers: the lowest, unsigned the highest; true); adds nothing
  clip,     // the nearest index inside
  promise,  // not checked
  nothing   // reads 0; adds nothing: the transpose of `fill`
};
constexpr int axis_of_index(std::int64_t attribute) { return static_cast<int>(attribute & 15); }
constexpr index_mode mode_of_index(std::int64_t attribute) { return static_cast<index_mode>(attribute >> 4); }

constexpr term take(term x, term indices, int axis, index_mode mode);
constexpr term scatter_add(term x, term indices, term updates, int axis, index_mode mode);

namespace primitives {
// The axis of x is replaced by the axes of the indices.
inline constexpr primitive take{
    .name = "take", .kind = family::indexing, .arity = 2, .takes = anything,
    .infer = [](builder& graph, node& made) {
      const int axis = axis_of_index(made.attribute);
      const shape x = graph.shape_of(made.a), indices = graph.shape_of(made.b);
      const dtype type = graph.nodes[made.b].type;
      if (type != dtype::i32 && type != dtype::i64) element_type_is_not_accepted("take: indices", type);
      if (axis >= x.rank) axes_must_lie_within_the_rank(axis, x.rank);
      if (x.rank - 1 + indices.rank > max_rank) rank_must_be_at_most_8(x.rank - 1 + indices.rank);
      shape to;
      for (int i = 0; i < axis; ++i) to.push(x[i]);
      for (int i = 0; i < indices.rank; ++i) to.push(indices[i]);
      for (int i = axis + 1; i < x.rank; ++i) to.push(x[i]);
      made.shape = graph.intern(to);
    },
    .differentiates = derivative::linear, .linear_in = 0b1,
    .transpose = [](const operands& a, int, term cotangent) {
      return core::scatter_add(like(a.x, 0), a.y, cotangent, axis_of_index(a.at.attribute), mode_of_index(a.at.attribute));
    },
    .samples = domain::index, .holds = attribute::index, .doc = "the slices of x at indices along an axis"};

inline constexpr primitive scatter_add{
    .name = "scatter-add", .kind = family::indexing, .arity = 3,
    .infer = [](builder& graph, node& made) {
      const int axis = axis_of_index(made.attribute);
      const shape x = graph.shape_of(made.a), indices = graph.shape_of(made.b), updates = graph.shape_of(made.c);
      if (graph.nodes[made.c].type != made.type) element_types_must_be_equal(graph.nodes[made.c].type, made.type);
      if (axis >= x.rank || updates.rank != x.rank - 1 + indices.rank) axes_must_lie_within_the_rank(axis, x.rank);
      for (int i = 0; i < updates.rank; ++i)
        graph.join(updates[i], i < axis ? x[i] : i < axis + indices.rank ? indices[i - axis] : x[i - indices.rank + 1]);
    },
    .differentiates = derivative::linear, .linear_in = 0b101,
    .transpose = [](const operands& a, int i, term cotangent) {
      if (i == 0) return cotangent;
      const index_mode mode = mode_of_index(a.at.attribute);
      return core::take(cotangent, a.y, axis_of_index(a.at.attribute), mode == index_mode::fill ? index_mode::nothing : mode);
    },
    .samples = domain::index, .holds = attribute::index, .doc = "x with updates added to its slices at indices along an axis, in the order of the indices"};
}  // namespace primitives

constexpr term take(term x, term indices, int axis, index_mode mode) {
  return emit(primitives::take, x, indices, {}, axis | static_cast<std::int64_t>(mode) << 4);
}
constexpr term scatter_add(term x, term indices, term updates, int axis, index_mode mode) {
  return emit(primitives::scatter_add, x, indices, updates, axis | static_cast<std::int64_t>(mode) << 4);
}

}  // namespace sinter::core

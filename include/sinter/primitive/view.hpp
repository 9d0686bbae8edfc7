// SPDX-License-Identifier: MIT
// An operand's values under another index. All are linear, and each is another's transpose.
#pragma once
#include "arithmetic.hpp"
#include "marker.hpp"
#include "selection.hpp"

namespace sinter::core {

constexpr term reduce_sum(term x, unsigned mask);
constexpr term reshape(term x, int shape_id);
constexpr term transpose(term x, std::int64_t map);
constexpr term reverse(term x, unsigned mask);

// Where a slice begins and how it steps along each axis: pool[attribute + 2 axis] is the first index, an extent, and
// pool[attribute + 2 axis + 1] the stride, a number >= 1.
struct slice_axis {
  std::int64_t start = 0, stride = 1, extent = 0;  // `extent` of the result
};
constexpr term slice(term x, const slice_axis* axes);

// pool[attribute + 2 axis]: how many values stand before, an extent; + 1: how many between two, a number.
struct pad_axis {
  std::int64_t low = 0, high = 0, interior = 0;
};
constexpr term pad(term x, term value, const pad_axis* axes);

// Lists longer than an attribute live in the pool, each list once.
constexpr std::int64_t keep_in_pool(builder& graph, const std::int64_t* list, int count) {
  for (int at = 0; at + count <= graph.pool.size(); ++at) {
    bool same = true;
    for (int i = 0; i < count && same; ++i) same = graph.pool[at + i] == list[i];
    if (same) return at;
  }
  const int at = graph.pool.size();
  for (int i = 0; i < count; ++i) graph.pool.push(list[i]);
  return at;
}

namespace primitives {
inline constexpr primitive reshape{
    .name = "reshape", .kind = family::view, .takes = anything, .infer = [](builder&, node& made) { made.shape = static_cast<int>(made.attribute); },
    .differentiates = derivative::linear,
    .transpose = [](const operands& a, int, term cotangent) { return core::reshape(cotangent, a.x.shape_id()); },
    .holds = attribute::new_shape, .doc = "the same elements in row-major order under other extents"};

inline constexpr primitive transpose{
    .name = "transpose", .kind = family::view, .takes = anything,
    .infer = [](builder& graph, node& made) {
      const shape from = graph.shapes[made.shape];
      shape to = from;
      for (int i = 0; i < from.rank; ++i) to.extents[axis_at(made.attribute, i)] = from[i];
      made.shape = graph.intern(to);
    },
    .differentiates = derivative::linear,
    .transpose = [](const operands& a, int, term cotangent) {
      std::int64_t inverse = 0;
      for (int i = 0; i < a.x.rank(); ++i) inverse |= axis_to(axis_at(a.at.attribute, i), i);
      return core::transpose(cotangent, inverse);
    },
    .holds = attribute::permutation, .doc = "axes in another order: axis i of x becomes axis map[i]"};

// The operand's axes keep their extents or stretch from a static 1.
inline constexpr primitive broadcast_in_dim{
    .name = "broadcast_in_dim", .kind = family::view, .takes = anything, .infer = [](builder&, node&) {},
    .differentiates = derivative::linear,
    .transpose = [](const operands& a, int, term cotangent) {
      builder& graph = *cotangent.graph;
      const shape from = a.x.extents(), to = a.out.extents();
      unsigned added = all_axes(to.rank), stretched = 0;
      for (int i = 0; i < from.rank; ++i) {
        const int axis = axis_at(a.at.attribute, i);
        added &= ~(1u << axis);
        if (graph.resolve(from[i]) == 1 && graph.resolve(to[axis]) != 1) stretched |= 1u << axis;
      }
      const term summed = reduce_sum(cotangent, added | stretched);
      if (!stretched) return summed;
      std::int64_t back = 0;
      for (int i = 0, k = 0; i < from.rank; ++i)
        if (!(stretched >> axis_at(a.at.attribute, i) & 1)) back |= axis_to(k++, i);
      return core::broadcast_in_dim(summed, a.x.shape_id(), back);
    },
    .holds = attribute::broadcast, .doc = "repeated along new axes and along axes of extent 1: axis i of x becomes axis map[i]"};

inline constexpr primitive pad{
    .name = "pad", .kind = family::view, .arity = 2, .takes = anything, .infer = [](builder&, node&) {},
    .differentiates = derivative::linear, .linear_in = 0b11,
    .transpose = [](const operands& a, int i, term cotangent) {
      builder& graph = *cotangent.graph;
      const shape from = a.x.extents();
      if (i == 1) {  // the sum over what is not of x: no difference of sums, in which an infinity would leave NaN
        const term inside = core::constant(graph, 0, dtype::b8, a.x.shape_id()), outside = core::constant(graph, 1, dtype::b8, graph.intern({}));
        const term is_outside{&graph, graph.append({.op = &pad, .type = dtype::b8, .a = inside.id, .b = outside.id,
                                                    .shape = cotangent.shape_id(), .attribute = a.at.attribute})};
        return reduce_sum(select(is_outside, like(cotangent, 0), cotangent), all_axes(from.rank));
      }
      slice_axis axes[max_rank];
      for (int d = 0; d < from.rank; ++d)
        axes[d] = {graph.pool[static_cast<int>(a.at.attribute) + 2 * d],
                   graph.pool[static_cast<int>(a.at.attribute) + 2 * d + 1] + 1, from[d]};
      return core::slice(cotangent, axes);
    },
    .holds = attribute::padding, .doc = "y before, between and after the elements of x"};

inline constexpr primitive slice{
    .name = "slice", .kind = family::view, .takes = anything, .infer = [](builder&, node&) {},
    .differentiates = derivative::linear,
    .transpose = [](const operands& a, int, term cotangent) {
      // Zeros before, between and after: the extents are those of x, so that nothing is computed of them that an empty axis
      // would make negative.
      builder& graph = *cotangent.graph;
      std::int64_t list[2 * max_rank] = {};
      for (int i = 0; i < a.x.rank(); ++i) {
        list[2 * i] = graph.pool[static_cast<int>(a.at.attribute) + 2 * i];
        list[2 * i + 1] = graph.pool[static_cast<int>(a.at.attribute) + 2 * i + 1] - 1;
      }
      const term zero = core::constant(graph, 0, cotangent.type(), graph.intern({}));
      return term{&graph, graph.append({.op = &pad, .type = cotangent.type(), .a = cotangent.id, .b = zero.id, .shape = a.x.shape_id(),
                                        .attribute = keep_in_pool(graph, list, 2 * a.x.rank())})};
    },
    .holds = attribute::slice, .doc = "every stride-th element from start along each axis"};

inline constexpr primitive concatenate{
    .name = "concatenate", .kind = family::view, .arity = 2, .takes = anything,
    .infer = [](builder& graph, node& made) {
      const int axis = static_cast<int>(made.attribute);
      const shape x = graph.shape_of(made.a), y = graph.shape_of(made.b);
      if (graph.nodes[made.b].type != made.type) element_types_must_be_equal(graph.nodes[made.b].type, made.type);
      if (axis < 0 || axis >= x.rank || x.rank != y.rank) axes_must_lie_within_the_rank(axis, y.rank);
      shape both = x;
      for (int i = 0; i < x.rank; ++i)
        if (i == axis) both.extents[i] = graph.define(origin::sum, x[i], y[i]);
        else {
          graph.join(x[i], y[i], "concatenate: the other extents must be equal");
          both.extents[i] = graph.resolve(x[i]);
        }
      made.shape = graph.intern(both);
    },
    .differentiates = derivative::linear, .linear_in = 0b11,
    .transpose = [](const operands& a, int i, term cotangent) {
      const shape part = i == 0 ? a.x.extents() : a.y.extents();
      const int axis = static_cast<int>(a.at.attribute);
      slice_axis axes[max_rank];
      for (int d = 0; d < part.rank; ++d) axes[d] = {i == 1 && d == axis ? a.x.extents()[axis] : 0, 1, part[d]};
      return core::slice(cotangent, axes);
    },
    .holds = attribute::dimension, .doc = "x, then y, along an axis"};

inline constexpr primitive rev{
    .name = "rev", .kind = family::view, .takes = anything, .differentiates = derivative::linear,
    .transpose = [](const operands& a, int, term cotangent) { return reverse(cotangent, static_cast<unsigned>(a.at.attribute)); },
    .involutory = true, .holds = attribute::axes, .doc = "the order turned round along the axes of a mask"};

inline constexpr primitive iota{.name = "iota", .kind = family::source, .arity = 0, .takes = numbers,
                                .differentiates = derivative::zero, .holds = attribute::dimension, .doc = "the index along an axis"};
}  // namespace primitives

constexpr term reshape(term x, int shape_id) {
  return x.shape_id() == shape_id ? x : emit(primitives::reshape, x, {}, {}, shape_id);
}
constexpr term transpose(term x, std::int64_t map) {
  return map == trailing_axes(x.rank(), x.rank()) ? x : emit(primitives::transpose, x, {}, {}, map);
}
constexpr term broadcast_in_dim(term x, int shape_id, std::int64_t map) {
  builder& graph = *x.graph;
  if (x.shape_id() == shape_id) return x;
  if (is_constant(x)) return constant_of_bits(graph, x.origin().attribute, x.type(), shape_id);
  return {&graph, graph.append({.op = &primitives::broadcast_in_dim, .type = x.type(), .a = x.id, .shape = shape_id, .attribute = map})};
}
constexpr term slice(term x, const slice_axis* axes) {
  builder& graph = *x.graph;
  const shape from = x.extents();
  shape to;
  std::int64_t list[2 * max_rank] = {};
  bool whole = true;
  for (int i = 0; i < from.rank; ++i) {
    to.push(graph.resolve(axes[i].extent));
    list[2 * i] = graph.resolve(axes[i].start);
    list[2 * i + 1] = axes[i].stride;
    if (to[i] >= 0 && from[i] >= 0 && list[2 * i] >= 0 && to[i] > 0 && list[2 * i] + axes[i].stride * (to[i] - 1) >= from[i])
      slice_must_lie_within_the_extent(list[2 * i] + axes[i].stride * (to[i] - 1) + 1, from[i], graph.sites[graph.site_now]);
    whole = whole && list[2 * i] == 0 && axes[i].stride == 1 && to[i] == graph.resolve(from[i]);
  }
  if (whole) return x;
  const int id = graph.intern(to);
  if (is_constant(x)) return constant_of_bits(graph, x.origin().attribute, x.type(), id);
  return {&graph, graph.append({.op = &primitives::slice, .type = x.type(), .a = x.id, .shape = id,
                                .attribute = keep_in_pool(graph, list, 2 * from.rank)})};
}
constexpr term pad(term x, term value, const pad_axis* axes) {
  builder& graph = *x.graph;
  const shape from = x.extents();
  shape to;
  std::int64_t list[2 * max_rank] = {};
  bool whole = true;
  for (int i = 0; i < from.rank; ++i) {
    const pad_axis& axis = axes[i];
    std::int64_t extent = from[i];
    if (axis.interior) extent = graph.define(origin::dilation, extent, axis.interior);
    extent = graph.define(origin::sum, graph.define(origin::sum, extent, axis.low), axis.high);
    to.push(extent);
    list[2 * i] = graph.resolve(axis.low);
    list[2 * i + 1] = axis.interior;
    whole = whole && list[2 * i] == 0 && graph.resolve(axis.high) == 0 && axis.interior == 0;
  }
  if (whole) return x;
  return {&graph, graph.append({.op = &primitives::pad, .type = x.type(), .a = x.id, .b = value.id,
                                .shape = graph.intern(to), .attribute = keep_in_pool(graph, list, 2 * from.rank)})};
}
constexpr term concatenate(term x, term y, int axis) { return emit(primitives::concatenate, x, y, {}, axis); }
constexpr term reverse(term x, unsigned mask) { return mask ? emit(primitives::rev, x, {}, {}, mask) : x; }
constexpr term iota(builder& graph, dtype type, int shape_id, int axis) {
  return {&graph, graph.append({.op = &primitives::iota, .type = type, .shape = shape_id, .attribute = axis})};
}

}  // namespace sinter::core

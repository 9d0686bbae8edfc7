// SPDX-License-Identifier: MIT
// Appending a node: the one place where operands are aligned, element types checked and extents inferred. The arithmetic
// of terms that the rules of primitives are written in builds on it.
#pragma once
#include <bit>

#include "primitive.hpp"

namespace sinter::core {

constexpr term broadcast_in_dim(term x, int shape_id, std::int64_t map);

// A value known now, in the bits of a node's attribute: a double for floating types, else an integer.
constexpr std::int64_t bits_of(double value, dtype type) {
  if (type == dtype::f32) return std::bit_cast<std::int64_t>(static_cast<double>(static_cast<float>(value)));
  if (type == dtype::f64) return std::bit_cast<std::int64_t>(value);
  if (type == dtype::f16) return std::bit_cast<std::int64_t>(static_cast<double>(float16(value)));
  if (type == dtype::bf16) return std::bit_cast<std::int64_t>(static_cast<double>(bfloat16(value)));
  return static_cast<std::int64_t>(value);
}
constexpr std::int64_t bits_of_integer(std::int64_t value, dtype type) {
  return is_floating(type) ? bits_of(static_cast<double>(value), type) : value;
}
constexpr term constant_of_bits(builder& graph, std::int64_t bits, dtype type, int shape_id);
constexpr term constant(builder& graph, double value, dtype type, int shape_id) {
  return constant_of_bits(graph, bits_of(value, type), type, shape_id);
}
// A constant of the element type and extents of another term.
constexpr term like(term other, double value) {
  return constant(*other.graph, value, other.type(), other.shape_id());
}

// The shape id that x and y broadcast to: trailing axes aligned, static ones stretched, other extents joined.
constexpr int broadcast_shape(builder& graph, int x_id, int y_id) {
  if (x_id == y_id) return x_id;
  const shape x = graph.shapes[x_id], y = graph.shapes[y_id];
  shape both;
  both.rank = x.rank > y.rank ? x.rank : y.rank;
  for (int i = 0; i < both.rank; ++i) {
    const int ix = i + x.rank - both.rank, iy = i + y.rank - both.rank;
    const std::int64_t ex = ix >= 0 ? graph.resolve(x[ix]) : 1, ey = iy >= 0 ? graph.resolve(y[iy]) : 1;
    if (ex != 1 && ey != 1) graph.join(ex, ey);
    both.extents[i] = graph.resolve(ex == 1 ? ey : ex);
  }
  return graph.intern(both);
}
constexpr term stretch(term x, int shape_id) {
  if (x.shape_id() == shape_id) return x;
  return broadcast_in_dim(x, shape_id, trailing_axes(x.rank(), x.graph->shapes[shape_id].rank));
}
constexpr void align(term& x, term& y) {
  const int x_shape = x.shape_id(), y_shape = y.shape_id();
  if (x_shape == y_shape) return;
  const int both = broadcast_shape(*x.graph, x_shape, y_shape);
  x = stretch(x, both);
  y = stretch(y, both);
}

// A node of `op` over x, y, z. Elementwise operands are broadcast to one shape. `type` matters to rows that declare it.
constexpr term emit(const primitive& op, term x, term y = {}, term z = {}, std::int64_t attribute = 0,
                    dtype type = dtype::f32) {
  builder& graph = *x.graph;
  if (op.kind == family::elementwise) {
    if (y.id >= 0) align(x, y);
    if (z.id >= 0) {
      align(x, z);
      if (y.id >= 0) align(x, y);
    }
  }
  const node& first = graph.nodes.items[x.id];
  const dtype given = first.type;
  node made{.op = &op, .type = type, .a = x.id, .b = y.id, .c = z.id, .shape = first.shape, .attribute = attribute};
  if (!(op.takes & only(given))) element_type_is_not_accepted(op.name, given);
  if (op.gives == result::same) made.type = given;
  else if (op.gives == result::boolean) made.type = dtype::b8;
  else if (op.gives == result::index) made.type = dtype::i32;
  if (op.kind == family::elementwise && !op.infer) {
    if (y.id >= 0 && y.type() != given) element_types_must_be_equal(y.type(), given);
    if (z.id >= 0 && z.type() != given) element_types_must_be_equal(z.type(), given);
  }
  if (op.infer) op.infer(graph, made);
  return {&graph, graph.append(made)};
}

}  // namespace sinter::core

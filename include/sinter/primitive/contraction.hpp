// SPDX-License-Identifier: MIT
// dot_general: sums of products over pairs of axes, for each index of the paired batch axes.
#pragma once
#include "reduction.hpp"

namespace sinter::core {

// Which axes meet. Packed in 64 bits: the counts in the two lowest nibbles, then a byte for each pair, batch pairs first.
struct contraction {
  int batches = 0, contracted = 0;
  std::int8_t batch_x[max_rank] = {}, batch_y[max_rank] = {}, x[max_rank] = {}, y[max_rank] = {};

  constexpr void batch(int axis_x, int axis_y) {
    batch_x[batches] = static_cast<std::int8_t>(axis_x);
    batch_y[batches++] = static_cast<std::int8_t>(axis_y);
  }
  constexpr void contract(int axis_x, int axis_y) {
    x[contracted] = static_cast<std::int8_t>(axis_x);
    y[contracted++] = static_cast<std::int8_t>(axis_y);
  }
  constexpr std::int64_t packed() const {
    if (batches + contracted > 7) too_many_axes_to_contract(batches + contracted);
    auto bits = static_cast<std::uint64_t>(batches | contracted << 4);
    int at = 8;
    for (int i = 0; i < batches; ++i, at += 8) bits |= static_cast<std::uint64_t>(batch_x[i] | batch_y[i] << 4) << at;
    for (int i = 0; i < contracted; ++i, at += 8) bits |= static_cast<std::uint64_t>(x[i] | y[i] << 4) << at;
    return static_cast<std::int64_t>(bits);
  }
  static constexpr contraction unpack(std::int64_t attribute) {
    const auto bits = static_cast<std::uint64_t>(attribute);
    contraction c;
    const int batches = static_cast<int>(bits & 15), contracted = static_cast<int>(bits >> 4 & 15);
    for (int i = 0; i < batches + contracted; ++i) {
      const int axis_x = static_cast<int>(bits >> (8 + 8 * i) & 15), axis_y = static_cast<int>(bits >> (12 + 8 * i) & 15);
      if (i < batches) c.batch(axis_x, axis_y);
      else c.contract(axis_x, axis_y);
    }
    return c;
  }
  // The mask of the axes of the first or second operand that are neither batch nor contracted.
  constexpr unsigned free_axes(int operand, int rank) const {
    unsigned mask = all_axes(rank);
    for (int i = 0; i < batches; ++i) mask &= ~(1u << (operand ? batch_y[i] : batch_x[i]));
    for (int i = 0; i < contracted; ++i) mask &= ~(1u << (operand ? y[i] : x[i]));
    return mask;
  }
};

constexpr term dot_general(term x, term y, const contraction& how);

namespace primitives {
// The result's axes: batch, then the free axes of x, then those of y.
inline constexpr primitive dot_general{
    .name = "dot_general", .kind = family::contraction, .arity = 2,
    .infer = [](builder& graph, node& made) {
      const contraction how = contraction::unpack(made.attribute);
      const shape x = graph.shape_of(made.a), y = graph.shape_of(made.b);
      if (graph.nodes[made.b].type != made.type) element_types_must_be_equal(graph.nodes[made.b].type, made.type);
      shape to;
      for (int i = 0; i < how.batches; ++i) {
        graph.join(x[how.batch_x[i]], y[how.batch_y[i]], "matmul, dot_general: the extents of batch axes must be equal");
        to.push(graph.resolve(x[how.batch_x[i]]));
      }
      for (int i = 0; i < how.contracted; ++i) graph.join(x[how.x[i]], y[how.y[i]], "dot_general, tensordot: the extents of contracted axes must be equal");
      const unsigned free_x = how.free_axes(0, x.rank), free_y = how.free_axes(1, y.rank);
      if (how.batches + x.rank + y.rank - 2 * (how.batches + how.contracted) > max_rank)
        rank_must_be_at_most_8(x.rank + y.rank - how.batches - 2 * how.contracted);
      for (int i = 0; i < x.rank; ++i)
        if (free_x >> i & 1) to.push(graph.resolve(x[i]));
      for (int i = 0; i < y.rank; ++i)
        if (free_y >> i & 1) to.push(graph.resolve(y[i]));
      made.shape = graph.intern(to);
    },
    .differentiates = derivative::linear, .linear_in = 0b11,
    // For operand i: contract the cotangent's axes that came from the other operand with that operand; the result's axes
    // are batch, the free axes of i, the contracted ones in the other operand's order; then put them where i has them.
    .transpose = [](const operands& a, int i, term cotangent) {
      const contraction how = contraction::unpack(a.at.attribute);
      const term self = i ? a.y : a.x, other = i ? a.x : a.y;
      const unsigned free_self = how.free_axes(i, self.rank()), free_other = how.free_axes(1 - i, other.rank());
      const int count_x = a.x.rank() - how.batches - how.contracted;
      contraction back;
      for (int b = 0; b < how.batches; ++b) back.batch(b, i ? how.batch_x[b] : how.batch_y[b]);
      int at = how.batches + (i ? 0 : count_x);
      for (int d = 0; d < other.rank(); ++d)
        if (free_other >> d & 1) back.contract(at++, d);
      const term made = core::dot_general(cotangent, other, back);
      std::int64_t map = 0;
      int from = 0;
      for (int b = 0; b < how.batches; ++b) map |= axis_to(from++, i ? how.batch_y[b] : how.batch_x[b]);
      for (int d = 0; d < self.rank(); ++d)
        if (free_self >> d & 1) map |= axis_to(from++, d);
      for (int d = 0; d < other.rank(); ++d)
        for (int c = 0; c < how.contracted; ++c)
          if ((i ? how.x[c] : how.y[c]) == d) map |= axis_to(from++, i ? how.y[c] : how.x[c]);
      return core::transpose(made, map);
    },
    .flops = 2, .holds = attribute::contraction, .doc = "the sum of products over contracted axes, for each index of batch axes; f32 stays f32"};
}  // namespace primitives

constexpr term dot_general(term x, term y, const contraction& how) {
  return emit(primitives::dot_general, x, y, {}, how.packed());
}
// (..., m, k) (k, n) and batches of them as numpy.matmul has it, for ranks >= 1 of equal batch axes.
constexpr term matmul(term x, term y) {
  contraction how;
  const int rx = x.rank(), ry = y.rank();
  const int batches = rx > 2 && ry > 2 ? (rx < ry ? rx : ry) - 2 : 0;
  for (int i = 0; i < batches; ++i) how.batch(rx - 2 - batches + i, ry - 2 - batches + i);
  how.contract(rx - 1, ry > 1 ? ry - 2 : 0);
  return dot_general(x, y, how);
}

}  // namespace sinter::core

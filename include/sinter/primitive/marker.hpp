// SPDX-License-Identifier: MIT
// Rows without arithmetic: what a graph begins with, what keeps values apart, and what runs for its effect.
#pragma once
#include "emit.hpp"

namespace sinter::core {
namespace primitives {
// A parameter of the graph; `attribute` is its number.
inline constexpr primitive parameter{.name = "parameter", .kind = family::source, .arity = 0,
                                     .differentiates = derivative::zero, .doc = "an argument of the function"};
// One value everywhere; `attribute` holds its bits.
inline constexpr primitive constant{.name = "constant", .kind = family::source, .arity = 0,
                                    .differentiates = derivative::zero, .doc = "one value at every index"};
// In a kernel's program: an element of one of its reads.
inline constexpr primitive input{.name = "input", .kind = family::source, .arity = 0,
                                 .differentiates = derivative::zero, .doc = "an element that a kernel reads"};
// An extent as a number; `attribute` is the extent.
inline constexpr primitive dimension_size{.name = "dimension_size", .kind = family::source, .arity = 0,
                                          .differentiates = derivative::zero, .doc = "an extent as a value of rank 0"};
// The operand under a new identity: differentiated arguments are told apart by it. Gone after simplification.
inline constexpr primitive barrier{
    .name = "barrier", .kind = family::marker, .takes = anything, .differentiates = derivative::linear,
    .transpose = [](const operands&, int, term cotangent) { return cotangent; }, .doc = "x"};
// The operand, held constant by derivatives. Gone after simplification.
inline constexpr primitive stop_gradient{.name = "stop_gradient", .kind = family::marker, .takes = anything,
                                         .differentiates = derivative::zero, .doc = "x, with derivative zero"};
// Prints the operand when it runs; `attribute` is the site that holds the label.
inline constexpr primitive debug_print{.name = "debug_print", .kind = family::marker, .takes = anything,
                                       .differentiates = derivative::linear,
                                       .transpose = [](const operands&, int, term cotangent) { return cotangent; },
                                       .doc = "prints x under a label, returns x"};
}  // namespace primitives

constexpr term constant_of_bits(builder& graph, std::int64_t bits, dtype type, int shape_id) {
  return {&graph, graph.append({.op = &primitives::constant, .type = type, .shape = shape_id, .attribute = bits})};
}
constexpr bool is_constant(term t) { return t.graph->nodes.items[t.id].op.row->hash == primitives::constant.hash; }
constexpr bool is_splat(term t, double value) {
  const node& at = t.graph->nodes.items[t.id];
  return at.op.row->hash == primitives::constant.hash && at.attribute == bits_of(value, at.type);
}
constexpr term stop_gradient(term x) { return emit(primitives::stop_gradient, x); }
// x as a node that no other equals.
constexpr term barrier(term x) { return emit(primitives::barrier, x, {}, {}, ++x.graph->uniques); }
// The extent as a value of rank 0.
constexpr term dimension_size(builder& graph, std::int64_t extent, dtype type) {
  extent = graph.resolve(extent);
  const int scalar = graph.intern({});
  if (!is_symbol(extent)) return constant_of_bits(graph, bits_of_integer(extent, type), type, scalar);
  return {&graph, graph.append({.op = &primitives::dimension_size, .type = type, .shape = scalar, .attribute = extent})};
}
constexpr term parameter(builder& graph, dtype type, int shape_id) {
  return {&graph, graph.append({.op = &primitives::parameter, .type = type, .shape = shape_id,
                                .attribute = graph.parameters++})};
}

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Extents given to a function as arguments: rows(a, first, n), random::normal<f32<dyn>>(k, {n}). Where a statement runs
// at once, each is an extent argument of its graph, so that another number runs the same kernel; in a trace it is the
// extent itself. Leaves are visited in the order in which the graph opens their symbols.
#pragma once
#include "apply.hpp"

namespace sinter::core {

// A leaf of a statement that is no parameter of the graph but extent argument number `graph.extent_arguments++`.
struct extent_operand {
  static constexpr int weight = 1;
  sinter::extent length;
};
constexpr extent_operand as_operand(const sinter::extent& length, const std::source_location& where = {}) {
  if (!length.is_symbolic() && length.code() < 0) extent_must_not_be_negative(length.code(), where);
  extent_operand made;
  made.length = length;
  return made;
}

// A term that stands for an extent: dimension_size of a symbol, or a constant.
constexpr term open_parameter(builder& graph, const extent_operand*) {
  return dimension_size(graph, graph.open(origin::argument, graph.extent_arguments++), dtype::i64);
}
constexpr term append(const extent_operand& x, builder& graph) {
  return dimension_size(graph, x.length.code(), dtype::i64);
}
constexpr builder* graph_of(const extent_operand& x) { return x.length.graph(); }
constexpr std::int64_t extent_of(term length) { return length.origin().attribute; }

// Several extents as one operand: a constant of those extents, of which only the extents are read.
struct first_extent {
  static constexpr term lower(term length) {
    shape made;
    made.push(extent_of(length));
    return constant(*length.graph, 0, dtype::b8, length.graph->intern(made));
  }
};
struct next_extent {
  static constexpr term lower(term before, term length) {
    shape made = before.extents();
    made.push(extent_of(length));
    return constant(*length.graph, 0, dtype::b8, length.graph->intern(made));
  }
};
template <int Count>
constexpr auto shape_operand(const sinter::extent* given) {
  static_assert(Count > 0);
  if constexpr (Count == 1) return operation<first_extent, extent_operand>(as_operand(given[0]));
  else {
    const auto before = shape_operand<Count - 1>(given);
    return operation<next_extent, std::remove_const_t<decltype(before)>, extent_operand>(before,
                                                                                         as_operand(given[Count - 1]));
  }
}

// The extents E, with those of `dynamic` for the dyn ones.
template <int... E>
constexpr int shape_with(builder& graph, const shape& dynamic) {
  constexpr int items[] = {E..., 0};
  shape made;
  for (int i = 0, k = 0; i < static_cast<int>(sizeof...(E)); ++i) made.push(items[i] == dyn ? dynamic[k++] : items[i]);
  return graph.intern(made);
}

// Whether as many extents are given as there are dyn axes, and none is negative.
template <int... E>
constexpr void check_extents(const given_list& given) {
  if (given.size() != static_cast<std::size_t>(extent_list<E...>::dynamic))
    one_extent_is_needed_for_each_dyn_axis(given.size(), extent_list<E...>::dynamic, given.where());
  for (const sinter::extent& each : given)
    if (!each.is_symbolic() && each.code() < 0) extent_must_not_be_negative(each.code(), given.where());
}

}  // namespace sinter::core

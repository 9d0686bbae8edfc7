// SPDX-License-Identifier: MIT
// Two groups that one value would join become one, or change places, where nothing between them depends on it. Groups stand in
// an order: each reads only groups before it. So a group that nobody has read yet may move to any later place, and one whose
// own operands stand before some group may move there.
#pragma once
#include "layout.hpp"

namespace sinter::core::planning {

// 1: a value of this shape has an element for each index of the group's space, 2: for each of its narrow ones, 0: neither.
constexpr int fit(const draft& d, const group& g, int shape_id) {
  return d.alike[shape_id] == d.alike[g.space] ? 1
         : g.reduced && d.alike[shape_id] == d.alike[g.narrow] ? 2 : 0;
}

// Whether all of `from` can be computed in `to`, which takes its reductions or its contraction over where it has none.
constexpr bool is_mergeable(const draft& d, const group& from, const group& to) {
  if (from.is_closed || to.is_closed || d.alike[from.space] != d.alike[to.space]) return false;
  if (from.held + to.held > operand_budget || from.members + to.members > member_budget) return false;
  if (from.what == kernel_kind::map) return true;
  if (to.what == kernel_kind::map) return from.what == kernel_kind::contract || from.what == kernel_kind::reduce;
  return from.what == kernel_kind::reduce && to.what == kernel_kind::reduce && from.space == to.space &&
         from.reduced == to.reduced;
}

constexpr int merge(draft& d, int source, int destination) {
  group& from = d.groups[source];
  group& to = d.groups[destination];
  if (from.what != kernel_kind::map) {
    to.what = from.what;
    to.space = from.space;
    to.narrow = from.narrow;
    to.reduced = from.reduced;
    to.is_trailing = from.is_trailing;
    if (from.node >= 0) to.node = from.node;
  }
  to.held += from.held;
  to.inputs += from.inputs;
  to.members += from.members;
  to.after = from.after > to.after ? from.after : to.after;
  to.has_reader = to.has_reader || from.has_reader;
  to.has_root = to.has_root || from.has_root;
  to.is_pinned = to.is_pinned || from.is_pinned;
  to.reader = from.reader == -1 ? to.reader : to.reader == -1 || to.reader == from.reader ? from.reader : -2;
  int last = source;
  for (int g = source; g >= 0; g = d.groups[g].merged) {
    d.groups[g].into = destination;
    last = g;
  }
  d.groups[last].merged = to.merged;
  to.merged = source;
  return destination;
}

// Puts a map that stands after group `g` immediately before it.
constexpr bool move_before(draft& d, int moving, int g) {
  group& m = d.groups[moving];
  group& place = d.groups[g];
  if (m.what != kernel_kind::map || m.is_pinned || m.is_moved || place.is_moved || m.before >= 0) return false;
  const std::int64_t key = place.key - place.inserted - 1;
  if (key <= m.after || place.inserted >= key_step - 2) return false;
  ++place.inserted;
  m.key = key;
  m.is_moved = true;
  m.next = place.before;
  place.before = moving;
  return true;
}

}  // namespace sinter::core::planning

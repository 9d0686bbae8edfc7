// SPDX-License-Identifier: MIT
// Which nodes share a kernel. One pass in the order of nodes: each joins the latest group among those of its operands, or a
// later one that already reads the same values, or opens one (join.hpp). Reductions, contractions and copies are here.
#pragma once
#include "join.hpp"

namespace sinter::core::planning {

constexpr bool is_suffix(std::uint32_t mask, int rank) {
  return mask != 0 && mask == (all_axes(rank) & ~((mask & (~mask + 1)) - 1));
}

// Rows may be read again in later phases. An array folded as a whole is one row only where it is small, or a vector.
constexpr bool may_be_rows(const shape& space, std::uint32_t mask) {
  if (!is_suffix(mask, space.rank)) return false;
  if (mask != all_axes(space.rank)) return true;
  std::int64_t elements = 1;
  for (int i = 0; i < space.rank; ++i) {
    if (is_symbol(space.extents[i])) return space.rank == 1;
    elements *= space.extents[i] < whole_row ? space.extents[i] : whole_row + 1;
    if (elements > whole_row) return false;
  }
  return true;
}

constexpr void compute_reduction(draft& d, int id) {
  const node& x = d.nodes[id];
  const int a = d.at[x.a].target, space = d.nodes[x.a].shape, last = d.group_of(a);
  const auto mask = static_cast<std::uint32_t>(x.attribute);
  // Whether group g can fold this: a map of the space becomes a group that reduces.
  auto takes = [&](const group& q) {
    return !q.is_closed && q.held + 2 <= operand_budget && q.members < member_budget &&
           (q.what == kernel_kind::map ? d.alike[q.space] == d.alike[space]
                                       : q.what == kernel_kind::reduce && q.space == space && q.reduced == mask);
  };
  int chosen = -1;
  if (last >= 0) {
    const bool is_direct = d.at[a].group >= 0 && d.alike[d.nodes[a].shape] == d.alike[d.groups[last].space];
    if (is_direct && takes(d.groups[last]) && d.at[a].level + 1 < phase_budget) chosen = last;
    else
      refuse(d, a, id, d.at[a].group < 0 ? refusal::in_place_view
                       : d.groups[last].what == kernel_kind::contract ? refusal::contraction
                       : d.groups[last].what == kernel_kind::scatter  ? refusal::scatter_input
                       : d.groups[last].held + 2 > operand_budget     ? refusal::operand_budget
                       : d.groups[last].reduced && d.groups[last].space == space ? refusal::after_reduction
                                                                      : refusal::other_space);
  }
  const bool joins = chosen >= 0;
  if (!joins && d.at[a].reader >= 0 && d.at[a].what != sort::constant && d.nodes[a].op != &primitives::broadcast_in_dim) {
    const int g = d.groups[d.at[a].reader].into;
    if (d.groups[g].key > (last < 0 ? -1 : d.groups[last].key) && takes(d.groups[g])) chosen = g;
  }
  if (chosen < 0) chosen = d.open(kernel_kind::map, space);
  group& q = d.groups[chosen];
  if (q.what == kernel_kind::map) {
    q.what = kernel_kind::reduce;
    q.space = space;
    q.narrow = x.shape;
    q.reduced = mask;
    q.is_trailing = may_be_rows(d.graph.shapes[space], mask);
    q.is_closed = d.alike[space] == d.alike[x.shape];  // full and narrow values could not be told apart
  }
  d.at[id].level = static_cast<std::int8_t>(joins ? d.at[a].level + 1 : 1);
  if (joins) consume(d, chosen, a);
  else read_by(d, chosen, a, true);
  settle(d, id, chosen);
}

// A kernel of its own for a contraction, a scatter_add or a debug_print.
constexpr int compute_alone(draft& d, int id, kernel_kind what, refusal why) {
  const node& x = d.nodes[id];
  const int g = d.open(what, x.shape);
  d.groups[g].node = id;
  for (int i = 0; i < x.op->arity; ++i) {
    const int o = d.at[x.operand(i)].target;
    if (d.group_of(o) >= 0) refuse(d, o, id, why);
    read_by(d, g, o, false);
  }
  return g;
}

// A view or a source that has to be in a buffer: a map that copies it. What the view leads to has been looked up.
constexpr void compute_copy(draft& d, int id) {
  const node& x = d.nodes[id];
  note& n = d.at[id];
  const int g = d.open(kernel_kind::map, x.shape);
  if (n.what == sort::affine || n.what == sort::reading) {
    if (d.group_of(id) >= 0)
      d.out.refusals.push({n.base >= 0 ? n.base : d.target(x.a), id, refusal::in_place_view});
    read_by(d, g, id, false);
  }
  n.reader = -1;
  n.is_forced = true;
  n.latest = -1;
  seal(n, id);
  settle(d, id, g);
}

constexpr void fuse(draft& d) {
  const int count = d.graph.count.nodes;
  growing<bool> prints(d.graph.count.effects ? count : 0);
  for (int i = 0; i < d.graph.count.effects; ++i) prints[d.graph.effects[i]] = true;
  for (int id = 0; id < count; ++id) {
    note& n = d.at[id];
    if (n.what == sort::elementwise) {
      compute_elementwise(d, id);
    } else if (n.what == sort::reduction) {
      compute_reduction(d, id);
    } else if (n.what == sort::contraction) {
      settle(d, id, compute_alone(d, id, kernel_kind::contract, refusal::contraction_input));
    } else if (n.what == sort::scatter) {
      const int g = compute_alone(d, id, kernel_kind::scatter, refusal::scatter_input);
      d.groups[g].is_closed = true;
      settle(d, id, g);
    } else if (n.what == sort::marker) {
      if (!d.graph.count.effects || !prints[id]) continue;
      d.groups[compute_alone(d, id, kernel_kind::print, refusal::scatter_input)].is_closed = true;
    } else if (n.what == sort::affine || n.what == sort::reading) {
      if (n.target != id) continue;
      look(d, id);  // once more: what is below may have a buffer now
      if (n.base < 0) {
        const node& x = d.nodes[id];
        const int a = d.at[x.a].target, b = x.b < 0 ? a : d.at[x.b].target;
        const int below_a = d.group_of(a), below_b = d.group_of(b);
        n.latest = below_b >= 0 && (below_a < 0 || d.groups[below_b].key > d.groups[below_a].key) ? below_b : below_a;
        pin(d, a);
        pin(d, b);
      }
      if (n.is_forced) compute_copy(d, id);
    } else if (n.is_forced) {
      compute_copy(d, id);
    }
  }
  // Results that no kernel computes: constants, extents, and what a marker passes on.
  for (int i = 0; i < d.graph.count.roots; ++i) {
    const int id = d.graph.roots[i];
    note& n = d.at[id];
    const bool is_copied = n.target != id || n.what == sort::parameter || n.what == sort::constant || n.what == sort::extent;
    if (!is_copied || !n.is_root || n.group >= 0 || n.what == sort::parameter) continue;  // a call shares arguments
    n.is_root = false;  // once
    const int g = d.open(kernel_kind::map, d.nodes[id].shape);
    d.groups[g].node = id;
    d.groups[g].is_closed = d.groups[g].has_root = true;
    read_by(d, g, n.target, false);
  }
  for (int i = 0; i < d.graph.count.roots; ++i) d.at[d.graph.roots[i]].is_root = true;
}

// A map of scalars with one reader is computed there, where it costs nothing.
constexpr void absorb(draft& d) {
  d.homes = growing<int>(d.group_count);
  int* homes = d.homes.data();
  for (int g = 0; g < d.group_count; ++g) {
    group& q = d.groups[g];
    homes[g] = q.into;
    if (q.into != g || q.what != kernel_kind::map || q.reader < 0 || q.has_root || q.is_pinned) continue;
    if (d.alike[q.space] != d.scalar) continue;
    group& reader = d.groups[d.groups[q.reader].into];
    if (d.alike[reader.space] == d.scalar || reader.held + q.held > operand_budget || reader.is_absorbed) continue;
    reader.held += q.held;
    q.is_absorbed = true;
  }
  for (int g = 0; g < d.group_count; ++g)
    if (d.groups[d.groups[g].into].is_absorbed) homes[g] = d.groups[d.groups[d.groups[g].into].reader].into;
}

}  // namespace sinter::core::planning

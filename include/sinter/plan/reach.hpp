// SPDX-License-Identifier: MIT
// How a value gets at what a group computes, and the books that groups keep of who reads whom.
#pragma once
#include "merge.hpp"

namespace sinter::core::planning {

// How an operand of a value that joins group `g` gets at what the group itself computes.
enum class access : std::uint8_t { outside, direct, full, narrow, crossing };

constexpr access reach(const draft& d, int o, int value_shape, int g) {
  const note& n = d.at[o];
  if (d.group_of(o) != g) return access::outside;
  if (n.group >= 0) return access::direct;
  if (n.base < 0) return access::crossing;
  const group& q = d.groups[g];
  const shape& space = d.graph.shapes[q.space];
  const int base_shape = d.nodes[n.base].shape;
  const int how = fit(d, q, base_shape), wanted = fit(d, q, value_shape);
  if (how == 0 || (how == 1 && wanted == 2) || (how == 2 && wanted == 1 && !q.is_trailing)) return access::crossing;
  const unsigned skipped = how == 2 ? q.reduced : 0;
  axis_maps maps = value_shape == q.space ? identity
                                          : frame(d.graph.shapes[value_shape], space, wanted == 2 ? q.reduced : 0);
  for (int v = o; v != n.base;) {
    const int below = d.at[d.nodes[v].a].target;
    const shape& from = d.graph.shapes[d.nodes[below].shape];
    if (d.nodes[v].op == &primitives::reshape && d.alike[d.nodes[below].shape] != d.alike[d.nodes[v].shape])
      return access::crossing;
    if (!step(d.graph, d.nodes[v], from, d.graph.shape_of(v), maps)) return access::crossing;
    v = below;
  }
  if (!in_order(maps, d.graph.shapes[base_shape], space, skipped)) return access::crossing;
  return how == 1 ? access::full : access::narrow;
}

// Group g reads operand o, which another group or nobody computes.
constexpr void read_by(draft& d, int g, int o, bool may_absorb) {
  note& n = d.at[o];
  group& q = d.groups[g];
  if (n.base >= 0) {
    note& b = d.at[n.base];
    if (b.last_reader < 0 || d.groups[d.groups[b.last_reader].into].key < q.key) b.last_reader = g;
    if (b.group >= 0) {
      group& from = d.groups[d.groups[b.group].into];
      b.is_out = true;
      from.has_reader = true;
      const bool is_only = from.reader == -1 || (from.reader >= 0 && d.groups[from.reader].into == g);
      from.reader = may_absorb && is_only ? g : -2;
      if (from.key > q.after) q.after = from.key;
    }
  } else if (n.latest >= 0) {
    const group& from = d.groups[d.groups[n.latest].into];
    if (from.key > q.after) q.after = from.key;
  }
  if (n.what == sort::constant || (n.reader >= 0 && d.groups[n.reader].into == g)) return;
  n.reader = g;
  q.inputs += n.weight;
  q.held += n.weight;
}

// What lies below a view over several values keeps its place from now on, and has buffers.
constexpr void pin(draft& d, int o) {
  const int base = d.at[o].base;
  if (base < 0 || d.at[base].group < 0) return;
  group& g = d.groups[d.groups[d.at[base].group].into];
  d.at[base].is_out = true;
  g.is_pinned = g.has_reader = true;
}

// An operand that the same group computes has one reader less to wait for.
constexpr void consume(draft& d, int g, int o) {
  note& n = d.at[o];
  if (--n.uses != 0) return;
  if (n.group < 0) {
    note& b = d.at[n.base];
    if (--b.uses == 0 && !b.is_out) --d.groups[g].held;
  } else if (!n.is_out) {
    --d.groups[g].held;
  }
}

constexpr void settle(draft& d, int id, int g) {
  note& n = d.at[id];
  group& q = d.groups[g];
  n.group = g;
  ++q.members;
  if (n.uses > 0) ++q.held;
  q.has_root = q.has_root || n.is_root;
}

}  // namespace sinter::core::planning

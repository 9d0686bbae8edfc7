// SPDX-License-Identifier: MIT
// Which views are read through and which have to be computed: those that are results, that a contraction cannot address, that
// a reshape needs in one piece, and those too deep to be read through.
#pragma once
#include "axes.hpp"

namespace sinter::core::planning {

// A value of its own, with a buffer when others read it.
constexpr void seal(note& n, int id) {
  n.base = n.dense = id;
  n.depth = 0;
  n.weight = 1;
  n.has_slice = n.has_symbol = false;
}
constexpr void force(draft& d, int id) {
  d.at[id].is_forced = true;
  seal(d.at[id], id);
}

constexpr bool is_placed_at_the_call(const graph_view& graph, const node& slice) {
  const shape& to = graph.shapes[slice.shape];
  for (int i = 0; i < to.rank; ++i)
    if (is_symbol(graph.pool[slice.attribute + 2 * i]) || is_symbol(to.extents[i])) return true;
  return false;
}

// What a view that is read through leads to.
constexpr void look(draft& d, int id) {
  const node& x = d.nodes[id];
  note& n = d.at[id];
  const int a = d.at[x.a].target;
  const note& from = d.at[a];
  if (n.what == sort::reading) {
    const note& second = d.at[d.at[x.b].target];
    n.base = n.dense = -1;
    n.depth = static_cast<std::int8_t>(1 + (from.depth > second.depth ? from.depth : second.depth));
    n.weight = static_cast<std::int8_t>(from.weight + second.weight);
  } else if (from.what == sort::constant) {
    n.target = a;
    return;
  } else {
    n.base = from.base;
    n.dense = -1;
    n.depth = static_cast<std::int8_t>(from.depth + 1);
    n.weight = from.weight;
    n.has_slice = from.has_slice;
    n.has_symbol = from.has_symbol;
    if (x.op == &primitives::reshape) {
      n.dense = from.dense;
      if (d.alike[x.shape] != d.alike[d.nodes[a].shape]) {
        if (n.dense < 0) {
          force(d, a);
          n.dense = a;
        }
        n.base = n.dense;
        n.depth = 1;
        n.weight = 1;
        n.has_slice = n.has_symbol = false;
      }
    } else if (x.op == &primitives::slice || x.op == &primitives::rev) {
      const bool placed_at_the_call = x.op == &primitives::slice && is_placed_at_the_call(d.graph, x);
      if (from.has_slice && (from.has_symbol || placed_at_the_call)) n.base = -1;
      n.has_slice = n.has_slice || x.op == &primitives::slice;
      n.has_symbol = n.has_symbol || placed_at_the_call;
    }
  }
  if (n.depth > view_budget || n.weight > view_weight) n.is_forced = true;
}

constexpr void lay_out(draft& d) {
  const int count = d.graph.count.nodes;
  for (int i = 0; i < d.graph.count.roots; ++i) {
    note& n = d.at[d.graph.roots[i]];
    n.is_root = n.is_out = true;
    ++n.uses;
  }
  for (int id = 0; id < count; ++id) {
    const node& x = d.nodes[id];
    note& n = d.at[id];
    n.what = sort_of(*x.op.row);
    n.target = id;
    if (x.a >= 0) ++d.at[d.at[x.a].target].uses;
    if (x.b >= 0) ++d.at[d.at[x.b].target].uses;
    if (x.c >= 0) ++d.at[d.at[x.c].target].uses;
    if (n.what >= sort::elementwise || n.what == sort::parameter) {
      n.base = n.dense = id;
      if (n.what == sort::marker) n.target = d.at[x.a].target;
      if (n.what != sort::contraction) continue;
      if (d.at[d.at[x.a].target].base < 0) force(d, d.at[x.a].target);
      if (d.at[d.at[x.b].target].base < 0) force(d, d.at[x.b].target);
      continue;
    }
    if (n.what < sort::affine) {
      n.weight = 0;
      n.is_forced = n.is_root && n.what == sort::iota;
    } else {
      look(d, id);
      n.is_forced = n.target == id && (n.is_forced || n.is_root);
    }
    if (n.is_forced) seal(n, id);
  }
}

}  // namespace sinter::core::planning

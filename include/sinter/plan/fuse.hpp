// SPDX-License-Identifier: MIT
// Which nodes share a kernel. One pass in the order of nodes: each joins the latest group among those of its operands, or a
// later one that already reads the same values, or opens one. Where it connects several groups they become one (merge.hpp).
#pragma once
#include "merge.hpp"

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

constexpr void refuse(draft& d, int o, int consumer, refusal why) {
  while (d.at[o].group < 0 && d.at[o].base >= 0 && d.at[o].base != o) o = d.at[o].base;
  d.out.refusals.push({o, consumer, why});
}

constexpr refusal reason(const draft& d, const group& q, int o, access how) {
  if (how == access::crossing)
    return d.nodes[o].op == &primitives::take ? refusal::index_is_data
           : q.reduced && !q.is_trailing && fit(d, q, d.nodes[d.at[o].base < 0 ? o : d.at[o].base].shape) == 2
               ? refusal::after_reduction : refusal::in_place_view;
  return q.what == kernel_kind::scatter || q.what == kernel_kind::print ? refusal::scatter_input : refusal::other_space;
}

constexpr void compute_elementwise(draft& d, int id) {
  const node& x = d.nodes[id];
  const int o[3] = {d.at[x.a].target, x.b < 0 ? -1 : d.at[x.b].target, x.c < 0 ? -1 : d.at[x.c].target};
  const int count = x.c >= 0 ? 3 : x.b >= 0 ? 2 : 1;
  int of[3] = {-1, -1, -1};
  int last = -1, blame = -1;
  bool several = false;
  for (int i = 0; i < count; ++i) {
    const int g = of[i] = d.group_of(o[i]);
    if (g < 0 || g == last) continue;
    several = several || last >= 0;
    if (last < 0 || d.groups[g].key > d.groups[last].key) {
      last = g;
      blame = o[i];
    }
  }
  if (several) {
    for (int i = 0; i < count; ++i) {
      const int g = of[i] < 0 ? -1 : d.groups[of[i]].into;
      if (g < 0 || g == last || !fit(d, d.groups[g], x.shape)) continue;
      if (reach(d, o[i], x.shape, g) == access::crossing) continue;
      group& early = d.groups[g];
      group& late = d.groups[last];
      bool crosses = false;
      for (int k = 0; k < count && !crosses; ++k)
        crosses = d.group_of(o[k]) == last && reach(d, o[k], x.shape, last) == access::crossing;
      const bool meet = !crosses && fit(d, late, x.shape);
      if (meet && !early.has_reader && !early.is_pinned && is_mergeable(d, early, late)) {
        merge(d, g, last);
      } else if (meet && !late.is_pinned && late.after < early.key && is_mergeable(d, late, early)) {
        last = merge(d, last, g);
      } else if (!early.is_closed && (fit(d, late, x.shape) == 0 || early.what != kernel_kind::map) &&
                 move_before(d, last, g)) {
        last = g;
      } else {
        continue;
      }
      for (int k = 0; k < count; ++k) {  // the latest may be another one now
        const int other = d.group_of(o[k]);
        if (other >= 0 && d.groups[other].key > d.groups[last].key) last = other;
        if (other == last) blame = o[k];
      }
    }
  }
  access how[3] = {};
  int level = 0, extra = 1, chosen = -1;
  if (last >= 0) {
    const group& q = d.groups[last];
    bool joins = !q.is_closed && fit(d, q, x.shape) != 0;
    for (int i = 0; i < count; ++i) {
      how[i] = of[i] < 0 || d.groups[of[i]].into != last ? access::outside
               : d.at[o[i]].group >= 0                    ? access::direct
                                                          : reach(d, o[i], x.shape, last);
      if (how[i] == access::outside) {
        extra += d.at[o[i]].weight;
        continue;
      }
      const int below = d.at[how[i] == access::direct ? o[i] : d.at[o[i]].base < 0 ? o[i] : d.at[o[i]].base].level;
      level = below > level ? below : level;
      if (how[i] != access::crossing) continue;
      blame = o[i];
      joins = false;
    }
    if (joins && q.held + extra <= operand_budget && q.members < member_budget) chosen = last;
    else
      refuse(d, blame, id, joins ? (2 * q.inputs > q.held ? refusal::operand_budget : refusal::register_budget)
                                 : reason(d, q, blame, reach(d, blame, x.shape, last)));
  }
  if (chosen < 0) {  // a later group over the same space that reads the same values
    const std::int64_t after = last < 0 ? -1 : d.groups[last].key;
    for (int i = 0; i < count && chosen < 0; ++i) {
      how[i] = access::outside;
      const note& n = d.at[o[i]];
      if (n.reader < 0 || n.base != o[i] || n.what == sort::constant) continue;
      const int g = d.groups[n.reader].into;
      const group& q = d.groups[g];
      if (q.key > after && !q.is_closed && (q.what == kernel_kind::map || q.what == kernel_kind::reduce) &&
          fit(d, q, x.shape) == 1 && d.alike[x.shape] != d.scalar && q.held + 4 <= operand_budget &&
          q.members < member_budget)
        chosen = g;
    }
    for (int i = 0; i < count; ++i) how[i] = access::outside;
    level = 0;
    if (chosen < 0) chosen = d.open(kernel_kind::map, x.shape);
  }
  for (int i = 0; i < count; ++i) {
    if (how[i] == access::outside) read_by(d, chosen, o[i], true);
    else consume(d, chosen, o[i]);
  }
  d.at[id].level = static_cast<std::int8_t>(level);
  settle(d, id, chosen);
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

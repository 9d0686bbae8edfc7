// SPDX-License-Identifier: MIT
// The group of an elementwise value: the latest of those that compute its operands, or a later one that already reads the same
// values, or a new one. Where it connects several groups they become one first (merge.hpp).
#pragma once
#include "reach.hpp"

namespace sinter::core::planning {

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

// An elementwise value and its operands, while it looks for a group.
struct meeting {
  int shape;
  int count;                    // of operands
  int operand[3];
  int group[3] = {-1, -1, -1};  // that computes each, if one does; it may have merged into another since
  int last = -1;                // the latest of these groups,
  int blame = -1;               // and an operand that it computes
  bool is_several = false;
  access how[3] = {};           // each operand is read in the group chosen
  int level = 0;                // reductions of that group below the value
};

constexpr meeting meet(const draft& d, const node& x) {
  const int count = x.c >= 0 ? 3 : x.b >= 0 ? 2 : 1;
  meeting m{x.shape, count, {}};
  for (int i = 0; i < count; ++i) m.operand[i] = d.at[x.operand(i)].target;
  for (int i = 0; i < m.count; ++i) {
    const int g = m.group[i] = d.group_of(m.operand[i]);
    if (g < 0 || g == m.last) continue;
    m.is_several = m.is_several || m.last >= 0;
    if (m.last >= 0 && d.groups[g].key <= d.groups[m.last].key) continue;
    m.last = g;
    m.blame = m.operand[i];
  }
  return m;
}

// Group g and the latest one become one, or the latest moves to before g, which then is the latest; or nothing changes.
constexpr bool bring_together(draft& d, meeting& m, int g) {
  group& early = d.groups[g];
  group& late = d.groups[m.last];
  bool crosses = false;
  for (int i = 0; i < m.count && !crosses; ++i)
    crosses = d.group_of(m.operand[i]) == m.last && reach(d, m.operand[i], m.shape, m.last) == access::crossing;
  const bool is_full = fit(d, late, m.shape) != 0;
  if (is_full && !crosses) {
    if (!early.has_reader && !early.is_pinned && is_mergeable(d, early, late)) {
      merge(d, g, m.last);
      return true;
    }
    if (!late.is_pinned && late.after < early.key && is_mergeable(d, late, early)) {
      m.last = merge(d, m.last, g);
      return true;
    }
  }
  if (early.is_closed || (is_full && early.what == kernel_kind::map) || !move_before(d, m.last, g)) return false;
  m.last = g;
  return true;
}

constexpr void connect(draft& d, meeting& m) {
  for (int i = 0; i < m.count; ++i) {
    const int g = m.group[i] < 0 ? -1 : d.groups[m.group[i]].into;
    if (g < 0 || g == m.last || !fit(d, d.groups[g], m.shape)) continue;
    if (reach(d, m.operand[i], m.shape, g) == access::crossing || !bring_together(d, m, g)) continue;
    for (int k = 0; k < m.count; ++k) {  // the latest may be another one now
      const int other = d.group_of(m.operand[k]);
      if (other >= 0 && d.groups[other].key > d.groups[m.last].key) m.last = other;
      if (other == m.last) m.blame = m.operand[k];
    }
  }
}

// Whether the value can be computed in the latest group; if not, the refusal is noted.
constexpr bool joins_latest(draft& d, int id, meeting& m) {
  const group& q = d.groups[m.last];
  bool joins = !q.is_closed && fit(d, q, m.shape) != 0;
  int extra = 1;  // values held for it: itself, and what is read from outside
  for (int i = 0; i < m.count; ++i) {
    const int o = m.operand[i];
    if (m.group[i] >= 0 && d.groups[m.group[i]].into == m.last)
      m.how[i] = d.at[o].group >= 0 ? access::direct : reach(d, o, m.shape, m.last);
    if (m.how[i] == access::outside) {
      extra += d.at[o].weight;
      continue;
    }
    const int below = d.at[m.how[i] == access::direct || d.at[o].base < 0 ? o : d.at[o].base].level;
    m.level = below > m.level ? below : m.level;
    if (m.how[i] != access::crossing) continue;
    m.blame = o;
    joins = false;
  }
  if (joins && q.held + extra <= operand_budget && q.members < member_budget) return true;
  refuse(d, m.blame, id, joins ? (2 * q.inputs > q.held ? refusal::operand_budget : refusal::register_budget)
                               : reason(d, q, m.blame, reach(d, m.blame, m.shape, m.last)));
  return false;
}

// A group after all of its operands', over the same space, that reads one of them already; -1 where none does.
constexpr int later_reader(const draft& d, const meeting& m) {
  const std::int64_t after = m.last < 0 ? -1 : d.groups[m.last].key;
  for (int i = 0; i < m.count; ++i) {
    const note& n = d.at[m.operand[i]];
    if (n.reader < 0 || n.base != m.operand[i] || n.what == sort::constant) continue;
    const int g = d.groups[n.reader].into;
    const group& q = d.groups[g];
    if (q.key > after && !q.is_closed && (q.what == kernel_kind::map || q.what == kernel_kind::reduce) &&
        fit(d, q, m.shape) == 1 && d.alike[m.shape] != d.scalar && q.held + 4 <= operand_budget && q.members < member_budget)
      return g;
  }
  return -1;
}

constexpr void compute_elementwise(draft& d, int id) {
  meeting m = meet(d, d.nodes[id]);
  if (m.is_several) connect(d, m);
  int chosen = m.last;
  if (m.last < 0 || !joins_latest(d, id, m)) {
    for (access& how : m.how) how = access::outside;
    m.level = 0;
    chosen = later_reader(d, m);
    if (chosen < 0) chosen = d.open(kernel_kind::map, m.shape);
  }
  for (int i = 0; i < m.count; ++i) {
    if (m.how[i] == access::outside) read_by(d, chosen, m.operand[i], true);
    else consume(d, chosen, m.operand[i]);
  }
  d.at[id].level = static_cast<std::int8_t>(m.level);
  settle(d, id, chosen);
}

}  // namespace sinter::core::planning

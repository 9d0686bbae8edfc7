// SPDX-License-Identifier: MIT
// The order of kernels. Groups keep their order, but for maps that nobody reads: those wait for the end, so that an optimiser
// over all parameters is one launch; and but for contractions that update an argument: they wait for its other readers, so
// that the result may take its place. debug_print runs in the order of the program.
#pragma once
#include "fuse.hpp"

namespace sinter::core::planning {

// The elements of a shape, or 0 where that is known at the call.
constexpr std::int64_t known_elements(const shape& of) {
  std::int64_t elements = 1;
  for (int i = 0; i < of.rank; ++i) elements *= is_symbol(of.extents[i]) ? 0 : of.extents[i];
  return elements;
}
// Whether a contraction reads a computed value that is known to be larger: to keep that longer would cost more memory.
constexpr bool reads_more(const draft& d, const group& q, std::int64_t elements) {
  const node& x = d.nodes[q.node];
  for (const int o : {d.at[d.at[x.a].target].base, d.at[d.at[x.b].target].base})
    if (d.at[o].group >= 0 && known_elements(d.graph.shape_of(o)) > elements) return true;
  return false;
}

// Contractions with results only, which read an argument that a later kernel reads too, go behind that one.
constexpr void wait_for_readers(draft& d) {
  const int count = d.order.count;
  growing<int> place_list(d.group_count, -1), wait_list(d.group_count, -1);
  int* place = place_list.data();
  int* wait = wait_list.data();
  const int* homes = d.homes.data();
  bool any = false;
  for (int i = 0; i < count; ++i) place[d.order.items[i]] = i;
  for (int id = 0; id < d.graph.count.nodes; ++id) {
    const note& n = d.at[id];
    if (n.what != sort::elementwise) continue;
    const int g = homes[n.group];
    const group& q = d.groups[g];
    if (q.has_reader || q.what != kernel_kind::contract) continue;
    const node& x = d.nodes[id];
    for (int i = 0; i < 3 && x.operand(i) >= 0; ++i) {
      const note& o = d.at[x.operand(i)];
      if (o.what != sort::parameter || o.last_reader < 0 || d.nodes[x.operand(i)].shape != x.shape) continue;
      const int reader = homes[o.last_reader];
      if (place[reader] <= place[g] || (wait[g] >= 0 && place[wait[g]] > place[reader])) continue;
      if (reads_more(d, q, known_elements(d.graph.shapes[x.shape]))) continue;
      wait[g] = reader;
      any = true;
    }
  }
  if (!any) return;
  growing<int> first(d.group_count, -1), next(d.group_count, -1), order;
  for (int i = count - 1; i >= 0; --i) {
    const int g = d.order.items[i];
    if (wait[g] < 0) continue;
    next[g] = first[wait[g]];
    first[wait[g]] = g;
  }
  order.reserve(count);
  for (int i = 0, seen = 0; i < count; ++i) {
    if (wait[d.order.items[i]] >= 0) continue;
    order.push(d.order.items[i]);
    for (; seen < order.size(); ++seen)
      for (int g = first[order[seen]]; g >= 0; g = next[g]) order.push(g);
  }
  d.order.swap(order);
}

constexpr void schedule(draft& d) {
  growing<int> late, waiting;
  growing<int> prints(d.graph.count.effects, -1);
  int next_print = 0;
  auto place = [&](int g) {
    const group& q = d.groups[g];
    if (q.into != g || q.is_absorbed) return;
    if (q.what == kernel_kind::map && !q.has_reader) {
      late.push(g);
    } else if (q.what == kernel_kind::print) {
      for (int i = 0; i < prints.size(); ++i)
        if (d.graph.effects[i] == q.node) prints[i] = g;
      while (next_print < prints.size() && prints[next_print] >= 0) d.order.push(prints[next_print++]);
    } else {
      d.order.push(g);
    }
  };
  d.order.reserve(d.group_count);
  for (int g = 0; g < d.group_count; ++g) {
    for (int first = d.groups[g].before; first >= 0; first = d.groups[first].next) place(first);
    if (!d.groups[g].is_moved) place(g);
  }
  for (int i = 0; i < late.size(); ++i) d.order.push(late[i]);
  wait_for_readers(d);
}

}  // namespace sinter::core::planning

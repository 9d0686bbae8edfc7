// SPDX-License-Identifier: MIT
// The order of kernels. Groups keep their order, but for maps that nobody reads: those wait for the end, so that an optimiser
// over all parameters is one launch. debug_print runs in the order of the program.
#pragma once
#include "fuse.hpp"

namespace sinter::core::planning {

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
}

}  // namespace sinter::core::planning

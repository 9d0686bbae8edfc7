// SPDX-License-Identifier: MIT
// Where values that leave their kernel live: a slot of the arena for each shape and element type, reused as soon as the last
// launch that reads it is over; and which argument's buffer a result may take.
#pragma once
#include "program.hpp"

namespace sinter::core::planning {

constexpr int slot_class(const node& x) { return x.shape * dtype_count + static_cast<int>(x.type); }

constexpr void place_slots(draft& d) {
  const int nodes = d.graph.count.nodes, launches = d.out.launches.count;
  d.out.slots = growing<std::int32_t>(nodes, -1);
  std::int32_t* slots = d.out.slots.items;
  growing<int> dying_list(launches + 1), dying_next_list(nodes), free_list(d.graph.count.shapes * dtype_count), free_next;
  int* dying = dying_list.data();        // launch -> the first value that it is the last to read (id + 1)
  int* dying_next = dying_next_list.data();
  int* free = free_list.data();          // class -> the first free slot (slot + 1)
  for (int l = 0; l < launches; ++l) {
    if (l > 0)
      for (int id = dying[l - 1] - 1; id >= 0; id = dying_next[id] - 1) {
        const int slot = slots[id], which = slot_class(d.nodes[id]);
        free_next.items[slot] = free[which];
        free[which] = slot + 1;
      }
    const launch& now = d.out.launches.items[l];
    for (int k = now.first; k < now.first + now.count; ++k) {
      const kernel& q = d.out.kernels.items[k];
      for (int i = 0; i < q.outputs; ++i) {
        const int id = d.out.outputs.items[q.first_output + i];
        note& n = d.at[id];
        if (n.is_root) continue;
        const int which = slot_class(d.nodes[id]);
        int slot = free[which] - 1;
        if (slot >= 0) {
          free[which] = free_next.items[slot];
        } else {
          slot = d.out.slot_shapes.push(d.nodes[id].shape);
          d.out.slot_types.push(d.nodes[id].type);
          free_next.push(0);
        }
        slots[id] = slot;
        const int last = n.last > l ? n.last : l;
        dying_next[id] = dying[last];
        dying[last] = id + 1;
      }
    }
  }
}

// Root r of kernel k may take the buffer of a parameter of the same shape and type that no later kernel reads, and that this
// launch reads not at all, or only in kernel k, at the same index and before the value is stored, and that it does not copy.
constexpr void place_donors(draft& d) {
  const int roots = d.graph.count.roots, kernels = d.out.kernels.count, nodes = d.graph.count.nodes;
  d.out.donors = growing<std::int32_t>(roots, -1);
  growing<int> number_list(nodes, -1), free_list(d.graph.count.shapes * dtype_count), next_list(nodes);
  int* number = number_list.data();  // node -> the root that it is, the first of them
  int* free = free_list.data();      // class -> parameters not yet taken (id + 1)
  int* next = next_list.data();
  growing<bool> taken_list(nodes);
  bool* taken = taken_list.data();
  for (int r = roots - 1; r >= 0; --r) number[d.graph.roots[r]] = r;
  for (int id = nodes - 1; id >= 0; --id) {
    if (d.at[id].what != sort::parameter) continue;
    taken[id] = d.at[id].is_root;  // a result that is an argument shares its buffer
    int& head = free[slot_class(d.nodes[id])];
    next[id] = head;
    head = id + 1;
  }
  int launch = 0;
  for (int k = 0; k < kernels; ++k) {
    const kernel& q = d.out.kernels.items[k];
    while (launch + 1 < d.out.launches.count && d.out.launches.items[launch + 1].first <= k) ++launch;
    for (int i = 0; i < q.outputs; ++i) {
      const int id = d.out.outputs.items[q.first_output + i], r = number[id];
      if (r < 0) continue;
      const int which = slot_class(d.nodes[id]);
      int found = -1;
      const bool in_place = q.what == kernel_kind::map || q.what == kernel_kind::contract;
      const instruction* program = d.out.program.items + q.first_instruction;
      bool stored = false;
      for (int j = 0; j < q.instructions && in_place && !stored; ++j) {
        if (program[j].op == &primitives::input) {
          const read& from = d.out.reads.items[q.first_read + static_cast<int>(program[j].attribute)];
          const bool is_copied = program[j].out >= 0 && program[j].out != i;  // into another value, last of all
          if (from.what == read_kind::buffer && program[j].has == form::full && !is_copied) {
            const note& n = d.at[from.value];
            const bool is_alike = n.what == sort::parameter && slot_class(d.nodes[from.value]) == which;
            if (is_alike && !taken[from.value] && n.last == launch && n.kernel == k && n.crossed != k && !n.is_shared &&
                (found < 0 || from.value < found))
              found = from.value;  // the first argument of them
          }
        }
        stored = program[j].out == i;
      }
      int tries = 0;
      for (int* link = &free[which]; *link && found < 0 && tries < 16; ++tries) {
        const int p = *link - 1;
        if (taken[p]) {
          *link = next[p];
          continue;
        }
        if (d.at[p].last < launch) found = p;
        link = &next[p];
      }
      if (found < 0) continue;
      taken[found] = true;
      d.out.donors.items[r] = static_cast<std::int32_t>(d.nodes[found].attribute);
    }
  }
}

}  // namespace sinter::core::planning

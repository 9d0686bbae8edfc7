// SPDX-License-Identifier: MIT
// The program of each kernel: the nodes of its group, renumbered, behind the reads they need. Kernels with equal programs
// share the first one's, and small maps that follow each other become one launch.
#pragma once
#include "reads.hpp"

namespace sinter::core::planning {

class programmer {
 public:
  constexpr explicit programmer(draft& all) : d_(all), out_(all.out), reads_(all) { sort_members(); }

  constexpr void run() {
    const int kernels = d_.order.count;
    out_.program.reserve(d_.graph.count.nodes + 2 * kernels);
    out_.kernels.reserve(kernels);
    out_.reads.reserve(d_.graph.count.nodes);
    hashes_ = growing<std::uint64_t>(kernels);
    next_ = growing<int>(kernels);
    for (int k = 0; k < kernels; ++k) compose(k, d_.order.items[k]);
  }

 private:
  draft& d_;
  plan_builder& out_;
  reader reads_;
  growing<int> starts_, members_;
  growing<read> own_;
  growing<std::uint64_t> hashes_;
  growing<int> next_;
  int heads_[128] = {};
  int buffers_ = 0;  // of the last launch
  // the kernel at hand
  int group_ = 0, first_ = 0, number_ = 0;
  kernel made_;

  // The nodes of each group, counting sort: ids ascend, so operands stand before users.
  constexpr void sort_members() {
    const int nodes = d_.graph.count.nodes, groups = d_.group_count;
    starts_ = growing<int>(groups + 1);
    members_ = growing<int>(nodes);
    int* starts = starts_.items;
    int* members = members_.items;
    const int* homes = d_.homes.data();
    const note* at = d_.at;
    for (int id = 0; id < nodes; ++id)
      if (at[id].group >= 0) ++starts[homes[at[id].group]];
    for (int g = 0, sum = 0; g <= groups; ++g) sum = (starts[g] = sum + starts[g]);  // ends, which become starts
    for (int id = nodes - 1; id >= 0; --id)
      if (at[id].group >= 0) members[--starts[homes[at[id].group]]] = id;
  }

  constexpr int put(int id, const instruction& made) {
    const int local = out_.program.push(made) - first_;
    d_.at[id].stamp = number_;
    d_.at[id].local = local;
    return local;
  }
  // Constant o as what node id is here.
  constexpr int put_constant(int id, int o) {
    const node& x = d_.nodes[o];
    return put(id, {.op = &primitives::constant, .type = x.type, .has = form::scalar, .attribute = x.attribute});
  }
  constexpr instruction& at(int local) { return out_.program.items[first_ + local]; }

  constexpr int add_input(int id, const read& from, bool narrow) {
    form has = narrow ? form::narrow : form::full;
    if (from.what == read_kind::extent || from.what == read_kind::constant) has = form::scalar;
    if (from.what == read_kind::buffer || from.what == read_kind::moved) {
      const int rank = from.what == read_kind::buffer ? d_.graph.shapes[from.shape].rank
                                                      : d_.graph.shape_of(out_.reads.items[from.first].node).rank;
      bool stands = true;
      for (int i = 0; i < rank && stands; ++i) stands = from.axes[i].axis < 0;
      if (stands) has = form::scalar;
    }
    const group& q = d_.groups[group_];
    if (has == form::full && (made_.is_flat || from.what == read_kind::buffer)) {
      bool dense = from.what == read_kind::buffer;
      if (dense && !(from.node == from.value && from.shape == q.space)) {
        axis_maps maps;
        for (int i = 0; i < max_rank; ++i) maps.of[i] = from.axes[i];
        dense = in_order(maps, d_.graph.shapes[from.shape], d_.graph.shapes[q.space], 0);
      }
      if (!dense) {
        made_.is_flat = false;
        if (from.what == read_kind::buffer) d_.at[from.value].crossed = number_;
      }
    }
    own_.push(from);
    return put(id, {.op = &primitives::input, .type = from.type, .has = has, .attribute = own_.count - 1});
  }

  constexpr read read_here(int o, bool narrow, bool itself = false) {
    const group& q = d_.groups[group_];
    const int s = d_.nodes[o].shape;
    if (s == q.space) return reads_.make(o, identity, true, itself);
    const shape& space = d_.graph.shapes[q.space];
    return reads_.make(o, frame(d_.graph.shapes[s], space, narrow ? q.reduced : 0), false, itself);
  }

  // The number of an operand here.
  constexpr int operand(int o, bool narrow) {
    if (o < 0) return -1;
    const note& n = d_.at[o];
    if (n.stamp == number_) return n.local;
    if (n.what == sort::constant)
      return put_constant(o, o);
    if (n.base >= 0 && n.group < 0 && d_.at[n.base].group >= 0 && d_.homes[d_.at[n.base].group] == group_) {
      const int base = d_.at[n.base].local;  // a view of what this kernel computes, which moves nothing
      if (narrow || at(base).has != form::narrow) {
        d_.at[o].stamp = number_;
        return d_.at[o].local = base;
      }
      return put(o, {.op = &primitives::broadcast_in_dim, .type = d_.nodes[o].type, .has = form::full, .broadcasts = true,
                     .level = at(base).level, .a = static_cast<std::int16_t>(base)});
    }
    return add_input(o, read_here(o, narrow), narrow);
  }

  constexpr void compute(int id) {
    const node& x = d_.nodes[id];
    const note& n = d_.at[id];
    const group& q = d_.groups[group_];
    if (n.what == sort::elementwise) {
      const bool is_scalar = d_.groups[d_.groups[n.group].into].is_absorbed;
      const bool narrow = !is_scalar && d_.alike[x.shape] != d_.alike[q.space];
      const int a = operand(d_.at[x.a].target, narrow), b = x.b < 0 ? -1 : operand(d_.at[x.b].target, narrow),
                c = x.c < 0 ? -1 : operand(d_.at[x.c].target, narrow);
      instruction* program = out_.program.items + first_;
      const int level_a = program[a].level, level_b = b < 0 ? 0 : program[b].level, level_c = c < 0 ? 0 : program[c].level;
      const int level = level_a > level_b ? (level_a > level_c ? level_a : level_c) : level_b > level_c ? level_b : level_c;
      if (!narrow && !is_scalar) {
        const auto bit = static_cast<std::uint8_t>(1u << level);
        if (program[a].has == form::full) program[a].uses |= bit;
        if (b >= 0 && program[b].has == form::full) program[b].uses |= bit;
        if (c >= 0 && program[c].has == form::full) program[c].uses |= bit;
        if (level >= made_.phases) made_.phases = level + 1;
      }
      put(id, {.op = x.op, .type = x.type, .has = is_scalar ? form::scalar : narrow ? form::narrow : form::full,
               .level = static_cast<std::int8_t>(level), .a = static_cast<std::int16_t>(a), .b = static_cast<std::int16_t>(b),
               .c = static_cast<std::int16_t>(c), .attribute = x.attribute});
    } else if (n.what == sort::reduction) {
      const int a = operand(d_.at[x.a].target, false), level = at(a).level;
      if (at(a).has == form::full) at(a).uses |= static_cast<std::uint8_t>(1u << level);
      if (level >= made_.phases) made_.phases = level + 1;
      put(id, {.op = x.op, .type = x.type, .has = form::narrow, .level = static_cast<std::int8_t>(level + 1),
               .a = static_cast<std::int16_t>(a)});
    } else if (n.what == sort::contraction) {
      made_.attribute = x.attribute;
      put(id, {.op = &primitives::dot_general, .type = x.type});
    } else if (n.what != sort::scatter) {
      copy(id, id);
    }
  }

  // An input or a constant that is stored as node `id`.
  constexpr int copy(int id, int o) {
    if (d_.at[o].what == sort::constant)
      return put_constant(id, o);
    return add_input(id, read_here(o, false, id == o && d_.at[o].what != sort::parameter), false);
  }

  // Operands that are read as they are, at their own index: those of contractions, scatter_add and debug_print.
  constexpr void read_operands(const node& x) {
    for (int i = 0; i < x.op->arity; ++i) {
      const int o = d_.at[x.operand(i)].target;
      own_.push(reads_.make(o, identity, true));
      const read& made = own_.back();
      if (made.what == read_kind::buffer) d_.at[made.value].crossed = number_;
    }
  }

  constexpr void compose(int k, int g) {
    const group& q = d_.groups[g];
    group_ = g;
    number_ = reads_.kernel = k;
    reads_.after = -1;
    reads_.touched.clear();
    own_.clear();
    first_ = out_.program.count;
    made_ = {};
    made_.what = q.what;
    made_.space = q.space;
    made_.first_instruction = first_;
    made_.is_flat = q.what == kernel_kind::map;
    made_.same_as = k;
    if (q.reduced) {
      made_.narrow = q.narrow;
      made_.reduced = q.reduced;
    }
    const int from = starts_.items[g], to = starts_.items[g + 1];
    if (q.what == kernel_kind::contract || q.what == kernel_kind::scatter || q.what == kernel_kind::print) {
      made_.node = q.node;
      read_operands(d_.nodes[q.node]);
    }
    if (q.what == kernel_kind::scatter) {
      const node& x = d_.nodes[q.node];
      const int o = d_.at[x.a].target;
      made_.attribute = x.attribute;
      if (own_.items[0].what == read_kind::constant) put_constant(q.node, o);
      else put(q.node, {.op = &primitives::input, .type = x.type});
    } else if (q.what == kernel_kind::print) {
      put(q.node, {.op = &primitives::input, .type = d_.nodes[q.node].type});
    } else if (from == to) {
      copy(q.node, d_.at[q.node].target);
    }
    for (int i = from; i < to; ++i) compute(members_.items[i]);
    made_.members = from == to && q.what == kernel_kind::map ? 0 : to - from;
    if (q.what == kernel_kind::reduce && made_.phases > 1) made_.what = kernel_kind::row;
    made_.first_output = out_.outputs.count;
    if (from == to && q.what == kernel_kind::map) store(q.node);
    for (int i = from; i < to; ++i)
      if (d_.at[members_.items[i]].is_out && !d_.groups[d_.groups[d_.at[members_.items[i]].group].into].is_absorbed)
        store(members_.items[i]);
    made_.outputs = out_.outputs.count - made_.first_output;
    made_.first_read = out_.reads.count;
    made_.reads = own_.count;
    for (int i = 0; i < own_.count; ++i) out_.reads.push(own_.items[i]);
    if (q.what == kernel_kind::contract || q.what == kernel_kind::scatter) {
      made_.left = made_.first_read + (q.what == kernel_kind::scatter ? 1 : 0);
      made_.right = made_.left + 1;
    }
    made_.instructions = out_.program.count - first_;
    share(k);
    out_.kernels.push(made_);
    start(k);
  }

  constexpr void store(int id) {
    at(d_.at[id].local).out = static_cast<std::int16_t>(out_.outputs.count - made_.first_output);
    out_.outputs.push(id);
  }

  // A kernel whose program an earlier one has runs that one.
  constexpr void share(int k) {
    const instruction* program = out_.program.items + first_;
    auto hash = static_cast<std::uint64_t>(made_.what) + 1;
    for (int i = 0; i < made_.instructions; ++i) {
      const instruction& x = program[i];
      hash = (hash ^ hash >> 29) * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(x.attribute) * 31u + x.op.row->hash +
             static_cast<std::uint64_t>(x.a * 7 + x.b * 131 + x.c * 1031 +
                                        x.out * 101 + static_cast<int>(x.type) * 311 + static_cast<int>(x.has) * 3);
    }
    hash ^= hash >> 32;
    hashes_.items[k] = hash;
    int& head = heads_[hash % 128];
    for (int other = head - 1; other >= 0; other = next_.items[other] - 1) {
      const kernel& q = out_.kernels.items[other];
      if (hashes_.items[other] != hash || q.instructions != made_.instructions || q.what != made_.what ||
          q.phases != made_.phases || q.is_flat != made_.is_flat)
        continue;
      bool equal = true;
      for (int i = 0; i < made_.instructions && equal; ++i) equal = out_.program.items[q.first_instruction + i] == program[i];
      if (!equal) continue;
      made_.same_as = other;
      made_.first_instruction = q.first_instruction;
      out_.program.resize(first_);
      return;
    }
    next_.items[k] = head;
    head = k + 1;
    ++out_.distinct;
  }

  // A map joins the launch before it if that is one of maps, is not waited for, and has room for its buffers.
  constexpr void start(int k) {
    const int last = out_.launches.count - 1;
    int launch = last, added = made_.outputs;
    for (int i = 0; i < reads_.touched.count; ++i) added += d_.at[reads_.touched.items[i]].last != last;
    if (last >= 0 && made_.what == kernel_kind::map && reads_.after < last &&
        out_.kernels.items[out_.launches.items[last].first].what == kernel_kind::map && buffers_ + added <= launch_budget) {
      ++out_.launches.items[last].count;
      buffers_ += added;
    } else {
      launch = out_.launches.push({k, 1});
      buffers_ = made_.outputs + reads_.touched.count;
    }
    for (int i = 0; i < made_.outputs; ++i) {
      note& n = d_.at[out_.outputs.items[made_.first_output + i]];
      if (n.group >= 0) n.launch = launch;
    }
    for (int i = 0; i < reads_.touched.count; ++i) {
      note& n = d_.at[reads_.touched.items[i]];
      n.is_shared = n.last == launch;
      n.last = launch;
    }
  }
};

}  // namespace sinter::core::planning

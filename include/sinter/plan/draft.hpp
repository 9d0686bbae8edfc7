// SPDX-License-Identifier: MIT
// What the passes of the planner write down about nodes and groups before there is a plan. Nodes and groups live in raw
// arrays: a checked container would cost half of the steps that constant evaluation allows.
#pragma once
#include "../primitive/contraction.hpp"
#include "../primitive/indexing.hpp"
#include "plan.hpp"

namespace sinter::core::planning {

// What a node is to the planner.
enum class sort : std::uint8_t {
  parameter, constant, extent, iota,
  affine,   // an operand at an index moved along each axis: reshape, transpose, broadcast_in_dim, slice, rev
  reading,  // pad, concatenate, take: more than one operand under another index
  elementwise, reduction, contraction, scatter, marker
};

// Hashes of rows are compared here, not pointers to them: that is no call, and so takes no step of constant evaluation.
constexpr sort sort_of(const primitive& row) {
  const std::uint32_t hash = row.hash;
  return row.kind == family::elementwise   ? sort::elementwise
         : row.kind == family::reduction   ? sort::reduction
         : row.kind == family::contraction ? sort::contraction
         : row.kind == family::marker      ? sort::marker
         : row.kind == family::view
             ? (hash == primitives::pad.hash || hash == primitives::concatenate.hash ? sort::reading : sort::affine)
         : row.kind == family::indexing              ? (hash == primitives::take.hash ? sort::reading : sort::scatter)
         : hash == primitives::parameter.hash        ? sort::parameter
         : hash == primitives::constant.hash         ? sort::constant
         : hash == primitives::dimension_size.hash   ? sort::extent
                                                     : sort::iota;
}

struct note {
  std::int32_t target = -1;  // the node whose value it is: itself, or what a marker or a view of a constant passes on
  std::int32_t group = -1;   // the group that computes it; -1 for sources and for views that are only read
  std::int32_t base = -1;    // the one buffer that it reads at moved indices: itself if computed; -1: none, or several
  std::int32_t dense = -1;   // the buffer that holds its elements in its own order
  std::int32_t latest = -1;  // the last group below a view without a base
  std::int32_t uses = 0;     // operands of others not yet seen
  std::int32_t reader = -1;  // the group that last read it
  std::int32_t last_reader = -1;         // the group latest in the order that does, also through views
  std::int32_t stamp = -1, local = -1;   // the kernel that last used it, and its number there
  std::int32_t last = -1;                // the last launch that reads it
  std::int32_t kernel = -1, crossed = -1;  // the last kernel that reads it, and the last that does so at other indices
  std::int32_t launch = -1, slot = -1;   // the launch that computes it, and where it is kept
  std::int8_t depth = 0;     // views below
  std::int8_t weight = 1;    // buffers below
  std::int8_t level = 0;     // reductions of its group below
  sort what = sort::parameter;
  bool has_slice = false, has_symbol = false;  // a slice below; one whose place is only known at the call
  bool is_forced = false;    // a view or source that some kernel has to compute
  bool is_out = false;       // read by another group, or a root
  bool is_root = false;
  bool is_shared = false;    // several kernels of launch `last` read it
};

struct group {
  kernel_kind what = kernel_kind::map;
  bool is_trailing = false;  // its reduced axes are the last ones: what they gave may meet the full values again
  bool is_closed = false;    // nothing joins
  bool is_pinned = false;    // a view over several groups depends on its place
  bool is_moved = false;
  bool has_reader = false;   // another group reads it
  bool has_root = false;
  bool is_absorbed = false;  // its scalars are computed by their one reader
  std::int32_t space = 0, narrow = -1;
  std::uint32_t reduced = 0;
  std::int32_t into = 0;          // the group it has been merged into, or itself
  std::int32_t merged = -1;       // the next of those merged with it
  std::int32_t held = 0, inputs = 0, members = 0;
  std::int32_t reader = -1;       // the one group that reads it, or -2
  std::int32_t node = -1;         // contract, scatter, print, or a copied root
  std::int32_t before = -1, next = -1;  // groups that stand immediately before it, the first first
  std::int32_t inserted = 0;
  std::int64_t key = 0;           // its place in the order
  std::int64_t after = -1;        // all that it reads is at this place or earlier
};

inline constexpr int operand_budget = 40;      // inputs, outputs and values that wait for a reader
inline constexpr int member_budget = 256;      // nodes of a kernel: beyond, compilers take more than their share of time
inline constexpr int launch_budget =
    1280;  // buffers of a launch: a GPU's kernel takes 4,095 words, its compiler long for so many
inline constexpr int phase_budget = 8;
inline constexpr int view_budget = 8;          // views read through one another
inline constexpr int view_weight = 16;         // buffers behind one read
inline constexpr std::int64_t whole_row = 65536;  // elements of an array that may be one row
inline constexpr std::int64_t key_step = 1 << 20;

struct draft {
  graph_view graph;
  plan_builder& out;
  growing<note> notes;
  growing<group> group_list;
  growing<int> squeezed;       // shape id -> the first shape equal to it but for static extents of 1
  growing<int> homes;          // group -> the group whose kernel computes it
  growing<int> order;          // groups in the order they run
  int scalar = -1;             // what `squeezed` says of rank 0

  const node* nodes = nullptr;
  note* at = nullptr;
  group* groups = nullptr;
  const int* alike = nullptr;
  int group_count = 0;

  constexpr draft(const graph_view& g, plan_builder& p)
      : graph(g), out(p), notes(g.count.nodes), group_list(g.count.nodes + g.count.roots + 1), squeezed(g.count.shapes) {
    nodes = g.nodes;
    at = notes.data();
    groups = group_list.data();
    squeeze();
    alike = squeezed.items;
  }
  draft(const draft&) = delete;

  constexpr int target(int id) const { return at[id].target; }
  // The group whose value an operand reads, or -1.
  constexpr int group_of(int o) const {
    const int g = at[o].base >= 0 ? at[at[o].base].group : at[o].latest;
    return g < 0 ? -1 : groups[g].into;
  }
  constexpr int open(kernel_kind what, int space) {
    group& g = groups[group_count];
    g.what = what;
    g.space = space;
    g.into = group_count;
    g.key = (group_count + 1) * key_step;
    return group_count++;
  }

 private:
  constexpr void squeeze() {
    constexpr int buckets = 64;
    int heads[buckets] = {};
    growing<int> next(graph.count.shapes);
    for (int id = 0; id < graph.count.shapes; ++id) {
      const shape& s = graph.shapes[id];
      std::uint64_t hash = 7;
      for (int i = 0; i < s.rank; ++i)
        hash = s.extents[i] == 1 ? hash : hash * 31u + static_cast<std::uint64_t>(s.extents[i]);
      int& head = heads[(hash ^ hash >> 17) % buckets];
      int found = -1;
      for (int other = head - 1; other >= 0 && found < 0; other = next[other] - 1)
        if (equal_but_for_ones(s, graph.shapes[other])) found = other;
      squeezed.items[id] = found >= 0 ? found : id;
      if (hash == 7) scalar = squeezed.items[id];
      if (found >= 0) continue;
      next[id] = head;
      head = id + 1;
    }
  }
  static constexpr bool equal_but_for_ones(const shape& x, const shape& y) {
    for (int i = 0, k = 0;; ++i, ++k) {
      while (i < x.rank && x.extents[i] == 1) ++i;
      while (k < y.rank && y.extents[k] == 1) ++k;
      if (i >= x.rank || k >= y.rank) return i >= x.rank && k >= y.rank;
      if (x.extents[i] != y.extents[k]) return false;
    }
  }
};

}  // namespace sinter::core::planning

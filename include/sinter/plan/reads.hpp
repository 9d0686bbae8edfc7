// SPDX-License-Identifier: MIT
// How a kernel reads what it does not compute: buffers at moved indices where one axis_map an axis can say it, else trees of
// reads. What the reads of a kernel touch is noted for the passes that follow.
#pragma once
#include "schedule.hpp"

namespace sinter::core::planning {

struct reader {
  draft& d;
  int kernel = 0;         // its number
  int group = 0;
  int after = -1;         // the last launch that it depends on
  growing<int> touched;   // nodes whose buffers it reads

  constexpr explicit reader(draft& all) : d(all) {}

  constexpr bool is_materialised(int id) const { return d.at[id].group >= 0 || d.at[id].what == sort::parameter; }

  // A read of node `id`, an operand, at the index that `maps` makes of the reader's. `itself`: of the view that id is, although
  // it has a buffer, because that is being filled.
  constexpr read make(int id, const axis_maps& maps, bool is_identity, bool itself = false) {
    read made;
    made.type = d.nodes[id].type;
    made.node = id;
    axis_maps now = maps;
    bool here = true;  // still at `id` itself
    for (int v = id;;) {
      const node& x = d.nodes[v];
      if (is_materialised(v) && !(itself && here)) return buffer(made, v, x.shape, now, is_identity && here);
      const sort what = d.at[v].what;
      if (what == sort::constant || what == sort::extent) {
        made.what = what == sort::constant ? read_kind::constant : read_kind::extent;
        made.shape = x.shape;
        made.attribute = x.attribute;
        return made;
      }
      if (what == sort::affine) {
        const int below = d.at[x.a].target;
        const int shape_below = d.nodes[below].shape;
        if (x.op == &primitives::reshape && d.alike[shape_below] != d.alike[x.shape])
          return d.at[below].what == sort::constant ? make(below, identity, true) : buffer(made, dense_of(below), x.shape, now, false);
        if (step(d.graph, x, d.graph.shapes[shape_below], d.graph.shapes[x.shape], now)) {
          v = below;
          here = false;
          continue;
        }
      }
      if (is_identity && here) return tree(made, v);
      return moved(made, v, now);
    }
  }

  constexpr int keep(const read& made) { return d.out.reads.push(made); }

 private:
  constexpr int dense_of(int id) const {
    while (!is_materialised(id)) id = d.at[d.nodes[id].a].target;  // reshapes
    return id;
  }
  constexpr read buffer(read& made, int value, int shape_id, const axis_maps& maps, bool is_identity) {
    made.what = read_kind::buffer;
    made.value = value;
    made.shape = shape_id;
    put(made, maps);
    note& n = d.at[value];
    if (n.kernel != kernel) touched.push(value);
    n.kernel = kernel;
    if (!is_identity) n.crossed = kernel;
    if (n.group >= 0) {
      const int launch = d.at[value].slot;  // until memory is placed: the launch that computes it
      after = launch > after ? launch : after;
    }
    return made;
  }
  constexpr read moved(read& made, int below, const axis_maps& maps) {
    made.what = read_kind::moved;
    made.shape = d.nodes[made.node].shape;
    put(made, maps);
    made.first = keep(make(below, identity, false));
    return made;
  }
  // A view at its own index.
  constexpr read tree(read& made, int id) {
    const node& x = d.nodes[id];
    made.shape = x.shape;
    made.attribute = x.attribute;
    if (d.at[id].what == sort::iota) {
      made.what = read_kind::iota;
      return made;
    }
    if (d.at[id].what == sort::affine) {  // only where extents are symbols
      const int below = d.at[x.a].target;
      axis_maps maps = identity;
      step(d.graph, x, d.graph.shape_of(below), d.graph.shapes[x.shape], maps);
      return moved(made, below, maps);
    }
    made.what = x.op == &primitives::pad ? read_kind::padded
              : x.op == &primitives::concatenate ? read_kind::concatenated : read_kind::taken;
    made.first = keep(make(d.at[x.a].target, identity, true_inside));
    made.second = keep(make(d.at[x.b].target, identity, true_inside));
    return made;
  }
  static constexpr void put(read& made, const axis_maps& maps) {
    for (int i = 0; i < max_rank; ++i) made.axes[i] = maps.of[i];
  }
  static constexpr bool true_inside = true;
};

}  // namespace sinter::core::planning

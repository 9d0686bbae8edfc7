// SPDX-License-Identifier: MIT
// How a kernel reads what it does not compute: buffers at moved indices where one axis_map an axis can say it, else trees of
// reads. What the reads of a kernel touch is noted for the passes that follow.
#pragma once
#include "schedule.hpp"

namespace sinter::core::planning {

constexpr read blank_read() {
  read made;
  for (int i = 0; i < max_rank; ++i) made.axes[i] = identity.of[i];
  return made;
}
inline constexpr read unmoved = blank_read();

struct reader {
  draft& d;
  int kernel = 0;         // its number
  int after = -1;         // the last launch that it depends on
  growing<int> touched;   // nodes whose buffers it reads

  constexpr explicit reader(draft& all) : d(all) {}

  constexpr bool is_materialised(int id) const { return d.at[id].group >= 0 || d.at[id].what == sort::parameter; }

  // A read of node `id` at the index that `maps` makes of the reader's; `is_identity`: it is its own. `itself`: of the view
  // that id is, although it has a buffer, because that is being filled.
  constexpr read make(int id, const axis_maps& maps, bool is_identity, bool itself = false) {
    read made = unmoved;
    made.type = d.nodes[id].type;
    made.node = id;
    if (!itself && is_materialised(id)) return buffer(made, id, d.nodes[id].shape, maps, is_identity);
    axis_maps now = maps;
    for (int v = id;;) {
      const node& x = d.nodes[v];
      if (v != id && is_materialised(v)) return buffer(made, v, x.shape, now, false);
      const sort what = d.at[v].what;
      if (what == sort::constant || what == sort::extent) {
        made.what = what == sort::constant ? read_kind::constant : read_kind::extent;
        made.shape = x.shape;
        made.attribute = x.attribute;
        return made;
      }
      if (what != sort::affine) return is_identity && v == id ? tree(made, v) : moved(made, v, now, itself && v == id);
      const int below = d.at[x.a].target, shape_below = d.nodes[below].shape;
      if (x.op == &primitives::reshape && d.alike[shape_below] != d.alike[x.shape]) {
        int dense = below;
        while (!is_materialised(dense)) dense = d.at[d.nodes[dense].a].target;  // reshapes
        return buffer(made, dense, x.shape, now, false);
      }
      if (!step(d.graph, x, d.graph.shapes[shape_below], d.graph.shapes[x.shape], now)) return moved(made, v, now, false);
      v = below;
    }
  }

 private:
  int nested_ = 0;

  constexpr int inner(int id, bool itself) {
    ++nested_;
    const read made = make(id, identity, true, itself);
    --nested_;
    return d.out.reads.push(made);
  }
  constexpr read buffer(read& made, int value, int shape_id, const axis_maps& maps, bool is_identity) {
    made.what = read_kind::buffer;
    made.value = value;
    made.shape = shape_id;
    if (!is_identity)
      for (int i = 0; i < d.graph.shapes[shape_id].rank; ++i) made.axes[i] = maps.of[i];
    note& n = d.at[value];
    if (nested_ || n.kernel == kernel) n.crossed = kernel;  // twice: once it might already be overwritten
    if (n.kernel != kernel) touched.push(value);
    n.kernel = kernel;
    if (n.launch > after) after = n.launch;
    return made;
  }
  constexpr read moved(read& made, int below, const axis_maps& maps, bool itself) {
    made.what = read_kind::moved;
    made.shape = d.nodes[made.node].shape;
    for (int i = 0; i < d.graph.shape_of(below).rank; ++i) made.axes[i] = maps.of[i];
    made.first = inner(below, itself);
    return made;
  }
  // A view over several values, or iota, at its own index.
  constexpr read tree(read& made, int id) {
    const node& x = d.nodes[id];
    made.shape = x.shape;
    made.attribute = x.attribute;
    made.what = d.at[id].what == sort::iota        ? read_kind::iota
                : x.op == &primitives::pad         ? read_kind::padded
                : x.op == &primitives::concatenate ? read_kind::concatenated
                                                   : read_kind::taken;
    if (made.what == read_kind::iota) return made;
    made.first = inner(d.at[x.a].target, false);
    made.second = inner(d.at[x.b].target, false);
    return made;
  }
};

}  // namespace sinter::core::planning

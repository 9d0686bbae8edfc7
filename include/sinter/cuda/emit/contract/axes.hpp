// SPDX-License-Identifier: MIT
// The axes of a contraction by their role, and its operands and space as frames over what a tile passes: "m", "n", "k", "batch".
#pragma once
#include "../../../primitive/contraction.hpp"
#include "../choose.hpp"

namespace sinter::core::cuda {

// The axes of both operands by role, and what drives each axis of the kernel's space.
struct contract_axes {
  std::vector<int> batch_x, batch_y, inner_x, inner_y, free_x, free_y;
  std::vector<int> batch, rows, columns;  // of the space
};
inline contract_axes axes_of(const graph_view& graph, const plan_view& plan, const kernel& k) {
  contract_axes made;
  const contraction how = contraction::unpack(k.attribute);
  for (int i = 0; i < how.batches; ++i) {
    made.batch_x.push_back(how.batch_x[i]);
    made.batch_y.push_back(how.batch_y[i]);
  }
  for (int i = 0; i < how.contracted; ++i) {
    made.inner_x.push_back(how.x[i]);
    made.inner_y.push_back(how.y[i]);
  }
  const shape &x = graph.shape_of(plan.reads[k.left].node), &y = graph.shape_of(plan.reads[k.right].node);
  for (int i = 0; i < x.rank; ++i)
    if (how.free_axes(0, x.rank) >> i & 1) made.free_x.push_back(i);
  for (int i = 0; i < y.rank; ++i)
    if (how.free_axes(1, y.rank) >> i & 1) made.free_y.push_back(i);
  // The space's axes are the result's in order, those of extent 1 left out.
  std::vector<int> roles;
  for (const int a : made.batch_x)
    if (x[a] != 1) roles.push_back(0);
  for (const int a : made.free_x)
    if (x[a] != 1) roles.push_back(1);
  for (const int a : made.free_y)
    if (y[a] != 1) roles.push_back(2);
  const shape& space = graph.shapes[k.space];
  std::size_t at = 0;
  for (int a = 0; a < space.rank; ++a) {
    if (space[a] == 1) continue;
    const int role = at < roles.size() ? roles[at] : 2;
    ++at;
    (role == 0 ? made.batch : role == 1 ? made.rows : made.columns).push_back(a);
  }
  return made;
}
inline product volume_along(const shape& of, const std::vector<int>& axes) {
  product made;
  for (const int a : axes) made *= product_of_extent(of[a]);
  return made;
}

// An operand over its own source ("m" or "n"), "k" and "batch"; the one its elements lie together along comes first.
inline index_frame operand_frame(scope& s, const kernel& k, const contract_axes& axes, bool is_right, bool along_depth) {
  const read& r = s.plan.reads[is_right ? k.right : k.left];
  index_frame made(s, s.graph.shape_of(r.node));
  const auto& own = is_right ? axes.free_y : axes.free_x;
  const auto& depth = is_right ? axes.inner_y : axes.inner_x;
  if (along_depth) made.add_source("k", depth);
  made.add_source(is_right ? "n" : "m", own);
  if (!along_depth) made.add_source("k", depth);
  made.add_source("batch", is_right ? axes.batch_y : axes.batch_x);
  return made;
}
// Whether elements lie together along the contracted axes rather than the operand's own.
inline bool lies_along_depth(scope& s, const kernel& k, const contract_axes& axes, bool is_right) {
  index_frame frame = operand_frame(s, k, axes, is_right, true);
  for (const index_frame::step& step : frame.steps(affine_of(s, s.plan.reads[is_right ? k.right : k.left])))
    if (step.by.is(1)) return step.from->name == "k";
  return !is_right;  // nothing lies together: as in a row-major matrix
}

// The kernel's space over the tile's sources.
inline index_frame space_frame(scope& s, const kernel& k, const contract_axes& axes) {
  index_frame made(s, s.graph.shapes[k.space]);
  made.add_source("n", axes.columns);
  made.add_source("m", axes.rows);
  made.add_source("batch", axes.batch);
  return made;
}

}  // namespace sinter::core::cuda

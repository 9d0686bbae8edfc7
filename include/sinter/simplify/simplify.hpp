// SPDX-License-Identifier: MIT
// One rebuilding pass over a captured graph: drops what no result needs, makes extents canonical, shares equal nodes (the
// builder does), folds constants and applies the identities. Barriers and stop_gradient have done their work and vanish.
#pragma once
#include "../graph/graph.hpp"
#include "fold.hpp"
#include "rewrite.hpp"

namespace sinter::core {

constexpr bool reads_pool(row_pointer op) { return op == &primitives::slice || op == &primitives::pad; }

// `out` is empty and becomes the simplified graph. Constants are folded by the meanings of Rows.
template <class Rows = primitives::all>
constexpr void simplify(const graph_view& in, builder& out) {
  for (int i = 0; i < in.count.symbols; ++i) out.symbols.push(in.symbols[i]);
  for (int i = 0; i < in.count.checks; ++i) out.checks.push(in.checks[i]);
  for (int i = 1; i < in.count.sites; ++i) out.sites.push(in.sites[i]);
  out.parameters = in.parameters;
  out.extent_arguments = in.extent_arguments;

  const int n = in.count.nodes;
  growing<bool> live_list(n);
  bool* live = live_list.items;
  for (int i = 0; i < in.count.roots; ++i) live[in.roots[i]] = true;
  for (int i = 0; i < in.count.effects; ++i) live[in.effects[i]] = true;
  for (int i = n - 1; i >= 0; --i) {
    const node& at = in.nodes[i];
    if (!live[i]) {
      live[i] = at.a < 0 && at.op == &primitives::parameter;  // an argument keeps its place
      continue;
    }
    if (at.a >= 0) live[at.a] = true;
    if (at.b >= 0) live[at.b] = true;
    if (at.c >= 0) live[at.c] = true;
  }

  growing<int> shape_list(in.count.shapes, -1);
  int* shape_to = shape_list.items;
  auto canonical = [&](int id) {
    shape made = in.shapes[id];
    for (int k = 0; k < made.rank; ++k) made.extents[k] = out.resolve(made.extents[k]);
    return shape_to[id] = out.intern(made);
  };

  growing<int> to_list(n, -1);
  int* to = to_list.items;
  out.reserve(n + n / 8 + 16);
  for (int i = 0; i < n; ++i) {
    if (!live[i]) continue;
    const node& old = in.nodes[i];
    const primitive& op = *old.op.row;
    if (op.kind == family::marker && (old.op == &primitives::barrier || old.op == &primitives::stop_gradient)) {
      to[i] = to[old.a];
      continue;
    }
    node at = old;
    if (at.a >= 0) at.a = to[at.a];
    if (at.b >= 0) at.b = to[at.b];
    if (at.c >= 0) at.c = to[at.c];
    at.shape = shape_to[at.shape] >= 0 ? shape_to[at.shape] : canonical(at.shape);
    if (op.kind == family::source && at.op == &primitives::dimension_size) {
      at.attribute = out.resolve(at.attribute);
      if (!is_symbol(at.attribute)) {
        to[i] = constant_of_bits(out, bits_of_integer(at.attribute, at.type), at.type, at.shape).id;
        continue;
      }
    }
    if (op.kind == family::view && at.op == &primitives::reshape) at.attribute = at.shape;
    if (op.kind == family::view && reads_pool(at.op)) {
      std::int64_t list[2 * max_rank] = {};
      const int count = 2 * in.shape_of(old.a).rank;
      for (int k = 0; k < count; ++k) list[k] = k % 2 ? in.pool[at.attribute + k] : out.resolve(in.pool[at.attribute + k]);
      at.attribute = keep_in_pool(out, list, count);
    }
    out.site_now = at.site;
    if (at.a < 0) {
      to[i] = out.append(at);
      continue;
    }
    if (op.commutative && at.a > at.b) std::swap(at.a, at.b);  // one order, so that more is shared
    const term x{&out, at.a}, y = at.b >= 0 ? term{&out, at.b} : term{}, z = at.c >= 0 ? term{&out, at.c} : term{};
    const bool is_over_constant = is_constant(x);
    term made;
    if (op.commutative && is_over_constant && !is_constant(y)) {  // constants stand second
      std::swap(at.a, at.b);
      made = rewrite({y, x, z, {}, at});
    } else {
      if (is_over_constant && op.kind == family::elementwise) made = fold<Rows>(x, y, z, at);
      else if (is_over_constant && op.kind == family::view && op.arity == 1)
        made = constant_of_bits(out, x.origin().attribute, at.type, at.shape);
      if (made.id < 0) made = rewrite({x, y, z, {}, at});
    }
    to[i] = made.id >= 0 ? made.id : out.append(at);
  }
  for (int i = 0; i < in.count.roots; ++i) out.roots.push(to[in.roots[i]]);
  for (int i = 0; i < in.count.effects; ++i) out.effects.push(to[in.effects[i]]);
}

}  // namespace sinter::core

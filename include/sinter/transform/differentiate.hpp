// SPDX-License-Identifier: MIT
// Forward and reverse derivatives of the nodes of a graph under construction. Both are one loop over a range of nodes; what
// a primitive contributes is in its row. The derivative's nodes are appended to the same graph, so that derivatives of
// derivatives, sharing and fusion come by themselves.
//
// Reverse mode is a direct sweep of pullbacks. A primitive that declares only its push is linearised alone, and the nodes
// of that push are swept in the same way: on a linear range the pullback is the transpose.
#pragma once
#include "../primitive/registry.hpp"

namespace sinter::core {

constexpr operands operands_of(builder& graph, int id) {
  const node& at = graph.nodes.items[id];
  return {at.a >= 0 ? term{&graph, at.a} : term{}, at.b >= 0 ? term{&graph, at.b} : term{},
          at.c >= 0 ? term{&graph, at.c} : term{}, term{&graph, id}, at};
}

// The cotangent (or tangent) through a slope. A mask is moved outside: select(p, g J, 0) rather than select(p, g, 0) J, so
// that a lane which a condition rejects contributes 0 even where J is infinite.
constexpr term through(const slope& s, term ct) {
  switch (s.what) {
    case slope::kind::zero: return {};
    case slope::kind::one: return ct;
    case slope::kind::minus_one: return -ct;
    default: break;
  }
  if (s.value.type() == dtype::b8) return select(s.value, like(ct, 0), ct);
  if (ct.origin().op == &primitives::select_n) {
    const operands masked = operands_of(*ct.graph, ct.id);
    const bool keeps_true = is_splat(masked.y, 0), keeps_false = is_splat(masked.z, 0);
    if (keeps_true != keeps_false) {
      const term inside = through(s, keeps_true ? masked.z : masked.y);
      const term nothing = like(inside, 0);
      return keeps_true ? select(masked.x, nothing, inside) : select(masked.x, inside, nothing);
    }
  }
  return s.what == slope::kind::over ? ct / s.value : ct * s.value;
}

constexpr term accumulate(term sum, term more) { return !sum ? more : !more ? sum : sum + more; }

class differentiation {
 public:
  // Differentiates nodes [low, high] of the graph by the nodes `by`, each a barrier at or above `low`.
  constexpr differentiation(builder& graph, int low, int high, const int* by, int count)
      : graph_(graph), low_(low), high_(high), active_(high - low + 1), derivative_(high - low + 1, -1) {
    bool* active = active_.items;
    for (int i = 0; i < count; ++i) active[by[i] - low] = true;
    for (int id = low; id <= high; ++id) {
      const node& at = graph.nodes.items[id];
      active[id - low] = active[id - low] || (((at.a >= low && active[at.a - low]) || (at.b >= low && active[at.b - low]) ||
                                               (at.c >= low && active[at.c - low])) && is_floating(at.type));
    }
  }
  constexpr bool is_active(int id) const { return id >= low_ && id <= high_ && active_.items[id - low_]; }
  constexpr void set(int id, term derivative) {
    if (is_active(id)) derivative_.items[id - low_] = derivative.id;
  }
  constexpr void add(int id, term more) {
    if (more.id < 0 || !is_active(id)) return;
    int& slot = derivative_.items[id - low_];
    slot = slot < 0 ? more.id : (term{&graph_, slot} + more).id;
  }
  constexpr term get(int id) const {
    if (!is_active(id) || derivative_.items[id - low_] < 0) return {};
    return {&graph_, derivative_.items[id - low_]};
  }

  // Cotangents were added to some nodes: carries them back to all that those depend on.
  constexpr void sweep_back() {
    for (int id = high_; id >= low_; --id) {
      if (derivative_.items[id - low_] < 0) continue;  // only active nodes have one
      const node at = graph_.nodes.items[id];
      if (is_active(at.a) || is_active(at.b) || is_active(at.c)) pull(id, at, {&graph_, derivative_.items[id - low_]});
    }
  }
  // Tangents were set on the nodes `by`: carries them forward to all that depend on those and leads to a wanted node.
  constexpr void sweep_forward(const growing<bool>& wanted) {
    for (int id = low_; id <= high_; ++id) {
      if (!wanted.items[id - low_] || !is_active(id) || derivative_.items[id - low_] >= 0) continue;
      const node at = graph_.nodes.items[id];
      const term x = get(at.a), y = get(at.b), z = get(at.c);
      if (x || y || z) set(id, push(id, at, {x, y, z, {}, at}));
    }
  }
  // The nodes of the range that some of `roots` depend on.
  constexpr growing<bool> reached_by(const int* roots, int count) const {
    growing<bool> wanted(high_ - low_ + 1);
    for (int i = 0; i < count; ++i)
      if (roots[i] >= low_ && roots[i] <= high_) wanted[roots[i] - low_] = true;
    for (int id = high_; id >= low_; --id)
      for (int k = 0; k < 3 && wanted[id - low_]; ++k)
        if (const int operand = graph_.nodes[id].operand(k); operand >= low_) wanted[operand - low_] = true;
    return wanted;
  }

 private:
  builder& graph_;
  int low_, high_;
  growing<bool> active_;
  growing<int> derivative_;

  constexpr void pull(int id, const node& at, term ct) {
    const primitive& op = *at.op.row;
    switch (op.differentiates) {
      case derivative::partials: {
        const slopes s = op.partials(operands_of(graph_, id));
        for (int i = 0; i < op.arity; ++i)
          if (is_active(at.operand(i))) add(at.operand(i), through(s[i], ct));
        return;
      }
      case derivative::linear: {
        const operands a = operands_of(graph_, id);
        for (int i = 0; i < op.arity; ++i)
          if ((op.linear_in >> i & 1) && is_active(at.operand(i))) add(at.operand(i), op.transpose(a, i, ct));
        return;
      }
      case derivative::push: {  // linearise this node alone, then transpose what that appended
        const operands a = operands_of(graph_, id);
        const term tangent = barrier(a.x);
        const term out = op.push(a, {tangent, {}, {}, {}, at});
        differentiation linear(graph_, tangent.id, out.id, &tangent.id, 1);
        linear.add(out.id, ct);
        linear.sweep_back();
        add(at.a, linear.get(tangent.id));
        return;
      }
      case derivative::zero: return;
      default: not_differentiable(op.name);
    }
  }

  constexpr term push(int id, const node& at, const operands& tangents) {
    const primitive& op = *at.op;
    const term dx[] = {tangents.x, tangents.y, tangents.z};
    switch (op.differentiates) {
      case derivative::partials: {
        const slopes s = op.partials(operands_of(graph_, id));
        term sum;
        for (int i = 0; i < op.arity; ++i)
          if (dx[i]) sum = accumulate(sum, through(s[i], dx[i]));
        return sum;
      }
      case derivative::linear: return push_linear(id, at, dx);
      case derivative::push: return op.push(operands_of(graph_, id), tangents);
      case derivative::zero: return {};
      default: not_differentiable(op.name);
    }
  }
  constexpr term push_linear(int id, const node& at, const term* dx) {
    const primitive& op = *at.op;
    if (op.kind == family::marker) return dx[0];
    const operands a = operands_of(graph_, id);
    const term x[] = {a.x, a.y, a.z};
    if (op.kind == family::contraction) {  // linear in each operand alone
      term sum;
      for (int i = 0; i < 2; ++i)
        if (dx[i]) sum = accumulate(sum, again(at, i == 0 ? dx[0] : x[0], i == 1 ? dx[1] : x[1], {}));
      return sum;
    }
    term moved[3];  // linear in its operands together
    for (int i = 0; i < op.arity; ++i)
      moved[i] = !(op.linear_in >> i & 1) ? x[i] : dx[i] ? dx[i] : like(x[i], 0);
    return again(at, moved[0], moved[1], moved[2]);
  }
  // The node with other operands of the same shapes.
  constexpr term again(node at, term x, term y, term z) {
    at.a = x.id;
    at.b = y ? y.id : -1;
    at.c = z ? z.id : -1;
    if (at.op == &primitives::take && mode_of_index(at.attribute) == index_mode::fill)  // outside, a tangent is 0 and not NaN
      at.attribute = axis_of_index(at.attribute) | static_cast<std::int64_t>(index_mode::nothing) << 4;
    return {&graph_, graph_.append(at)};
  }
};

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Whether a plan keeps its promises: what is read has been computed by an earlier launch and not been overwritten since, each
// result is written once, programs are in order. For tests.
#pragma once
#include "../primitive/contraction.hpp"
#include "../primitive/marker.hpp"
#include "plan.hpp"

namespace sinter::core {
namespace planning {

class checker {
 public:
  checker(const graph_view& graph, const plan_view& plan) : graph_(graph), plan_(plan) {}

  // Null, or what is wrong.
  const char* run() {
    const int nodes = graph_.count.nodes;
    written_ = growing<int>(nodes, -1);
    last_ = growing<int>(nodes, -1);
    donor_of_ = growing<int>(graph_.parameters + 1, -1);
    growing<int> parameter(graph_.parameters + 1, -1);
    for (int id = 0; id < nodes; ++id)
      if (is_parameter(id)) parameter[static_cast<int>(graph_.nodes[id].attribute)] = id;
    if (plan_.count.slots != nodes) return "no slot for each node";
    if (plan_.count.donors != graph_.count.roots) return "no donor for each root";
    int next = 0;
    for (int l = 0; l < plan_.count.launches; ++l) {
      const launch& now = plan_.launches[l];
      if (now.first != next || now.count < 1) return "launches do not hold the kernels in order";
      next += now.count;
      for (int k = now.first; k < next; ++k) {
        if (now.count > 1 && plan_.kernels[k].what != kernel_kind::map) return "a launch of several kernels that are no maps";
        for (int i = 0; i < plan_.kernels[k].outputs; ++i) {
          const int id = plan_.outputs[plan_.kernels[k].first_output + i];
          if (written_[id] >= 0) return "a value is written twice";
          if (!is_root(id) && plan_.slots[id] < 0) return "a temporary has no slot";
          if (is_root(id) && plan_.slots[id] >= 0) return "a root has a slot";
          written_[id] = l;
        }
      }
    }
    if (next != plan_.count.kernels) return "kernels without a launch";
    for (int l = 0; l < plan_.count.launches; ++l)
      for (int k = plan_.launches[l].first; k < plan_.launches[l].first + plan_.launches[l].count; ++k)
        if (const char* wrong = kernel_at(plan_.kernels[k], k, l)) return wrong;
    for (int r = 0; r < graph_.count.roots; ++r)
      if (written_[graph_.roots[r]] < 0 && graph_.nodes[graph_.roots[r]].op != &primitives::parameter)
        return "a root is not written";
    return memory(parameter);
  }

 private:
  const graph_view& graph_;
  const plan_view& plan_;
  growing<int> written_, last_, donor_of_;  // launches

  bool is_parameter(int id) const { return graph_.nodes[id].op == &primitives::parameter; }
  bool is_root(int id) const {
    for (int r = 0; r < graph_.count.roots; ++r)
      if (graph_.roots[r] == id) return true;
    return false;
  }

  const char* read_at(int r, const shape& over, int l, int depth) {
    if (r < 0 || r >= plan_.count.reads) return "a read that is none";
    if (depth > 64) return "reads nest without end";
    const read& from = plan_.reads[r];
    if (from.what == read_kind::buffer || from.what == read_kind::moved) {
      const bool is_buffer = from.what == read_kind::buffer;
      const shape& source = is_buffer ? graph_.shapes[from.shape] : graph_.shape_of(plan_.reads[from.first].node);
      for (int i = 0; i < source.rank; ++i)
        if (from.axes[i].axis >= over.rank) return "a read along an axis that the reader has not";
      if (is_buffer) {
        if (!is_parameter(from.value)) {
          if (written_[from.value] < 0) return "a read of a value that no kernel writes";
          if (written_[from.value] >= l) return "a read of a value that is not written yet";
        }
        last_[from.value] = l;
        return nullptr;
      }
    }
    for (const int inner : {from.first, from.second})
      if (inner >= 0)
        if (const char* wrong = read_at(inner, graph_.shape_of(plan_.reads[inner].node), l, depth + 1)) return wrong;
    return nullptr;
  }

  const char* kernel_at(const kernel& q, int k, int l) {
    const bool is_alone = q.what == kernel_kind::scatter || q.what == kernel_kind::print;
    if (q.same_as < 0 || q.same_as > k || plan_.kernels[q.same_as].same_as != q.same_as ||
        plan_.kernels[q.same_as].first_instruction != q.first_instruction)
      return "a kernel shares no program";
    if (q.reads + q.outputs > 64) return "too many operands";
    for (int r = q.first_read; r < q.first_read + q.reads; ++r) {
      const bool is_operand = is_alone || r == q.left || r == q.right;
      const shape& over = graph_.shapes[is_operand ? graph_.nodes[plan_.reads[r].node].shape : q.space];
      if (const char* wrong = read_at(r, over, l, 0)) return wrong;
      if (q.what == kernel_kind::contract && is_operand && plan_.reads[r].what != read_kind::buffer)
        return "a contraction reads no buffer";
    }
    int outputs = 0;
    for (int i = 0; i < q.instructions; ++i) {
      const instruction& x = plan_.program[q.first_instruction + i];
      for (int o = 0; o < 3; ++o) {
        if (x.operand(o) >= i) return "an operand stands behind its user";
        if (x.operand(o) < 0) continue;
        const instruction& from = plan_.program[q.first_instruction + x.operand(o)];
        const bool is_reduction = x.op->kind == family::reduction;
        if (from.level > x.level - (is_reduction ? 1 : 0)) return "an operand of a later phase";
        if (x.has == form::scalar && from.has != form::scalar) return "a scalar of more than scalars";
        if (x.has == form::narrow && !is_reduction && from.has == form::full) return "a narrow value of a full one";
        if (x.has == form::full && from.has == form::narrow && !x.broadcasts) return "a full value of a narrow one";
        const int phase = x.level - (is_reduction ? 1 : 0);
        if (from.has == form::full && !(from.uses >> phase & 1)) return "a use that is not marked";
      }
      if (x.op == &primitives::input && (x.attribute < 0 || x.attribute >= q.reads)) return "an input without a read";
      if (x.has == form::full && x.level >= q.phases) return "a full value after the last phase";
      if (x.op->kind == family::reduction && (x.level > q.phases || !q.reduced)) return "a reduction without axes or phase";
      if (x.level > 0 && q.what != kernel_kind::row && q.what != kernel_kind::reduce) return "phases in a kernel of one";
      if (x.out >= q.outputs) return "an output that is none";
      outputs += x.out >= 0;
    }
    if (outputs != q.outputs) return "outputs do not match";
    if (q.what == kernel_kind::reduce && q.phases != 1) return "a reduction of several phases";
    return nullptr;
  }

  // Values in one slot, and results in an argument's buffer, must not live at the same time.
  const char* memory(const growing<int>& parameter) {
    growing<int> free_after(plan_.count.slot_shapes, -1);
    for (int l = 0; l < plan_.count.launches; ++l)
      for (int k = plan_.launches[l].first; k < plan_.launches[l].first + plan_.launches[l].count; ++k)
        for (int i = 0; i < plan_.kernels[k].outputs; ++i) {
          const int id = plan_.outputs[plan_.kernels[k].first_output + i], slot = plan_.slots[id];
          if (slot < 0) continue;
          if (plan_.slot_shapes[slot] != graph_.nodes[id].shape || plan_.slot_types[slot] != graph_.nodes[id].type)
            return "a slot of another shape or type";
          if (free_after[slot] >= l) return "two live values in one slot";
          free_after[slot] = last_[id] > l ? last_[id] : l;
        }
    for (int r = 0; r < graph_.count.roots; ++r) {
      const int donor = plan_.donors[r], root = graph_.roots[r];
      if (donor < 0) continue;
      const int id = parameter[donor];
      if (id < 0 || donor_of_[donor] >= 0) return "a parameter is given twice";
      donor_of_[donor] = r;
      if (graph_.nodes[id].shape != graph_.nodes[root].shape || graph_.nodes[id].type != graph_.nodes[root].type)
        return "a donor of another shape or type";
      if (last_[id] > written_[root]) return "a donor is read after it has been overwritten";
    }
    return nullptr;
  }
};
}  // namespace planning

// Null, or what is wrong with the plan.
inline const char* validate(const graph_view& graph, const plan_view& plan) { return planning::checker(graph, plan).run(); }

}  // namespace sinter::core

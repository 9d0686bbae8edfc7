// SPDX-License-Identifier: MIT
// A plan as text: what runs, in which order, and why it is not fewer kernels.
#pragma once
#include <ostream>

#include "../primitive/contraction.hpp"
#include "../primitive/marker.hpp"
#include "plan.hpp"

namespace sinter::core {

constexpr const char* name_of(kernel_kind what) {
  constexpr const char* names[] = {"map", "reduce", "row", "contract", "scatter", "print"};
  return names[static_cast<int>(what)];
}
constexpr const char* name_of(read_kind what) {
  constexpr const char* names[] = {"buffer", "moved", "padded", "concatenated", "taken", "iota", "extent", "constant"};
  return names[static_cast<int>(what)];
}

namespace planning {
constexpr const char* sentence_of(refusal why) {
  switch (why) {
    case refusal::register_budget: return "too many values would be live";
    case refusal::operand_budget: return "it would have too many inputs and outputs";
    case refusal::other_space: return "their iteration spaces differ";
    case refusal::after_reduction:
      return "what is reduced over other axes than the last ones is complete only when the kernel ends";
    case refusal::in_place_view: return "it reads that value through a view that crosses elements";
    case refusal::contraction: return "a reduction after a contraction starts a kernel of its own";
    case refusal::contraction_input: return "a contraction reads buffers and starts a kernel of its own";
    case refusal::scatter_input: return "scatter_add and debug_print read buffers and have a kernel of their own";
    case refusal::index_is_data: return "it reads that value at indices that are data";
    default: return "";
  }
}

class writer {
 public:
  writer(std::ostream& to, const graph_view& graph, const plan_view& plan) : to_(to), graph_(graph), plan_(plan) {}

  void run() {
    to_ << plan_.count.launches << (plan_.count.launches == 1 ? " launch, " : " launches, ") << plan_.count.kernels
        << (plan_.count.kernels == 1 ? " kernel, " : " kernels, ") << plan_.distinct << " distinct\n";
    for (int l = 0; l < plan_.count.launches; ++l) {
      to_ << "launch " << l << ":\n";
      for (int k = plan_.launches[l].first; k < plan_.launches[l].first + plan_.launches[l].count; ++k) kernel_at(k);
    }
    for (int i = 0; i < plan_.count.refusals; ++i) {
      const refused& r = plan_.refusals[i];
      node_at(r.consumer);
      to_ << " did not join the kernel of ";
      node_at(r.producer);
      to_ << ": " << sentence_of(r.why) << "\n";
    }
  }

 private:
  std::ostream& to_;
  const graph_view& graph_;
  const plan_view& plan_;

  void extent(std::int64_t e) {
    if (is_symbol(e)) to_ << "s" << symbol_of(e);
    else to_ << e;
  }
  void shape_at(int id, dtype type) {
    to_ << name_of(type) << "[";
    const shape& s = graph_.shapes[id];
    for (int i = 0; i < s.rank; ++i) {
      if (i) to_ << ",";
      extent(s[i]);
    }
    to_ << "]";
  }
  // The name of an operation and where the program asks for it.
  void node_at(int id) {
    to_ << graph_.nodes[id].op->name;
    const site& where = graph_.site_of(id);
    if (where.line) to_ << " (" << where.file << ":" << where.line << ")";
  }
  void value(int id) {
    if (graph_.nodes[id].op == &primitives::parameter) to_ << "argument " << graph_.nodes[id].attribute;
    else to_ << "%" << id;
    to_ << ":";
    shape_at(graph_.nodes[id].shape, graph_.nodes[id].type);
  }
  void read_at(int r) {
    const read& from = plan_.reads[r];
    if (from.what == read_kind::buffer) {
      value(from.value);
      if (from.node != from.value) {
        to_ << " as ";
        shape_at(graph_.nodes[from.node].shape, from.type);
      }
      return;
    }
    to_ << name_of(from.what);
    if (from.what == read_kind::constant || from.what == read_kind::iota || from.what == read_kind::extent) return;
    to_ << "(";
    read_at(from.first);
    if (from.second >= 0) {
      to_ << ", ";
      read_at(from.second);
    }
    to_ << ")";
  }
  void kernel_at(int k) {
    const kernel& q = plan_.kernels[k];
    to_ << "  kernel " << k << ": " << name_of(q.what) << " over ";
    const shape& s = graph_.shapes[q.space];
    to_ << "[";
    for (int i = 0; i < s.rank; ++i) {
      if (i) to_ << ",";
      extent(s[i]);
      if (q.reduced >> i & 1) to_ << "*";
    }
    to_ << "]";
    if (q.phases > 1) to_ << ", " << q.phases << " phases";
    if (q.is_flat) to_ << ", flat";
    if (q.same_as != k) to_ << ", runs the program of kernel " << q.same_as;
    to_ << "\n    computes";
    bool any = false;
    for (int i = q.first_instruction; i < q.first_instruction + q.instructions; ++i) {
      const instruction& x = plan_.program[i];
      if (x.op->kind == family::source || x.broadcasts) continue;
      to_ << " " << x.op->name;
      any = true;
    }
    if (q.what == kernel_kind::scatter || q.what == kernel_kind::print) to_ << " " << graph_.nodes[q.node].op->name;
    else if (!any) to_ << " a copy";
    to_ << "\n";
    for (int i = 0; i < q.reads; ++i) {
      to_ << "    reads ";
      read_at(q.first_read + i);
      to_ << "\n";
    }
    for (int i = 0; i < q.outputs; ++i) {
      const int id = plan_.outputs[q.first_output + i];
      to_ << "    writes %" << id << ":";
      shape_at(graph_.nodes[id].shape, graph_.nodes[id].type);
      if (plan_.slots[id] >= 0) to_ << " in slot " << plan_.slots[id];
      for (int r = 0; r < graph_.count.roots; ++r) {
        if (graph_.roots[r] != id) continue;
        to_ << " as result " << r;
        if (plan_.donors[r] >= 0) to_ << ", in the place of argument " << plan_.donors[r] << " if that is given up";
      }
      to_ << "\n";
    }
  }
};
}  // namespace planning

inline void explain(std::ostream& to, const graph_view& graph, const plan_view& plan) {
  planning::writer(to, graph, plan).run();
}

}  // namespace sinter::core

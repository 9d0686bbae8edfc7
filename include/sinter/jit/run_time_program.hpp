// SPDX-License-Identifier: MIT
// A graph built at run time, simplified, planned and run by the interpreter: what tests do by the million, and what later
// reads graphs from files. Instantiates every loop of the interpreter, so sinter.hpp leaves it out.
#pragma once
#include "../cpu/run_time_plan.hpp"
#include "interpreted.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// A graph with its plan and everything a call needs, made at run time.
class run_time_program {
 public:
  explicit run_time_program(const graph_view& captured) {
    simplify(captured, graph_);
    make_plan(view_of(graph_), plan_);
    parameter_nodes_.resize(graph_.parameters, -1);
    for (int i = 0; i < graph_.nodes.size(); ++i)
      if (graph_.nodes[i].op == &primitives::parameter)
        parameter_nodes_[static_cast<int>(graph_.nodes[i].attribute)] = i;
    codes_ = interpreted_codes<>(view_of(graph_), view_of(plan_));
    code_ = {view_of(graph_), view_of(plan_), codes_.data(), parameter_nodes_.data(), nullptr, &prepared_, nullptr, nullptr};
    for (int k = 0; k < plan().count.kernels; ++k)
      if (plan().kernels[k].what == kernel_kind::print) code_.print = &print_traced;
  }
  run_time_program(const run_time_program&) = delete;
  ~run_time_program() { prepared_.clear(); }
  const executable& code() const { return code_; }
  graph_view graph() const { return code_.graph; }
  plan_view plan() const { return code_.plan; }

 private:
  builder graph_;
  plan_builder plan_;
  growing<std::int32_t> parameter_nodes_;
  interpreted_kernels codes_;
  executable code_;
  prepared_slot prepared_;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

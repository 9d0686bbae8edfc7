// SPDX-License-Identifier: MIT
// Programs that are planned at run time and run by the interpreter: transformations called outside jit, statements where
// SINTER_EAGER asks for it, and graphs built at run time. Each is planned once and kept.
#pragma once
#include <memory>

#include "../cpu/interpret.hpp"
#include "../cpu/native.hpp"
#include "call.hpp"
#include "program.hpp"

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
    codes_ = interpreted_codes(view_of(graph_), view_of(plan_));
    code_ = {view_of(graph_), view_of(plan_), codes_.data(), parameter_nodes_.data()};
  }
  run_time_program(const run_time_program&) = delete;
  const executable& code() const { return code_; }
  graph_view graph() const { return code_.graph; }
  plan_view plan() const { return code_.plan; }

 private:
  builder graph_;
  plan_builder plan_;
  growing<std::int32_t> parameter_nodes_;
  std::vector<kernel_code> codes_;
  executable code_;
};

// Captured at compile time, planned at first use.
template <class Build>
const executable& interpreted_executable() {
  static const run_time_program made(captured_graph<Build>().view());
  return made.code();
}
// Built at run time by the same tracer: nothing is evaluated while compiling.
template <class Build>
const executable& interpreted_statement() {
  static const run_time_program made([] {
    static builder graph;
    Build::build(graph);
    return view_of(graph);
  }());
  return made.code();
}

template <class Program>
inline const executable native_executable{Program::graph.view(), Program::plan.view(), native_codes<Program>(),
                                          parameter_nodes_of<Program>.at};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

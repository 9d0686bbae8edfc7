// SPDX-License-Identifier: MIT
// Runs a plan on the CPU: its launches in order, each kernel by the driver that its code names. A program brings only
// the drivers of the kinds it has.
#pragma once
#include "../plan/cost.hpp"
#include "../plan/profile.hpp"
#include "../plan/title.hpp"
#include "block.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline void execute_launch(const run_context& context, int l) {
  const launch& now = context.plan->launches[l];
  for (int n = now.first; n < now.first + now.count; ++n)
    if (does_something(context.plan->kernels[n])) context.codes[n].run(context, n);
}

// The same with a slice of the trace for each launch. `where`: the line of a statement.
[[gnu::cold, gnu::noinline]] inline void execute_profiled(const run_context& context, const site* where) {
  const graph_view& graph = *context.graph;
  const plan_view& plan = *context.plan;
  profiler& to = profiler::instance();
  for (int l = 0; l < plan.count.launches; ++l) {
    const std::int64_t begin = to.now();
    execute_launch(context, l);
    const std::int64_t end = to.now();
    const cost spent = cost_of_kernels(graph, plan, plan.launches[l].first, plan.launches[l].count, context.symbols);
    to.add({.name = title_of_launch(graph, plan, l), .where = where ? *where : site_of_launch(graph, plan, l),
            .bytes = spent.bytes_read + spent.bytes_written, .flops = spent.flops}, begin, end);
  }
}

inline void execute(const run_context& context, const site* where = nullptr) {
  if (profiler::is_on()) [[unlikely]] return execute_profiled(context, where);
  for (int l = 0; l < context.plan->count.launches; ++l) execute_launch(context, l);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

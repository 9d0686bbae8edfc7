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
    if (does_something(context.plan->kernels[n])) context.codes[n].by.run(context, n);
}

// What the kernels of a plan take at most while they run.
inline scratch_bytes room_of_kernels(const run_context& context) {
  scratch_bytes most;
  for (int n = 0; n < context.plan->count.kernels; ++n) {
    if (!does_something(context.plan->kernels[n]) || !context.codes[n].by.room) continue;
    const scratch_bytes one = context.codes[n].by.room(context, n);
    most.around = most.around < one.around ? one.around : most.around;
    most.each = most.each < one.each ? one.each : most.each;
  }
  return most;
}

// The same with a slice of the trace for each launch; what no memory is left for is left out. `where`: the line of a statement.
[[gnu::cold, gnu::noinline]] inline void execute_profiled(const run_context& context, const site* where) {
  const graph_view& graph = *context.graph;
  const plan_view& plan = *context.plan;
  profiler& to = profiler::instance();
  for (int l = 0; l < plan.count.launches; ++l) {
    const std::int64_t begin = to.now();
    execute_launch(context, l);
    const std::int64_t end = to.now();
    try {
      const cost spent = cost_of_kernels(graph, plan, plan.launches[l].first, plan.launches[l].count, context.symbols);
      to.add({.name = title_of_launch(graph, plan, l), .where = where ? *where : site_of_launch(graph, plan, l),
              .bytes = spent.bytes_read + spent.bytes_written, .flops = spent.flops}, begin, end);
    } catch (const std::bad_alloc&) {
    }
  }
}

inline void execute(const run_context& context, const site* where = nullptr) {
  if (profiler::is_on()) [[unlikely]] return execute_profiled(context, where);
  for (int l = 0; l < context.plan->count.launches; ++l) execute_launch(context, l);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Runs a plan on the CPU: its launches in order, each kernel by the driver of its kind.
#pragma once
#include "contract.hpp"
#include "reduce.hpp"
#include "row.hpp"
#include "scatter.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline void execute_kernel(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  if (k.outputs == 0 && k.what != kernel_kind::print) return;  // nobody asked
  switch (k.what) {
    case kernel_kind::map: return run_map(context, number);
    case kernel_kind::reduce: return run_reduce(context, number);
    case kernel_kind::row: return run_rows(context, number);
    case kernel_kind::contract: return run_contract(context, number);
    case kernel_kind::scatter: return run_scatter(context, number);
    case kernel_kind::print: return run_print(context, number);
  }
}

inline void execute(const run_context& context) {
  const plan_view& plan = *context.plan;
  for (int l = 0; l < plan.count.launches; ++l)
    for (int i = 0; i < plan.launches[l].count; ++i) execute_kernel(context, plan.launches[l].first + i);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

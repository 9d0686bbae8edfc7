// SPDX-License-Identifier: MIT
// Runs a plan on the CPU: its launches in order, each kernel by the driver that its code names. A program brings only
// the drivers of the kinds it has.
#pragma once
#include "block.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline void execute(const run_context& context) {
  const plan_view& plan = *context.plan;
  for (int l = 0; l < plan.count.launches; ++l) {
    const launch& now = plan.launches[l];
    for (int n = now.first; n < now.first + now.count; ++n)
      if (plan.kernels[n].outputs || plan.kernels[n].what == kernel_kind::print) context.codes[n].run(context, n);
  }
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

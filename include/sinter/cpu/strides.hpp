// SPDX-License-Identifier: MIT
// A buffer read in terms of the reader's axes: element `offset + sum of stride[axis] * index[axis]`.
#pragma once
#include "block.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

struct strides {
  std::int64_t offset = 0, of[max_rank] = {};
};
inline strides strides_of(const run_context& context, const read& r) {
  strides made;
  const shape& extents = context.graph->shapes[r.shape];
  std::int64_t step = 1;
  for (int d = extents.rank - 1; d >= 0; --d) {
    const axis_map& m = r.axes[d];
    const std::int64_t extent = evaluate(extents[d], context.symbols), start = evaluate(m.start, context.symbols);
    made.offset += step * (m.from_end ? extent - 1 - start : start);
    if (m.axis >= 0) made.of[m.axis] += step * m.stride;
    step *= extent;
  }
  return made;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

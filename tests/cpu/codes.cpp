// SPDX-License-Identifier: MIT
// The interpreter's full table, compiled once for this room.
#include "run.hpp"

namespace cpu_tests {

interpreted_kernels all_codes(const graph_view& graph, const plan_view& plan) { return interpreted_codes(graph, plan); }

}  // namespace cpu_tests

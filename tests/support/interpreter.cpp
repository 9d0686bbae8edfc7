// SPDX-License-Identifier: MIT
// The interpreter's full table, compiled once for all rooms that run graphs made at run time.
#include "cpu/run.hpp"
#include "support/interpret_definitions.hpp"

namespace cpu_tests {

interpreted_kernels all_codes(const graph_view& graph, const plan_view& plan) { return interpreted_codes(graph, plan); }

}  // namespace cpu_tests

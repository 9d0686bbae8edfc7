// SPDX-License-Identifier: MIT
// From a simplified graph to a plan: the one list of the passes, in order. The same function runs in constant evaluation and
// at run time, and takes near-linear time.
#pragma once
#include "memory.hpp"

namespace sinter::core {

constexpr void make_plan(const graph_view& graph, plan_builder& out) {
  planning::draft d(graph, out);
  planning::lay_out(d);
  planning::fuse(d);
  planning::absorb(d);
  planning::schedule(d);
  planning::programmer(d).run();
  planning::place_slots(d);
  planning::place_donors(d);
}

}  // namespace sinter::core

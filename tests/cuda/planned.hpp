// SPDX-License-Identifier: MIT
// A graph built at run time and planned, and the texts of its launches for given extents and alignments. The bodies, in
// planned.cpp, bring the planner and the writer of kernels, which cost much to compile.
#pragma once
#include <memory>
#include <vector>

#include <sinter/cuda/emit.hpp>
#include <sinter/plan/make_plan.hpp>

namespace cuda_tests {

using namespace sinter::core;

class planned_graph {
 public:
  explicit planned_graph(const builder& captured);
  graph_view graph() const { return view_of(graph_); }
  plan_view plan() const { return view_of(plan_); }

 private:
  builder graph_;
  plan_builder plan_;
};

struct written_launch {
  cuda::specialisation how;
  cuda::emitted_launch text;
  cuda::geometry shape;
};
// For these extents, and these alignments of its buffers by node, or one of all.
written_launch write_launch(const planned_graph& from, int launch, const std::int64_t* symbols, const std::uint8_t* alignments,
                            const cuda::device_description& device, bool checks_nans);
written_launch write_launch(const planned_graph& from, int launch, std::vector<std::int64_t> symbols = {}, int alignment = 16,
                            const cuda::device_description& device = cuda::h100, bool checks_nans = false);
// Its text once more, for another specialisation.
cuda::emitted_launch write_again(const planned_graph& from, int launch, const cuda::specialisation& how, const cuda::device_description& device);

inline shape shape_with(std::initializer_list<std::int64_t> list) {
  shape made;
  for (const std::int64_t extent : list) made.push(extent);
  return made;
}
inline term parameter_with(builder& graph, dtype type, std::initializer_list<std::int64_t> extents) {
  return parameter(graph, type, graph.intern(shape_with(extents)));
}
inline void give(term x) { x.graph->roots.push(x.id); }

}  // namespace cuda_tests

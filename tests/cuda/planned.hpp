// SPDX-License-Identifier: MIT
// A graph built at run time and planned, and the texts of its launches for given extents and alignments.
#pragma once
#include <memory>
#include <vector>

#include <sinter/cuda/emit.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/simplify/simplify.hpp>

namespace cuda_tests {

using namespace sinter::core;

class planned_graph {
 public:
  explicit planned_graph(const builder& captured) {
    simplify(view_of(captured), graph_);
    make_plan(view_of(graph_), plan_);
  }
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
inline written_launch write_launch(const planned_graph& from, int launch, std::vector<std::int64_t> symbols = {}, int alignment = 16,
                                   const cuda::device_description& device = cuda::h100, bool checks_nans = false) {
  symbols.resize(static_cast<std::size_t>(from.graph().count.symbols) + 1, 1);
  const std::vector<std::uint8_t> alignments(static_cast<std::size_t>(from.graph().count.nodes) + 1, static_cast<std::uint8_t>(alignment));
  written_launch made;
  made.how = cuda::specialise(from.graph(), from.plan(), launch, symbols.data(), alignments.data(), device);
  made.how.checks_nans = checks_nans;
  made.text = cuda::emit(from.graph(), from.plan(), launch, made.how, device);
  made.shape = cuda::measure(from.graph(), from.plan(), launch, made.how, device, symbols.data());
  return made;
}

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

// SPDX-License-Identifier: MIT
#include "planned.hpp"

#include <sinter/simplify/simplify.hpp>

namespace cuda_tests {

planned_graph::planned_graph(const builder& captured) {
  simplify(view_of(captured), graph_);
  make_plan(view_of(graph_), plan_);
}

written_launch write_launch(const planned_graph& from, int launch, const std::int64_t* symbols, const std::uint8_t* alignments,
                            const cuda::device_description& device, bool checks_nans) {
  written_launch made;
  made.how = cuda::specialise(from.graph(), from.plan(), launch, symbols, alignments, device);
  made.how.checks_nans = checks_nans;
  made.text = write_again(from, launch, made.how, device);
  made.shape = cuda::measure(from.graph(), from.plan(), launch, made.how, device, symbols);
  return made;
}

written_launch write_launch(const planned_graph& from, int launch, std::vector<std::int64_t> symbols, int alignment,
                            const cuda::device_description& device, bool checks_nans) {
  symbols.resize(static_cast<std::size_t>(from.graph().count.symbols) + 1, 1);
  const std::vector<std::uint8_t> alignments(static_cast<std::size_t>(from.graph().count.nodes) + 1, static_cast<std::uint8_t>(alignment));
  return write_launch(from, launch, symbols.data(), alignments.data(), device, checks_nans);
}

cuda::emitted_launch write_again(const planned_graph& from, int launch, const cuda::specialisation& how, const cuda::device_description& device) {
  return cuda::emit(from.graph(), from.plan(), launch, how, device);
}

}  // namespace cuda_tests

// SPDX-License-Identifier: MIT
// Graphs built at run time with arguments for them, and their kernels run on the software driver's engine, all in one
// program.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>

#include "cuda/run_emitted.hpp"
#include "support/compare.hpp"

namespace cuda_tests {

using support::extent_list;
using support::wide;

struct test_graph {
  std::string name;
  builder graph;
  std::vector<tensor> arguments;
  run_options how;
  support::random_numbers random{17};

  explicit test_graph(std::string called) : name(std::move(called)) {}
  // A parameter with values; integers from `low` to `high`.
  term given(dtype type, const extent_list& extents, int low = -9, int high = 9) {
    tensor made;
    made.type = type;
    made.extents = extents;
    const std::int64_t count = support::volume(extents);
    for (std::int64_t i = 0; i < count; ++i)
      made.at.push_back(type == dtype::b8    ? static_cast<wide>(random.below(2))
                        : is_floating(type)  ? static_cast<wide>(static_cast<float>(random.uniform(-2, 2)))
                        : type == dtype::u8  ? static_cast<wide>(random.below(high + 1))
                        : type == dtype::u32 ? static_cast<wide>(random.below(high + 1))
                                             : static_cast<wide>(low + random.below(high - low + 1)));
    arguments.push_back(made);
    sinter::core::shape of;
    for (const std::int64_t extent : extents) of.push(extent);
    return parameter(graph, type, graph.intern(of));
  }
};
using graphs = std::vector<std::unique_ptr<test_graph>>;

inline test_graph& add(graphs& to, std::string name) {
  to.push_back(std::make_unique<test_graph>(std::move(name)));
  return *to.back();
}

// What came of each.
inline std::vector<outcome> run_all(const graphs& all, bool shuffles = false) {
  std::vector<outcome> made;
  softcuda::memory memory(0x700000000000u, std::uint64_t{1} << 33);
  std::vector<std::unique_ptr<emitted_plan>> plans;
  for (const auto& g : all) plans.push_back(std::make_unique<emitted_plan>(g->graph, g->arguments, g->how, memory));
  const auto compiled = nvrtc::instance().compile(texts_of(plans));
  REQUIRE_MESSAGE(compiled.succeeded, compiled.log);
  const softcuda::module code(compiled.ptx, memory);
  softcuda::options options;
  options.shuffles = shuffles;
  options.seed = 5;
  for (const auto& p : plans) made.push_back(p->run(code, options));
  return made;
}

inline term softmax_of(term x) {
  const unsigned last = 1u << (x.rank() - 1);
  const term e = exp(x - spread(reduce_max(x, last), x, last));
  return e / spread(reduce_sum(e, last), x, last);
}
inline term layer_norm_of(term x, term scale, std::int64_t columns) {
  const unsigned last = 1u << (x.rank() - 1);
  const term over = like(reduce_sum(x, last), 1.0 / static_cast<double>(columns));
  const term centred = x - spread(reduce_sum(x, last) * over, x, last);
  const term variance = reduce_sum(centred * centred, last) * over;
  return centred * spread(rsqrt(variance + like(variance, 1e-5)), x, last) * scale;
}

}  // namespace cuda_tests

// SPDX-License-Identifier: MIT
// Random graphs on a GPU: their values, and for a share of them those of their gradients of orders 1 to 3, against the oracle
// by the rules of the CPU's tests. Built at run time, so that no C++ is compiled.
#pragma once
#include <doctest/doctest.h>

#include <cstdlib>
#include <numeric>
#include <vector>

#include "random/compare.hpp"
#include "random/derived.hpp"
#include "support/device.hpp"

namespace cuda_tests {

inline void check_graphs(const std::vector<std::uint64_t>& seeds, bool all_gradients = false) {
  recipes::tally counts;
  support::device_batch batch;
  std::int64_t with_gradients = 0;
  int failures = 0;
  const auto add = [&](const support::builder& graph, const std::vector<support::tensor>& arguments, const std::string& what,
                       bool donates, std::uint64_t seed) {
    const auto captured = std::make_shared<support::builder>(graph);
    batch.add(graph, support::extents_of(arguments), what, [=, &counts, &failures](const support::device_program& program) {
      const std::vector<support::tensor> given = program(arguments);
      std::string wrong = recipes::compare_with_oracle(sinter::core::view_of(*captured), arguments, given, counts, what.c_str());
      if (wrong.empty() && donates) {  // the second call, its arguments reused: the same bits
        const std::vector<support::tensor> again = program(arguments, true);
        for (std::size_t r = 0; r < given.size() && wrong.empty(); ++r)
          for (std::size_t i = 0; i < given[r].at.size(); ++i)
            if (!support::same_value(given[r].at[i], again[r].at[i]))
              wrong = what + ": donated arguments: element " + std::to_string(i) + " of result " + std::to_string(r) + " is " +
                      support::text_of(again[r].at[i]) + ", before " + support::text_of(given[r].at[i]);
      }
      if (!wrong.empty() && ++failures <= 20) FAIL_CHECK(wrong << "\n" << program.jaxpr() << "\n" << recipes::print(recipes::generate(seed)));
    });
  };
  for (const std::uint64_t seed : seeds) {
    const std::string name = "seed " + std::to_string(seed);
    const recipes::recipe one = recipes::generate(seed);
    support::builder graph;
    recipes::build(graph, one);
    add(graph, recipes::arguments_of(one), name + ": values", true, seed);
    ++counts.graphs;
    if (seed % 3 != 0 && !all_gradients) continue;
    const int order = seed % 60 == 0 ? 3 : seed % 12 == 0 ? 2 : 1;
    const recipes::recipe here = recipes::moved(one, 0);
    support::random_numbers random(seed ^ 0x5eed);
    with_gradients += !here.roots.empty();
    recipes::each_order(here, order, random, [&](int n, const support::builder&, const std::vector<support::tensor>&, const support::builder& gradient,
                                                 const std::vector<support::tensor>& arguments, const std::vector<int>&, const std::vector<support::tensor>&) {
      add(gradient, arguments, name + ": gradient of order " + std::to_string(n), false, seed);
      return std::string();
    });
  }
  batch.finish();
  const support::device_tally& made = batch.tally();
  MESSAGE(counts.graphs << " graphs, " << made.graphs - counts.graphs << " gradients of " << with_gradients << "; " << made.launches
                        << " launches, " << made.kernels << " kernels in " << made.programs << " programs, " << made.rewritten
                        << " rewritten; " << counts.elements << " elements, " << counts.skipped << " skipped (" << counts.at_jump
                        << " at a jump, " << counts.ill_conditioned << " ill-conditioned)");
  CHECK(failures == 0);
  CHECK(counts.elements > 10 * counts.graphs);
  CHECK(counts.skipped * 20 <= counts.elements);
  for (const std::string& kernel : made.spilling) FAIL_CHECK("spills: " << kernel);
}

// Part `part` of `parts`: 300 graphs, 5,000 others with SINTER_FUZZ=1.
inline void check_share_of_graphs(int part, int parts) {
  const char* fuzz = std::getenv("SINTER_FUZZ");
  const bool is_long = fuzz && fuzz[0] == '1';
  const std::int64_t share = (is_long ? 5000 : 300) / parts;
  if (const char* only = std::getenv("SINTER_SEED")) {
    if (part == 0) check_graphs({std::strtoull(only, nullptr, 10)}, true);
    return;
  }
  std::vector<std::uint64_t> seeds(static_cast<std::size_t>(share));
  std::iota(seeds.begin(), seeds.end(), (is_long ? 2000000u : 0u) + static_cast<std::uint64_t>(part * share));
  check_graphs(seeds);
}

}  // namespace cuda_tests

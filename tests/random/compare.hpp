// SPDX-License-Identifier: MIT
// Values of a random graph against the oracle's: how far results may be off follows from what a rounding more or less would
// do; where that is anything, an element is skipped and counted.
#pragma once
#include "recipe.hpp"

namespace recipes {

struct tally {
  std::int64_t graphs = 0, elements = 0, skipped = 0, gradients = 0, gradients_skipped = 0;
  // By reason, for whoever wants to know.
  std::int64_t at_jump = 0, ill_conditioned = 0;
};

// Empty, or the first element that differs.
std::string compare_with_oracle(const sinter::core::graph_view& graph, const std::vector<tensor>& arguments,
                                const std::vector<tensor>& given, tally& counts, const char* what);

}  // namespace recipes

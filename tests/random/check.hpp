// SPDX-License-Identifier: MIT
// What must hold for a random graph: fused, unfused and oracle agree, and gradients agree with differences of the order below.
#pragma once
#include "compare.hpp"

namespace recipes {

// Empty, or what does not hold. `order` is how many derivatives are tried.
std::string fault_of(const recipe& from, int order, tally& counts);

// The smallest recipe found that fails in the same way.
recipe shrunk(recipe from, int order, const std::string& fault);

// Share `part` of `parts` of the random graphs: 20,000 of them, 2,000 under sanitizers, 1,000,000 with SINTER_FUZZ=1. Fails
// the test that calls it with the smallest graph of the first failures.
void run_share(int part, int parts);

}  // namespace recipes

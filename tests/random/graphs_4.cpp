// SPDX-License-Identifier: MIT
// A quarter of the random graphs; SINTER_FUZZ=1 makes them a million.
#include <doctest/doctest.h>

#include "check.hpp"

TEST_CASE("random graphs: fused, unfused, oracle and gradients agree") { recipes::run_share(3, 4); }

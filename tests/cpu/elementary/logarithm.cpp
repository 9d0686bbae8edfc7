// SPDX-License-Identifier: MIT
// log, log1p, log2. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary log") {
  check_both(
      "log", [](const auto& x) { return elementary::log(x); }, [](auto x) { return std::log(x); });
}

TEST_CASE("elementary log1p") {
  check_both(
      "log1p", [](const auto& x) { return elementary::log1p(x); }, [](auto x) { return std::log1p(x); });
}

TEST_CASE("elementary log2") {
  check_both(
      "log2", [](const auto& x) { return elementary::log2(x); }, [](auto x) { return std::log2(x); });
}

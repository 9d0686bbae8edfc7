// SPDX-License-Identifier: MIT
// sqrt, rsqrt, cbrt, pow. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary sqrt") {
  check_both(
      "sqrt", [](const auto& x) { return elementary::sqrt(x); }, [](auto x) { return std::sqrt(x); }, 0.5);
}

TEST_CASE("elementary rsqrt") {
  check_both(
      "rsqrt", [](const auto& x) { return elementary::rsqrt(x); }, [](auto x) { return 1 / std::sqrt(x); });
}

TEST_CASE("elementary cbrt") {
  check_both(
      "cbrt", [](const auto& x) { return elementary::cbrt(x); }, [](auto x) { return std::cbrt(x); });
}

TEST_CASE("elementary pow") {
  const auto function = [](const auto& x, const auto& y) { return elementary::pow(x, y); };
  check_two<float, double>("pow", function, [](double x, double y) { return std::pow(x, y); });
  check_two<double, long double>("pow", function,
                                 [](long double x, long double y) { return std::pow(x, y); });
}

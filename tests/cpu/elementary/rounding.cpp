// SPDX-License-Identifier: MIT
// floor, ceil, the two rounds and rem: exact. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary floor") {
  check_both(
      "floor", [](const auto& x) { return elementary::floor(x); }, [](auto x) { return std::floor(x); }, 0);
}

TEST_CASE("elementary ceil") {
  check_both(
      "ceil", [](const auto& x) { return elementary::ceil(x); }, [](auto x) { return std::ceil(x); }, 0);
}

TEST_CASE("elementary round_half_away") {
  check_both(
      "round_half_away", [](const auto& x) { return elementary::round_half_away(x); },
      [](auto x) { return std::round(x); }, 0);
}

TEST_CASE("elementary round_half_even") {
  check_both(
      "round_half_even", [](const auto& x) { return elementary::round_half_even(x); },
      [](auto x) { return std::nearbyint(x); }, 0);
}

TEST_CASE("elementary rem") {
  const auto function = [](const auto& x, const auto& y) { return elementary::rem(x, y); };
  check_two<float, double>(
      "rem", function, [](double x, double y) { return std::fmod(x, y); }, 0);
  check_two<double, long double>(
      "rem", function, [](long double x, long double y) { return std::fmod(x, y); }, 0);
}

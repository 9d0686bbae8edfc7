// SPDX-License-Identifier: MIT
// sin, cos, tan and their inverses. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary sin") {
  check_both(
      "sin", [](const auto& x) { return elementary::sin(x); }, [](auto x) { return std::sin(x); });
}

TEST_CASE("elementary cos") {
  check_both(
      "cos", [](const auto& x) { return elementary::cos(x); }, [](auto x) { return std::cos(x); });
}

TEST_CASE("elementary tan") {
  check_both(
      "tan", [](const auto& x) { return elementary::tan(x); }, [](auto x) { return std::tan(x); });
}

TEST_CASE("elementary asin") {
  check_both(
      "asin", [](const auto& x) { return elementary::asin(x); }, [](auto x) { return std::asin(x); });
}

TEST_CASE("elementary acos") {
  check_both(
      "acos", [](const auto& x) { return elementary::acos(x); }, [](auto x) { return std::acos(x); });
}

TEST_CASE("elementary atan") {
  check_both(
      "atan", [](const auto& x) { return elementary::atan(x); }, [](auto x) { return std::atan(x); });
}

TEST_CASE("elementary atan2") {
  const auto function = [](const auto& y, const auto& x) { return elementary::atan2(y, x); };
  check_two<float, double>("atan2", function, [](double y, double x) { return std::atan2(y, x); });
  check_two<double, long double>("atan2", function,
                                 [](long double y, long double x) { return std::atan2(y, x); });
}

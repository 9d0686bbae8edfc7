// SPDX-License-Identifier: MIT
// sinh, cosh, tanh and their inverses. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary sinh") {
  check_both(
      "sinh", [](const auto& x) { return elementary::sinh(x); }, [](auto x) { return std::sinh(x); });
}

TEST_CASE("elementary cosh") {
  check_both(
      "cosh", [](const auto& x) { return elementary::cosh(x); }, [](auto x) { return std::cosh(x); });
}

TEST_CASE("elementary tanh") {
  check_both(
      "tanh", [](const auto& x) { return elementary::tanh(x); }, [](auto x) { return std::tanh(x); });
}

TEST_CASE("elementary asinh") {
  check_both(
      "asinh", [](const auto& x) { return elementary::asinh(x); }, [](auto x) { return std::asinh(x); });
}

TEST_CASE("elementary acosh") {
  check_both(
      "acosh", [](const auto& x) { return elementary::acosh(x); }, [](auto x) { return std::acosh(x); });
}

TEST_CASE("elementary atanh") {
  check_both(
      "atanh", [](const auto& x) { return elementary::atanh(x); }, [](auto x) { return std::atanh(x); });
}

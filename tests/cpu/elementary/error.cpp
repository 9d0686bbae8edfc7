// SPDX-License-Identifier: MIT
// erf, erfc, erf_inv. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

// The root y of erf(y) = x by Halley's method, from Winitzki's approximation ("A handy approximation for the
// error function and its inverse", 2008); on erfc where erf is near 1.
template <class Wide> static Wide inverse_error(Wide x) {
  const Wide size = std::abs(x);
  if (!(size < 1))
    return size == 1 ? x * std::numeric_limits<Wide>::infinity() : std::numeric_limits<Wide>::quiet_NaN();
  if (size < Wide(1e-30)) return x * Wide(0.886226925452758013649L);
  const Wide l = std::log((1 - size) * (1 + size)), h = Wide(4.33L) + l / 2;
  Wide y = std::sqrt(std::sqrt(h * h - l / Wide(0.147L)) - h);
  if (size < Wide(1e-3)) y = size * Wide(0.886226925452758013649L);
  for (int i = 0; i < 4; ++i) {
    const Wide excess = size < Wide(0.5) ? std::erf(y) - size : (1 - size) - std::erfc(y);
    const Wide step = excess / (Wide(1.128379167095512573896L) * std::exp(-y * y));
    y -= step / (1 + y * step);
  }
  return std::copysign(y, x);
}

TEST_CASE("elementary erf") {
  check_both(
      "erf", [](const auto& x) { return elementary::erf(x); }, [](auto x) { return std::erf(x); });
}

TEST_CASE("elementary erfc") {
  check_both(
      "erfc", [](const auto& x) { return elementary::erfc(x); }, [](auto x) { return std::erfc(x); });
}

TEST_CASE("elementary erf_inv") {
  check_both(
      "erf_inv", [](const auto& x) { return elementary::erf_inv(x); },
      [](auto x) { return inverse_error(x); });
}

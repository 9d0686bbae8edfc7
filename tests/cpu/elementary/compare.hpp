// SPDX-License-Identifier: MIT
// One law for all elementary functions: over bit patterns of all kinds a result is within 4 ulp of the
// reference, and zeros, infinities and NaN are exactly the reference's.
#pragma once

#include <doctest/doctest.h>

#include <sinter/cpu/elementary.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace elementary_test {

namespace elementary = sinter::core::elementary;

template <class T> using bits_of = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;

inline bool is_fuzzing() {
  static const bool fuzzing = std::getenv("SINTER_FUZZ") != nullptr;
  return fuzzing;
}

// splitmix64: a random bit pattern for every index.
inline std::uint64_t scrambled(std::uint64_t index) {
  std::uint64_t z = index * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// The values where special rules live; each is tried with both signs.
template <class T>
inline constexpr std::array specials{T(0),
                                     std::numeric_limits<T>::denorm_min(),
                                     std::numeric_limits<T>::denorm_min() * T(3),
                                     std::numeric_limits<T>::min(),
                                     std::numeric_limits<T>::epsilon(),
                                     std::numeric_limits<T>::epsilon() / T(4),
                                     T(0.25),
                                     T(0.5),
                                     T(0.75),
                                     T(1) - std::numeric_limits<T>::epsilon() / T(2),
                                     T(1),
                                     T(1) + std::numeric_limits<T>::epsilon(),
                                     T(1.5),
                                     T(2),
                                     T(2.5),
                                     T(3),
                                     T(4),
                                     T(5),
                                     T(10),
                                     T(88.5),
                                     T(89),
                                     T(104),
                                     T(710),
                                     T(746),
                                     T(1024),
                                     T(1074),
                                     T(8388607),
                                     T(8388609),
                                     T(16777215),
                                     T(16777217),
                                     T(4503599627370497),
                                     T(9007199254740991),
                                     T(9007199254740993),
                                     T(1e30),
                                     std::numeric_limits<T>::max() / T(2),
                                     std::numeric_limits<T>::max(),
                                     std::numeric_limits<T>::infinity(),
                                     std::numeric_limits<T>::quiet_NaN()};

// The distance of `given` from `exact` in units of the last place of T at `exact`; infinite where the kinds
// differ.
template <class T, class Wide> double ulp_error(T given, Wide exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  using limits = std::numeric_limits<T>;
  if (std::isnan(exact)) return std::isnan(given) ? 0 : wrong;
  const T rounded = static_cast<T>(exact);
  if (std::isnan(given)) return wrong;
  if (std::isinf(rounded) || std::isinf(given)) return given == rounded ? 0 : wrong;
  if (given == 0 || exact == 0) {
    if (std::signbit(given) != std::signbit(exact)) return wrong;
    if (exact == 0) return given == 0 ? 0 : wrong;
  }
  const Wide difference = std::abs(static_cast<Wide>(given) - exact);
  if (difference == 0) return 0;
  int exponent = std::ilogb(exact);
  if (exponent < limits::min_exponent - 1) exponent = limits::min_exponent - 1;
  return static_cast<double>(std::ldexp(difference, limits::digits - 1 - exponent));
}

// The worst error seen, and where.
template <class T> struct worst_case {
  double ulp = 0;
  T x = 0, y = 0, given = 0;
  void add(double error, T at, T second, T result) {
    if (!(error <= ulp)) ulp = error, x = at, y = second, given = result;
  }
};

template <class T> void report(const char* name, const worst_case<T>& worst, double limit) {
  if (std::getenv("SINTER_REPORT") != nullptr)
    std::printf("%-16s %s  %.3f ulp at %a, %a\n", name, sizeof(T) == 4 ? "f32" : "f64", worst.ulp,
                static_cast<double>(worst.x), static_cast<double>(worst.y));
  CAPTURE(std::string(name));
  CAPTURE(sizeof(T));
  CAPTURE(worst.x);
  CAPTURE(worst.y);
  CAPTURE(worst.given);
  CHECK(worst.ulp <= limit);
}

// Applies `function` to a batch of arguments and compares every lane.
template <class T, class Function, class Reference, class Argument>
void compare_unary(worst_case<T>& worst, std::uint64_t count, Function function, Reference reference,
                   Argument argument) {
  using batch = xsimd::batch<T>;
  alignas(64) T in[batch::size], out[batch::size];
  for (std::uint64_t first = 0; first < count; first += batch::size) {
    for (std::uint64_t lane = 0; lane < batch::size; ++lane)
      in[lane] = argument(first + lane < count ? first + lane : count - 1);
    function(batch::load_aligned(in)).store_aligned(out);
    for (std::size_t lane = 0; lane < batch::size; ++lane) {
      const auto exact = reference(in[lane]);
      // Rounded from the reference it is off by half a unit at most: no news once that was seen, and most results are.
      if (worst.ulp >= 0.5 && std::bit_cast<bits_of<T>>(out[lane]) == std::bit_cast<bits_of<T>>(static_cast<T>(exact))) continue;
      worst.add(ulp_error(out[lane], exact), in[lane], T(0), out[lane]);
    }
  }
}

// An element's bits must not depend on its neighbours or its place.
template <class T, class Function> void check_lanes_are_independent(const char* name, Function function) {
  using batch = xsimd::batch<T>;
  alignas(64) T in[batch::size], out[batch::size], alone[batch::size];
  int differing = 0;
  for (std::uint64_t first = 0; first < 4096; first += batch::size) {
    for (std::size_t lane = 0; lane < batch::size; ++lane)
      in[lane] = std::bit_cast<T>(static_cast<bits_of<T>>(scrambled(first + lane)));
    function(batch::load_aligned(in)).store_aligned(out);
    for (std::size_t lane = 0; lane < batch::size; ++lane) {
      function(batch(in[lane])).store_aligned(alone);
      for (T again : alone)
        differing +=
            std::bit_cast<bits_of<T>>(again) != std::bit_cast<bits_of<T>>(out[lane]) && again == again;
    }
  }
  CAPTURE(std::string(name));
  CHECK(differing == 0);
}

template <class T> T special(std::uint64_t index) {
  const T value = specials<T>[index / 2];
  return index % 2 == 0 ? value : -value;
}

// f32 over every 251st bit pattern (all of them when fuzzing) against <cmath> in double.
template <class Function, class Reference>
void check_f32(const char* name, Function function, Reference reference, double limit = 4) {
  const auto in_double = [&](float x) { return reference(static_cast<double>(x)); };
  const std::uint64_t stride = is_fuzzing() ? 1 : 251;
  worst_case<float> worst;
  compare_unary(worst, 2 * specials<float>.size(), function, in_double, special<float>);
  compare_unary(worst, (std::uint64_t(1) << 32) / stride, function, in_double, [=](std::uint64_t i) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(i * stride));
  });
  report(name, worst, limit);
  check_lanes_are_independent<float>(name, function);
}

// f64 over random bit patterns, a third of them with exponents near 0, against <cmath> in long double.
template <class Function, class Reference>
void check_f64(const char* name, Function function, Reference reference, double limit = 4) {
  const auto in_long_double = [&](double x) { return reference(static_cast<long double>(x)); };
  worst_case<double> worst;
  compare_unary(worst, 2 * specials<double>.size(), function, in_long_double, special<double>);
  compare_unary(worst, is_fuzzing() ? 10'000'000 : 200'000, function, in_long_double, [](std::uint64_t i) {
    const std::uint64_t bits = scrambled(i);
    if (i % 3 != 0) return std::bit_cast<double>(bits);
    const std::uint64_t exponent = 1023 - 24 + scrambled(~i) % 36;
    return std::bit_cast<double>((bits & 0x800fffffffffffff) | (exponent << 52));
  });
  report(name, worst, limit);
  check_lanes_are_independent<double>(name, function);
}

template <class Function, class Reference>
void check_both(const char* name, Function function, Reference reference, double limit = 4) {
  check_f32(name, function, reference, limit);
  check_f64(name, function, reference, limit);
}

// Two arguments: all specials crossed, then random bit patterns, half of them of moderate size.
template <class T, class Wide, class Function, class Reference>
void check_two(const char* name, Function function, Reference reference, double limit = 4) {
  using batch = xsimd::batch<T>;
  constexpr std::uint64_t table = 2 * specials<T>.size(), crossed = table * table;
  const std::uint64_t count = crossed + (is_fuzzing() ? 10'000'000 : sizeof(T) == 4 ? 1'000'000 : 200'000);
  const auto argument = [&](std::uint64_t i, std::uint64_t which) {
    if (i < crossed) return special<T>(which == 0 ? i / table : i % table);
    const std::uint64_t random = scrambled(2 * i + which);
    if (i % 2 == 0) return std::bit_cast<T>(static_cast<bits_of<T>>(random));
    const T fraction = static_cast<T>(static_cast<double>(random >> 11) * 0x1p-53);
    const T size = std::ldexp(T(1) + fraction, static_cast<int>(scrambled(~random) % 20) - 10);
    return i % 4 == 1 && which == 1 ? std::floor(size) : i % 8 == 3 ? -size : size;
  };
  worst_case<T> worst;
  alignas(64) T x[batch::size], y[batch::size], out[batch::size];
  for (std::uint64_t first = 0; first < count; first += batch::size) {
    for (std::uint64_t lane = 0; lane < batch::size; ++lane) {
      x[lane] = argument(first + lane, 0);
      y[lane] = argument(first + lane, 1);
    }
    function(batch::load_aligned(x), batch::load_aligned(y)).store_aligned(out);
    for (std::size_t lane = 0; lane < batch::size; ++lane)
      worst.add(ulp_error(out[lane], reference(static_cast<Wide>(x[lane]), static_cast<Wide>(y[lane]))),
                x[lane], y[lane], out[lane]);
  }
  report(name, worst, limit);
}

}  // namespace elementary_test

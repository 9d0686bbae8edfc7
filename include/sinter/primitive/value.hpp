// SPDX-License-Identifier: MIT
// What the values of primitives call beyond <cmath>, for scalars: the meaning of an operation where C++ leaves it open or
// has no word for it. The CPU room gives the same words to vectors of lanes; argument-dependent lookup finds them.
// Conventions: StableHLO's element semantics, with the choices of docs (integer division by zero, saturating conversion).
#pragma once
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "../array/half.hpp"

namespace sinter::core::scalar {

template <class T>
concept number = std::is_arithmetic_v<T>;

// Two's complement arithmetic without undefined overflow.
template <number T> constexpr T plus(T x, T y) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
  else return x + y;
}
template <number T> constexpr T minus(T x, T y) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y));
  else return x - y;
}
template <number T> constexpr T times(T x, T y) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y));
  else return x * y;
}
// x / y; integers truncate, x / 0 is all ones, the least integer / -1 is itself.
template <number T> constexpr T divide(T x, T y) {
  if constexpr (std::is_integral_v<T>) {
    if (y == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return minus(T(0), x);
    return static_cast<T>(x / y);
  } else return x / y;
}
// The rest of a truncated division, with the sign of x; x rem 0 is x.
template <number T> constexpr T remainder(T x, T y) {
  if constexpr (std::is_integral_v<T>) {
    if (y == 0) return x;
    if constexpr (std::is_signed_v<T>)
      if (y == -1) return 0;
    return static_cast<T>(x % y);
  } else return std::fmod(x, y);
}
// IEEE maximum and minimum: NaN in either operand gives NaN.
template <number T> constexpr T maximum(T x, T y) { return x != x ? x : y != y ? y : x > y ? x : y; }
template <number T> constexpr T minimum(T x, T y) { return x != x ? x : y != y ? y : x < y ? x : y; }
template <number T> constexpr T negate(T x) {
  if constexpr (std::is_integral_v<T>) return minus(T(0), x);
  else return -x;
}
template <number T> constexpr T absolute(T x) {
  if constexpr (std::is_unsigned_v<T>) return x;
  else if constexpr (std::is_integral_v<T>) return x < 0 ? negate(x) : x;
  else return x < 0 ? -x : x == 0 ? T(0) : x;
}
template <number T> constexpr T sign(T x) { return x > T(0) ? T(1) : x < T(0) ? static_cast<T>(-1) : x; }
template <std::floating_point T> T rsqrt(T x) { return T(1) / std::sqrt(x); }
template <std::floating_point T> T logistic(T x) {
  return x >= 0 ? T(1) / (T(1) + std::exp(-x)) : std::exp(x) / (T(1) + std::exp(x));
}
// The inverse of erf, by Newton steps on erfc from a rough start.
template <std::floating_point T> T erf_inv(T y) {
  if (!(std::fabs(y) < 1))
    return std::fabs(y) == 1 ? std::copysign(std::numeric_limits<T>::infinity(), y) : std::numeric_limits<T>::quiet_NaN();
  using W = long double;
  const W a = std::fabs(static_cast<W>(y)), l = std::log1p(-a * a), k = 2 / (3.14159265358979323846L * 0.147L) + l / 2;
  W x = std::sqrt(std::sqrt(k * k - l / 0.147L) - k);
  for (int i = 0; i < 4; ++i) {
    const W rest = a < 0.5L ? std::erf(x) - a : (1 - a) - std::erfc(x);
    const W slope = 1.12837916709551257390L * std::exp(-x * x), step = rest / slope;
    if (slope == 0) break;
    x -= step / (1 + x * step);
  }
  return std::copysign(static_cast<T>(x), y);
}
template <std::floating_point T> T round_half_away(T x) { return std::round(x); }
template <std::floating_point T> T round_half_even(T x) { return std::nearbyint(x); }
template <number T> constexpr bool is_finite(T x) { return x - x == T(0); }
template <number T> constexpr T select(bool which, T when_false, T when_true) { return which ? when_true : when_false; }
// Shifts by the width or more: 0, or all sign bits for an arithmetic one.
template <std::integral T> constexpr T shift_left(T x, T by) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(by) >= 8 * sizeof(T) ? T(0) : static_cast<T>(static_cast<U>(x) << by);
}
template <std::integral T> constexpr T shift_right_logical(T x, T by) {
  using U = std::make_unsigned_t<T>;
  return static_cast<U>(by) >= 8 * sizeof(T) ? T(0) : static_cast<T>(static_cast<U>(x) >> by);
}
template <std::integral T> constexpr T shift_right_arithmetic(T x, T by) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(x >> (static_cast<U>(by) >= 8 * sizeof(T) ? static_cast<T>(8 * sizeof(T) - 1) : by));
}
constexpr bool invert(bool x) { return !x; }
template <std::integral T> requires(!std::same_as<T, bool>) constexpr T invert(T x) { return static_cast<T>(~x); }

// Conversion: integers keep their low bits, floats truncate and saturate, NaN becomes 0, anything but 0 is true.
template <class To, number From> constexpr To convert(From x) {
  if constexpr (std::same_as<To, bool>) return x != From(0);
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (x != x) return 0;
    constexpr To low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    if (x <= static_cast<From>(low)) return low;
    if (x >= static_cast<From>(high)) return high;
    return static_cast<To>(x);
  } else return static_cast<To>(x);
}

// Halves pass through float, which holds them all; into them a number rounds once.
template <class To, half From> constexpr To convert(From x) {
  if constexpr (std::same_as<To, From>) return x;
  else if constexpr (is_half<To>) return To(x);
  else return convert<To>(static_cast<float>(x));
}

}  // namespace sinter::core::scalar

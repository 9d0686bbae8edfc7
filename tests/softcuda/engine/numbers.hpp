// SPDX-License-Identifier: MIT
// PTX's rules for single numbers: flushing, saturation, NaN in min and max, formats of 16 bits.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace softcuda {

template <class T> struct bits_type { using type = std::uint32_t; };
template <> struct bits_type<double> { using type = std::uint64_t; };

constexpr float canonical_nan_f32 = std::bit_cast<float>(0x7FFFFFFFu);
template <class T> constexpr T canonical_nan() {
  if constexpr (std::is_same_v<T, float>)
    return canonical_nan_f32;
  else
    return std::numeric_limits<T>::quiet_NaN();
}

/// .ftz: a subnormal becomes a zero of its sign.
inline float flushed(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>((bits & 0x7F800000u) == 0 ? bits & 0x80000000u : bits);
}
template <bool Ftz, class T> T flush(T x) {
  if constexpr (Ftz)
    return flushed(x);
  else
    return x;
}
/// .sat: into [0, 1]; NaN becomes +0.
template <class T> T saturated(T x) { return x > T(0) ? (x < T(1) ? x : T(1)) : T(0); }

// min and max: -0 < +0; a NaN loses, unless IsNan (.NaN), where it wins; two NaNs give the canonical one. Written with
// masks, so that loops over lanes vectorise.
template <class T, bool IsNan, bool IsMax> T extreme(T a, T b) {
  using U = typename bits_type<T>::type;
  const auto mask = [](bool c) { return U(0) - U(c); };
  const auto choose = [](U m, U x, U y) { return (m & x) | (~m & y); };
  const U x = std::bit_cast<U>(a), y = std::bit_cast<U>(b);
  const U first = mask(IsMax ? a > b : a < b), equal = mask(a == b), x_nan = mask(a != a), y_nan = mask(b != b);
  U r = choose(equal, IsMax ? x & y : x | y, choose(first, x, y));
  r = choose(y_nan, x, choose(x_nan, y, r));
  r = choose(IsNan ? x_nan | y_nan : x_nan & y_nan, std::bit_cast<U>(canonical_nan<T>()), r);
  return std::bit_cast<T>(r);
}
template <class T, bool IsNan> T minimum(T a, T b) { return extreme<T, IsNan, false>(a, b); }
template <class T, bool IsNan> T maximum(T a, T b) { return extreme<T, IsNan, true>(a, b); }

// ---- 16-bit floats ----
enum class tie { even, zero, down, up };

/// A double to a format with Exponent bits of exponent and Mantissa bits of fraction, rounded once. `x` may hold a
/// sticky last bit.
template <int Exponent, int Mantissa> std::uint16_t narrowed(double x, tie mode = tie::even) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << (Exponent + Mantissa);
  const bool is_negative = bits >> 63 != 0;
  const int e = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  constexpr std::uint32_t infinity = ((1u << Exponent) - 1) << Mantissa;
  if (e == 1024) return static_cast<std::uint16_t>(fraction != 0 ? 0x7FFFu : sign | infinity);
  if (e == -1023 && fraction == 0) return static_cast<std::uint16_t>(sign);
  std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  int shift = 52 - Mantissa;
  std::uint32_t exponent_field = 0;
  if (e < 1 - bias)
    shift += 1 - bias - e;
  else
    exponent_field = static_cast<std::uint32_t>(e + bias - 1);  // the hidden bit adds one
  if (shift > 62) {
    shift = 62;
    significand = 1;
  }
  std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1), half = std::uint64_t{1} << (shift - 1);
  bool is_up = false;
  if (mode == tie::even) is_up = rest > half || (rest == half && (kept & 1) != 0);
  if (mode == tie::down) is_up = is_negative && rest != 0;
  if (mode == tie::up) is_up = !is_negative && rest != 0;
  kept += is_up ? 1 : 0;
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(exponent_field) << Mantissa) + kept;
  if (e >= 1 - bias && magnitude >= infinity) {
    const bool stays = mode == tie::zero || (mode == tie::down && !is_negative) || (mode == tie::up && is_negative);
    return static_cast<std::uint16_t>(sign | (stays ? infinity - 1 : infinity));
  }
  return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(magnitude));
}

inline float half_value(std::uint16_t h) {
  const std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000u) << 16, e = h >> 10 & 31u, f = h & 1023u;
  if (e == 31) return std::bit_cast<float>(sign | 0x7F800000u | f << 13 | (f != 0 ? 0x400000u : 0u));
  const float magnitude = e == 0 ? static_cast<float>(f) * 0x1p-24f : std::bit_cast<float>((e + 112) << 23 | f << 13);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
}
inline float bfloat_value(std::uint16_t h) { return std::bit_cast<float>(static_cast<std::uint32_t>(h) << 16); }
inline std::uint16_t to_half(double x, tie mode = tie::even) { return narrowed<5, 10>(x, mode); }
inline std::uint16_t to_bfloat(double x, tie mode = tie::even) {
  // a float's subnormals are normal doubles; bf16 has the same exponents
  return narrowed<8, 7>(x, mode);
}

/// a*b + c with the last bit sticky (round to odd), so that a later rounding to 16 bits is the only one.
inline double fma_to_odd(double a, double b, double c) {
  const double p = a * b;  // exact for 16-bit formats
  const double s = p + c;
  if (!std::isfinite(s)) return s;
  const double v = s - p, error = (p - (s - v)) + (c - v);
  auto bits = std::bit_cast<std::uint64_t>(s);
  if (error != 0 && (bits & 1) == 0) bits = (error > 0) == (s > 0) ? bits + 1 : bits - 1;
  return std::bit_cast<double>(bits);
}

}  // namespace softcuda

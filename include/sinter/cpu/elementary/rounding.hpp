// SPDX-License-Identifier: MIT
// floor, ceil, both rounds and rem. All exact.
#pragma once

#include <sinter/cpu/elementary/bits.hpp>

#include <cmath>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"  // as in lanes.hpp
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace sinter::core::elementary {

template <class A>
inline constexpr bool has_rounding =
    is_avx512<A> || std::is_base_of_v<xsimd::avx, A> || std::is_base_of_v<xsimd::sse4_1, A>;

// The nearest integer, halves to even. Without the instruction: adding 2^mantissa leaves no room for a
// fraction.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> round_half_even(const batch<T, A>& x) {
  if constexpr (has_rounding<A>) {
    return xsimd::nearbyint(x);
  } else {
    const batch<T, A> magic(format<T>::two_to_mantissa), size = absolute(x);
    return xsimd::select(size < magic, ((size + magic) - magic) | sign_bit(x), x);
  }
}

// The greatest integer <= x; floor(-0) = -0.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> floor(const batch<T, A>& x) {
  if constexpr (has_rounding<A>) {
    return xsimd::floor(x);
  } else {
    const batch<T, A> near = round_half_even(x);
    return xsimd::select(near > x, near - batch<T, A>(T(1)), near);
  }
}

// The least integer >= x; keeps the sign of zeros.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> ceil(const batch<T, A>& x) {
  return negated(elementary::floor(negated(x)));
}

// The nearest integer, halves away from zero: x - floor(x) is exact.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> round_half_away(const batch<T, A>& x) {
  const batch<T, A> size = absolute(x), low = elementary::floor(size);
  const auto is_upper = (size - low) >= batch<T, A>(T(0.5));
  return xsimd::select(is_upper, low + batch<T, A>(T(1)), low) | sign_bit(x);
}

// |x| - |y| trunc(|x| / |y|) while the quotient fits the mantissa: the quotient may be one too large, then
// the exact remainder is negative and |y| is added once. f64 needs the fused multiply; f32 has room in a
// double.
template <class A>
[[gnu::always_inline]] inline batch<double, A> short_remainder(const batch<double, A>& size,
                                                               const batch<double, A>& divisor) {
  const batch<double, A> quotient = elementary::floor(size / divisor);
  const batch<double, A> rest = fused_less(quotient, divisor, size);
  return xsimd::select(rest < batch<double, A>(0.), rest + divisor, rest);
}

// C's fmod: exact, with the sign of x. Quotients from 2^28 (f32) or 2^52 (f64) up, all of f64 where there is
// no fused multiply, and divisors or dividends that are zero, infinite or NaN go lane by lane through
// std::fmod.
template <class T, class A> batch<T, A> rem(const batch<T, A>& x, const batch<T, A>& y) {
  const auto exactly = [](T a, T b) { return std::fmod(a, b); };
  if constexpr (std::is_same_v<T, double> && !has_fused<A>) {
    return lane_by_lane(exactly, x, y);
  } else {
    const batch<T, A> size = absolute(x), divisor = absolute(y);
    constexpr T limit = std::is_same_v<T, float> ? T(0x1p28) : T(0x1p52);
    const batch<T, A> quotient = size / divisor;
    const auto is_easy = (quotient < batch<T, A>(limit)) & (divisor < batch<T, A>(infinity<T>)) &
                         (divisor > batch<T, A>(T(0)));
    batch<T, A> rest;
    if constexpr (std::is_same_v<T, float>)
      rest = in_double([](const auto& a, const auto& b) { return short_remainder(a, b); }, size, divisor);
    else
      rest = short_remainder(size, divisor);
    rest = rest | sign_bit(x);
    if (xsimd::all(is_easy)) return rest;
    return xsimd::select(is_easy, rest, lane_by_lane(exactly, x, y));
  }
}

}  // namespace sinter::core::elementary

#pragma GCC diagnostic pop

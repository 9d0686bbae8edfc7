// SPDX-License-Identifier: MIT
// Batches as bit patterns: rounding to integers by a magic addend, powers of two, exponents.
#pragma once

#include <sinter/cpu/elementary/lanes.hpp>

#include <cstdint>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace sinter::core::elementary {

// The binary format of T.
template <class T> struct format;

template <> struct format<float> {
  using bits = std::uint32_t;
  static constexpr int mantissa = 23;
  static constexpr bits bias = 127;
  static constexpr bits root_half = 0x3f3504f3;  // sqrt(1/2)
  static constexpr float magic = 0x1.8p23f;      // adding it rounds to an integer, kept in the low bits
  static constexpr float two_to_mantissa = 0x1.0p23f;
};

template <> struct format<double> {
  using bits = std::uint64_t;
  static constexpr int mantissa = 52;
  static constexpr bits bias = 1023;
  static constexpr bits root_half = 0x3fe6a09e667f3bcd;
  static constexpr double magic = 0x1.8p52;
  static constexpr double two_to_mantissa = 0x1.0p52;
};

template <class T, class A> using bits_batch = batch<typename format<T>::bits, A>;

template <class T, class A> [[gnu::always_inline]] inline bits_batch<T, A> as_bits(const batch<T, A>& x) {
  return xsimd::bitwise_cast<bits_batch<T, A>>(x);
}

template <class T, class A> [[gnu::always_inline]] inline batch<T, A> as_value(const bits_batch<T, A>& x) {
  return xsimd::bitwise_cast<batch<T, A>>(x);
}

// 2^n for an integer-valued n whose power is a normal number.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> power_of_two(const batch<T, A>& n) {
  using f = format<T>;
  return as_value<T, A>(as_bits(n + batch<T, A>(f::magic + static_cast<T>(f::bias))) << f::mantissa);
}

// One bit of a pattern as the sign bit of a zero: -0 where it is set.
template <int position, class T, class A>
[[gnu::always_inline]] inline batch<T, A> sign_from_bit(const bits_batch<T, A>& pattern) {
  return sign_bit(as_value<T, A>(pattern << (static_cast<int>(sizeof(T) * 8) - 1 - position)));
}

// x 2^n for an integer-valued n and x near 1, rounded once: in two exact steps where results are normal, so
// that denormal results and overflow come out right.
template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> scaled(const batch<T, A>& x, const batch<T, A>& n) {
#if XSIMD_WITH_AVX512F
  if constexpr (is_avx512<A> && std::is_same_v<T, float>)
    return _mm512_scalef_ps(x, n);
  else if constexpr (is_avx512<A>)
    return _mm512_scalef_pd(x, n);
  else
#endif
  {
    const batch<T, A> magic(format<T>::magic);
    const batch<T, A> half = (n * batch<T, A>(T(0.5)) + magic) - magic;
    return x * power_of_two(half) * power_of_two(n - half);
  }
}

// A positive x as 2^exponent * mantissa with mantissa in [sqrt(1/2), sqrt(2)). Zeros, infinities, NaN and
// negative numbers give something arbitrary.
template <class T, class A> struct separated {
  batch<T, A> exponent, mantissa;
};

template <class T, class A> [[gnu::always_inline]] inline separated<T, A> separate(const batch<T, A>& x) {
  using f = format<T>;
  using bits = bits_batch<T, A>;
  const auto is_small = x < batch<T, A>(std::numeric_limits<T>::min());
  const batch<T, A> normal = xsimd::select(is_small, x * batch<T, A>(f::two_to_mantissa), x);
  const bits shifted = as_bits(normal) + bits((f::bias << f::mantissa) - f::root_half);
  const bits mantissa = (shifted & bits((typename f::bits(1) << f::mantissa) - 1)) + bits(f::root_half);
  const batch<T, A> biased =
      as_value<T, A>((shifted >> f::mantissa) | as_bits(batch<T, A>(f::two_to_mantissa)));
  const batch<T, A> offset =
      xsimd::select(is_small, batch<T, A>(f::two_to_mantissa + T(f::bias) + T(f::mantissa)),
                    batch<T, A>(f::two_to_mantissa + T(f::bias)));
  return {biased - offset, as_value<T, A>(mantissa)};
}

}  // namespace sinter::core::elementary

#pragma GCC diagnostic pop

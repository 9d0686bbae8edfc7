// SPDX-License-Identifier: MIT
// What every elementary function needs from a batch: fused multiply-add, polynomials, signs, widths and a way
// out to <cmath> lane by lane. Nothing here relies on the compiler's choice of contraction.
#pragma once

#include <xsimd/xsimd.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

// GCC 12 takes the undefined lanes inside its own AVX-512 intrinsics for a mistake (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace sinter::core::elementary {

using xsimd::batch;
using xsimd::batch_bool;

// Which arithmetic an approximation must satisfy: f32 results computed in f64 need shorter polynomials. A
// table `terms<T, Accuracy>` holds coefficients of type T good for the accuracy of `Accuracy`.

template <class A> inline constexpr bool is_avx512 = std::is_base_of_v<xsimd::avx512f, A>;

template <class A>
inline constexpr bool has_fused =
    is_avx512<A> || std::is_base_of_v<xsimd::fma3<xsimd::sse4_2>, A> ||
    std::is_base_of_v<xsimd::fma3<xsimd::avx>, A> || std::is_base_of_v<xsimd::fma3<xsimd::avx2>, A>;

// x y + z, rounded once where the hardware can (xsimd 8.1 has no such overload for AVX-512), else twice.
template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> fused(const batch<T, A>& x, const batch<T, A>& y,
                                                const batch<T, A>& z) {
#if XSIMD_WITH_AVX512F
  if constexpr (is_avx512<A> && std::is_same_v<T, float>)
    return _mm512_fmadd_ps(x, y, z);
  else if constexpr (is_avx512<A>)
    return _mm512_fmadd_pd(x, y, z);
  else
#endif
    return xsimd::fma(x, y, z);
}

// z - x y, likewise.
template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> fused_less(const batch<T, A>& x, const batch<T, A>& y,
                                                     const batch<T, A>& z) {
#if XSIMD_WITH_AVX512F
  if constexpr (is_avx512<A> && std::is_same_v<T, float>)
    return _mm512_fnmadd_ps(x, y, z);
  else if constexpr (is_avx512<A>)
    return _mm512_fnmadd_pd(x, y, z);
  else
#endif
    return xsimd::fnma(x, y, z);
}

// A product that must be rounded before it meets a sum: GCC contracts the two by default.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> rounded(batch<T, A> x) {
#if defined(__x86_64__)
  asm("" : "+v"(x.data));
#endif
  return x;
}

// c[0] + c[1] x + c[2] x^2 + ... by Horner's rule.
template <class T, class A, std::size_t N>
[[gnu::always_inline]] inline batch<T, A> polynomial(const batch<T, A>& x, const T (&c)[N]) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    batch<T, A> sum(c[N - 1]);
    ((sum = fused(sum, x, batch<T, A>(c[N - 2 - I]))), ...);
    return sum;
  }
  (std::make_index_sequence<N - 1>{});
}

template <class T> inline constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T> inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

template <class T, class A> [[gnu::always_inline]] inline batch<T, A> sign_bit(const batch<T, A>& x) {
  return x & batch<T, A>(T(-0.0));
}

template <class T, class A> [[gnu::always_inline]] inline batch<T, A> absolute(const batch<T, A>& x) {
  return x ^ sign_bit(x);
}

// -x, also for zeros (xsimd 8.1 computes 0 - x on AVX-512).
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> negated(const batch<T, A>& x) {
  return x ^ batch<T, A>(T(-0.0));
}

// x held below a bound, or within two; a NaN stays a NaN, because x86's minimum and maximum return their
// second operand then.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> at_most(const batch<T, A>& x, T high) {
  return xsimd::min(batch<T, A>(high), x);
}

template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> held_within(const batch<T, A>& x, T low, T high) {
  return xsimd::max(batch<T, A>(low), at_most(x, high));
}

template <class T, class A> [[gnu::always_inline]] inline batch<T, A> square_root(const batch<T, A>& x) {
  return xsimd::sqrt(x);
}

// f applied to every lane of its arguments: the way out for rare arguments.
template <class T, class A, class F, class... More>
batch<T, A> lane_by_lane(F f, const batch<T, A>& x, const More&... more) {
  constexpr std::size_t count = batch<T, A>::size;
  alignas(alignof(batch<T, A>)) T values[count];
  x.store_aligned(values);
  if constexpr (sizeof...(More) == 0) {
    for (T& value : values) value = f(value);
  } else {
    alignas(alignof(batch<T, A>)) T others[count];
    (more.store_aligned(others), ...);
    for (std::size_t i = 0; i < count; ++i) values[i] = f(values[i], others[i]);
  }
  return batch<T, A>::load_aligned(values);
}

// The two halves of a batch of floats as doubles, and back.
template <class A> struct halves {
  batch<double, A> low, high;
};

template <class A> [[gnu::always_inline]] inline halves<A> widened(const batch<float, A>& x) {
#if XSIMD_WITH_AVX512F
  if constexpr (is_avx512<A>) {
    const __m512 all = x;
    return {_mm512_cvtps_pd(_mm512_castps512_ps256(all)),
            _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(all), 1)))};
  } else
#endif
#if XSIMD_WITH_AVX
      if constexpr (std::is_base_of_v<xsimd::avx, A>) {
    const __m256 all = x;
    return {_mm256_cvtps_pd(_mm256_castps256_ps128(all)), _mm256_cvtps_pd(_mm256_extractf128_ps(all, 1))};
  } else
#endif
#if XSIMD_WITH_SSE2
      if constexpr (std::is_base_of_v<xsimd::sse2, A>) {
    const __m128 all = x;
    return {_mm_cvtps_pd(all), _mm_cvtps_pd(_mm_movehl_ps(all, all))};
  } else
#endif
  {
    constexpr std::size_t count = batch<float, A>::size;
    alignas(alignof(batch<float, A>)) float values[count];
    alignas(alignof(batch<double, A>)) double wide[count];
    x.store_aligned(values);
    for (std::size_t i = 0; i < count; ++i) wide[i] = values[i];
    return {batch<double, A>::load_aligned(wide), batch<double, A>::load_aligned(wide + count / 2)};
  }
}

template <class A>
[[gnu::always_inline]] inline batch<float, A> narrowed(const batch<double, A>& low,
                                                       const batch<double, A>& high) {
#if XSIMD_WITH_AVX512F
  if constexpr (is_avx512<A>) {
    const __m512d first = _mm512_castps_pd(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)));
    return _mm512_castpd_ps(_mm512_insertf64x4(first, _mm256_castps_pd(_mm512_cvtpd_ps(high)), 1));
  } else
#endif
#if XSIMD_WITH_AVX
      if constexpr (std::is_base_of_v<xsimd::avx, A>) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
  } else
#endif
#if XSIMD_WITH_SSE2
      if constexpr (std::is_base_of_v<xsimd::sse2, A>) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  } else
#endif
  {
    constexpr std::size_t count = batch<float, A>::size;
    alignas(alignof(batch<double, A>)) double wide[count];
    alignas(alignof(batch<float, A>)) float values[count];
    low.store_aligned(wide);
    high.store_aligned(wide + count / 2);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(wide[i]);
    return batch<float, A>::load_aligned(values);
  }
}

// f32 functions through f64: f is called with batches of doubles, and the result is rounded once.
template <class A, class F>
[[gnu::always_inline]] inline batch<float, A> in_double(F f, const batch<float, A>& x) {
  const halves<A> wide = widened(x);
  return narrowed<A>(f(wide.low), f(wide.high));
}

template <class A, class F>
[[gnu::always_inline]] inline batch<float, A> in_double(F f, const batch<float, A>& x,
                                                        const batch<float, A>& y) {
  const halves<A> first = widened(x), second = widened(y);
  return narrowed<A>(f(first.low, second.low), f(first.high, second.high));
}

}  // namespace sinter::core::elementary

#pragma GCC diagnostic pop

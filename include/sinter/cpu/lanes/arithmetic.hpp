// SPDX-License-Identifier: MIT
// Sums, products, quotients, signs and extremes of lanes, bit for bit what scalar:: has.
#pragma once
#include <sinter/primitive/value.hpp>

#include "../elementary.hpp"
#include "mask.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace vectors {
template <class T>
concept number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// Integers wrap: computed unsigned.
template <class T> using wrapping = vector<std::conditional_t<std::is_integral_v<T>, bits_of<T>, T>, width<T>>;
}  // namespace vectors

template <vectors::number T> SINTER_LANES lanes<T> plus(const lanes<T>& x, const lanes<T>& y) {
  using wide = vectors::wrapping<T>;
  return made_of<T>([&]<int I>()
                        __attribute__((always_inline)) { return vectors::vector<T>(wide(x.v[I]) + wide(y.v[I])); });
}
template <vectors::number T> SINTER_LANES lanes<T> minus(const lanes<T>& x, const lanes<T>& y) {
  using wide = vectors::wrapping<T>;
  return made_of<T>([&]<int I>()
                        __attribute__((always_inline)) { return vectors::vector<T>(wide(x.v[I]) - wide(y.v[I])); });
}
template <vectors::number T> SINTER_LANES lanes<T> times(const lanes<T>& x, const lanes<T>& y) {
  using wide = vectors::wrapping<T>;
  return made_of<T>([&]<int I>() __attribute__((always_inline)) {
    vectors::vector<T> product = vectors::vector<T>(wide(x.v[I]) * wide(y.v[I]));
    vectors::round_here<T>(product);
    return product;
  });
}
template <vectors::number T> SINTER_LANES lanes<T> divide(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_integral_v<T>)
    return lane_by_lane([](T a, T b) { return scalar::divide(a, b); }, x, y);
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) { return x.v[I] / y.v[I]; });
}

template <vectors::number T> SINTER_LANES lanes<T> negate(const lanes<T>& x) {
  using bits = vectors::vector<vectors::bits_of<T>, vectors::width<T>>;
  if constexpr (std::is_integral_v<T>)
    return minus(lanes<T>(0), x);
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      return vectors::vector<T>(bits(x.v[I]) ^ bits(vectors::splat(T(-0.0))));
    });
}
template <vectors::number T> SINTER_LANES lanes<T> absolute(const lanes<T>& x) {
  using bits = vectors::vector<vectors::bits_of<T>, vectors::width<T>>;
  if constexpr (std::is_unsigned_v<T>)
    return x;
  else if constexpr (std::is_integral_v<T>)
    return select(x < lanes<T>(0), x, negate(x));
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      return vectors::vector<T>(bits(x.v[I]) & ~bits(vectors::splat(T(-0.0))));
    });
}
template <vectors::number T> SINTER_LANES lanes<T> sign(const lanes<T>& x) {
  const lanes<T> zero(0), low = select(x < zero, x, lanes<T>(static_cast<T>(-1)));
  return select(x > zero, low, lanes<T>(1));
}

// NaN in either operand gives that NaN, x's before y's; of equal zeros y.
template <vectors::number T> SINTER_LANES lanes<T> maximum(const lanes<T>& x, const lanes<T>& y) {
#if defined(__AVX512F__)
  if constexpr (std::is_floating_point_v<T>)  // the instruction gives y where either is NaN and where both are zero
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (sizeof(T) == 4) {
        const __m512 a = __m512(x.v[I]);
        return vectors::vector<T>(_mm512_mask_max_ps(a, _mm512_cmp_ps_mask(a, a, _CMP_ORD_Q), a, __m512(y.v[I])));
      } else {
        const __m512d a = __m512d(x.v[I]);
        return vectors::vector<T>(_mm512_mask_max_pd(a, _mm512_cmp_pd_mask(a, a, _CMP_ORD_Q), a, __m512d(y.v[I])));
      }
    });
  else
#elif defined(__AVX__)
  if constexpr (std::is_floating_point_v<T>)
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (sizeof(T) == 4) {
        const __m256 a = __m256(x.v[I]), max = _mm256_max_ps(a, __m256(y.v[I]));
        return vectors::vector<T>(_mm256_blendv_ps(max, a, _mm256_cmp_ps(a, a, _CMP_UNORD_Q)));
      } else {
        const __m256d a = __m256d(x.v[I]), max = _mm256_max_pd(a, __m256d(y.v[I]));
        return vectors::vector<T>(_mm256_blendv_pd(max, a, _mm256_cmp_pd(a, a, _CMP_UNORD_Q)));
      }
    });
  else
#endif
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      using mask = vectors::vector<vectors::mask_of<T>, vectors::width<T>>;
      if constexpr (std::is_integral_v<T>)
        return vectors::blend<T>(mask(x.v[I] > y.v[I]), y.v[I], x.v[I]);
      else
        return vectors::blend<T>(mask(x.v[I] > y.v[I]) | mask(x.v[I] != x.v[I]), y.v[I], x.v[I]);
    });
}
template <vectors::number T> SINTER_LANES lanes<T> minimum(const lanes<T>& x, const lanes<T>& y) {
#if defined(__AVX512F__)
  if constexpr (std::is_floating_point_v<T>)
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (sizeof(T) == 4) {
        const __m512 a = __m512(x.v[I]);
        return vectors::vector<T>(_mm512_mask_min_ps(a, _mm512_cmp_ps_mask(a, a, _CMP_ORD_Q), a, __m512(y.v[I])));
      } else {
        const __m512d a = __m512d(x.v[I]);
        return vectors::vector<T>(_mm512_mask_min_pd(a, _mm512_cmp_pd_mask(a, a, _CMP_ORD_Q), a, __m512d(y.v[I])));
      }
    });
  else
#elif defined(__AVX__)
  if constexpr (std::is_floating_point_v<T>)
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (sizeof(T) == 4) {
        const __m256 a = __m256(x.v[I]), min = _mm256_min_ps(a, __m256(y.v[I]));
        return vectors::vector<T>(_mm256_blendv_ps(min, a, _mm256_cmp_ps(a, a, _CMP_UNORD_Q)));
      } else {
        const __m256d a = __m256d(x.v[I]), min = _mm256_min_pd(a, __m256d(y.v[I]));
        return vectors::vector<T>(_mm256_blendv_pd(min, a, _mm256_cmp_pd(a, a, _CMP_UNORD_Q)));
      }
    });
  else
#endif
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      using mask = vectors::vector<vectors::mask_of<T>, vectors::width<T>>;
      if constexpr (std::is_integral_v<T>)
        return vectors::blend<T>(mask(x.v[I] < y.v[I]), y.v[I], x.v[I]);
      else
        return vectors::blend<T>(mask(x.v[I] < y.v[I]) | mask(x.v[I] != x.v[I]), y.v[I], x.v[I]);
    });
}

template <vectors::number T> SINTER_LANES lanes<bool> is_finite(const lanes<T>& x) {
  return minus(x, x) == lanes<T>(0);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

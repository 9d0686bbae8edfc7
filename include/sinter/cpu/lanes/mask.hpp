// SPDX-License-Identifier: MIT
// Comparisons make masks of 32 bits, and select takes them: one mask serves elements of any width.
#pragma once
#include "lanes.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace vectors {

enum class relation { equal, unequal, less, less_equal, greater, greater_equal };

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512DQ__)

template <relation R>
inline constexpr int ordered = R == relation::equal        ? _CMP_EQ_OQ
                               : R == relation::unequal    ? _CMP_NEQ_UQ
                               : R == relation::less       ? _CMP_LT_OQ
                               : R == relation::less_equal ? _CMP_LE_OQ
                               : R == relation::greater    ? _CMP_GT_OQ
                                                           : _CMP_GE_OQ;
template <relation R>
inline constexpr int integral = R == relation::equal        ? 0
                                : R == relation::unequal    ? 4
                                : R == relation::less       ? 1
                                : R == relation::less_equal ? 2
                                : R == relation::greater    ? 6
                                                            : 5;

template <relation R, class T> SINTER_LANES std::uint32_t compare(const vector<T>& x, const vector<T>& y) {
  if constexpr (std::is_same_v<T, float>)
    return _mm512_cmp_ps_mask(__m512(x), __m512(y), ordered<R>);
  else if constexpr (std::is_same_v<T, double>)
    return _mm512_cmp_pd_mask(__m512d(x), __m512d(y), ordered<R>);
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return _mm512_cmp_epi32_mask(__m512i(x), __m512i(y), integral<R>);
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return _mm512_cmp_epu32_mask(__m512i(x), __m512i(y), integral<R>);
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return _mm512_cmp_epi64_mask(__m512i(x), __m512i(y), integral<R>);
  else
    return _mm256_cmp_epu8_mask(__m256i(x), __m256i(y), integral<R>);
}

template <class T>
SINTER_LANES vector<T> choose(std::uint32_t bits, const vector<T>& when_false, const vector<T>& when_true) {
  if constexpr (std::is_same_v<T, float>)
    return vector<T>(_mm512_mask_blend_ps(static_cast<__mmask16>(bits), __m512(when_false), __m512(when_true)));
  else if constexpr (std::is_same_v<T, double>)
    return vector<T>(_mm512_mask_blend_pd(static_cast<__mmask8>(bits), __m512d(when_false), __m512d(when_true)));
  else if constexpr (sizeof(T) == 4)
    return vector<T>(_mm512_mask_blend_epi32(static_cast<__mmask16>(bits), __m512i(when_false), __m512i(when_true)));
  else if constexpr (sizeof(T) == 8)
    return vector<T>(_mm512_mask_blend_epi64(static_cast<__mmask8>(bits), __m512i(when_false), __m512i(when_true)));
  else
    return vector<T>(_mm256_mask_blend_epi8(bits, __m256i(when_false), __m256i(when_true)));
}

#else

// The top bit of each lane.
template <class T> SINTER_LANES std::uint32_t top_bits(const vector<mask_of<T>, width<T>>& mask) {
#if defined(__AVX__)
  if constexpr (sizeof(T) == 4)
    return static_cast<std::uint32_t>(_mm256_movemask_ps(__m256(mask)));
  else if constexpr (sizeof(T) == 8)
    return static_cast<std::uint32_t>(_mm256_movemask_pd(__m256d(mask)));
  else {
    const __m256i all = __m256i(mask);
    const auto low = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm256_castsi256_si128(all)));
    return low | static_cast<std::uint32_t>(_mm_movemask_epi8(_mm256_extractf128_si256(all, 1))) << 16;
  }
#else
  if constexpr (sizeof(T) == 4)
    return static_cast<std::uint32_t>(_mm_movemask_ps(__m128(mask)));
  else if constexpr (sizeof(T) == 8)
    return static_cast<std::uint32_t>(_mm_movemask_pd(__m128d(mask)));
  else
    return static_cast<std::uint32_t>(_mm_movemask_epi8(__m128i(mask)));
#endif
}

template <relation R, class T> SINTER_LANES std::uint32_t compare(const vector<T>& x, const vector<T>& y) {
  using mask = vector<mask_of<T>, width<T>>;
  if constexpr (R == relation::equal)
    return top_bits<T>(mask(x == y));
  else if constexpr (R == relation::unequal)
    return top_bits<T>(mask(x != y));
  else if constexpr (R == relation::less)
    return top_bits<T>(mask(x < y));
  else if constexpr (R == relation::less_equal)
    return top_bits<T>(mask(x <= y));
  else if constexpr (R == relation::greater)
    return top_bits<T>(mask(x > y));
  else
    return top_bits<T>(mask(x >= y));
}

// Bit i as all bits of lane i.
template <class T> SINTER_LANES vector<mask_of<T>, width<T>> widened(std::uint32_t bits) {
  using lane = mask_of<T>;
  using mask = vector<lane, width<T>>;
  if constexpr (sizeof(T) == 1) {
    std::uint64_t bytes[width<T> / 8];
    for (std::uint64_t& eight : bytes) {
      eight = bytes_of(bits & 255) * 255u;
      bits >>= 8;
    }
    mask made;
    std::memcpy(&made, bytes, sizeof(made));
    return made;
  } else {
    const mask lane_bits = []<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      return mask{(lane{1} << I)...};
    }
    (std::make_integer_sequence<int, width<T>>{});
    return mask((splat<lane>(static_cast<lane>(bits)) & lane_bits) == lane_bits);
  }
}

template <class T>
SINTER_LANES vector<T> choose(std::uint32_t bits, const vector<T>& when_false, const vector<T>& when_true) {
  return blend<T>(widened<T>(bits), when_false, when_true);
}

#endif

template <relation R, class T> SINTER_LANES lanes<bool> compared(const lanes<T>& x, const lanes<T>& y) {
  std::uint32_t bits = 0;
  each<lanes<T>::registers>([&]<int I>() __attribute__((always_inline)) {
    bits |= compare<R, T>(x.v[I], y.v[I]) << (I * lanes<T>::width);
  });
  return lanes<bool>::of_bits(bits);
}

}  // namespace vectors

SINTER_LANES lanes<bool> operator&(lanes<bool> x, lanes<bool> y) { return lanes<bool>::of_bits(x.bits & y.bits); }
SINTER_LANES lanes<bool> operator|(lanes<bool> x, lanes<bool> y) { return lanes<bool>::of_bits(x.bits | y.bits); }
SINTER_LANES lanes<bool> operator^(lanes<bool> x, lanes<bool> y) { return lanes<bool>::of_bits(x.bits ^ y.bits); }
SINTER_LANES lanes<bool> invert(lanes<bool> x) { return lanes<bool>::of_bits(~x.bits); }

template <class T> SINTER_LANES lanes<bool> operator==(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return invert(x ^ y);
  else
    return vectors::compared<vectors::relation::equal>(x, y);
}
template <class T> SINTER_LANES lanes<bool> operator!=(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return x ^ y;
  else
    return vectors::compared<vectors::relation::unequal>(x, y);
}
template <class T> SINTER_LANES lanes<bool> operator<(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return invert(x) & y;
  else
    return vectors::compared<vectors::relation::less>(x, y);
}
template <class T> SINTER_LANES lanes<bool> operator<=(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return invert(x) | y;
  else
    return vectors::compared<vectors::relation::less_equal>(x, y);
}
template <class T> SINTER_LANES lanes<bool> operator>(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return x & invert(y);
  else
    return vectors::compared<vectors::relation::greater>(x, y);
}
template <class T> SINTER_LANES lanes<bool> operator>=(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_same_v<T, bool>)
    return x | invert(y);
  else
    return vectors::compared<vectors::relation::greater_equal>(x, y);
}

template <class T>
SINTER_LANES lanes<T> select(lanes<bool> which, const lanes<T>& when_false, const lanes<T>& when_true) {
  if constexpr (std::is_same_v<T, bool>)
    return lanes<bool>::of_bits((when_false.bits & ~which.bits) | (when_true.bits & which.bits));
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      return vectors::choose<T>(which.bits >> (I * lanes<T>::width), when_false.v[I], when_true.v[I]);
    });
}

// The first `count` of 32 lanes.
SINTER_LANES lanes<bool> first_lanes(std::int64_t count) {
  return lanes<bool>::of_bits(count >= lane_count ? ~std::uint32_t{0} : (std::uint32_t{1} << count) - 1);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

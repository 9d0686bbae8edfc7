// SPDX-License-Identifier: MIT
// Registers of halves: in memory 16 bits each, in a register floats that are halves already. With F16C the hardware
// converts float16, else integer arithmetic does; both round to nearest even and quieten a NaN.
#pragma once
#include <sinter/array/half.hpp>

#include "vector.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace vectors {

using words = vector<std::uint32_t, width<float>>;
using narrow_words = vector<std::uint16_t, width<float>>;
inline constexpr int half_register_bytes = 2 * width<float>;

#if defined(__F16C__) || defined(__AVX512F__)
inline constexpr bool has_half_instructions = register_bytes >= 32;
#else
inline constexpr bool has_half_instructions = false;
#endif

SINTER_LANES words words_of(const char* from) {
  narrow_words some;
  std::memcpy(&some, from, sizeof(some));
  return __builtin_convertvector(some, words);
}
SINTER_LANES void put_words(char* to, const words& x) {
  const narrow_words some = __builtin_convertvector(x, narrow_words);
  std::memcpy(to, &some, sizeof(some));
}

// float16 without instructions: scaled by a power of two, so that subnormals come right by themselves.
SINTER_LANES vector<float> float_of_float16(const words& half) {
  const words sign = (half & 0x8000u) << 16, size = (half & 0x7fffu) << 13;
  const words special = words(size >= 0x0f800000u), is_nan = words(size > 0x0f800000u);
  const words number = words(vector<float>(size) * 0x1p112f);
  return vector<float>((number & ~special) | (special & (size | 0x7f800000u)) | (is_nan & 0x400000u) | sign);
}
// The sum with 1/2 leaves a subnormal's bits at the end of the fraction, rounded by the addition.
SINTER_LANES words float16_of_float(const vector<float>& x) {
  const words sign = (words(x) & 0x80000000u) >> 16, size = words(x) & 0x7fffffffu;
  const words is_huge = words(size >= 0x47800000u), is_nan = words(size > 0x7f800000u), is_small = words(size < 0x38800000u);
  const words special = (is_nan & ((size >> 13 & 0x3ffu) | 0x200u)) | 0x7c00u;
  const words subnormal = words(vector<float>(size & is_small) + 0.5f) - 0x3f000000u;
  const words usual = (size + 0xc8000fffu + (size >> 13 & 1u)) >> 13;
  return sign | (is_huge & special) | (is_small & subnormal) | (~(is_huge | is_small) & usual);
}

#if defined(__AVX512F__)
// With a mask of all lanes: GCC 12 takes the undefined lanes of the plain intrinsics for a mistake (GCC bug 105593).
SINTER_LANES __m512 float_of_sixteen(__m256i x) { return _mm512_maskz_cvtph_ps(0xffff, x); }
SINTER_LANES __m256i sixteen_of_float(const vector<float>& x) {
  return _mm512_maskz_cvtps_ph(0xffff, __m512(x), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
#endif

// A register from memory, and into memory; what is stored is a half already.
template <half T> SINTER_LANES vector<float> load_halves(const char* from) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    return vector<float>(words_of(from) << 16);
  } else if constexpr (has_half_instructions) {
#if defined(__AVX512F__)
    return vector<float>(float_of_sixteen(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
#elif defined(__F16C__)
    return vector<float>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
#endif
  } else
    return float_of_float16(words_of(from));
}
template <half T> SINTER_LANES void store_halves(char* to, const vector<float>& x) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    put_words(to, words(x) >> 16);
  } else if constexpr (has_half_instructions) {
#if defined(__AVX512F__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sixteen_of_float(x));
#elif defined(__F16C__)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_cvtps_ph(__m256(x), _MM_FROUND_TO_NEAREST_INT));
#endif
  } else
    put_words(to, float16_of_float(x));
}

// The nearest half, as a float.
template <half T> SINTER_LANES vector<float> nearest_half(const vector<float>& x) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    const words bits = words(x), is_nan = words((bits & 0x7fffffffu) > 0x7f800000u);
    const words number = bits + 0x7fffu + (bits >> 16 & 1u);
    return vector<float>(((number & ~is_nan) | (is_nan & (bits | 0x400000u))) & 0xffff0000u);
  } else if constexpr (has_half_instructions) {
#if defined(__AVX512F__)
    return vector<float>(float_of_sixteen(sixteen_of_float(x)));
#elif defined(__F16C__)
    return vector<float>(_mm256_cvtph_ps(_mm256_cvtps_ph(__m256(x), _MM_FROUND_TO_NEAREST_INT)));
#endif
  } else
    return float_of_float16(float16_of_float(x));
}

}  // namespace vectors
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// The last elements of a range, fewer than a group: copied into padded memory and back, so that the same instructions
// do them as all others. Nothing past an end is touched, not even read.
#pragma once
#include <cstdint>
#include <cstring>

#include "config.hpp"

#if defined(__AVX512BW__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t group_bytes = 256;  // of 32 elements of the widest type

#if defined(__AVX512BW__) && defined(__AVX512VL__)

namespace detail {
inline __mmask64 first_bytes(std::int64_t count) {
  return count >= 64 ? ~__mmask64{0} : (__mmask64{1} << (count > 0 ? count : 0)) - 1;
}
}  // namespace detail

// `bytes` < 256 bytes and zeros, up to `room`: 32, or a multiple of 64.
inline void pad_group(char* to, const char* from, std::int64_t bytes, std::int64_t room) {
  if (room < 64) {
    const auto mask = static_cast<__mmask32>(detail::first_bytes(bytes));
    return _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_maskz_loadu_epi8(mask, from));
  }
  for (std::int64_t at = 0; at < room; at += 64)
    _mm512_storeu_si512(to + at,
                        _mm512_maskz_loadu_epi8(detail::first_bytes(bytes - at), from + (at < bytes ? at : 0)));
}
inline void unpad_group(char* to, const char* from, std::int64_t bytes) {
  for (std::int64_t at = 0; at < bytes; at += 64) {
    const __mmask64 mask = detail::first_bytes(bytes - at);
    _mm512_mask_storeu_epi8(to + at, mask, _mm512_maskz_loadu_epi8(mask, from + at));
  }
}

#else

inline void pad_group(char* to, const char* from, std::int64_t bytes, std::int64_t room) {
  std::memset(to, 0, static_cast<std::size_t>(room));
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
inline void unpad_group(char* to, const char* from, std::int64_t bytes) {
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

#endif

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

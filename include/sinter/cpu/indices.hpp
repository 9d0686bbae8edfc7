// SPDX-License-Identifier: MIT
// Indices among the data of take, gather and scatter_add: their numbers, and what one outside means.
#pragma once
#include <cstring>
#include <limits>

#include "../primitive/registry.hpp"
#include "config.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// Element i of an array of indices.
inline std::int64_t index_at(const char* from, dtype type, std::int64_t i) {
  std::int64_t number = 0;
  if (type == dtype::i64)
    std::memcpy(&number, from + 8 * i, 8);
  else {
    std::int32_t narrow;
    std::memcpy(&narrow, from + 4 * i, 4);
    number = narrow;
  }
  return number;
}

constexpr std::int64_t clamped(std::int64_t x, std::int64_t low, std::int64_t high) {
  return x < low ? low : x > high ? high : x;
}

// Makes `number` the index to use; false where nothing is read or written.
inline bool settle_index(std::int64_t& number, std::int64_t extent, index_mode mode) {
  if (mode == index_mode::promise) return true;
  if (mode == index_mode::clip) {
    number = clamped(number, 0, extent - 1);
    return extent > 0;
  }
  return number >= 0 && number < extent;
}
// What an index outside reads: NaN, the lowest, for unsigned the highest, true; or 0.
[[gnu::cold, gnu::noinline]] inline void put_outside(dtype type, index_mode mode, char* to) {
  with_element(type, [&]<class T>() {
    T value = T(0);
    if (mode != index_mode::nothing) {
      if constexpr (is_real<T>)
        value = std::numeric_limits<T>::quiet_NaN();
      else
        value = std::is_signed_v<T> ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
    }
    std::memcpy(to, &value, sizeof(T));
  });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Moving elements of any type, known by its size alone: copies of one, elements that lie some stride apart, blocks of a
// transposed matrix. And a constant as an element.
#pragma once
#include <bit>
#include <cstring>

#include "../primitive/registry.hpp"
#include "config.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// A constant's bits (a double for floating types) as an element.
[[gnu::cold, gnu::noinline]] inline void put_constant(dtype type, std::int64_t bits, char* to) {
  with_element(type, [&]<class T>() {
    T value;
    if constexpr (is_real<T>)
      value = static_cast<T>(std::bit_cast<double>(bits));
    else if constexpr (std::is_same_v<T, bool>)
      value = bits != 0;
    else
      value = static_cast<T>(bits);
    std::memcpy(to, &value, sizeof(T));
  });
}
[[gnu::cold, gnu::noinline]] inline void put_integer(dtype type, std::int64_t number, char* to) {
  put_constant(type, is_floating(type) ? std::bit_cast<std::int64_t>(static_cast<double>(number)) : number, to);
}

namespace detail {
// Calls f with a zero of the unsigned type of `size` bytes.
template <class F> void with_bits(int size, F&& f) {
  if (size == 4)
    f(std::uint32_t{});
  else if (size == 8)
    f(std::uint64_t{});
  else if (size == 2)
    f(std::uint16_t{});
  else
    f(std::uint8_t{});
}
}  // namespace detail

// `count` copies of an element of `size` bytes.
inline void repeat(const char* from, int size, std::int64_t count, char* to) {
  if (size == 1) {
    std::memset(to, static_cast<unsigned char>(*from), static_cast<std::size_t>(count));
    return;
  }
  detail::with_bits(size, [&]<class Bits>(Bits value) {
    std::memcpy(&value, from, sizeof(Bits));
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(to + i * static_cast<std::int64_t>(sizeof(Bits)), &value, sizeof(Bits));
  });
}
// 32 copies, into memory on a boundary of 64.
inline void splat_group(const char* from, int size, char* to) {
  detail::with_bits(size, [&]<class Bits>(Bits value) {
    std::memcpy(&value, from, sizeof(Bits));
    typedef Bits vector __attribute__((vector_size(16)));
    const vector all = vector{} + value;
    for (int i = 0; i < 32 * static_cast<int>(sizeof(Bits)); i += 16) std::memcpy(to + i, &all, 16);
  });
}
// Elements `stride` apart, put side by side.
inline void gather(const char* from, int size, std::int64_t stride, std::int64_t count, char* to) {
  if (stride == 1)
    std::memcpy(to, from, static_cast<std::size_t>(count * size));
  else if (stride == 0)
    repeat(from, size, count, to);
  else
    detail::with_bits(size, [&]<class Bits>(Bits) {
      constexpr auto bytes = static_cast<std::int64_t>(sizeof(Bits));
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * bytes, from + i * stride * bytes, sizeof(Bits));
    });
}
// Elements side by side, put `stride` apart.
inline void spread(const char* from, int size, std::int64_t stride, std::int64_t count, char* to) {
  if (stride == 1)
    std::memcpy(to, from, static_cast<std::size_t>(count * size));
  else
    detail::with_bits(size, [&]<class Bits>(Bits) {
      constexpr auto bytes = static_cast<std::int64_t>(sizeof(Bits));
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * stride * bytes, from + i * bytes, sizeof(Bits));
    });
}

// A block of a transposed matrix: element c of row r lies at from[c * stride + r], and goes to place c of a row that begins
// `apart` bytes after the last. Column by column, so that a line of the source is read once.
inline void turn(const char* from, int size, std::int64_t stride, std::int64_t count, std::int64_t rows, char* to,
                 std::int64_t apart) {
  detail::with_bits(size, [&]<class Bits>(Bits value) {
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(Bits));
    for (std::int64_t c = 0; c < count; ++c, from += stride * bytes, to += bytes)
      for (std::int64_t r = 0; r < rows; ++r) {
        std::memcpy(&value, from + r * bytes, sizeof(Bits));
        std::memcpy(to + r * apart, &value, sizeof(Bits));
      }
  });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

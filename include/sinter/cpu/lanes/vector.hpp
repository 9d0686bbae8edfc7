// SPDX-License-Identifier: MIT
// One hardware vector. The vectors of the language (GCC's and Clang's extension) give integers, shifts and conversions
// on every instruction set; xsimd names the widest register and carries the elementary functions.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <xsimd/xsimd.hpp>

#include "../config.hpp"

#define SINTER_LANES [[gnu::always_inline]] inline

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// A block of a kernel moves this many elements at once, whatever their type: so a mask fits every width.
inline constexpr int lane_count = 32;

namespace vectors {

inline constexpr int register_bytes = static_cast<int>(sizeof(xsimd::batch<float>));

template <class T>
inline constexpr int width =
    register_bytes / static_cast<int>(sizeof(T)) < lane_count ? register_bytes / static_cast<int>(sizeof(T))
                                                              : lane_count;

template <class T, int Width> struct vector_of {
  typedef T type __attribute__((vector_size(sizeof(T) * Width)));
};
template <class T, int Width = width<T>> using vector = typename vector_of<T, Width>::type;

template <int Bytes>
using signed_of_size =
    std::conditional_t<Bytes == 1, std::int8_t, std::conditional_t<Bytes == 4, std::int32_t, std::int64_t>>;
template <int Bytes> using unsigned_of_size = std::make_unsigned_t<signed_of_size<Bytes>>;
// Integers of T's width; the unsigned ones wrap.
template <class T> using bits_of = unsigned_of_size<static_cast<int>(sizeof(T))>;
template <class T> using mask_of = signed_of_size<static_cast<int>(sizeof(T))>;

template <int N, class F> SINTER_LANES constexpr void each(F&& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) { (f.template operator()<I>(), ...); }
  (std::make_integer_sequence<int, N>{});
}

template <class T> SINTER_LANES vector<T> splat(T value) { return vector<T>{} + value; }
template <> SINTER_LANES vector<float> splat(float value) { return vector<float>(xsimd::batch<float>(value).data); }
template <> SINTER_LANES vector<double> splat(double value) { return vector<double>(xsimd::batch<double>(value).data); }

// y where the mask is all ones, x where it is all zeros.
template <class T>
SINTER_LANES vector<T> blend(const vector<mask_of<T>, width<T>>& mask, const vector<T>& x, const vector<T>& y) {
  using bits = vector<mask_of<T>, width<T>>;
  return vector<T>((bits(y) & mask) | (bits(x) & ~mask));
}

// The compiler may not fuse a product with a later sum, whatever its flags: every kernel of one formula gives the same
// bits.
template <class T> SINTER_LANES void round_here([[maybe_unused]] vector<T>& x) {
#if defined(__FMA__) && !defined(__clang__)
  if constexpr (std::is_floating_point_v<T>) {
#if defined(__AVX512F__)
    asm("" : "+v"(x));
#else
    asm("" : "+x"(x));
#endif
  }
#endif
}

}  // namespace vectors
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

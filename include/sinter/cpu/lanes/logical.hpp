// SPDX-License-Identifier: MIT
// Bits of integer lanes and shifts. A shift by the width or more gives 0, or all sign bits.
#pragma once
#include "arithmetic.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace vectors {
template <class T>
concept integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T> using raw = vector<bits_of<T>, width<T>>;
}  // namespace vectors

template <vectors::integer T> SINTER_LANES lanes<T> operator&(const lanes<T>& x, const lanes<T>& y) {
  return made_of<T>([&]<int I>() __attribute__((always_inline)) { return x.v[I] & y.v[I]; });
}
template <vectors::integer T> SINTER_LANES lanes<T> operator|(const lanes<T>& x, const lanes<T>& y) {
  return made_of<T>([&]<int I>() __attribute__((always_inline)) { return x.v[I] | y.v[I]; });
}
template <vectors::integer T> SINTER_LANES lanes<T> operator^(const lanes<T>& x, const lanes<T>& y) {
  return made_of<T>([&]<int I>() __attribute__((always_inline)) { return x.v[I] ^ y.v[I]; });
}
template <vectors::integer T> SINTER_LANES lanes<T> invert(const lanes<T>& x) {
  return made_of<T>([&]<int I>() __attribute__((always_inline)) { return ~x.v[I]; });
}

// By one count below the width, bits moved in as zeros.
template <vectors::integer T> SINTER_LANES lanes<T> operator<<(const lanes<T>& x, int by) {
  return made_of<T>([&]<int I>()
                        __attribute__((always_inline)) { return vectors::vector<T>(vectors::raw<T>(x.v[I]) << by); });
}
template <vectors::integer T> SINTER_LANES lanes<T> operator>>(const lanes<T>& x, int by) {
  return made_of<T>([&]<int I>()
                        __attribute__((always_inline)) { return vectors::vector<T>(vectors::raw<T>(x.v[I]) >> by); });
}

template <vectors::integer T> SINTER_LANES lanes<T> shift_left(const lanes<T>& x, const lanes<T>& by) {
  if constexpr (sizeof(T) == 1)
    return lane_by_lane([](T a, T b) { return scalar::shift_left(a, b); }, x, by);
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      using raw = vectors::raw<T>;
      const raw top = vectors::raw<T>{} + static_cast<vectors::bits_of<T>>(8 * sizeof(T) - 1), count = raw(by.v[I]);
      return vectors::vector<T>((raw(x.v[I]) << (count & top)) & raw(count <= top));
    });
}
template <vectors::integer T> SINTER_LANES lanes<T> shift_right_logical(const lanes<T>& x, const lanes<T>& by) {
  if constexpr (sizeof(T) == 1)
    return lane_by_lane([](T a, T b) { return scalar::shift_right_logical(a, b); }, x, by);
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      using raw = vectors::raw<T>;
      const raw top = vectors::raw<T>{} + static_cast<vectors::bits_of<T>>(8 * sizeof(T) - 1), count = raw(by.v[I]);
      return vectors::vector<T>((raw(x.v[I]) >> (count & top)) & raw(count <= top));
    });
}
template <vectors::integer T> SINTER_LANES lanes<T> shift_right_arithmetic(const lanes<T>& x, const lanes<T>& by) {
  if constexpr (sizeof(T) == 1)
    return lane_by_lane([](T a, T b) { return scalar::shift_right_arithmetic(a, b); }, x, by);
  else
    return made_of<T>([&]<int I>() __attribute__((always_inline)) {
      using raw = vectors::raw<T>;
      const raw top = vectors::raw<T>{} + static_cast<vectors::bits_of<T>>(8 * sizeof(T) - 1), count = raw(by.v[I]);
      const raw held = vectors::blend<vectors::bits_of<T>>(
          vectors::vector<vectors::mask_of<T>, vectors::width<T>>(count <= top), top, count);
      return x.v[I] >> vectors::vector<T>(held);
    });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

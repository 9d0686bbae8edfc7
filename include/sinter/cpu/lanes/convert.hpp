// SPDX-License-Identifier: MIT
// Lanes of one element type as lanes of another: scalar::convert for 32 elements. Registers of the wider type meet
// parts of registers of the narrower one.
#pragma once
#include <limits>

#include "logical.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace vectors {

// Elements [Part * Width, ...) of x.
template <int Width, int Part, class T> SINTER_LANES vector<T, Width> part_of(const lanes<T>& x) {
  if constexpr (Width == width<T>)
    return x.v[Part];
  else
    return [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      constexpr int from = Part * Width;
      const vector<T>& whole = x.v[from / width<T>];
      return vector<T, Width>(__builtin_shufflevector(whole, whole, (from % width<T> + I)...));
    }
  (std::make_integer_sequence<int, Width>{});
}

// Parts of `Width` elements, from part First on, as one vector of `Whole` elements; part(integral_constant) gives them.
template <class T, int Width, int Whole, int First, class Part> SINTER_LANES vector<T, Whole> joined(Part&& part) {
  if constexpr (Width == Whole)
    return part.template operator()<First>();
  else
    return [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
      const vector<T, Whole / 2> low = joined<T, Width, Whole / 2, First>(part);
      const vector<T, Whole / 2> high = joined<T, Width, Whole / 2, First + Whole / 2 / Width>(part);
      return vector<T, Whole>(__builtin_shufflevector(low, high, I...));
    }
  (std::make_integer_sequence<int, Whole>{});
}

// What the hardware converts, for values inside To's range.
template <class To, class From> SINTER_LANES lanes<To> plainly(const lanes<From>& x) {
  constexpr int both = width<To> < width<From> ? width<To> : width<From>;
  return made_of<To>([&]<int I>() __attribute__((always_inline)) {
    return joined<To, both, width<To>, I*(width<To> / both)>([&]<int Part>() __attribute__((always_inline)) {
      return vector<To, both>(__builtin_convertvector((part_of<both, Part>(x)), vector<To, both>));
    });
  });
}

// Saturates; NaN becomes 0.
template <class To, class From> SINTER_LANES lanes<To> truncated(const lanes<From>& x) {
  constexpr To low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
  const lanes<bool> is_low = x <= lanes<From>(static_cast<From>(low)),
                    is_high = x >= lanes<From>(static_cast<From>(high));
  const lanes<From> inside = select(is_low | is_high | (x != x), x, lanes<From>(0));
  lanes<To> whole;
  if constexpr (sizeof(To) == 1)
    whole = plainly<To>(plainly<std::int32_t>(inside));
  else if constexpr (std::is_same_v<To, std::uint32_t>)
    whole = plainly<To>(plainly<std::int64_t>(inside));
  else
    whole = plainly<To>(inside);
  return select(is_high, select(is_low, whole, lanes<To>(low)), lanes<To>(high));
}

}  // namespace vectors

namespace vectors {
// To halves from what a float does not hold: lane by lane, so that each is rounded once.
template <class To, class From> [[gnu::noinline]] lanes<To> halved(const lanes<From>& x) {
  alignas(64) From values[lane_count];
  alignas(64) To made[lane_count];
  store(reinterpret_cast<char*>(values), x);
  for (int i = 0; i < lane_count; ++i) made[i] = To(values[i]);
  return load<To>(reinterpret_cast<const char*>(made));
}
}  // namespace vectors

template <class To, class From> SINTER_LANES lanes<To> convert(const lanes<From>& x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (is_half<From>)
    return convert<To>(x.wide);
  else if constexpr (std::is_same_v<From, float> && is_half<To>)
    return closed<To>(x);
  else if constexpr (is_half<To> && sizeof(From) == 1)
    return closed<To>(convert<float>(x));
  else if constexpr (is_half<To>)
    return vectors::halved<To>(x);
  else if constexpr (std::is_same_v<From, bool>)
    return select(x, lanes<To>(0), lanes<To>(1));
  else if constexpr (std::is_same_v<To, bool>)
    return x != lanes<From>(0);
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return vectors::truncated<To>(x);
  else if constexpr (sizeof(From) == 1 && !std::is_same_v<To, std::int32_t>)
    return vectors::plainly<To>(vectors::plainly<std::int32_t>(x));
  else if constexpr (sizeof(To) == 1 && sizeof(From) == 8)
    return vectors::plainly<To>(vectors::plainly<std::int32_t>(x));
  else
    return vectors::plainly<To>(x);
}

template <class To, class From>
  requires(sizeof(To) == sizeof(From))
SINTER_LANES lanes<To> bit_cast(const lanes<From>& x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (std::is_same_v<From, bool> || std::is_same_v<To, bool>)
    return convert<To>(x);
  else if constexpr (is_half<To>) {
    alignas(64) char bits[lane_count * sizeof(To)];
    store(bits, x);
    return load<To>(bits);
  } else
    return made_of<To>([&]<int I>() __attribute__((always_inline)) { return vectors::vector<To>(x.v[I]); });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

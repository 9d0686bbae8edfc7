// SPDX-License-Identifier: MIT
// Elementary functions of lanes: cpu/elementary on each register. Cheap ones are inlined into kernels, the others are
// called, which costs little beside them and keeps kernels quick to compile.
#pragma once
#include "convert.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace vectors {
template <class T, class F, class... More>
SINTER_LANES lanes<T> by_register(F f, const lanes<T>& x, const More&... more) {
  return made_of<T>([&]<int I>() __attribute__((always_inline)) {
    using batch = xsimd::batch<T>;
    using native = typename batch::register_type;
    vector<T> made = vector<T>(f(batch(native(x.v[I])), batch(native(more.v[I]))...).data);
    round_here<T>(made);
    return made;
  });
}
}  // namespace vectors
}  // namespace SINTER_CPU_NAMESPACE

inline namespace SINTER_CPU_NAMESPACE {

#define SINTER_WORD(kind, name)                                                               \
  template <std::floating_point T> kind lanes<T> name(const lanes<T>& x) {                    \
    return vectors::by_register(                                                              \
        [](const auto& a) __attribute__((always_inline)) { return elementary::name(a); }, x); \
  }
#define SINTER_WORD_OF_TWO(kind, name)                                                                             \
  template <std::floating_point T> kind lanes<T> name(const lanes<T>& x, const lanes<T>& y) {                      \
    return vectors::by_register(                                                                                   \
        [](const auto& a, const auto& b) __attribute__((always_inline)) { return elementary::name(a, b); }, x, y); \
  }
SINTER_WORD(SINTER_LANES, exp)
SINTER_WORD(SINTER_LANES, exp2)
SINTER_WORD([[gnu::noinline]], expm1)
SINTER_WORD(SINTER_LANES, log)
SINTER_WORD([[gnu::noinline]], log1p)
SINTER_WORD([[gnu::noinline]], log2)
SINTER_WORD(SINTER_LANES, sqrt)
SINTER_WORD(SINTER_LANES, rsqrt)
SINTER_WORD([[gnu::noinline]], cbrt)
SINTER_WORD(SINTER_LANES, logistic)
SINTER_WORD([[gnu::noinline]], sin)
SINTER_WORD([[gnu::noinline]], cos)
SINTER_WORD([[gnu::noinline]], tan)
SINTER_WORD([[gnu::noinline]], asin)
SINTER_WORD([[gnu::noinline]], acos)
SINTER_WORD([[gnu::noinline]], atan)
SINTER_WORD([[gnu::noinline]], sinh)
SINTER_WORD([[gnu::noinline]], cosh)
SINTER_WORD(SINTER_LANES, tanh)
SINTER_WORD([[gnu::noinline]], asinh)
SINTER_WORD([[gnu::noinline]], acosh)
SINTER_WORD([[gnu::noinline]], atanh)
SINTER_WORD(SINTER_LANES, erf)
SINTER_WORD([[gnu::noinline]], erfc)
SINTER_WORD([[gnu::noinline]], erf_inv)
SINTER_WORD(SINTER_LANES, floor)
SINTER_WORD(SINTER_LANES, ceil)
SINTER_WORD(SINTER_LANES, round_half_away)
SINTER_WORD(SINTER_LANES, round_half_even)
SINTER_WORD_OF_TWO([[gnu::noinline]], pow)
SINTER_WORD_OF_TWO([[gnu::noinline]], atan2)
#undef SINTER_WORD
#undef SINTER_WORD_OF_TWO

template <vectors::number T> [[gnu::noinline]] lanes<T> remainder(const lanes<T>& x, const lanes<T>& y) {
  if constexpr (std::is_integral_v<T>)
    return lane_by_lane([](T a, T b) { return scalar::remainder(a, b); }, x, y);
  else
    return vectors::by_register([](const auto& a, const auto& b) { return elementary::rem(a, b); }, x, y);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// What the generated programs of random/native/ share: arguments from a seed, and a program run natively and by the
// interpreter whose results must have the same bits, in reductions and products too: one schedule serves both ways of
// running. One thing is left open: where NaN meets NaN, which of the two x + y and x * y keep is the C++ compiler's choice,
// for it may exchange the operands. So an element that is NaN in both results agrees whatever its sign.
#pragma once
#undef SINTER_EAGER
#define SINTER_EAGER off  // the functions run through jit alone: no kernels for each of their statements
#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <sinter/sinter.hpp>
#include <string>

namespace random_programs {

// splitmix64
struct numbers {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
};

template <class T>
T number(numbers& from, bool is_special) {
  const std::uint64_t bits = from.next();
  const std::uint64_t which = bits >> 58;  // one element in eight is special, where they are asked for
  if constexpr (std::is_same_v<T, bool>) {
    return (bits & 1) != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    using limits = std::numeric_limits<T>;
    const T special[] = {T(0), -T(0), T(1), limits::infinity(), -limits::infinity(), limits::quiet_NaN(), limits::denorm_min(), limits::max()};
    if (is_special && which < 8) return special[which];
    return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(bits % 4001) - 2000) / 1000);
  } else if constexpr (std::is_same_v<T, std::uint8_t>) {
    return static_cast<T>(bits);
  } else {
    using limits = std::numeric_limits<T>;
    const T special[] = {T(0), T(-1), T(1), limits::max(), limits::min(), T(31), T(32), T(-100)};
    if (is_special && which < 8) return special[which];
    return static_cast<T>(static_cast<std::int64_t>(bits % 25) - 12);
  }
}

// An array of any type; its dyn axes have the extents `lengths`, in order.
template <class A>
A given(std::uint64_t seed, bool is_special, std::initializer_list<sinter::extent> lengths, std::size_t elements) {
  using T = typename A::value_type;
  numbers from{seed};
  const auto memory = std::make_unique<T[]>(elements + 1);
  for (std::size_t i = 0; i < elements; ++i) memory[i] = number<T>(from, is_special);
  return A::from(std::span<const T>(memory.get(), elements), lengths);
}

template <class T>
bool agree(const void* x, const void* y, std::int64_t i) {
  const T a = static_cast<const T*>(x)[i], b = static_cast<const T*>(y)[i];
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}
// Reports the first difference of two results.
inline void check_same_bits(const char* program, int leaf, const sinter::core::buffer& native, const sinter::core::buffer& interpreted) {
  using sinter::core::dtype;
  bool is_like = native.type == interpreted.type && native.rank == interpreted.rank;
  for (int i = 0; is_like && i < native.rank; ++i) is_like = native.extents[i] == interpreted.extents[i];
  std::int64_t different = 0, first = -1;
  const std::size_t width = sinter::core::size_of(native.type);
  const auto* x = static_cast<const unsigned char*>(native.data);
  const auto* y = static_cast<const unsigned char*>(interpreted.data);
  if (is_like && std::memcmp(x, y, static_cast<std::size_t>(native.size) * width) != 0)
    for (std::int64_t i = native.size; i-- > 0;) {
      const std::size_t at = static_cast<std::size_t>(i) * width;
      if (native.type == dtype::f32   ? agree<float>(x, y, i)
          : native.type == dtype::f64 ? agree<double>(x, y, i)
                                      : std::memcmp(x + at, y + at, width) == 0)
        continue;
      ++different;
      first = i;
    }
  char text[200] = "";
  if (!is_like) std::snprintf(text, sizeof text, "%s, result %d: other extents", program, leaf);
  if (different) {
    std::uint64_t a = 0, b = 0;
    std::memcpy(&a, x + static_cast<std::size_t>(first) * width, width);
    std::memcpy(&b, y + static_cast<std::size_t>(first) * width, width);
    std::snprintf(text, sizeof text, "%s, result %d: %lld of %lld elements of %s differ, first %lld: native %llx, interpreted %llx", program, leaf,
                  static_cast<long long>(different), static_cast<long long>(native.size), sinter::core::name_of(native.type),
                  static_cast<long long>(first), static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
  }
  CHECK(std::string(text) == "");
}

// f natively and interpreted, from the same graph and plan.
template <auto F, class... A>
void check(const char* program, const A&... arguments) {
  using namespace sinter;
  const auto native = jit<F>(arguments...);
  using R = std::remove_const_t<decltype(native)>;
  using made = core::program<core::call_of<F, A...>>;
  const R interpreted = core::run_with<R, made::graph.count.roots, A...>(core::interpreted_executable<made>, arguments...);
  int leaf = 0;
  core::for_each_leaf([&](const auto& x, const auto& y) { check_same_bits(program, leaf++, *x.handle(), *y.handle()); }, native, interpreted);
}

}  // namespace random_programs

// SPDX-License-Identifier: MIT
// Every primitive in elements of type T through native kernels: values and the first gradient have the bits that the
// interpreter gives. Few programs, because each costs compile time: one for all functions of one operand, one for two, one for
// what moves and folds elements.
#pragma once
#undef SINTER_EAGER
#define SINTER_EAGER off  // the functions run through jit and grad alone
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <tuple>
#include <type_traits>

#include <sinter/sinter.hpp>

#include "support/compare.hpp"

namespace every_row {
using namespace sinter;

template <class T> using line = array<T, dyn>;
template <class T> using table = array<T, dyn, 5>;
template <class T, int N> using lines = std::array<line<T>, N>;

// ---- the rows of one operand, those with a gradient first; each has an argument of its own, from its row's domain ----
inline constexpr int smooth = 28, unary = smooth + 6;
inline constexpr core::row_pointer unary_rows[unary] = {
    &core::primitives::neg, &core::primitives::abs, &core::primitives::exp, &core::primitives::exp2, &core::primitives::expm1,
    &core::primitives::log, &core::primitives::log1p, &core::primitives::log2, &core::primitives::sqrt, &core::primitives::rsqrt,
    &core::primitives::cbrt, &core::primitives::integer_pow, &core::primitives::logistic, &core::primitives::sin,
    &core::primitives::cos, &core::primitives::tan, &core::primitives::asin, &core::primitives::acos, &core::primitives::atan,
    &core::primitives::sinh, &core::primitives::cosh, &core::primitives::tanh, &core::primitives::asinh,
    &core::primitives::acosh, &core::primitives::atanh, &core::primitives::erf, &core::primitives::erfc,
    &core::primitives::erf_inv,
    &core::primitives::sign, &core::primitives::floor, &core::primitives::ceil, &core::primitives::round_half_away,
    &core::primitives::round_half_even, &core::primitives::is_finite};

template <class T>
constexpr auto unary_smooth = [](const lines<T, smooth>& x) -> lines<T, smooth> {
  return {-x[0], abs(x[1]), exp(x[2]), exp2(x[3]), expm1(x[4]), log(x[5]), log1p(x[6]), log2(x[7]), sqrt(x[8]), rsqrt(x[9]),
          cbrt(x[10]), integer_pow<3>(x[11]), logistic(x[12]), sin(x[13]), cos(x[14]), tan(x[15]), asin(x[16]), acos(x[17]),
          atan(x[18]), sinh(x[19]), cosh(x[20]), tanh(x[21]), asinh(x[22]), acosh(x[23]), atanh(x[24]), erf(x[25]),
          erfc(x[26]), erf_inv(x[27])};
};
template <class T>
constexpr auto unary_steps = [](const lines<T, unary - smooth>& x) -> lines<T, unary - smooth> {
  return {sign(x[0]), floor(x[1]), ceil(x[2]), round_half_away(x[3]), round(x[4]), cast<T>(is_finite(x[5]))};
};

// ---- of two and three operands ----
inline constexpr int pairs = 10;
inline constexpr core::row_pointer pair_rows[pairs] = {
    &core::primitives::add, &core::primitives::sub, &core::primitives::mul, &core::primitives::div, &core::primitives::rem,
    &core::primitives::max, &core::primitives::min, &core::primitives::pow, &core::primitives::atan2, &core::primitives::clamp};
template <class T>
constexpr auto binary = [](const lines<T, pairs>& x, const lines<T, pairs>& y) -> lines<T, pairs> {
  return {x[0] + y[0], x[1] - y[1], x[2] * y[2], x[3] / y[3], x[4] % y[4], maximum(x[5], y[5]), minimum(x[6], y[6]),
          pow(x[7], y[7]), atan2(x[8], y[8]), clip(x[9], T(-1), T(2))};
};
template <class T>
constexpr auto compared = [](const line<T>& x, const line<T>& y) -> std::array<b8<dyn>, 10> {
  return {x == y, x != y, x < y, x <= y, x > y, x >= y, (x < y) & (x > T(0)), (x < y) | (x > T(0)), (x < y) ^ (x > T(0)), !(x < y)};
};

// ---- what moves, folds and chooses elements ----
template <class T>
constexpr auto moved = [](const table<T>& x) {
  const line<T> first = ravel(slice<0, 1>(x, axis<1>)), last = ravel(slice<4, 5>(x, axis<1>));
  const array<T, 5, dyn> across = transpose<1, 0>(x);
  return std::tuple(line<T>(sum(x, axis<1>)), line<T>(prod(x, axis<1>)), line<T>(max(x, axis<1>)), line<T>(min(x, axis<1>)),
                    line<T>(where(first > last, first, last)), array<T, 3, 5>(take(x, i32<3>{2, 0, 2}, axis<0>)),
                    line<T>(concatenate<0>(first, flip(last, axis<0>))), array<T, 5, 5>(matmul(across, x)),
                    array<T, dyn, 8>(pad<1, 2>(flip(x, axis<1>), axis<1>)), table<T>(x * cast<T>(iota<i32<5>>())));
};
template <class T>
constexpr auto counted = [](const table<T>& x) {
  const b8<dyn, 5> positive = x > T(0);
  const line<T> y = ravel(slice<2, 3>(x, axis<1>));
  return std::tuple(i32<dyn>(argmax(x, axis<1>)), i32<dyn>(argmin(x, axis<1>)), b8<dyn>(all(positive, axis<1>)),
                    b8<dyn>(any(positive, axis<1>)), line<T>(cast<T>(cast<int>(y))),
                    line<T>(bitcast<T>(bitcast<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>(y))));
};
// Rows for integers alone; once is enough, they see no T.
constexpr auto whole = [](const i32<dyn>& x, const i32<dyn>& by, const random::key& k) {
  return std::tuple(i32<dyn>(x << by), i32<dyn>(x >> by), i32<dyn>(shift_right_logical(x, by)), u32<7>(random::bits<u32<7>>(k)));
};

// The sum of all results: its gradient holds that of each function, because each has its own argument.
template <auto F, class T>
constexpr auto total = [](const auto&... x) -> array<T> {
  const auto results = F(x...);
  array<T> all = T(0);
  core::for_each_leaf([&](const auto& leaf) { all = all + sum(leaf); }, results);
  return all;
};

// ---- the law ----
template <class Tree>
void check_same_bits(const Tree& native, const Tree& interpreted) {
  int number = 0;
  core::for_each_leaf([&](const auto& x, const auto& y) {
    CAPTURE(number);
    const auto a = x.span(), b = y.span();
    CHECK(a.size() == b.size());
    CHECK(std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
    ++number;
  }, native, interpreted);
}
template <auto F, class... A>
void check_value(const A&... x) {
  using R = decltype(jit<F>(x...));
  using made = core::program<core::call_of<F, A...>>;
  const R native = jit<F>(x...);
  check_same_bits<R>(native, core::run_with<R, made::graph.count.roots, A...>(core::interpreted_executable<made>, x...));
}
// By all arguments.
template <auto F, class T, int Arguments>
constexpr auto whole_gradient = [] {
  if constexpr (Arguments == 1) return grad<total<F, T>>;
  else return grad<total<F, T>, args<0, 1>>;
}();
template <auto F, class T, class... A>
void check_gradient(const A&... x) {
  constexpr auto over = whole_gradient<F, T, sizeof...(A)>;
  check_same_bits(jit<over>(x...), over(x...));
}

// Which rows the programs of this file hold: a bit each.
struct rows {
  bool at[core::primitive_count] = {};
};
template <class Build>
constexpr void mark(rows& all) {
  constexpr auto& graph = core::simplified<Build>::graph;
  for (int i = 0; i < graph.count.nodes; ++i) all.at[core::index_of(graph.nodes.items[i].op)] = true;
}
template <auto F, class T, class... A>
constexpr void mark_with_gradient(rows& all) {
  mark<core::call_of<F, A...>>(all);
  mark<core::call_of<whole_gradient<F, T, sizeof...(A)>, A...>>(all);
}
// Rows that take floats, or any rows: those of a program for T and for integers.
template <class T>
constexpr rows covered() {
  rows all;
  mark_with_gradient<unary_smooth<T>, T, lines<T, smooth>>(all);
  mark<core::call_of<unary_steps<T>, lines<T, unary - smooth>>>(all);
  mark_with_gradient<binary<T>, T, lines<T, pairs>, lines<T, pairs>>(all);
  mark<core::call_of<compared<T>, line<T>, line<T>>>(all);
  mark_with_gradient<moved<T>, T, table<T>>(all);
  mark<core::call_of<counted<T>, table<T>>>(all);
  return all;
}
// The first row that takes elements of T, computes, and stands in no program; -1 when there is none.
template <class T>
constexpr int first_missing() {
  const rows all = covered<T>();
  for (int i = 0; i < core::primitive_count; ++i) {
    const core::primitive& row = *core::primitives::all::at[i];
    const core::row_pointer op = &row;
    const bool computes = row.kind != core::family::marker && !(op == &core::primitives::parameter) &&
                          !(op == &core::primitives::constant) && !(op == &core::primitives::dimension_size);
    if (computes && (row.takes & core::only(core::dtype_of<T>)) && !all.at[i]) return i;
  }
  return -1;
}
template <int I>
struct given_row_number {
  static constexpr bool is_covered = I < 0;
};

// Finite numbers from a row's domain.
template <class T>
line<T> from(core::domain samples, int seed, int count) {
  support::random_numbers random(static_cast<std::uint64_t>(seed));
  line<T> made = zeros<line<T>>({count});
  int place = 0;
  for (T& x : made.span()) x = static_cast<T>(support::real_sample(random, samples, place++));
  return made;
}

template <class T>
void check_unary(int count) {
  lines<T, smooth> x;
  for (int i = 0; i < smooth; ++i) x[static_cast<std::size_t>(i)] = from<T>(unary_rows[i]->samples, i, count);
  check_value<unary_smooth<T>>(x);
  check_gradient<unary_smooth<T>, T>(x);
  lines<T, unary - smooth> steps;
  for (int i = smooth; i < unary; ++i) steps[static_cast<std::size_t>(i - smooth)] = from<T>(unary_rows[i]->samples, i, count);
  check_value<unary_steps<T>>(steps);
}
template <class T>
void check_binary(int count) {
  lines<T, pairs> x, y;
  for (int i = 0; i < pairs; ++i) {
    x[static_cast<std::size_t>(i)] = from<T>(pair_rows[i]->samples, 2 * i, count);
    y[static_cast<std::size_t>(i)] = from<T>(pair_rows[i]->samples, 2 * i + 1, count);
  }
  check_value<binary<T>>(x, y);
  check_gradient<binary<T>, T>(x, y);
  check_value<compared<T>>(x[0], y[0]);
}
template <class T>
void check_moved(int count) {
  table<T> x = zeros<table<T>>({count});
  const line<T> numbers = from<T>(core::domain::distinct, 7, 5 * count);
  std::memcpy(x.span().data(), numbers.span().data(), numbers.span().size_bytes());
  check_value<moved<T>>(x);
  check_gradient<moved<T>, T>(x);
  check_value<counted<T>>(x);
}
inline void check_whole() {
  check_value<whole>(i32<dyn>{0, 1, -7, 2147483647, -2147483647, 12345, 9}, i32<dyn>{0, 31, 3, 32, 1, 40, 2}, random::key(5));
}

}  // namespace every_row

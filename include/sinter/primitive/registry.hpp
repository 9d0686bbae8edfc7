// SPDX-License-Identifier: MIT
// The one list of primitives. What runs, prints, tests or documents them loops over it.
#pragma once
#include <utility>

#include "contraction.hpp"
#include "error_function.hpp"
#include "exponential.hpp"
#include "hyperbolic.hpp"
#include "indexing.hpp"
#include "logical.hpp"
#include "random.hpp"
#include "rounding.hpp"
#include "selection.hpp"
#include "trigonometric.hpp"

namespace sinter::core {
// Rows as template arguments: `at[i]` is row i as every node knows it, `row<i>` the same in its own type.
template <const auto&... Rows>
struct row_list {
  static constexpr int size = sizeof...(Rows);
  static constexpr const primitive* at[size] = {&Rows...};
};

namespace primitives {

using all = row_list<add, sub, mul, div, rem, neg, abs, sign, max, min,
    exp, exp2, expm1, log, log1p, log2, sqrt, rsqrt, cbrt, pow, integer_pow, logistic,
    sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh,
    erf, erfc, erf_inv, floor, ceil, round_half_away, round_half_even,
    eq, ne, lt, le, gt, ge, is_finite,
    bitwise_and, bitwise_or, bitwise_xor, bitwise_not, shift_left, shift_right_logical, shift_right_arithmetic,
    select_n, clamp, convert_element_type, bitcast_convert_type,
    reduce_sum, reduce_prod, reduce_max, reduce_min, reduce_and, reduce_or, argmax, argmin,
    dot_general, reshape, transpose, broadcast_in_dim, slice, concatenate, pad, rev, iota,
    take, scatter_add, threefry2x32,
    parameter, constant, dimension_size, barrier, stop_gradient, debug_print>;

}  // namespace primitives

inline constexpr int primitive_count = primitives::all::size;

// Where a row stands in the list.
constexpr int index_of(row_pointer op) {
  for (int i = 0; i < primitive_count; ++i)
    if (op == primitives::all::at[i]) return i;
  return -1;
}

template <int I, const auto& Row>
struct numbered_row {};
template <class List, class Numbers>
struct numbered_rows;
template <const auto&... Rows, int... I>
struct numbered_rows<row_list<Rows...>, std::integer_sequence<int, I...>> : numbered_row<I, Rows>... {};
template <int I, const auto& Row>
constexpr const auto& pick_row(const numbered_row<I, Row>&) {
  return Row;
}
inline constexpr numbered_rows<primitives::all, std::make_integer_sequence<int, primitive_count>> numbered_all{};

// Row I, in its own type.
template <int I>
inline constexpr const auto& row = pick_row<I>(numbered_all);

// A row says how it is differentiated, and says so completely.
template <const auto& Row>
struct given_row {
  static constexpr const primitive& at = Row;
  static constexpr bool is_complete =
      at.name[0] && at.doc[0] && at.differentiates != derivative::undeclared &&
      (at.differentiates != derivative::partials || at.partials) &&
      (at.differentiates != derivative::linear || at.transpose) && (at.differentiates != derivative::push || at.push) &&
      (at.kind != family::elementwise || requires { Row.meaning; }) &&
      ((at.kind != family::elementwise && at.kind != family::reduction) || (at.cuda.floating[0] && at.cuda.whole[0]));
};
template <const auto&... Rows>
constexpr bool all_complete(row_list<Rows...>) {
  static_assert((given_row<Rows>::is_complete && ...), "primitives: a row lacks a column; the note names given_row<it>");
  return true;
}
static_assert(all_complete(primitives::all{}));

constexpr bool hashes_differ() {
  for (int i = 0; i < primitive_count; ++i)
    for (int j = 0; j < i; ++j)
      if (primitives::all::at[i]->hash == primitives::all::at[j]->hash) return false;
  return true;
}
static_assert(hashes_differ(), "primitives: two names have one hash");

}  // namespace sinter::core

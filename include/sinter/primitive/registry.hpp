// SPDX-License-Identifier: MIT
// The one list of primitives. What runs, prints, tests or documents them loops over it.
#pragma once
#include <cstdint>
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
template <int N>
struct row_array {
  const primitive* items[N];
  constexpr const primitive* operator[](int i) const { return items[i]; }
  constexpr const primitive* const* begin() const { return items; }
  constexpr const primitive* const* end() const { return items + N; }
};
// Rows as template arguments. A list is a type derived from one, so that no symbol spells all rows.
template <const auto&... Rows>
struct row_list {
  using list = row_list;
  static constexpr int size = sizeof...(Rows);
  static consteval row_array<sizeof...(Rows)> rows() { return {{&Rows...}}; }
};

namespace primitives {

struct all : row_list<add, sub, mul, div, rem, neg, abs, sign, max, min,
    exp, exp2, expm1, log, log1p, log2, sqrt, rsqrt, cbrt, pow, integer_pow, logistic,
    sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh,
    erf, erfc, erf_inv, floor, ceil, round_half_away, round_half_even,
    eq, ne, lt, le, gt, ge, is_finite,
    bitwise_and, bitwise_or, bitwise_xor, bitwise_not, shift_left, shift_right_logical, shift_right_arithmetic,
    select_n, clamp, convert_element_type, bitcast_convert_type,
    reduce_sum, reduce_prod, reduce_max, reduce_min, reduce_and, reduce_or, argmax, argmin,
    dot_general, reshape, transpose, broadcast_in_dim, slice, concatenate, pad, rev, iota,
    take, scatter_add, threefry2x32,
    parameter, constant, dimension_size, barrier, stop_gradient, debug_print> {
  static constexpr auto at = rows();  // at[i] is row i as every node knows it, row<i> the same in its own type
};

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

// Row I, in its own type.
template <int I>
inline constexpr const auto& row =
    pick_row<I>(numbered_rows<primitives::all::list, std::make_integer_sequence<int, primitive_count>>{});

// A row says how it is differentiated, and says so completely.
constexpr bool is_complete(const primitive& row, bool has_meaning) {
  return row.name[0] && row.doc[0] && row.differentiates != derivative::undeclared &&
         (row.differentiates != derivative::partials || row.partials) &&
         (row.differentiates != derivative::linear || row.transpose) && (row.differentiates != derivative::push || row.push) &&
         (row.kind != family::elementwise || has_meaning) &&
         ((row.kind != family::elementwise && row.kind != family::reduction) || (row.cuda.floating[0] && row.cuda.whole[0]));
}
template <const auto& Row>
struct given_row {
  static constexpr bool is_complete = core::is_complete(Row, requires { Row.meaning; });
};
// The checks of the list are loops, because a template for each row would cost every program that includes this.
// The first row that is not complete, or -1.
template <const auto&... Rows>
constexpr int first_incomplete(row_list<Rows...>) {
  constexpr bool has_meaning[] = {sizeof(Rows) > sizeof(primitive)...};
  for (int i = 0; i < primitive_count; ++i)
    if (!is_complete(*primitives::all::at[i], has_meaning[i])) return i;
  return -1;
}
template <int I>
constexpr bool names_the_incomplete() {
  if constexpr (I >= 0)
    static_assert(given_row<row<I>>::is_complete, "primitives: a row lacks a column; the note names given_row<it>");
  return true;
}
static_assert(names_the_incomplete<first_incomplete(primitives::all{})>());

constexpr bool hashes_differ() {
  constexpr std::uint32_t places = 256;
  static_assert(primitive_count < places);
  std::uint32_t seen[places] = {};
  for (const primitive* at : primitives::all::at) {
    std::uint32_t place = at->hash % places;
    for (; seen[place]; place = (place + 1) % places)
      if (seen[place] == at->hash) return false;
    seen[place] = at->hash;
  }
  return true;
}
static_assert(hashes_differ(), "primitives: two names have one hash");

}  // namespace sinter::core

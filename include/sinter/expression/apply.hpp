// SPDX-License-Identifier: MIT
// From a call to an operation: operands are lifted, checked with a sentence, and on a mistake an array of the right
// kind is returned, so that the first error is the only one.
#pragma once
#include "../primitive/registry.hpp"
#include "expression.hpp"
#include "poison.hpp"

namespace sinter::core {

// The operation that appends one elementwise node; rows travel by number to keep symbols short.
template <int Row>
struct apply_row {
  static constexpr term lower(term x) { return emit(*primitives::all::at[Row], x); }
  static constexpr term lower(term x, term y) { return emit(*primitives::all::at[Row], x, y); }
  static constexpr term lower(term x, term y, term z) { return emit(*primitives::all::at[Row], x, y, z); }
};
template <const auto& Row>
using apply_of = apply_row<index_of(&Row)>;

template <const auto& Row, class... T>
struct given_elements {
  static constexpr bool accepted = (((Row.takes & only(dtype_of<T>)) != 0) && ...);
};

SINTER_LAW(elementwise_extents,
           static_assert(Law::broadcast, "elementwise: extents must be equal or 1; reshape or broadcast one operand"));

template <const auto& Row, class A>
constexpr auto apply(const A& a) {
  using given = given_elements<Row, element_of<A>>;
  static_assert(given::accepted, "elementwise: this function does not take such elements; use cast<float>(x)");
  static_assert(weight_of<A> < largest_statement,
                "statement: at most 256 operations in one statement; bind a part of it to an array");
  if constexpr (is_poison<A>) return a;
  else if constexpr (given::accepted && weight_of<A> < largest_statement) return operation<apply_of<Row>, A>(a);
  else return poison<element_of<A>>{};
}

template <const auto& Row, class X, class Y>
constexpr auto apply(const X& x, const Y& y) {
  using T = common<X, Y>;
  using extents = meeting_extents<known_extents_of<X>, known_extents_of<Y>>;
  using elements = given_elements<Row, T>;
  constexpr bool small = weight_of<X> + weight_of<Y> < largest_statement;
  static_assert(types_agree<X, Y>, "elementwise: both arrays must have the same element type; use cast<T>(x) on one");
  static_assert(literal_fits<X, T> && literal_fits<Y, T>,
                "literal: a floating number meets an array of integers; use cast<float>(x) on the array");
  static_assert(elements::accepted, "elementwise: this function does not take such elements; use cast<float>(x)");
  SINTER_DEMAND(extents::broadcast, elementwise_extents<extents>,
                "elementwise: extents must be equal or 1; reshape or broadcast one operand");
  static_assert(small, "statement: at most 256 operations in one statement; bind a part of it to an array");
  if constexpr (is_poison<X> || is_poison<Y>) return poison<T>{};
  else if constexpr (types_agree<X, Y> && literal_fits<X, T> && literal_fits<Y, T> && elements::accepted &&
                     extents::broadcast && small)
    return operation<apply_of<Row>, lifted<T, X>, lifted<T, Y>>(lift<T>(x), lift<T>(y));
  else return poison<T>{};
}

// An operation of a composite over one operand: `Op::lower` may use it more than once, it is computed once.
template <class Op, class A>
constexpr auto compose(const A& a) {
  static_assert(weight_of<A> < largest_statement,
                "statement: at most 256 operations in one statement; bind a part of it to an array");
  if constexpr (is_poison<A>) return a;
  else return operation<Op, A>(a);
}
template <class Op, class A, class B>
constexpr auto compose(const A& a, const B& b) {
  static_assert(weight_of<A> + weight_of<B> < largest_statement,
                "statement: at most 256 operations in one statement; bind a part of it to an array");
  if constexpr (is_poison<A> || is_poison<B>) return poison<element_of<A>>{};
  else return operation<Op, A, B>(a, b);
}
template <class Op, class A, class B, class C>
constexpr auto compose(const A& a, const B& b, const C& c) {
  static_assert(weight_of<A> + weight_of<B> + weight_of<C> < largest_statement,
                "statement: at most 256 operations in one statement; bind a part of it to an array");
  if constexpr (is_poison<A> || is_poison<B> || is_poison<C>) return poison<element_of<A>>{};
  else return operation<Op, A, B, C>(a, b, c);
}

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Sums of products: matmul, dot, dot_general, tensordot, outer. All lower to dot_general with the axes as they lie, so
// that no transposition costs a copy. Gradients: the other operand, contracted with the cotangent. Numbers only; f32
// stays f32.
#pragma once
#include "shape.hpp"

namespace sinter {

// Pairs of axes, one of the first and one of the second operand each: contract<1, 0> is axis 1 of a with axis 0 of b.
template <int... Pairs>
struct contract {};
template <int... Pairs>
struct batch {};

namespace core {

// numpy.matmul on terms of rank >= 1: batch axes are aligned from the last, one of extent 1 or absent is repeated. An
// axis that only one operand has stays free in the product and is moved to its place afterwards.
constexpr term matmul_of_batches(term x, term y) {
  builder& graph = *x.graph;
  if (x.rank() && y.rank())
    graph.join(x.extents()[x.rank() - 1], y.extents()[y.rank() < 2 ? 0 : y.rank() - 2], "matmul: the inner extents must be equal");
  if (x.rank() < 2 || y.rank() < 2) return matmul(x, y);
  const shape from_x = x.extents(), from_y = y.extents();
  const int bx = from_x.rank - 2, by = from_y.rank - 2, batches = bx > by ? bx : by;
  enum class place { both, first, second };
  place places[max_rank] = {};
  unsigned gone_x = 0, gone_y = 0;
  for (int d = 0; d < batches; ++d) {
    const int ax = d - (batches - bx), ay = d - (batches - by);
    const std::int64_t ex = ax < 0 ? 0 : graph.resolve(from_x[ax]), ey = ay < 0 ? 0 : graph.resolve(from_y[ay]);
    if (ax < 0) places[d] = place::second;
    else if (ay < 0) places[d] = place::first;
    else if (ex == 1 && ey != 1) gone_x |= 1u << ax, places[d] = place::second;
    else if (ey == 1 && ex != 1) gone_y |= 1u << ay, places[d] = place::first;
  }
  x = remove_axes(x, gone_x);
  y = remove_axes(y, gone_y);
  contraction how;
  int at_x = 0, at_y = 0;
  for (int d = 0; d < batches; ++d) {
    if (places[d] == place::both) how.batch(at_x, at_y);
    at_x += places[d] != place::second;
    at_y += places[d] != place::first;
  }
  how.contract(x.rank() - 1, y.rank() - 2);
  // the product's axes: shared batches, those of x and its rows, those of y and its columns
  int order[max_rank] = {}, shared = 0, first = how.batches, second = x.rank() - 1;
  for (int d = 0; d < batches; ++d)
    order[d] = places[d] == place::both ? shared++ : places[d] == place::first ? first++ : second++;
  order[batches] = first;
  order[batches + 1] = second;
  return permute(dot_general(x, y, how), order);
}

struct matmul_op {
  static constexpr term lower(term x, term y) { return matmul_of_batches(x, y); }
};
template <class Contract, class Batch>
struct dot_general_op;
template <int... C, int... B>
struct dot_general_op<contract<C...>, batch<B...>> {
  static constexpr term lower(term x, term y) {
    constexpr int contracted[] = {C..., 0}, batches[] = {B..., 0};
    contraction how;
    for (int i = 0; i < static_cast<int>(sizeof...(B)); i += 2)
      how.batch(axis_within(batches[i], x.rank()), axis_within(batches[i + 1], y.rank()));
    for (int i = 0; i < static_cast<int>(sizeof...(C)); i += 2)
      how.contract(axis_within(contracted[i], x.rank()), axis_within(contracted[i + 1], y.rank()));
    return dot_general(x, y, how);
  }
};
template <int Count>
struct tensordot_op {
  static constexpr term lower(term x, term y) {
    contraction how;
    for (int i = 0; i < Count; ++i) how.contract(x.rank() - Count + i, i);
    return dot_general(x, y, how);
  }
};
struct outer_op {
  static constexpr term lower(term x, term y) { return insert_axes(x, 2) * insert_axes(y, 1); }
};

// ---- checks ----

template <int I, int... E>
constexpr int extent_at(given_extents<E...>) {
  constexpr int items[] = {E..., 1}, rank = sizeof...(E), at = I < 0 ? I + rank : I;
  return items[at < 0 || at > rank ? rank : at];
}
template <class X, int I>
inline constexpr int extent_of_type = extent_at<I>(extents_of<X>{});

template <class Extents>
struct inner;
template <int A, int B>
struct inner<given_extents<A, B>> {
  static constexpr bool extents_are_equal = A == B || A == dyn || B == dyn;
};
template <class X, class Y>
struct outer_axes;
template <int... A, int... B>
struct outer_axes<given_extents<A...>, given_extents<B...>> {
  static constexpr bool broadcast = [] {
    constexpr int x[] = {A..., 0}, y[] = {B..., 0}, rx = sizeof...(A), ry = sizeof...(B);
    for (int i = 3; i <= rx && i <= ry; ++i)
      if (const int e = x[rx - i], f = y[ry - i]; e != f && e != 1 && f != 1 && e != dyn && f != dyn) return false;
    return true;
  }();
};
template <class X, class Y>
struct product_of {
  static constexpr bool same_elements = std::is_same_v<element_of<X>, element_of<Y>>;
  static constexpr bool takes_numbers = !std::is_same_v<element_of<X>, bool>;
};

// The pairs of dot_general: within the ranks, each axis once, equal extents.
template <class Contract, class Batch, class X, class Y>
struct pairing;
template <int... C, int... B, int... E, int... F>
struct pairing<contract<C...>, batch<B...>, given_extents<E...>, given_extents<F...>> {
  static constexpr int rank_x = sizeof...(E), rank_y = sizeof...(F);
  static constexpr bool pairs = sizeof...(C) % 2 == 0 && sizeof...(B) % 2 == 0;
  static constexpr bool lies_within_the_ranks = [] {
    constexpr int axes[] = {B..., C..., 0};
    for (int i = 0; i < static_cast<int>(sizeof...(C) + sizeof...(B)); ++i)
      if (const int rank = i % 2 ? rank_y : rank_x; axes[i] < -rank || axes[i] >= rank) return false;
    return true;
  }();
  static constexpr bool names_each_once = [] {
    constexpr int axes[] = {B..., C..., 0};
    unsigned seen[2] = {};
    for (int i = 0; i < static_cast<int>(sizeof...(C) + sizeof...(B)); ++i) {
      const unsigned bit = 1u << (axis_within(axes[i], i % 2 ? rank_y : rank_x) & 31);
      if (seen[i % 2] & bit) return false;
      seen[i % 2] |= bit;
    }
    return true;
  }();
  static constexpr bool has_equal_extents = [] {
    if (!lies_within_the_ranks || !pairs) return true;
    constexpr int axes[] = {B..., C..., 0}, x[] = {E..., 0}, y[] = {F..., 0};
    for (int i = 0; i < static_cast<int>(sizeof...(C) + sizeof...(B)); i += 2) {
      const int e = x[axis_within(axes[i], rank_x)], f = y[axis_within(axes[i + 1], rank_y)];
      if (e != f && e != dyn && f != dyn) return false;
    }
    return true;
  }();
  static constexpr bool holds = pairs && lies_within_the_ranks && names_each_once && has_equal_extents;
};

template <class Op, class X, class Y>
constexpr auto product(const X& x, const Y& y) {
  using given = product_of<X, Y>;
  static_assert(given::same_elements, "product: both arrays must have the same element type; use cast<T>(x) on one");
  static_assert(given::takes_numbers, "product: bool arrays have no product; use cast<float>(x) on both");
  if constexpr (given::same_elements && given::takes_numbers) return compose<Op>(x, y);
  else return poison<element_of<X>>{};
}

SINTER_LAW(matmul_inner_extents,
           static_assert(Law::extents_are_equal, "matmul: the inner extents must be equal; transpose or reshape one operand"));
SINTER_LAW(matmul_batch_extents,
           static_assert(Law::broadcast, "matmul: the batch extents must be equal or 1; reshape or broadcast one operand"));
SINTER_LAW(dot_inner_extents,
           static_assert(Law::extents_are_equal, "dot: the inner extents must be equal; transpose or reshape one operand"));
SINTER_LAW(dot_general_extents,
           static_assert(Law::has_equal_extents, "dot_general: paired extents must be equal; reshape one operand"));

}  // namespace core

// (m, k) times (k, n). A rank-1 operand is a row on the left, a column on the right, and its axis goes; further axes
// are batches, equal or 1 or absent.
template <expression X, expression Y>
constexpr auto matmul(const X& x, const Y& y) {
  using inner =
      core::inner<given_extents<core::extent_of_type<X, -1>, core::extent_of_type<Y, (Y::rank > 1 ? -2 : 0)>>>;
  using outer = core::outer_axes<core::extents_of<X>, core::extents_of<Y>>;
  constexpr bool ranks = X::rank > 0 && Y::rank > 0;
  static_assert(ranks, "matmul: both operands need an axis; multiply by a number with *");
  if constexpr (ranks && !inner::extents_are_equal) (void)core::matmul_inner_extents<inner>;
  if constexpr (!outer::broadcast) (void)core::matmul_batch_extents<outer>;
  if constexpr (ranks && inner::extents_are_equal && outer::broadcast) return core::product<core::matmul_op>(x, y);
  else return core::poison<core::element_of<X>>{};
}
// The last axis of x with the last but one of y (its only one if it has rank 1); of rank 0: the product.
template <expression X, expression Y>
constexpr auto dot(const X& x, const Y& y) {
  if constexpr (X::rank == 0 || Y::rank == 0) {
    return x * y;
  } else {
    using inner =
        core::inner<given_extents<core::extent_of_type<X, -1>, core::extent_of_type<Y, (Y::rank > 1 ? -2 : 0)>>>;
    if constexpr (!inner::extents_are_equal) (void)core::dot_inner_extents<inner>;
    if constexpr (inner::extents_are_equal)
      return core::product<core::dot_general_op<contract<-1, (Y::rank > 1 ? -2 : 0)>, batch<>>>(x, y);
    else return core::poison<core::element_of<X>>{};
  }
}
// Sums over the contracted pairs of axes, for each index of the batch pairs. The result's axes: batches, the others of
// x, the others of y.
template <class Contract, class Batch = batch<>, expression X, expression Y>
constexpr auto dot_general(const X& x, const Y& y) {
  using given = core::pairing<Contract, Batch, core::extents_of<X>, core::extents_of<Y>>;
  static_assert(given::pairs, "dot_general: axes come in pairs, one of each operand; contract<1, 0>");
  static_assert(given::lies_within_the_ranks,
                "dot_general: the axes must lie within the ranks; count from 0, or from the end with -1");
  static_assert(given::names_each_once, "dot_general: each axis can be named once; contract or batch it");
  if constexpr (!given::has_equal_extents) (void)core::dot_general_extents<given>;
  if constexpr (given::holds) return core::product<core::dot_general_op<Contract, Batch>>(x, y);
  else return core::poison<core::element_of<X>>{};
}
// The last Count axes of x with the first Count of y.
template <int Count = 2, expression X, expression Y>
constexpr auto tensordot(const X& x, const Y& y) {
  constexpr bool fits = Count >= 0 && Count <= X::rank && Count <= Y::rank;
  static_assert(fits, "tensordot: both operands need as many axes as are contracted");
  if constexpr (fits) {
    constexpr bool equal = []<int... K>(std::integer_sequence<int, K...>) {
      return (core::inner<given_extents<core::extent_of_type<X, X::rank - Count + K>,
                                        core::extent_of_type<Y, K>>>::extents_are_equal &&
              ...);
    }(std::make_integer_sequence<int, Count>{});
    static_assert(equal, "tensordot: paired extents must be equal; transpose or reshape one operand");
    if constexpr (equal) return core::product<core::tensordot_op<Count>>(x, y);
    else return core::poison<core::element_of<X>>{};
  } else return core::poison<core::element_of<X>>{};
}
// x_i y_j of two arrays of rank 1.
template <expression X, expression Y>
constexpr auto outer(const X& x, const Y& y) {
  static_assert(X::rank == 1 && Y::rank == 1, "outer: both operands must have rank 1; use ravel");
  if constexpr (X::rank == 1 && Y::rank == 1) return core::product<core::outer_op>(x, y);
  else return core::poison<core::element_of<X>>{};
}

}  // namespace sinter

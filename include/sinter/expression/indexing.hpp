// SPDX-License-Identifier: MIT
// Reading at indices that are data: take, take_along_axis, rows; and indices as zeros and ones: one_hot.
#pragma once
#include "contraction.hpp"
#include "elementwise.hpp"
#include "slicing.hpp"
#include "../primitive/indexing.hpp"

namespace sinter {
namespace core {

template <index_mode Mode>
struct mode_tag {};

// What an index outside the axis reads, jax.numpy.take's way: negative ones first count from the end unless they are
// clipped.
constexpr term wrap_negative(term index, std::int64_t extent) {
  const term length = dimension_size(*index.graph, extent, index.type());
  return select(less(index, like(index, 0)), index, index + length);
}
template <int I, index_mode Mode>
struct take_op {
  static constexpr term lower(term x, term index) {
    const int at = axis_within(I, x.rank());
    if (Mode == index_mode::fill) index = wrap_negative(index, x.extents()[at]);
    return take(x, index, at, Mode);
  }
};
template <index_mode Mode>
struct take_flat_op {
  static constexpr term lower(term x, term index) { return take_op<0, Mode>::lower(flatten(x), index); }
};
// As a take from the flat array: the other coordinates are those of the result. An index outside gets the position -1,
// which lies outside again.
template <int I, index_mode Mode>
struct take_along_axis_op {
  static constexpr term lower(term x, term index) {
    builder& graph = *x.graph;
    const int axis = axis_within(I, x.rank());
    const shape from = x.extents();
    shape to = index.extents();
    for (int i = 0; i < to.rank; ++i)
      if (i != axis) {
        if (to[i] != 1) graph.join(to[i], from[i], "take_along_axis: the other extents must be equal");
        to.extents[i] = graph.resolve(from[i]);
      }
    index = cast(broadcast_to_shape(index, to), dtype::i64);
    const int id = index.shape_id();
    const term length = dimension_size(graph, from[axis], dtype::i64), zero = like(index, 0);
    if (Mode == index_mode::fill) index = select(less(index, zero), index, index + length);
    if (Mode == index_mode::clip) index = clamp(zero, index, zero + (length - like(length, 1)));
    term position = index;
    std::int64_t stride = 1;
    for (int i = from.rank - 1; i >= 0; --i) {
      const term at = i == axis ? index : iota(graph, dtype::i64, id, i);
      const term scaled = graph.resolve(stride) == 1 ? at : at * dimension_size(graph, stride, dtype::i64);
      position = i == from.rank - 1 ? scaled : position + scaled;
      stride = graph.define(origin::product, stride, from[i]);
    }
    if (Mode == index_mode::fill) {
      const term inside = bitwise_and(greater_equal(index, zero), less(index, zero + length));
      position = select(inside, like(position, -1), position);
    }
    // Clipped ones lie inside, except along an empty axis.
    return take(flatten(x), position, 0, Mode == index_mode::clip ? index_mode::fill : Mode);
  }
};

// `count` rows of x from `first` on, which is moved so that they fit.
constexpr term rows_of(term x, term first, std::int64_t count) {
  builder& graph = *x.graph;
  const std::int64_t all = graph.resolve(x.extents()[0]);
  const std::int64_t last = remaining(graph, all, count);
  const term begin = wrap_negative(first, all);
  const term inside = clamp(like(begin, 0), begin, dimension_size(graph, last, begin.type()));
  shape window;
  window.push(graph.resolve(count));
  return take(x, inside + iota(graph, begin.type(), graph.intern(window), 0), 0, index_mode::promise);
}
template <int Count>
struct static_rows_op {
  static constexpr term lower(term x, term first) { return rows_of(x, first, Count); }
};
struct rows_op {
  static constexpr term lower(term x, term first, term count) { return rows_of(x, first, extent_of(count)); }
};
// A label as a signed integer wide enough for it and the classes.
constexpr term signed_label(term label) {
  return label.type() == dtype::u8    ? cast(label, dtype::i32)
         : label.type() == dtype::u32 ? cast(label, dtype::i64)
                                      : label;
}
template <int Classes, dtype To>
struct one_hot_op {
  static constexpr term lower(term label) {
    label = signed_label(label);
    shape to = label.extents();
    if (to.rank == max_rank) rank_must_be_at_most_8(to.rank + 1);
    to.push(Classes);
    const int id = label.graph->intern(to);
    const term wide = broadcast_in_dim(label, id, trailing_axes(to.rank - 1, to.rank - 1));
    return cast(equal(wide, iota(*label.graph, label.type(), id, to.rank - 1)), To);
  }
};

template <int Axis, class Index, class Extents>
struct broadcasting_except;
template <int Axis, int... I, int... E>
struct broadcasting_except<Axis, given_extents<I...>, given_extents<E...>> {
  static constexpr bool fits = [] {
    constexpr int x[] = {I..., 0}, y[] = {E..., 0}, rank = sizeof...(E);
    if (sizeof...(I) != sizeof...(E)) return false;
    for (int i = 0; i < rank; ++i)
      if (i != Axis && x[i] != y[i] && x[i] != 1 && x[i] != dyn && y[i] != dyn) return false;
    return true;
  }();
};
template <int Count, int Extent>
struct window {
  static constexpr bool fits = Count >= 0 && (Extent == dyn || Count <= Extent);
};

template <class I>
inline constexpr bool indexes = false;  // may stand as an index: i32, i64, an integer, an extent
template <std::integral I>
inline constexpr bool indexes<I> = true;
template <>
inline constexpr bool indexes<sinter::extent> = true;
template <expression I>
inline constexpr bool indexes<I> =
    std::is_same_v<element_of<I>, std::int32_t> || std::is_same_v<element_of<I>, std::int64_t>;
template <class I>
struct index_type { using type = std::int32_t; };
template <>
struct index_type<std::int64_t> { using type = std::int64_t; };
template <class I>
constexpr auto as_index(const I& index) {
  if constexpr (expression<I>) return index;
  else return lift<typename index_type<I>::type>(index);
}
template <class I>
inline constexpr bool has_rank_0 = std::is_same_v<known_extents_of<I>, given_extents<>>;

}  // namespace core

// What an index outside its axis reads. fill_mode: NaN, for integers the lowest, unsigned the highest, true; negative
// indices count from the end. clip_mode: the nearest inside; along an empty axis, where there is none, as fill_mode.
// promise_mode: it does not happen; nothing is checked.
inline constexpr core::mode_tag<core::index_mode::fill> fill_mode{};
inline constexpr core::mode_tag<core::index_mode::clip> clip_mode{};
inline constexpr core::mode_tag<core::index_mode::promise> promise_mode{};

// The slices of x at the indices along an axis; the axes of the index stand in its place. Without an axis: from the
// flat array. Gradient: added up at the indices; those outside give nothing.
template <expression X, class Index, int I, core::index_mode Mode = core::index_mode::fill>
  requires core::operand<Index>
constexpr auto take(const X& x, const Index& index, core::axis_tag<I>, core::mode_tag<Mode> = {}) {
  using chosen = core::chosen_axis_of<X, I>;
  static_assert(chosen::lie_within_the_rank,
                "take: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(core::indexes<Index>, "take: the index must have elements of i32 or i64; use cast<int>(index)");
  if constexpr (chosen::lie_within_the_rank && core::indexes<Index>)
    return core::compose<core::take_op<I, Mode>>(x, core::as_index(index));
  else return core::poison<core::element_of<X>>{};
}
template <expression X, class Index, core::index_mode Mode = core::index_mode::fill>
  requires core::operand<Index>
constexpr auto take(const X& x, const Index& index, core::mode_tag<Mode> = {}) {
  static_assert(core::indexes<Index>, "take: the index must have elements of i32 or i64; use cast<int>(index)");
  if constexpr (core::indexes<Index>) return core::compose<core::take_flat_op<Mode>>(x, core::as_index(index));
  else return core::poison<core::element_of<X>>{};
}
// For each index its element along the axis, the other coordinates being those of the index: x of argmax(x, axis,
// keep_dims). The other extents of the index are those of x, or 1.
template <expression X, expression Index, int I, core::index_mode Mode = core::index_mode::fill>
constexpr auto take_along_axis(const X& x, const Index& index, core::axis_tag<I>, core::mode_tag<Mode> = {}) {
  using chosen = core::chosen_axis_of<X, I>;
  using extents =
      core::broadcasting_except<core::axis_within(I, X::rank), core::extents_of<Index>, core::extents_of<X>>;
  static_assert(chosen::lie_within_the_rank,
                "take_along_axis: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(core::indexes<Index>,
                "take_along_axis: the index must have elements of i32 or i64; use cast<int>(index)");
  static_assert(
      extents::fits,
      "take_along_axis: the index must have the extents of the array, or 1, except along the axis; use keep_dims");
  if constexpr (chosen::lie_within_the_rank && core::indexes<Index> && extents::fits)
    return core::compose<core::take_along_axis_op<I, Mode>>(x, index);
  else return core::poison<core::element_of<X>>{};
}

// Count rows of x from the row `first`, which is data: an integer or an i32 or i64 array of rank 0. A negative one
// counts from the end; then it is moved so that all rows lie inside. Gradient: added into zeros at the same rows.
template <int Count, expression X, class First>
  requires core::operand<First>
constexpr auto rows(const X& x, const First& first) {
  using given = core::window<Count, core::extent_of_type<X, 0>>;
  constexpr bool index = core::indexes<First> && core::has_rank_0<First>;
  static_assert(X::rank > 0, "rows: the array must have rows; its rank is 0");
  static_assert(index, "rows: the first row must be an integer, or an array of i32 or i64 of rank 0");
  static_assert(given::fits, "rows: there must be as many rows as are asked for; ask for fewer");
  if constexpr (X::rank > 0 && index && given::fits)
    return core::compose<core::static_rows_op<Count>>(x, core::as_index(first));
  else return core::poison<core::element_of<X>>{};
}
// The same for a number of rows known at the call: the result's first extent is dyn.
template <expression X, class First>
  requires core::operand<First>
constexpr auto rows(const X& x, const First& first, const core::given_extent& count) {
  constexpr bool index = core::indexes<First> && core::has_rank_0<First>;
  static_assert(X::rank > 0, "rows: the array must have rows; its rank is 0");
  static_assert(index, "rows: the first row must be an integer, or an array of i32 or i64 of rank 0");
  if constexpr (X::rank > 0 && index)
    return core::compose<core::rows_op>(x, core::as_index(first), core::as_operand(count.length(), count.where()));
  else return core::poison<core::element_of<X>>{};
}

// A new last axis that is 1 at the label and 0 elsewhere, in elements of T; a label outside gives zeros.
template <int Classes, class T = float, expression X>
constexpr auto one_hot(const X& label) {
  using element = typename core::element_for<T>::type;
  constexpr bool integers = std::is_integral_v<core::element_of<X>> && !std::is_same_v<core::element_of<X>, bool>;
  static_assert(integers, "one_hot: the labels must be integers; use cast<int>(label)");
  static_assert(Classes >= 0, "one_hot: the number of classes must be static; one_hot<10>(label)");
  static_assert(X::rank < 8, "one_hot: the rank must be at most 7");
  if constexpr (integers && Classes >= 0 && X::rank < 8)
    return core::compose<core::one_hot_op<Classes, core::dtype_of<element>>>(label);
  else return core::poison<element>{};
}

}  // namespace sinter

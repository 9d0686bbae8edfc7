// SPDX-License-Identifier: MIT
// Parts of an array, and values around it: slice, split, flip, roll, pad. Bounds are constants; what is data goes
// through rows and take.
#pragma once
#include <array>

#include "shape.hpp"

namespace sinter {

// The limit of a slice that goes to the end: slice<2, to_end>(a, axis<0>).
inline constexpr int to_end = 2147483647;

namespace core {

// x - y, which must not be negative; at a call, if they are not known yet.
constexpr std::int64_t remaining(builder& graph, std::int64_t x, std::int64_t y) {
  const std::int64_t a = graph.resolve(x), b = graph.resolve(y);
  if (a >= 0 && b > a) slice_must_lie_within_the_extent(b, a, graph.sites[graph.site_now]);
  if (is_symbol(b)) {  // x - (x - k) is k
    const symbol known = graph.symbols[symbol_of(b)];
    if (known.from == origin::difference && graph.resolve(known.x) == a) return graph.resolve(known.y);
  }
  return graph.define(origin::difference, a, b);
}
// A bound of a slice as an extent: negative ones count from the end.
constexpr std::int64_t bound_within(builder& graph, int bound, std::int64_t extent) {
  if (bound == to_end) return extent;
  if (bound < 0) return remaining(graph, extent, -std::int64_t{bound});
  remaining(graph, extent, bound);  // checked at the call: the symbol must not be negative
  return bound;
}
constexpr term slice_along(term x, int axis, int start, int limit, int stride) {
  builder& graph = *x.graph;
  slice_axis axes[max_rank];
  for (int i = 0; i < x.rank(); ++i) axes[i] = {0, 1, x.extents()[i]};
  const std::int64_t whole = graph.resolve(x.extents()[axis]);
  axes[axis].start = bound_within(graph, start, whole);
  axes[axis].stride = stride;
  const std::int64_t length = remaining(graph, bound_within(graph, limit, whole), axes[axis].start);
  axes[axis].extent = stride == 1 ? length : graph.define(origin::ceiling, length, stride);
  return slice(x, axes);
}

template <int I, int Start, int Limit, int Stride>
struct slice_op {
  static constexpr term lower(term x) { return slice_along(x, axis_within(I, x.rank()), Start, Limit, Stride); }
};
template <unsigned Mask>
struct flip_op {
  static constexpr term lower(term x) { return reverse(x, Mask); }
};
template <int I, int By>
struct roll_op {
  static constexpr term lower(term x) {
    const int at = axis_within(I, x.rank());
    const std::int64_t extent = x.graph->resolve(x.extents()[at]);
    int by = By;
    if (!is_symbol(extent)) by = extent ? static_cast<int>(By % extent) : 0;
    if (by == 0) return x;
    const term rolled = concatenate(slice_along(x, at, -by, to_end, 1), slice_along(x, at, 0, -by, 1), at);
    x.graph->join(rolled.extents()[at], extent, "roll: the extents must be equal");
    return rolled;
  }
};
template <int Low, int High, int Interior, unsigned Mask>
struct pad_op {
  static constexpr term lower(term x, term value) {
    for (int i = 0; i < x.rank(); ++i)
      if (Mask >> i & 1)
        x = slice_along(x, i, Low < 0 && Interior == 0 ? -Low : 0, High < 0 && Interior == 0 ? High : to_end, 1);
    pad_axis sides[max_rank];
    for (int i = 0; i < x.rank(); ++i)
      if (Mask >> i & 1) sides[i] = {Low < 0 ? 0 : Low, High < 0 ? 0 : High, Interior};
    return pad(x, value, sides);
  }
};

template <int Start, int Limit, int Stride>
struct given_slice {};
template <class Slice, class Extents, class Axes>
struct slicing;
template <int Start, int Limit, int Stride, int... E, class Axes>
struct slicing<given_slice<Start, Limit, Stride>, given_extents<E...>, Axes> {
  static constexpr bool lies_within_the_extent = [] {
    constexpr int items[] = {E..., 0};
    for (int i = 0; i < static_cast<int>(sizeof...(E)); ++i) {
      if (!(Axes::mask >> i & 1)) continue;
      if (items[i] == dyn)
        return Start >= 0 && Limit >= 0 ? Start <= Limit : !(Start < 0 && Limit < 0) || Start <= Limit;
      const int start = Start < 0 ? Start + items[i] : Start;
      const int limit = Limit == to_end ? items[i] : Limit < 0 ? Limit + items[i] : Limit;
      if (start < 0 || limit > items[i] || start > limit) return false;
    }
    return true;
  }();
  static constexpr bool steps = Stride >= 1;
};
template <int Parts, class Extents, class Axes>
struct splitting;
template <int Parts, int... E, class Axes>
struct splitting<Parts, given_extents<E...>, Axes> {
  static constexpr int extent = [] {
    int i = 0, found = 0;
    ((found = Axes::mask >> i++ & 1 ? E : found), ...);
    return found;
  }();
  static constexpr bool is_even = Parts >= 1 && extent >= 0 && extent % (Parts < 1 ? 1 : Parts) == 0;
};

}  // namespace core

// The elements Start, Start + Stride, ... below Limit along an axis. Negative bounds count from the end. Bounds outside
// a dyn extent are a shape_error at the call. Gradient: 0 around the cotangent.
template <int Start, int Limit, int Stride = 1, expression X, int I>
constexpr auto slice(const X& x, core::axis_tag<I>) {
  using chosen = core::chosen_axis_of<X, I>;
  using given = core::slicing<core::given_slice<Start, Limit, Stride>, core::extents_of<X>, chosen>;
  static_assert(chosen::lie_within_the_rank,
                "slice: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(given::lies_within_the_extent, "slice: 0 <= start <= limit <= extent must hold; to_end is the extent");
  static_assert(given::steps, "slice: the stride must be at least 1; use flip to go backwards");
  if constexpr (chosen::lie_within_the_rank && given::lies_within_the_extent && given::steps)
    return core::compose<core::slice_op<I, Start, Limit, Stride>>(x);
  else return core::poison<core::element_of<X>>{};
}

// An axis of static extent cut into equal parts: auto [a, b] = split<2>(x, axis<0>).
template <int Parts, expression X, int I>
constexpr auto split(const X& x, core::axis_tag<I>, std::source_location where = std::source_location::current()) {
  using chosen = core::chosen_axis_of<X, I>;
  using given = core::splitting<Parts, core::extents_of<X>, chosen>;
  static_assert(chosen::lie_within_the_rank,
                "split: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(given::is_even, "split: the parts must divide a static extent; use slice for other parts");
  if constexpr (chosen::lie_within_the_rank && given::is_even) {
    constexpr int length = given::extent / Parts;
    const core::array_of<X> whole = eval(x, where);
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      using part = core::array_of<decltype(slice<0, length>(whole, axis<I>))>;
      return std::array<part, sizeof...(K)>{part(slice<K * length, K * length + length>(whole, axis<I>), where)...};
    }(std::make_integer_sequence<int, Parts>{});
  } else return std::array<core::poison<core::element_of<X>>, Parts < 1 ? 1 : Parts>{};
}

// The order turned round along the axes; along all of them if none is named.
template <expression X, core::axis_option... O>
constexpr auto flip(const X& x, O...) {
  using chosen = core::chosen_axes_of<X, O...>;
  static_assert(chosen::lie_within_the_rank && chosen::are_distinct,
                "flip: the axes must lie within the rank, each once; count from 0, or from the end with -1");
  if constexpr (chosen::lie_within_the_rank && chosen::are_distinct)
    return core::compose<core::flip_op<chosen::mask>>(x);
  else return core::poison<core::element_of<X>>{};
}

// The elements moved By places up an axis; those that leave at the end come in at the front. |By| may exceed a static
// extent, not a dyn one.
template <int By, expression X, int I>
constexpr auto roll(const X& x, core::axis_tag<I>) {
  using chosen = core::chosen_axis_of<X, I>;
  static_assert(chosen::lie_within_the_rank,
                "roll: the axis must lie within the rank; count from 0, or from the end with -1");
  if constexpr (chosen::lie_within_the_rank) return core::compose<core::roll_op<I, By>>(x);
  else return core::poison<core::element_of<X>>{};
}

namespace core {
template <int Low, int High, int Interior, class X, class V, class... O>
constexpr auto padded(const X& x, const V& value, O...) {
  using T = element_of<X>;
  using chosen = chosen_axes_of<X, O...>;
  using cut = slicing<given_slice<(Low < 0 ? -Low : 0), (High < 0 ? High : to_end), 1>, extents_of<X>, chosen>;
  constexpr bool fits = types_agree<X, V> && literal_fits<V, T> && std::is_same_v<known_extents_of<V>, given_extents<>>;
  static_assert(chosen::lie_within_the_rank && chosen::are_distinct,
                "pad: the axes must lie within the rank, each once; count from 0, or from the end with -1");
  static_assert(cut::lies_within_the_extent, "pad: no more can be cut off than there is; use smaller numbers");
  static_assert(Interior == 0 || (Interior > 0 && Low >= 0 && High >= 0),
                "pad: with values between elements nothing is cut off; use slice");
  static_assert(fits, "pad: the value must be a number or an array of rank 0 of the same element type; use cast<T>(x)");
  if constexpr (chosen::lie_within_the_rank && chosen::are_distinct && cut::lies_within_the_extent && fits &&
                (Interior == 0 || (Interior > 0 && Low >= 0 && High >= 0)))
    return compose<pad_op<Low, High, Interior, chosen::mask>>(x, lift<T>(value));
  else return poison<T>{};
}
}  // namespace core

// Low values before, High after and Interior between the elements along the axes (all of them if none is named).
// Negative numbers cut off. Gradient: the cotangent's inner part; to the value the sum of the rest.
template <int Low, int High, int Interior = 0, expression X, core::axis_option A, core::operand V = int>
constexpr auto pad(const X& x, A axes_of_x, const V& value = 0) {
  return core::padded<Low, High, Interior>(x, value, axes_of_x);
}
template <int Low, int High, int Interior = 0, expression X>
constexpr auto pad(const X& x) { return core::padded<Low, High, Interior>(x, 0); }

}  // namespace sinter

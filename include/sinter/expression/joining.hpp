// SPDX-License-Identifier: MIT
// Several arrays as one, and one array several times: concatenate, stack, repeat, tile.
#pragma once
#include <tuple>

#include "shape.hpp"

namespace sinter {
namespace core {

template <int I>
struct concatenate_op {
  static constexpr term lower(term x, term y) { return concatenate(x, y, I); }
};
// Element k of the axis N times in a row.
constexpr term repeat_along(term x, int axis, int times) {
  shape wide = insert_axes(x, 1u << (axis + 1)).extents(), merged = x.extents();
  wide.extents[axis + 1] = times;
  merged.extents[axis] = x.graph->define(origin::product, merged[axis], times);
  const term repeated = broadcast_to_shape(insert_axes(x, 1u << (axis + 1)), wide);
  return reshape(repeated, x.graph->intern(merged));
}
// The whole axis N times in a row.
constexpr term tile_along(term x, int axis, int times) {
  if (times == 1) return x;
  const term single = insert_axes(x, 1u << axis);
  shape wide = single.extents(), merged = x.extents();
  wide.extents[axis] = times;
  merged.extents[axis] = x.graph->define(origin::product, merged[axis], times);
  return reshape(broadcast_to_shape(single, wide), x.graph->intern(merged));
}
template <int I, int N>
struct repeat_op {
  static constexpr term lower(term x) { return repeat_along(x, axis_within(I, x.rank()), N); }
};
template <int... N>
struct tile_op {
  static constexpr term lower(term x) {
    constexpr int times[] = {N..., 1}, count = sizeof...(N);
    if (count > x.rank()) x = insert_axes(x, all_axes(count - x.rank()));
    for (int i = 0; i < count; ++i) x = tile_along(x, x.rank() - count + i, times[i]);
    return x;
  }
};

// Whether arrays of these extents can stand one after another along axis Skipped, whose extents may differ; -1: none may.
template <int Skipped, class... G>
struct joining {
  template <int... E>
  static constexpr int rank_of(given_extents<E...>) { return sizeof...(E); }
  template <int... E>
  static constexpr bool meets(given_extents<E...>, int* known) {
    constexpr int items[] = {E..., 0}, rank = sizeof...(E);
    bool equal = rank == known[max_rank];
    for (int i = 0; i < rank && equal; ++i) {
      if (i == Skipped || items[i] == dyn) continue;
      equal = known[i] == dyn || known[i] == items[i];
      known[i] = items[i];
    }
    return equal;
  }
  static constexpr bool fits() {
    constexpr int ranks[] = {rank_of(G{})..., 0};
    int known[max_rank + 1] = {dyn, dyn, dyn, dyn, dyn, dyn, dyn, dyn, ranks[0]};
    return (meets(G{}, known) && ...);
  }
};

template <int I, int First, int Count, class Tuple>
constexpr auto join_range(const Tuple& parts) {
  if constexpr (Count == 1) return std::get<static_cast<std::size_t>(First)>(parts);
  else
    return compose<concatenate_op<I>>(join_range<I, First, Count / 2>(parts),
                                      join_range<I, First + Count / 2, Count - Count / 2>(parts));
}
template <class X, class... Y>
inline constexpr bool same_elements = (std::is_same_v<element_of<X>, element_of<Y>> && ...);

SINTER_LAW(concatenated_extents,
           static_assert(Law::fits(), "concatenate: the other extents must be equal; reshape one operand"));
SINTER_LAW(stacked_extents, static_assert(Law::fits(), "stack: the extents must be equal; reshape one operand"));

}  // namespace core

// The arrays one after another along axis I; their other extents are equal. Gradient: the parts of the cotangent.
template <int I, expression X, expression... Y>
constexpr auto concatenate(const X& x, const Y&... y) {
  using chosen = core::chosen_axis_of<X, I>;
  constexpr int at = core::axis_within(I, X::rank);
  using extents = core::joining<at, core::extents_of<X>, core::extents_of<Y>...>;
  constexpr bool same = core::same_elements<X, Y...>, fits = chosen::lie_within_the_rank && extents::fits();
  static_assert(same, "concatenate: all arrays must have the same element type; use cast<T>(x)");
  static_assert(chosen::lie_within_the_rank,
                "concatenate: the axis must lie within the rank; count from 0, or from the end with -1");
  if constexpr (chosen::lie_within_the_rank && !extents::fits()) (void)core::concatenated_extents<extents>;
  if constexpr (same && fits)
    return core::join_range<at, 0, 1 + static_cast<int>(sizeof...(Y))>(std::tuple<X, Y...>(x, y...));
  else return core::poison<core::element_of<X>>{};
}
// The arrays, of equal extents, along a new axis I.
template <int I, expression X, expression... Y>
constexpr auto stack(const X& x, const Y&... y) {
  using chosen = core::chosen_axes<core::given_rank<X::rank + 1>, core::given_axes<I>>;
  using extents = core::joining<-1, core::extents_of<X>, core::extents_of<Y>...>;
  constexpr bool same = core::same_elements<X, Y...>;
  static_assert(same, "stack: all arrays must have the same element type; use cast<T>(x)");
  static_assert(chosen::lie_within_the_rank,
                "stack: the new axis must lie within the rank of the result; count from 0, or from the end with -1");
  if constexpr (!extents::fits()) (void)core::stacked_extents<extents>;
  if constexpr (same && chosen::lie_within_the_rank && extents::fits())
    return concatenate<core::axis_within(I, X::rank + 1)>(expand_dims<I>(x), expand_dims<I>(y)...);
  else return core::poison<core::element_of<X>>{};
}
// Each element N times in a row along an axis: 1 2 becomes 1 1 2 2.
template <int N, expression X, int I>
constexpr auto repeat(const X& x, core::axis_tag<I>) {
  using chosen = core::chosen_axis_of<X, I>;
  static_assert(chosen::lie_within_the_rank,
                "repeat: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(N >= 0, "repeat: the number of times must not be negative");
  static_assert(X::rank < 8, "repeat: the rank must be at most 7; merge axes with reshape");
  if constexpr (chosen::lie_within_the_rank && N >= 0 && X::rank < 8) return core::compose<core::repeat_op<I, N>>(x);
  else return core::poison<core::element_of<X>>{};
}
// The array N times along each of its last axes: 1 2 becomes 1 2 1 2. More numbers than axes add axes in front.
template <int... N, expression X>
constexpr auto tile(const X& x) {
  static_assert(((N >= 0) && ...), "tile: the number of times must not be negative");
  static_assert(X::rank < 8 && sizeof...(N) < 8, "tile: the rank must be at most 7; merge axes with reshape");
  if constexpr (((N >= 0) && ...) && X::rank < 8 && sizeof...(N) < 8) return core::compose<core::tile_op<N...>>(x);
  else return core::poison<core::element_of<X>>{};
}

}  // namespace sinter

// SPDX-License-Identifier: MIT
// How a call names axes: axis<-1>, axes<0, 2>, keep_dims. Negative axes count from the end.
#pragma once
#include <concepts>

#include "apply.hpp"

namespace sinter {
namespace core {

template <int I>
struct axis_tag {};
template <auto... I>
struct axes_tag {};
struct keep_dims_tag {};

// Ranks and axes spelled in an error message.
template <int Rank>
struct given_rank {};
template <auto... I>
struct given_axes {};
struct all_axes_tag {};

// The axes of an array of some rank that a call has chosen.
template <class Rank, class Axes>
struct chosen_axes;
template <int Rank, auto... I>
struct chosen_axes<given_rank<Rank>, given_axes<I...>> {
  static constexpr int count = sizeof...(I);
  static constexpr bool lie_within_the_rank = ((I >= -Rank && I < Rank) && ...);
  static constexpr unsigned mask = lie_within_the_rank ? (0u | ... | (1u << ((I < 0 ? I + Rank : I) & 31))) : 0u;
  static constexpr bool are_distinct = [] {
    constexpr int axes[] = {I..., 0};
    unsigned seen = 0;
    bool once = true;
    for (int i = 0; i < count; ++i) {
      const unsigned bit = 1u << ((axes[i] < 0 ? axes[i] + Rank : axes[i]) & 31);
      once = once && !(seen & bit);
      seen |= bit;
    }
    return once;
  }();
};
template <int Rank>
struct chosen_axes<given_rank<Rank>, all_axes_tag> {
  static constexpr int count = Rank;
  static constexpr bool lie_within_the_rank = true, are_distinct = true;
  static constexpr unsigned mask = all_axes(Rank);
};

// The axes among the options of a call; all axes where it names none.
template <class... O>
struct axes_among { using type = all_axes_tag; };
template <class First, class... O>
struct axes_among<First, O...> : axes_among<O...> {};
template <int I, class... O>
struct axes_among<axis_tag<I>, O...> { using type = given_axes<I>; };
template <auto... I, class... O>
struct axes_among<axes_tag<I...>, O...> { using type = given_axes<I...>; };

template <class O>
inline constexpr bool is_axis_option = false;
template <int I>
inline constexpr bool is_axis_option<axis_tag<I>> = true;
template <auto... I>
inline constexpr bool is_axis_option<axes_tag<I...>> = true;
template <class O>
concept axis_option = is_axis_option<O>;
template <class O>
concept reduction_option = is_axis_option<O> || std::same_as<O, keep_dims_tag>;
template <class... O>
inline constexpr bool keeps_dims = (std::same_as<O, keep_dims_tag> || ...);

template <class X, class... O>
using chosen_axes_of = chosen_axes<given_rank<X::rank>, typename axes_among<O...>::type>;
template <class X, int I>
using chosen_axis_of = chosen_axes<given_rank<X::rank>, given_axes<I>>;

// Axis I of an array of a rank: from the end where it is negative.
constexpr int axis_within(int axis, int rank) { return axis < 0 ? axis + rank : axis; }

template <class G>
inline constexpr unsigned empty_axes = 0;  // the mask of the axes that are statically empty
template <int... E>
inline constexpr unsigned empty_axes<given_extents<E...>> = [] {
  constexpr int items[] = {E..., 1};
  unsigned mask = 0;
  for (int i = 0; i < static_cast<int>(sizeof...(E)); ++i) mask |= items[i] == 0 ? 1u << i : 0u;
  return mask;
}();

}  // namespace core

// One axis, several axes, and the wish to keep reduced axes with extent 1: max(a, axes<0, 2>, keep_dims).
template <int I>
inline constexpr core::axis_tag<I> axis{};
template <auto... I>
inline constexpr core::axes_tag<I...> axes{};
inline constexpr core::keep_dims_tag keep_dims{};

}  // namespace sinter

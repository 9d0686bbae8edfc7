// SPDX-License-Identifier: MIT
// The same elements under other extents or in another order of axes, and repeated along new ones.
#pragma once
#include <initializer_list>

#include "axis.hpp"
#include "extents_as_operands.hpp"
#include "poison.hpp"

namespace sinter {
namespace core {

// ---- on terms ----

// The size of a shape as a number and the product of its symbols, so that 28 * 28 * n and 784 * n are one.
struct size_parts {
  std::int64_t number = 1, symbols = 1;
};
constexpr size_parts split_size(builder& graph, const shape& of) {
  size_parts parts;
  for (int i = 0; i < of.rank; ++i) {
    const std::int64_t extent = graph.resolve(of[i]);
    if (is_symbol(extent)) parts.symbols = graph.define(origin::product, parts.symbols, extent);
    else parts.number *= extent;
  }
  return parts;
}
// x under the extents E; a dyn one is what the number of elements leaves for it.
template <int... E>
constexpr term reshape_to(term x) {
  builder& graph = *x.graph;
  constexpr int items[] = {E..., 0};
  const size_parts size = split_size(graph, x.extents());
  const std::int64_t known = (std::int64_t{1} * ... * (E == dyn ? 1 : E));
  const std::int64_t all = graph.define(origin::product, size.symbols, size.number);
  std::int64_t rest = known;
  if constexpr (extent_list<E...>::is_static) {
    graph.join(all, known, "reshape: the numbers of elements must be equal");
    if (size.number > 0 && known % size.number == 0) graph.join(size.symbols, known / size.number);
  } else if (known > 0 && size.number % known == 0) {
    rest = graph.define(origin::product, size.symbols, size.number / known);
  } else if (size.number > 0 && known % size.number == 0) {
    rest = graph.define(origin::quotient, size.symbols, known / size.number);
  } else {
    rest = graph.define(origin::quotient, all, known);
  }
  shape to;
  for (int i = 0; i < static_cast<int>(sizeof...(E)); ++i) to.push(items[i] == dyn ? graph.resolve(rest) : items[i]);
  return reshape(x, graph.intern(to));
}
constexpr term flatten(term x) { return reshape_to<dyn>(x); }

// Axis k of the result is axis order[k] of x.
constexpr term permute(term x, const int* order) {
  std::int64_t map = 0;
  for (int k = 0; k < x.rank(); ++k) map |= axis_to(axis_within(order[k], x.rank()), k);
  return transpose(x, map);
}
// New axes of extent 1, at the axes of the result that the mask names.
constexpr term insert_axes(term x, unsigned mask) {
  const shape from = x.extents();
  shape to;
  std::int64_t map = 0;
  for (int i = 0; i < from.rank || mask >> to.rank;) {
    if (mask >> to.rank & 1) {
      to.push(1);
    } else {
      map |= axis_to(i, to.rank);
      to.push(from[i++]);
    }
  }
  return broadcast_in_dim(x, x.graph->intern(to), map);
}
// The axes of a mask, which have extent 1, removed.
constexpr term remove_axes(term x, unsigned mask) {
  const shape from = x.extents();
  shape to;
  for (int i = 0; i < from.rank; ++i)
    if (mask >> i & 1) x.graph->join(from[i], 1, "squeeze: the extent must be 1");
    else to.push(from[i]);
  return reshape(x, x.graph->intern(to));
}
// x stretched to a shape: trailing axes aligned.
constexpr term broadcast_to_shape(term x, const shape& to) {
  const shape from = x.extents();
  for (int i = 0; i < from.rank; ++i)
    if (from[i] != 1) x.graph->join(from[i], to[i + to.rank - from.rank], "broadcast_to: the extents must be equal or 1");
  return stretch(x, x.graph->intern(to));
}

template <int... P>
struct transpose_op {
  static constexpr term lower(term x) {
    constexpr int order[] = {P..., 0};
    return permute(x, order);
  }
};
struct reverse_axes_op {
  static constexpr term lower(term x) {
    int order[max_rank] = {};
    for (int i = 0; i < x.rank(); ++i) order[i] = x.rank() - 1 - i;
    return permute(x, order);
  }
};
template <int I, int J>
struct swapaxes_op {
  static constexpr term lower(term x) {
    int order[max_rank] = {};
    for (int i = 0; i < x.rank(); ++i) order[i] = i;
    order[axis_within(I, x.rank())] = axis_within(J, x.rank());
    order[axis_within(J, x.rank())] = axis_within(I, x.rank());
    return permute(x, order);
  }
};
template <int From, int To>
struct moveaxis_op {
  static constexpr term lower(term x) {
    const int from = axis_within(From, x.rank()), to = axis_within(To, x.rank());
    int order[max_rank] = {};
    for (int k = 0, i = 0; k < x.rank(); ++k) {
      if (i == from) ++i;
      order[k] = k == to ? from : i++;
    }
    return permute(x, order);
  }
};
template <int... E>
struct reshape_op {
  static constexpr term lower(term x) { return reshape_to<E...>(x); }
};
template <unsigned Mask>
struct expand_dims_op {
  static constexpr term lower(term x) { return insert_axes(x, Mask); }
};
template <unsigned Mask>
struct squeeze_op {
  static constexpr term lower(term x) { return remove_axes(x, Mask); }
};
// A dyn extent is that of the operand, or the next of the given ones.
template <int... E>
struct broadcast_to_op {
  static constexpr term lower(term x) {
    constexpr int items[] = {E..., 0}, rank = sizeof...(E);
    shape to;
    for (int i = 0; i < rank; ++i) to.push(items[i] == dyn ? x.extents()[i + x.rank() - rank] : items[i]);
    return broadcast_to_shape(x, to);
  }
  static constexpr term lower(term x, term extents) {
    const int id = shape_with<E...>(*x.graph, extents.extents());
    return broadcast_to_shape(x, x.graph->shapes[id]);
  }
};

// ---- checks ----

template <int... E>
inline constexpr std::int64_t static_product = (std::int64_t{1} * ... * (E == dyn ? 1 : E));

template <class From, class To>
struct reshaping;
template <int... E, int... F>
struct reshaping<given_extents<E...>, given_extents<F...>> {
  static constexpr bool has_extents = ((F >= 0 || F == dyn) && ...);
  static constexpr bool infers_at_most_one = extent_list<F...>::dynamic <= 1;
  static constexpr bool keeps_the_size = [] {
    constexpr std::int64_t from = static_product<E...>, to = static_product<F...>;
    if (!extent_list<E...>::is_static) return from != 0 || !extent_list<F...>::is_static || to == 0;
    if (extent_list<F...>::is_static) return from == to;
    return to == 0 ? from == 0 : from % to == 0;
  }();
};
template <class From, class To, bool Given>
struct broadcasting;
template <int... E, int... F, bool Given>
struct broadcasting<given_extents<E...>, given_extents<F...>, Given> {
  static constexpr bool fits = [] {
    constexpr int from = sizeof...(E), to = sizeof...(F);
    constexpr int x[] = {E..., 0}, y[] = {F..., 0};
    if (from > to) return false;
    for (int i = 0; i < to; ++i) {
      if (y[i] < 0 && y[i] != dyn) return false;
      if (i < to - from) {
        if (y[i] == dyn && !Given) return false;  // nothing says what it is
      } else if (const int e = x[i - (to - from)]; e != 1 && e != dyn && y[i] != dyn && e != y[i]) return false;
    }
    return true;
  }();
};
SINTER_LAW(broadcast_extents,
           static_assert(Law::fits, "broadcast_to: extents must be equal, 1 or absent; give new dyn ones as in broadcast_to<dyn, 3>(a, {n})"));
template <class Extents, class Axes>
struct squeezing;
template <int... E, class Axes>
struct squeezing<given_extents<E...>, Axes> {
  static constexpr bool have_extent_1 = [] {
    constexpr int items[] = {E..., 0};
    unsigned mask = 0;
    for (int i = 0; i < static_cast<int>(sizeof...(E)); ++i) mask |= items[i] == 1 || items[i] == dyn ? 1u << i : 0u;
    return (Axes::mask & ~mask) == 0;
  }();
};
template <class Extents>
inline constexpr unsigned unit_axes = 0;
template <int... E>
inline constexpr unsigned unit_axes<given_extents<E...>> = [] {
  constexpr int items[] = {E..., 0};
  unsigned mask = 0;
  for (int i = 0; i < static_cast<int>(sizeof...(E)); ++i) mask |= items[i] == 1 ? 1u << i : 0u;
  return mask;
}();

}  // namespace core

// Axis k of the result is axis P[k] of x; without P the axes in reverse order. Gradient: the inverse permutation.
template <int... P, expression X>
constexpr auto transpose(const X& x) {
  if constexpr (sizeof...(P) == 0) {
    return core::compose<core::reverse_axes_op>(x);
  } else {
    using chosen = core::chosen_axes<core::given_rank<X::rank>, core::given_axes<P...>>;
    constexpr bool permutes = chosen::lie_within_the_rank && chosen::are_distinct && chosen::count == X::rank;
    static_assert(chosen::lie_within_the_rank && chosen::are_distinct && chosen::count == X::rank,
                  "transpose: each axis must be named once; list all of them");
    if constexpr (permutes) return core::compose<core::transpose_op<P...>>(x);
    else return core::poison<core::element_of<X>>{};
  }
}
// Axes I and J exchanged.
template <int I, int J, expression X>
constexpr auto swapaxes(const X& x) {
  using chosen = core::chosen_axes<core::given_rank<X::rank>, core::given_axes<I, J>>;
  static_assert(chosen::lie_within_the_rank,
                "swapaxes: the axes must lie within the rank; count from 0, or from the end with -1");
  if constexpr (chosen::lie_within_the_rank) return core::compose<core::swapaxes_op<I, J>>(x);
  else return core::poison<core::element_of<X>>{};
}
// Axis From becomes axis To; the others keep their order.
template <int From, int To, expression X>
constexpr auto moveaxis(const X& x) {
  using chosen = core::chosen_axes<core::given_rank<X::rank>, core::given_axes<From, To>>;
  static_assert(chosen::lie_within_the_rank,
                "moveaxis: the axes must lie within the rank; count from 0, or from the end with -1");
  if constexpr (chosen::lie_within_the_rank) return core::compose<core::moveaxis_op<From, To>>(x);
  else return core::poison<core::element_of<X>>{};
}

// The elements in row-major order under the extents E; at most one is dyn and follows from the size. Where extents are
// not static the size is checked at the call.
template <int... E, expression X>
constexpr auto reshape(const X& x) {
  using given = core::reshaping<core::extents_of<X>, given_extents<E...>>;
  static_assert(given::has_extents, "reshape: an extent must not be negative; use dyn for the one to infer");
  static_assert(given::infers_at_most_one, "reshape: at most one extent can be inferred; name the others");
  static_assert(given::keeps_the_size, "reshape: the number of elements must stay the same; change the extents");
  if constexpr (given::has_extents && given::infers_at_most_one && given::keeps_the_size)
    return core::compose<core::reshape_op<E...>>(x);
  else return core::poison<core::element_of<X>>{};
}
// All elements along one axis.
template <expression X>
constexpr auto ravel(const X& x) { return core::compose<core::reshape_op<dyn>>(x); }
// New axes of extent 1: axes I of the result.
template <int... I, expression X>
constexpr auto expand_dims(const X& x) {
  using chosen = core::chosen_axes<core::given_rank<X::rank + static_cast<int>(sizeof...(I))>, core::given_axes<I...>>;
  static_assert(chosen::lie_within_the_rank && chosen::are_distinct,
                "expand_dims: the new axes must lie within the rank of the result, each once; count from 0, or from "
                "the end with -1");
  if constexpr (chosen::lie_within_the_rank && chosen::are_distinct)
    return core::compose<core::expand_dims_op<chosen::mask>>(x);
  else return core::poison<core::element_of<X>>{};
}
// Axes I, of extent 1, removed; without I all that are statically 1. A dyn extent must be 1 at the call.
template <int... I, expression X>
constexpr auto squeeze(const X& x) {
  if constexpr (sizeof...(I) == 0) {
    return core::compose<core::squeeze_op<core::unit_axes<core::extents_of<X>>>>(x);
  } else {
    using chosen = core::chosen_axes<core::given_rank<X::rank>, core::given_axes<I...>>;
    using given = core::squeezing<core::extents_of<X>, chosen>;
    static_assert(chosen::lie_within_the_rank && chosen::are_distinct,
                  "squeeze: the axes must lie within the rank, each once; count from 0, or from the end with -1");
    static_assert(given::have_extent_1, "squeeze: the axes must have extent 1; use reshape to merge axes");
    if constexpr (chosen::lie_within_the_rank && chosen::are_distinct && given::have_extent_1)
      return core::compose<core::squeeze_op<chosen::mask>>(x);
    else return core::poison<core::element_of<X>>{};
  }
}
// x repeated to the extents E, trailing axes aligned; only an extent of 1, or an absent one, stretches. A dyn extent is
// that of x. Gradient: summed over what was repeated.
template <int... E, expression X>
constexpr auto broadcast_to(const X& x) {
  using given = core::broadcasting<core::extents_of<X>, given_extents<E...>, false>;
  if constexpr (!given::fits) (void)core::broadcast_extents<given>;
  if constexpr (given::fits) return core::compose<core::broadcast_to_op<E...>>(x);
  else return core::poison<core::element_of<X>>{};
}
// The same with one given extent for each dyn one of E.
template <int... E, expression X>
constexpr auto broadcast_to(const X& x, core::given_list extents) {
  using given = core::broadcasting<core::extents_of<X>, given_extents<E...>, true>;
  constexpr int count = core::extent_list<E...>::dynamic;
  static_assert(given::fits && count > 0,
                "broadcast_to: extents must be equal, 1 or absent; an extent is given for each dyn one");
  if constexpr (given::fits && count > 0) {
    core::check_extents<E...>(extents);
    return core::compose<core::broadcast_to_op<E...>>(x, core::shape_operand<count>(extents.begin()));
  } else return core::poison<core::element_of<X>>{};
}

}  // namespace sinter

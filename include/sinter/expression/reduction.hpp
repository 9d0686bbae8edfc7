// SPDX-License-Identifier: MIT
// Folding axes: sum(a), sum(a, axis<-1>), sum(a, axes<0, 2>, keep_dims). Without an axis all axes go; with keep_dims
// they stay with extent 1. Gradients follow from the primitives: a maximum shares its cotangent among ties, logsumexp
// has softmax weights, a product multiplies the others.
#pragma once
#include "axis.hpp"
#include "poison.hpp"
#include "../primitive/exponential.hpp"

namespace sinter {
namespace core {

// ---- on terms ----

// A reduction's result with its axes back, of extent 1.
constexpr term keep_reduced_axes(term reduced, term over, unsigned mask) {
  shape kept = over.extents();
  for (int i = 0; i < kept.rank; ++i)
    if (mask >> i & 1) kept.extents[i] = 1;
  return broadcast_in_dim(reduced, over.graph->intern(kept), kept_axes(mask, kept.rank));
}
// How many elements are folded into one: an extent.
constexpr std::int64_t count_along(term x, unsigned mask) {
  std::int64_t count = 1;
  for (int i = 0; i < x.rank(); ++i)
    if (mask >> i & 1) count = x.graph->define(origin::product, count, x.extents()[i]);
  return count;
}
// A call with an empty axis among those is an error.
constexpr void must_not_be_empty_along(term x, unsigned mask) {
  for (int i = 0; i < x.rank(); ++i)
    if (mask >> i & 1) x.graph->must_not_be_empty(x.extents()[i], an_extreme_needs_elements);
}
constexpr bool is_empty_along(term x, unsigned mask) {
  for (int i = 0; i < x.rank(); ++i)
    if ((mask >> i & 1) && x.graph->resolve(x.extents()[i]) == 0) return true;
  return false;
}
// Floating elements: f64 for f64 and i64, else f32.
constexpr term as_floating(term x) {
  if (is_floating(x.type())) return x;
  return cast(x, x.type() == dtype::i64 ? dtype::f64 : dtype::f32);
}
// Halves as f32, in which what several passes make of them stays: rounded to a half in between, a sum of 70,000 ones would be
// infinite, and so would the square of 300.
constexpr term widened(term x) { return is_halved(x.type()) ? cast(x, dtype::f32) : x; }
constexpr term mean_along(term x, unsigned mask) {
  return reduce_sum(x, mask) / dimension_size(*x.graph, count_along(x, mask), x.type());
}
// The largest along the axes for shifting an exponent: no gradient flows through it, and it is 0 where it is not
// finite.
constexpr term finite_maximum_along(term x, unsigned mask) {
  const term largest = reduce_max(x, mask);
  return stop_gradient(select(is_finite(largest), like(largest, 0), largest));
}

struct sum_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    return reduce_sum(x.type() == dtype::b8 ? cast(x, dtype::i32) : x, mask);
  }
};
struct prod_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    return reduce_prod(x.type() == dtype::b8 ? cast(x, dtype::i32) : x, mask);
  }
};
struct max_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    must_not_be_empty_along(x, mask);
    return x.type() == dtype::b8 ? reduce_or(x, mask) : reduce_max(x, mask);
  }
};
struct min_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    must_not_be_empty_along(x, mask);
    return x.type() == dtype::b8 ? reduce_and(x, mask) : reduce_min(x, mask);
  }
};
struct all_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) { return reduce_and(cast(x, dtype::b8), mask); }
};
struct any_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) { return reduce_or(cast(x, dtype::b8), mask); }
};
// The index in the array as one row where all axes go.
template <bool Largest>
struct arg_extreme_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    must_not_be_empty_along(x, mask);
    if (x.type() == dtype::b8) x = cast(x, dtype::u8);
    int at = 0;
    while (mask && !(mask >> at & 1)) ++at;
    if (mask != 1u << at) {  // not one axis: the whole array
      shape row;
      row.push(x.graph->size_of_shape(x.extents()));
      x = reshape(x, x.graph->intern(row));
      at = 0;
    }
    return Largest ? argmax(x, at) : argmin(x, at);
  }
};
struct argmax_fold : arg_extreme_fold<true> {};
struct argmin_fold : arg_extreme_fold<false> {};
struct mean_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    x = as_floating(x);
    return cast(mean_along(widened(x), mask), x.type());
  }
};
// In two passes: the mean of the squared distances from the mean.
template <int Ddof>
struct var_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    x = as_floating(x);
    return cast(of_wide(widened(x), mask), x.type());
  }
  static constexpr term of_wide(term x, unsigned mask) {
    const term distance = x - spread(mean_along(x, mask), x, mask);
    const term total = reduce_sum(distance * distance, mask);
    const term count = dimension_size(*x.graph, count_along(x, mask), x.type());
    return total / (Ddof == 0 ? count : is_constant(count)
                        ? like(count, static_cast<double>(count_along(x, mask)) - Ddof)
                        : count - like(count, Ddof));
  }
};
template <int Ddof>
struct std_fold {
  static constexpr dtype_set takes = anything;
  static constexpr term lower(term x, unsigned mask) {
    x = as_floating(x);
    return cast(sqrt(var_fold<Ddof>::of_wide(widened(x), mask)), x.type());
  }
};
struct logsumexp_fold {
  static constexpr dtype_set takes = floats;
  static constexpr term lower(term x, unsigned mask) { return cast(of_wide(widened(x), mask), x.type()); }
  static constexpr term of_wide(term x, unsigned mask) {
    if (is_empty_along(x, mask)) return log(reduce_sum(exp(x), mask));
    const term shift = finite_maximum_along(x, mask);
    return log(reduce_sum(exp(x - spread(shift, x, mask)), mask)) + shift;
  }
};

template <class Fold>
inline constexpr bool needs_elements = false;
template <>
inline constexpr bool needs_elements<max_fold> = true;
template <>
inline constexpr bool needs_elements<min_fold> = true;
template <>
inline constexpr bool needs_elements<argmax_fold> = true;
template <>
inline constexpr bool needs_elements<argmin_fold> = true;
template <class Fold>
inline constexpr bool needs_one_axis = false;
template <>
inline constexpr bool needs_one_axis<argmax_fold> = true;
template <>
inline constexpr bool needs_one_axis<argmin_fold> = true;

// Short names: symbols spell a statement's type.
template <class Fold, int Mask>
struct along {
  static constexpr term lower(term x) { return Fold::lower(x, Mask); }
};
template <class Fold, int Mask>
struct kept_along {
  static constexpr term lower(term x) { return keep_reduced_axes(Fold::lower(x, Mask), x, Mask); }
};

template <class Fold, class Element, class Extents, class Axes>
struct given_reduction {
  static constexpr bool takes = (Fold::takes & only(dtype_of<Element>)) != 0;
  static constexpr bool has_elements = !needs_elements<Fold> || (Axes::mask & empty_axes<Extents>) == 0;
};

// Checks the axes of a reduction with a sentence and makes its operation.
template <class Fold, class X, class... O>
constexpr auto fold(const X& x, O...) {
  using chosen = chosen_axes_of<X, O...>;
  using given = given_reduction<Fold, element_of<X>, extents_of<X>, chosen>;
  constexpr bool one_axis = !needs_one_axis<Fold> || chosen::count == 1 || chosen::mask == all_axes(X::rank);
  static_assert(given::takes, "reduction: the elements must be floating; use cast<float>(x)");
  static_assert(chosen::lie_within_the_rank,
                "reduction: the axes must lie within the rank; count from 0, or from the end with -1");
  static_assert(chosen::are_distinct, "reduction: each axis can be named once; name different axes");
  static_assert(one_axis, "argmax, argmin: they go along one axis; name one, or none for the whole array");
  static_assert(given::has_elements,
                "max, min, argmax, argmin: the reduced axes must not be empty; test the extent first");
  constexpr int mask = static_cast<int>(chosen::mask);
  using made = std::conditional_t<keeps_dims<O...>, kept_along<Fold, mask>, along<Fold, mask>>;
  if constexpr (given::takes && chosen::lie_within_the_rank && chosen::are_distinct && one_axis && given::has_elements)
    return compose<made>(x);
  else return poison<element_of<X>>{};
}

}  // namespace core

// The sum; 0 if empty. Integers keep their type and wrap, bool counts in i32. Gradient: g everywhere.
template <expression X, core::reduction_option... O>
constexpr auto sum(const X& x, O... options) { return core::fold<core::sum_fold>(x, options...); }
// The product; 1 if empty. Gradient: g times the product of the others, right also where elements are 0.
template <expression X, core::reduction_option... O>
constexpr auto prod(const X& x, O... options) { return core::fold<core::prod_fold>(x, options...); }
// The largest and the smallest; NaN wins. Gradient: shared equally by ties. An empty axis is an error.
template <expression X, core::reduction_option... O>
constexpr auto max(const X& x, O... options) { return core::fold<core::max_fold>(x, options...); }
template <expression X, core::reduction_option... O>
constexpr auto min(const X& x, O... options) { return core::fold<core::min_fold>(x, options...); }
// Whether all, or any, elements are true (numbers: not 0). Empty: all is true, any is false.
template <expression X, core::reduction_option... O>
constexpr auto all(const X& x, O... options) { return core::fold<core::all_fold>(x, options...); }
template <expression X, core::reduction_option... O>
constexpr auto any(const X& x, O... options) { return core::fold<core::any_fold>(x, options...); }
// The first index, an i32, of the largest or smallest along one axis, or in row-major order of the whole array. NaN
// wins.
template <expression X, core::reduction_option... O>
constexpr auto argmax(const X& x, O... options) { return core::fold<core::argmax_fold>(x, options...); }
template <expression X, core::reduction_option... O>
constexpr auto argmin(const X& x, O... options) { return core::fold<core::argmin_fold>(x, options...); }
// Of halves, mean, var, std and logsumexp are computed in f32 and rounded once.
// The sum over the count; NaN if empty. Of bool, u8, i32, u32 in f32, of i64 in f64.
template <expression X, core::reduction_option... O>
constexpr auto mean(const X& x, O... options) { return core::fold<core::mean_fold>(x, options...); }
// The mean of (x - mean)^2, in two passes; with var<1> the sum over the count less 1. Integers as in mean.
template <int Ddof = 0, expression X, core::reduction_option... O>
constexpr auto var(const X& x, O... options) { return core::fold<core::var_fold<Ddof>>(x, options...); }
// sqrt(var(x)), its gradient at equal elements is that of sqrt at 0. Beside `using namespace sinter` write sinter::std
// or stddev: the bare word is ambiguous with the namespace.
template <int Ddof = 0, expression X, core::reduction_option... O>
constexpr auto std(const X& x, O... options) { return core::fold<core::std_fold<Ddof>>(x, options...); }
template <int Ddof = 0, expression X, core::reduction_option... O>
constexpr auto stddev(const X& x, O... options) { return core::fold<core::std_fold<Ddof>>(x, options...); }
// log(sum(exp(x))) without overflow: m + log(sum(exp(x - m))), m the maximum or 0 where that is not finite. Gradient:
// softmax weights. Empty: -infinity.
template <expression X, core::reduction_option... O>
constexpr auto logsumexp(const X& x, O... options) { return core::fold<core::logsumexp_fold>(x, options...); }

}  // namespace sinter

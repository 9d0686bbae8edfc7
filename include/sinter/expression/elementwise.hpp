// SPDX-License-Identifier: MIT
// Elementwise functions. Each computes one value from each element, in the element type of its operand; the reference
// page of primitives says what each means and how it is differentiated.
#pragma once
#include "operators.hpp"

namespace sinter {

template <expression X> constexpr auto abs(const X& x) { return core::apply<core::primitives::abs>(x); }
template <expression X> constexpr auto sign(const X& x) { return core::apply<core::primitives::sign>(x); }
template <expression X> constexpr auto exp(const X& x) { return core::apply<core::primitives::exp>(x); }
template <expression X> constexpr auto exp2(const X& x) { return core::apply<core::primitives::exp2>(x); }
template <expression X> constexpr auto expm1(const X& x) { return core::apply<core::primitives::expm1>(x); }
template <expression X> constexpr auto log(const X& x) { return core::apply<core::primitives::log>(x); }
template <expression X> constexpr auto log1p(const X& x) { return core::apply<core::primitives::log1p>(x); }
template <expression X> constexpr auto log2(const X& x) { return core::apply<core::primitives::log2>(x); }
template <expression X> constexpr auto sqrt(const X& x) { return core::apply<core::primitives::sqrt>(x); }
template <expression X> constexpr auto rsqrt(const X& x) { return core::apply<core::primitives::rsqrt>(x); }
template <expression X> constexpr auto cbrt(const X& x) { return core::apply<core::primitives::cbrt>(x); }
template <expression X> constexpr auto logistic(const X& x) { return core::apply<core::primitives::logistic>(x); }
template <expression X> constexpr auto sin(const X& x) { return core::apply<core::primitives::sin>(x); }
template <expression X> constexpr auto cos(const X& x) { return core::apply<core::primitives::cos>(x); }
template <expression X> constexpr auto tan(const X& x) { return core::apply<core::primitives::tan>(x); }
template <expression X> constexpr auto asin(const X& x) { return core::apply<core::primitives::asin>(x); }
template <expression X> constexpr auto acos(const X& x) { return core::apply<core::primitives::acos>(x); }
template <expression X> constexpr auto atan(const X& x) { return core::apply<core::primitives::atan>(x); }
template <expression X> constexpr auto sinh(const X& x) { return core::apply<core::primitives::sinh>(x); }
template <expression X> constexpr auto cosh(const X& x) { return core::apply<core::primitives::cosh>(x); }
template <expression X> constexpr auto tanh(const X& x) { return core::apply<core::primitives::tanh>(x); }
template <expression X> constexpr auto asinh(const X& x) { return core::apply<core::primitives::asinh>(x); }
template <expression X> constexpr auto acosh(const X& x) { return core::apply<core::primitives::acosh>(x); }
template <expression X> constexpr auto atanh(const X& x) { return core::apply<core::primitives::atanh>(x); }
template <expression X> constexpr auto erf(const X& x) { return core::apply<core::primitives::erf>(x); }
template <expression X> constexpr auto erfc(const X& x) { return core::apply<core::primitives::erfc>(x); }
template <expression X> constexpr auto erf_inv(const X& x) { return core::apply<core::primitives::erf_inv>(x); }
template <expression X> constexpr auto floor(const X& x) { return core::apply<core::primitives::floor>(x); }
template <expression X> constexpr auto ceil(const X& x) { return core::apply<core::primitives::ceil>(x); }
// The nearest integer, halves to even.
template <expression X> constexpr auto round(const X& x) { return core::apply<core::primitives::round_half_even>(x); }
// The nearest integer, halves away from zero.
template <expression X> constexpr auto round_half_away(const X& x) {
  return core::apply<core::primitives::round_half_away>(x);
}
template <expression X> constexpr auto is_finite(const X& x) { return core::apply<core::primitives::is_finite>(x); }
template <expression X> constexpr auto logical_not(const X& x) { return core::apply<core::primitives::bitwise_not>(x); }

// The larger and the smaller of x and y; NaN in either gives NaN; at a tie each gets half of the gradient.
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto maximum(const X& x, const Y& y) { return core::apply<core::primitives::max>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto minimum(const X& x, const Y& y) { return core::apply<core::primitives::min>(x, y); }
// x^y as C has it.
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto pow(const X& x, const Y& y) { return core::apply<core::primitives::pow>(x, y); }
// The angle of the point (y, x).
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto atan2(const X& x, const Y& y) { return core::apply<core::primitives::atan2>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto bitwise_and(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_and>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto bitwise_or(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_or>(x, y); }
template <class X, class Y> requires core::operand_pair<X, Y>
constexpr auto bitwise_xor(const X& x, const Y& y) { return core::apply<core::primitives::bitwise_xor>(x, y); }
template <class X, class Y>
  requires core::operand_pair<X, Y>
constexpr auto shift_right_logical(const X& x, const Y& y) {
  return core::apply<core::primitives::shift_right_logical>(x, y);
}

namespace core {

template <std::int64_t N>
struct integer_pow_op {
  static constexpr term lower(term x) { return core::integer_pow(x, N); }
};
struct square_op {
  static constexpr term lower(term x) { return core::square(x); }
};
template <int Type>  // a dtype: as a number it is shorter in symbols
struct cast_op {
  static constexpr term lower(term x) { return core::cast(x, static_cast<dtype>(Type)); }
};
template <int Type>
struct bitcast_op {
  static constexpr term lower(term x) { return core::bitcast(x, static_cast<dtype>(Type)); }
};
struct stop_gradient_op {
  static constexpr term lower(term x) { return core::stop_gradient(x); }
};
struct where_op {
  static constexpr term lower(term which, term when_true, term when_false) {
    return core::select(which, when_false, when_true);
  }
};
SINTER_LAW(where_extents,
           static_assert(Law::broadcast, "where: extents must be equal or 1; reshape or broadcast one operand"));
struct clip_op {
  static constexpr term lower(term x, term low, term high) { return core::clamp(low, x, high); }
};
struct is_nan_op {
  static constexpr term lower(term x) { return core::not_equal(x, x); }
};
struct is_inf_op {
  static constexpr term lower(term x) {
    return core::bitwise_and(core::bitwise_not(core::is_finite(x)), core::equal(x, x));
  }
};
struct reciprocal_op {
  static constexpr term lower(term x) { return like(x, 1) / x; }
};

}  // namespace core

// x^N for a constant integer N, by repeated squaring.
template <std::int64_t N, expression X>
constexpr auto integer_pow(const X& x) {
  static_assert(N >= 0 || core::is_real<core::element_of<X>>,
                "integer_pow: a negative power of integers is no integer; use cast<float>(x)");
  return core::compose<core::integer_pow_op<N>>(x);
}
template <expression X> constexpr auto square(const X& x) { return core::compose<core::square_op>(x); }
template <expression X> constexpr auto reciprocal(const X& x) { return core::compose<core::reciprocal_op>(x); }
template <expression X> constexpr auto isnan(const X& x) { return core::compose<core::is_nan_op>(x); }
template <expression X> constexpr auto isinf(const X& x) { return core::compose<core::is_inf_op>(x); }

namespace core {
template <class T>
struct element_for { using type = T; };
template <class T, int... E>
struct element_for<array<T, E...>> { using type = T; };
}  // namespace core

// The same numbers in another element type: floats to the nearest, float to integer truncates and saturates (NaN gives
// 0), integers keep their low bits. T is an element type or an array type: cast<float>(x), cast<f64<>>(x).
template <class T, expression X>
constexpr auto cast(const X& x) {
  return core::compose<core::cast_op<static_cast<int>(core::dtype_of<typename core::element_for<T>::type>)>>(x);
}
// The same for an alias such as f64: cast<f64>(x).
template <template <int...> class A, expression X>
constexpr auto cast(const X& x) {
  return core::compose<core::cast_op<static_cast<int>(core::dtype_of<typename A<>::value_type>)>>(x);
}
// The same bits read as another element type of the same size.
template <class T, expression X>
constexpr auto bitcast(const X& x) {
  static_assert(sizeof(typename core::element_for<T>::type) == sizeof(core::element_of<X>),
                "bitcast: both element types must have the same size");
  return core::compose<core::bitcast_op<static_cast<int>(core::dtype_of<typename core::element_for<T>::type>)>>(x);
}
// x, held constant by derivatives.
template <expression X> constexpr auto stop_gradient(const X& x) { return core::compose<core::stop_gradient_op>(x); }

// x where the condition is true, else y. A lane whose condition rejects an operand contributes exactly 0 to its
// gradient.
template <expression C, class X, class Y>
  requires core::operand<X> && core::operand<Y>
constexpr auto where(const C& condition, const X& x, const Y& y) {
  static_assert(std::is_same_v<core::element_of<C>, bool>, "where: the condition must be a bool array; compare first");
  static_assert(expression<X> || expression<Y>, "where: one of the two values must be an array");
  static_assert(core::types_agree<X, Y>, "where: both arrays must have the same element type; use cast<T>(x) on one");
  using T = core::common<X, Y>;
  static_assert(core::literal_fits<X, T> && core::literal_fits<Y, T>,
                "literal: a floating number meets an array of integers; use cast<float>(x) on the array");
  using both = core::meeting_extents<core::known_extents_of<X>, core::known_extents_of<Y>>;
  using first = core::meeting_extents<core::extents_of<C>, core::known_extents_of<X>>;
  using second = core::meeting_extents<core::extents_of<C>, core::known_extents_of<Y>>;
  constexpr bool broadcast = both::broadcast && first::broadcast && second::broadcast;
  if constexpr (!both::broadcast) (void)core::where_extents<both>;
  else if constexpr (!first::broadcast) (void)core::where_extents<first>;
  else if constexpr (!second::broadcast) (void)core::where_extents<second>;
  if constexpr (broadcast && std::is_same_v<core::element_of<C>, bool> && core::types_agree<X, Y>)
    return core::compose<core::where_op>(condition, core::lift<T>(x), core::lift<T>(y));
  else return core::poison<T>{};
}
// min(max(x, low), high); the gradient is 0 where x meets a bound.
template <expression X, class L, class H>
  requires core::operand<L> && core::operand<H>
constexpr auto clip(const X& x, const L& low, const H& high) {
  using T = core::element_of<X>;
  static_assert(core::types_agree<X, L> && core::types_agree<X, H>,
                "clip: all arrays must have the same element type; use cast<T>(x)");
  static_assert(core::literal_fits<L, T> && core::literal_fits<H, T>,
                "literal: a floating number meets an array of integers; use cast<float>(x) on the array");
  return core::compose<core::clip_op>(x, core::lift<T>(low), core::lift<T>(high));
}

// An expression as an array of its own type: binds a statement where no array is named.
template <expression X>
constexpr core::array_of<X> eval(const X& x, std::source_location where = std::source_location::current()) {
  if constexpr (std::is_same_v<X, core::array_of<X>>) return x;
  else return core::array_of<X>(x, where);
}

}  // namespace sinter

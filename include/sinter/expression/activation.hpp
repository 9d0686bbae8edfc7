// SPDX-License-Identifier: MIT
// Activations: elementwise functions of neural networks, in forms that stay accurate in both tails, with the gradient
// conventions of the reference page at their corners.
#pragma once
#include "elementwise.hpp"
#include "poison.hpp"

namespace sinter {
namespace core {

// log(1 + e^x) as one formula a branch: x + log1p(e^-x) where x > 0, else log1p(e^x). So the derivative is logistic(x)
// to any order, at 0 as well, where max(x, 0) + log1p(e^-|x|) has corners that cancel in the value only.
constexpr term softplus_of(term x) {
  const term positive = greater(x, like(x, 0));
  return select(positive, like(x, 0), x) + log1p(exp(select(positive, x, -x)));
}

struct relu_op {
  static constexpr term lower(term x) { return select(less_equal(x, like(x, 0)), x, like(x, 0)); }
};
struct relu6_op {
  static constexpr term lower(term x) { return clamp(like(x, 0), x, like(x, 6)); }
};
struct leaky_relu_op {
  static constexpr term lower(term x, term slope) { return select(greater_equal(x, like(x, 0)), slope * x, x); }
};
// The inner select keeps the branch that is not taken finite.
struct elu_op {
  static constexpr term lower(term x, term alpha) {
    const term positive = greater(x, like(x, 0));
    return select(positive, alpha * expm1(select(positive, x, like(x, 0))), x);
  }
};
struct gelu_op {
  static constexpr term lower(term x) {
    const term inner = 0.79788456080286535588 * (x + 0.044715 * (x * x * x));
    return 0.5 * x * (1 + tanh(inner));
  }
};
struct gelu_exact_op {
  static constexpr term lower(term x) { return 0.5 * x * erfc(-0.70710678118654752440 * x); }
};
struct silu_op {
  static constexpr term lower(term x) { return x * logistic(x); }
};
struct softplus_op {
  static constexpr term lower(term x) { return softplus_of(x); }
};
struct log_sigmoid_op {
  static constexpr term lower(term x) { return -softplus_of(-x); }
};
// The larger of both + log1p(e^-|x - y|). Equal infinities, whose difference is NaN, add up.
struct logaddexp_op {
  static constexpr term lower(term x, term y) {
    align(x, y);
    const term distance = x - y, first = greater(distance, like(x, 0));
    const term sum = select(first, y, x) + log1p(exp(select(first, distance, -distance)));
    return select(not_equal(distance, distance), sum, x + y);
  }
};
SINTER_LAW(logaddexp_extents,
           static_assert(Law::broadcast, "logaddexp: extents must be equal or 1; reshape or broadcast one operand"));

template <class X>
struct given_floating {
  static constexpr bool elements = core::is_real<element_of<X>>;
};
template <class Op, class X, class... Y>
constexpr auto compose_floating(const X& x, const Y&... y) {
  static_assert(given_floating<X>::elements, "activation: the elements must be floating; use cast<float>(x)");
  if constexpr (given_floating<X>::elements) return compose<Op>(x, y...);
  else return poison<element_of<X>>{};
}

}  // namespace core

// x where x > 0, else 0; NaN stays. The derivative at 0 is 0.
template <expression X> constexpr auto relu(const X& x) { return core::compose<core::relu_op>(x); }
// min(max(x, 0), 6); the derivative at 0 and at 6 is 0.
template <expression X> constexpr auto relu6(const X& x) { return core::compose<core::relu6_op>(x); }
// x where x >= 0, else slope x; the derivative at 0 is 1.
template <expression X, core::operand S = double>
constexpr auto leaky_relu(const X& x, const S& slope = 0.01) {
  return core::compose_floating<core::leaky_relu_op>(x, core::lift<core::element_of<X>>(slope));
}
// x where x > 0, else alpha (e^x - 1); the derivative at 0 is alpha.
template <expression X, core::operand A = double>
constexpr auto elu(const X& x, const A& alpha = 1.0) {
  return core::compose_floating<core::elu_op>(x, core::lift<core::element_of<X>>(alpha));
}
// x times the normal distribution function, by its tanh form 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)));
// gelu_exact is 0.5 x erfc(-x / sqrt(2)).
template <expression X> constexpr auto gelu(const X& x) { return core::compose_floating<core::gelu_op>(x); }
template <expression X> constexpr auto gelu_exact(const X& x) { return core::compose_floating<core::gelu_exact_op>(x); }
// x logistic(x).
template <expression X> constexpr auto silu(const X& x) { return core::compose_floating<core::silu_op>(x); }
// log(1 + e^x); its derivative is logistic(x).
template <expression X> constexpr auto softplus(const X& x) { return core::compose_floating<core::softplus_op>(x); }
// 1 / (1 + e^-x), and its logarithm.
template <expression X> constexpr auto sigmoid(const X& x) { return logistic(x); }
template <expression X> constexpr auto log_sigmoid(const X& x) {
  return core::compose_floating<core::log_sigmoid_op>(x);
}
// log(e^x + e^y) without overflow.
template <class X, class Y>
  requires core::operand_pair<X, Y>
constexpr auto logaddexp(const X& x, const Y& y) {
  using T = core::common<X, Y>;
  using extents = core::meeting_extents<core::known_extents_of<X>, core::known_extents_of<Y>>;
  static_assert(core::is_real<T>, "logaddexp: the elements must be floating; use cast<float>(x)");
  static_assert(core::types_agree<X, Y>,
                "logaddexp: both arrays must have the same element type; use cast<T>(x) on one");
  if constexpr (!extents::broadcast) (void)core::logaddexp_extents<extents>;
  if constexpr (core::is_real<T> && core::types_agree<X, Y> && extents::broadcast)
    return core::compose<core::logaddexp_op>(core::lift<T>(x), core::lift<T>(y));
  else return core::poison<T>{};
}

}  // namespace sinter

// SPDX-License-Identifier: MIT
// Functions of rows: softmax, log_softmax, cross entropy, layer_norm, standardize. Each lowers its operand once, to two
// or three reductions over the same axes with maps between, which the planner keeps in one kernel. Halves are computed in f32
// and rounded once; a scale and a shift are applied to the rounded row.
#pragma once
#include "activation.hpp"
#include "indexing.hpp"
#include "reduction.hpp"

namespace sinter {
namespace core {

// ---- on terms ----

// x less its maximum along the axes; no gradient flows through the maximum, whose part cancels.
constexpr term shifted_along(term x, unsigned mask) {
  return x - spread(stop_gradient(reduce_max(x, mask)), x, mask);
}
constexpr term softmax_along(term given, unsigned mask) {
  if (is_empty_along(given, mask)) return given;
  const term x = widened(given);
  const term e = exp(shifted_along(x, mask));
  return cast(e / spread(reduce_sum(e, mask), x, mask), given.type());
}
// Of an x that is no half.
constexpr term log_softmax_along(term x, unsigned mask) {
  if (is_empty_along(x, mask)) return x;
  const term shifted = shifted_along(x, mask);
  return shifted - spread(log(reduce_sum(exp(shifted), mask)), x, mask);
}
// Rejected entries enter neither the maximum nor the sum. Of an x that is no half.
struct masked_row {
  term allowed, shifted, total;
};
constexpr masked_row mask_row(term x, term allowed, unsigned mask) {
  allowed = stretch(allowed, x.shape_id());
  const term infinite = like(x, -std::numeric_limits<double>::infinity());
  const term kept = select(allowed, infinite, x);
  const term shifted = kept - spread(finite_maximum_along(kept, mask), x, mask);
  return {allowed, shifted, spread(reduce_sum(select(allowed, like(x, 0), exp(shifted)), mask), x, mask)};
}
constexpr term standardize_along(term given, term epsilon, unsigned mask) {
  const term x = widened(given);
  const term distance = x - spread(mean_along(x, mask), x, mask);
  const term variance = mean_along(distance * distance, mask);
  return cast(distance * spread(rsqrt(variance + cast(epsilon, x.type())), x, mask), given.type());
}

template <unsigned Mask>
struct softmax_op {
  static constexpr term lower(term x) { return softmax_along(x, Mask); }
  static constexpr term lower(term x, term allowed) {
    if (is_empty_along(x, Mask)) return x;
    const masked_row row = mask_row(widened(x), allowed, Mask);
    return cast(select(row.allowed, like(row.total, 0), exp(row.shifted) / row.total), x.type());
  }
};
template <unsigned Mask>
struct log_softmax_op {
  static constexpr term lower(term x) { return cast(log_softmax_along(widened(x), Mask), x.type()); }
  static constexpr term lower(term x, term allowed) {
    if (is_empty_along(x, Mask)) return x;
    const masked_row row = mask_row(widened(x), allowed, Mask);
    const term rejected = like(row.total, -std::numeric_limits<double>::infinity());
    return cast(select(row.allowed, rejected, row.shifted - log(row.total)), x.type());
  }
};
// log(sum(e^s)) - s[label] for s = x - max(x): nothing large is subtracted. The label is found by comparing with the
// index, so that the row stays one kernel; a label outside the classes gives 0 as a row of zeros in one_hot would.
struct label_cross_entropy_op {
  static constexpr term lower(term given, term label) {
    const term x = widened(given);
    builder& graph = *x.graph;
    const int last = x.rank() - 1;
    const unsigned mask = 1u << last;
    label = signed_label(label);
    for (int i = 0; i < last; ++i)
      graph.join(x.extents()[i], label.extents()[i], "cross_entropy: labels and rows must be as many");
    const int id = x.shape_id();
    const term hit = equal(broadcast_in_dim(label, id, trailing_axes(last, last)), iota(graph, label.type(), id, last));
    const term shifted = shifted_along(x, mask);
    const term loss = log(reduce_sum(exp(shifted), mask)) - reduce_sum(select(hit, like(x, 0), shifted), mask);
    const term classes = stretch(dimension_size(graph, x.extents()[last], label.type()), label.shape_id());
    const term known = bitwise_and(greater_equal(label, like(label, 0)), less(label, classes));
    return cast(select(known, like(loss, 0), loss), given.type());
  }
};
struct cross_entropy_op {
  static constexpr term lower(term x, term target) {
    align(x, target);
    const unsigned mask = 1u << (x.rank() - 1);
    return cast(-reduce_sum(widened(target) * log_softmax_along(widened(x), mask), mask), x.type());
  }
};
template <unsigned Mask>
struct standardize_op {
  static constexpr term lower(term x, term epsilon) { return standardize_along(x, epsilon, Mask); }
};

// In what rows of such elements are computed.
template <class T>
using wide_element = std::conditional_t<is_half<T>, float, T>;

// The axes a call names, else the last.
template <class... O>
struct axes_or_last { using type = typename axes_among<O...>::type; };
template <>
struct axes_or_last<> { using type = given_axes<-1>; };
template <class X, class... O>
using row_axes = chosen_axes<given_rank<X::rank>, typename axes_or_last<O...>::type>;

// Checks what functions of rows need; `call` gets the mask of the axes.
template <class X, class Axes>
struct given_rows {
  static constexpr bool elements = core::is_real<element_of<X>>;
  static constexpr bool axes = Axes::lie_within_the_rank && Axes::are_distinct;
};
template <template <unsigned> class Op, class Axes, class X, class... Y>
constexpr auto along_rows(const X& x, const Y&... y) {
  using given = given_rows<X, Axes>;
  static_assert(given::elements, "row: the elements must be floating; use cast<float>(x)");
  static_assert(given::axes,
                "row: the axes must lie within the rank, each once; count from 0, or from the end with -1");
  if constexpr (given::elements && given::axes) return compose<Op<Axes::mask>>(x, y...);
  else return poison<element_of<X>>{};
}
template <class X, class M>
struct masking;
template <int... E, int... F>
struct masking<given_extents<E...>, given_extents<F...>> {
  static constexpr bool fits =
      meeting_extents<given_extents<E...>, given_extents<F...>>::broadcast && sizeof...(F) <= sizeof...(E);
};
SINTER_LAW(mask_extents,
           static_assert(Law::fits, "softmax: the mask's extents must be those of the array, 1 or absent"));
template <template <unsigned> class Op, class Axes, class X, class M>
constexpr auto along_masked_rows(const X& x, const M& mask) {
  using given = masking<extents_of<X>, extents_of<M>>;
  constexpr bool is_bool = std::is_same_v<element_of<M>, bool>;
  static_assert(is_bool, "softmax: the mask must be a bool array; compare first");
  if constexpr (!given::fits) (void)mask_extents<given>;
  if constexpr (is_bool && given::fits) return along_rows<Op, Axes>(x, mask);
  else return poison<element_of<X>>{};
}
template <class Logits, class Label>
struct labelling;
template <int... E, int... F>
struct labelling<given_extents<E...>, given_extents<F...>> {
  static constexpr bool labels_fit = [] {
    constexpr int x[] = {E..., 0}, y[] = {F..., 0};
    if (sizeof...(E) != sizeof...(F) + 1) return false;
    for (int i = 0; i < static_cast<int>(sizeof...(F)); ++i)
      if (x[i] != y[i] && x[i] != dyn && y[i] != dyn) return false;
    return true;
  }();
  static constexpr bool has_classes = [] {
    constexpr int x[] = {1, E...};
    return sizeof...(E) > 0 && x[sizeof...(E)] != 0;
  }();
};

SINTER_LAW(label_extents,
           static_assert(Law::labels_fit,
                         "softmax_cross_entropy: the labels must have the extents of the logits without the last"));
SINTER_LAW(probability_extents,
           static_assert(Law::broadcast, "softmax_cross_entropy: probabilities must have the extents of the logits"));

}  // namespace core

// e^(x - max) / sum(e^(x - max)) along the axes, by default the last. An infinity gives NaN, an empty array itself.
// Gradient: y (g - sum(y g)).
template <expression X, core::axis_option... O>
constexpr auto softmax(const X& x, O...) { return core::along_rows<core::softmax_op, core::row_axes<X, O...>>(x); }
// The same over the entries where the mask, broadcast to x, is true; the others come out as exactly 0, also where a row
// has none.
template <expression X, core::axis_option A, expression M>
constexpr auto softmax(const X& x, A, const M& mask) {
  return core::along_masked_rows<core::softmax_op, core::row_axes<X, A>>(x, mask);
}
// log(softmax(x)) as (x - max) - log(sum(e^(x - max))); masked entries come out as -infinity.
template <expression X, core::axis_option... O> constexpr auto log_softmax(const X& x, O...) {
  return core::along_rows<core::log_softmax_op, core::row_axes<X, O...>>(x);
}
template <expression X, core::axis_option A, expression M>
constexpr auto log_softmax(const X& x, A, const M& mask) {
  return core::along_masked_rows<core::log_softmax_op, core::row_axes<X, A>>(x, mask);
}

// The loss of each row of logits (..., classes). With integer labels (...): -log_softmax(logits)[label], 0 for a label
// outside. With an array of probabilities (..., classes): -sum(p log_softmax(logits)). Gradient: softmax(logits) -
// one_hot(label).
template <expression X, expression Y>
constexpr auto softmax_cross_entropy(const X& logits, const Y& labels) {
  using T = core::element_of<X>;
  using L = core::element_of<Y>;
  using given = core::labelling<core::extents_of<X>, core::extents_of<Y>>;
  static_assert(core::is_real<T>, "softmax_cross_entropy: the logits must be floating; use cast<float>(x)");
  static_assert(given::has_classes, "softmax_cross_entropy: the logits need a last axis of classes that is not empty");
  if constexpr (!core::is_real<T> || !given::has_classes) {
    return core::poison<T>{};
  } else if constexpr (std::is_integral_v<L> && !std::is_same_v<L, bool>) {
    if constexpr (!given::labels_fit) (void)core::label_extents<given>;
    if constexpr (given::labels_fit) return core::compose<core::label_cross_entropy_op>(logits, labels);
    else return core::poison<T>{};
  } else {
    using extents = core::meeting_extents<core::extents_of<X>, core::extents_of<Y>>;
    static_assert(
        std::is_same_v<T, L>,
        "softmax_cross_entropy: labels are integers, or probabilities of the logits' element type; use cast<T>(x)");
    if constexpr (!extents::broadcast) (void)core::probability_extents<extents>;
    if constexpr (std::is_same_v<T, L> && extents::broadcast)
      return core::compose<core::cross_entropy_op>(logits, labels);
    else return core::poison<T>{};
  }
}

// (x - mean) rsqrt(variance + epsilon) along the axes, by default the last; the variance in two passes. A number as epsilon is
// no half where the elements are.
template <expression X, core::axis_option A = core::axis_tag<-1>, core::operand E = double>
constexpr auto standardize(const X& x, A = {}, const E& epsilon = 1e-5) {
  return core::along_rows<core::standardize_op, core::row_axes<X, A>>(
      x, core::lift<core::wide_element<core::element_of<X>>>(epsilon));
}
// Layer normalisation: standardize, then times scale plus shift, which are aligned with the last axes.
template <expression X, core::axis_option A = core::axis_tag<-1>, core::operand E = double>
constexpr auto layer_norm(const X& x, A where_to = {}, const E& epsilon = 1e-5) {
  return standardize(x, where_to, epsilon);
}
template <expression X, expression S, expression B, core::axis_option A = core::axis_tag<-1>, core::operand E = double>
constexpr auto layer_norm(const X& x, const S& scale, const B& shift, A where_to = {}, const E& epsilon = 1e-5) {
  return standardize(x, where_to, epsilon) * scale + shift;
}

}  // namespace sinter

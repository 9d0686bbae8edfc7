// SPDX-License-Identifier: MIT
// Comparing arrays on the host. These read elements, so they are for programs and tests, not for traced functions.
#pragma once
#include <cmath>
#include <source_location>

#include "elementwise.hpp"

namespace sinter {

// How far two numbers may lie apart: |a - b| <= atol + rtol |b|.
struct tolerances {
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;  // whether a NaN equals a NaN
};

namespace core {

template <class A, class B>
bool have_equal_extents(const A& a, const B& b) {
  if constexpr (A::rank != B::rank) return false;
  for (int i = 0; i < A::rank; ++i)
    if (static_cast<std::int64_t>(a.extent(i)) != static_cast<std::int64_t>(b.extent(i))) return false;
  return true;
}
template <class X, class Y, class Equal>
bool all_elements(const X& x, const Y& y, const std::source_location& where, Equal equal) {
  const array_of<X> a = eval(x, where);
  const array_of<Y> b = eval(y, where);
  static_assert(std::is_same_v<element_of<X>, element_of<Y>>,
                "array_equal, allclose: both arrays must have the same element type; use cast<T>(x) on one");
  const auto one = a.span();
  const auto other = b.span();
  if (!have_equal_extents(a, b)) return false;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!equal(one[i], other[i])) return false;
  return true;
}

}  // namespace core

// Whether both have the same extents and equal elements; NaN equals nothing.
template <expression X, expression Y>
bool array_equal(const X& x, const Y& y, std::source_location where = std::source_location::current()) {
  return core::all_elements(x, y, where, [](auto a, auto b) { return a == b; });
}
// Whether both have the same extents and elements within the tolerances; equal infinities are close.
template <expression X, expression Y>
bool allclose(const X& x, const Y& y, tolerances within = {},
              std::source_location where = std::source_location::current()) {
  return core::all_elements(x, y, where, [&](auto a, auto b) {
    if (a == b) return true;
    const auto p = static_cast<double>(a), q = static_cast<double>(b);
    if (std::isnan(p) || std::isnan(q)) return within.equal_nan && std::isnan(p) && std::isnan(q);
    return std::isfinite(p) && std::isfinite(q) && std::fabs(p - q) <= within.atol + within.rtol * std::fabs(q);
  });
}

}  // namespace sinter

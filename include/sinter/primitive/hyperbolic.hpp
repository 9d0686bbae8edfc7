// SPDX-License-Identifier: MIT
// Hyperbolic functions and their inverses.
#pragma once
#include "exponential.hpp"

namespace sinter::core {

constexpr term cosh(term);
constexpr term sinh(term);

namespace primitives {
inline constexpr elementwise sinh{
    {.name = "sinh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {core::cosh(a.x), {}, {}}; },
     .flops = 24, .doc = "the hyperbolic sine", .cuda = "sinh($x)"},
    [](auto x) { using std::sinh; return sinh(x); }};

inline constexpr elementwise cosh{
    {.name = "cosh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {core::sinh(a.x), {}, {}}; },
     .flops = 24, .doc = "the hyperbolic cosine", .cuda = "cosh($x)"},
    [](auto x) { using std::cosh; return cosh(x); }};

inline constexpr elementwise tanh{
    {.name = "tanh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {(1 + a.out) * (1 - a.out), {}, {}}; },
     .flops = 20, .doc = "the hyperbolic tangent", .cuda = "tanh($x)"},
    [](auto x) __attribute__((always_inline)) { using std::tanh; return tanh(x); }};

// sqrt(1 + x^2). From some size on it is |x|, whose square would leave the range of the type.
constexpr term above_square(term x) {
  const term far = like(x, x.type() == dtype::f16 ? 0x1p7 : 0x1p30);
  return select(greater(far, core::abs(x)), core::abs(x), core::sqrt(1 + x * x));
}
inline constexpr elementwise asinh{
    {.name = "asinh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(above_square(a.x)), {}, {}}; },
     .flops = 30, .doc = "the inverse of sinh", .cuda = "asinh($x)"},
    [](auto x) { using std::asinh; return asinh(x); }};

inline constexpr elementwise acosh{
    {.name = "acosh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(core::sqrt(a.x - like(a.x, 1)) * core::sqrt(1 + a.x)), {}, {}}; },
     .samples = domain::above_one, .flops = 30, .doc = "the inverse of cosh; NaN below 1", .cuda = "acosh($x)"},
    [](auto x) { using std::acosh; return acosh(x); }};

inline constexpr elementwise atanh{
    {.name = "atanh", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over((1 - a.x) * (1 + a.x)), {}, {}}; },
     .samples = domain::inside_unit, .flops = 30, .doc = "the inverse of tanh; NaN outside [-1, 1]",
     .cuda = "atanh($x)"},
    [](auto x) { using std::atanh; return atanh(x); }};
}  // namespace primitives

constexpr term sinh(term x) { return emit(primitives::sinh, x); }
constexpr term cosh(term x) { return emit(primitives::cosh, x); }
constexpr term tanh(term x) { return emit(primitives::tanh, x); }
constexpr term asinh(term x) { return emit(primitives::asinh, x); }
constexpr term acosh(term x) { return emit(primitives::acosh, x); }
constexpr term atanh(term x) { return emit(primitives::atanh, x); }

}  // namespace sinter::core

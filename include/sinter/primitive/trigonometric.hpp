// SPDX-License-Identifier: MIT
// Sine, cosine, tangent and their inverses.
#pragma once
#include "exponential.hpp"

namespace sinter::core {

constexpr term cos(term);
constexpr term sin(term);
constexpr term is_finite(term);
constexpr term stop_gradient(term);

namespace primitives {
inline constexpr elementwise sin{
    {.name = "sin", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {core::cos(a.x), {}, {}}; },
     .flops = 20, .doc = "the sine", .cuda = "sin($x)"},
    [](auto x) { using std::sin; return sin(x); }};

inline constexpr elementwise cos{
    {.name = "cos", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {-core::sin(a.x), {}, {}}; },
     .flops = 20, .doc = "the cosine", .cuda = "cos($x)"},
    [](auto x) { using std::cos; return cos(x); }};

inline constexpr elementwise tan{
    {.name = "tan", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {1 + a.out * a.out, {}, {}}; },
     .samples = domain::bounded, .flops = 30, .doc = "the tangent", .cuda = "tan($x)"},
    [](auto x) { using std::tan; return tan(x); }};

inline constexpr elementwise asin{
    {.name = "asin", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(core::sqrt((1 - a.x) * (1 + a.x))), {}, {}}; },
     .samples = domain::inside_unit, .flops = 24, .doc = "the arc sine; NaN outside [-1, 1]", .cuda = "asin($x)"},
    [](auto x) { using std::asin; return asin(x); }};

inline constexpr elementwise acos{
    {.name = "acos", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(-core::sqrt((1 - a.x) * (1 + a.x))), {}, {}}; },
     .samples = domain::inside_unit, .flops = 24, .doc = "the arc cosine; NaN outside [-1, 1]", .cuda = "acos($x)"},
    [](auto x) { using std::acos; return acos(x); }};

inline constexpr elementwise atan{
    {.name = "atan", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(1 + a.x * a.x), {}, {}}; },
     .flops = 20, .doc = "the arc tangent", .cuda = "atan($x)"},
    [](auto x) { using std::atan; return atan(x); }};

inline constexpr elementwise atan2{
    {.name = "atan2", .arity = 2, .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       // y / (x x + y y), scaled so that no square leaves the range; what the scale is does not matter, nor its slope.
       const term larger = core::maximum(core::abs(a.x), core::abs(a.y));
       const term scale = core::stop_gradient(core::select(core::is_finite(larger), like(larger, 1), larger));
       const term x = a.x / scale, y = a.y / scale, squares = x * x + y * y;
       return {y / squares / scale, -(x / squares / scale), {}};
     },
     .flops = 30, .doc = "the angle of the point (y, x): atan2(x, y) = arc tangent of x / y in the right quadrant",
     .cuda = "atan2($x, $y)"},
    [](auto x, auto y) { using std::atan2; return atan2(x, y); }};
}  // namespace primitives

constexpr term sin(term x) { return emit(primitives::sin, x); }
constexpr term cos(term x) { return emit(primitives::cos, x); }
constexpr term tan(term x) { return emit(primitives::tan, x); }
constexpr term asin(term x) { return emit(primitives::asin, x); }
constexpr term acos(term x) { return emit(primitives::acos, x); }
constexpr term atan(term x) { return emit(primitives::atan, x); }
constexpr term atan2(term x, term y) { return emit(primitives::atan2, x, y); }

}  // namespace sinter::core

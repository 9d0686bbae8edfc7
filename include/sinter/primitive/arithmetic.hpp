// SPDX-License-Identifier: MIT
// Sums, products, quotients, signs and extremes.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {

constexpr term select(term which, term when_false, term when_true);
constexpr term greater(term, term);
constexpr term greater_equal(term, term);
constexpr term equal(term, term);
constexpr term floor(term);

namespace primitives {
inline constexpr elementwise add{
    {.name = "add", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands&) -> slopes { return {unit, unit, {}}; },
     .commutative = true, .rounds_alike = true, .doc = "x + y; integers wrap",
     .cuda = {"$x + $y", "sinter_plus($x, $y)"}},
    [](auto x, auto y) { using scalar::plus; return plus(x, y); }};

inline constexpr elementwise sub{
    {.name = "sub", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands&) -> slopes { return {unit, minus_unit, {}}; },
     .rounds_alike = true, .doc = "x - y; integers wrap", .cuda = {"$x - $y", "sinter_minus($x, $y)"}},
    [](auto x, auto y) { using scalar::minus; return minus(x, y); }};

inline constexpr elementwise mul{
    {.name = "mul", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {a.y, a.x, {}}; },
     .commutative = true, .rounds_alike = true, .doc = "x y; integers wrap",
     .cuda = {"$x * $y", "sinter_times($x, $y)"}},
    [](auto x, auto y) { using scalar::times; return times(x, y); }};
}  // namespace primitives

constexpr term operator+(term x, term y) { return emit(primitives::add, x, y); }
constexpr term operator-(term x, term y) { return emit(primitives::sub, x, y); }
constexpr term operator*(term x, term y) { return emit(primitives::mul, x, y); }
constexpr term operator+(double x, term y) { return like(y, x) + y; }
constexpr term operator-(double x, term y) { return like(y, x) - y; }
constexpr term operator*(double x, term y) { return like(y, x) * y; }
constexpr term operator-(term x);
constexpr term operator/(term x, term y);

namespace primitives {
inline constexpr elementwise div{
    {.name = "div", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(a.y), -(a.out / a.y), {}}; },
     .rounds_alike = true, .samples = domain::not_small, .flops = 4,
     .doc = "x / y; integers truncate, x / 0 is all ones", .cuda = {"$x / $y", "sinter_divide($x, $y)"}},
    [](auto x, auto y) { using scalar::divide; return divide(x, y); }};

inline constexpr elementwise rem{
    {.name = "rem", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       const term q = a.x / a.y;
       const term truncated = select(greater_equal(q, like(q, 0)), -core::floor(-q), core::floor(q));
       return {unit, -truncated, {}};
     },
     .samples = domain::nonzero, .flops = 16,
     .doc = "the rest of the truncated division x / y, with the sign of x; x rem 0 is x for integers",
     .cuda = {"fmod($x, $y)", "sinter_remainder($x, $y)"}},
    [](auto x, auto y) { using scalar::remainder; return remainder(x, y); }};

inline constexpr elementwise neg{
    {.name = "neg", .differentiates = derivative::partials,
     .partials = [](const operands&) -> slopes { return {minus_unit, {}, {}}; },
     .involutory = true, .rounds_alike = true, .doc = "-x", .cuda = {"-$x", "sinter_minus(($T)0, $x)"}},
    [](auto x) { using scalar::negate; return negate(x); }};

inline constexpr elementwise abs{
    {.name = "abs", .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       return {select(greater_equal(a.x, like(a.x, 0)), like(a.x, -1), like(a.x, 1)), {}, {}};
     },
     .idempotent = true, .rounds_alike = true, .samples = domain::positive, .doc = "|x|; the derivative at 0 is 1",
     .cuda = {"fabs($x)", "sinter_absolute($x)"}},
    [](auto x) { using scalar::absolute; return absolute(x); }};

inline constexpr elementwise sign{
    {.name = "sign", .differentiates = derivative::zero, .idempotent = true, .rounds_alike = true,
     .doc = "-1, 0 or 1; keeps the sign of a zero, NaN stays NaN", .cuda = "sinter_sign($x)"},
    [](auto x) { using scalar::sign; return sign(x); }};

// At a tie each operand gets half; where the result is NaN neither gets anything.
constexpr term share_of_tie(term chosen, term other, bool greater_wins) {
  const term wins = greater_wins ? greater(chosen, other) : greater(other, chosen);
  return select(wins, select(equal(chosen, other), like(chosen, 0), like(chosen, 0.5)), like(chosen, 1));
}
inline constexpr elementwise max{
    {.name = "max", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       return {share_of_tie(a.x, a.y, true), share_of_tie(a.y, a.x, true), {}};
     },
     .commutative = true, .idempotent = true, .rounds_alike = true, .samples = domain::distinct,
     .doc = "the larger of x and y; NaN wins; at a tie the derivative is 1/2 each", .cuda = "sinter_max($x, $y)"},
    [](auto x, auto y) { using scalar::maximum; return maximum(x, y); }};

inline constexpr elementwise min{
    {.name = "min", .arity = 2, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       return {share_of_tie(a.x, a.y, false), share_of_tie(a.y, a.x, false), {}};
     },
     .commutative = true, .idempotent = true, .rounds_alike = true, .samples = domain::distinct,
     .doc = "the smaller of x and y; NaN wins; at a tie the derivative is 1/2 each", .cuda = "sinter_min($x, $y)"},
    [](auto x, auto y) { using scalar::minimum; return minimum(x, y); }};
}  // namespace primitives

constexpr term operator-(term x) { return emit(primitives::neg, x); }
constexpr term operator/(term x, term y) { return emit(primitives::div, x, y); }
constexpr term remainder(term x, term y) { return emit(primitives::rem, x, y); }
constexpr term abs(term x) { return emit(primitives::abs, x); }
constexpr term sign(term x) { return emit(primitives::sign, x); }
constexpr term maximum(term x, term y) { return emit(primitives::max, x, y); }
constexpr term minimum(term x, term y) { return emit(primitives::min, x, y); }

}  // namespace sinter::core

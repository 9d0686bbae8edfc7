// SPDX-License-Identifier: MIT
// Exponentials, logarithms, roots and powers.
#pragma once
#include "arithmetic.hpp"

namespace sinter::core {

constexpr term exp(term);
constexpr term log(term);
constexpr term pow(term, term);
constexpr term logistic(term);
constexpr term integer_pow(term, std::int64_t);

namespace primitives {
inline constexpr elementwise exp{
    {.name = "exp", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {a.out, {}, {}}; },
     .samples = domain::small, .flops = 12, .doc = "e^x", .cuda = "exp($x)"},
    [](auto x) __attribute__((always_inline)) { using std::exp; return exp(x); }};

inline constexpr elementwise exp2{
    {.name = "exp2", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {0.69314718055994530942 * a.out, {}, {}}; },
     .samples = domain::small, .flops = 12, .doc = "2^x, exact for integer x", .cuda = "exp2($x)"},
    [](auto x) __attribute__((always_inline)) { using std::exp2; return exp2(x); }};

inline constexpr elementwise expm1{
    {.name = "expm1", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {core::exp(a.x), {}, {}}; },
     .flops = 16, .doc = "e^x - 1 without cancellation near 0", .cuda = "expm1($x)"},
    [](auto x) { using std::expm1; return expm1(x); }};

inline constexpr elementwise log{
    {.name = "log", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(a.x), {}, {}}; },
     .samples = domain::positive, .flops = 16, .doc = "the natural logarithm; NaN below 0", .cuda = "log($x)"},
    [](auto x) __attribute__((always_inline)) { using std::log; return log(x); }};

inline constexpr elementwise log1p{
    {.name = "log1p", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(1 + a.x), {}, {}}; },
     .samples = domain::positive, .flops = 20, .doc = "log(1 + x) without cancellation near 0", .cuda = "log1p($x)"},
    [](auto x) { using std::log1p; return log1p(x); }};

inline constexpr elementwise log2{
    {.name = "log2", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(0.69314718055994530942 * a.x), {}, {}}; },
     .samples = domain::positive, .flops = 16, .doc = "the logarithm to base 2", .cuda = "log2($x)"},
    [](auto x) { using std::log2; return log2(x); }};

inline constexpr elementwise sqrt{
    {.name = "sqrt", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {like(a.x, 0.5) / a.out, {}, {}}; },
     .rounds_alike = false, .samples = domain::positive, .flops = 8,
     .doc = "the square root; NaN below 0, the derivative at 0 is infinite", .cuda = "sqrt($x)"},
    [](auto x) { using std::sqrt; return sqrt(x); }};

inline constexpr elementwise rsqrt{
    {.name = "rsqrt", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {-0.5 * (a.out / a.x), {}, {}}; },
     .samples = domain::positive, .flops = 10, .doc = "1 / sqrt(x)", .cuda = "($T)1 / sqrt($x)"},
    [](auto x) { using scalar::rsqrt; return rsqrt(x); }};

inline constexpr elementwise cbrt{
    {.name = "cbrt", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {over(3 * (a.out * a.out)), {}, {}}; },
     .samples = domain::not_small, .flops = 20, .doc = "the cube root", .cuda = "cbrt($x)"},
    [](auto x) { using std::cbrt; return cbrt(x); }};

// The derivative by the exponent takes log(1) where x is 0, so that it is 0 there and not NaN.
inline constexpr elementwise pow{
    {.name = "pow", .arity = 2, .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       const term safe = select(equal(a.x, like(a.x, 0)), a.x, like(a.x, 1));
       return {a.y * core::pow(a.x, a.y - like(a.y, 1)), core::log(safe) * a.out, {}};
     },
     .samples = domain::positive, .flops = 40, .doc = "x^y as C has it: x^0 = 1 and 1^y = 1 even for NaN",
     .cuda = "pow($x, $y)"},
    [](auto x, auto y) { using std::pow; return pow(x, y); }};

inline constexpr elementwise integer_pow{
    {.name = "integer_pow", .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       const std::int64_t n = a.at.attribute;
       if (n == 0) return {};
       if (n == 1) return {unit, {}, {}};
       return {static_cast<double>(n) * core::integer_pow(a.x, n - 1), {}, {}};
     },
     .flops = 4, .holds = attribute::exponent, .doc = "x^n for a constant integer n, by repeated squaring; x^0 = 1",
     .cuda = "sinter_power<$n>($x)"},
    [](auto x, std::int64_t n) {
      using scalar::times, scalar::divide;
      const auto unit = decltype(x)(1);
      auto power = unit, square = x;
      for (std::uint64_t rest = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n); rest; rest >>= 1) {
        if (rest & 1) power = times(power, square);
        if (rest > 1) square = times(square, square);
      }
      return n < 0 ? divide(unit, power) : power;
    }};

inline constexpr elementwise logistic{
    {.name = "logistic", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {a.out * core::logistic(-a.x), {}, {}}; },
     .flops = 16, .doc = "1 / (1 + e^-x), accurate in both tails", .cuda = "sinter_logistic($x)"},
    [](auto x) __attribute__((always_inline)) { using scalar::logistic; return logistic(x); }};
}  // namespace primitives

constexpr term exp(term x) { return emit(primitives::exp, x); }
constexpr term exp2(term x) { return emit(primitives::exp2, x); }
constexpr term expm1(term x) { return emit(primitives::expm1, x); }
constexpr term log(term x) { return emit(primitives::log, x); }
constexpr term log1p(term x) { return emit(primitives::log1p, x); }
constexpr term log2(term x) { return emit(primitives::log2, x); }
constexpr term sqrt(term x) { return emit(primitives::sqrt, x); }
constexpr term rsqrt(term x) { return emit(primitives::rsqrt, x); }
constexpr term cbrt(term x) { return emit(primitives::cbrt, x); }
constexpr term pow(term x, term y) { return emit(primitives::pow, x, y); }
constexpr term logistic(term x) { return emit(primitives::logistic, x); }
constexpr term integer_pow(term x, std::int64_t n) { return emit(primitives::integer_pow, x, {}, {}, n); }
constexpr term square(term x) { return x * x; }

}  // namespace sinter::core

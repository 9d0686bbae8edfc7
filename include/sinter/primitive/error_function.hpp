// SPDX-License-Identifier: MIT
// The error function, its complement and its inverse.
#pragma once
#include "exponential.hpp"

namespace sinter::core {
namespace primitives {
inline constexpr elementwise erf{
    {.name = "erf", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {1.12837916709551257390 * core::exp(-(a.x * a.x)), {}, {}}; },
     .flops = 24, .doc = "2/sqrt(pi) times the integral of e^(-t^2) from 0 to x", .cuda = "erf($x)"},
    [](auto x) __attribute__((always_inline)) { using std::erf; return erf(x); }};

inline constexpr elementwise erfc{
    {.name = "erfc", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {-1.12837916709551257390 * core::exp(-(a.x * a.x)), {}, {}}; },
     .flops = 30, .doc = "1 - erf(x), accurate where erf(x) is near 1", .cuda = "erfc($x)"},
    [](auto x) { using std::erfc; return erfc(x); }};

inline constexpr elementwise erf_inv{
    {.name = "erf_inv", .takes = floats, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {0.88622692545275801365 * core::exp(a.out * a.out), {}, {}}; },
     .samples = domain::inside_unit, .flops = 40, .doc = "the inverse of erf; infinite at -1 and 1, NaN outside",
     .cuda = "erfinv($x)"},
    [](auto x) { using scalar::erf_inv; return erf_inv(x); }};
}  // namespace primitives

constexpr term erf(term x) { return emit(primitives::erf, x); }
constexpr term erfc(term x) { return emit(primitives::erfc, x); }
constexpr term erf_inv(term x) { return emit(primitives::erf_inv, x); }

}  // namespace sinter::core

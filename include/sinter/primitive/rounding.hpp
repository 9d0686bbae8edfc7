// SPDX-License-Identifier: MIT
// Rounding to integers. Constant almost everywhere, so the derivative is zero.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {
namespace primitives {
inline constexpr elementwise floor{
    {.name = "floor", .takes = floats, .differentiates = derivative::zero, .idempotent = true,
     .samples = domain::fraction, .doc = "the largest integer <= x; floor(-0) = -0", .cuda = "floor($x)"},
    [](auto x) { using std::floor; return floor(x); }};

inline constexpr elementwise ceil{
    {.name = "ceil", .takes = floats, .differentiates = derivative::zero, .idempotent = true,
     .samples = domain::fraction, .doc = "the smallest integer >= x", .cuda = "ceil($x)"},
    [](auto x) { using std::ceil; return ceil(x); }};

inline constexpr elementwise round_half_away{
    {.name = "round_half_away", .takes = floats, .differentiates = derivative::zero, .idempotent = true,
     .samples = domain::fraction, .doc = "the nearest integer, halves away from zero", .cuda = "round($x)"},
    [](auto x) { using scalar::round_half_away; return round_half_away(x); }};

inline constexpr elementwise round_half_even{
    {.name = "round_half_even", .takes = floats, .differentiates = derivative::zero, .idempotent = true,
     .samples = domain::fraction, .doc = "the nearest integer, halves to even; what round() means", .cuda = "rint($x)"},
    [](auto x) { using scalar::round_half_even; return round_half_even(x); }};
}  // namespace primitives

constexpr term floor(term x) { return emit(primitives::floor, x); }
constexpr term ceil(term x) { return emit(primitives::ceil, x); }
constexpr term round_half_away(term x) { return emit(primitives::round_half_away, x); }
constexpr term round_half_even(term x) { return emit(primitives::round_half_even, x); }

}  // namespace sinter::core

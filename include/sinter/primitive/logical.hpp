// SPDX-License-Identifier: MIT
// Logic on booleans, the same operations bit by bit on integers, and shifts.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {
namespace primitives {
inline constexpr elementwise bitwise_and{
    {.name = "and", .arity = 2, .takes = integers | booleans, .differentiates = derivative::zero, .commutative = true,
     .idempotent = true, .rounds_alike = true, .samples = domain::index, .doc = "x and y; bit by bit on integers",
     .cuda = "($T)($x & $y)"},
    [](auto x, auto y) { return decltype(x)(x & y); }};
inline constexpr elementwise bitwise_or{
    {.name = "or", .arity = 2, .takes = integers | booleans, .differentiates = derivative::zero, .commutative = true,
     .idempotent = true, .rounds_alike = true, .samples = domain::index, .doc = "x or y; bit by bit on integers",
     .cuda = "($T)($x | $y)"},
    [](auto x, auto y) { return decltype(x)(x | y); }};
inline constexpr elementwise bitwise_xor{
    {.name = "xor", .arity = 2, .takes = integers | booleans, .differentiates = derivative::zero, .commutative = true,
     .rounds_alike = true, .samples = domain::index, .doc = "either x or y; bit by bit on integers",
     .cuda = "($T)($x ^ $y)"},
    [](auto x, auto y) { return decltype(x)(x ^ y); }};
inline constexpr elementwise bitwise_not{
    {.name = "not", .takes = integers | booleans, .differentiates = derivative::zero, .involutory = true,
     .rounds_alike = true, .samples = domain::index, .doc = "not x; bit by bit on integers", .cuda = "sinter_not($x)"},
    [](auto x) { using scalar::invert; return invert(x); }};
inline constexpr elementwise shift_left{
    {.name = "shift_left", .arity = 2, .takes = integers, .differentiates = derivative::zero, .rounds_alike = true, .samples = domain::index,
     .doc = "x 2^y; 0 where y is not below the width", .cuda = "sinter_shift_left($x, $y)"},
    [](auto x, auto y) { using scalar::shift_left; return shift_left(x, y); }};
inline constexpr elementwise shift_right_logical{
    {.name = "shift_right_logical", .arity = 2, .takes = integers, .differentiates = derivative::zero,
     .rounds_alike = true, .samples = domain::index, .doc = "the bits of x moved down by y, zeros from above",
     .cuda = "sinter_shift_right_logical($x, $y)"},
    [](auto x, auto y) { using scalar::shift_right_logical; return shift_right_logical(x, y); }};
inline constexpr elementwise shift_right_arithmetic{
    {.name = "shift_right_arithmetic", .arity = 2, .takes = integers, .differentiates = derivative::zero,
     .rounds_alike = true, .samples = domain::index, .doc = "the bits of x moved down by y, copies of the sign from above",
     .cuda = "sinter_shift_right_arithmetic($x, $y)"},
    [](auto x, auto y) { using scalar::shift_right_arithmetic; return shift_right_arithmetic(x, y); }};
}  // namespace primitives

constexpr term bitwise_and(term x, term y) { return emit(primitives::bitwise_and, x, y); }
constexpr term bitwise_or(term x, term y) { return emit(primitives::bitwise_or, x, y); }
constexpr term bitwise_xor(term x, term y) { return emit(primitives::bitwise_xor, x, y); }
constexpr term bitwise_not(term x) { return emit(primitives::bitwise_not, x); }
constexpr term shift_left(term x, term y) { return emit(primitives::shift_left, x, y); }
constexpr term shift_right_logical(term x, term y) { return emit(primitives::shift_right_logical, x, y); }
constexpr term shift_right_arithmetic(term x, term y) { return emit(primitives::shift_right_arithmetic, x, y); }

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Comparisons: IEEE, so that any comparison with NaN is false, except ne.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {
namespace primitives {
inline constexpr elementwise eq{
    {.name = "eq", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .commutative = true,
     .rounds_alike = true, .doc = "x = y", .cuda = "$x == $y"},
    [](auto x, auto y) { return x == y; }};
inline constexpr elementwise ne{
    {.name = "ne", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .commutative = true,
     .rounds_alike = true, .doc = "x differs from y; true where one is NaN", .cuda = "$x != $y"},
    [](auto x, auto y) { return x != y; }};
inline constexpr elementwise lt{
    {.name = "lt", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .rounds_alike = true, .doc = "x < y",
     .cuda = "$x < $y"},
    [](auto x, auto y) { return x < y; }};
inline constexpr elementwise le{
    {.name = "le", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .rounds_alike = true, .doc = "x <= y",
     .cuda = "$x <= $y"},
    [](auto x, auto y) { return x <= y; }};
inline constexpr elementwise gt{
    {.name = "gt", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .rounds_alike = true, .doc = "x > y",
     .cuda = "$x > $y"},
    [](auto x, auto y) { return x > y; }};
inline constexpr elementwise ge{
    {.name = "ge", .arity = 2, .gives = result::boolean, .differentiates = derivative::zero, .rounds_alike = true, .doc = "x >= y",
     .cuda = "$x >= $y"},
    [](auto x, auto y) { return x >= y; }};
inline constexpr elementwise is_finite{
    {.name = "is_finite", .takes = floats, .gives = result::boolean, .differentiates = derivative::zero,
     .rounds_alike = true, .doc = "neither infinite nor NaN", .cuda = "$x - $x == ($X)0"},
    [](auto x) { using scalar::is_finite; return is_finite(x); }};
}  // namespace primitives

constexpr term equal(term x, term y) { return emit(primitives::eq, x, y); }
constexpr term not_equal(term x, term y) { return emit(primitives::ne, x, y); }
constexpr term less(term x, term y) { return emit(primitives::lt, x, y); }
constexpr term less_equal(term x, term y) { return emit(primitives::le, x, y); }
constexpr term greater(term x, term y) { return emit(primitives::gt, x, y); }
constexpr term greater_equal(term x, term y) { return emit(primitives::ge, x, y); }
constexpr term is_finite(term x) { return emit(primitives::is_finite, x); }

}  // namespace sinter::core

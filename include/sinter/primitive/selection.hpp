// SPDX-License-Identifier: MIT
// Choosing by a condition, and clamping.
#pragma once
#include "arithmetic.hpp"
#include "comparison.hpp"
#include "logical.hpp"

namespace sinter::core {
namespace primitives {
inline constexpr elementwise select_n{
    {.name = "select_n", .arity = 3, .takes = booleans, .gives = result::declared,
     .infer = [](builder& graph, node& made) {
       made.type = graph.nodes[made.b].type;
       if (graph.nodes[made.c].type != made.type) element_types_must_be_equal(graph.nodes[made.c].type, made.type);
     },
     .differentiates = derivative::linear, .linear_in = 0b110,
     .transpose = [](const operands& a, int i, term cotangent) {
       const term nothing = like(cotangent, 0);
       return i == 1 ? core::select(a.x, cotangent, nothing) : core::select(a.x, nothing, cotangent);
     },
     .rounds_alike = true, .samples = domain::boolean, .doc = "y where x is false, z where it is true",
     .cuda = "$x ? $z : $y"},
    [](auto x, auto y, auto z) { using scalar::select; return select(x, y, z); }};

// A boolean slope selects the cotangent. Every derivative is 0 where y meets a bound.
inline constexpr elementwise clamp{
    {.name = "clamp", .arity = 3, .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes {
       return {core::bitwise_and(less(a.y, a.x), less(a.x, a.z)),      // to the lower bound x where y < x < z
               core::bitwise_and(less(a.x, a.y), less(a.y, a.z)),      // to y where x < y < z
               less(a.z, a.y)};                                  // to the upper bound z where y > z
     },
     .samples = domain::distinct, .doc = "min(max(y, x), z): y kept between x and z; z where x > z",
     .cuda = "sinter_min(sinter_max($y, $x), $z)"},
    [](auto x, auto y, auto z) { using scalar::maximum, scalar::minimum; return minimum(maximum(y, x), z); }};
}  // namespace primitives

constexpr term select(term which, term when_false, term when_true) {
  return emit(primitives::select_n, which, when_false, when_true);
}
constexpr term clamp(term low, term x, term high) { return emit(primitives::clamp, low, x, high); }

}  // namespace sinter::core

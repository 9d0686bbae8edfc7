// SPDX-License-Identifier: MIT
// Identities of elementwise primitives against what they replace: each primitive over negated, inverted, converted and constant
// operands, on the edges of every type. A graph before and after simplification has the same bits.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <sinter/simplify/simplify.hpp>

#include "support/compare.hpp"
#include "support/oracle.hpp"

using namespace sinter::core;
using support::tensor;
using support::wide;

namespace {

bool takes(const primitive& row, dtype type) { return (row.takes & only(type)) != 0; }

std::vector<wide> edges_of(dtype type) {
  constexpr wide infinity = std::numeric_limits<wide>::infinity(), nan = std::numeric_limits<wide>::quiet_NaN();
  switch (type) {
    case dtype::b8: return {0, 1};
    case dtype::u8: return {0, 1, 2, 3, 7, 8, 87, 127, 128, 200, 249, 255};
    case dtype::u32: return {0, 1, 2, 7, 31, 32, 0x1p31L - 1, 0x1p31L, 0x1p32L - 7, 0x1p32L - 1};
    case dtype::i32: return {0, 1, -1, 2, -2, 7, 31, 32, 0x1p31L - 1, -0x1p31L, 1 - 0x1p31L};
    case dtype::i64: return {0, 1, -1, 2, -2, 7, 63, 64, 0x1p63L - 1, -0x1p63L, 1 - 0x1p63L};
    default: return {0, -0.0L, 1, -1, 2, 0.5L, -3, 7.25L, 0x1p14L, -0x1p-14L, infinity, -infinity, nan};
  }
}

// An operand in one of its forms; an empty term where the type has none such.
constexpr int forms = 9;
term in_form(int form, term x) {
  builder& graph = *x.graph;
  const dtype type = x.type();
  switch (form) {
    case 0: return x;
    case 1: return takes(primitives::neg, type) ? -x : term{};
    case 2: return takes(primitives::bitwise_not, type) ? emit(primitives::bitwise_not, x) : term{};
    case 3: return type == dtype::f32 ? cast(cast(x, dtype::f64), type) : is_halved(type) ? cast(cast(x, dtype::f32), type) : term{};
    case 4: return takes(primitives::neg, type) ? -(-x) : term{};
    default: {
      constexpr double numbers[] = {0, 1, -1, 8};
      const double number = numbers[form - 5];
      if ((number < 0 && !is_signed(type)) || (type == dtype::b8 && number > 1)) return {};
      return constant(graph, number, type, x.shape_id());
    }
  }
}

int compared = 0, rewritten = 0;
void check_same(const builder& graph, const std::vector<tensor>& arguments, bool any_zero) {
  builder simple;
  simplify(view_of(graph), simple);
  ++compared;
  const node &was = graph.nodes[graph.roots[0]], &is = simple.nodes[simple.roots[0]];
  rewritten += was.op != is.op || was.a != is.a || was.b != is.b;
  const tensor before = support::evaluate(view_of(graph), arguments, {.as = support::precision::own})[0];
  const tensor after = support::evaluate(view_of(simple), arguments, {.as = support::precision::own})[0];
  REQUIRE(before.at.size() == after.at.size());
  for (std::size_t i = 0; i < before.at.size(); ++i) {
    CAPTURE(arguments[0].at[i]);
    CAPTURE(arguments[1].at[i]);
    CAPTURE(before.at[i]);
    CAPTURE(after.at[i]);
    REQUIRE(support::same_value(before.at[i], after.at[i], any_zero));
  }
}

}  // namespace

TEST_CASE("what is rewritten has the bits of what was written, in every type") {
  for (const dtype type : {dtype::b8, dtype::u8, dtype::u32, dtype::i32, dtype::i64, dtype::f32, dtype::f64, dtype::f16, dtype::bf16}) {
    CAPTURE(std::string(name_of(type)));
    std::vector<tensor> arguments(2, tensor{type, {0}, {}});
    for (const wide x : edges_of(type))
      for (const wide y : edges_of(type)) {
        arguments[0].at.push_back(x);
        arguments[1].at.push_back(y);
      }
    const auto count = static_cast<std::int64_t>(arguments[0].at.size());
    arguments[0].extents = arguments[1].extents = {count};
    const int before = compared;
    for (const primitive* row : primitives::all::at) {
      if (row->kind != family::elementwise || row->arity > 2 || !takes(*row, type) || row->gives == result::declared) continue;
      const bool is_power = row == &primitives::integer_pow;
      CAPTURE(std::string(row->name));
      for (int left = 0; left < forms; ++left)
        for (int right = 0; right < (row->arity == 2 ? forms : 1); ++right) {
          CAPTURE(left);
          CAPTURE(right);
          builder graph;
          shape extents;
          extents.push(count);
          const term x = parameter(graph, type, graph.intern(extents)), y = parameter(graph, type, graph.intern(extents));
          const term a = in_form(left, x), b = row->arity == 2 ? in_form(right, y) : term{};
          if (a.id < 0 || (row->arity == 2 && b.id < 0)) continue;
          graph.roots.push(emit(*row, a, b, {}, is_power ? 1 + left % 3 : 0).id);
          check_same(graph, arguments, row == &primitives::max || row == &primitives::min);  // of two zeros either
        }
    }
    for (int condition = 0; condition < forms; ++condition) {  // select_n, by what `not p` and constants make of p
      builder graph;
      shape extents;
      extents.push(count);
      const int shape_id = graph.intern(extents);
      const term x = parameter(graph, type, shape_id), y = parameter(graph, type, shape_id);
      const term p = in_form(condition, type == dtype::b8 ? x : less(x, y));
      if (p.id < 0) continue;
      graph.roots.push(select(p, x, condition % 2 ? y : x).id);
      check_same(graph, arguments, false);
    }
    CHECK(compared > before);
  }
  CHECK(compared > 5000);
  CHECK(rewritten > 500);
}

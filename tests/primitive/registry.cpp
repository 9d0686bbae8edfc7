// SPDX-License-Identifier: MIT
// Values of every row in the list, for every element type it takes: the interpreter against the oracle, on operands that are
// broadcast, empty, of size 1, of odd length, of rank 0, and that come through a view; and on special values.
#include <doctest/doctest.h>

#include "support/interpret.hpp"
#include "values.hpp"

namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using examples::example;
using examples::through;
using support::builder;
using support::dtype;
using support::extent_list;
using support::primitive;
using support::random_numbers;
using support::term;

constexpr dtype all_types[] = {dtype::b8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64, dtype::f16, dtype::bf16};

int shape_id(builder& graph, const extent_list& extents) {
  core::shape made;
  for (const std::int64_t extent : extents) made.push(extent);
  return graph.intern(made);
}

void check(const example& of, through how, random_numbers& random, bool specials) {
  CAPTURE(of.name);
  CAPTURE(static_cast<int>(how));
  CAPTURE(specials);
  const examples::value_case made = examples::make_value_case(of, how, random, specials);
  try {
    const support::interpreted_program program(made.graph);
    const char* fault = program.fault();
    CHECK_MESSAGE(!fault, std::string(fault ? fault : ""));
    const std::string wrong = examples::difference(of, made.graph, made.arguments, program(made.arguments)[0]);
    CHECK_MESSAGE(wrong.empty(), wrong);
  } catch (const std::exception& problem) {
    const std::string text = problem.what();
    CHECK_MESSAGE(text.empty(), text);
  }
}

}  // namespace

TEST_CASE("values of every primitive, element type and kind of operand") {
  random_numbers random(1);
  for (const primitive* op : primitives::all::at) {
    CAPTURE(op->name);
    int count = 0;
    for (const dtype type : all_types) {
      if (!(op->takes & core::only(type))) continue;
      for (const example& one : examples::of(op, type)) {
        for (const through how : {through::nothing, through::transpose, through::slice, through::reverse, through::broadcast})
          if (one.takes_views || how == through::nothing) check(one, how, random, false);
        if (one.takes_specials) check(one, through::nothing, random, true);
        ++count;
      }
    }
    // A row that neither declares enough nor has a construction in examples.cpp is not tested: that is a failure.
    CHECK_MESSAGE(count > 0, op->name, " has no examples; add its construction to tests/primitive/examples.cpp");
  }
}

TEST_CASE("an empty axis has no extreme") {
  for (const primitive* op : {static_cast<const primitive*>(&primitives::reduce_max), static_cast<const primitive*>(&primitives::reduce_min),
                              static_cast<const primitive*>(&primitives::argmax), static_cast<const primitive*>(&primitives::argmin)}) {
    builder graph;
    const term x = core::parameter(graph, dtype::f32, shape_id(graph, {3, 0}));
    CHECK_THROWS_AS(core::emit(*op, x, {}, {}, 0b10), sinter::shape_error);
    CHECK_NOTHROW(core::emit(*op, x, {}, {}, 0b01));
  }
}

TEST_CASE("no shape has a ninth axis") {
  core::shape eight;
  for (int i = 0; i < core::max_rank; ++i) eight.push(1);
  CHECK_THROWS_WITH_AS(eight.push(1), "array: the rank must be at most 8; given 9", sinter::shape_error);
  CHECK(eight.rank == core::max_rank);
}

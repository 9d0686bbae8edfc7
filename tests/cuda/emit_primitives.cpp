// SPDX-License-Identifier: MIT
// Every primitive with a spelling, for every element type that it takes, compiles: its row says all that is needed.
#include <doctest/doctest.h>

#include <map>

#include "cuda/nvrtc.hpp"
#include "cuda/planned.hpp"

using namespace cuda_tests;

namespace {

constexpr dtype all_types[] = {dtype::b8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64, dtype::f16, dtype::bf16};

// A node of the row over fresh parameters, for each way it can be made.
std::vector<term> examples_of(builder& graph, const primitive& op, dtype type, std::initializer_list<std::int64_t> extents) {
  std::vector<term> made;
  const auto fresh = [&](dtype of) { return argument(graph, of, extents); };
  if (row_pointer(&op) == &primitives::select_n) {
    for (const dtype of : all_types) made.push_back(select(fresh(dtype::b8), fresh(of), fresh(of)));
  } else if (row_pointer(&op) == &primitives::threefry2x32) {
    made.push_back(threefry(fresh(dtype::u32), fresh(dtype::u32), fresh(dtype::i64)));
  } else if (row_pointer(&op) == &primitives::convert_element_type) {
    for (const dtype to : all_types)
      if (to != type) made.push_back(cast(fresh(type), to));
  } else if (row_pointer(&op) == &primitives::bitcast_convert_type) {
    for (const dtype to : all_types)
      if (to != type && size_of(to) == size_of(type) && to != dtype::b8 && type != dtype::b8) made.push_back(bitcast(fresh(type), to));
  } else if (row_pointer(&op) == &primitives::integer_pow) {
    for (const int n : {-3, 2, 7})
      if (n > 0 || is_floating(type)) made.push_back(integer_pow(fresh(type), n));
  } else if (op.kind == family::reduction) {
    made.push_back(emit(op, fresh(type), {}, {}, 1));
    made.push_back(emit(op, fresh(type), {}, {}, 2));
    if (op.gives != sinter::core::result::index) made.push_back(emit(op, fresh(type), {}, {}, 3));
  } else {
    made.push_back(emit(op, fresh(type), op.arity > 1 ? fresh(type) : term{}, op.arity > 2 ? fresh(type) : term{}));
  }
  return made;
}

std::string all_texts(family kind, dtype type) {
  std::string made;
  for (const primitive* op : primitives::all::at) {
    if (op->kind != kind || !(op->takes & only(type))) continue;
    builder graph;
    for (const term x : examples_of(graph, *op, type, {37, 12})) give(x);
    const planned_graph planned(graph);
    for (int l = 0; l < planned.plan().count.launches; ++l) made += write_launch(planned, l).text.text + "\n";
  }
  return made;
}

}  // namespace

TEST_CASE("every elementwise primitive compiles for every element type it takes") {
  if (!nvrtc::instance().is_there()) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  for (const dtype type : all_types) {
    CAPTURE(name_of(type));
    const auto made = nvrtc::instance().compile(all_texts(family::elementwise, type));
    CHECK_MESSAGE(made.succeeded, made.log);
    if (type == dtype::f32) CHECK(made.ptx.find("fma.rn.f64") == std::string::npos);  // the overloads of floats were found
  }
}

TEST_CASE("every reduction compiles for every element type it takes, along rows, columns and everything") {
  if (!nvrtc::instance().is_there()) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  for (const dtype type : all_types) {
    CAPTURE(name_of(type));
    const auto made = nvrtc::instance().compile(all_texts(family::reduction, type));
    CHECK_MESSAGE(made.succeeded, made.log);
  }
}

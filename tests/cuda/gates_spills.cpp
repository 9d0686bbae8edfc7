// SPDX-License-Identifier: MIT
// No kernel spills registers, as ptxas says: the golden texts and one kernel for each primitive in each kind on three
// architectures, every other kind and size of kernel on one.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <sinter/cuda/compile.hpp>

#include "cuda/examples.hpp"
#include "support/needs.hpp"

using namespace cuda_tests;

namespace {

// Compiles all; says which kernels spill, and that ptxas spoke of `count` kernels.
std::set<std::string> spilling_of(const std::vector<std::string>& texts, const std::string& architecture,
                                  std::size_t count) {
  std::vector<cuda::compile_request> requests;
  for (const std::string& text : texts) requests.push_back({text, architecture, {}, "kernels of tests"});
  std::size_t kernels = 0;
  std::set<std::string> spilling;
  for (const cuda::compile_result& made : cuda::compile(requests))
    for (const cuda::kernel_resources& used : made.code->resources) {
      if (used.spill_store_bytes + used.spill_load_bytes > 0) spilling.insert(used.name);
      ++kernels;
    }
  CHECK(kernels >= count);
  return spilling;
}
// Nothing spills, but for some kernels as they are first written; written again, smaller, as runs do, they do not
// either.
void check_registers(programs_of_kernels all, const std::string& architecture, std::size_t most_again = 0) {
  CAPTURE(architecture);
  std::set<std::string> spilling = spilling_of(all.texts(), architecture, all.kernels.size());
  CHECK(spilling.size() <= most_again);
  programs_of_kernels again;
  std::string titles;
  for (auto& k : all.kernels) {
    if (!spilling.count(k.is.text.name)) continue;
    const std::size_t name = k.is.text.text.find(k.is.text.name), title = k.is.text.text.rfind("// ", name);
    titles += k.is.text.text.substr(title, k.is.text.text.find('\n', title) - title) + "; ";
    ++k.is.how.budget;
    k.is.text = write_again(*k.of, k.launch, k.is.how, cuda::h100);
    again.add(std::move(k));
  }
  CAPTURE(titles);
  if (!again.kernels.empty()) CHECK(spilling_of(again.texts(), architecture, again.kernels.size()).empty());
  if (spilling.size() > most_again) MESSAGE(titles);
}

// A node of the row over two parameters and, where it takes three, a third.
term example_over(const primitive& op, term x, term y, term z) {
  if (row_pointer(&op) == &primitives::select_n) return select(x.type() == dtype::b8 ? x : less(x, y), y, z);
  if (row_pointer(&op) == &primitives::integer_pow) return integer_pow(x, 3);
  if (row_pointer(&op) == &primitives::convert_element_type) return cast(x, dtype::f16);
  if (row_pointer(&op) == &primitives::bitcast_convert_type)
    return bitcast(x, x.type() == dtype::f32 ? dtype::i32 : dtype::f32);
  return emit(op, x, op.arity > 1 ? y : term{}, op.arity > 2 ? z : term{});
}

// The primitive as a map, in a row, before a reduction of columns, after a product.
void add_kinds(programs_of_kernels& to, const primitive& op) {
  dtype type = dtype::f32;
  for (const dtype each : all_types)
    if (!(op.takes & only(type)) && op.takes & only(each)) type = each;
  const auto graph_of = [&](auto roots) {
    builder graph;
    const auto fresh = [&] { return parameter_with(graph, type, {64, 64}); };
    const term x = fresh(), y = fresh(), z = fresh();
    roots(x, y, z);
    to.add(graph);
  };
  const auto as_float = [](term x) { return x.type() == dtype::f32 ? x : cast(x, dtype::f32); };
  if (row_pointer(&op) == &primitives::threefry2x32) {
    builder graph;
    const term x = parameter_with(graph, dtype::u32, {64, 96}), y = parameter_with(graph, dtype::u32, {64, 96}),
               i = parameter_with(graph, dtype::i64, {64, 96});
    give(threefry(x, y, i));
    give(reduce_sum(threefry(x, y, i), 1));
    to.add(graph);
    return;
  }
  graph_of([&](term x, term y, term z) { give(example_over(op, x, y, z)); });
  graph_of([&](term x, term y, term z) {
    const term made = as_float(example_over(op, x, y, z));
    give(made - spread(reduce_sum(made, 2), made, 2));
  });
  graph_of([&](term x, term y, term z) { give(reduce_sum(as_float(example_over(op, x, y, z)), 1)); });
  if (type != dtype::b8) graph_of([&](term x, term y, term z) { give(example_over(op, matmul(x, y), y, z)); });
}

}  // namespace

TEST_CASE("golden texts do not spill") {
  SINTER_NEEDS_NVRTC();
  std::string all;
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(SINTER_SOURCE_DIR) + "/tests/cuda/golden")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    all += text.str() + "\n";
    ++files;
  }
  for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
    CAPTURE(architecture);
    CHECK(spilling_of({all}, architecture, files).empty());
  }
}

TEST_CASE("no primitive makes a kernel of any kind spill, on three architectures") {
  SINTER_NEEDS_NVRTC();
  programs_of_kernels all;
  for (const primitive* op : primitives::all::at) {
    if (op->kind == family::elementwise) add_kinds(all, *op);
    if (op->kind != family::reduction) continue;
    builder graph;
    const dtype type = op->takes & only(dtype::f32) ? dtype::f32 : dtype::b8;
    for (const term x : examples_of(graph, *op, type, {64, 96})) give(x);
    all.add(graph);
  }
  for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) check_registers(all, architecture);
}

TEST_CASE("no element type makes a primitive's kernel spill") {
  SINTER_NEEDS_NVRTC();
  programs_of_kernels all;
  for (const primitive* op : primitives::all::at)
    for (const dtype type : all_types) {
      if ((op->kind != family::elementwise && op->kind != family::reduction) || !(op->takes & only(type)) ||
          type == dtype::f32)
        continue;
      builder graph;
      for (const term x : examples_of(graph, *op, type, {37, 12})) give(x);
      all.add(graph);
    }
  check_registers(all, "sm_90", 1);  // atan of f64, two at a time
}

TEST_CASE("rows, products, scatters and views of all sizes do not spill") {
  SINTER_NEEDS_NVRTC();
  programs_of_kernels all;
  for (const dtype type : {dtype::f32, dtype::f64, dtype::f16})
    for (const std::int64_t columns : {32, 100, 1000, 1024, 4096, 8191, 8192, 16384, 100000}) {
      builder g;
      const term x = parameter_with(g, type, {64, columns}), scale = parameter_with(g, type, {columns});
      const term mean = spread(reduce_sum(x, 2), x, 2), centred = x - mean;
      give(centred * spread(rsqrt(reduce_sum(centred * centred, 2)), x, 2) * scale);
      all.add(g);
    }
  for (const dtype type : {dtype::f32, dtype::f64, dtype::f16, dtype::bf16, dtype::i32, dtype::i64, dtype::u8})
    for (const std::int64_t extent : {33, 200, 4096}) {
      builder g;
      const term x = parameter_with(g, type, {extent, extent}), y = parameter_with(g, type, {extent, extent}),
                 b = parameter_with(g, type, {extent});
      give(maximum(matmul(x, y) + b, x));
      give(matmul(transpose(x, 0x01), transpose(y, 0x01)));
      all.add(g);
    }
  for (const dtype type : {dtype::f32, dtype::f16, dtype::i64, dtype::u8})
    for (int axis = 0; axis < 3; ++axis) {
      builder g;
      const term x = parameter_with(g, type, {40, 50, 60}), i = parameter_with(g, dtype::i32, {7}),
                 small = parameter_with(g, type, {axis == 0 ? 7 : 40, axis == 1 ? 7 : 50, axis == 2 ? 7 : 60});
      give(take(x, i, axis, index_mode::fill));
      give(scatter_add(x, i, small, axis, index_mode::clip));
      give(reverse(x, 1u << axis));
      give(transpose(x, axis == 0 ? 0x021 : axis == 1 ? 0x102 : 0x012));
      all.add(g);
    }
  {
    builder g;  // many values alive at once
    term values[40];
    for (term& each : values) each = parameter_with(g, dtype::f32, {64, 64});
    term total = values[0];
    for (int i = 0; i < 40; ++i) total = total + tanh(values[i] * values[(i + 7) % 40]) * values[39 - i];
    give(total);
    give(reduce_sum(total, 1));
    all.add(g);
    all.add(g, 4);
  }
  check_registers(all, "sm_90", 1);  // a large tile with a bias and a maximum after it
}

// SPDX-License-Identifier: MIT
// Emitted kernels of every kind and strategy, run on the software driver's engine with all its checks, against the interpreter.
#include <doctest/doctest.h>

#include <cmath>

#include "cuda/test_graphs.hpp"
#include "support/needs.hpp"
#include "support/compare.hpp"
#include "support/interpret.hpp"

using namespace cuda_tests;

namespace {

std::string difference(const tensor& wanted, const tensor& got) {
  if (wanted.at.size() != got.at.size()) return "another size";
  wide largest = 0;
  for (const wide w : wanted.at)
    if (std::isfinite(w)) largest = std::max(largest, std::fabs(w));
  const wide part = wanted.type == dtype::f32 ? 2e-5L : 1e-12L;
  for (std::size_t i = 0; i < wanted.at.size(); ++i) {
    const wide w = wanted.at[i], g = got.at[i];
    if (support::same_value(w, g, true)) continue;
    if (is_floating(wanted.type) && std::fabs(w - g) <= part * std::max(std::fabs(w), largest / 16)) continue;
    return "element " + std::to_string(i) + ": wanted " + support::text_of(w) + ", got " + support::text_of(g);
  }
  return "";
}

void check_all(const graphs& all) {
  SINTER_NEEDS_NVRTC();
  const std::vector<outcome> straight = run_all(all), shuffled = run_all(all, true);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i]->name);
    CHECK_MESSAGE(straight[i].fault == "", straight[i].fault);
    CHECK_MESSAGE(shuffled[i].fault == "", shuffled[i].fault);
    if (!straight[i].fault.empty() || !shuffled[i].fault.empty()) continue;
    const std::vector<tensor> wanted = support::interpret(all[i]->graph, all[i]->arguments);
    for (std::size_t r = 0; r < wanted.size(); ++r) {
      CHECK(difference(wanted[r], straight[i].results[r]) == "");
      bool is_same = true;  // the order of blocks and warps changes no bit
      for (std::size_t e = 0; e < straight[i].results[r].at.size(); ++e)
        is_same = is_same && support::same_value(straight[i].results[r].at[e], shuffled[i].results[r].at[e]);
      CHECK(is_same);
    }
  }
}

}  // namespace

TEST_CASE("rows of any length") {
  graphs all;
  for (const std::int64_t columns : {1, 3, 10, 31, 32, 33, 100, 128, 1000, 1024, 1025, 2000, 4096, 8192, 8193, 20000, 50000})
    for (const std::int64_t rows : {1, 5}) {
      test_graph& g = add(all, "softmax " + std::to_string(rows) + " x " + std::to_string(columns));
      give(softmax_of(g.given(dtype::f32, {rows, columns})));
    }
  for (const std::int64_t columns : {7, 32, 768, 1030, 3000}) {
    test_graph& g = add(all, "layer norm of " + std::to_string(columns));
    const term x = g.given(columns == 32 ? dtype::f64 : dtype::f32, {9, columns}), scale = g.given(x.type(), {columns});
    give(layer_norm_of(x, scale, columns));
    give(reduce_max(x, 2));
  }
  for (const unsigned mask : {1u, 2u}) {
    test_graph& g = add(all, "a constant beside a reduction over " + std::to_string(mask));
    const term x = g.given(dtype::f32, {12, 40}), sum = reduce_sum(x, mask);
    const term three = like(x, 3);
    give(three);
    give(sum);
    give(exp(x - spread(sum, x, mask)));
  }
  {
    test_graph& g = add(all, "rows off a boundary");
    g.how.shift = 1;
    give(softmax_of(g.given(dtype::f32, {6, 256})));
  }
  check_all(all);
}

TEST_CASE("reductions along rows, columns, both and the middle") {
  graphs all;
  const std::vector<support::extent_list> shapes = {{100003}, {1000, 3}, {3, 1000}, {3000, 40}, {100, 600}, {7, 60, 33}, {20, 2, 64}, {1, 5000, 1}, {2, 0, 3}, {40, 1, 1000}};
  for (const support::extent_list& extents : shapes)
    for (unsigned mask = 1; mask < 1u << extents.size(); ++mask) {
      test_graph& g = add(all, "sum over " + std::to_string(mask) + " of " + support::text_of(extents));
      const term x = g.given(dtype::f32, extents);
      give(1.0 + reduce_sum(x * x, mask));
    }
  for (const dtype type : {dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64})
    for (unsigned mask = 1; mask < 4; ++mask) {
      test_graph& g = add(all, std::string("several reductions of ") + name_of(type) + " over " + std::to_string(mask));
      const term x = g.given(type, {70, 90}), y = g.given(type, {300, 200});
      for (const term of : {x, y}) {
        give(reduce_sum(of, mask));
        give(reduce_max(of, mask));
        give(reduce_min(of, mask));
        if (!is_floating(type)) give(reduce_prod(of, mask));
      }
      if (mask != 3)
        for (const term of : {x, y}) {
          give(argmax(of, mask == 1 ? 0 : 1));
          give(argmin(of, mask == 1 ? 0 : 1));
        }
    }
  for (unsigned mask = 1; mask < 4; ++mask) {
    test_graph& g = add(all, "truth over " + std::to_string(mask));
    const term x = g.given(dtype::b8, {70, 90});
    give(reduce_and(bitwise_or(x, bitwise_not(x)), mask));
    give(reduce_or(x, mask));
  }
  {
    test_graph& g = add(all, "NaN wins, the first of them");
    const term x = g.given(dtype::f32, {4, 3000});
    for (const std::size_t i : {std::size_t{2100}, std::size_t{40}, std::size_t{3007}}) g.arguments[0].at[i] = std::nanl("");
    give(argmax(x, 1));
    give(argmin(x, 0));
    give(reduce_max(x, 2));
    give(reduce_min(x, 3));
  }
  check_all(all);
}

TEST_CASE("maps: vectors with tails, scalars off a boundary, views, turned reads") {
  graphs all;
  for (const int shift : {0, 1, 2})
    for (const std::int64_t n : {1, 3, 4, 63, 4096, 70001}) {
      test_graph& g = add(all, "flat " + std::to_string(n) + " shifted by " + std::to_string(shift));
      g.how.shift = shift;
      const term x = g.given(dtype::f32, {n}), y = g.given(dtype::f32, {n});
      give(tanh(x * y));
      give(less(x, y));
    }
  for (const dtype type : {dtype::b8, dtype::u8, dtype::i64, dtype::f32, dtype::f64})
    for (const bool donates : {false, true}) {
      test_graph& g = add(all, std::string("turned, in place ") + name_of(type));
      g.how.donates = donates;
      const term x = g.given(type, {37, 70}), y = g.given(type, {70, 37}), z = g.given(type, {37, 70});
      if (type == dtype::b8) give(bitwise_xor(bitwise_and(x, z), transpose(y, 0x01)));
      else give(x * z + transpose(y, 0x01));
    }
  {
    test_graph& g = add(all, "turned in three axes");
    const term x = g.given(dtype::f32, {5, 100, 64}), y = g.given(dtype::f32, {64, 5, 100});
    give(transpose(x, 0x021));  // axis i goes to nibble i
    give(exp(transpose(y, 0x102)));
  }
  {
    test_graph& g = add(all, "many parameters");
    for (int i = 0; i < 9; ++i) {
      const term x = g.given(dtype::f32, {7 + 30 * i, 4 + i}), y = g.given(dtype::f32, {7 + 30 * i, 4 + i});
      give(x - 0.1 * y);
    }
    const term turned = g.given(dtype::f32, {40, 50});
    give(exp(transpose(turned, 0x01)));
    g.how.donates = true;
  }
  {
    test_graph& g = add(all, "bias");
    const term x = g.given(dtype::f32, {33, 64}), y = g.given(dtype::f32, {64}), z = g.given(dtype::f32, {33, 1});
    give(x + y * z);
  }
  check_all(all);
}

TEST_CASE("contractions of any layout") {
  graphs all;
  for (const dtype type : {dtype::f32, dtype::f64, dtype::i32, dtype::u8, dtype::i64})
    for (const std::int64_t m : {1, 33, 64, 130})
      for (const std::int64_t k : {0, 1, 16, 45}) {
        if (type != dtype::f32 && m != 33) continue;
        test_graph& g = add(all, std::string("product ") + name_of(type) + " " + std::to_string(m) + " x " + std::to_string(k));
        const term x = g.given(type, {m, k}), y = g.given(type, {k, 36});
        give(matmul(x, y));
      }
  for (const int which : {0, 1, 2, 3}) {
    test_graph& g = add(all, "turned operands " + std::to_string(which));
    const term x = which & 1 ? transpose(g.given(dtype::f32, {32, 72}), 0x01) : g.given(dtype::f32, {72, 32});
    const term y = which & 2 ? transpose(g.given(dtype::f32, {68, 32}), 0x01) : g.given(dtype::f32, {32, 68});
    const term bias = g.given(dtype::f32, {68}), rest = g.given(dtype::f32, {72, 68});
    give(tanh(matmul(x, y) + bias) + rest);
  }
  {
    test_graph& g = add(all, "batches");
    give(matmul(g.given(dtype::f32, {3, 2, 20, 24}), g.given(dtype::f32, {3, 2, 24, 17})));
    contraction how;
    how.contract(0, 2);
    how.contract(2, 0);
    give(dot_general(g.given(dtype::f32, {8, 5, 12}), g.given(dtype::f32, {12, 7, 8}), how));
    contraction outer;
    give(dot_general(g.given(dtype::f32, {8, 5}), g.given(dtype::f32, {12}), outer));
    contraction inner;
    inner.contract(0, 0);
    give(dot_general(g.given(dtype::f32, {1000}), g.given(dtype::f32, {1000}), inner));
  }
  {
    test_graph& g = add(all, "large tiles");
    g.how.device = cuda::small_card;
    g.how.device.multiprocessors = 1;
    const term x = g.given(dtype::f32, {260, 40}), y = g.given(dtype::f32, {40, 132});
    give(matmul(x, y));
    give(matmul(transpose(y, 0x01), transpose(x, 0x01)));
  }
  check_all(all);
}

TEST_CASE("scatter in the order of the indices, and what debug_print copies") {
  graphs all;
  for (const index_mode mode : {index_mode::fill, index_mode::clip, index_mode::nothing})
    for (int axis = 0; axis < 3; ++axis) {
      test_graph& g = add(all, "scatter along " + std::to_string(axis));
      const term x = g.given(dtype::f32, {6, 5, 7}), i = g.given(axis == 1 ? dtype::i64 : dtype::i32, {4, 3}, -2, 9);
      support::extent_list updates = {6, 5, 7};
      updates[static_cast<std::size_t>(axis)] = 4;
      updates.insert(updates.begin() + axis + 1, 3);
      give(scatter_add(x, i, g.given(dtype::f32, updates), axis, mode));
    }
  {
    test_graph& g = add(all, "histogram");
    const term i = g.given(dtype::i32, {5000}, 0, 99), one = g.given(dtype::i32, {5000});
    give(scatter_add(g.given(dtype::i32, {100}), i, one, 0, index_mode::promise));
  }
  check_all(all);
}

TEST_CASE("debug_print's operand is copied densely") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  test_graph& g = add(all, "print");
  const term x = g.given(dtype::f32, {5, 70});
  g.graph.sites.push(site{"label", 0});
  const term printed = emit(primitives::debug_print, transpose(x, 0x01), {}, {}, g.graph.sites.size() - 1);
  g.graph.effects.push(printed.id);
  give(x + x);
  const std::vector<outcome> ran = run_all(all);
  REQUIRE_MESSAGE(ran[0].fault == "", ran[0].fault);
  REQUIRE(ran[0].printed.size() == 1);
  CHECK(ran[0].printed[0].extents == support::extent_list{70, 5});
  bool is_same = true;
  for (std::size_t r = 0; r < 70; ++r)
    for (std::size_t c = 0; c < 5; ++c) is_same = is_same && ran[0].printed[0].at[r * 5 + c] == g.arguments[0].at[c * 70 + r];
  CHECK(is_same);
}

TEST_CASE("an instrumented kernel names the operation that made a NaN, and where") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  for (const int at : {-1, 7, 1021}) {  // nowhere, in a vector, in the tail
    test_graph& g = add(all, "NaN at " + std::to_string(at));
    g.how.checks_nans = true;
    const term x = g.given(dtype::f32, {1022});
    for (wide& e : g.arguments[0].at) e = std::fabs(e) + 1;
    if (at >= 0) g.arguments[0].at[static_cast<std::size_t>(at)] = -1;
    give(exp(log(x)) * x);
  }
  test_graph& row = add(all, "NaN in a row");
  row.how.checks_nans = true;
  const term x = row.given(dtype::f32, {3, 40});
  row.arguments[0].at[50] = std::numeric_limits<wide>::infinity();
  give(softmax_of(x));
  const std::vector<outcome> ran = run_all(all);
  const auto named = [&](std::size_t i) {
    REQUIRE_MESSAGE(ran[i].fault == "", ran[i].fault);
    const planned_graph planned(all[i]->graph);
    const int which = ran[i].nan_instructions.at(static_cast<std::size_t>((ran[i].nan_report >> 40) - 1));
    return std::string(planned.plan().program[planned.plan().kernels[which >> 16].first_instruction + (which & 0xffff)].op->name);
  };
  CHECK(ran[0].nan_report == ~std::uint64_t{0});
  CHECK(named(1) == "log");
  CHECK((ran[1].nan_report & 0xffffffffff) == 7);
  CHECK(named(2) == "log");
  CHECK((ran[2].nan_report & 0xffffffffff) == 1021);
  CHECK(named(3) == "sub");  // infinity less infinity
}

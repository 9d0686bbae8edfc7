// SPDX-License-Identifier: MIT
// What kernels move, as the software driver counts it, against what has to be moved. docs/cuda.md shows the figures.
#include <doctest/doctest.h>

#include <cstdio>
#include <functional>

#include "cuda/test_graphs.hpp"
#include "support/needs.hpp"
#include "docs/pages.hpp"
#include "support/oracle.hpp"

using namespace cuda_tests;

namespace {

constexpr const char* page = "docs/cuda.md";
constexpr const char* here = "tests/cuda/gates_traffic.cpp";

// The counters of all launches of a graph.
struct moved {
  double sector_bytes = 0, requested = 0, distinct = 0;
  unsigned long long conflicts = 0;
};
moved sum_of(const outcome& ran) {
  moved all;
  for (const softcuda::counters& c : ran.counted) {
    all.sector_bytes += 32 * static_cast<double>(c.global_sectors);
    all.requested += static_cast<double>(c.global_requested_bytes);
    all.distinct += static_cast<double>(c.distinct_read_bytes + c.distinct_written_bytes);
    all.conflicts += c.bank_conflicts;
  }
  return all;
}

// A line of a table: what, and figures.
std::string line(const std::string& name, std::initializer_list<double> figures) {
  char text[128];
  std::snprintf(text, sizeof text, "%-54s", name.c_str());
  std::string made = text;
  for (const double figure : figures) {
    std::snprintf(text, sizeof text, " %8.3f", figure);
    made += text;
  }
  return made + "\n";
}
std::string heading(const std::string& name, std::initializer_list<const char*> words) {
  char text[128];
  std::snprintf(text, sizeof text, "%-54s", name.c_str());
  std::string made = text;
  for (const char* word : words) {
    std::snprintf(text, sizeof text, " %8s", word);
    made += text;
  }
  return made + "\n";
}

// Runs all and checks that nothing is moved in more than `most` times the sectors that it fills.
std::string check_sectors(const std::string& name, const graphs& all, double most) {
  const std::vector<outcome> ran = run_all(all);
  std::string table = heading(name, {"sectors"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i]->name);
    CHECK_MESSAGE(ran[i].fault == "", ran[i].fault);
    const moved m = sum_of(ran[i]);
    REQUIRE(m.distinct > 0);
    // What is broadcast is asked for again and again, and found in the cache.
    const double ratio =
        m.sector_bytes / (all[i]->name.find("broadcast") == std::string::npos ? m.distinct : m.requested);
    CHECK(ratio <= most);
    CHECK(m.conflicts == 0);
    table += line(all[i]->name, {ratio});
  }
  return table;
}

// Maps of every reading pattern over rows x columns, all buffers `shift` elements off a boundary.
void add_maps(graphs& all, const std::string& what, std::int64_t rows, std::int64_t columns, int shift) {
  for (const dtype type : {dtype::f32, dtype::f64, dtype::f16, dtype::u8}) {
    test_graph& g = add(all, std::string(name_of(type)) + ", two inputs, " + what);
    g.how.shift = shift;
    give(g.given(type, {rows, columns}) * g.given(type, {rows, columns}));
  }
  {
    test_graph& g = add(all, "f32, a row and a column broadcast, " + what);
    g.how.shift = shift;
    give(g.given(dtype::f32, {rows, columns}) * g.given(dtype::f32, {columns}) + g.given(dtype::f32, {rows, 1}));
  }
  {
    test_graph& g = add(all, "u8 to f32 and a comparison, " + what);
    g.how.shift = shift;
    const term x = cast(g.given(dtype::u8, {rows, columns}), dtype::f32), y = g.given(dtype::f32, {rows, columns});
    give(x * y);
    give(less(x, y));
  }
  {
    test_graph& g = add(all, "f32, five updates in one launch, " + what);
    g.how.shift = shift;
    for (int i = 0; i < 5; ++i)
      give(g.given(dtype::f32, {rows + 8 * i, columns}) - 0.1 * g.given(dtype::f32, {rows + 8 * i, columns}));
  }
}

}  // namespace

TEST_CASE("maps move whole sectors: aligned") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  add_maps(all, "128 x 512", 128, 512, 0);
  docs::shows(page, here, "aligned", check_sectors("maps, at most 1.02", all, 1.02));
}

TEST_CASE("maps move whole sectors: odd extents, buffers off a boundary") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  add_maps(all, "127 x 511", 127, 511, 0);
  add_maps(all, "128 x 512, off by one", 128, 512, 1);
  add_maps(all, "127 x 511, off by one", 127, 511, 1);
  docs::shows(page, here, "odd", check_sectors("maps, at most 1.15", all, 1.15));
}

TEST_CASE("rows are read once and written once") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  std::vector<double> needed;
  for (const dtype type : {dtype::f32, dtype::f16})
    for (const std::int64_t columns : {64, 1000, 1024, 8191, 8192}) {
      const std::int64_t rows = 12;
      const auto array = static_cast<double>(rows * columns) * static_cast<double>(size_of(type));
      const std::string what =
          std::string(name_of(type)) + ", " + std::to_string(rows) + " x " + std::to_string(columns);
      test_graph& g = add(all, "softmax, " + what);
      give(softmax_of(g.given(type, {rows, columns})));
      needed.push_back(2 * array);
      test_graph& h = add(all, "layer norm, " + what);
      const term x = h.given(type, {rows, columns}), scale = h.given(type, {columns});
      give(layer_norm_of(x, scale, columns));
      needed.push_back(3 * array);  // each row reads the scale, from the cache
    }
  const std::vector<outcome> ran = run_all(all);
  std::string table = heading("rows, bytes asked for / array in and out = 1", {"bytes"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i]->name);
    CHECK_MESSAGE(ran[i].fault == "", ran[i].fault);
    CHECK(ran[i].counted.size() == 1);
    const moved m = sum_of(ran[i]);
    CHECK(m.requested == needed[i]);
    CHECK(m.conflicts == 0);
    table += line(all[i]->name, {m.requested / needed[i]});
  }
  docs::shows(page, here, "rows", table);
}

TEST_CASE("transposes and column sums: whole sectors, no bank conflicts") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  for (const dtype type : {dtype::f32, dtype::f64, dtype::f16, dtype::u8}) {
    test_graph& g = add(all, std::string("transpose of ") + name_of(type) + ", 256 x 128");
    give(transpose(g.given(type, {256, 128}), 0x01));
  }
  {
    test_graph& g = add(all, "transpose of f32, 8 x 64 x 96 to 96 x 8 x 64");
    give(transpose(g.given(dtype::f32, {8, 64, 96}), 0x021));
    test_graph& h = add(all, "transpose of f32 into a sum, 192 x 160");
    give(h.given(dtype::f32, {192, 160}) + transpose(h.given(dtype::f32, {160, 192}), 0x01));
  }
  for (const dtype type : {dtype::f32, dtype::f16})
    for (const std::int64_t columns : {64, 256, 1008}) {
      test_graph& g = add(all, std::string("column sums of ") + name_of(type) + ", 2048 x " + std::to_string(columns));
      give(reduce_sum(g.given(type, {2048, columns}), 1));
    }
  {
    test_graph& g = add(all, "sum of f32, 1024 x 512");
    give(reduce_sum(g.given(dtype::f32, {1024, 512}), 3));
  }
  docs::shows(page, here, "turned", check_sectors("transposes and sums, at most 1.1", all, 1.1));
}

TEST_CASE("tiles of products: whole sectors, no bank conflicts") {
  SINTER_NEEDS_NVRTC();
  graphs all;
  // Where there are fewer tiles than multiprocessors they are small; on none of those they are large.
  const auto add_product = [&](const std::string& what, std::int64_t m, std::int64_t k, std::int64_t n, int which,
                               int multiprocessors) {
    test_graph& g = add(all, what + ", " + std::to_string(m) + " x " + std::to_string(k) + " x " + std::to_string(n));
    g.how.device.multiprocessors = multiprocessors;
    const term x = which & 1 ? transpose(g.given(dtype::f32, {k, m}), 0x01) : g.given(dtype::f32, {m, k});
    const term y = which & 2 ? transpose(g.given(dtype::f32, {n, k}), 0x01) : g.given(dtype::f32, {k, n});
    give(matmul(x, y));
  };
  const char* const names[] = {"x y", "x' y", "x y'", "x' y'"};
  for (const int which : {0, 1, 2, 3}) {
    add_product(std::string("one small tile of ") + names[which], 64, 256, 64, which, 132);
    add_product(std::string("one large tile of ") + names[which], 128, 256, 128, which, 0);
    add_product(std::string("tiles of ") + names[which], 256, 256, 256, which, 132);
  }
  const std::vector<outcome> ran = run_all(all);
  std::string table = heading("products, sectors at most 1.1", {"sectors"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i]->name);
    CHECK_MESSAGE(ran[i].fault == "", ran[i].fault);
    const moved m = sum_of(ran[i]);
    const bool is_one = all[i]->name.find("one") == 0;  // a tile reads its operands once; tiles in a row share them
    const double ratio = m.sector_bytes / (is_one ? m.distinct : m.requested);
    CHECK(ratio <= 1.1);
    CHECK(m.conflicts == 0);
    table += line(all[i]->name, {ratio});
  }
  docs::shows(page, here, "tiles", table);
}

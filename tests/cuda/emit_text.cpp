// SPDX-License-Identifier: MIT
// The text of kernels: golden files for a dozen of them (tests/cuda/golden, rewritten with SINTER_REWRITE_GOLDEN=1), and what
// holds of every text: it is the same each time, includes nothing, and depends on the class of a call alone.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cuda/planned.hpp"

using namespace cuda_tests;

namespace {

std::string file_of(const std::string& name) { return SINTER_SOURCE_DIR "/tests/cuda/golden/" + name + ".cu"; }

// All launches of a graph in one text.
std::string text_of(const builder& graph, std::vector<std::int64_t> symbols = {}, int alignment = 16) {
  const planned_graph planned(graph);
  std::string made;
  for (int l = 0; l < planned.plan().count.launches; ++l) made += write_launch(planned, l, symbols, alignment).text.text;
  return made;
}
void check_golden(const std::string& name, const builder& graph, std::vector<std::int64_t> symbols = {}, int alignment = 16) {
  const std::string text = text_of(graph, std::move(symbols), alignment);
  if (std::getenv("SINTER_REWRITE_GOLDEN")) std::ofstream(file_of(name)) << text;
  std::ifstream in(file_of(name));
  std::ostringstream wanted;
  wanted << in.rdbuf();
  CAPTURE(name);
  CHECK(text == wanted.str());
}

term softmax_of(term x) {
  const unsigned last = 1u << (x.rank() - 1);
  const term e = exp(x - spread(reduce_max(x, last), x, last));
  return e / spread(reduce_sum(e, last), x, last);
}
// A parameter of symbolic extents.
term dynamic_argument(builder& graph, dtype type, int rank) {
  shape of;
  for (int i = 0; i < rank; ++i) of.push(graph.open(origin::parameter, graph.parameters, i));
  return parameter(graph, type, graph.intern(of));
}

}  // namespace

TEST_CASE("golden texts of every kind") {
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {64, 128}), b = parameter_with(g, dtype::f32, {128});
    give(tanh(0.5 * x + b));
    check_golden("map", g);
    check_golden("map_scalar", g, {}, 4);
  }
  {
    builder g;
    const term x = dynamic_argument(g, dtype::f32, 2), b = parameter_with(g, dtype::f32, {1});
    give(x * b);
    check_golden("map_dyn", g, {100, 36});
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {10, 12}), y = parameter_with(g, dtype::f32, {4, 12}), z = parameter_with(g, dtype::f32, {});
    const pad_axis around[2] = {{1, 2, 0}, {0, 0, 1}};
    give(exp(pad(concatenate(x, y, 0), z, around)));
    give(log(take(y, parameter_with(g, dtype::i32, {5}), 0, index_mode::fill)));
    check_golden("map_views", g);
  }
  {
    builder g;
    give(transpose(parameter_with(g, dtype::f32, {100, 64}), 0x01));
    check_golden("map_turned", g);
  }
  {
    builder g;
    const term k = parameter_with(g, dtype::u32, {}), x = parameter_with(g, dtype::i32, {1000});
    give(threefry(k, k, iota(g, dtype::i64, g.intern(shape_with({1000})), 0)));
    give(x / maximum(x, like(x, 3)));
    check_golden("map_integers", g);
  }
  {
    builder g;  // an optimiser over three parameters
    const term rate = parameter_with(g, dtype::f32, {});
    for (const std::int64_t extent : {256, 1000, 10}) {
      const term w = parameter_with(g, dtype::f32, {extent}), slope = parameter_with(g, dtype::f32, {extent});
      give(w - rate * slope);
    }
    check_golden("map_updates", g);
  }
  {
    builder g;
    give(tanh(take(parameter_with(g, dtype::f32, {50, 64}), parameter_with(g, dtype::i32, {300}), 0, index_mode::clip)));
    check_golden("map_gather", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f16, {64, 128}), y = parameter_with(g, dtype::bf16, {128});
    give(exp(x) * x);
    give(cast(x, dtype::bf16) + y);
    check_golden("map_halves", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {512, 768}), scale = parameter_with(g, dtype::f32, {768});
    const term over = like(reduce_sum(x, 2), 1.0 / 768), centred = x - spread(reduce_sum(x, 2) * over, x, 2);
    const term variance = reduce_sum(centred * centred, 2) * over;
    give(centred * spread(rsqrt(variance + like(variance, 1e-5)), x, 2) * scale);
    check_golden("row_layer_norm", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {300, 500});
    give(sqrt(reduce_sum(x * x, 2)));
    check_golden("reduce_rows", g);
  }
  {
    builder g;
    give(softmax_of(parameter_with(g, dtype::f32, {512, 256})));
    check_golden("row_warp", g);
  }
  {
    builder g;
    give(softmax_of(parameter_with(g, dtype::f32, {16, 4096})));
    check_golden("row_block", g);
  }
  {
    builder g;
    give(softmax_of(parameter_with(g, dtype::f32, {1, 100000})));
    check_golden("row_long", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {1000, 1000});
    give(1.0 + reduce_sum(x * x, 3));
    check_golden("reduce_all", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {512, 100});
    give(reduce_sum(x, 1));
    check_golden("reduce_columns", g);
  }
  {
    builder g;
    give(argmax(parameter_with(g, dtype::i64, {300, 40}), 1));
    check_golden("reduce_argmax", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {256, 512}), y = parameter_with(g, dtype::f32, {512, 128}), b = parameter_with(g, dtype::f32, {128});
    give(maximum(matmul(x, y) + b, like(b, 0)));
    check_golden("contract", g);
  }
  {
    builder g;
    const term x = parameter_with(g, dtype::f32, {100, 64}), i = parameter_with(g, dtype::i32, {300}), u = parameter_with(g, dtype::f32, {300, 64});
    give(scatter_add(x, i, u, 0, index_mode::fill));
    check_golden("scatter", g);
  }
}

TEST_CASE("a text is the same each time, includes nothing and knows its class alone") {
  builder g;
  const term x = dynamic_argument(g, dtype::f32, 2);
  give(softmax_of(tanh(x)));
  give(reduce_sum(x, 1));
  const std::string text = text_of(g, {64, 400});
  CHECK(text == text_of(g, {64, 400}));
  CHECK(text == text_of(g, {60, 404}));  // the same class
  CHECK(text != text_of(g, {64, 401}));  // no multiple of a vector
  CHECK(text != text_of(g, {64, 400}, 4));
  CHECK(text.find("#include") == std::string::npos);
  CHECK(text.find("extent0") != std::string::npos);
}

TEST_CASE("indices take 64 bits where 31 are not enough") {
  builder g;
  const term x = dynamic_argument(g, dtype::u8, 1);
  give(x + x);
  CHECK(text_of(g, {std::int64_t{1} << 20}).find("unsigned long long vector") == std::string::npos);
  CHECK(text_of(g, {std::int64_t{1} << 32}).find("unsigned long long vector") != std::string::npos);
}

TEST_CASE("a donated argument is not read as constant memory") {
  builder g;
  const term x = parameter_with(g, dtype::f32, {64}), y = parameter_with(g, dtype::f32, {1});
  give(x * y);
  const std::string text = text_of(g);
  CHECK(text.find("const float* in1") != std::string::npos);
  CHECK(text.find("const float* __restrict__ in0") != std::string::npos);
}

TEST_CASE("launch shapes follow the device") {
  builder g;
  const term x = parameter_with(g, dtype::f32, {std::int64_t{1} << 24}), rows = parameter_with(g, dtype::f32, {1000, 8192});
  give(tanh(x));
  give(softmax_of(rows));
  give(reduce_sum(x, 1));
  const planned_graph planned(g);
  for (const cuda::device_description& device : {cuda::a100, cuda::h100, cuda::small_card})
    for (int l = 0; l < planned.plan().count.launches; ++l) {
      const written_launch w = write_launch(planned, l, {}, 16, device);
      const std::uint64_t threads = w.shape.block[0], blocks = std::uint64_t{w.shape.grid[0]} * w.shape.grid[1];
      CHECK(threads <= 1024);
      CHECK(threads % 32 == 0);
      CHECK(w.shape.grid[1] <= 65535);
      CHECK(w.shape.shared_bytes <= static_cast<std::uint32_t>(device.shared_per_block));
      const kernel& k = planned.plan().kernels[planned.plan().launches[l].first];
      if (k.what == kernel_kind::map) CHECK(blocks == static_cast<std::uint64_t>(16 * device.multiprocessors));
      if (k.what == kernel_kind::row) CHECK(blocks == 1000);
      if (k.what == kernel_kind::reduce) {
        CHECK(blocks >= static_cast<std::uint64_t>(device.multiprocessors));
        CHECK(blocks <= static_cast<std::uint64_t>(8 * device.multiprocessors));
        CHECK(w.shape.tickets == 1);
        CHECK(w.shape.scratch_bytes == 16 * blocks);
      }
    }
}

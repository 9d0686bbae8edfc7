// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: arrays from outside, trees, files, transformations, compiled programs.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include <sinter/sinter.hpp>

// [functions]
using namespace sinter;

struct straight {
  f32<> slope, offset;
};
BOOST_HANA_ADAPT_STRUCT(straight, slope, offset);

constexpr f32<> loss(const straight& l, const f32<dyn>& x) { return mean(square(l.slope * x + l.offset)); }
constexpr f32<dyn> wave(const f32<dyn>& x) { return sin(x); }
// [functions]

TEST_CASE("arrays") {
  // [arrays]
  const float values[] = {1, 2, 3, 4, 5, 6};
  f32<dyn, 3> x = f32<dyn, 3>::from(values, {2});
  f32<dyn> y = f32<dyn>::adopt(new float[4]{1, 2, 3, 4}, {4}, [](float* p) { delete[] p; });
  std::int64_t n = x.extent(0), size = x.size();
  float element = std::as_const(x)(1, 2);
  x(1, 2) = 7;
  for (float each : std::as_const(x).span()) element += each;
  device here = x.device();
  device gpu = device::cuda(0);
  f32<dyn, 3> there = x.to(device::cpu());
  bool equal = array_equal(x, there), close = allclose(x, there, {.rtol = 1e-5, .atol = 1e-8, .equal_nan = true});
  std::ostringstream text;
  text << x << " " << x + 1;                // as NumPy prints
  // [arrays]
  CHECK(n * 3 == size);
  CHECK(element == 6 + 1 + 2 + 3 + 4 + 5 + 7);
  CHECK(here.is_cpu());
  CHECK(gpu.is_cuda());
  CHECK(equal);
  CHECK(close);
  CHECK(y(3) == 4);
  CHECK(text.str().size() > 20);
}

TEST_CASE("trees and files") {
  // [trees]
  straight l{2, 1};
  straight half = tree_map([](const auto& leaf) { return 0.5f * leaf; }, l);
  straight sums = tree_map([](const auto& a, const auto& b) { return a + b; }, l, half);
  auto [slope, offset] = tree_leaves(sums);
  straight moved = to(l, device::cpu());
  save("straight.npz", l);         // entries slope and offset
  load("straight.npz", half);
  save("slope.npy", l.slope);  // one array
  load("slope.npy", slope);
  // [trees]
  CHECK(half.slope() == 2);
  CHECK(slope() == 2);
  CHECK(offset() == 1.5f);
  CHECK(moved.offset() == 1);
}

TEST_CASE("transformations") {
  const straight l{2, 1};
  const f32<dyn> x{0, 1}, t{1, 1};
  // [transformations]
  straight g = grad<loss>(l, x);
  f32<dyn> by_x = grad<loss, args<1>>(l, x);
  auto [gl, gx] = grad<loss, args<0, 1>>(l, x);
  auto [value, same] = value_and_grad<loss>(l, x);
  auto [y, pullback] = vjp<wave>(x);
  auto [cotangent] = pullback(t);                // a tuple: one for each argument
  auto [y2, tangent] = jvp<wave>(x, t);
  auto [v, along] = jvp<loss>(std::tuple(l, x), std::tuple(l, t));
  // [transformations]
  CHECK(g.offset() == doctest::Approx(4));
  CHECK(same.offset() == g.offset());
  CHECK(gl.offset() == g.offset());
  CHECK(array_equal(by_x, gx));
  CHECK(array_equal(cotangent, tangent));
  CHECK(array_equal(y, y2));
  CHECK(value() == v());
  CHECK(along.size() == 1);
}

// [questions]
static_assert(lower<wave, f32<64>>.nodes == 2);
static_assert(lower<wave, f32<64>>.plan.launches.size() == 1 && lower<wave, f32<64>>.plan.kernels.size() == 1);
static_assert(lower<wave, f32<64>>.plan.peak_bytes == 512 && lower<wave, f32<64>&&>.plan.peak_bytes == 256);
static_assert(lower<wave, f32<64>>.plan.cost.flops > 0);
constexpr f32<dyn> printed_on_the_way(const f32<dyn>& x) {
  debug_print("x", x);  // each time the function runs
  return x + 1;
}
// [questions]

TEST_CASE("programs") {
  f32<dyn> x{0, 1};
  // [programs]
  f32<dyn> y = jit<wave>(x);             // compiled whole; inlined inside another function
  f32<dyn> z = jit<wave>(std::move(x));  // donated: z has the memory of x, which is empty now
  std::string graph = make_jaxpr<wave>(y);
  auto stage = jit<wave>.lower(y);       // for these arguments; nothing runs
  std::string again = stage.jaxpr(), plan = stage.plan(), boxes = stage.dot();
  auto work = stage.cost();              // flops, bytes_read, bytes_written
  auto memory = stage.memory();          // arguments, results, temporaries, peak, in bytes
  bool traced = profile::is_on() && profile::write();  // false unless SINTER_PROFILE asked for a trace
  profile::print_counters();             // of devices: nothing was done there
  // [programs]
  CHECK(array_equal(y, z));
  CHECK(graph == again);
  CHECK(plan.size() * boxes.size() > 0);
  CHECK(work.flops > 0);
  CHECK(memory.arguments == 8);
  CHECK(traced == profile::is_on());
  CHECK(array_equal(jit<printed_on_the_way>(z), z + 1));
}

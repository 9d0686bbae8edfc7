// SPDX-License-Identifier: MIT
// The programs of lesson 2.
#include <doctest/doctest.h>

#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
constexpr const char* page = "docs/lessons/2_functions.md";
constexpr const char* here = "tests/docs/functions.cpp";
}  // namespace

// [model]
using namespace sinter;

struct layer {
  f32<dyn, dyn> w;
  f32<dyn> b;
};
BOOST_HANA_ADAPT_STRUCT(layer, w, b);  // one line, at global scope: a tree of arrays, with names

struct model {
  std::array<layer, 2> layers;
  f32<> scale = 1;
};
BOOST_HANA_ADAPT_STRUCT(model, layers, scale);

constexpr f32<dyn, dyn> forward(const model& m, const f32<dyn, dyn>& x) {
  f32<dyn, dyn> h = x;
  for (const layer& l : m.layers) h = tanh(matmul(h, l.w) + l.b);  // a loop over layers is a for
  return m.scale * h;
}
// [model]

namespace {
model example() {
  auto [k1, k2] = random::split<2>(random::key(1));
  return {{layer{random::normal<f32<dyn, dyn>>(k1, {3, 4}), f32<dyn>(4)},
           layer{random::normal<f32<dyn, dyn>>(k2, {4, 2}), f32<dyn>(2)}}, 2.0f};
}
}  // namespace

TEST_CASE("one function, called eagerly and through jit") {
  std::ostringstream out;
  const model m = example();
  const f32<dyn, dyn> x = random::normal<f32<dyn, dyn>>(random::key(2), {5, 3});
  // [call]
  f32<dyn, dyn> y = forward(m, x);       // runs as written, statement by statement
  f32<dyn, dyn> z = jit<forward>(m, x);  // captured whole, planned, fused
  // [call]
  CHECK(allclose(y, z, {.rtol = 1e-5}));

  // [jaxpr]
  out << make_jaxpr<forward>(m, x) << "\n";
  // [jaxpr]
  docs::shows(page, here, "jaxpr", out.str());
}

// [shared]
constexpr f32<4> wave(const f32<4>& x) {
  f32<4> a = sin(x) * exp(-x);
  f32<4> b = sin(x) + exp(-x);  // sin x and exp -x stand in the graph already
  return a * b;
}
static_assert(lower<wave, f32<4>>.nodes == 7);
// [shared]

TEST_CASE("equal nodes are one") {
  std::ostringstream out;
  out << make_jaxpr<wave>(f32<4>()) << "\n";
  docs::shows(page, here, "wave", out.str());
}

// [parameters]
struct power_series {
  int terms = 3;
  constexpr f32<dyn> operator()(const f32<dyn>& x) const {
    f32<dyn> sum = ones_like(x), power = ones_like(x);
    for (int i = 1; i < terms; ++i) {  // a hyper-parameter: known while compiling
      power = power * x / static_cast<float>(i);
      sum = sum + power;
    }
    return sum;
  }
};
inline constexpr auto scaled = [](const f32<dyn>& x, const f32<>& factor) { return factor * x; };
// [parameters]

TEST_CASE("function objects and lambdas") {
  std::ostringstream out;
  const f32<dyn> x{0, 1, 2};
  // [constants]
  f32<dyn> few = jit<power_series{.terms = 3}>(x);
  f32<dyn> many = jit<power_series{.terms = 12}>(x);
  f32<dyn> twice = jit<scaled>(x, 2.0f);  // a number is an argument of rank 0: another value runs the same kernel
  out << few << "\n" << many << "\n" << twice << "\n";
  // [constants]
  docs::shows(page, here, "constants", out.str());
}

// [extents]
constexpr f32<> mean_square(const f32<dyn, dyn>& x) {
  f32<> total = sum(x * x);
  return total / x.size();  // an extent of a dyn axis is no number here, but it serves as one
}
// [extents]

TEST_CASE("extents in a trace") {
  std::ostringstream out;
  const f32<dyn, dyn> x = full<f32<dyn, dyn>>(3.0f, {4, 5});
  CHECK(jit<mean_square>(x)() == 9);
  CHECK(mean_square(x)() == 9);
  out << make_jaxpr<mean_square>(x) << "\n";
  docs::shows(page, here, "extents", out.str());
}

TEST_CASE("trees") {
  std::ostringstream out;
  // [trees]
  model m = example();
  model half = tree_map([](const auto& leaf) { return 0.5f * leaf; }, m);
  save("model.npz", m);  // keys: layers.0.w, layers.0.b, layers.1.w, layers.1.b, scale
  load("model.npz", half);
  // [trees]
  CHECK(array_equal(half.layers[1].w, m.layers[1].w));
  CHECK(half.scale() == 2);
}

// [compose]
constexpr f32<dyn> shifted(const f32<dyn>& x) { return x - max(x); }
inline constexpr auto compiled_shifted = jit<shifted>;
constexpr f32<dyn> weights(const f32<dyn>& x) {
  f32<dyn> e = exp(compiled_shifted(x));  // inside a trace, jit is inlined
  return e / sum(e);
}
static_assert(lower<weights, f32<dyn>>.plan.launches.size() == 1);
// [compose]

TEST_CASE("jit inside jit") {
  const f32<dyn> x{1, 2, 3};
  CHECK(allclose(jit<weights>(x), softmax(x), {.rtol = 1e-6}));
}

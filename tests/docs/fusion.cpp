// SPDX-License-Identifier: MIT
// The programs of lesson 4.
#include <doctest/doctest.h>

#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
constexpr const char* page = "docs/lessons/4_fusion.md";
constexpr const char* here = "tests/docs/fusion.cpp";
}  // namespace

// [count]
using namespace sinter;

constexpr f32<dyn, dyn> attention_weights(const f32<dyn, dyn>& scores) { return softmax(scores, axis<-1>); }
constexpr f32<dyn, 64> block(const f32<dyn, 64>& x, const f32<64>& scale, const f32<64>& shift) {
  return gelu(layer_norm(x, scale, shift));
}
constexpr f32<dyn, 10> dense(const f32<dyn, 64>& x, const f32<64, 10>& w, const f32<10>& b) { return relu(matmul(x, w) + b); }

static_assert(lower<attention_weights, f32<dyn, dyn>>.plan.launches.size() == 1);
static_assert(lower<block, f32<dyn, 64>, f32<64>, f32<64>>.plan.launches.size() == 1);
static_assert(lower<dense, f32<dyn, 64>, f32<64, 10>, f32<10>>.plan.launches.size() == 1);
// [count]

TEST_CASE("a plan") {
  std::ostringstream out;
  const f32<dyn, 64> x(32);
  // [plan]
  auto stage = jit<dense>.lower(x, f32<64, 10>(), f32<10>());  // nothing runs
  out << stage.plan() << stage.cost() << "\n" << stage.memory() << "\n";
  // [plan]
  docs::shows(page, here, "plan", out.str());
}

// [row]
constexpr f32<dyn> log_partition(const f32<dyn, dyn>& x) { return logsumexp(x, axis<-1>); }
// [row]

TEST_CASE("a row kernel") {
  std::ostringstream out;
  out << jit<log_partition>.lower(f32<dyn, dyn>(8, 100)).plan();
  docs::shows(page, here, "row", out.str());
}

// [refusal]
constexpr f32<8, 8> normalised_columns(const f32<8, 8>& x) {
  f32<8> totals = sum(x, axis<0>);  // complete only when the whole array was read
  return x / totals;
}
static_assert(lower<normalised_columns, f32<8, 8>>.plan.launches.size() == 2);
// [refusal]

TEST_CASE("a refusal has a reason") {
  std::ostringstream out;
  out << jit<normalised_columns>.lower(f32<8, 8>()).plan();
  docs::shows(page, here, "refusal", out.str());
}

// [optimiser]
struct parameters {
  f32<64, 32> w1;
  f32<32> b1;
  f32<32, 8> w2;
  f32<8> b2;
};
BOOST_HANA_ADAPT_STRUCT(parameters, w1, b1, w2, b2);

constexpr parameters descend(const parameters& p, const parameters& gradient, const f32<>& rate) {
  return tree_map([&](const auto& w, const auto& dw) { return w - rate * dw; }, p, gradient);
}
constexpr auto facts = lower<descend, parameters&&, parameters, f32<>>.plan;  // &&: the old parameters are given up
static_assert(facts.launches.size() == 1);        // four updates, started together
static_assert(facts.kernels.size() == 1);         // and all four are one program, instantiated once
static_assert(facts.peak_bytes < 3 * 64 * 32 * 4);  // the results stand where the old parameters stood
// [optimiser]

TEST_CASE("donation") {
  const parameters gradient = [] {
    parameters g;
    g.w1 = full<f32<64, 32>>(1.0f);
    return g;
  }();
  // [donate]
  parameters p;
  p.w1(0, 0) = 5;
  const float* before = std::as_const(p).w1.span().data();
  p = jit<descend>(std::move(p), gradient, 0.5f);
  // [donate]
  CHECK(std::as_const(p).w1.span().data() == before);
  CHECK(std::as_const(p).w1(0, 0) == 4.5f);
}

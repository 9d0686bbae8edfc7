// SPDX-License-Identifier: MIT
// The memory of a step of gradient descent: the pool's real peak against what the plan says and against the formula of
// parameters, gradients and activations, each within 2 %.
#undef SINTER_EAGER
#define SINTER_EAGER off  // the step runs through jit alone
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

// Extents that with an array's header fill the size classes of the pool, so that rounding up to them is below 2 %.
struct network {
  f32<510, 256> w1;
  f32<256> b1;
  f32<256, 254> w2;
  f32<254> b2;
};
using X = f32<256, 510>;
using Y = f32<256, 254>;

}  // namespace
BOOST_HANA_ADAPT_STRUCT(network, w1, b1, w2, b2);

namespace {

constexpr f32<> loss(const network& p, const X& x, const Y& y) {
  f32<256, 256> h = tanh(matmul(x, p.w1) + p.b1);
  f32<256, 254> error = matmul(h, p.w2) + p.b2 - y;
  return mean(error * error);
}
constexpr auto step = [](const network& p, const X& x, const Y& y, const f32<>& rate) {
  auto [l, g] = value_and_grad<loss>(p, x, y);
  return std::pair(l, tree_map([&](const auto& w, const auto& dw) { return w - rate * dw; }, p, g));
};

constexpr std::int64_t bytes(std::int64_t rows, std::int64_t columns) { return rows * columns * 4; }
constexpr std::int64_t weights = bytes(510, 256) + bytes(256, 254), biases = bytes(1, 256) + bytes(1, 254);
constexpr std::int64_t batch = bytes(256, 510) + bytes(256, 254);
// Kept from the forward sweep: h and its slope, the squared errors and their cotangent; and h's cotangent.
constexpr std::int64_t activations = 3 * bytes(256, 256) + 2 * bytes(256, 254);
// The gradients of the weights are whole before the weights move; those of the biases become the new biases at once.
constexpr std::int64_t formula = weights + biases + batch + activations + weights + biases;

constexpr std::int64_t given = lower<step, network&&, X, Y, f32<>>.plan.peak_bytes;
constexpr std::int64_t kept = lower<step, network, X, Y, f32<>>.plan.peak_bytes;
static_assert(kept == given + weights);  // without donation old and new weights stand side by side

bool is_near(std::int64_t x, std::int64_t y) { return x * 50 <= y * 51 && y * 50 <= x * 51; }
static_assert(given * 50 <= formula * 51 && formula * 50 <= given * 51);

network fresh() {
  network p;
  for (float& w : p.w1.span()) w = 0.01f;
  for (float& w : p.w2.span()) w = 0.02f;
  for (float& b : p.b1.span()) b = 0;
  for (float& b : p.b2.span()) b = 0;
  return p;
}

// The most memory that a step holds, arguments and results included: all that is in the pool once everything went back.
template <bool Donates>
std::int64_t measured() {
  core::memory_pool& pool = core::memory_pool::instance();
  pool.trim();
  REQUIRE(pool.kept() == 0);
  {
    network p = fresh();
    X x;
    Y y;
    for (float& v : x.span()) v = 0.5f;
    for (float& v : y.span()) v = 0.25f;
    const f32<> rate = 0.1f;
    if constexpr (Donates) {
      const float* before = std::as_const(p).w1.span().data();
      auto [l, next] = jit<step>(std::move(p), x, y, rate);
      CHECK(std::as_const(next).w1.span().data() == before);
      CHECK(l() > 0);
    } else {
      auto [l, next] = jit<step>(p, x, y, rate);
      CHECK(l() > 0);
    }
  }
  return static_cast<std::int64_t>(pool.kept());
}

}  // namespace

TEST_CASE("the pool's peak of a step is what the plan and the formula say") {
  {
    const network p = fresh();
    (void)jit<step>(p, X(), Y(), f32<>(0.1f));  // what threads keep for themselves is taken before
    CHECK(jit<step>.lower(fresh(), X(), Y(), f32<>(0.1f)).memory().peak == given);
    CHECK(jit<step>.lower(p, X(), Y(), f32<>(0.1f)).memory().peak == kept);
  }
  const std::int64_t with = measured<true>(), without = measured<false>();
  CAPTURE(with);
  CAPTURE(without);
  CHECK(is_near(with, given));
  CHECK(is_near(with, formula));
  CHECK(is_near(without, kept));
}

// SPDX-License-Identifier: MIT
// exp, exp2, expm1, logistic. SINTER_FUZZ=1: every f32 bit pattern, 10 million of f64.
#include "compare.hpp"

using namespace elementary_test;

TEST_CASE("elementary exp") {
  check_both(
      "exp", [](const auto& x) { return elementary::exp(x); }, [](auto x) { return std::exp(x); });
}

TEST_CASE("elementary exp2") {
  check_both(
      "exp2", [](const auto& x) { return elementary::exp2(x); }, [](auto x) { return std::exp2(x); });
}

TEST_CASE("elementary expm1") {
  check_both(
      "expm1", [](const auto& x) { return elementary::expm1(x); }, [](auto x) { return std::expm1(x); });
}

TEST_CASE("elementary logistic") {
  check_both(
      "logistic", [](const auto& x) { return elementary::logistic(x); },
      [](auto x) { return 1 / (1 + std::exp(-x)); });
}

TEST_CASE("elementary exp2 is exact at integers") {
  for (int n = -1080; n < 1030; ++n) {
    CHECK(elementary::exp2(xsimd::batch<float>(static_cast<float>(n))).get(0) == std::ldexp(1.f, n));
    CHECK(elementary::exp2(xsimd::batch<double>(n)).get(0) == std::ldexp(1., n));
  }
}

// Between -2 and 0 neighbouring results may differ by a rounding either way.
TEST_CASE("elementary logistic is monotone in both tails") {
  using batch = xsimd::batch<float>;
  alignas(64) float in[batch::size], out[batch::size];
  const std::uint32_t stride = is_fuzzing() ? 1 : 251;
  for (const float sign : {-1.f, 1.f}) {
    float last = sign < 0 ? 0.125f : 0.5f;
    int falling = 0;
    for (std::uint32_t bits = sign < 0 ? 0x40000000 : 0; bits < 0x7f800000;
         bits += stride * std::uint32_t(batch::size)) {
      for (std::uint32_t lane = 0; lane < batch::size; ++lane)
        in[lane] = sign * std::bit_cast<float>(bits + lane * stride);
      elementary::logistic(batch::load_aligned(in)).store_aligned(out);
      for (std::size_t lane = 0; lane < batch::size; ++lane) {
        if (!std::isfinite(in[lane])) continue;
        falling += !(sign * (out[lane] - last) >= 0);
        last = out[lane];
      }
    }
    CAPTURE(sign);
    CHECK(falling == 0);
  }
}

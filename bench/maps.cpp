// SPDX-License-Identifier: MIT
// Elementwise kernels against loops written by hand with the same flags and threads.
#include <sinter/sinter.hpp>
#include <xsimd/xsimd.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12's own AVX-512 header
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "ratio.hpp"

using namespace sinter;

namespace {

constexpr f32<dyn> chain(const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> a = x * y;
  f32<dyn> b = a + x;
  f32<dyn> c = b * b;
  return c - y;
}
f32<dyn> statements(const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> a = x * y;
  f32<dyn> b = a + x;
  f32<dyn> c = b * b;
  f32<dyn> d = c - y;
  return d;
}
void chain_by_hand(const float* x, const float* y, float* out, std::int64_t n) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (std::int64_t i = 0; i < n; ++i) {
    const float b = x[i] * y[i] + x[i];
    out[i] = b * b - y[i];
  }
}

constexpr f32<dyn> gelu_add(const f32<dyn>& x, const f32<dyn>& y) {
  return 0.5f * x * (1 + tanh(0.79788456f * (x + 0.044715f * x * x * x))) + y;
}
void gelu_add_by_hand(const float* x, const float* y, float* out, std::int64_t n) {
  using batch = xsimd::batch<float>;
  constexpr auto width = static_cast<std::int64_t>(batch::size);
  for (std::int64_t i = 0; i + width <= n; i += width) {
    const batch v = batch::load_unaligned(x + i);
    const batch t = xsimd::tanh(batch(0.79788456f) * (v + batch(0.044715f) * v * v * v));
    (batch(0.5f) * v * (batch(1.f) + t) + batch::load_unaligned(y + i)).store_unaligned(out + i);
  }
}

f32<dyn> sample(std::int64_t n, float from, float step) {
  f32<dyn> x(n);
  auto all = x.span();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = from + step * static_cast<float>(i % 1000);
  return x;
}

}  // namespace

int main(int count, char** arguments) {
  static const f32<dyn> x = sample(1 << 24, -1, 0.002f), y = sample(1 << 24, 0.5f, 0.001f);
  static f32<dyn> result = full<f32<dyn>>(0, {1 << 24});  // aligned as sinter's own
  static float* const out = result.span().data();
  bench::add("chain of 4 maps, 16M/sinter", [] { benchmark::DoNotOptimize(jit<chain>(x, y)); });
  bench::add("chain of 4 maps, 16M/reference", [] {
    chain_by_hand(x.span().data(), y.span().data(), out, 1 << 24);
    benchmark::DoNotOptimize(out);
  });
  bench::add("chain of 4 maps, 16M/statement by statement", [] { benchmark::DoNotOptimize(statements(x, y)); });

  static const f32<dyn> u = sample(1 << 16, -2, 0.004f), v = sample(1 << 16, 0.5f, 0.001f);
  bench::add("gelu + add, 64K/sinter", [] { benchmark::DoNotOptimize(jit<gelu_add>(u, v)); });
  bench::add("gelu + add, 64K/reference", [] {
    gelu_add_by_hand(u.span().data(), v.span().data(), out, 1 << 16);
    benchmark::DoNotOptimize(out);
  });
  return bench::run(count, arguments);
}

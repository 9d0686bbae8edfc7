// SPDX-License-Identifier: MIT
// The interpreter against native kernels of the same plans, a million elements each: a chain of cheap maps, where memory for
// values between instructions counts, gelu, where arithmetic does, and a row kernel.
#include <sinter/sinter.hpp>

#include "ratio.hpp"

using namespace sinter;

namespace {

constexpr std::int64_t elements = 1 << 20;

constexpr f32<dyn> chain(const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> a = x * y;
  f32<dyn> b = a + x;
  f32<dyn> c = b * b;
  return c - y;
}
constexpr f32<dyn> smooth(const f32<dyn>& x) { return gelu(x); }
constexpr f32<dyn, 1024> soft(const f32<dyn, 1024>& x) { return softmax(x, axis<-1>); }

f32<dyn> sample(float from, float step) {
  f32<dyn> x(elements);
  auto all = x.span();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = from + step * static_cast<float>(i % 1000);
  return x;
}

// The same program, planned once, by both.
template <auto F, class R, class... X> R interpreted(const X&... x) {
  using made = core::program<core::call_of<F, X...>>;
  return core::run_with<R, 1, X...>(core::interpreted_executable<made>, x...);
}

}  // namespace

int main(int count, char** arguments) {
  static const f32<dyn> x = sample(-2, 0.004f), y = sample(0.5f, 0.001f);
  static const f32<dyn, 1024> rows = reshape<dyn, 1024>(x);
  bench::add("chain of 4 maps, 1M/interpreted", [] { benchmark::DoNotOptimize(interpreted<chain, f32<dyn>>(x, y)); });
  bench::add("chain of 4 maps, 1M/reference", [] { benchmark::DoNotOptimize(jit<chain>(x, y)); });
  bench::add("gelu, 1M/interpreted", [] { benchmark::DoNotOptimize(interpreted<smooth, f32<dyn>>(x)); });
  bench::add("gelu, 1M/reference", [] { benchmark::DoNotOptimize(jit<smooth>(x)); });
  bench::add("softmax, 1024 x 1024/interpreted",
             [] { benchmark::DoNotOptimize(interpreted<soft, f32<dyn, 1024>>(rows)); });
  bench::add("softmax, 1024 x 1024/reference", [] { benchmark::DoNotOptimize(jit<soft>(rows)); });
  return bench::run(count, arguments);
}

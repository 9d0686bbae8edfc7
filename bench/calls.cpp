// SPDX-License-Identifier: MIT
// What a call costs beside its arithmetic: formulas of 10 elements, result included.
#include <sinter/sinter.hpp>

#include "ratio.hpp"

using namespace sinter;

namespace {
constexpr f32<dyn> affine(const f32<dyn>& x, const f32<dyn>& w) { return x * w + 1.0f; }
constexpr f32<10> fixed(const f32<10>& x, const f32<10>& w) { return x * w + 1.0f; }
}  // namespace

int main(int count, char** arguments) {
  static const f32<dyn> x = full<f32<dyn>>(2, {10}), w = full<f32<dyn>>(3, {10});
  static const f32<10> xs{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, ws{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  bench::add("10 elements/jit call, dyn", [] { benchmark::DoNotOptimize(jit<affine>(x, w)); });
  bench::add("10 elements/jit call, static", [] { benchmark::DoNotOptimize(jit<fixed>(xs, ws)); });
  bench::add("10 elements/eager statement, dyn", [] {
    f32<dyn> z = x * w + 1.0f;
    benchmark::DoNotOptimize(z);
  });
  bench::add("10 elements/eager statement, static", [] {
    f32<10> z = xs * ws + 1.0f;
    benchmark::DoNotOptimize(z);
  });
  bench::add("10 elements/allocation alone", [] {
    f32<dyn> z(10);
    benchmark::DoNotOptimize(z);
  });
  return bench::run(count, arguments);
}

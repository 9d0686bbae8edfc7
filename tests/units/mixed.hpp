// SPDX-License-Identifier: MIT
// One program, the same flags, two kinds of files: mixed_within.cpp has the runtime in itself, mixed_elsewhere.cpp finds it in a
// third. Arrays go from one to the other, and both run the same programs.
#pragma once

#include <string>
#include <utility>

#include <sinter/sinter.hpp>

namespace mixed {
using namespace sinter;
using table = f32<dyn, 37>;

constexpr table smooth(const table& x) { return softmax(tanh(x * 0.5f) + 1.0f, axis<-1>); }
constexpr f32<> loss(const f32<37, 37>& w, const table& x) { return mean(smooth(matmul(x, w)) * x); }
constexpr f32<37, 37> step(const f32<37, 37>& w, const table& x) { return w - 0.5f * grad<loss>(w, x); }
constexpr table picked(const table& x, const i32<dyn>& at) { return take(x, at, axis<0>); }
constexpr f32<> told(const f32<>& x) {
  debug_print("told", x);
  return x + 1;
}

struct results {
  table statement, smoothed, chosen;
  f32<37> summed;
  f32<37, 37> stepped;
  f32<> slope;
  std::string refused;
};
results elsewhere(const table& x, const f32<37, 37>& w);
table doubled_elsewhere(table x);                // donates what the other kind of file has made
f32<37, 37> stepped_elsewhere(f32<37, 37> w, const table& x);
}  // namespace mixed

namespace {
mixed::results compute(const mixed::table& x, const sinter::f32<37, 37>& w) {
  using namespace sinter;
  mixed::results made;
  made.statement = x * x + exp(x);
  made.smoothed = jit<mixed::smooth>(x);
  made.chosen = jit<mixed::picked>(x, i32<dyn>{3, 0, 3, 50});
  made.summed = sum(x, axis<0>);
  made.stepped = jit<mixed::step>(w, x);
  made.slope = sum(abs(grad<mixed::loss>(w, x)));
  (void)jit<mixed::told>(f32<>(1));
  try {
    const mixed::table other(2);
    const mixed::table wrong = x + other;
  } catch (const shape_error& refused) {
    made.refused = refused.what();
  }
  return made;
}
const sinter::f32<3> early = sinter::f32<3>{1, 2, 3} * 2.0f;  // before main
}  // namespace

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

f32<4> call(const f32<4>& a, float factor) {
#ifdef MISTAKE
  auto scaled = [=](const f32<4>& x) -> f32<4> { return x * factor; };
  return jit<scaled>(a);  // the mistake
#else
  constexpr auto scaled = [](const f32<4>& x, const f32<>& by) -> f32<4> { return x * by; };
  return jit<scaled>(a, factor);
#endif
}

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

inline constexpr auto scaled = [](const f32<4>& a, const f32<>& by) -> f32<4> { return a * by; };

f32<4> call(const f32<4>& a) {
#ifdef MISTAKE
  return jit<scaled>(a);  // the mistake
#else
  return jit<scaled>(a, 2);
#endif
}

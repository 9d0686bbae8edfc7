// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

inline constexpr auto scaled = [](const f32<4>& a, const f32<4>& by) -> f32<> { return sum(a * by); };

f32<> call(const f32<4>& a) {
#ifdef MISTAKE
  return vjp<scaled>(a).first;  // the mistake
#else
  return vjp<scaled>(a, a).first;
#endif
}

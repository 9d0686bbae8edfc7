// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

inline constexpr auto scaled = [](const f32<4>& a, const f32<4>& by) -> f32<> { return sum(a * by); };

f32<> call(const f32<4>& a) {
#ifdef MISTAKE
  return jvp<scaled>(std::tuple(a), std::tuple(a)).first;  // the mistake
#else
  return jvp<scaled>(std::tuple(a, a), std::tuple(a, a)).first;
#endif
}

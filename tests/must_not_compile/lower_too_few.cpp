// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

inline constexpr auto scaled = [](const f32<4>& a, const f32<4>& by) -> f32<> { return sum(a * by); };

std::size_t call() {
#ifdef MISTAKE
  return lower<scaled, f32<4>>.plan.launches.size();  // the mistake
#else
  return lower<scaled, f32<4>, f32<4>>.plan.launches.size();
#endif
}

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

inline constexpr auto scaled = [](const f32<4>& a, const f32<4>& by) -> f32<> { return sum(a * by); };

std::string call(const f32<4>& a) {
#ifdef MISTAKE
  return make_jaxpr<scaled>(a);  // the mistake
#else
  return make_jaxpr<scaled>(a, a);
#endif
}

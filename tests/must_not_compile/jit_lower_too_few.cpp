// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> twice(const f32<4>& a) { return a * 2; }

std::string call([[maybe_unused]] const f32<4>& a) {
#ifdef MISTAKE
  return jit<twice>.lower().jaxpr();  // the mistake
#else
  return jit<twice>.lower(a).jaxpr();
#endif
}

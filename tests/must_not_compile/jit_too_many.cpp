// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> twice(const f32<4>& a) { return a * 2; }

f32<4> call(const f32<4>& a) {
#ifdef MISTAKE
  return jit<twice>(a, a);  // the mistake
#else
  return jit<twice>(a);
#endif
}

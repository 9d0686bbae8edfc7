// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> twice(const f32<4>& a) { return a * 2; }

f32<4> call(const f32<4>& a, const f64<4>& b) {
#ifdef MISTAKE
  (void)a;
  return jit<twice>(b);  // the mistake
#else
  (void)b;
  return jit<twice>(a);
#endif
}

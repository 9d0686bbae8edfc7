// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

#ifdef MISTAKE
int factor = 3;
#else
constexpr int factor = 3;
#endif
constexpr f32<4> scaled(const f32<4>& a) {
  return a * factor;
}
f32<4> call(const f32<4>& a) { return jit<scaled>(a); }  // the mistake

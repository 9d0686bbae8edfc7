// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> doubled(const f32<4>& a) {
  f32<4> r = a * 2;
#ifdef MISTAKE
  for (int i = 0; i < 4; ++i) r(i) = a(i) * 2;  // the mistake
#endif
  return r;
}
f32<4> call(const f32<4>& a) { return jit<doubled>(a); }

// SPDX-License-Identifier: MIT
#include <cstdio>
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> loud(const f32<4>& a) {
  f32<4> b = a * 2;
#ifdef MISTAKE
  std::puts("here");  // the mistake
#endif
  return b;
}
f32<4> call(const f32<4>& a) { return jit<loud>(a); }

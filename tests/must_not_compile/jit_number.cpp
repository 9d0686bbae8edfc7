// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<> total(const f32<4>& a) { return sum(a); }
constexpr float number(const f32<4>& a) { return static_cast<float>(a.rank); }

float call(const f32<4>& a) {
#ifdef MISTAKE
  return jit<number>(a);  // the mistake
#else
  (void)number;
  return jit<total>(a)();
#endif
}

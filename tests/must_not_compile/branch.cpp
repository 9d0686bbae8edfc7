// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<> branching(const f32<>& a) {
#ifdef MISTAKE
  if (a > 0) return a * 2;  // the mistake
  return a;
#else
  return where(a > 0, a * 2, a);
#endif
}
f32<> call(const f32<>& a) { return jit<branching>(a); }

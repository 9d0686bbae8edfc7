// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<> branching(const f32<>& a, const b8<>& which) {
#ifdef MISTAKE
  if (which) return a * 2;  // the mistake
  return a;
#else
  return where(which, a * 2, a);
#endif
}
f32<> call(const f32<>& a, const b8<>& which) { return jit<branching>(a, which); }

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<> picked(const f32<4>& a, const i32<4>& i) { return sum(where(i > 0, a, 0.0f)); }

auto call(const f32<4>& a, const i32<4>& i) {
#ifdef MISTAKE
  return grad<picked, args<1>>(a, i);  // the mistake
#else
  return grad<picked, args<0>>(a, i);
#endif
}

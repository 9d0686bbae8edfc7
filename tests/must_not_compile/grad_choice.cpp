// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<> total(const f32<4>& a) { return sum(a * 2); }

f32<4> call(const f32<4>& a) {
#ifdef MISTAKE
  return grad<total, args<1>>(a);  // the mistake
#else
  return grad<total, args<0>>(a);
#endif
}

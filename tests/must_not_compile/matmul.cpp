// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

f32<4, 5> product(const f32<4, 8>& a, const f32<8, 5>& b, const f32<9, 5>& c) {
#ifdef MISTAKE
  (void)b;
  return matmul(a, c);  // the mistake
#else
  (void)c;
  return matmul(a, b);
#endif
}

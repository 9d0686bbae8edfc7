// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

f32<8> sum_of(const f32<8>& a, const f32<8>& b, const f32<9>& c) {
#ifdef MISTAKE
  (void)b;
  return a + c;  // the mistake
#else
  (void)c;
  return a + b;
#endif
}

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

void bound(const f32<4, 8>& a, const f32<4, 8>& b) {
#ifdef MISTAKE
  f32<4, 9> c = a + b;  // the mistake
#else
  f32<4, 8> c = a + b;
#endif
  (void)b;
  (void)c;
}

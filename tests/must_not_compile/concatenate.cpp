// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

void concatenate(const f32<4, 8>& a, const f32<4, 8>& b) {
#ifdef MISTAKE
  f32<dyn, 8> c = concatenate<0>(a, f32<5, 9>());  // the mistake
#else
  f32<dyn, 8> c = concatenate<0>(a, b);
#endif
  (void)b;
  (void)c;
}

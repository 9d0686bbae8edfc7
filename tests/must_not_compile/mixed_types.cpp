// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

f32<8> mixed(const f32<8>& a, const f64<8>& b) {
#ifdef MISTAKE
  return a + b;  // the mistake
#else
  return a + cast<f32>(b);
#endif
}

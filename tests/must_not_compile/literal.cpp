// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

i32<8> scaled(const i32<8>& a) {
#ifdef MISTAKE
  return a * 0.5;  // the mistake
#else
  return a * 5;
#endif
}

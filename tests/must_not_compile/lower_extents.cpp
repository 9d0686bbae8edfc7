// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

#ifdef MISTAKE
using right = f32<9, 5>;
#else
using right = f32<8, 5>;
#endif
constexpr f32<4, 5> product(const f32<4, 8>& a, const right& b) {
  f32<4, 8> h = tanh(a);
  f32<4, 5> y = matmul(h, b);  // the mistake
  return exp(y) * 2;
}
static_assert(lower<product, f32<4, 8>, right>.nodes >= 0);

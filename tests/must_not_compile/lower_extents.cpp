// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

#ifdef MISTAKE
using second_matrix = f32<9, 5>;
#else
using second_matrix = f32<8, 5>;
#endif
constexpr f32<4, 5> product(const f32<4, 8>& a, const second_matrix& b) {
  f32<4, 8> h = tanh(a);
  f32<4, 5> y = matmul(h, b);  // the mistake
  return exp(y) * 2;
}
static_assert(lower<product, f32<4, 8>, second_matrix>.nodes >= 0);

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<4> large(const f32<4>& a) {
  auto b = a + a;  // each line doubles the statement
  auto c = b * b;
  auto d = c + c;
  auto e = d * d;
  auto f = e + e;
  auto g = f * f;
  auto h = g + g;
#ifdef MISTAKE
  return h * h;  // the mistake
#else
  f32<4> bound = h;
  return bound * bound;
#endif
}
static_assert(lower<large, f32<4>>.nodes > 0);

// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>
using namespace sinter;

template <int N, class X>
constexpr auto chained(const X& x) {
  if constexpr (N == 0) return x;
  else return chained<N - 1>(x) + 1;
}
constexpr f32<4> large(const f32<4>& a) {
#ifdef MISTAKE
  return chained<256>(a);  // the mistake
#else
  return chained<8>(a);
#endif
}
static_assert(lower<large, f32<4>>.nodes > 0);

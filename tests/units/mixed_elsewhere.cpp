// SPDX-License-Identifier: MIT
#if !defined(SINTER_RUNTIME_ELSEWHERE)
#error "this file is to find the runtime elsewhere"
#endif
#include "mixed.hpp"

namespace mixed {
results elsewhere(const table& x, const f32<37, 37>& w) { return early(2) == 6 ? compute(x, w) : results(); }
table doubled_elsewhere(table x) {
  constexpr auto twice = [](const table& y) { return table(y * 2.0f); };
  return jit<twice>(std::move(x));
}
f32<37, 37> stepped_elsewhere(f32<37, 37> w, const table& x) { return jit<step>(std::move(w), x); }
}  // namespace mixed

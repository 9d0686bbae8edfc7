// SPDX-License-Identifier: MIT
#include <algorithm>

#include "launch_state.hpp"

namespace softcuda {

void conclude(pattern& p, std::uint32_t bytes, bool is_shared) {
  p.is_known = true;
  p.is_halves = true;
  p.between = p.apart[16];
  for (unsigned k = 0; k < 2; ++k) {
    const std::uint64_t* a = p.apart + 16 * k;
    const std::uint64_t step = a[1] - a[0];  // says which of the two the half may be
    p.is_run[k] = step == bytes;
    std::uint64_t differs = step == 0 || step == bytes ? 0 : 1;
    for (unsigned l = 0; l < 16; ++l) differs |= (a[l] - a[0]) ^ l * step;
    p.is_halves &= differs == 0;
  }
  std::int64_t low = 0, high = 0;
  std::uint64_t bits = 0, differs = 0;
  for (unsigned l = 0; l < 32; ++l) {
    low = std::min(low, static_cast<std::int64_t>(p.apart[l]));
    high = std::max(high, static_cast<std::int64_t>(p.apart[l]));
    bits |= p.apart[l];
    differs |= p.apart[l] ^ p.apart[l & 15];
  }
  p.low = static_cast<std::uint64_t>(low);
  p.high = static_cast<std::uint64_t>(high);
  p.is_aligned = (bits & (bytes - 1)) == 0;
  p.is_twofold = differs == 0;
  p.into_line = ~std::uint64_t{0};
  std::uint64_t twice[64], shared = p.is_halves ? 1 : 0;
  for (unsigned l = 0; l < 64; ++l) twice[l] = p.apart[l & 31];
  for (unsigned by = 1; by <= 16 && shared == 0; ++by)
    for (unsigned l = 0; l < 32; ++l) shared |= twice[l] == twice[l + by] ? 1u : 0u;
  p.is_apart = shared == 0;
  p.conflicts = 0;
  const bool is_smooth = p.is_halves && (bytes > 4 || p.is_twofold || p.apart[16] == 16 * std::uint64_t{bytes});
  if (!is_shared || is_smooth) return;
  request q;
  for (unsigned l = 0; l < 32; ++l) q.offset[l] = p.apart[l] - p.low;
  q.mask = 0xFFFFFFFFu;
  q.bytes = bytes;
  p.conflicts = conflicts_of(q);
}

}  // namespace softcuda

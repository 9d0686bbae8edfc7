// SPDX-License-Identifier: MIT
// What a request costs: distinct 32-byte sectors and 128-byte lines in global memory; in shared memory the cycles
// beyond the ideal, with 32 banks of 4 bytes, 8-byte accesses in half warps and 16-byte ones in quarter warps; equal
// words are broadcast.
#include <algorithm>

#include "launch_state.hpp"

namespace softcuda {
namespace {

std::uint64_t distinct(const request& q, unsigned shift) {
  std::uint64_t seen[64];
  unsigned n = 0;
  std::uint64_t last = ~std::uint64_t{0};
  bool is_sorted = true;
  each_lane(q.mask, [&](unsigned l) {
    const std::uint64_t first = q.offset[l] >> shift, end = (q.offset[l] + q.bytes - 1) >> shift;
    for (std::uint64_t k = first; k <= end && n < 64; ++k) {
      if (k == last) continue;
      is_sorted &= last == ~std::uint64_t{0} || k > last;
      last = seen[n++] = k;
    }
  });
  if (is_sorted) return n;
  std::sort(seen, seen + n);
  return static_cast<std::uint64_t>(std::unique(seen, seen + n) - seen);
}

std::uint64_t conflicts(const request& q) {
  if (q.bytes <= 4) {  // 32 neighbouring words lie in 32 banks
    std::uint64_t low = q.offset[q.first] / 4, high = low;
    for (unsigned l = 0; l < 32; ++l) {  // lanes that are off repeat the first
      const std::uint64_t word = q.offset[l] / 4;
      low = word < low ? word : low;
      high = word > high ? word : high;
    }
    if (high - low < 32) return 0;
  }
  const unsigned words = std::max(q.bytes / 4, 1u), lanes_at_once = 32 / words;
  std::uint64_t extra = 0;
  for (unsigned begin = 0; begin < 32; begin += lanes_at_once) {
    std::uint64_t held[32][32];
    unsigned n[32] = {};
    unsigned deepest = 0;
    for (unsigned l = begin; l < begin + lanes_at_once; ++l) {
      if ((q.mask >> l & 1) == 0) continue;
      for (unsigned k = 0; k < words; ++k) {
        const std::uint64_t word = q.offset[l] / 4 + k;
        const unsigned bank = static_cast<unsigned>(word % 32);
        if (std::find(held[bank], held[bank] + n[bank], word) != held[bank] + n[bank]) continue;
        held[bank][n[bank]++] = word;
        deepest = std::max(deepest, n[bank]);
      }
    }
    if (deepest > 1) extra += deepest - 1;
  }
  return extra;
}

}  // namespace

void count_request(machine& m, const region& r, const request& q) {
  counters& c = *m.counted;
  if (r.is_shared) {
    ++c.shared_accesses;
    if (!q.is_contiguous && !q.is_uniform) c.bank_conflicts += conflicts(q);
    return;
  }
  const std::uint64_t bytes = static_cast<std::uint64_t>(q.count) * q.bytes;
  c.global_requested_bytes += bytes;
  if (q.how != use::write) c.global_read_bytes += bytes;
  if (q.how != use::read) c.global_written_bytes += bytes;
  if (q.is_contiguous || q.is_uniform) {
    const std::uint64_t start = q.offset[q.first], last = start + (q.is_contiguous ? bytes : q.bytes) - 1;
    c.global_sectors += (last >> 5) - (start >> 5) + 1;
    c.global_lines += (last >> 7) - (start >> 7) + 1;
  } else {
    c.global_sectors += distinct(q, 5);
    c.global_lines += distinct(q, 7);
  }
}

}  // namespace softcuda

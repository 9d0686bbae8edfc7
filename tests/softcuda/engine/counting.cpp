// SPDX-License-Identifier: MIT
// What a request costs: distinct 32-byte sectors and 128-byte lines in global memory; in shared memory the cycles
// beyond the ideal, with 32 banks of 4 bytes, 8-byte accesses in half warps and 16-byte ones in quarter warps; equal
// words are broadcast.
#include <algorithm>
#include <bit>
#include <vector>

#include "launch_state.hpp"

namespace softcuda {
namespace {

// How many pieces of 1 << shift bytes the lanes touch; lanes that are off repeat the first.
std::uint64_t distinct(const request& q, unsigned shift) {
  std::uint64_t piece[33], bits = 0;
  for (unsigned l = 0; l < 32; ++l) bits |= q.offset[l];
  if ((bits & (q.bytes - 1)) != 0) {  // misaligned, which ends the launch: an access may lie in two pieces
    std::vector<std::uint64_t> all;
    each_lane(q.mask, [&](unsigned l) {
      for (std::uint64_t k = q.offset[l] >> shift; k <= (q.offset[l] + q.bytes - 1) >> shift; ++k) all.push_back(k);
    });
    std::sort(all.begin(), all.end());
    return static_cast<std::uint64_t>(std::unique(all.begin(), all.end()) - all.begin());
  }
  for (unsigned l = 0; l < 32; ++l) piece[l] = q.offset[l] >> shift;
  piece[32] = piece[31];
  std::uint64_t falls = 0, steps = 0;
  for (unsigned l = 0; l < 32; ++l) {
    falls |= piece[l + 1] < piece[l] ? 1u : 0u;
    steps += piece[l + 1] != piece[l] ? 1u : 0u;
  }
  if (falls == 0) return steps + 1;
  std::uint64_t n = 0;
  for (unsigned k = 0; k < 32; ++k) {  // the first of its kind?
    std::uint64_t seen = 0;
    for (unsigned l = 0; l < 32; ++l) seen |= (piece[l] == piece[k] ? 1u : 0u) & (l < k ? 1u : 0u);
    n += seen ^ 1;
  }
  return n;
}

void count_bytes(counters& c, const request& q) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(q.count) * q.bytes;
  c.global_requested_bytes += bytes;
  if (q.how != use::write) c.global_read_bytes += bytes;
  if (q.how != use::read) c.global_written_bytes += bytes;
}

}  // namespace

std::uint64_t conflicts_of(const request& q) {
  if (q.bytes <= 4) {  // 32 neighbouring words lie in 32 banks
    std::uint64_t low = q.offset[q.first] / 4, high = low;
    for (unsigned l = 0; l < 32; ++l) {  // lanes that are off repeat the first
      const std::uint64_t word = q.offset[l] / 4;
      low = word < low ? word : low;
      high = word > high ? word : high;
    }
    if (high - low < 32) return 0;
    std::uint32_t banks = 0;
    for (unsigned l = 0; l < 32; ++l) banks |= 1u << (q.offset[l] / 4 & 31);
    if (banks == 0xFFFFFFFFu) return 0;
  }
  // Of wide accesses so many lanes go at once that their pieces fill the banks, each piece its own few of them.
  const unsigned words = std::max(q.bytes / 4, 1u), lanes_at_once = 32 / words;
  const std::uint64_t all_banks = (std::uint64_t{1} << lanes_at_once) - 1;
  const int shift = std::countr_zero(words * 4);
  std::uint64_t extra = 0;
  for (unsigned begin = 0; begin < 32; begin += lanes_at_once) {
    std::uint64_t banks = 0;
    for (unsigned l = begin; l < begin + lanes_at_once; ++l)
      banks |= std::uint64_t{1} << (q.offset[l] >> shift & (lanes_at_once - 1));
    if (banks == all_banks) continue;
    unsigned held[32] = {}, deepest = 0;
    for (unsigned l = begin; l < begin + lanes_at_once; ++l) {
      if ((q.mask >> l & 1) == 0) continue;
      const std::uint64_t piece = q.offset[l] >> shift;
      bool is_first = true;
      for (unsigned k = begin; k < l; ++k) is_first &= (q.mask >> k & 1) == 0 || q.offset[k] >> shift != piece;
      if (is_first) deepest = std::max(deepest, ++held[piece & (lanes_at_once - 1)]);
    }
    if (deepest > 1) extra += deepest - 1;
  }
  return extra;
}

void count_request(machine& m, const region& r, const request& q) {
  counters& c = *m.counted;
  if (r.is_shared) {
    ++c.shared_accesses;
    if (!q.is_contiguous && !q.is_uniform) c.bank_conflicts += conflicts_of(q);
    return;
  }
  count_bytes(c, q);
  if (q.is_contiguous || q.is_uniform) {
    const std::uint64_t start = q.offset[q.first],
                        last = start + (q.is_contiguous ? std::uint64_t{q.count} * q.bytes : q.bytes) - 1;
    c.global_sectors += (last >> 5) - (start >> 5) + 1;
    c.global_lines += (last >> 7) - (start >> 7) + 1;
  } else {
    c.global_sectors += distinct(q, 5);
    c.global_lines += distinct(q, 7);
  }
}

void count_scattered(machine& m, const region& r, const request& q, pattern& p) {
  counters& c = *m.counted;
  if (r.is_shared) {
    ++c.shared_accesses;
    c.bank_conflicts += p.conflicts;
    return;
  }
  count_bytes(c, q);
  if (p.into_line != q.offset[0] % line_bytes) {
    p.into_line = q.offset[0] % line_bytes;
    p.sectors = distinct(q, 5);
    p.lines = distinct(q, 7);
  }
  c.global_sectors += p.sectors;
  c.global_lines += p.lines;
}

}  // namespace softcuda

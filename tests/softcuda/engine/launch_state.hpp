// SPDX-License-Identifier: MIT
// What lives as long as a launch: segments (who made an access, and when), releases and acquires between blocks, seeds.
#pragma once
#include <vector>

#include "device_memory.hpp"
#include "machine.hpp"

namespace softcuda {

// A fence starts a new phase of its block; the next atomic releases all phases before; an atomic of another block
// acquires.
struct release_log {
  std::uint32_t phase = 0;
  std::uint64_t acquired = 0;
  std::vector<std::uint64_t> released_at;
};

struct launch_state {
  const launch* what = nullptr;
  const program* code = nullptr;
  memory::state* global = nullptr;
  options chosen;
  counters* counted = nullptr;
  bool watches = true;  // tokens are kept: for races, or to count distinct bytes
  std::uint32_t first_segment = 1;
  std::vector<segment_info> segments;
  std::vector<release_log> releases;
  std::uint64_t clock = 0, progress = 0, random = 0;
  pattern* patterns = nullptr;       // pattern_sets times those of the program
  std::uint64_t stretches = 0;       // runs of instructions so far, those of earlier launches with these patterns too
  std::vector<std::int64_t> visits;  // of instructions in stretches: how many more than of the one before

  /// Into the counters by class.
  void count_visits();

  std::uint64_t next_random() {  // splitmix64
    std::uint64_t z = (random += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  void begin_segment(block&, warp&);
  void begin_epoch(block&);
  bool is_ordered(std::uint32_t token, std::uint32_t segment, unsigned lane) const;
  /// What an atomic is noted as: after a fence it is the end of that release, so it stands in the phase before.
  std::uint32_t segment_of_atomics(block&, warp&);
  void fence(block&, warp&);
  void release_and_acquire(block&);
};

enum class use : std::uint8_t { read, write, atomic };
struct request {
  std::uint64_t offset[32];  // into the region
  std::uint32_t mask = 0, bytes = 0;
  use how = use::read;
  bool is_read_only = false, is_strong = false;
  // found by check: lanes [first, first + count) follow one another, or all have one address
  bool is_contiguous = false, is_uniform = false;
  bool is_apart = false, is_twofold = false;  // as the pattern says
  unsigned first = 0, count = 0;
};

// From where to where a request's offsets reach, and the bits that some have.
struct extent {
  std::uint64_t low, high, all_bits;
};

/// Checks bounds, alignment, initialisation and races of one warp's request, and counts it. Throws failure.
void check(machine&, const instruction&, region&, request&);
/// So where the shape of the request is known and it is counted.
void check_known(machine&, region&, const request&, const extent&);
// A full warp whose halves each follow one another from `start`, or share the address `start`.
struct halves {
  std::uint64_t start[2];
  bool is_run[2];
  bool is_whole_run() const { return is_run[0] && is_run[1] && is_next; }
  bool is_same() const { return start[0] == start[1] && is_run[0] == is_run[1]; }
  bool is_next;  // the second half begins where the first one ends
};
/// check for such a request, of 4, 8 or 16 bytes a lane; false: nothing is said, let check look closer. Counts nothing.
bool check_halves(machine&, region&, const halves&, std::uint32_t bytes, use how, bool is_read_only);
void count_halves(machine&, const region&, const halves&, std::uint32_t bytes, use how, std::uint64_t conflicts);
/// The race part alone, for one lane's bytes.
void note(machine&, region&, std::uint64_t offset, std::uint32_t bytes, unsigned lane, use how, bool is_read_only);
/// Gives the four bytes of a granule tokens of their own.
void split(region&, std::uint64_t granule);
/// Gives the granules of a line tokens of their own.
void open_line(region&, std::uint64_t line);
/// So for all lines that `bytes` from `offset` lie in.
inline void open_lines(region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (r.lines == nullptr) return;
  for (std::uint64_t k = offset / line_bytes; k <= (offset + bytes - 1) / line_bytes; ++k)
    if (r.lines[k].stamp != (r.first_token | 1)) open_line(r, k);
}
/// What lies there has changed: rows of shared memory are no longer settled.
inline void unsettle(region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (r.settled == nullptr) return;
  for (std::uint64_t k = offset / row_bytes; k <= (offset + bytes - 1) / row_bytes; ++k) r.settled[k] = 0;
}
/// Would a read of all granules there change and find nothing? `first`: of the epoch.
bool settles(region&, std::uint64_t row, std::uint32_t first);
inline bool is_settled(region& r, std::uint64_t offset, std::uint64_t bytes, std::uint32_t first) {
  for (std::uint64_t k = offset / row_bytes; k <= (offset + bytes - 1) / row_bytes; ++k)
    if (r.settled[k] != first && !settles(r, k, first)) return false;
  return true;
}
/// Sectors, lines and bytes, or bank conflicts.
void count_request(machine&, const region&, const request&);
/// So for a full warp whose offsets lie anywhere, in a pattern.
void count_scattered(machine&, const region&, const request&, pattern&);
/// Cycles beyond the ideal of a request to shared memory; lanes that are off repeat the first.
std::uint64_t conflicts_of(const request&);

}  // namespace softcuda

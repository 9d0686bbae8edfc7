// SPDX-License-Identifier: MIT
// The inside of softcuda::memory: one reserved range of host addresses for the bytes, others for their shadow; a map of
// blocks.
#pragma once
#include <deque>
#include <map>
#include <vector>

#include "../engine.hpp"
#include "shadow.hpp"

namespace softcuda {

struct segment_info {
  std::uint32_t block, warp, epoch, warp_epoch, phase;
};
struct memory_block {
  std::uint64_t bytes = 0, extent = 0;
  bool is_live = false;
};

struct memory::state {
  region all;
  std::uint64_t capacity = 0, used = 0, peak = 0, live = 0, next = 0;
  mutable std::uint64_t unwritten_reads = 0;
  std::map<std::uint64_t, memory_block> blocks;  // by address; quarantined ones too
  std::deque<std::uint64_t> quarantine;
  std::uint64_t quarantined = 0;
  std::multimap<std::uint64_t, std::uint64_t> reusable;  // extent -> address
  std::uint32_t next_segment = 1, generation = 0;        // a new generation begins when all tokens are forgotten
  std::vector<segment_info> segments;                    // of the last launch: only its capacity is of use
  std::vector<std::pair<void*, std::uint64_t>> mapped;

  void shade(std::uint64_t address, std::uint64_t bytes, bool is_live, bool is_written);
  /// The block at or before the address, or null.
  const memory_block* block_at(std::uint64_t address, std::uint64_t& first) const;
  void forget_tokens();
};

}  // namespace softcuda

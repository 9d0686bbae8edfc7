// SPDX-License-Identifier: MIT
// Warps and blocks: who runs, who waits, when a barrier opens.
#pragma once
#include "launch_state.hpp"

namespace softcuda {

enum class barrier_kind : std::uint16_t { sync, arrive, count, all, any };
enum class outcome : std::uint8_t { finished, waits, pauses };

/// Runs a warp until its lanes have exited or all wait, or `quantum` instructions are over.
outcome run_warp(machine&, warp&, std::uint64_t quantum);
/// Runs a block's warps in turn until the block is done or `quantum` is over (waits: it slept). Throws failure on a
/// deadlock.
outcome run_block(launch_state&, block&, std::uint64_t quantum);
void start_block(launch_state&, block&, std::uint32_t linear);
/// Lets a group of lanes wait at a barrier.
void arrive(machine&, const instruction&);
/// Opens the barriers that are complete. True: some did.
bool open_barriers(launch_state&, block&);
/// "thread (…) waits at line …" for the warps of a block.
std::string positions_of(const launch_state&, const block&);

}  // namespace softcuda

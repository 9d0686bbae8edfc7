// SPDX-License-Identifier: MIT
// What decoded code is and what executes it: instructions with register slots, warps, blocks, the state of a launch.
// A register of 32 lanes is an array in its warp's register file; a predicate is one 32-bit mask there.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../engine.hpp"
#include "pattern.hpp"
#include "shadow.hpp"

namespace softcuda {

struct machine;
struct instruction;
using handler = void (*)(machine&, const instruction&);

enum class flow : std::uint8_t { plain, branch, exit, barrier, together, yield };
inline constexpr std::uint32_t nothing = 0xFFFFFFFFu;

struct instruction {
  handler run = nullptr;
  std::uint32_t d = nothing, a = nothing, b = nothing, c = nothing, e = nothing;  // slots: offsets in the register file
  std::uint32_t guard = nothing;
  bool is_guard_negated = false;
  softcuda::flow flow = softcuda::flow::plain;
  instruction_class kind = instruction_class::move;
  bool is_helper = false;  // made by the decoder: not counted
  // How many instructions from here on are plain and run for the whole group; how many that count stand before here.
  std::uint32_t stretch = 0, ordinal = 0;
  std::uint8_t width = 0;  // memory: bytes of an element
  std::uint8_t lanes = 1;  // memory: elements of a vector
  std::uint8_t register_width = 0;
  bool is_signed = false, is_read_only = false, is_strong = false, is_wide = false;
  bool keeps_address = false;  // memory: another with the same pattern stands before, and its register has not changed since
  std::uint16_t variant = 0;  // meaning depends on the handler
  std::int64_t immediate = 0;
  std::int32_t target = -1;
  std::int32_t line = 0;
  std::uint32_t list = 0;  // first of the vector operand's slots in program::lists
  std::uint32_t pattern = 0;  // which of a set of patterns is its own
};

enum class special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  lanemask_eq,
  lanemask_lt,
  lanemask_le,
  lanemask_gt,
  lanemask_ge,
  dynamic_smem_size,
  total_smem_size,
  gridid,
  zero
};
struct constant {
  std::uint32_t slot;
  int width;
  std::uint64_t value;
};
struct special_use {
  std::uint32_t slot;
  int width;
  special which;
};

struct block_pool;
struct program {
  kernel_info info;
  std::vector<instruction> code;
  std::vector<std::string> text;  // opcode of each instruction, for reports
  std::vector<std::uint32_t> lists;
  std::vector<constant> constants;
  std::vector<special_use> specials;
  std::uint32_t register_bytes = 0, local_bytes = 0, shared_bytes = 0, patterns = 0;
  mutable std::shared_ptr<block_pool> pool;  // contexts of the last launch, constants and all
};

// Windows of the generic address space; their low 32 bits are zero, so a truncated address is the offset.
inline constexpr std::uint64_t shared_window = 0x00F0'0000'0000'0000, local_window = 0x00F1'0000'0000'0000,
                               param_window = 0x00F2'0000'0000'0000, window_mask = 0xFFFF'FFFF'0000'0000;

struct group {
  std::int32_t pc;
  std::uint32_t mask;
  bool is_blocked;
  bool is_patient = false;  // at an instruction that lanes execute together: it lets the other groups catch up
};

// Bytes that cp.async has read and shared memory does not show before they are waited for.
struct pending_copy {
  std::uint32_t to, bytes, group;
  std::uint8_t lane;
  unsigned char data[16];
};

struct warp {
  std::vector<unsigned char> storage, local, local_written;
  unsigned char* registers = nullptr;
  std::uint32_t index = 0, live = 0, blocked_lanes = 0;
  std::uint32_t segment = 0, epoch = 0;
  std::uint32_t atomic_segment = 0, atomic_segment_of = 0;  // what atomics of `segment` are noted as
  std::vector<group> groups;
  std::uint64_t carry[32] = {};  // CC.CF of each lane
  std::vector<pending_copy> pending;
  std::uint32_t copy_group = 0;  // committed groups so far
};

struct arrival {
  std::uint32_t warp, mask;
  std::int32_t pc;
};
struct barrier_state {
  std::uint32_t arrived = 0, expected = 0;
  std::vector<arrival> who;
};

struct block {
  std::uint32_t index[3] = {}, linear = 0;
  std::vector<warp> warps;
  std::uint32_t live_threads = 0, epoch = 0, epoch_token = 0;
  region shared;
  std::vector<unsigned char> shared_storage;
  std::vector<barrier_state> barriers;
};
struct block_pool {
  std::vector<std::unique_ptr<block>> blocks;
  std::vector<pattern> patterns;
  std::uint64_t stretches = 0;  // that have run
  std::vector<std::uint32_t> shape;  // of the launch that they were made for
};

struct launch_state;

/// Thrown by a handler when the kernel did something wrong.
struct failure {
  report what;
};

struct machine {
  unsigned char* registers = nullptr;
  std::uint32_t active = 0, mask = 0;  // lanes that execute; lanes of the group, whatever the guard
  std::int32_t pc = 0;
  std::uint64_t stretch = 0;  // which run of instructions this is, among all
  softcuda::warp* warp = nullptr;
  softcuda::block* block = nullptr;
  launch_state* launch = nullptr;
  const softcuda::program* program = nullptr;
  counters* counted = nullptr;

  std::uint32_t& predicate(std::uint32_t slot) { return *reinterpret_cast<aliasing<std::uint32_t>*>(registers + slot); }
  template <class T> aliasing<T>* lanes(std::uint32_t slot) { return reinterpret_cast<aliasing<T>*>(registers + slot); }
  // Stores a result of 32 lanes where the mask says so.
  template <class T> void put(std::uint32_t slot, const T (&result)[32]) {
    using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
    const std::uint32_t on = active;
    const aliasing<bits>* from = reinterpret_cast<const aliasing<bits>*>(&result);  // auto would lose the attribute
    aliasing<bits>* d = lanes<bits>(slot);
    if (on == 0xFFFFFFFFu) {
      for (unsigned l = 0; l < 32; ++l) d[l] = from[l];
    } else {
      for (unsigned l = 0; l < 32; ++l) {  // arithmetic rather than a choice: it vectorises
        const auto keep = static_cast<bits>(0 - static_cast<bits>(on >> l & 1));
        d[l] = static_cast<bits>((from[l] & keep) | (d[l] & static_cast<bits>(~keep)));
      }
    }
  }
  void put_predicate(std::uint32_t slot, std::uint32_t bits) {
    std::uint32_t& p = predicate(slot);
    p = (p & ~active) | (bits & active);
  }
  [[noreturn]] void fail(violation, const std::string& sentence, int lane = -1) const;
};

/// "kernel 'k', line 12 (add.f32), block (1,0,0), thread (3,0,0)"
std::string position_of(const machine&, int lane);

template <class F> void each_lane(std::uint32_t mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(__builtin_ctz(mask)));
}

}  // namespace softcuda

// SPDX-License-Identifier: MIT
// The engine of the software CUDA driver: parses PTX, executes it warp by warp, checks what it does and counts what it costs.
// It knows nothing of the driver API, which api/ builds on it.
#pragma once
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace softcuda {

// PTX that cannot be parsed or holds an instruction the engine does not know; what() names line and instruction.
struct ptx_error;

struct kernel_parameter {
  std::uint32_t offset = 0, size = 0;  // bytes, in the parameter block
};
struct kernel_info {
  std::string name;
  std::vector<kernel_parameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t shared_bytes = 0;  // static shared memory
  std::uint32_t local_bytes = 0;   // a thread
  std::uint32_t max_threads = 0;   // .maxntid, 0: none
};

// Global memory of one device. Blocks lie in a simulated 64-bit address range of their own, between red zones; fresh bytes
// are 0xFF and marked unwritten; freed blocks stay in quarantine for a while, so that a use after free is recognised.
class memory {
 public:
  memory(std::uint64_t first_address, std::uint64_t capacity);
  ~memory();
  std::uint64_t allocate(std::uint64_t bytes, bool is_initialised = false);  // 256-byte aligned; 0 when the capacity is exhausted
  bool release(std::uint64_t address);                                        // false: no such live block
  // Host access with bounds checks: false where [address, address + bytes) is not inside one live block. A read of bytes
  // never written succeeds and counts in `unwritten_reads`.
  bool write(std::uint64_t address, const void* from, std::uint64_t bytes);
  bool read(std::uint64_t address, void* to, std::uint64_t bytes) const;
  bool fill(std::uint64_t address, std::uint32_t value, int width, std::uint64_t count);  // memset: width 1, 2 or 4 bytes
  bool copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);                   // keeps what is unwritten so
  std::uint64_t used() const, peak() const, capacity() const;
  std::uint64_t live_blocks() const;
  struct state;
  state& inside() { return *state_; }

 private:
  std::unique_ptr<state> state_;
};

// What a kernel did wrong. `text` is a whole sentence: the kernel, the PTX line, block and thread, address, and for races both
// accesses.
enum class violation : std::uint8_t {
  none, out_of_bounds, misaligned, use_after_free, uninitialised_read, shared_race, global_race, read_only_written,
  divergent_barrier, wrong_sync_mask, deadlock, missing_wait, trap, too_many_resources
};
struct report {
  violation what = violation::none;
  std::string text;
};

enum class instruction_class : std::uint8_t { f32, f64, half, integer, conversion, predicate, move, global, shared, local,
                                              parameter, warp, barrier, atomic, special, tensor, control, count };

// Per launch. "Requested" counts the bytes of active lanes; sectors are distinct 32-byte sectors per warp request.
struct counters {
  std::array<std::uint64_t, static_cast<int>(instruction_class::count)> instructions{};  // warp instructions
  std::uint64_t warp_instructions = 0, divergent_branches = 0;
  std::uint64_t global_requested_bytes = 0, global_read_bytes = 0, global_written_bytes = 0;
  std::uint64_t global_sectors = 0, global_lines = 0;                    // 32-byte sectors, 128-byte lines
  std::uint64_t distinct_read_bytes = 0, distinct_written_bytes = 0;     // bytes touched at least once
  std::uint64_t shared_accesses = 0, bank_conflicts = 0;                 // conflicts: extra cycles over the ideal
  std::uint64_t local_bytes = 0, atomics = 0, barriers = 0;
};

struct options {
  bool shuffles = false;     // order of blocks and warps by the seed
  bool jitters = false;      // approximate instructions are off as far as PTX allows, by the seed
  std::uint64_t seed = 0;
  bool checks_races = true, counts = true;
  std::uint32_t multiprocessors = 8;
};

class module {
 public:
  // Parses and decodes; allocates the module's .global variables in `where`. Throws ptx_error.
  module(std::string_view ptx, memory& where);
  ~module();
  int count() const;
  const kernel_info& kernel(int i) const;
  int find(std::string_view name) const;  // -1: none
  bool global(std::string_view name, std::uint64_t& address, std::uint64_t& bytes) const;
  int version() const;                    // .version 9.0 -> 90
  std::string target() const;             // sm_90
  struct state;
  const state& inside() const { return *state_; }

 private:
  std::unique_ptr<state> state_;
};

struct launch {
  const module* code = nullptr;
  int kernel = 0;
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<unsigned char> parameters;  // the parameter block
};

// Runs a launch to its end. After a violation memory holds what was written so far. Adds to `counted`.
report run(const launch&, memory&, const options&, counters& counted);

struct ptx_error : std::exception {
  explicit ptx_error(std::string sentence) : text(std::move(sentence)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};

}  // namespace softcuda

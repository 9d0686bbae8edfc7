// SPDX-License-Identifier: MIT
// The border between writing kernels and running them: what the emitter makes of one launch of a plan, and what it must
// know to make it. Nothing here touches a driver.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "../plan/plan.hpp"

namespace sinter::core::cuda {

// What launch shapes depend on.
struct device_description {
  int major = 9, minor = 0;  // compute capability
  int multiprocessors = 132;
  int threads_per_multiprocessor = 2048;
  int registers_per_multiprocessor = 65536;
  int shared_per_multiprocessor = 228 * 1024;
  int shared_per_block = 48 * 1024;         // without opting in
  int shared_per_block_optin = 227 * 1024;
  bool operator==(const device_description&) const = default;
};
inline constexpr device_description a100{8, 0, 108, 2048, 65536, 164 * 1024, 48 * 1024, 163 * 1024};
inline constexpr device_description h100{};
inline constexpr device_description small_card{7, 5, 14, 1024, 65536, 64 * 1024, 48 * 1024, 64 * 1024};

// What a launch's text may assume about one call beyond the static extents: the classes by which `dyn` extents and pointers
// specialise. Equal classes, equal text.
struct specialisation {
  std::vector<std::uint8_t> classes;  // opaque to whoever runs kernels; the emitter's own order
  bool checks_nans = false;           // instrumented: see emitted_launch::nan_instructions
  int budget = 0;                     // after a spill: 1: all registers; then smaller tiles and fewer values a thread, step by step
  bool operator==(const specialisation&) const = default;
};

struct kernel_argument {
  enum class kind : std::uint8_t {
    buffer,   // pointer to the elements of graph node `number`
    extent,   // `number`, an extent code, evaluated with the call's symbols, as a 64-bit integer
    scratch,  // pointer to `scratch_bytes` of the launch geometry
    ticket,   // pointer to `tickets` 32-bit counters: zero before the launch, and again zero after it
    report    // pointer to the 64-bit NaN report (specialisation::checks_nans)
  } what = kind::buffer;
  std::int64_t number = 0;
};

struct emitted_launch {
  std::string name;       // of the __global__ function; a valid identifier, made from kind, members and a hash of the text
  std::string text;       // complete CUDA C++ of the kernel and the device functions it needs, without #include; device
                          // functions shared between launches are guarded by #ifndef, so that texts may be concatenated
  std::vector<kernel_argument> arguments;  // each 8 bytes, in the order of the kernel's parameters
  bool prints = false;    // debug_print: `text` copies the operand densely to the scratch buffer, which the host prints
  // Report values: (place + 1) << 40 | index, the minimum over all threads; nothing found leaves it as it was (all ones). At
  // `place` of this list stands kernel << 16 | instruction: which kernel of the launch, and which instruction of its program.
  std::vector<int> nan_instructions;
};

struct geometry {
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint32_t shared_bytes = 0;   // dynamic
  std::uint64_t scratch_bytes = 0;
  std::uint32_t tickets = 0;
  bool is_empty = false;            // nothing to do: do not launch
};

// The class of a call. `alignments[node]`: the largest power of two up to 16 that divides the address of the node's buffer.
specialisation specialise(const graph_view&, const plan_view&, int launch, const std::int64_t* symbols,
                          const std::uint8_t* alignments, const device_description&);
emitted_launch emit(const graph_view&, const plan_view&, int launch, const specialisation&, const device_description&);
// How the emitted launch is started for these extents. A kernel whose results are all arguments (a root that is a parameter)
// writes nothing: whoever calls shares or copies the argument.
geometry measure(const graph_view&, const plan_view&, int launch, const specialisation&, const device_description&,
                 const std::int64_t* symbols);

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// What happened on the way to the GPU and on it, counted for the whole process: for tests, demos and SINTER_EXPLAIN.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdio>

namespace sinter::core::cuda {

// One list: a counter's name, and what is printed for it.
#define SINTER_CUDA_COUNTERS(COUNTER)                                       \
  COUNTER(traces, "functions traced and planned")                           \
  COUNTER(compiles, "programs compiled by NVRTC")                           \
  COUNTER(memory_hits, "programs found in memory")                          \
  COUNTER(disk_hits, "programs found on disk")                              \
  COUNTER(disk_writes, "programs written to disk")                          \
  COUNTER(disk_refusals, "cache files refused")                             \
  COUNTER(module_loads, "programs loaded by the driver")                    \
  COUNTER(launches, "kernels launched")                                     \
  COUNTER(graph_launches, "graphs of kernels launched")                     \
  COUNTER(bytes_to_device, "bytes copied to a device")                      \
  COUNTER(bytes_to_host, "bytes copied to the host")                        \
  COUNTER(bytes_between_devices, "bytes copied from one device to another") \
  COUNTER(allocations, "device allocations")                                \
  COUNTER(allocated_bytes, "bytes allocated on devices")                    \
  COUNTER(frees, "device allocations freed")                                \
  COUNTER(synchronisations, "waits for a device")

// The values at one moment.
struct counts {
#define SINTER_CUDA_COUNTER(name, meaning) std::uint64_t name = 0;
  SINTER_CUDA_COUNTERS(SINTER_CUDA_COUNTER)
#undef SINTER_CUDA_COUNTER

  // What happened since `earlier`.
  counts operator-(const counts& earlier) const {
    counts difference;
#define SINTER_CUDA_COUNTER(name, meaning) difference.name = name - earlier.name;
    SINTER_CUDA_COUNTERS(SINTER_CUDA_COUNTER)
#undef SINTER_CUDA_COUNTER
    return difference;
  }
  bool operator==(const counts&) const = default;
};

// Adding costs one relaxed atomic instruction; a snapshot is not taken at one instant while other threads work.
class counters {
 public:
#define SINTER_CUDA_COUNTER(name, meaning) std::atomic<std::uint64_t> name{0};
  SINTER_CUDA_COUNTERS(SINTER_CUDA_COUNTER)
#undef SINTER_CUDA_COUNTER

  counts snapshot() const {
    counts now;
#define SINTER_CUDA_COUNTER(name, meaning) now.name = name.load(std::memory_order_relaxed);
    SINTER_CUDA_COUNTERS(SINTER_CUDA_COUNTER)
#undef SINTER_CUDA_COUNTER
    return now;
  }

  static counters& instance() {
    static counters of_process;
    return of_process;
  }
};

inline void count(std::atomic<std::uint64_t>& counter, std::uint64_t amount = 1) {
  counter.fetch_add(amount, std::memory_order_relaxed);
}

// One line for each counter that is not zero.
inline void print(const counts& values, std::FILE* file = stdout) {
  const auto line = [file](const char* meaning, std::uint64_t value) {
    if (value) std::fprintf(file, "%14llu  %s\n", static_cast<unsigned long long>(value), meaning);
  };
#define SINTER_CUDA_COUNTER(name, meaning) line(meaning, values.name);
  SINTER_CUDA_COUNTERS(SINTER_CUDA_COUNTER)
#undef SINTER_CUDA_COUNTER
}
#undef SINTER_CUDA_COUNTERS

}  // namespace sinter::core::cuda

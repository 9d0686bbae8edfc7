// SPDX-License-Identifier: MIT
// The border between compiling and running: CUDA C++ text in, machine code and PTX out, through NVRTC and the cache.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinter::core::cuda {

// What ptxas says of one kernel.
struct kernel_resources {
  std::string name;
  int registers = 0, shared_bytes = 0, stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0, barriers = 0;
};

struct compiled {
  std::string architecture{};  // sm_90, sm_90a, or compute_120: PTX only
  std::string ptx{}, cubin{}, log{};
  std::vector<kernel_resources> resources{};  // empty where there is no cubin
};

struct compile_request {
  std::string source{};
  std::string architecture{};          // as above; already clamped to what NVRTC supports
  std::vector<std::string> options{};  // in order, beyond the usual ones (compile/translate.hpp lists those)
  std::string title{};                 // for logs and progress: which plan, which kernels
};

enum class found_in : unsigned char { memory, disk, compiler };

struct compile_result {
  std::shared_ptr<const compiled> code;
  found_in from = found_in::compiler;
  double seconds = 0;
};

// Whether NVRTC was found; if not, `why` says where it was looked for.
inline bool has_compiler(std::string* why = nullptr);
// NVRTC's major * 1000 + minor * 10, e.g. 13000; and the architectures it makes, ascending: 75, 80, ...
inline int compiler_version();
inline const std::vector<int>& compiler_architectures();
// The architecture to ask for on a device of that capability: sm_XY where NVRTC knows it, else compute_ of the highest
// below.
inline std::string architecture_for(int major, int minor);

// From memory, disk or NVRTC, in this order. Of several threads that want the same, one compiles. Throws
// sinter::compile_error with NVRTC's log and the source.
inline compile_result compile(const compile_request&);
// The same for several programs, in parallel on a bounded number of threads; long ones show progress on stderr.
inline std::vector<compile_result> compile(const std::vector<compile_request>&);
// What memory or disk have, without compiling: for where compiling must not happen.
inline std::optional<compile_result> look_up(const compile_request&);
// After a driver refused a cached cubin: forgets the entry in memory and on disk, so that the next compile is fresh.
inline void forget(const compile_request&);

}  // namespace sinter::core::cuda

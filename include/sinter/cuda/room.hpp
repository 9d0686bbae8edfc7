// SPDX-License-Identifier: MIT
// The whole room, and what its border promises. SINTER_CUDA_DEFINED: how these definitions are linked.
#pragma once
#include "border.hpp"
#include "devices.hpp"
#include "inspect.hpp"

#ifndef SINTER_CUDA_DEFINED
#define SINTER_CUDA_DEFINED inline
#endif

namespace sinter::core::cuda {

SINTER_CUDA_DEFINED device_runner& device_runner_of(int number) { return runner_of(number); }
SINTER_CUDA_DEFINED bool finds_compiler(std::string& why) { return has_compiler(&why); }
SINTER_CUDA_DEFINED void print_counters(std::FILE* file) { print(counters::instance().snapshot(), file); }
SINTER_CUDA_DEFINED std::string source_for(const program_view& of, const std::int64_t* symbols, int architecture) {
  return source_of(of, symbols, device_of(architecture));
}
SINTER_CUDA_DEFINED compiled code_for(const program_view& of, const std::int64_t* symbols, int architecture) {
  return code_of(of, symbols, architecture);
}

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// What the rest of the library asks of this room, in plain functions. A program may compile the room once, in the one
// translation unit that includes unit.hpp, and define SINTER_CUDA_ELSEWHERE in all: the others see these declarations only.
#pragma once
#include <cstdio>

#include "../plan/device_runner.hpp"
#include "compiled.hpp"

#if defined(SINTER_CUDA_ELSEWHERE)
#define SINTER_CUDA_BORDER
#else
#define SINTER_CUDA_BORDER inline
#endif

namespace sinter::core::cuda {

// The GPU of that number. Throws device_error with a sentence that says what is missing.
SINTER_CUDA_BORDER device_runner& device_runner_of(int number);
// Whether kernels can be compiled; if not, `why` says where NVRTC was looked for.
SINTER_CUDA_BORDER bool finds_compiler(std::string& why);
SINTER_CUDA_BORDER void print_counters(std::FILE*);
// A program's kernels in CUDA C++, and compiled, for a typical device of an architecture: 75, 80, 90, ... Throws compile_error,
// and device_error where NVRTC is missing.
SINTER_CUDA_BORDER std::string source_for(const program_view&, const std::int64_t* symbols, int architecture);
SINTER_CUDA_BORDER compiled code_for(const program_view&, const std::int64_t* symbols, int architecture);

}  // namespace sinter::core::cuda

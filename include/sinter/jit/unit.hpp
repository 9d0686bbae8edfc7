// SPDX-License-Identifier: MIT
// For the one translation unit of a program that holds the runtime, where all are compiled with SINTER_RUNTIME_ELSEWHERE: the
// others then compile their own kernels and nothing else. It comes first in its file, and all files need the same flags. A
// second such unit, in a library say, does no harm: the linker takes one.
#pragma once
#if !defined(SINTER_RUNTIME_ELSEWHERE)
#error "sinter: jit/unit.hpp is for programs compiled with -DSINTER_RUNTIME_ELSEWHERE; link sinter::runtime in CMake"
#endif
#if defined(SINTER_RUNTIME)
#error "sinter: jit/unit.hpp must be the first of sinter's headers in its file"
#endif
#define SINTER_RUNTIME_UNIT
#include "../cpu/drivers.hpp"
#include "run.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

template void contract_as<std::uint8_t>(const matrix_job&);
template void contract_as<std::int32_t>(const matrix_job&);
template void contract_as<std::uint32_t>(const matrix_job&);
template void contract_as<std::int64_t>(const matrix_job&);
template void contract_as<float>(const matrix_job&);
template void contract_as<double>(const matrix_job&);
template void contract_as<float16>(const matrix_job&);
template void contract_as<bfloat16>(const matrix_job&);

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

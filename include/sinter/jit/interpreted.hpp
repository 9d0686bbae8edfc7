// SPDX-License-Identifier: MIT
// The two ways of running a program known to the compiler: native kernels, and the interpreter with only the loops that the
// program uses. Transformations called outside jit are interpreted, and statements where SINTER_EAGER asks for it.
#pragma once
#include "../cpu/interpret.hpp"
#include "../cpu/native.hpp"
#include "call.hpp"
#include "program.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// What devices keep for a program.
template <class Program>
inline constinit prepared_slot prepared_of{};

template <class Program>
inline const executable interpreted_executable{Program::graph.view(), Program::plan.view(), interpreted_codes<Program>(),
                                               parameter_nodes_of<Program>.at, interpreted_codes<Program>(),
                                               &prepared_of<Program>};

template <class Program>
inline const executable native_executable{Program::graph.view(), Program::plan.view(), native_codes<Program>(),
                                          parameter_nodes_of<Program>.at, interpreted_codes<Program>(),
                                          &prepared_of<Program>};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

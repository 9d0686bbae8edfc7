// SPDX-License-Identifier: MIT
// The two ways of running a program known to the compiler: native kernels, and the interpreter with only the loops that the
// program uses. Transformations called outside jit are interpreted, and statements where SINTER_EAGER asks for it.
#pragma once
#include "../cpu/interpret.hpp"
#include "../cpu/native.hpp"
#include "call.hpp"
#include "program.hpp"
#if SINTER_HAS_RUNTIME
#include "run.hpp"
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// A value as the compiler spells it: "constexpr const char* spelling_of() [with auto F = predict]".
template <auto F>
constexpr const char* spelling_of() { return __PRETTY_FUNCTION__; }
// What the compiler calls a program's function; null for statements.
template <class Build>
inline constexpr const char* spelling_of_build = nullptr;
template <auto F, class... Args>
inline constexpr const char* spelling_of_build<call_of<F, Args...>> = spelling_of<F>();
template <class Program>
inline constexpr const char* spelling_of_program = nullptr;
template <class Build>
inline constexpr const char* spelling_of_program<program<Build>> = spelling_of_build<Build>;

template <class Program>
constexpr print_function printer_of() {
  constexpr bool prints = [] {
    for (int k = 0; k < Program::plan.count.kernels; ++k)
      if (Program::plan.kernels.items[k].what == kernel_kind::print) return true;
    return false;
  }();
  if constexpr (prints) return &print_traced;
  else return nullptr;
}

// What devices keep for a program.
template <class Program>
inline constinit prepared_slot prepared_of{};

// Constants: a statement in the initialiser of a global finds them whole.
template <class Program>
inline constinit const executable interpreted_executable{Program::graph.view(), Program::plan.view(), interpreted_codes<Program>(),
                                               parameter_nodes_of<Program>.at, interpreted_codes<Program>(),
                                               &prepared_of<Program>, spelling_of_program<Program>, printer_of<Program>()};

template <class Program>
inline constinit const executable native_executable{Program::graph.view(), Program::plan.view(), native_codes<Program>(),
                                          parameter_nodes_of<Program>.at, interpreted_codes<Program>(),
                                          &prepared_of<Program>, spelling_of_program<Program>, printer_of<Program>()};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

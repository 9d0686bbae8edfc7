// SPDX-License-Identifier: MIT
// The driver of each kind of kernel: plain functions, shared by native kernels and the interpreter.
#pragma once
#include "block.hpp"
#if SINTER_HAS_RUNTIME
#include "contract.hpp"
#include "reduce.hpp"
#include "row.hpp"
#include "scatter.hpp"
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// Runs a kernel, by its number in the plan: over its space; folding axes; row by row, in phases; a matrix product with what
// follows it; adding updates up where indices say; printing what debug_print names.
SINTER_RUNTIME void run_map(const run_context& context, int number);
SINTER_RUNTIME void run_reduce(const run_context& context, int number);
SINTER_RUNTIME void run_rows(const run_context& context, int number);
SINTER_RUNTIME void run_contract(const run_context& context, int number);
SINTER_RUNTIME void run_scatter(const run_context& context, int number);
SINTER_RUNTIME void run_print(const run_context& context, int number);
// The product itself, of elements of type T.
template <class T> void contract_as(const matrix_job& job);

constexpr driver_function driver_of(kernel_kind what) {
  switch (what) {
    case kernel_kind::map:
      return &run_map;
    case kernel_kind::reduce:
      return &run_reduce;
    case kernel_kind::row:
      return &run_rows;
    case kernel_kind::contract:
      return &run_contract;
    case kernel_kind::scatter:
      return &run_scatter;
    default:
      return &run_print;
  }
}
// The same, naming that one alone: what is not named is not compiled.
template <kernel_kind What> constexpr driver_function driver_for() {
  if constexpr (What == kernel_kind::map)
    return &run_map;
  else if constexpr (What == kernel_kind::reduce)
    return &run_reduce;
  else if constexpr (What == kernel_kind::row)
    return &run_rows;
  else if constexpr (What == kernel_kind::contract)
    return &run_contract;
  else if constexpr (What == kernel_kind::scatter)
    return &run_scatter;
  else
    return &run_print;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

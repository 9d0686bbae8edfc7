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
// What each takes while it runs.
SINTER_RUNTIME scratch_bytes room_of_map(const run_context& context, int number);
SINTER_RUNTIME scratch_bytes room_of_reduce(const run_context& context, int number);
SINTER_RUNTIME scratch_bytes room_of_rows(const run_context& context, int number);
SINTER_RUNTIME scratch_bytes room_of_contract(const run_context& context, int number);
SINTER_RUNTIME scratch_bytes room_of_scatter(const run_context& context, int number);
// The product itself, of elements of type T.
template <class T> void contract_as(const matrix_job& job);

// Named alone: what is not named is not compiled.
template <kernel_kind What> constexpr driver driver_for() {
  if constexpr (What == kernel_kind::map)
    return {&run_map, &room_of_map};
  else if constexpr (What == kernel_kind::reduce)
    return {&run_reduce, &room_of_reduce};
  else if constexpr (What == kernel_kind::row)
    return {&run_rows, &room_of_rows};
  else if constexpr (What == kernel_kind::contract)
    return {&run_contract, &room_of_contract};
  else if constexpr (What == kernel_kind::scatter)
    return {&run_scatter, &room_of_scatter};
  else
    return {&run_print, nullptr};
}
constexpr driver driver_of(kernel_kind what) {
  switch (what) {
    case kernel_kind::map:
      return driver_for<kernel_kind::map>();
    case kernel_kind::reduce:
      return driver_for<kernel_kind::reduce>();
    case kernel_kind::row:
      return driver_for<kernel_kind::row>();
    case kernel_kind::contract:
      return driver_for<kernel_kind::contract>();
    case kernel_kind::scatter:
      return driver_for<kernel_kind::scatter>();
    default:
      return driver_for<kernel_kind::print>();
  }
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

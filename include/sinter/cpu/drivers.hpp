// SPDX-License-Identifier: MIT
// The driver of each kind of kernel: plain functions, shared by native kernels and the interpreter.
#pragma once
#include "contract.hpp"
#include "reduce.hpp"
#include "row.hpp"
#include "scatter.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

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

// SPDX-License-Identifier: MIT
// Reductions and rows as text.
#pragma once
#include "reduce/column.hpp"
#include "reduce/group.hpp"

namespace sinter::core::cuda {

inline void write_reduce(kernel_text& text, const decision& d, writer& to) {
  if (d.how == way::column) column_writer(text, d).write(to);
  else group_writer(text, d).write(to);
}

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// The interpreter's memory in a frame.
#pragma once
#include "walk.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t slot_bytes = 4096;  // of a value that only the interpreter sees: so much is done at once

// The interpreter's memory, and where its parts begin: a place for each value and each output first, the
// order of loops, narrow values repeated, slots.
struct workspace {
  std::size_t order, repeated, slots, bytes;
};
inline workspace workspace_of(const kernel& k, const kernel_code& code) {
  const auto line = [](std::size_t bytes) { return (bytes + 63) / 64 * 64; };
  const auto count = static_cast<std::size_t>(k.instructions), outputs = static_cast<std::size_t>(k.outputs);
  workspace of;
  of.order = line((count + outputs) * sizeof(place));
  of.repeated = of.order + line(count * sizeof(std::int16_t));
  of.slots = of.repeated + (k.what == kernel_kind::row ? count * splat_bytes : 0);
  of.bytes = of.slots + static_cast<std::size_t>(code.summary.slots * slot_bytes);
  return of;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

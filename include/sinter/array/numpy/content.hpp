// SPDX-License-Identifier: MIT
// Plain arrays at the border to NumPy: what a file holds, and what is to be written or printed. Row-major,
// native byte order, a bool is one byte that is 0 or 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <sinter/array/dtype.hpp>

namespace sinter::core::numpy {

inline constexpr std::size_t maximum_rank = 8;

// An array that was read: owns its elements.
struct content {
  dtype type{};
  std::vector<std::int64_t> extents;
  std::vector<std::byte> bytes;
};

// An array that is somebody else's, to write or to print. `data` may be null when there are no elements.
struct reference {
  dtype type{};
  std::span<const std::int64_t> extents;
  const void* data = nullptr;
};

// How many elements and bytes an array takes. `fits` is false where the product of the extents (zeros left
// out, as in NumPy) exceeds 63 bits of bytes, or where an extent is negative.
struct volume {
  bool fits = true;
  std::uint64_t elements = 1;
  std::uint64_t bytes = 0;
};
constexpr volume volume_of(dtype type, std::span<const std::int64_t> extents) {
  volume result;
  auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / size_of(type);
  bool is_empty = false;
  for (std::int64_t extent : extents) {
    if (extent < 0) return {false, 0, 0};
    if (extent == 0) {
      is_empty = true;
      continue;
    }
    if (result.elements > limit / static_cast<std::uint64_t>(extent)) return {false, 0, 0};
    result.elements *= static_cast<std::uint64_t>(extent);
  }
  if (is_empty) result.elements = 0;
  result.bytes = result.elements * size_of(type);
  return result;
}

}  // namespace sinter::core::numpy

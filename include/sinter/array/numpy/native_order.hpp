// SPDX-License-Identifier: MIT
// Turns elements as they lie in a file into what sinter computes with: native byte order, row-major, bools 0
// or 1.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <sinter/array/numpy/content.hpp>

namespace sinter::core::numpy {

static_assert(std::endian::native == std::endian::little, "numpy: the machine must be little-endian");

// Reverses the bytes of every element.
inline void swap_bytes(std::span<std::byte> bytes, std::size_t width) {
  for (std::size_t i = 0; i + width <= bytes.size(); i += width)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
}

// Elements whose first axis varies fastest, in row-major order: walks the target in order with one counter an
// axis.
template <std::size_t Width>
std::vector<std::byte> row_major(std::span<const std::byte> bytes, std::span<const std::int64_t> extents) {
  std::vector<std::byte> result(bytes.size());
  std::size_t rank = extents.size(), source = 0;
  std::size_t counter[maximum_rank] = {}, stride[maximum_rank] = {};
  for (std::size_t axis = 0, step = 1; axis < rank; ++axis) {
    stride[axis] = step;
    step *= static_cast<std::size_t>(extents[axis]);
  }
  for (std::size_t target = 0; target < bytes.size(); target += Width) {
    std::memcpy(&result[target], &bytes[source * Width], Width);
    for (std::size_t axis = rank; axis-- > 0;) {
      source += stride[axis];
      if (++counter[axis] < static_cast<std::size_t>(extents[axis])) break;
      source -= stride[axis] * counter[axis];
      counter[axis] = 0;
    }
  }
  return result;
}

// Puts the elements of `array`, just read, in native form. The extents have to match the bytes.
inline void to_native_order(content& array, bool is_big_endian, bool is_fortran) {
  std::size_t width = size_of(array.type);
  if (is_big_endian && width > 1) swap_bytes(array.bytes, width);
  if (is_fortran && array.extents.size() > 1)
    array.bytes = width == 1   ? row_major<1>(array.bytes, array.extents)
                  : width == 2 ? row_major<2>(array.bytes, array.extents)
                  : width == 4 ? row_major<4>(array.bytes, array.extents)
                               : row_major<8>(array.bytes, array.extents);
  if (array.type == dtype::b8)
    for (std::byte& value : array.bytes) value = std::byte{value != std::byte{0}};
}

}  // namespace sinter::core::numpy

// SPDX-License-Identifier: MIT
// The header of an .npy file: a Python dictionary with the keys descr, fortran_order and shape.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinter/array/numpy/content.hpp>
#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/little_endian.hpp>

namespace sinter::core::numpy {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

// What a header says about the bytes behind it.
struct header {
  dtype type{};
  bool is_big_endian = false;
  bool is_fortran = false;  // the first extent varies fastest
  std::vector<std::int64_t> extents;
};

// How NumPy spells an element type; it has no bf16, which is kept as f32.
constexpr std::string_view descriptor_of(dtype type) {
  constexpr std::string_view names[dtype_count] = {"|b1", "|u1", "<i4", "<u4", "<i8", "<f4", "<f8", "<f2", "<f4"};
  return names[static_cast<int>(type)];
}

// Reads a spelling such as `<f4` or `>i8` into type and byte order. Throws io_error naming the supported
// ones.
inline void read_descriptor(std::string_view text, header& into, std::string_view where) {
  std::string_view kind = text;
  bool has_order = !kind.empty() && std::string_view("<>|=").find(kind.front()) != std::string_view::npos;
  if (has_order) kind.remove_prefix(1);
  for (int i = 0; i < dtype_count; ++i) {
    auto type = static_cast<dtype>(i);
    if (descriptor_of(type).substr(1) != kind) continue;
    into.type = type;
    into.is_big_endian = has_order && text.front() == '>';
    return;
  }
  fail_load("the element type must be bool, u1, i4, u4, i8, f2, f4 or f8, of either byte order", where,
            "found " + in_quotes(text, 40) + "; convert the array with astype");
}

// The bytes in front of the elements, the same as numpy.save writes: magic, version 1.0, length, dictionary,
// padded so that the elements start at a multiple of 64.
inline record write_header(dtype type, std::span<const std::int64_t> extents) {
  std::string shape = "(", first;
  for (std::int64_t extent : extents) {
    if (first.empty()) first = std::to_string(extent);
    if (shape.size() > 1) shape += ", ";
    shape += std::to_string(extent);
  }
  shape += extents.size() == 1 ? ",)" : ")";
  std::string text = "{'descr': '" + std::string(descriptor_of(type)) +
                     "', 'fortran_order': False, 'shape': " + shape + ", }";
  if (!first.empty())
    text.append(21 - first.size(), ' ');  // NumPy's room for the first extent to grow in place
  constexpr std::size_t prefix = 10, alignment = 64;
  text.append(alignment - (prefix + text.size() + 1) % alignment, ' ');
  text += '\n';
  record result;
  result.text(npy_magic).u16(1).u16(text.size()).text(text);
  return result;
}

}  // namespace sinter::core::numpy

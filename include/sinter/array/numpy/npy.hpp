// SPDX-License-Identifier: MIT
// One array to and from an .npy file, as numpy.save and numpy.load do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <sinter/array/numpy/content.hpp>
#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/header.hpp>
#include <sinter/array/numpy/input_file.hpp>
#include <sinter/array/numpy/read_array.hpp>
#include <sinter/array/numpy/replacement_file.hpp>

namespace sinter::core::numpy {

// The elements of an array that is to be written. Throws io_error where it has more than 8 axes, an extent is
// negative or too large, or there are no data.
inline std::span<const std::byte> bytes_of(const reference& array, std::string_view where) {
  volume need = volume_of(array.type, array.extents);
  if (array.extents.size() > maximum_rank)
    fail_save("an array must have at most 8 axes", where, "it has " + std::to_string(array.extents.size()));
  if (array.type == dtype::bf16) fail_save("NumPy has no bf16", where, "convert the array to f32");
  if (!need.fits)
    fail_save("the extents must be at least 0 and multiply to less than 2^63 bytes", where, "they do not");
  if (need.bytes > 0 && array.data == nullptr)
    fail_save("the array has no data", where, std::to_string(need.bytes) + " bytes are needed");
  return {static_cast<const std::byte*>(array.data), static_cast<std::size_t>(need.bytes)};
}

// Writes an array to an .npy file, byte for byte as numpy.save does. Throws io_error, and then the file at
// `path`, if there was one, is as before.
inline void write_npy(const std::string& path, const reference& array) {
  auto bytes = bytes_of(array, in_quotes(path));
  record start = write_header(array.type, array.extents);
  replacement_file file(path);
  file.write(start.bytes());
  file.write(bytes);
  file.commit();
}

// Reads an .npy file of version 1.0, 2.0 or 3.0, in either byte order and either order of axes. Throws
// io_error where the file cannot be read, is damaged, or holds an element type sinter does not have.
inline content read_npy(const std::string& path) {
  input_file file(path);
  std::uint32_t checksum = 0;
  return read_array(file, {0, file.size(), file.where()}, checksum);
}

}  // namespace sinter::core::numpy

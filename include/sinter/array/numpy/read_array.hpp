// SPDX-License-Identifier: MIT
// Reads one array in NumPy's format from a range of a file: a whole .npy, or an entry of an .npz.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sinter/array/numpy/content.hpp>
#include <sinter/array/numpy/crc32.hpp>
#include <sinter/array/numpy/header.hpp>
#include <sinter/array/numpy/input_file.hpp>
#include <sinter/array/numpy/native_order.hpp>
#include <sinter/array/numpy/parse_header.hpp>

namespace sinter::core::numpy {

// Where an array lies in a file, and how messages call the place.
struct file_range {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::string where;
};

// The array in `range`, which has to fill it to the last byte, and into `checksum` the CRC-32 of the range.
// Throws io_error where the bytes are no such array; allocates no more than the range is long.
inline content read_array(const input_file& file, const file_range& range, std::uint32_t& checksum) {
  constexpr std::uint64_t longest_header = 65535;
  const std::string& where = range.where;
  std::array<std::byte, 12> start{};
  file.read(range.offset, std::span(start).first(std::min<std::uint64_t>(range.size, start.size())));
  cursor fields(start);
  if (range.size < 10 || fields.text(npy_magic.size()) != npy_magic)
    fail_load("this is no .npy data", where,
              "it must start with \\x93NUMPY, and is " + std::to_string(range.size) + " bytes long");
  auto version = fields.u16();
  if (version != 1 && version != 2 && version != 3)
    fail_load("the version must be 1.0, 2.0 or 3.0", where,
              "found " + std::to_string(version & 255) + "." + std::to_string(version >> 8));
  std::uint64_t prefix = version == 1 ? 10 : 12;
  std::uint64_t length = version == 1 ? fields.u16() : fields.u32();
  if (range.size < prefix || length > range.size - prefix || length > longest_header)
    fail_load("the header is longer than the data or than 65535 bytes", where,
              std::to_string(length) + " bytes of header in " + std::to_string(range.size));

  std::vector<std::byte> text(static_cast<std::size_t>(length));
  file.read(range.offset + prefix, text);
  header parsed = header_parser({reinterpret_cast<const char*>(text.data()), text.size()}, where).parse();
  volume need = volume_of(parsed.type, parsed.extents);
  if (!need.fits)
    fail_load("the extents multiply to more than 63 bits of bytes", where, "the header is damaged");
  std::uint64_t held = range.size - prefix - length;
  if (need.bytes != held)
    fail_load(need.bytes > held ? "the array is cut short" : "there are bytes after the array", where,
              "the header asks for " + std::to_string(need.bytes) + " bytes, " + std::to_string(held) +
                  " follow it");

  content result{parsed.type, std::move(parsed.extents),
                 std::vector<std::byte>(static_cast<std::size_t>(held))};
  file.read(range.offset + prefix + length, result.bytes);
  checksum = crc32(crc32(crc32(0, std::span(start).first(prefix)), text), result.bytes);
  to_native_order(result, parsed.is_big_endian, parsed.is_fortran);
  return result;
}

}  // namespace sinter::core::numpy

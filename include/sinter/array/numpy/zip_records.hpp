// SPDX-License-Identifier: MIT
// The records of a ZIP archive (APPNOTE.TXT 6.3), with the ZIP64 forms of those that hold sizes and offsets.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <sinter/array/numpy/little_endian.hpp>

namespace sinter::core::numpy::zip {

inline constexpr std::uint32_t local_signature = 0x04034b50, central_signature = 0x02014b50;
inline constexpr std::uint32_t end_signature = 0x06054b50;
inline constexpr std::uint32_t end64_signature = 0x06064b50, locator_signature = 0x07064b50;
inline constexpr std::size_t local_size = 30, central_size = 46, end_size = 22, end64_size = 56,
                             locator_size = 20;

// A field that holds its largest value says: look in the ZIP64 record.
inline constexpr std::uint64_t full16 = 0xffff, full32 = 0xffffffff;

// Bits of the flags.
inline constexpr unsigned encrypted_flags = 1u << 0 | 1u << 6 | 1u << 13, descriptor_flag = 1u << 3,
                          utf8_flag = 1u << 11;

// One stored array. `size` serves as compressed and uncompressed size: nothing here is compressed.
struct entry {
  std::string name;         // with .npy
  std::uint64_t local = 0;  // where its local header starts
  std::uint64_t data = 0;   // where its bytes start
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;  // CRC-32 of its bytes
  std::uint16_t flags = 0;
};

// Above these the writer uses ZIP64 fields. Tests lower them.
struct limits {
  std::uint64_t field = full32;
  std::uint64_t entries = full16;
};

constexpr bool is_ascii(std::string_view text) {
  for (char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

// Whether text is well-formed UTF-8: no overlong forms, no surrogates, at most U+10FFFF.
constexpr bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    int more = lead >= 0xc2 && lead <= 0xdf   ? 1
               : (lead & 0xf0) == 0xe0        ? 2
               : lead >= 0xf0 && lead <= 0xf4 ? 3
                                              : 0;
    if (more == 0) return false;
    std::uint32_t code = lead & (0x3fu >> more);
    for (int k = 0; k < more; ++k, ++i) {
      if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
      code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    }
    if (more == 2 && (code < 0x800 || (code >= 0xd800 && code <= 0xdfff))) return false;
    if (more == 3 && (code < 0x10000 || code > 0x10ffff)) return false;
  }
  return true;
}

}  // namespace sinter::core::numpy::zip

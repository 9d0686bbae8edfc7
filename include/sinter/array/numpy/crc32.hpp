// SPDX-License-Identifier: MIT
// The checksum of ZIP: CRC-32 (polynomial 0x04c11db7, reflected), eight bytes a step.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace sinter::core::numpy {

using crc32_tables = std::array<std::array<std::uint32_t, 256>, 8>;

inline crc32_tables make_crc32_tables() {
  crc32_tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) ? 0xedb88320u : 0u);
    tables[0][byte] = value;
  }
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t table = 1; table < 8; ++table) {
      std::uint32_t previous = tables[table - 1][byte];
      tables[table][byte] = (previous >> 8) ^ tables[0][previous & 0xff];
    }
  return tables;
}

// The checksum of what was summed before (0 at the start) followed by `bytes`.
inline std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes) {
  static const crc32_tables table = make_crc32_tables();  // not constexpr: every program would pay for it while compiling
  std::uint32_t value = ~before;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint32_t low, high;
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + 4, 4);
    low ^= value;
    value = table[7][low & 0xff] ^ table[6][(low >> 8) & 0xff] ^ table[5][(low >> 16) & 0xff] ^
            table[4][low >> 24] ^ table[3][high & 0xff] ^ table[2][(high >> 8) & 0xff] ^
            table[1][(high >> 16) & 0xff] ^ table[0][high >> 24];
  }
  for (; left > 0; --left, ++at)
    value = (value >> 8) ^ table[0][(value ^ std::to_integer<std::uint32_t>(*at)) & 0xff];
  return ~value;
}

}  // namespace sinter::core::numpy

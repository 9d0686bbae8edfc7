// SPDX-License-Identifier: MIT
// Integers of file formats: read from a bounded run of bytes, and appended to one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sinter::core::numpy {

// Reads little-endian integers one after another. Past the end it yields zeros and `is_short` turns true, so
// that a record is read whole and checked once.
class cursor {
 public:
  explicit cursor(std::span<const std::byte> bytes) : left_(bytes) {}

  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }

  // The next `count` bytes; none where there are fewer.
  std::span<const std::byte> take(std::size_t count) {
    if (count > left_.size()) {
      is_short_ = true;
      left_ = {};
      return {};
    }
    auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  std::string_view text(std::size_t count) {
    auto taken = take(count);
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }
  std::size_t left() const { return left_.size(); }
  bool is_short() const { return is_short_; }

 private:
  std::uint64_t number(std::size_t width) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (std::byte byte : take(width)) {
      value |= std::to_integer<std::uint64_t>(byte) << shift;
      shift += 8;
    }
    return value;
  }

  std::span<const std::byte> left_;
  bool is_short_ = false;
};

// Appends little-endian integers and text.
class record {
 public:
  record& u16(std::uint64_t value) { return number(value, 2); }
  record& u32(std::uint64_t value) { return number(value, 4); }
  record& u64(std::uint64_t value) { return number(value, 8); }
  record& text(std::string_view value) {
    for (char c : value) bytes_.push_back(static_cast<std::byte>(c));
    return *this;
  }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  record& number(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i, value >>= 8) bytes_.push_back(static_cast<std::byte>(value & 0xff));
    return *this;
  }

  std::vector<std::byte> bytes_;
};

}  // namespace sinter::core::numpy

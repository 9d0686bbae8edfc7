// SPDX-License-Identifier: MIT
// The run-time errors. Each says one sentence with its numbers, and where in the user's program it arose. The text lives in
// a fixed buffer, so that throwing needs no allocation and no <string>.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>

namespace sinter::core {

// A sentence under construction: text and numbers, cut at the end of the buffer.
class sentence {
 public:
  sentence& operator<<(std::string_view text) {
    for (char c : text)
      if (length_ + 1 < sizeof text_) text_[length_++] = c;
    text_[length_] = 0;
    return *this;
  }
  sentence& operator<<(std::int64_t number) {
    char digits[24];
    int n = 0;
    auto rest = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    do digits[n++] = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) digits[n++] = '-';
    while (n) *this << std::string_view(&digits[--n], 1);
    return *this;
  }
  sentence& operator<<(int number) { return *this << static_cast<std::int64_t>(number); }
  sentence& operator<<(std::size_t number) { return *this << static_cast<std::int64_t>(number); }
  const char* text() const { return text_; }
  operator std::string_view() const { return {text_, length_}; }

 private:
  char text_[1000] = {};
  std::size_t length_ = 0;
};

}  // namespace sinter::core

namespace sinter {

// The base of everything that sinter throws.
class error : public std::exception {
 public:
  explicit error(std::string_view text) { text_ << text; }
  const char* what() const noexcept override { return text_.text(); }

 private:
  core::sentence text_;
};

// Extents that do not fit, or an array read before it was assigned.
struct shape_error : error { using error::error; };
// A kernel that the run-time compiler refused.
struct compile_error : error { using error::error; };
// A device that is missing, lost or out of memory.
struct device_error : error { using error::error; };
// A file that cannot be read or written.
struct io_error : error { using error::error; };

}  // namespace sinter

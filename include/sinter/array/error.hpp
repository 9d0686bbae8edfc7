// SPDX-License-Identifier: MIT
// The run-time errors. Each says one sentence with its numbers, and where in the user's program it arose. The text lives in
// a fixed buffer, so that throwing needs no allocation and no <string>.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <source_location>
#include <string_view>
#include <utility>

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

// The user's line, as a sentence begins; nothing where it is not known.
inline sentence located(const std::source_location& where) {
  sentence text;
  if (!where.line()) return text;
  text << where.file_name() << ":" << static_cast<std::int64_t>(where.line()) << ": ";
  return text;
}

// Two texts of any length, shared by the copies of an exception, since copying one must not throw. Without memory for
// them both are empty.
class shared_texts {
 public:
  shared_texts() = default;
  shared_texts(std::string_view first, std::string_view second) {
    void* memory = std::malloc(sizeof(block) + first.size() + second.size());
    if (!memory) return;
    block_ = new (memory) block{{1}, first.size(), second.size()};
    if (!first.empty()) std::memcpy(characters(), first.data(), first.size());
    if (!second.empty()) std::memcpy(characters() + first.size(), second.data(), second.size());
  }
  shared_texts(const shared_texts& other) noexcept : block_(other.block_) {
    if (block_) block_->holders.fetch_add(1, std::memory_order_relaxed);
  }
  shared_texts& operator=(shared_texts other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~shared_texts() {
    if (block_ && block_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) std::free(block_);
  }

  std::string_view first() const noexcept { return block_ ? std::string_view(characters(), block_->first) : ""; }
  std::string_view second() const noexcept {
    return block_ ? std::string_view(characters() + block_->first, block_->second) : "";
  }

 private:
  struct block {
    std::atomic<std::size_t> holders;
    std::size_t first, second;  // their lengths; the characters follow
  };
  char* characters() const noexcept { return reinterpret_cast<char*>(block_ + 1); }
  block* block_ = nullptr;
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
struct compile_error : error {
  using error::error;
  compile_error(std::string_view text, std::string_view log, std::string_view source)
      : error(text), details_(log, source) {}

  // All that the compiler said, and the CUDA C++ that it was given; empty where it did not come to that.
  std::string_view log() const noexcept { return details_.first(); }
  std::string_view source() const noexcept { return details_.second(); }

 private:
  core::shared_texts details_;
};
// A device that is missing, lost or out of memory.
struct device_error : error { using error::error; };
// A file that cannot be read or written.
struct io_error : error { using error::error; };

}  // namespace sinter

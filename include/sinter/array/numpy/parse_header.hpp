// SPDX-License-Identifier: MIT
// Parses the dictionary of an .npy header, and nothing else that Python would accept in its place.
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/header.hpp>

namespace sinter::core::numpy {

class header_parser {
 public:
  header_parser(std::string_view text, std::string_view where) : text_(text), where_(where) {}

  // The whole header. Throws io_error on anything but one dictionary of the three keys, each once.
  header parse() {
    header result;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{', "a dictionary");
    while (!accept('}')) {
      std::string_view key = string();
      expect(':', "a colon after a key");
      if (key == "descr") {
        once(has_descr, key);
        read_descriptor(descriptor(), result, where_);
      } else if (key == "fortran_order") {
        once(has_order, key);
        result.is_fortran = boolean();
      } else if (key == "shape") {
        once(has_shape, key);
        shape(result.extents);
      } else {
        fail("the header has an unknown key", in_quotes(key, 40));
      }
      if (accept(',')) continue;
      expect('}', "a comma or the end of the dictionary");
      break;
    }
    if (peek() != end) fail("the header goes on after its dictionary", at());
    if (!has_descr || !has_order || !has_shape)
      fail("the header lacks a key", !has_descr ? "'descr'" : !has_order ? "'fortran_order'" : "'shape'");
    return result;
  }

 private:
  static constexpr int end = -1;

  [[noreturn]] void fail(std::string_view what, std::string_view detail) const {
    fail_load(what, where_, detail);
  }
  std::string at() const { return "at byte " + std::to_string(at_) + " of the header"; }

  // The next character that is no white space.
  int peek() {
    while (at_ < text_.size() && std::string_view(" \t\r\n\f").find(text_[at_]) != std::string_view::npos)
      ++at_;
    return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : end;
  }
  bool accept(char wanted) {
    bool is_next = peek() == static_cast<unsigned char>(wanted);
    at_ += is_next;
    return is_next;
  }
  void expect(char wanted, std::string_view what) {
    if (!accept(wanted)) fail("the header is malformed", "expected " + std::string(what) + " " + at());
  }
  void once(bool& seen, std::string_view key) const {
    if (seen) fail("the header gives a key twice", in_quotes(key, 40));
    seen = true;
  }

  std::string_view string() {
    int quote = peek();
    if (quote != '\'' && quote != '"') fail("the header is malformed", "expected a string " + at());
    std::size_t first = ++at_;
    while (at_ < text_.size() && text_[at_] != static_cast<char>(quote)) {
      auto code = static_cast<unsigned char>(text_[at_]);
      if (code < 0x20 || code > 0x7e || code == '\\')
        fail("the header is malformed", "odd character in a string " + at());
      ++at_;
    }
    if (at_ == text_.size()) fail("the header is malformed", "a string does not end");
    return text_.substr(first, at_++ - first);
  }

  std::string_view descriptor() {
    if (peek() == '[' || peek() == '(')
      fail("the elements are records", "save each field as an array of its own");
    return string();
  }

  bool boolean() {
    peek();
    for (std::string_view word : {"True", "False"})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    fail("the header is malformed", "expected True or False " + at());
  }

  void shape(std::vector<std::int64_t>& extents) {
    expect('(', "a tuple of extents");
    bool has_comma = true;
    while (!accept(')')) {
      if (!has_comma) fail("the header is malformed", "expected a comma between extents " + at());
      if (extents.size() == maximum_rank) fail("the array has more than 8 axes", "reshape it to at most 8");
      extents.push_back(extent());
      has_comma = accept(',');
    }
    if (extents.size() == 1 && !has_comma)
      fail("the shape is a number in parentheses", "expected a tuple such as (3,)");
  }

  std::int64_t extent() {
    int next = peek();
    if (next == '(') fail("the shape is nested", "expected whole numbers " + at());
    if (next == '-') fail("an extent is negative", at());
    if (next < '0' || next > '9') fail("the header is malformed", "expected an extent " + at());
    std::int64_t value = 0;
    const char* first = text_.data() + at_;
    auto [stop, code] = std::from_chars(first, text_.data() + text_.size(), value);
    auto digits = static_cast<std::size_t>(stop - first);
    if (code != std::errc{}) fail("an extent does not fit in 63 bits", in_quotes({first, digits}, 40));
    if (digits > 1 && *first == '0') fail("the header is malformed", "an extent starts with 0 " + at());
    at_ += digits;
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote 3L
    return value;
  }

  std::string_view text_;
  std::string_view where_;
  std::size_t at_ = 0;
};

}  // namespace sinter::core::numpy

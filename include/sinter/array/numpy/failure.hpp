// SPDX-License-Identifier: MIT
// How reading and writing fail: one sentence, `load: <what>; <where>: <numbers or what to do>`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <sinter/array/error.hpp>

namespace sinter::core::numpy {

// Text from a file or a path, safe to print: in quotes, control characters as '?', the front cut off
// where it is longer than `most`.
inline std::string in_quotes(std::string_view text, std::size_t most = 200) {
  std::string result = "'";
  if (text.size() > most) {
    result += "...";
    text.remove_prefix(text.size() - most);
  }
  for (char c : text) {
    auto code = static_cast<unsigned char>(c);
    result += code < 0x20 || code == 0x7f ? '?' : c;
  }
  return result += "'";
}

// Throws the io_error of a reader.
[[noreturn]] inline void fail_load(std::string_view what, std::string_view where, std::string_view detail) {
  sentence text;
  text << "load: " << what << "; " << where << ": " << detail;
  throw io_error{text};
}

// Throws the io_error of a writer.
[[noreturn]] inline void fail_save(std::string_view what, std::string_view where, std::string_view detail) {
  sentence text;
  text << "save: " << what << "; " << where << ": " << detail;
  throw io_error{text};
}

}  // namespace sinter::core::numpy

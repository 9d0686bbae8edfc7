// SPDX-License-Identifier: MIT
// Environment variables that hold a number or a word. One that is not understood is said on stderr in one line: the variable,
// its value, and what is used in its place.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace sinter::core {

inline void variable_is_not_understood(const char* name, const char* needed, const char* text, const char* used) noexcept {
  std::fprintf(stderr, "sinter: %s must be %s; it is \"%s\", so %s\n", name, needed, text, used);
}
// The text of a variable; null where it is unset or empty.
inline const char* variable(const char* name) noexcept {
  const char* text = std::getenv(name);
  return text && *text ? text : nullptr;
}

// 2000000, 500M, 2G; false where it is no such number. More than 64 bits are the greatest number.
inline bool read_bytes(std::string_view text, std::uint64_t& bytes) noexcept {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  bool is_larger = false;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    is_larger |= __builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
                 __builtin_add_overflow(value, static_cast<std::uint64_t>(text[digits] - '0'), &value);
  const std::string_view suffix = text.substr(digits);
  if (digits == 0 || (suffix != "" && suffix != "K" && suffix != "M" && suffix != "G")) return false;
  const int shift = suffix == "K" ? 10 : suffix == "M" ? 20 : suffix == "G" ? 30 : 0;
  bytes = is_larger || value > UINT64_MAX >> shift ? UINT64_MAX : value << shift;
  return true;
}

// A number of bytes, or what is used without one.
inline std::uint64_t bytes_of_variable(const char* name, std::uint64_t otherwise, const char* used) noexcept {
  std::uint64_t bytes = otherwise;
  if (const char* text = variable(name); text && !read_bytes(text, bytes))
    variable_is_not_understood(name, "a number of bytes, like 500M", text, used);
  return bytes;
}
// A number from 1 to `most`; 0 where there is none.
inline int count_of_variable(const char* name, int most, const char* used) noexcept {
  const char* text = variable(name);
  if (!text) return 0;
  std::int64_t value = 0;
  const char* at = text;
  for (; *at >= '0' && *at <= '9' && value <= most; ++at) value = 10 * value + (*at - '0');
  while (*at >= '0' && *at <= '9') ++at;  // of a number that is larger still
  const bool is_number = at != text && *at == 0 && value > 0;
  char needed[64];
  std::snprintf(needed, sizeof needed, "a number from 1 to %d", most);
  if (!is_number) variable_is_not_understood(name, needed, text, used);
  else if (value > most) variable_is_not_understood(name, needed, text, "the greatest is used");
  return !is_number ? 0 : value > most ? most : static_cast<int>(value);
}

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Element types in CUDA C++: how they are stored, in what they are computed, how one becomes the other; and literals. The
// one table: a new element type is a line here and, if it is computed in another type, its functions in prelude.hpp.
#pragma once
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../../array/dtype.hpp"
#include "text.hpp"

namespace sinter::core::cuda {

struct type_words {
  const char* name;      // as dtype names it
  const char* stored;    // in memory
  const char* computed;  // in registers
  const char* load;      // function from stored to computed, or ""
  const char* store;     // and back
  const char* round;     // a computed value as the element type holds it, or ""
  const char* shuffled;  // what crosses lanes: shuffles know no types below 32 bits
};
inline constexpr type_words type_table[] = {
    {"bool", "bool", "bool", "", "", "", "int"},
    {"u8", "unsigned char", "unsigned char", "", "", "", "int"},
    {"i32", "int", "int", "", "", "", ""},
    {"u32", "unsigned", "unsigned", "", "", "", ""},
    {"i64", "long long", "long long", "", "", "", ""},
    {"f32", "float", "float", "", "", "", ""},
    {"f64", "double", "double", "", "", "", ""},
    {"f16", "unsigned short", "float", "sinter_from_f16", "sinter_to_f16", "sinter_round_f16", ""},
    {"bf16", "unsigned short", "float", "sinter_from_bf16", "sinter_to_bf16", "sinter_round_bf16", ""},
};
inline const type_words& words_of(dtype type) {
  const std::string_view name = name_of(type);
  for (const type_words& w : type_table)
    if (name == w.name) return w;
  throw "emit: an element type without words in CUDA C++";
}
inline std::string call_or_plain(const char* function, const std::string& x) { return *function ? join(function, "(", x, ")") : x; }
inline std::string loaded(dtype type, const std::string& x) { return call_or_plain(words_of(type).load, x); }
inline std::string stored_form(dtype type, const std::string& x) { return call_or_plain(words_of(type).store, x); }
inline std::string rounded(dtype type, const std::string& x) { return call_or_plain(words_of(type).round, x); }

inline std::string float_literal(double value, bool is_single) {
  const char* const suffix = is_single ? "f" : "";
  if (value != value) return is_single ? "__int_as_float(0x7fc00000)" : "__longlong_as_double(0x7ff8000000000000ll)";
  if (std::isinf(value)) {
    if (is_single) return value < 0 ? "__int_as_float(0xff800000)" : "__int_as_float(0x7f800000)";
    return value < 0 ? "__longlong_as_double(0xfff0000000000000ll)" : "__longlong_as_double(0x7ff0000000000000ll)";
  }
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    const double back = is_single ? static_cast<double>(std::strtof(text, nullptr)) : std::strtod(text, nullptr);
    if (std::bit_cast<std::int64_t>(back) == std::bit_cast<std::int64_t>(value)) break;
  }
  std::string made = text;
  if (made.find_first_of(".e") == std::string::npos) made += ".0";
  made += suffix;
  return made[0] == '-' ? "(" + made + ")" : made;
}
inline std::string integer_literal(dtype type, std::int64_t value) {
  std::string made;
  if (type == dtype::u32) return to_text(static_cast<std::uint32_t>(value)) + "u";
  if (type == dtype::u8) return join("(unsigned char)", static_cast<int>(static_cast<std::uint8_t>(value)));
  if (type == dtype::i32) {
    const auto v = static_cast<std::int32_t>(value);
    if (v == std::numeric_limits<std::int32_t>::min()) return "(-2147483647 - 1)";
    made = to_text(v);
  } else {
    if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807ll - 1)";
    made = to_text(value) + "ll";
  }
  return made[0] == '-' ? "(" + made + ")" : made;
}
// A constant's bits (a double for floating types) as it is computed with.
inline std::string literal(dtype type, std::int64_t bits) {
  if (is_floating(type)) {
    const auto value = std::bit_cast<double>(bits);
    switch (type) {
      case dtype::f64: return float_literal(value, false);
      case dtype::f16: return float_literal(static_cast<double>(static_cast<float>(float16(value))), true);
      case dtype::bf16: return float_literal(static_cast<double>(static_cast<float>(bfloat16(value))), true);
      default: return float_literal(static_cast<double>(static_cast<float>(value)), true);
    }
  }
  if (type == dtype::b8) return bits ? "true" : "false";
  return integer_literal(type, bits);
}

}  // namespace sinter::core::cuda

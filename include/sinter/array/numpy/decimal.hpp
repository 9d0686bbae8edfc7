// SPDX-License-Identifier: MIT
// Decimal digits of a floating-point number, as NumPy prints them: the fewest that read back as the same
// number, or, where those go further than `places`, the number itself rounded there (ties to even).
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sinter/array/half.hpp>

namespace sinter::core::numpy {

inline constexpr int all_places = 1000;

// A printed number in pieces: "-12", "5" and, in scientific form, the sign and digits of the power of ten.
struct decimal {
  std::string whole;
  std::string fraction;
  char exponent_sign = '+';
  std::string exponent;
};

inline std::string without_trailing_zeros(std::string_view digits) {
  return std::string(digits.substr(0, digits.find_last_not_of('0') + 1));
}

// The pieces of what std::to_chars wrote: d.ddde+xx, or without point, or without exponent.
inline decimal pieces_of(std::string_view text) {
  std::size_t mark = std::min(text.find('e'), text.size()), point = std::min(text.find('.'), mark);
  decimal result{std::string(text.substr(0, point)), {}, '+', {}};
  if (point < mark) result.fraction = text.substr(point + 1, mark - point - 1);
  if (mark < text.size()) {
    result.exponent_sign = text[mark + 1];
    result.exponent = text.substr(mark + 2);
  }
  return result;
}

// The number itself, not its shortest spelling, with exactly `places` digits behind the point; at most 20.
template <class T> decimal exact(T value, std::chars_format format, int places) {
  char buffer[400];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<computed<T>>(value), format, places).ptr;
  return pieces_of({buffer, static_cast<std::size_t>(end - buffer)});
}

// d.ddde+xx with the fewest digits that read back as the same number.
template <class T> decimal shortest(T value) {
  char buffer[64];
  if constexpr (is_half<T>) {  // no library has these: digits are added until the number reads back
    const float number = value;
    for (int digits = 0;; ++digits) {
      char* const end = std::to_chars(buffer, buffer + 32, number, std::chars_format::scientific, digits).ptr;
      *end = '\0';
      if (digits == 8 || T(std::strtod(buffer, nullptr)).bits == value.bits)
        return pieces_of({buffer, static_cast<std::size_t>(end - buffer)});
    }
  } else {
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    return pieces_of({buffer, static_cast<std::size_t>(end - buffer)});
  }
}
// The same with at most `places` digits behind the point, which may be none. The number has to be finite.
template <class T> decimal scientific(T value, int places) {
  decimal result = shortest(value);
  if (result.fraction.size() > static_cast<std::size_t>(places))
    result = exact(value, std::chars_format::scientific, places);
  result.fraction = without_trailing_zeros(result.fraction);
  return result;
}

// ddd.ddd with at most `places` digits behind the point. The number has to be finite and below 1e17.
template <class T> decimal positional(T value, int places) {
  decimal digits = scientific(value, all_places);
  int power = std::stoi(digits.exponent) * (digits.exponent_sign == '-' ? -1 : 1);
  bool is_negative = digits.whole.front() == '-';
  std::string all = digits.whole.substr(is_negative) + digits.fraction, sign = is_negative ? "-" : "";
  if (static_cast<int>(all.size()) - 1 - power > places) {
    decimal rounded = exact(value, std::chars_format::fixed, places);
    rounded.fraction = without_trailing_zeros(rounded.fraction);
    return rounded;
  }
  if (power < 0)
    return {sign + "0",
            without_trailing_zeros(std::string(static_cast<std::size_t>(-power - 1), '0') + all),
            '+',
            {}};
  auto whole = static_cast<std::size_t>(power) + 1;
  if (all.size() < whole) all.append(whole - all.size(), '0');
  return {sign + all.substr(0, whole), without_trailing_zeros(all.substr(whole)), '+', {}};
}

// From where on NumPy writes numbers scientifically: what its digits can carry, at most `most`. (NumPy before 2.3 has
// `most` for all types.)
template <class T> constexpr double scientific_from(double most) {
  return sizeof(T) == 8 ? most : sizeof(T) == 4 ? 1e6 : 1e3;
}

// What str() gives for a single number of NumPy: all digits, scientific from 1e16 (f32: 1e6, halves: 1e3) and below 1e-4.
template <class T> std::string scalar_text(T value) {
  if (std::isnan(static_cast<computed<T>>(value))) return "nan";
  if (std::isinf(static_cast<computed<T>>(value))) return value < 0 ? "-inf" : "inf";
  double size = std::abs(static_cast<double>(value));
  if (size == 0 || (size >= 1e-4 && size < scientific_from<T>(1e16))) {
    decimal parts = positional(value, all_places);
    return parts.whole + "." + (parts.fraction.empty() ? "0" : parts.fraction);
  }
  decimal parts = scientific(value, all_places);
  return parts.whole + (parts.fraction.empty() ? "" : "." + parts.fraction) + "e" + parts.exponent_sign +
         parts.exponent;
}

}  // namespace sinter::core::numpy

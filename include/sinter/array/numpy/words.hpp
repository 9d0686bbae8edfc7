// SPDX-License-Identifier: MIT
// The elements of an array as words of one width, as NumPy's default print options ask.
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <sinter/array/numpy/decimal.hpp>

namespace sinter::core::numpy {

// Whether NumPy switches to scientific notation for these numbers: from 1e8 on (f32: 1e6, halves: 1e3), below 1e-4, or
// where the largest is more than 1000 times the smallest.
template <class T> bool wants_scientific(const std::vector<T>& values) {
  using C = computed<T>;
  C largest = 0, smallest = std::numeric_limits<C>::infinity();
  for (C value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    largest = std::max(largest, std::abs(value));
    smallest = std::min(smallest, std::abs(value));
  }
  if (largest == 0) return false;
  return largest >= C(scientific_from<T>(1e8)) || smallest < C(T(1e-4)) || C(T(largest / smallest)) > C(1000);
}

// Floating-point words: points aligned. In scientific form all have the digits of the longest, and those are
// the number's own (2^-60 in f32 beside 9 digits: 8.67361738e-19); in positional form spaces fill the right.
template <class T> std::vector<std::string> floating_words(const std::vector<T>& values) {
  constexpr int places = 8;
  bool is_scientific = wants_scientific(values), has_other = false, has_negative_infinity = false;
  std::size_t left = 0, fraction = 0, exponent = 0;
  std::vector<decimal> parts(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const computed<T> number = values[i];
    if (!std::isfinite(number)) {
      has_other = true;
      has_negative_infinity |= std::isinf(number) && number < 0;
      continue;
    }
    parts[i] = is_scientific ? scientific(values[i], places) : positional(values[i], places);
    left = std::max(left, parts[i].whole.size());
    fraction = std::max(fraction, parts[i].fraction.size());
    exponent = std::max(exponent, parts[i].exponent.size());
  }
  std::size_t right = is_scientific ? fraction + exponent + 2 : fraction;
  if (has_other) {
    std::size_t widest = has_negative_infinity ? 4 : 3;
    if (left + right + 1 < widest) left = widest - right - 1;
  }

  std::vector<std::string> words(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string& word = words[i];
    const computed<T> number = values[i];
    if (!std::isfinite(number)) {
      word = std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf";
      word.insert(0, left + right + 1 - word.size(), ' ');
      continue;
    }
    decimal& part = parts[i];
    if (is_scientific && part.fraction.size() < fraction)
      part = exact(values[i], std::chars_format::scientific, static_cast<int>(fraction));
    word = std::string(left - part.whole.size(), ' ') + part.whole + "." + part.fraction;
    word.append(fraction - part.fraction.size(), ' ');
    if (is_scientific)
      word += std::string("e") + part.exponent_sign + std::string(exponent - part.exponent.size(), '0') +
              part.exponent;
  }
  return words;
}

template <class T> std::string integer_text(T value) {
  char buffer[24];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// Words of whole numbers, aligned to the right, or of truth values.
template <class T> std::vector<std::string> integer_words(const std::vector<T>& values) {
  std::size_t width = 0;
  for (T value : values) width = std::max(width, integer_text(value).size());
  std::vector<std::string> words;
  words.reserve(values.size());
  for (T value : values) {
    std::string word = integer_text(value);
    words.push_back(word.insert(0, width - word.size(), ' '));
  }
  return words;
}

// The words of elements of any type. `T` is bool's byte for truth values, which `is_truth` tells.
template <class T> std::vector<std::string> words_of(const std::vector<T>& values, bool is_truth) {
  if constexpr (is_real<T>) {
    return floating_words(values);
  } else {
    if (!is_truth) return integer_words(values);
    std::vector<std::string> words;
    for (T value : values) words.emplace_back(value != 0 ? " True" : "False");
    return words;
  }
}

}  // namespace sinter::core::numpy

// SPDX-License-Identifier: MIT
// Prints an array as Python's print() does for one of NumPy with its default options.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <sinter/array/dtype.hpp>
#include <sinter/array/numpy/content.hpp>
#include <sinter/array/numpy/decimal.hpp>
#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/layout.hpp>
#include <sinter/array/numpy/words.hpp>

namespace sinter::core::numpy {

inline constexpr std::uint64_t summary_threshold = 1000;

// An element: of a floating type, or any whole number or truth value as 64 bits, so that not all types are compiled.
template <class T>
T element(const reference& array, std::uint64_t index) {
  T value{};
  const std::size_t width = size_of(array.type);
  std::memcpy(&value, static_cast<const std::byte*>(array.data) + index * width, width);  // little-endian
  if constexpr (std::is_integral_v<T>)
    if (array.type == dtype::i32) value = static_cast<T>(static_cast<std::int32_t>(value));
  return value;
}
// The elements that are shown, in row-major order.
template <class T>
void gather(const reference& array, bool is_summary, std::size_t axis, std::uint64_t index,
            std::vector<T>& into) {
  if (axis == array.extents.size()) {
    into.push_back(element<T>(array, index));
    return;
  }
  shown_positions shown(array.extents[axis], is_summary);
  for (std::int64_t i = 0; i < shown.count(); ++i)
    gather(array, is_summary, axis + 1,
           index * static_cast<std::uint64_t>(shown.extent) + static_cast<std::uint64_t>(shown[i]), into);
}
template <class T>
std::string text_of(const reference& array, bool is_summary) {
  std::vector<T> values;
  gather(array, is_summary, 0, 0, values);
  const bool is_truth = array.type == dtype::b8;
  if (!array.extents.empty()) return layout(array.extents, words_of(values, is_truth), is_summary).text();
  if constexpr (is_real<T>) return scalar_text(values.front());
  else return is_truth ? (values.front() != 0 ? "True" : "False") : integer_text(values.front());
}

// The text that print(array) shows in Python, without a newline at its end. Throws io_error where the extents
// are negative or too large, or there are no data.
inline std::string to_text(const reference& array) {
  volume size = volume_of(array.type, array.extents);
  if (!size.fits || array.extents.size() > maximum_rank)
    throw io_error{"print: the array must have at most 8 axes and less than 2^63 bytes; check its extents"};
  if (size.elements == 0) return "[]";
  if (array.data == nullptr) throw io_error{"print: the array has no data; assign it first"};
  const bool is_summary = size.elements > summary_threshold;
  switch (array.type) {
    case dtype::f32: return text_of<float>(array, is_summary);
    case dtype::f64: return text_of<double>(array, is_summary);
    case dtype::f16: return text_of<float16>(array, is_summary);
    case dtype::bf16: return text_of<bfloat16>(array, is_summary);
    default: return text_of<std::int64_t>(array, is_summary);
  }
}

// Writes the text of an array, whatever width or precision the stream is set to. Throws io_error as to_text
// does.
inline void print(std::ostream& stream, const reference& array) {
  std::string text = to_text(array);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace sinter::core::numpy

// SPDX-License-Identifier: MIT
// Files for the tests of NumPy's formats: a scratch folder, raw bytes, hand-made headers.
#pragma once
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <sinter/array/error.hpp>
#include <sinter/array/numpy/content.hpp>

namespace numpy_test {

// A folder of its own, removed at the end.
struct folder {
  std::filesystem::path path;
  explicit folder(const std::string& name)
      : path(std::filesystem::temp_directory_path() / ("sinter-" + name + "-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  std::ptrdiff_t count() const {
    return std::distance(std::filesystem::directory_iterator(path), std::filesystem::directory_iterator());
  }
};

inline void put(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string get(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// An array literal of characters, with the zeros in it, without the one behind it.
template <std::size_t N> std::string_view view(const char (&bytes)[N]) { return {bytes, N - 1}; }

// An .npy file of version 1.0 with this dictionary and these elements.
inline std::string npy(std::string_view dictionary, std::string_view elements) {
  std::string result("\x93NUMPY\x01\x00", 8);
  result += static_cast<char>(dictionary.size() & 255);
  result += static_cast<char>(dictionary.size() >> 8);
  return result.append(dictionary).append(elements);
}

template <class T> std::vector<T> values_of(const sinter::core::numpy::content& array) {
  std::vector<T> result(array.bytes.size() / sizeof(T));
  if (!result.empty()) std::memcpy(result.data(), array.bytes.data(), array.bytes.size());
  return result;
}

// What an action throws as io_error; empty where it throws nothing.
template <class Action> std::string message_of(Action&& action) {
  try {
    action();
  } catch (const sinter::io_error& problem) {
    return problem.what();
  }
  return {};
}

// Whether an action fails with a sentence that contains `part`.
template <class Action> void check_fails(std::string_view part, Action&& action) {
  std::string message = message_of(action);
  CAPTURE(message);
  CHECK_MESSAGE(message.find(part) != std::string::npos, "expected: " << std::string(part));
}

}  // namespace numpy_test

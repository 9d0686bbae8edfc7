// SPDX-License-Identifier: MIT
// What a file is by its first bytes: numpy.load goes by them too, never by the name.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "header.hpp"
#include "input_file.hpp"

namespace sinter::core::numpy {

enum class file_kind { unknown, npy, npz };

// Throws io_error where the file cannot be read.
inline file_kind kind_of_file(const std::string& path) {
  const input_file file(path);
  std::array<std::byte, 6> first{};
  file.read(0, std::span(first).first(std::min<std::size_t>(file.size(), first.size())));
  const std::string_view text(reinterpret_cast<const char*>(first.data()), first.size());
  if (text == npy_magic) return file_kind::npy;
  const bool is_archive = text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06");  // the second has no entries
  return is_archive ? file_kind::npz : file_kind::unknown;
}

}  // namespace sinter::core::numpy

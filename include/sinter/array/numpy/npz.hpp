// SPDX-License-Identifier: MIT
// Several named arrays to and from an .npz archive, as numpy.savez and numpy.load do.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sinter/array/numpy/npy.hpp>
#include <sinter/array/numpy/read_array.hpp>
#include <sinter/array/numpy/zip_read.hpp>
#include <sinter/array/numpy/zip_write.hpp>

namespace sinter::core::numpy {

inline constexpr std::string_view npy_suffix = ".npy";

// Why an archive cannot call an array so, or nothing.
inline std::string_view fault_in_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() + npy_suffix.size() > zip::full16) return "is longer than 65531 bytes";
  if (name.find('\0') != std::string_view::npos) return "holds a zero byte";
  if (!zip::is_utf8(name)) return "is not UTF-8";
  return {};
}

// A name that stands twice in the list, or nothing. By qsort: std::sort and hash sets take their toll while compiling.
inline const std::string_view* repeated(std::vector<std::string_view>& names) {
  auto order = [](const void* x, const void* y) {
    return static_cast<const std::string_view*>(x)->compare(*static_cast<const std::string_view*>(y));
  };
  if (!names.empty()) std::qsort(names.data(), names.size(), sizeof names[0], order);
  for (std::size_t i = 1; i < names.size(); ++i)
    if (names[i - 1] == names[i]) return &names[i];
  return nullptr;
}

// write_npz with chosen limits for ZIP64.
inline void write_archive(const std::string& path, std::span<const std::pair<std::string, reference>> arrays,
                          zip::limits most) {
  std::vector<std::string_view> names;
  for (const auto& [name, array] : arrays) {
    std::string where = in_quotes(path) + ", entry " + in_quotes(name, 100);
    if (auto fault = fault_in_name(name); !fault.empty())
      fail_save("an array's name cannot be used", where, fault);
    names.push_back(name);
    (void)bytes_of(array, where);
  }
  if (const std::string_view* name = repeated(names))
    fail_save("two arrays have one name", in_quotes(path) + ", entry " + in_quotes(*name, 100), "rename one");
  replacement_file file(path);
  zip::writer archive(file, most);
  for (const auto& [name, array] : arrays)
    archive.add(name + std::string(npy_suffix), write_header(array.type, array.extents).bytes(),
                bytes_of(array, file.where()));
  archive.finish();
  file.commit();
}

// Writes arrays with their names, which do not end in .npy unless they should twice, to an .npz archive that
// is not compressed. Throws io_error, and then the file at `path`, if there was one, is as before.
inline void write_npz(const std::string& path, std::span<const std::pair<std::string, reference>> arrays) {
  write_archive(path, arrays, {});
}

// Reads all arrays of an .npz archive, in its order, by their names without .npy. Throws io_error where the
// file cannot be read, is damaged, compressed or encrypted, or holds anything but arrays of types sinter has.
inline std::vector<std::pair<std::string, content>> read_npz(const std::string& path) {
  input_file file(path);
  std::vector<std::pair<std::string, content>> arrays;
  const std::vector<zip::entry> entries = zip::read_entries(file);
  std::vector<std::string_view> names;
  for (const zip::entry& each : entries) names.push_back(each.name);
  if (const std::string_view* name = repeated(names))
    fail_load("two arrays have one name", zip::where_of(file, *name), "rename one");
  for (const zip::entry& each : entries) {
    std::string where = zip::where_of(file, each.name);
    std::string_view name = each.name;
    if (!name.ends_with(npy_suffix))
      fail_load("the archive holds something else than arrays", where, "no .npy suffix");
    name.remove_suffix(npy_suffix.size());
    if (auto fault = fault_in_name(name); !fault.empty())
      fail_load("an array's name cannot be used", where, fault);
    if (!zip::is_ascii(name) && !(each.flags & zip::utf8_flag))
      fail_load("an array's name cannot be used", where, "is in an unknown encoding");
    std::uint32_t checksum = 0;
    content array = read_array(file, {each.data, each.size, where}, checksum);
    if (checksum != each.checksum)
      fail_load("the array is damaged", where,
                "its CRC-32 is " + std::to_string(checksum) + ", not " + std::to_string(each.checksum));
    arrays.emplace_back(std::string(name), std::move(array));
  }
  return arrays;
}

}  // namespace sinter::core::numpy

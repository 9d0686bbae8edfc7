// SPDX-License-Identifier: MIT
// Finds the central directory of a ZIP archive: how many entries it lists, and where.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/input_file.hpp>
#include <sinter/array/numpy/little_endian.hpp>
#include <sinter/array/numpy/zip_records.hpp>

namespace sinter::core::numpy::zip {

struct directory {
  std::uint64_t count = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// The ZIP64 end record, if a locator stands in front of the end record at `end`. `limit` becomes where the
// directory has to stop. Throws io_error where the locator leads nowhere.
inline bool read_end64(const input_file& file, std::uint64_t end, directory& found, std::uint64_t& limit) {
  if (end < locator_size + end64_size) return false;
  std::byte bytes[end64_size];
  file.read(end - locator_size, std::span(bytes).first(locator_size));
  cursor locator(std::span<const std::byte>(bytes).first(locator_size));
  if (locator.u32() != locator_signature) return false;
  std::uint32_t disk = locator.u32();
  std::uint64_t at = locator.u64();
  std::uint32_t disks = locator.u32();
  if (disk != 0 || disks > 1)
    fail_load("the archive is one of several", file.where(), "join its parts first");
  if (at > end - locator_size - end64_size)
    fail_load("the ZIP64 end record lies outside the file", file.where(), "offset " + std::to_string(at));
  file.read(at, bytes);
  cursor record{std::span<const std::byte>(bytes)};
  bool is_record = record.u32() == end64_signature;
  std::uint64_t rest = record.u64();
  if (!is_record || rest < end64_size - 12 || rest != end - locator_size - at - 12)
    fail_load("the ZIP64 end record is damaged", file.where(), "offset " + std::to_string(at));
  record.take(4);
  std::uint32_t here = record.u32(), start = record.u32();
  std::uint64_t count_here = record.u64();
  found.count = record.u64();
  if (here != 0 || start != 0 || count_here != found.count)
    fail_load("the archive is one of several", file.where(), "join its parts first");
  found.size = record.u64();
  found.offset = record.u64();
  limit = at;
  return true;
}

// The central directory as the end of the file gives it, which has to reach exactly up to its end record.
// Throws io_error where there is none, where it does not fit, or where the archive has several parts.
inline directory find_directory(const input_file& file) {
  std::uint64_t reach = std::min<std::uint64_t>(file.size(), end_size + full16);
  std::vector<std::byte> tail(static_cast<std::size_t>(reach));
  file.read(file.size() - reach, tail);
  for (std::size_t at = tail.size() < end_size ? 0 : tail.size() - end_size + 1; at-- > 0;) {
    cursor record(std::span<const std::byte>(tail).subspan(at));
    if (record.u32() != end_signature) continue;
    std::uint16_t here = record.u16(), start = record.u16(), count_here = record.u16();
    directory found;
    found.count = record.u16();
    found.size = record.u32();
    found.offset = record.u32();
    if (record.u16() != record.left()) continue;  // the comment has to end with the file
    std::uint64_t end = file.size() - reach + at, limit = end;
    directory small = found;
    if (read_end64(file, end, found, limit)) {
      bool agrees = (small.count == full16 || small.count == found.count) &&
                    (small.size == full32 || small.size == found.size) &&
                    (small.offset == full32 || small.offset == found.offset);
      if (!agrees) fail_load("the end records disagree", file.where(), "save the arrays again");
    } else if (here != 0 || start != 0 || count_here != found.count) {
      fail_load("the archive is one of several", file.where(), "join its parts first");
    }
    if (found.size > limit || found.offset != limit - found.size || found.count > found.size / central_size ||
        found.count > found.offset / local_size)
      fail_load("the central directory does not fit", file.where(),
                std::to_string(found.count) + " entries in " + std::to_string(found.size) +
                    " bytes at offset " + std::to_string(found.offset) + ", and the file has " +
                    std::to_string(file.size()));
    return found;
  }
  fail_load("this is no .npz archive, or its end is cut off", file.where(),
            std::to_string(file.size()) + " bytes without an end record");
}

}  // namespace sinter::core::numpy::zip

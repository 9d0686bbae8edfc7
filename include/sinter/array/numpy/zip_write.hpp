// SPDX-License-Identifier: MIT
// Writes a ZIP archive of stored entries, the same bytes for the same arrays: every date is 1980-01-01.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sinter/array/numpy/crc32.hpp>
#include <sinter/array/numpy/little_endian.hpp>
#include <sinter/array/numpy/replacement_file.hpp>
#include <sinter/array/numpy/zip_records.hpp>

namespace sinter::core::numpy::zip {

class writer {
 public:
  explicit writer(replacement_file& file, limits most = {}) : file_(file), limits_(most) {}

  // Appends an entry made of two runs of bytes. Throws io_error where the file cannot be written.
  void add(const std::string& name, std::span<const std::byte> start, std::span<const std::byte> rest) {
    entry added{.name = name,
                .local = file_.written(),
                .data = 0,
                .size = start.size() + rest.size(),
                .checksum = crc32(crc32(0, start), rest),
                .flags = 0};
    if (!is_ascii(name)) added.flags = utf8_flag;
    bool is_large = added.size >= limits_.field;
    record header;
    header.u32(local_signature);
    shared_fields(header, added, is_large, is_large);
    header.u16(is_large ? 20 : 0).text(name);
    if (is_large) header.u16(1).u16(16).u64(added.size).u64(added.size);
    file_.write(header.bytes());
    file_.write(start);
    file_.write(rest);
    entries_.push_back(std::move(added));
  }

  // Appends the central directory. Throws io_error where the file cannot be written.
  void finish() {
    std::uint64_t first = file_.written();
    for (const entry& each : entries_) central_header(each);
    std::uint64_t end = file_.written(), size = end - first, count = entries_.size();
    bool is_large = count >= limits_.entries || size >= limits_.field || first >= limits_.field;
    record tail;
    if (is_large) {
      tail.u32(end64_signature).u64(end64_size - 12).u16(made_by).u16(version_64).u32(0).u32(0);
      tail.u64(count).u64(count).u64(size).u64(first);
      tail.u32(locator_signature).u32(0).u64(end).u32(1);
    }
    std::uint64_t shown = is_large ? full16 : count;
    tail.u32(end_signature).u16(0).u16(0).u16(shown).u16(shown);
    tail.u32(is_large ? full32 : size).u32(is_large ? full32 : first).u16(0);
    file_.write(tail.bytes());
  }

 private:
  static constexpr std::uint64_t version = 20, version_64 = 45, made_by = 3 << 8 | 45;  // 3: Unix
  static constexpr std::uint64_t first_date = 1 << 5 | 1;                               // 1980-01-01

  // What local and central header have in common: from the version needed to the length of the name.
  static void shared_fields(record& header, const entry& of, bool needs_64, bool hides_size) {
    std::uint64_t size = hides_size ? full32 : of.size;
    header.u16(needs_64 ? version_64 : version).u16(of.flags).u16(0).u16(0).u16(first_date);
    header.u32(of.checksum).u32(size).u32(size).u16(of.name.size());
  }

  void central_header(const entry& of) {
    bool hides_size = of.size >= limits_.field, hides_offset = of.local >= limits_.field;
    record header;
    header.u32(central_signature).u16(made_by);
    shared_fields(header, of, hides_size || hides_offset, hides_size);
    std::size_t extra = (hides_size ? 16u : 0u) + (hides_offset ? 8u : 0u);
    header.u16(extra > 0 ? extra + 4 : 0).u16(0).u16(0).u16(0).u32(0600u << 16);
    header.u32(hides_offset ? full32 : of.local).text(of.name);
    if (extra > 0) header.u16(1).u16(extra);
    if (hides_size) header.u64(of.size).u64(of.size);
    if (hides_offset) header.u64(of.local);
    file_.write(header.bytes());
  }

  replacement_file& file_;
  limits limits_;
  std::vector<entry> entries_;
};

}  // namespace sinter::core::numpy::zip

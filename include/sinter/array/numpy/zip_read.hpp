// SPDX-License-Identifier: MIT
// Lists the entries of a ZIP archive, each checked: stored, in range, apart from the others, and described
// alike by its local header and by the central directory.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sinter/array/numpy/failure.hpp>
#include <sinter/array/numpy/input_file.hpp>
#include <sinter/array/numpy/little_endian.hpp>
#include <sinter/array/numpy/zip_directory.hpp>
#include <sinter/array/numpy/zip_records.hpp>

namespace sinter::core::numpy::zip {

// How messages call an entry.
inline std::string where_of(const input_file& file, std::string_view name) {
  return file.where() + ", entry " + in_quotes(name, 100);
}

// Replaces those of the sizes and the offset that are full by their values in the ZIP64 part of `extra`.
// False where the part is missing or too short.
inline bool read_extra64(std::span<const std::byte> extra, std::span<std::uint64_t*> fields) {
  bool is_needed = false;
  for (std::uint64_t* field : fields) is_needed |= *field == full32;
  if (!is_needed) return true;
  cursor parts(extra);
  while (parts.left() >= 4) {
    std::uint16_t kind = parts.u16(), size = parts.u16();
    cursor part(parts.take(size));
    if (kind != 1) continue;
    for (std::uint64_t* field : fields)
      if (*field == full32) *field = part.u64();
    return !part.is_short() && !parts.is_short();
  }
  return false;
}

// Throws io_error where an entry is encrypted or compressed.
inline void check_method(unsigned flags, unsigned method, const std::string& where) {
  if (flags & encrypted_flags) fail_load("the entry is encrypted", where, "save it without a password");
  if (method == 8) fail_load("the entry is compressed", where, "save with np.savez, not np.savez_compressed");
  if (method != 0)
    fail_load("the entry is compressed", where, "method " + std::to_string(method) + "; save with np.savez");
}

// One header of the central directory. Throws io_error where it is damaged or describes no stored entry.
inline entry read_central_header(const input_file& file, cursor& headers) {
  entry result;
  std::uint32_t signature = headers.u32();
  headers.take(4);  // versions
  result.flags = headers.u16();
  std::uint16_t method = headers.u16();
  headers.take(4);  // time and date
  result.checksum = headers.u32();
  std::uint64_t packed = headers.u32();
  result.size = headers.u32();
  std::uint16_t name = headers.u16(), extra = headers.u16(), comment = headers.u16(), disk = headers.u16();
  headers.take(6);  // attributes
  result.local = headers.u32();
  result.name = headers.text(name);
  auto more = headers.take(extra);
  headers.take(comment);
  if (headers.is_short() || signature != central_signature)
    fail_load("the central directory is damaged", file.where(), "save the arrays again");
  std::string where = where_of(file, result.name);
  check_method(result.flags, method, where);
  std::uint64_t* fields[] = {&result.size, &packed, &result.local};
  if (!read_extra64(more, fields)) fail_load("the ZIP64 sizes are missing", where, "save the arrays again");
  if (disk != 0) fail_load("the archive is one of several", where, "join its parts first");
  if (packed != result.size)
    fail_load("a stored entry has two sizes", where,
              std::to_string(packed) + " and " + std::to_string(result.size));
  return result;
}

// Reads the local header of an entry and fills in where its data start. Throws io_error where it says
// otherwise than the central directory, or where the data would run past `limit`.
inline void check_local_header(const input_file& file, entry& each, std::uint64_t limit) {
  std::string where = where_of(file, each.name);
  auto out_of_range = [&] {
    fail_load("the entry lies outside the file", where,
              std::to_string(each.size) + " bytes at offset " + std::to_string(each.local) +
                  ", and entries end at " + std::to_string(limit));
  };
  if (limit < local_size || each.local > limit - local_size) out_of_range();
  std::array<std::byte, local_size> start{};
  file.read(each.local, start);
  cursor fields(start);
  std::uint32_t signature = fields.u32();
  fields.take(2);  // version
  std::uint16_t flags = fields.u16(), method = fields.u16();
  fields.take(4);  // time and date
  std::uint32_t checksum = fields.u32();
  std::uint64_t packed = fields.u32(), size = fields.u32();
  std::uint16_t name_length = fields.u16(), extra_length = fields.u16();
  if (signature != local_signature)
    fail_load("there is no entry where one should start", where, std::to_string(each.local));
  check_method(flags, method, where);
  each.data = each.local + local_size + name_length + extra_length;
  if (each.data > limit || each.size > limit - each.data) out_of_range();

  std::vector<std::byte> rest(std::size_t{name_length} + extra_length);
  file.read(each.local + local_size, rest);
  cursor names(rest);
  bool agrees = names.text(name_length) == each.name;
  std::uint64_t* sizes[] = {&size, &packed};
  agrees &= read_extra64(names.take(extra_length), sizes);
  bool is_later =
      (flags & descriptor_flag) != 0 && checksum == 0 && size == 0 && packed == 0;  // sizes after the data
  agrees &= is_later || (checksum == each.checksum && size == each.size && packed == each.size);
  if (!agrees)
    fail_load("the local header and the central directory disagree", where,
              "offset " + std::to_string(each.local));
}

// All entries in the order of the central directory. Throws io_error where anything about them is wrong.
inline std::vector<entry> read_entries(const input_file& file) {
  directory listed = find_directory(file);
  std::vector<std::byte> bytes(static_cast<std::size_t>(listed.size));
  file.read(listed.offset, bytes);
  cursor headers(bytes);
  std::vector<entry> entries;
  entries.reserve(static_cast<std::size_t>(listed.count));
  std::uint64_t claimed = 0;  // stops early where a small file lists the same bytes again and again
  for (std::uint64_t i = 0; i < listed.count; ++i) {
    entry& each = entries.emplace_back(read_central_header(file, headers));
    check_local_header(file, each, listed.offset);
    claimed += each.data - each.local + each.size;
    if (claimed > listed.offset)
      fail_load("entries overlap", where_of(file, each.name), "offset " + std::to_string(each.local));
  }
  if (headers.left() > 0)
    fail_load("the central directory is damaged", file.where(),
              std::to_string(headers.left()) + " bytes too many");

  std::vector<const entry*> ordered;
  for (const entry& each : entries) ordered.push_back(&each);
  auto order = [](const void* a, const void* b) {
    const std::uint64_t x = (*static_cast<const entry* const*>(a))->local, y = (*static_cast<const entry* const*>(b))->local;
    return (x > y) - (x < y);
  };
  if (!ordered.empty()) std::qsort(ordered.data(), ordered.size(), sizeof ordered[0], order);
  for (std::size_t i = 1; i < ordered.size(); ++i)
    if (ordered[i - 1]->data + ordered[i - 1]->size > ordered[i]->local)
      fail_load("entries overlap", where_of(file, ordered[i]->name),
                "offset " + std::to_string(ordered[i]->local));
  return entries;
}

}  // namespace sinter::core::numpy::zip

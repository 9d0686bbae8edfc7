// SPDX-License-Identifier: MIT
// One compiled program as one file:
//   magic, schema, length of the file            8 bytes each
//   digest of the key, digest of the source      32 bytes each
//   key, title, log, PTX, machine code           each behind its length; architecture and NVRTC's version are in the
//   key digest of all of the above                   32 bytes
// Reading trusts nothing: a length is compared with what is there before anything is done with it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "../compile/resources.hpp"
#include "../compile/target.hpp"
#include "../compiled.hpp"
#include "key.hpp"
#include "sha256.hpp"

namespace sinter::core::cuda {

inline constexpr std::string_view entry_magic = "sinter\xf0\n";
inline constexpr std::size_t entry_header = 24;
inline constexpr std::uint64_t largest_entry = std::uint64_t{256} << 20;

inline std::string_view bytes_of(const digest& value) {
  return {reinterpret_cast<const char*>(value.data()), value.size()};
}

inline std::string write_entry(const cache_key& key, std::string_view title, const compiled& program) {
  const std::string material = material_of(key);
  std::string file(entry_magic);
  append_number(file, cache_schema);
  append_number(file, 0);  // the length, below
  file += bytes_of(digest_of(material));
  file += bytes_of(digest_of(key.source));
  for (const std::string_view part : {std::string_view(material), title, std::string_view(program.log),
                                      std::string_view(program.ptx), std::string_view(program.cubin)})
    append_text(file, part);
  std::string length;
  append_number(length, file.size() + sizeof(digest));
  file.replace(16, 8, length);
  return file.append(bytes_of(digest_of(file)));
}

enum class entry_state { good, other_schema, damaged };

// Judges a file by its first bytes, before memory is taken for the rest.
inline entry_state judge_header(std::string_view header, std::uint64_t file_size) {
  field_reader reader(header);
  const bool is_ours = reader.take(entry_magic.size()) == entry_magic;
  const std::uint64_t schema = reader.number(), length = reader.number();
  if (!is_ours || !reader.is_whole()) return entry_state::damaged;
  if (schema != cache_schema) return entry_state::other_schema;
  return length == file_size && length <= largest_entry ? entry_state::good : entry_state::damaged;
}

struct entry {
  cache_key key;
  std::string title;
  compiled program;
};

// Nothing, unless the file is whole, consistent in itself and lies under the name of its key.
inline std::optional<entry> read_entry(std::string_view file, const digest& name) {
  if (file.size() < entry_header + sizeof(digest) || judge_header(file, file.size()) != entry_state::good)
    return std::nullopt;
  const std::string_view content = file.substr(0, file.size() - sizeof(digest));
  if (bytes_of(digest_of(content)) != file.substr(content.size())) return std::nullopt;
  field_reader reader(content.substr(entry_header));
  const std::string_view key_digest = reader.take(sizeof(digest)), source_digest = reader.take(sizeof(digest));
  const std::string_view material = reader.text(), title = reader.text(), log = reader.text(), ptx = reader.text(),
                         cubin = reader.text();
  if (!reader.is_whole() || !reader.rest().empty()) return std::nullopt;
  if (key_digest != bytes_of(name) || bytes_of(digest_of(material)) != key_digest) return std::nullopt;
  std::optional<cache_key> key = read_key(material);
  if (!key || bytes_of(digest_of(key->source)) != source_digest || !is_for(key->architecture, ptx, cubin))
    return std::nullopt;
  entry read{std::move(*key), std::string(title), {}};
  read.program = {read.key.architecture, std::string(ptx), std::string(cubin), std::string(log), read_resources(log)};
  return read;
}

}  // namespace sinter::core::cuda

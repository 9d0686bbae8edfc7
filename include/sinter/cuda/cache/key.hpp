// SPDX-License-Identifier: MIT
// What a compiled program depends on, and nothing else: the driver is not part of it, since machine code does not
// depend on the driver. Fields are written with their lengths, so that no two keys read the same.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sha256.hpp"

namespace sinter::core::cuda {

// The form of keys and files. To be raised when either changes.
inline constexpr std::uint32_t cache_schema = 1;

struct cache_key {
  std::string generator;             // which sinter wrote the source
  std::string architecture;          // with its suffix: sm_90 and sm_90a are two
  std::string compiler;              // NVRTC's version
  std::string build;                 // and which build of it
  std::string output;                // what was asked for: cubin and ptx, or ptx
  std::vector<std::string> options;  // in order
  std::string source;
  bool operator==(const cache_key&) const = default;
};

// Lengths and numbers in files: eight bytes, the lowest first.
inline void append_number(std::string& to, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) to += static_cast<char>(number >> (8 * i) & 255);
}
inline void append_text(std::string& to, std::string_view text) {
  append_number(to, text.size());
  to += text;
}

// Takes numbers and texts off the front of bytes that may hold anything. Once something does not fit, nothing does.
class field_reader {
 public:
  explicit field_reader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number() {
    const std::string_view bytes = take(8);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
  }
  std::string_view text() { return take(number()); }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) is_whole_ = false;
    if (!is_whole_) return "";
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  bool is_whole() const { return is_whole_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool is_whole_ = true;
};

inline std::string material_of(const cache_key& key) {
  std::string material;
  append_number(material, cache_schema);
  for (const std::string* field : {&key.generator, &key.architecture, &key.compiler, &key.build, &key.output})
    append_text(material, *field);
  append_number(material, key.options.size());
  for (const std::string& option : key.options) append_text(material, option);
  append_text(material, key.source);
  return material;
}

inline std::optional<cache_key> read_key(std::string_view material) {
  field_reader reader(material);
  if (reader.number() != cache_schema) return std::nullopt;
  cache_key key;
  for (std::string* field : {&key.generator, &key.architecture, &key.compiler, &key.build, &key.output})
    *field = reader.text();
  for (std::uint64_t left = reader.number(); left > 0 && reader.is_whole(); --left)
    key.options.emplace_back(reader.text());
  key.source = reader.text();
  if (!reader.is_whole() || !reader.rest().empty()) return std::nullopt;
  return key;
}

}  // namespace sinter::core::cuda

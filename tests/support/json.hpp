// SPDX-License-Identifier: MIT
// A checker of JSON by the grammar of RFC 8259: where a text stops being JSON. It builds nothing.
#pragma once
#include <cctype>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace tests {

class json_checker {
 public:
  explicit json_checker(std::string_view text) : text_(text) {}

  // Empty where the text is one JSON value; else what is wrong, and where.
  std::string fault() {
    const bool is_value = value();
    space();
    if (is_value && at_ == text_.size()) return "";
    return "not JSON at byte " + std::to_string(at_) + ": " + std::string(text_.substr(at_, 40));
  }

 private:
  char now() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    space();
    if (now() != c) return false;
    ++at_;
    return true;
  }
  void space() {
    while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_])) ++at_;
  }
  bool word(std::string_view w) {
    if (text_.substr(at_, w.size()) != w) return false;
    at_ += w.size();
    return true;
  }
  bool digits() {
    const std::size_t begin = at_;
    while (std::isdigit(static_cast<unsigned char>(now()))) ++at_;
    return at_ > begin;
  }
  bool number() {
    if (now() == '-') ++at_;
    if (now() == '0') ++at_;
    else if (!digits()) return false;
    if (now() == '.') {
      ++at_;
      if (!digits()) return false;
    }
    if (now() != 'e' && now() != 'E') return true;
    ++at_;
    if (now() == '+' || now() == '-') ++at_;
    return digits();
  }
  bool string() {
    if (!take('"')) return false;
    for (;; ++at_) {
      const auto c = static_cast<unsigned char>(now());
      if (at_ == text_.size() || c < 0x20) return false;
      if (c == '"') return ++at_, true;
      if (c != '\\') continue;
      ++at_;
      if (now() == 'u') {
        for (int i = 0; i < 4; ++i)
          if (++at_; !std::isxdigit(static_cast<unsigned char>(now()))) return false;
      } else if (!now() || !std::strchr("\"\\/bfnrt", now()))
        return false;
    }
  }
  template <class Item> bool items(char close, Item item) {
    ++at_;
    if (take(close)) return true;
    do
      if (!item()) return false;
    while (take(','));
    return take(close);
  }
  bool value() {
    space();
    switch (now()) {
      case '{': return items('}', [&] { return string() && take(':') && value(); });
      case '[': return items(']', [&] { return value(); });
      case '"': return string();
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline std::string json_fault(std::string_view text) { return json_checker(text).fault(); }

}  // namespace tests

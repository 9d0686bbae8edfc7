// SPDX-License-Identifier: MIT
// Indented text, line by line.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace sinter::core::cuda {

inline std::string to_text(std::int64_t number) { return std::to_string(number); }

// Joins pieces of text and numbers.
inline void join_into(std::string&) {}
template <class First, class... Rest>
void join_into(std::string& to, const First& first, const Rest&... rest) {
  if constexpr (requires { std::string_view(first); }) to += std::string_view(first);
  else to += std::to_string(first);
  join_into(to, rest...);
}
template <class... Parts>
std::string join(const Parts&... parts) {
  std::string made;
  join_into(made, parts...);
  return made;
}

class writer {
 public:
  explicit writer(int depth = 0) : depth_(depth) {}
  template <class... Parts>
  void line(const Parts&... parts) {
    const std::string made = join(parts...);
    if (!made.empty() && made[0] != '#') text_.append(static_cast<std::size_t>(2 * depth_), ' ');
    else if (made.starts_with("#pragma")) text_.append(static_cast<std::size_t>(2 * depth_), ' ');
    text_ += made;
    text_ += '\n';
  }
  template <class... Parts>
  void open(const Parts&... parts) {
    if constexpr (sizeof...(Parts) > 0) line(parts..., " {");
    else line("{");
    ++depth_;
  }
  void close(std::string_view after = "") {
    --depth_;
    line("}", after);
  }
  // "} else {"
  void turn(std::string_view words) {
    --depth_;
    line("} ", words, " {");
    ++depth_;
  }
  void append(const writer& other) { text_ += other.text_; }
  void append(std::string_view text) { text_ += text; }
  int depth() const { return depth_; }
  bool is_empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int depth_;
};

// A replacement of each `from`.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

constexpr bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
// Whether `word` occurs as a whole identifier.
inline bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !is_word(text[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace sinter::core::cuda

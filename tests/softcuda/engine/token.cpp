// SPDX-License-Identifier: MIT
#include "token.hpp"

#include "../engine.hpp"

namespace softcuda {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
}
bool continues_word(char c) { return begins_word(c) || is_digit(c); }

}  // namespace

std::vector<token> tokens_of(std::string_view text) {
  std::vector<token> all;
  all.reserve(text.size() / 4);
  int line = 1;
  std::size_t at = 0;
  const auto peek = [&](std::size_t ahead) { return at + ahead < text.size() ? text[at + ahead] : '\0'; };
  while (at < text.size() && text[at] != '\0') {
    const char c = text[at];
    const std::size_t begin = at;
    if (c == '\n') ++line;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
    } else if (c == '/' && peek(1) == '/') {
      while (at < text.size() && text[at] != '\n') ++at;
    } else if (c == '/' && peek(1) == '*') {
      for (at += 2; at < text.size() && !(text[at] == '*' && peek(1) == '/'); ++at) line += text[at] == '\n';
      at += 2;
    } else if (is_digit(c)) {
      while (is_digit(peek(0)) || peek(0) == '.' || begins_word(peek(0))) ++at;
      all.push_back({token_kind::number, text.substr(begin, at - begin), line});
    } else if (begins_word(c)) {
      // "::" belongs to a word (.shared::cta), a single ':' closes a label
      while (continues_word(peek(0)) || (peek(0) == ':' && peek(1) == ':')) at += peek(0) == ':' ? 2 : 1;
      all.push_back({token_kind::word, text.substr(begin, at - begin), line});
    } else if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) line += text[at] == '\n';
      ++at;
      all.push_back({token_kind::string, text.substr(begin + 1, at - begin - 2), line});
    } else if (std::string_view("{}[](),;:<>@!=+-|*&").find(c) != std::string_view::npos) {
      ++at;
      all.push_back({token_kind::mark, text.substr(begin, 1), line});
    } else {
      throw ptx_error("ptx: line " + std::to_string(line) + ": PTX has no character '" + std::string(1, c) + "'");
    }
  }
  all.push_back({token_kind::end, {}, line});
  return all;
}

}  // namespace softcuda

// SPDX-License-Identifier: MIT
// docs/functions.md lists every public name of the headers, and the code that it quotes calls every function it lists.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <vector>

#include "pages.hpp"

namespace {

const std::string root = SINTER_SOURCE_DIR "/";
constexpr const char* page = "docs/functions.md";

bool is_letter(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

// Without comments, texts, characters and directives.
std::string code_of(const std::string& text) {
  std::string code;
  bool line_begins = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/' && text[i + 1] == '/') i = text.find('\n', i);
    else if (c == '"' && i > 0 && text[i - 1] == 'R')
      i = text.find(")" + text.substr(i + 1, text.find('(', i) - i - 1) + "\"", i) + 1;  // its last quote begins another text
    else if (c == '"' || (c == '\'' && !(i > 0 && is_letter(text[i - 1]))))  // 1'000 has a separator
      for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\';
    else if (c == '#' && line_begins)
      do i = text.find('\n', i + 1);
      while (text[i - 1] == '\\');
    else {
      code += c;
      if (c != ' ') line_begins = c == '\n';
      continue;
    }
    if (i >= text.size()) break;
    code += text[i] == '\n' ? '\n' : ' ';
    line_begins = text[i] == '\n';
  }
  return code;
}

// The end of what `open` opens at `at`.
std::size_t past_balanced(const std::string& text, std::size_t at, char open, char close) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == open ? 1 : text[at] == close ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return at;
}

// What a declaration declares; empty for an operator, a guide, a declaration ahead or no declaration.
std::string name_declared(std::string text) {
  for (std::size_t at; (at = text.find("template")) != std::string::npos;)
    text.erase(at, past_balanced(text, text.find('<', at), '<', '>') - at);
  for (std::size_t at; (at = text.find("requires(")) != std::string::npos;)
    text.erase(at, past_balanced(text, at + 8, '(', ')') - at);
  if (text.find("operator") != std::string::npos || text.find("->") != std::string::npos) return {};
  auto word_before = [&](std::size_t end) {
    while (end > 0 && !is_letter(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_letter(text[begin - 1])) --begin;
    return begin > 0 && text[begin - 1] == ':' ? "" : text.substr(begin, end - begin);  // a::b: a member, defined outside
  };
  auto word_after = [&](std::size_t begin) {
    while (begin < text.size() && !is_letter(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_letter(text[end])) ++end;
    return text.substr(begin, end - begin);
  };
  for (const std::string word : {"class ", "struct ", "using ", "concept "})
    if (const std::size_t at = text.find(word); at != std::string::npos) return word_after(at + word.size());
  const std::size_t call = text.find('('), value = text.find('=');
  if (call != std::string::npos && call < value) return word_before(call);
  return text.find("constexpr") == std::string::npos ? "" : word_before(std::min(value, text.size()));
}

// The names declared in namespace sinter and in those within it, without core.
void add_public_names(const std::string& header, std::set<std::string>& names) {
  const std::string code = code_of(docs::read_file(header));
  std::vector<bool> around;  // the braces around a place: whether what stands in them is for users
  std::string text;
  int brackets = 0;
  auto declared = [&] {
    if (around.empty() || std::find(around.begin(), around.end(), false) != around.end()) return;
    if (const std::string name = name_declared(text); !name.empty()) names.insert(name);
  };
  for (const char c : code) {
    brackets += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (brackets > 0 || (c != '{' && c != '}' && c != ';')) {
      text += c;
      continue;
    }
    if (c == '{') {
      const std::size_t at = text.find("namespace ");
      if (at == std::string::npos) declared();
      const std::string of = at == std::string::npos ? "core" : text.substr(at + 10, text.find_first_of(" \n", at + 10) - at - 10);
      const bool is_open = of.find("core") == std::string::npos && (!around.empty() || of.rfind("sinter", 0) == 0);
      around.push_back(is_open && !of.empty());
    } else if (c == '}') {
      INFO(header);
      REQUIRE(!around.empty());
      around.pop_back();
    } else {
      declared();
    }
    text.clear();
  }
  CHECK_MESSAGE(around.empty(), header);
}

// The page's code in backticks, outside its blocks.
std::string spans_of(const std::string& text) {
  std::string spans;
  bool in_block = false, in_span = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "```") == 0) in_block = !in_block, i += 2;
    else if (!in_block && text[i] == '`') in_span = !in_span, spans += ' ';
    else if (in_span) spans += text[i];
  }
  return spans;
}
// The words of a text; called: those before ( or <, not members.
std::set<std::string> words_of(const std::string& text, bool called) {
  std::set<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    const bool is_call = end < text.size() && (text[end] == '(' || text[end] == '<') && !(i > 0 && text[i - 1] == '.');
    if (end > i && (!called || is_call)) words.insert(text.substr(i, end - i));
    i = end > i ? end : i + 1;
  }
  return words;
}

}  // namespace

TEST_CASE("every public name is listed") {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "include/sinter"))
    if (entry.path().extension() == ".hpp")
      add_public_names(std::filesystem::relative(entry.path(), root).string(), names);
  for (const char* found : {"einsum", "where", "array_equal", "normal", "split", "axis", "to_end", "jit", "lower", "key", "save"})
    CHECK_MESSAGE(names.count(found) == 1, found);  // the search finds what it should
  CHECK(names.count("term") + names.count("compose") == 0);
  for (const char* unspelled : {"typed", "given_extents", "given_types", "args_t", "make_jaxpr_of"})  // types behind the words
    CHECK_MESSAGE(names.erase(unspelled) == 1, unspelled);
  const std::set<std::string> listed = words_of(spans_of(docs::read_file(page)), false);
  for (const std::string& name : names) CHECK_MESSAGE(listed.count(name) == 1, name, " is not on ", page);
}

TEST_CASE("every call that is listed is made") {
  std::string code;
  for (const docs::block& shown : docs::blocks_of(page)) code += code_of(shown.text);
  const std::set<std::string> made = words_of(code, false);
  const std::set<std::string> listed = words_of(spans_of(docs::read_file(page)), true);
  CHECK(listed.size() > 150);
  for (const std::string& name : listed)
    if (name.size() > 1) CHECK_MESSAGE(made.count(name) == 1, name, " is not called on ", page);
}

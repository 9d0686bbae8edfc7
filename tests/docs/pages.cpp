// SPDX-License-Identifier: MIT
#include "pages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace docs {
namespace {

const std::string root = SINTER_SOURCE_DIR "/";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string joined(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) text += lines[i] + "\n";
  return text;
}
bool starts_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

// <!-- word: source [name] -->
void read_directive(const std::string& line, block& to) {
  std::istringstream in(line);
  std::string open, name;
  in >> open >> to.directive >> to.source >> name;
  if (!to.directive.empty()) to.directive.pop_back();
  if (name.size() > 2 && name.front() == '[') to.name = name.substr(1, name.size() - 2);
}

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream in(root + path);
  INFO(path);
  REQUIRE(in.good());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(root + path);
  out << text;
}
bool is_updating() {
  const char* asked = std::getenv("SINTER_UPDATE_GOLDEN");
  return asked && asked[0] == '1';
}

std::vector<block> blocks_of(const std::string& page) {
  std::vector<block> blocks;
  const std::vector<std::string> lines = lines_of(read_file(page));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!starts_with(lines[i], "```")) continue;
    std::size_t end = i + 1;
    while (end < lines.size() && lines[end] != "```") ++end;
    block found;
    found.language = lines[i].substr(3);
    found.line = static_cast<int>(i) + 1;
    found.text = joined(lines, i + 1, end);
    if (i > 0 && starts_with(lines[i - 1], "<!-- ")) read_directive(lines[i - 1], found);
    blocks.push_back(found);
    i = end;
  }
  return blocks;
}

void replace(const std::string& page, const block& old, const std::string& text) {
  const std::vector<std::string> lines = lines_of(read_file(page));
  const auto first = static_cast<std::size_t>(old.line);
  std::size_t end = first;
  while (end < lines.size() && lines[end] != "```") ++end;
  INFO(page, ":", old.line);
  REQUIRE(joined(lines, first, end) == old.text);  // else the page changed since it was read
  write_file(page, joined(lines, 0, first) + text + joined(lines, end, lines.size()));
}

std::vector<std::string> pages() {
  std::vector<std::string> found{"README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "docs"))
    if (entry.path().extension() == ".md") found.push_back(std::filesystem::relative(entry.path(), root).string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string marked_part(const std::string& source, const std::string& name) {
  const std::vector<std::string> lines = lines_of(read_file(source));
  auto is_mark = [&](const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first != std::string::npos && (line.substr(first) == "// [" + name + "]" || line.substr(first) == "# [" + name + "]");
  };
  std::size_t begin = 0, end = lines.size();
  if (name.empty()) {
    while (begin < lines.size() && !starts_with(lines[begin], "using namespace")) ++begin;
    while (begin + 1 < lines.size() && lines[begin + 1].empty()) ++begin;
  } else {
    while (begin < lines.size() && !is_mark(lines[begin])) ++begin;
    for (end = begin + 1; end < lines.size() && !is_mark(lines[end]);) ++end;
    INFO(source, " [", name, "]");
    REQUIRE(end < lines.size());
  }
  std::size_t shared = std::string::npos;
  for (std::size_t i = begin + 1; i < end; ++i)
    if (const std::size_t first = lines[i].find_first_not_of(' '); first < shared) shared = first;
  std::string text;
  for (std::size_t i = begin + 1; i < end; ++i) text += (lines[i].size() > shared ? lines[i].substr(shared) : "") + "\n";
  return text;
}

bool reads_alike(std::string_view found, std::string_view expected) {
  const auto a = lines_of(std::string(found)), b = lines_of(std::string(expected));
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char *x = a[i].c_str(), *y = b[i].c_str();
    bool in_word = false;  // n0, f32: digits that are part of a name
    while (*x && *y) {
      const bool number = !in_word && *x >= '0' && *x <= '9' && *y >= '0' && *y <= '9';
      if (number) {
        char *after_x = nullptr, *after_y = nullptr;
        const double p = std::strtod(x, &after_x), q = std::strtod(y, &after_y);
        if (std::fabs(p - q) > 2e-6 * std::fabs(q) + 1e-12) return false;
        x = after_x;
        y = after_y;
        continue;
      }
      if (*x != *y) return false;
      in_word = is_word(*x);
      ++x;
      ++y;
    }
    auto only_spaces = [](const char* rest) { return std::string_view(rest).find_first_not_of(' ') == std::string_view::npos; };
    if (!only_spaces(x) || !only_spaces(y)) return false;
  }
  return true;
}

void shows(const char* page, const char* source, const char* name, const std::string& text) {
  std::string expected = text;
  if (!expected.empty() && expected.back() != '\n') expected += '\n';
  for (std::size_t at; (at = expected.find(root)) != std::string::npos;) expected.erase(at, root.size());  // where the project stands
  bool is_shown = false;
  for (const block& shown : blocks_of(page)) {
    if (shown.directive != "output" || shown.source != source || shown.name != name) continue;
    is_shown = true;
    if (reads_alike(expected, shown.text)) continue;
    if (is_updating()) replace(page, shown, expected);
    else FAIL_CHECK(std::string(page), ":", shown.line, " shows\n", shown.text, "where ", std::string(source), " [", std::string(name), "] prints\n", expected);
    break;  // an output is shown once
  }
  CHECK_MESSAGE(is_shown, std::string(page), " does not show what ", std::string(name), " prints");
}

}  // namespace docs

// SPDX-License-Identifier: MIT
// docs/environment.md lists every environment variable that the library or its tests read, and no others.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "pages.hpp"

namespace {

const std::string root = SINTER_SOURCE_DIR "/";

// The names between two of `quote` that begin with SINTER_ and go on.
std::set<std::string> names_in(const std::string& text, char quote) {
  std::set<std::string> names;
  const std::string begin = std::string(1, quote) + "SINTER_";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const std::size_t end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", at + 1);
    if (end != std::string::npos && text[end] == quote && text[end - 1] != '_') names.insert(text.substr(at + 1, end - at - 1));
  }
  return names;
}
std::set<std::string> names_under(const char* folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = std::filesystem::relative(entry.path(), root).string();
    if (path.ends_with(".hpp") || path.ends_with(".cpp")) names.merge(names_in(docs::read_file(path), '"'));
  }
  return names;
}

}  // namespace

TEST_CASE("the page of environment variables is complete") {
  const std::set<std::string> listed = names_in(docs::read_file("docs/environment.md"), '`');
  const std::set<std::string> library = names_under("include"), tests = names_under("tests");
  CHECK(library.count("SINTER_PROFILE") == 1);  // the search finds what it should
  for (const std::string& name : library) CHECK_MESSAGE(listed.count(name) == 1, name);
  for (const std::string& name : tests) CHECK_MESSAGE(listed.count(name) == 1, name);
  for (const std::string& name : listed) CHECK_MESSAGE((library.count(name) || tests.count(name)), name);
}

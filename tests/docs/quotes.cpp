// SPDX-License-Identifier: MIT
// What the pages quote is what the tests compile: each ```cpp block repeats a marked part of a program, each output is
// compared by the program that prints it, each link leads somewhere, each setting that a page names exists.
#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <set>

#include "pages.hpp"

namespace {

const std::string root = SINTER_SOURCE_DIR "/";

bool contains(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

std::string all_sources() {
  std::string text = docs::read_file("dev") + docs::read_file("CMakeLists.txt");
  for (const char* folder : {"include", "cmake", "tests", "bench"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root + folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = std::filesystem::relative(entry.path(), root).string();
      if (!contains(path, "tests/docs/quotes.cpp")) text += docs::read_file(path);
    }
  return text;
}

}  // namespace

TEST_CASE("quoted code is compiled code") {
  for (const std::string& page : docs::pages()) {
    const std::size_t count = docs::blocks_of(page).size();
    for (std::size_t i = 0; i < count; ++i) {
      const docs::block shown = docs::blocks_of(page)[i];  // read anew: an update moves lines
      if (shown.language != "cpp" && shown.directive != "quote") continue;
      CAPTURE(page);
      CAPTURE(shown.line);
      CHECK_MESSAGE(shown.directive == "quote", "a block of C++ needs <!-- quote: ... --> in the line above");
      if (shown.directive != "quote") continue;
      const std::string expected = docs::marked_part(shown.source, shown.name);
      if (expected != shown.text && docs::is_updating()) docs::replace(page, shown, expected);
      else CHECK(expected == shown.text);
    }
  }
}

TEST_CASE("outputs that a page shows are compared by a test") {
  for (const std::string& page : docs::pages())
    for (const docs::block& shown : docs::blocks_of(page)) {
      if (shown.directive != "output") continue;
      CAPTURE(page);
      CAPTURE(shown.line);
      CHECK(contains(docs::read_file(shown.source), "\"" + shown.name + "\""));
    }
}

TEST_CASE("links lead to files") {
  for (const std::string& page : docs::pages()) {
    const std::string text = docs::read_file(page);
    const std::filesystem::path folder = std::filesystem::path(root + page).parent_path();
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
      std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
      link = link.substr(0, link.find('#'));
      if (link.empty() || contains(link, "://") || contains(link, "\n") || contains(link, " ")) continue;
      if (!contains(link, ".") && !contains(link, "/")) continue;
      CAPTURE(page);
      CAPTURE(link);
      CHECK(std::filesystem::exists(folder / link));
    }
  }
}

TEST_CASE("settings that a page names exist") {
  const std::string sources = all_sources();
  std::set<std::string> seen;
  for (const std::string& page : docs::pages()) {
    const std::string text = docs::read_file(page);
    for (std::size_t at = text.find("SINTER_"); at != std::string::npos; at = text.find("SINTER_", at + 1)) {
      std::size_t end = at;
      while (end < text.size() && (std::isupper(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
      const std::string name = text.substr(at, end - at);
      if (!seen.insert(name).second) continue;
      CAPTURE(page);
      CAPTURE(name);
      CHECK(contains(sources, name));
    }
  }
}

// The sentences of compiler errors in the lesson on mistakes are those of the library; tests/must_not_compile/check.sh
// compares the whole lines with what the compiler says.
TEST_CASE("errors that a page shows are the library's sentences") {
  std::string headers;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root + "include"))
    if (entry.is_regular_file()) headers += docs::read_file(std::filesystem::relative(entry.path(), root).string());
  int found = 0;
  for (const std::string& page : docs::pages())
    for (const docs::block& shown : docs::blocks_of(page)) {
      if (shown.language != "text") continue;
      CAPTURE(page);
      CAPTURE(shown.line);
      CHECK((shown.directive == "message") == contains(shown.text, "error: "));
      if (shown.directive == "message") {
        CHECK(std::filesystem::exists(root + shown.source));
        CHECK((shown.name == "g++" || shown.name == "clang++"));
      }
      for (const std::string said : {"static assertion failed: ", "is unavailable: "}) {
        const std::size_t at = shown.text.find(said);
        if (at == std::string::npos) continue;
        const std::string sentence = shown.text.substr(at + said.size(), shown.text.find('\n', at) - at - said.size());
        CAPTURE(sentence);
        CHECK(contains(headers, "\"" + sentence + "\""));
        ++found;
      }
    }
  CHECK(found >= 5);
}

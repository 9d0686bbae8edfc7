// SPDX-License-Identifier: MIT
// The documentation as tests read it: pages, their fenced blocks, and what stands in the comment above a block.
//   <!-- quote: tests/docs/arrays.cpp [construct] -->   a ```cpp block that repeats the part of the program between two lines
//                                                       // [construct]; without a name, all after its `using namespace` line
//   <!-- output: tests/docs/arrays.cpp [construct] -->  a ```text block that repeats what that program prints
//   <!-- message: tests/must_not_compile/extents.cpp [g++] -->  lines that this compiler prints for the file's mistake
// With SINTER_UPDATE_GOLDEN=1 a block that differs is rewritten instead of failing.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace docs {

std::string read_file(const std::string& path);  // below the project's folder
void write_file(const std::string& path, const std::string& text);
bool is_updating();

struct block {
  std::string language;
  std::string directive, source, name;  // what the comment above says; empty without one
  int line = 0;                         // of the opening fence, from 1
  std::string text;
};
std::vector<block> blocks_of(const std::string& page);
void replace(const std::string& page, const block& old, const std::string& text);
std::vector<std::string> pages();  // README.md and all of docs/

// The lines of a program between two marks, without the indentation that they share.
std::string marked_part(const std::string& source, const std::string& name);

// Equal but for white space at the ends of lines, and for numbers in their last digits.
bool reads_alike(std::string_view found, std::string_view expected);

// Checks that `text` is what the page shows as the output [name] of this program.
void shows(const char* page, const char* source, const char* name, const std::string& text);

}  // namespace docs

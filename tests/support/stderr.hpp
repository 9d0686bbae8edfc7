// SPDX-License-Identifier: MIT
// What is written to stderr while a piece of a test runs.
#pragma once
#include <unistd.h>

#include <cstdio>
#include <string>

namespace tests {

template <class Work>
std::string said_on_stderr(Work work) {
  std::FILE* const file = std::tmpfile();
  if (!file) return "no temporary file";
  std::fflush(stderr);
  const int before = ::dup(2);
  ::dup2(::fileno(file), 2);
  try {
    work();
  } catch (...) {
    std::fflush(stderr);
    ::dup2(before, 2);
    ::close(before);
    std::fclose(file);
    throw;
  }
  std::fflush(stderr);
  ::dup2(before, 2);
  ::close(before);
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace tests

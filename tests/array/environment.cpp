// SPDX-License-Identifier: MIT
// Environment variables that hold a number: what is understood, and the line on stderr for what is not.
#include <doctest/doctest.h>

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sinter/array/environment.hpp>
#include <sinter/array/pool.hpp>

using namespace sinter::core;

namespace {
constexpr const char* name = "SINTER_POOL_BYTES";

// What read(name) gives with this text, and says on stderr.
template <class Read>
auto reading(const char* text, Read read, std::string& said) {
  char path[] = "said_XXXXXX";
  const int file = mkstemp(path), before = dup(STDERR_FILENO);
  REQUIRE(file >= 0);
  std::fflush(stderr);
  dup2(file, STDERR_FILENO);
  const std::string kept = std::getenv(name) ? std::getenv(name) : "";
  setenv(name, text, 1);
  const auto value = read();
  kept.empty() ? unsetenv(name) : setenv(name, kept.c_str(), 1);
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  char line[400] = {};
  const ssize_t length = pread(file, line, sizeof line - 1, 0);
  said.assign(line, static_cast<std::size_t>(length > 0 ? length : 0));
  close(file);
  unlink(path);
  return value;
}
}  // namespace

TEST_CASE("numbers of bytes") {
  std::string said;
  const auto bytes = [&](const char* text) { return reading(text, [] { return bytes_of_variable(name, 7, "7 is used"); }, said); };
  for (const auto& one : {std::pair{"0", std::uint64_t{0}}, {"500M", std::uint64_t{500} << 20}, {"2G", std::uint64_t{2} << 30},
                                    {"3K", std::uint64_t{3072}}, {"18446744073709551615", UINT64_MAX}, {"99999999999999999999", UINT64_MAX},
                                    {"18446744073709551615G", UINT64_MAX}, {"", std::uint64_t{7}}}) {
    CAPTURE(one.first);
    CHECK(bytes(one.first) == one.second);
    CHECK(said.empty());
  }
  for (const std::string text : {"junk", "-1", "5 M", "5MB", "1e9", "M"}) {
    CAPTURE(text);
    CHECK(bytes(text.c_str()) == 7);
    CHECK(said == "sinter: SINTER_POOL_BYTES must be a number of bytes, like 500M; it is \"" + text + "\", so 7 is used\n");
  }
}

TEST_CASE("counts") {
  std::string said;
  const auto count = [&](const char* text) { return reading(text, [] { return count_of_variable(name, 4096, "8 are used"); }, said); };
  for (const auto& one : {std::pair{"1", 1}, {"007", 7}, {"4096", 4096}, {"", 0}}) {
    CAPTURE(one.first);
    CHECK(count(one.first) == one.second);
    CHECK(said.empty());
  }
  for (const std::string text : {"abc", "0", "-3", "4x", " 4", "4.5", "99999999999999999999x"}) {
    CAPTURE(text);
    CHECK(count(text.c_str()) == 0);
    CHECK(said == "sinter: SINTER_POOL_BYTES must be a number from 1 to 4096; it is \"" + text + "\", so 8 are used\n");
  }
  for (const std::string text : {"4097", "99999999999999999999"}) {
    CHECK(count(text.c_str()) == 4096);
    CHECK(said == "sinter: SINTER_POOL_BYTES must be a number from 1 to 4096; it is \"" + text + "\", so the greatest is used\n");
  }
}

TEST_CASE("the pool in another process" * doctest::skip()) {
  memory_pool& pool = memory_pool::instance();
  pool.release(pool.allocate(3 << 20), 3 << 20);
  std::printf("kept %d\n", pool.kept() > 0);
}
TEST_CASE("SINTER_POOL_BYTES has units") {
  char self[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  REQUIRE(length > 0);
  self[length] = 0;
  const auto run = [&](const std::string& value) {
    std::FILE* pipe = popen(("SINTER_POOL_BYTES=" + value + " '" + self + "' -ns -m -tc='the pool in another process' 2>&1").c_str(), "r");
    REQUIRE(pipe);
    std::string text;
    for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    pclose(pipe);
    return text;
  };
  CHECK(run("500M").find("kept 1") != std::string::npos);
  CHECK(run("2M").find("kept 0") != std::string::npos);
  const std::string junk = run("junk");
  CHECK(junk.find("sinter: SINTER_POOL_BYTES must be a number of bytes, like 500M; it is \"junk\", so 1 GiB is used\n") != std::string::npos);
  CHECK(junk.find("kept 1") != std::string::npos);
}

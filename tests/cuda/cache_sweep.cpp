// SPDX-License-Identifier: MIT
// What is removed and when: stale temporaries (fault 16), clocks (fault 21), caps (fault 22), the cap in memory.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <ctime>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

// Programs whose files all have about this size.
constexpr std::size_t program_bytes = 40000;
compile_request large(int number) {
  return request_of(std::to_string(number) + std::string(program_bytes / 4, 'x'));  // source, key, PTX, cubin
}

void set_age(const std::string& path, std::int64_t seconds) {
  const timespec time{std::time(nullptr) - seconds, 0};
  const timespec both[2] = {time, time};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), both, 0) == 0);
}
std::int64_t age_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return std::time(nullptr) - status.st_mtim.tv_sec;
}

std::string file_of(const std::string& folder, const compile_request& request) {
  fresh process(folder);
  return folder + "/programs/" + program_file(digest_of(material_of(process.compiles.key_of(request))));
}

std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t sum = 0;
  for (const std::string& file : files_in(folder)) sum += std::filesystem::file_size(file);
  return sum;
}

compiler_options with_cap(const std::string& folder, std::uint64_t cap, std::int64_t sweep_every = 0) {
  compiler_options options = fresh::options_for(folder);
  options.disk.cap = cap;
  options.disk.sweep_every = sweep_every;
  return options;
}

// Ten programs, the one with number n last used (100 - n) minutes ago.
void fill(const std::string& folder) {
  for (int n = 0; n < 10; ++n) {
    REQUIRE(fresh(folder).from(large(n)) == found_in::compiler);
    set_age(file_of(folder, large(n)), (100 - n) * 60);
  }
}

}  // namespace

TEST_CASE("above the cap, what was not used for longest goes, down to four fifths") {
  scratch_folder folder;
  fill(folder.cache());
  CHECK(fresh(folder.cache()).from(large(0)) == found_in::disk);  // used: now the most recent
  CHECK(age_of(file_of(folder.cache(), large(0))) < 60);
  const std::uint64_t cap = bytes_in(folder.programs());
  CHECK(fresh(with_cap(folder.cache(), cap)).from(large(10)) == found_in::compiler);
  CHECK(bytes_in(folder.programs()) <= cap / 5 * 4);
  CHECK(bytes_in(folder.programs()) > cap / 5 * 3);
  CHECK(std::filesystem::exists(file_of(folder.cache(), large(0))));
  CHECK(std::filesystem::exists(file_of(folder.cache(), large(10))));
  CHECK(std::filesystem::exists(file_of(folder.cache(), large(9))));
  CHECK(!std::filesystem::exists(file_of(folder.cache(), large(1))));
}

TEST_CASE("below the cap nothing goes") {
  scratch_folder folder;
  fill(folder.cache());
  CHECK(fresh(with_cap(folder.cache(), 2 * bytes_in(folder.programs()))).from(large(10)) == found_in::compiler);
  CHECK(files_in(folder.programs()).size() == 11);
}

TEST_CASE("a sweep comes once an hour at most, and counts no file that is not the cache's") {
  scratch_folder folder;
  fill(folder.cache());
  const std::string stamp = folder.cache() + "/swept", note = folder.programs() + "/my notes";
  write_file(note, std::string(program_bytes, 'n'));
  set_age(note, 1000000);
  set_age(stamp, 3500);
  const compiler_options options = with_cap(folder.cache(), bytes_in(folder.programs()) / 2, 3600);
  CHECK(fresh(options).from(large(10)) == found_in::compiler);
  CHECK(files_in(folder.programs()).size() == 12);
  set_age(stamp, 3700);
  CHECK(fresh(options).from(large(11)) == found_in::compiler);
  CHECK(files_in(folder.programs()).size() < 8);
  CHECK(age_of(stamp) < 60);
  CHECK(std::filesystem::exists(note));
}

TEST_CASE("fault 16: temporaries of killed processes go after an hour") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(large(0)) == found_in::compiler);
  const std::string old = folder.cache() + "/temporary/1-host-0-0", young = folder.cache() + "/temporary/2-host-0-0";
  write_file(old, "half");
  write_file(young, "half");
  set_age(old, 3700);
  set_age(young, 3500);
  CHECK(fresh(with_cap(folder.cache(), 1 << 30)).from(large(1)) == found_in::compiler);
  CHECK(!std::filesystem::exists(old));
  CHECK(std::filesystem::exists(young));
}

TEST_CASE("fault 21: times in the future neither protect a file for ever nor stop the sweep") {
  scratch_folder folder;
  fill(folder.cache());
  const std::string future = file_of(folder.cache(), large(0)), stamp = folder.cache() + "/swept";
  const std::string temporary = folder.cache() + "/temporary/1-host-0-0";
  write_file(temporary, "half");
  for (const std::string& file : {future, stamp, temporary}) set_age(file, -1000000);
  CHECK(fresh(with_cap(folder.cache(), bytes_in(folder.programs()), 3600)).from(large(10)) == found_in::compiler);
  CHECK(files_in(folder.programs()).size() < 10);  // it swept, whatever the stamp said
  CHECK(std::abs(age_of(future)) < 60);            // and from now on this one grows old like the others
  CHECK(std::abs(age_of(stamp)) < 60);
  CHECK(!std::filesystem::exists(temporary));
}

TEST_CASE("fault 21: recency does not hang on times of access") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(large(0)) == found_in::compiler);
  const std::string file = file_of(folder.cache(), large(0));
  set_age(file, 10000);
  read_file(file);
  CHECK(age_of(file) > 9000);
  CHECK(fresh(folder.cache()).from(large(0)) == found_in::disk);
  CHECK(age_of(file) < 60);
}

TEST_CASE("fault 22: a cap smaller than one entry keeps what is there and writes nothing") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("small")) == found_in::compiler);
  fresh process(with_cap(folder.cache(), 20000));
  CHECK(process.from(large(0)) == found_in::compiler);
  CHECK(process.from(large(0)) == found_in::memory);
  CHECK(process.from(request_of("small")) == found_in::disk);
  CHECK(process.counted.snapshot().disk_writes == 0);
  CHECK(files_in(folder.cache() + "/temporary").empty());
  CHECK(said::text() == "");
  fresh none(with_cap(folder.cache(), 0));
  CHECK(none.from(request_of("other")) == found_in::compiler);
  CHECK(none.counted.snapshot().disk_writes == 0);
}

TEST_CASE("fault 22: a cap of little more than one entry keeps the newest") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(large(0)) == found_in::compiler);
  const std::uint64_t one = bytes_in(folder.programs());
  set_age(file_of(folder.cache(), large(0)), 100);
  CHECK(fresh(with_cap(folder.cache(), one + one / 10)).from(large(1)) == found_in::compiler);
  REQUIRE(files_in(folder.programs()).size() == 1);
  CHECK(fresh(folder.cache()).from(large(1)) == found_in::disk);
}

TEST_CASE("memory keeps what was used last, and forgets without harm to those who hold it") {
  compiler_options options = fresh::options_for("");
  options.memory_cap = 5 * program_bytes / 2;  // the text is in the PTX and in the cubin
  fresh process(options);
  const compile_result first = process.compiles.compile(large(0));
  for (int n = 1; n < 4; ++n) CHECK(process.from(large(n)) == found_in::compiler);
  CHECK(process.from(large(0)) == found_in::memory);
  for (int n = 4; n < 7; ++n) CHECK(process.from(large(n)) == found_in::compiler);
  CHECK(process.from(large(0)) == found_in::memory);
  CHECK(process.from(large(1)) == found_in::compiler);
  CHECK(first.code->ptx.find("0xxx") != std::string::npos);
}

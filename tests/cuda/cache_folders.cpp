// SPDX-License-Identifier: MIT
// Folders that are missing, in the way, not ours or not writable: faults 12 to 15, 20, 27 and 29. Every one of them
// ends in a compiled program, and in one warning a process at most.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <map>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

int warnings() {
  const std::string text = said::text(), mark = "are not kept on disk as they should be";
  int found = 0;
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; ++at) ++found;
  return found;
}

// Three programs get compiled, none is kept, and the user hears of it once, in words that contain `why`.
void check_memory_only(compiler_options options, const std::string& why) {
  CAPTURE(options.disk.folder);
  fresh process(options);
  for (const char* source : {"a", "b", "c"}) {
    CHECK(process.from(request_of(source)) == found_in::compiler);
    CHECK(process.from(request_of(source)) == found_in::memory);
  }
  CHECK(warnings() == 1);
  CHECK_MESSAGE(said::text().find(why) != std::string::npos, said::text());
  CHECK(process.counted.snapshot().disk_writes == 0);
  CHECK(fresh(options).from(request_of("a")) == found_in::compiler);
}

void check_kept(const std::string& folder) {
  fresh process(folder);
  CHECK(process.from(request_of("a")) == found_in::compiler);
  CHECK(fresh(folder).from(request_of("a")) == found_in::disk);
  CHECK(warnings() == 0);
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// What the calls of these tests fail with.
int failure = 0;
bool only_programs = false;
ssize_t failing_read(int, void*, std::size_t) { return errno = failure, -1; }
ssize_t failing_write(int, const void*, std::size_t) { return errno = failure, -1; }
int failing_flush(int) { return errno = failure, -1; }
int failing_rename(int, const char*, int, const char*) { return errno = failure, -1; }
int failing_open(int folder, const char* name, int flags, mode_t mode) {
  const bool is_program = std::string_view(name).find(".program") != std::string_view::npos;
  if (only_programs ? is_program : (flags & O_CREAT) != 0) return errno = failure, -1;
  return ::openat(folder, name, flags, mode);
}

std::map<std::string, std::string> variables;
environment environment_with(std::map<std::string, std::string> given) {
  variables = std::move(given);
  environment result;
  result.variable = [](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  result.home = [] { return std::string(); };
  return result;
}

}  // namespace

TEST_CASE("fault 12: the folder or its parents are missing: they are made, for the user alone") {
  scratch_folder folder;
  const std::string deep = folder.path + "/one/two/three";
  CHECK(!fresh(deep).compiles.look_up(request_of("a")));
  CHECK(!std::filesystem::exists(folder.path + "/one"));  // looking makes nothing
  check_kept(deep);
  for (const char* made : {"/one", "/one/two", "/one/two/three", "/one/two/three/programs", "/one/two/three/temporary"})
    CHECK(mode_of(folder.path + made) == 0700);
  for (const std::string& file : files_in(deep + "/programs")) CHECK(mode_of(file) == 0600);
}

TEST_CASE("fault 12: a file or a dangling link in place of the folder or a parent") {
  scratch_folder folder;
  const auto options = [&](const std::string& name) { return fresh::options_for(folder.path + name); };
  write_file(folder.path + "/file", "mine");
  check_memory_only(options("/file"), "Not a directory");
  check_memory_only(options("/file/below"), "Not a directory");
  CHECK(read_file(folder.path + "/file") == "mine");
  std::filesystem::create_symlink(folder.path + "/nowhere", folder.path + "/dangling");
  check_memory_only(options("/dangling"), "cannot be opened: No such file or directory");
  CHECK(!std::filesystem::exists(folder.path + "/nowhere"));
}

TEST_CASE("fault 12: a link to a folder of one's own is followed, a link inside the cache is not") {
  scratch_folder folder;
  std::filesystem::create_directory(folder.path + "/real");
  std::filesystem::create_symlink(folder.path + "/real", folder.path + "/link");
  check_kept(folder.path + "/link");
  CHECK(files_in(folder.path + "/real/programs").size() == 1);

  std::filesystem::create_directory(folder.path + "/elsewhere");
  std::filesystem::create_directory(folder.path + "/trap");
  std::filesystem::create_symlink(folder.path + "/elsewhere", folder.path + "/trap/programs");
  check_memory_only(fresh::options_for(folder.path + "/trap"), "cannot be opened");
  CHECK(files_in(folder.path + "/elsewhere").empty());
}

TEST_CASE("fault 13: a folder that others may write or own, and a link that another user made") {
  scratch_folder folder;
  check_kept(folder.cache());
  for (const char* part : {"", "/programs", "/temporary"}) {
    REQUIRE(::chmod((folder.cache() + part).c_str(), 0777) == 0);
    fresh process(folder.cache());
    CHECK(process.from(request_of("new in" + std::string(part))) == found_in::compiler);
    CHECK(process.counted.snapshot().disk_writes == 0);
    CHECK(warnings() == 1);
    CHECK(said::text().find("may be written by others") != std::string::npos);
    REQUIRE(::chmod((folder.cache() + part).c_str(), 0700) == 0);
  }
  compiler_options foreign = fresh::options_for(folder.cache());
  foreign.disk.call.user = [] { return ::geteuid() + 1; };
  check_memory_only(foreign, "belongs to another user");
  foreign.disk.is_shared = true;  // the user said that he shares it
  CHECK(fresh(foreign).from(request_of("a")) == found_in::disk);

  const std::string link = folder.path + "/link";
  std::filesystem::create_symlink(folder.cache(), link);
  compiler_options linked = fresh::options_for(link);
  if (::geteuid() == 0) {
    REQUIRE(::lchown(link.c_str(), 12345, 12345) == 0);
  } else {
    linked.disk.call.user = foreign.disk.call.user;
  }
  check_memory_only(linked, "is a link of another user");
}

TEST_CASE("fault 14: read-only, full, over quota: entries are still read, and nothing is left behind") {
  scratch_folder folder;
  check_kept(folder.cache());
  compiler_options options = fresh::options_for(folder.cache());
  const auto check = [&](int code) {
    failure = code;
    only_programs = false;
    CAPTURE(code);
    fresh process(options);
    CHECK(process.from(request_of("a")) == found_in::disk);
    CHECK(warnings() == 0);
    for (const char* source : {"b", "c"}) CHECK(process.from(request_of(source)) == found_in::compiler);
    CHECK(warnings() == 1);
    CHECK(said::text().find(std::strerror(code)) != std::string::npos);
    CHECK(files_in(folder.programs()).size() == 1);
    CHECK(files_in(folder.cache() + "/temporary").empty());
    CHECK(fresh(folder.cache()).from(request_of("a")) == found_in::disk);
  };
  options.disk.call.open = failing_open;
  check(EROFS);
  options.disk.call = {};
  options.disk.call.write = failing_write;
  check(ENOSPC);
  check(EDQUOT);
  options.disk.call = {};
  options.disk.call.flush = failing_flush;
  check(EIO);
  options.disk.call = {};
  options.disk.call.rename = failing_rename;
  check(EACCES);
}

TEST_CASE("fault 14: an error while reading deletes nothing") {
  scratch_folder folder;
  check_kept(folder.cache());
  const std::string file = files_in(folder.programs())[0], content = read_file(file);
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.read = failing_read;
  options.disk.call.write = failing_write;  // or the new one would replace it
  failure = EIO;
  fresh process(options);
  CHECK(process.from(request_of("a")) == found_in::compiler);
  CHECK(said::text().find("cannot be read: Input/output error") != std::string::npos);
  CHECK(read_file(file) == content);
  CHECK(fresh(folder.cache()).from(request_of("a")) == found_in::disk);
}

TEST_CASE("fault 15: no HOME, no entry in the list of users, a relative XDG path") {
  const auto folder = [](std::map<std::string, std::string> given) {
    return disk_options_of(environment_with(std::move(given)));
  };
  CHECK(folder({{"HOME", "/h"}}).folder == "/h/.cache/sinter");
  CHECK(folder({{"HOME", "/h"}, {"XDG_CACHE_HOME", "/x"}}).folder == "/x/sinter");
  CHECK(folder({{"HOME", "/h"}, {"XDG_CACHE_HOME", "relative"}}).folder == "/h/.cache/sinter");
  CHECK(folder({{"HOME", "/h"}, {"XDG_CACHE_HOME", "/x"}, {"SINTER_CACHE_DIR", "/own//"}}).folder == "/own");
  CHECK(folder({{"HOME", "/h"}, {"SINTER_CACHE", "off"}}).folder == "");
  CHECK(folder({{"HOME", "/h"}, {"SINTER_CACHE", "off"}}).why_not == "");

  const std::string here = std::filesystem::current_path();
  CHECK(folder({{"SINTER_CACHE_DIR", "mine"}}).folder == here + "/mine");
  environment by_list = environment_with({{"HOME", "relative"}});
  by_list.home = [] { return std::string("/from/the/list"); };
  CHECK(disk_options_of(by_list).folder == "/from/the/list/.cache/sinter");

  for (const auto& given : {std::map<std::string, std::string>{}, {{"HOME", ""}}, {{"XDG_CACHE_HOME", "relative"}}}) {
    compiler_options options = fresh::options_for("");
    options.disk = folder(given);
    CHECK(options.disk.folder == "");
    check_memory_only(options, "there is no home folder; let SINTER_CACHE_DIR name a folder");
  }
}

TEST_CASE("the cap is read with its unit, and a wrong one is said") {
  const auto options = [](const char* cap) {
    return disk_options_of(environment_with({{"HOME", "/h"}, {"SINTER_CACHE_BYTES", cap}}));
  };
  CHECK(options("").cap == std::uint64_t{1} << 30);
  CHECK(options("12345").cap == 12345);
  CHECK(options("3K").cap == 3 << 10);
  CHECK(options("500M").cap == std::uint64_t{500} << 20);
  CHECK(options("2G").cap == std::uint64_t{2} << 30);
  CHECK(options("99999999999999999999").cap == UINT64_MAX);  // more than fits is all there is
  for (const char* wrong : {"many", "-1", "1.5G", "10 M"}) {
    CAPTURE(wrong);
    CHECK(options(wrong).cap == std::uint64_t{1} << 30);
    CHECK(options(wrong).why_not != "");
  }
}

TEST_CASE("fault 20: the file is published, but opening it says that it does not exist") {
  scratch_folder folder;
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.open = failing_open;
  failure = ENOENT;
  only_programs = true;
  fresh process(options);
  const compile_result made = process.compiles.compile(request_of("a"));
  CHECK(made.from == found_in::compiler);
  CHECK(process.counted.snapshot().disk_writes == 1);
  CHECK(process.compiles.compile(request_of("a")).code == made.code);
  CHECK(process.counted.snapshot().compiles == 1);
  CHECK(warnings() == 0);
}

TEST_CASE("fault 27: the cache is removed while the process runs: it is made again") {
  scratch_folder folder;
  fresh process(folder.cache());
  CHECK(process.from(request_of("a")) == found_in::compiler);
  std::filesystem::remove_all(folder.cache());
  CHECK(process.from(request_of("a")) == found_in::memory);
  CHECK(process.from(request_of("b")) == found_in::compiler);
  CHECK(fresh(folder.cache()).from(request_of("b")) == found_in::disk);

  // Removed between opening the folders and publishing.
  static std::string doomed;
  static int removals = 0;
  doomed = folder.cache();
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.rename = [](int from, const char* name, int to, const char* new_name) {
    if (removals++ == 0) std::filesystem::remove_all(doomed);
    return ::renameat(from, name, to, new_name);
  };
  CHECK(fresh(options).from(request_of("c")) == found_in::compiler);
  CHECK(removals == 2);
  CHECK(warnings() == 0);
  CHECK(fresh(folder.cache()).from(request_of("c")) == found_in::disk);
}

TEST_CASE("fault 29: names at and beyond what a file system takes") {
  scratch_folder folder;
  check_kept(folder.path + "/" + std::string(255, 'n'));
  check_memory_only(fresh::options_for(folder.path + "/" + std::string(256, 'n')), "File name too long");
  std::string path = folder.path;
  while (path.size() < 5000) path += "/" + std::string(200, 'p');
  check_memory_only(fresh::options_for(path), "File name too long");

  const compile_request named{
      "__global__ void " + std::string(5000, 'k') + "()", "sm_90", {}, std::string(100000, 't')};
  fresh process(folder.cache());
  CHECK(process.from(named) == found_in::compiler);
  CHECK(fresh(folder.cache()).from(named) == found_in::disk);
  for (const std::string& file : files_in(folder.programs()))
    CHECK(std::filesystem::path(file).filename().string().size() == 72);
}

// SPDX-License-Identifier: MIT
// Several processes on one cache: faults 16, 17, 19 and 23 of the list. Children stand for them.
#include <doctest/doctest.h>
#include <signal.h>

#include <set>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

TEST_CASE("fault 16: killed between writing and renaming") {
  scratch_folder folder;
  const pid_t child = start_child([&] {
    compiler_options options = fresh::options_for(folder.cache());
    options.disk.call.rename = [](int, const char*, int, const char*) { return ::raise(SIGKILL); };
    fresh(options).from(request_of("a"));
    return 0;
  });
  CHECK(wait_for(child) == 1000 + SIGKILL);
  CHECK(files_in(folder.cache() + "/temporary").size() == 1);
  CHECK(files_in(folder.programs()).empty());
  CHECK(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  CHECK(fresh(folder.cache()).from(request_of("a")) == found_in::disk);
}

TEST_CASE("fault 17: eight processes, cold, on one key: all succeed and none sees a part of an entry") {
  scratch_folder folder;
  const std::string source(50000, 's');
  for (int round = 0; round < 3; ++round) {
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i)
      children.push_back(start_child([&] {
        fresh process(folder.cache());
        const compile_result made = process.compiles.compile(request_of(source));
        const bool is_whole = made.code->ptx.find(source) != std::string::npos && made.code->resources.size() == 1;
        return is_whole && process.counted.snapshot().disk_refusals == 0 && said::text().empty() ? 0 : 1;
      }));
    for (const pid_t child : children) CHECK(wait_for(child) == 0);
    CHECK(files_in(folder.programs()).size() == 1);
    CHECK(files_in(folder.cache() + "/temporary").empty());
    CHECK(fresh(folder.cache()).from(request_of(source)) == found_in::disk);
    std::filesystem::remove_all(folder.cache());
  }
}

TEST_CASE("fault 19: readers while one process evicts and another replaces") {
  scratch_folder folder;
  const compile_request request = request_of(std::string(20000, 's'));
  REQUIRE(fresh(folder.cache()).from(request) == found_in::compiler);
  const auto busy = [&](const std::function<void()>& work) {
    return start_child([&] {
      ::alarm(600);
      for (;;) work();
      return 0;
    });
  };
  const pid_t evictor = busy([&] {
    for (const std::string& file : files_in(folder.programs())) ::unlink(file.c_str());
  });
  const pid_t writer = busy([&] { fresh(folder.cache()).from(request); });
  std::set<found_in> seen;
  for (int i = 0; i < 100; ++i) {
    fresh process(folder.cache());
    const compile_result made = process.compiles.compile(request);
    seen.insert(made.from);
    REQUIRE(made.code->ptx.find(request.source) != std::string::npos);
    REQUIRE(process.counted.snapshot().disk_refusals == 0);
    REQUIRE(said::text() == "");
  }
  CHECK(seen.count(found_in::memory) == 0);
  for (const pid_t child : {evictor, writer}) {
    ::kill(child, SIGKILL);
    CHECK(wait_for(child) == 1000 + SIGKILL);
  }
}

TEST_CASE("fault 19: a file that is removed while it is read is read to its end") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  static std::string file;
  file = files_in(folder.programs())[0];
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.read = [](int from, void* bytes, std::size_t size) {
    ::unlink(file.c_str());
    return ::read(from, bytes, size < 10 ? size : 10);
  };
  CHECK(fresh(options).from(request_of("a")) == found_in::disk);
}

TEST_CASE("fault 19: a damaged file that was replaced meanwhile is not removed") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  static std::string file, good;
  file = files_in(folder.programs())[0];
  good = folder.path + "/good";
  std::filesystem::copy_file(file, good);
  std::string damaged = read_file(file);
  damaged[100] = static_cast<char>(~damaged[100]);
  write_file(file, damaged);
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.read = [](int from, void* bytes, std::size_t size) {
    ::rename(good.c_str(), file.c_str());  // another process publishes
    return ::read(from, bytes, size);
  };
  CHECK(!fresh(options).compiles.look_up(request_of("a")));
  CHECK(fresh(folder.cache()).from(request_of("a")) == found_in::disk);
}

TEST_CASE("fault 23: a fork between lookup and write: both write, under names of their own") {
  scratch_folder folder;
  static std::string list;
  list = folder.path + "/names";
  compiler_options options = fresh::options_for(folder.cache());
  options.disk.call.rename = [](int from, const char* name, int to, const char* new_name) {
    std::ofstream(list, std::ios::app) << name << "\n";
    return ::renameat(from, name, to, new_name);
  };
  options.progress = {0, 1e6, true, nullptr};  // so that a thread of the parent shows progress, and waits on its lock
  fresh process(options);
  static pid_t child;
  child = -1;
  fake_nvrtc::during = [] {
    for (int i = 0; i < 10000 && said::text().empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    child = ::fork();
    if (child == 0) ::alarm(60);
  };
  const compile_result made = process.compiles.compile(request_of("a"));
  fake_nvrtc::during = nullptr;
  if (child == 0) {
    const bool is_good = made.from == found_in::compiler && process.from(request_of("b")) == found_in::compiler &&
                         process.from(request_of("b")) == found_in::memory;
    ::_exit(is_good ? 0 : 1);
  }
  CHECK(wait_for(child) == 0);
  std::ifstream names(list);
  std::set<std::string> different;
  int lines = 0;
  for (std::string name; std::getline(names, name); ++lines) different.insert(name);
  CHECK(lines == 3);
  CHECK(different.size() == 3);
  CHECK(process.from(request_of("a")) == found_in::memory);
  CHECK(files_in(folder.programs()).size() == 2);
  CHECK(files_in(folder.cache() + "/temporary").empty());
}

TEST_CASE("fault 23: a child forked while another thread compiles does not wait for it") {
  scratch_folder folder;
  fresh process(folder.cache());
  std::atomic<bool> is_inside{false}, may_end{false};
  const pid_t parent = ::getpid();
  fake_nvrtc::during = [&] {
    if (::getpid() != parent) return;
    is_inside = true;
    while (!may_end) std::this_thread::yield();
  };
  std::thread other([&] { process.from(request_of("a")); });
  while (!is_inside) std::this_thread::yield();
  const pid_t child = start_child([&] {
    ::alarm(60);
    return process.from(request_of("a")) == found_in::compiler && process.from(request_of("a")) == found_in::memory ? 0
                                                                                                                    : 1;
  });
  CHECK(wait_for(child) == 0);
  may_end = true;
  other.join();
  fake_nvrtc::during = nullptr;
  CHECK(process.from(request_of("a")) == found_in::memory);
}

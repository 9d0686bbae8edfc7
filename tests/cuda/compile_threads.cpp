// SPDX-License-Identifier: MIT
// Many threads, one compiler: one compile a key (fault 18), failures that are not kept (fault 25), a bound on what runs
// at a time, progress.
#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

// Runs `work(i)` on so many threads at once.
void on_threads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

// Lets compiles wait until `count` threads are inside of one, or, where they never are, for as long as a slow machine
// needs; returns the most that were inside at a time.
struct crowd {
  std::atomic<int> inside{0}, most{0};
  std::atomic<bool> is_open{false};
  void enter(int count) {
    const int now = ++inside;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    if (now >= count) is_open = true;
    for (int i = 0; i < 2000 && !is_open; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inside;
  }
};

struct with_during {
  explicit with_during(std::function<void()> work) { fake_nvrtc::during = std::move(work); }
  ~with_during() { fake_nvrtc::during = nullptr; }
};

}  // namespace

TEST_CASE("fault 18: sixteen threads on one key: exactly one compile") {
  scratch_folder folder;
  fresh process(folder.cache());
  for (int round = 0; round < 50; ++round) {
    const counts before = process.counted.snapshot();
    std::atomic<int> by_compiler{0};
    std::vector<std::shared_ptr<const compiled>> made(16);
    on_threads(16, [&](int i) {
      const compile_result result = process.compiles.compile(request_of("round " + std::to_string(round)));
      by_compiler += result.from == found_in::compiler;
      made[static_cast<std::size_t>(i)] = result.code;
    });
    const counts during = process.counted.snapshot() - before;
    CHECK(by_compiler == 1);
    CHECK(during.compiles == 1);
    CHECK(during.memory_hits == 15);
    CHECK(during.disk_writes == 1);
    CHECK(std::count(made.begin(), made.end(), made[0]) == 16);
  }
}

TEST_CASE("fault 18: with the program on disk, exactly one read") {
  scratch_folder folder;
  REQUIRE(fresh(folder.cache()).from(request_of("a")) == found_in::compiler);
  fresh process(folder.cache());
  on_threads(16, [&](int) { process.from(request_of("a")); });
  CHECK(process.counted.snapshot().compiles == 0);
  CHECK(process.counted.snapshot().disk_hits == 1);
  CHECK(process.counted.snapshot().memory_hits == 15);
}

TEST_CASE("different keys are compiled at the same time: no lock is held meanwhile") {
  compiler_options options = fresh::options_for("");
  options.threads = 2;
  fresh process(options);
  if (std::thread::hardware_concurrency() < 2) return;
  crowd inside;
  const with_during set([&] { inside.enter(2); });
  on_threads(2, [&](int i) { process.from(request_of(std::to_string(i))); });
  CHECK(inside.most == 2);
}

TEST_CASE("no more compiles run at a time than allowed, in batches and apart") {
  for (const int allowed : {1, 2}) {
    compiler_options options = fresh::options_for("");
    options.threads = allowed;
    fresh process(options);
    crowd inside;
    const with_during set([&] { inside.enter(allowed); });
    on_threads(3, [&](int thread) {
      std::vector<compile_request> requests;
      for (int i = 0; i < 10; ++i) requests.push_back(request_of(std::to_string(thread) + " " + std::to_string(i)));
      const std::vector<compile_result> results = process.compiles.compile(requests);
      for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i].code->ptx.find("// " + requests[i].source) == std::string::npos) throw std::logic_error("order");
    });
    CHECK(process.counted.snapshot().compiles == 30);
    CHECK(inside.most <= allowed);
    if (static_cast<int>(std::thread::hardware_concurrency()) >= allowed) CHECK(inside.most == allowed);
  }
}

TEST_CASE("fault 25: a failure is not kept, neither in memory nor on disk, and keeps its log") {
  scratch_folder folder;
  fresh process(folder.cache());
  for (int attempt = 1; attempt <= 3; ++attempt) {
    try {
      process.compiles.compile(request_of("#error wrong"));
      FAIL("must not compile");
    } catch (const sinter::compile_error& error) {
      CHECK(std::string(error.what()) == "compile: NVRTC refused a test for sm_90; sinter.cu(1): error: #error wrong");
      CHECK(error.log().find("1 error detected") != std::string::npos);
      CHECK(error.source() == "#error wrong");
    }
    CHECK(process.counted.snapshot().compiles == static_cast<std::uint64_t>(attempt));
  }
  CHECK(files_in(folder.programs()).empty());
}

TEST_CASE("fault 25: threads that wait for a failing compile each get the failure, of one compile") {
  fresh process(fresh::options_for(""));
  std::atomic<int> failures{0}, started{0};
  const with_during set([&] {  // gives the others time to come; whoever comes later compiles again
    for (int i = 0; i < 2000 && started < 8; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  on_threads(8, [&](int) {
    ++started;
    try {
      process.from(request_of("#error wrong"));
    } catch (const sinter::compile_error& error) {
      failures += error.log().find("1 error detected") != std::string::npos && error.source() == "#error wrong";
    }
  });
  CHECK(failures == 8);
  CHECK(process.counted.snapshot().compiles < 8);
}

TEST_CASE("after any other exception, one of those who waited tries again") {
  fresh process(fresh::options_for(""));
  std::atomic<int> calls{0}, thrown{0};
  const with_during set([&] {
    if (calls++ == 0) throw std::bad_alloc();
  });
  on_threads(8, [&](int) {
    try {
      process.from(request_of("a"));
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
  });
  CHECK(thrown == 1);
  CHECK(calls == 2);
  CHECK(process.from(request_of("a")) == found_in::memory);
}

TEST_CASE("threads compile, look up and forget while programs are evicted from memory and swept from disk") {
  scratch_folder folder;
  compiler_options options = fresh::options_for(folder.cache());
  options.memory_cap = 2000;  // a few programs
  options.disk.cap = 8000;
  options.disk.sweep_every = 0;
  options.logs = options.explains = true;
  options.progress.after = 0;
  options.progress.is_terminal = false;
  fresh process(options);
  std::atomic<int> wrong{0}, refused{0};
  std::atomic<bool> is_over{false};
  std::thread watching([&] {
    for (counts seen; !is_over;) {
      const counts now = process.counted.snapshot();
      wrong += now.compiles < seen.compiles || now.memory_hits < seen.memory_hits;
      seen = now;
    }
  });
  on_threads(4, [&](int thread) {
    const auto check = [&](const compile_result& made, const std::string& source) {
      wrong += !made.code || !made.code->ptx.ends_with("// " + source) || made.code->resources.size() != 1;
    };
    for (int i = 0; i < 100; ++i) {
      const std::string source = "program " + std::to_string((7 * i + thread) % 24) + ";", other = source + " another;";
      if (i % 8 == 4) {
        process.compiles.forget(request_of(source));
      } else if (i % 8 == 5) {
        if (const auto found = process.compiles.look_up(request_of(source))) check(*found, source);
      } else if (i % 8 == 6) {
        const auto made = process.compiles.compile({request_of(source), request_of(other)});
        check(made[0], source);
        check(made[1], other);
      } else if (i % 8 == 7) {
        try {
          process.from(request_of("#error wrong"));
        } catch (const sinter::compile_error&) {
          ++refused;
        }
      } else {
        check(process.compiles.compile(request_of(source)), source);
      }
    }
  });
  is_over = true;
  watching.join();
  CHECK(wrong == 0);
  CHECK(refused == 4 * 12);
  CHECK(process.counted.snapshot().disk_hits > 0);
  CHECK(process.counted.snapshot().disk_refusals == 0);
  CHECK(said::text().find("not kept on disk") == std::string::npos);
}

TEST_CASE("a batch finishes what can be compiled and throws the first failure of its order") {
  fresh process(fresh::options_for(""));
  const std::vector<compile_request> requests{request_of("a"), request_of("#error first"), request_of("b"),
                                              request_of("#error second"), request_of("c")};
  for (int round = 0; round < 20; ++round)
    CHECK_THROWS_WITH_AS(process.compiles.compile(requests),
                         "compile: NVRTC refused a test for sm_90; sinter.cu(1): error: #error first",
                         sinter::compile_error);
  for (const char* good : {"a", "b", "c"}) CHECK(process.from(request_of(good)) == found_in::memory);
  CHECK(process.compiles.compile(std::vector<compile_request>{}).empty());
}

TEST_CASE("a long compile is shown: one line, or one that changes on a terminal") {
  const auto wait_until_said = [](int lines) {
    for (int i = 0; i < 10000; ++i) {
      const std::string text = said::text();
      if (std::count(text.begin(), text.end(), 'g') >= lines) return;  // of "compiling"
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  compiler_options options = fresh::options_for("");
  options.progress.after = 0;
  options.progress.every = 0.001;
  options.progress.is_terminal = false;
  {
    fresh process(options);
    const with_during set([&] { wait_until_said(1); });
    process.from(request_of("a"));
    CHECK(said::text().find("sinter: compiling a test: ") == 0);
    CHECK(said::text().find("and it goes on\n") != std::string::npos);
    said::clear();
    process.from(request_of("a"));
    CHECK(said::text() == "");
    process.compiles.compile({request_of("b"), request_of("c"), request_of("a")});
    CHECK(said::text().find("sinter: compiling 3 programs: ") == 0);
    CHECK(said::text().find("sinter", 1) == std::string::npos);
  }
  options.progress.is_terminal = true;
  {
    fresh process(options);
    const with_during set([&] { wait_until_said(3); });
    process.from(request_of("a"));
    const std::string text = said::text();
    CHECK(text.substr(0, 27) == "\rsinter: compiling a test: ");
    CHECK(std::count(text.begin(), text.end(), '\r') >= 3);
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    CHECK(text.back() == '\n');
  }
  options.progress.after = 3600;
  {
    fresh process(options);
    process.from(request_of("a"));
    CHECK(said::text() == "");
  }
}

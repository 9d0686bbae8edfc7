// SPDX-License-Identifier: MIT
// parallel_for: ranges, exceptions, nesting, a forked child, and SINTER_THREADS.
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "reference.hpp"

using namespace contraction_test;
using sinter::core::parallel_for;

namespace {

// Runs body in a forked child: its exit status, or -1 if it hung.
template <class F> int in_child(F&& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("threads: ranges are disjoint and cover everything") {
  for (int64_t count : {0, 1, 2, 3, 7, 100, 1001})
    for (int64_t grain : {0, 1, 2, 50, 5000}) {
      CAPTURE(count);
      CAPTURE(grain);
      std::vector<std::atomic<int>> visits(index(count));
      std::atomic<int> calls = 0;
      parallel_for(count, grain, [&](int64_t begin, int64_t end) {
        ++calls;
        for (int64_t i = begin; i < end; ++i) ++visits[index(i)];
      });
      int64_t wrong = 0;
      for (const auto& v : visits) wrong += v != 1;
      CHECK(wrong == 0);
      if (count <= grain) CHECK(calls == (count > 0 ? 1 : 0));
      CHECK(calls <= sinter::core::thread_count());
    }
}

TEST_CASE("threads: a nested loop runs in its own thread") {
  std::atomic<int64_t> sum = 0, inner_calls = 0, outer_calls = 0;
  parallel_for(10, 1, [&](int64_t begin, int64_t end) {
    ++outer_calls;
    parallel_for(end - begin, 1, [&](int64_t first, int64_t last) {
      ++inner_calls;
      sum += last - first;
    });
  });
  CHECK(sum == 10);
  if (outer_calls > 1) CHECK(inner_calls == outer_calls);
}

TEST_CASE("threads: an exception reaches the caller, and the next loop works") {
  for (int64_t grain : {1, 1000})
    for (int64_t bad : {0, 50, 99})
      CHECK_THROWS_WITH_AS(parallel_for(100, grain,
                                        [&](int64_t begin, int64_t end) {
                                          if (begin <= bad && bad < end) throw std::runtime_error("thrown in the body");
                                        }),
                           "thrown in the body", std::runtime_error);
  std::atomic<int64_t> sum = 0;
  parallel_for(100, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
  CHECK(sum == 100);
}

TEST_CASE("threads: after a fork everything works, serially") {
  const matrix_product p = dense(1, 700, 650, 600);
  operands<float> o = operands_for<float>(p);
  sinter::core::multiply(p, o.a.data(), o.b.data(), o.c.data());  // starts the pool
  CHECK_FALSE(sinter::core::forked());
  const int status = in_child([&] {
    int calls = 0;
    parallel_for(1000, 1, [&](int64_t, int64_t) { ++calls; });
    if (!sinter::core::forked() || calls != 1) return 1;
    operands<float> mine = operands_for<float>(p);
    sinter::core::multiply(p, mine.a.data(), mine.b.data(), mine.c.data());
    for (std::size_t i = 0; i < o.c.size(); ++i)
      if (!(std::abs(mine.c[i] - o.c[i]) <= 1e-3f)) return 2;
    return in_child([] { return sinter::core::forked() ? 0 : 3; });
  });
  CHECK(status == 0);
  CHECK_FALSE(sinter::core::forked());
}

TEST_CASE("threads: SINTER_THREADS, asked for by another process" * doctest::skip()) {
#if defined(_OPENMP)
  CHECK(sinter::core::thread_count() == 3);
#else
  CHECK(sinter::core::thread_count() == 1);
#endif
}

TEST_CASE("threads: SINTER_THREADS is read at first use, and what it cannot do is said") {
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  REQUIRE(length > 0);
  self[length] = 0;
  const std::string command =
      "SINTER_THREADS=3 '" + std::string(self) + "' -ns -m -tc='*asked for by another process' 2>&1 >/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += static_cast<char>(c);
  CHECK(pclose(pipe) == 0);
#if defined(_OPENMP)
  CHECK(said == "");
#else
  CHECK(said == "sinter: SINTER_THREADS: this program was compiled without OpenMP and uses one thread; add -fopenmp\n");
#endif
}

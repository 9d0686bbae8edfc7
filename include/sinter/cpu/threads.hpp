// SPDX-License-Identifier: MIT
// Threads on the CPU: one loop over disjoint ranges, by OpenMP where the compiler has it. Small loops never reach
// OpenMP; nested loops and loops in a forked child run serially, because libgomp's pool does not survive a fork.
#pragma once

#include <pthread.h>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "../array/environment.hpp"
#include "arena.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// body(begin, end) over a range, borrowed: of one type, so that teams are compiled once.
class range_body {
 public:
  template <class F>
    requires(!std::is_same_v<F, range_body>)
  range_body(const F& body)
      : body_(&body),
        call_([](const void* f, std::int64_t begin, std::int64_t end) { (*static_cast<const F*>(f))(begin, end); }) {}
  void operator()(std::int64_t begin, std::int64_t end) const { call_(body_, begin, end); }

 private:
  const void* body_;
  void (*call_)(const void*, std::int64_t, std::int64_t);
};

namespace detail {

inline std::atomic<bool> fork_seen{false};  // constant initialisation: nothing runs before main

inline bool watch_forks() noexcept {
  return pthread_atfork(nullptr, nullptr, [] { fork_seen.store(true, std::memory_order_relaxed); }) == 0;
}

// SINTER_THREADS, or 0 where it is absent or no positive number, which is said.
inline int requested_threads() noexcept {
  return count_of_variable("SINTER_THREADS", 4096, "as many threads as OpenMP offers are used");
}

#if defined(_OPENMP)
inline void run_team(std::int64_t count, int threads, const range_body& body) {
  std::exception_ptr failure;
  std::atomic_flag taken = ATOMIC_FLAG_INIT;
  const thread_room reserved = room_of_thread();
#pragma omp parallel num_threads(threads)
  {
    const std::int64_t team = omp_get_num_threads(), me = omp_get_thread_num();
    const std::int64_t share = count / team, longer = count % team;
    const std::int64_t begin = me * share + (me < longer ? me : longer);
    const std::int64_t end = begin + share + (me < longer ? 1 : 0);
    if (reserved.others && me > 0) room_of_thread() = reserved.of_other(me);
    try {
      if (begin < end) body(begin, end);
    } catch (...) {
      if (!taken.test_and_set()) failure = std::current_exception();
    }
    if (reserved.others && me > 0) room_of_thread() = {};
  }
  if (failure) std::rethrow_exception(failure);
}
#else
inline bool say_that_there_is_one_thread() noexcept {
  return requested_threads() > 1 &&
         std::fputs("sinter: SINTER_THREADS: this program was compiled without OpenMP and uses one thread; add -fopenmp\n",
                    stderr) >= 0;
}
#endif

}  // namespace detail

// True in a process forked after the first call: in it, neither OpenMP nor a library built on it may be used.
inline bool forked() noexcept {
  [[maybe_unused]] static const bool watching = detail::watch_forks();
  return detail::fork_seen.load(std::memory_order_relaxed);
}

// How many threads a loop may use: SINTER_THREADS, else what OpenMP offers, else 1.
inline int thread_count() noexcept {
#if defined(_OPENMP)
  static const int requested = detail::requested_threads();
  return requested > 0 ? requested : omp_get_max_threads();
#else
  [[maybe_unused]] static const bool is_said = detail::say_that_there_is_one_thread();
  return 1;
#endif
}

// True where a parallel_for would run in the calling thread anyway.
inline bool serial() noexcept {
#if defined(_OPENMP)
  return forked() || omp_in_parallel() != 0 || thread_count() == 1;
#else
  return true;
#endif
}

// Calls body(begin, end) on disjoint ranges that cover [0, count): one range per thread, each of about `grain` at
// least. The first exception of the body reaches the caller.
template <class F> void parallel_for(std::int64_t count, std::int64_t grain, F&& body) {
  if (count <= 0) return;
#if defined(_OPENMP)
  if (count > grain && !serial()) {
    const std::int64_t useful = grain > 1 ? count / grain + (count % grain != 0) : count;
    const int threads = thread_count();
    detail::run_team(count, useful < threads ? static_cast<int>(useful) : threads, body);
    return;
  }
#else
  static_cast<void>(grain);
  static_cast<void>(thread_count());  // says what SINTER_THREADS cannot do
#endif
  body(std::int64_t{0}, count);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

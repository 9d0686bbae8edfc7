// SPDX-License-Identifier: MIT
// Memory that ends: every allocation of ours from the Nth on fails, for each N in turn, until a call needs none that fails.
// The linker hands ours to failing.cpp (--wrap); those of libraries are left alone, since OpenMP's own end the process.
#pragma once
#include <doctest/doctest.h>

#include <cstring>
#include <new>
#include <sinter/sinter.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace failing {

void begin(long allowed);  // so many allocations of this process succeed from now on
long end();                // none fails any more; how many were asked for

// The elements of every array of a tree, and where they lie.
struct contents {
  std::vector<std::string> bytes;
  std::vector<const void*> places;
  template <class Tree>
  explicit contents(const Tree& tree) {
    sinter::core::for_each_leaf([&](const auto& leaf) {
      const auto span = leaf.span();
      bytes.emplace_back(reinterpret_cast<const char*>(span.data()), span.size_bytes());
      places.push_back(span.data());
    }, tree);
  }
};

// Calls `call` on what `make` gives: in a thread of its own each time, for threads keep memory; with all that waits in the pool
// given back. After a failure all of `make`'s arrays must be what they were, and a second call must succeed. How often it failed.
template <class Make, class Call>
long sweep(int threads, const Make& make, const Call& call) {
  std::vector<std::string> expected;
  {
    auto given = make();
    expected = contents(call(given)).bytes;
  }
  for (long allowed = 0; allowed < 2000; ++allowed) {
    bool has_failed = false, is_untouched = true, is_right = true;
    std::thread([&] {
#if defined(_OPENMP)
      omp_set_num_threads(threads);
#endif
      auto given = make();
      const contents before(given);
      sinter::core::memory_pool::instance().trim();
      begin(allowed);
      try {
        const auto result = call(given);
        end();
        is_right = contents(result).bytes == expected;
      } catch (const std::bad_alloc&) {
        end();
        has_failed = true;
        const contents after(given);
        is_untouched = after.bytes == before.bytes && after.places == before.places;
        is_right = contents(call(given)).bytes == expected;
      }
    }).join();
    CAPTURE(allowed);
    CHECK(is_untouched);
    CHECK(is_right);
    if (!has_failed) return allowed;
  }
  FAIL_CHECK("every call failed");
  return 0;
}

// With one thread and with two.
template <class Make, class Call>
void sweep(const Make& make, const Call& call) {
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    CHECK(sweep(threads, make, call) > 0);
  }
}

// Numbers from 1 on that go up and down.
template <class A>
A numbers(A made, int step = 7) {
  int i = 0;
  for (auto& x : made.span()) x = static_cast<typename A::value_type>(0.125f * static_cast<float>((i += step) % 61 - 30));
  return made;
}

}  // namespace failing

// SPDX-License-Identifier: MIT
#include "failing.hpp"

#include <atomic>
#include <climits>
#include <cstdlib>

namespace {
std::atomic<long> left{LONG_MAX}, asked{0};
bool fails() {
  asked.fetch_add(1, std::memory_order_relaxed);
  return left.load(std::memory_order_relaxed) != LONG_MAX && left.fetch_sub(1, std::memory_order_relaxed) <= 0;
}
}  // namespace

void failing::begin(long allowed) {
  asked = 0;
  left = allowed;
}
long failing::end() {
  left = LONG_MAX;
  return asked;
}

// What the linker calls instead, from every object of this program: malloc, aligned_alloc, and the forms of operator new.
extern "C" {
void* __real_malloc(std::size_t);
void* __real_aligned_alloc(std::size_t, std::size_t);
void* __real__Znwm(std::size_t);
void* __real__Znam(std::size_t);
void* __real__ZnwmSt11align_val_t(std::size_t, std::size_t);

void* __wrap_malloc(std::size_t bytes) { return fails() ? nullptr : __real_malloc(bytes); }
void* __wrap_aligned_alloc(std::size_t line, std::size_t bytes) { return fails() ? nullptr : __real_aligned_alloc(line, bytes); }
void* __wrap__Znwm(std::size_t bytes) { return fails() ? throw std::bad_alloc() : __real__Znwm(bytes); }
void* __wrap__Znam(std::size_t bytes) { return fails() ? throw std::bad_alloc() : __real__Znam(bytes); }
void* __wrap__ZnwmSt11align_val_t(std::size_t bytes, std::size_t line) {
  return fails() ? throw std::bad_alloc() : __real__ZnwmSt11align_val_t(bytes, line);
}
}

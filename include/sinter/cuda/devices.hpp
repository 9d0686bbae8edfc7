// SPDX-License-Identifier: MIT
// The GPUs of this machine, each opened at first use and left open when the process ends: drivers take offence at being
// closed then.
#pragma once
#include "compile.hpp"
#include "emit.hpp"
#include "runner.hpp"

namespace sinter::core::cuda {

// Throws device_error with a sentence that says what is missing; the next caller tries again.
inline runner& runner_of(int number) {
  static std::atomic<runner*> opened[most_devices];
  runner* found = opened[number].load(std::memory_order_acquire);
  if (found) [[likely]] return *found;
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  if ((found = opened[number].load(std::memory_order_acquire))) return *found;
  std::string why;
  if (is_forked_child.load(std::memory_order_relaxed)) why = "a child of fork() cannot use a GPU that its parent has opened";
  const driver* api = why.empty() ? driver::find(why) : nullptr;
  int count = 0;
  if (api) {
    if (const status code = api->cuDeviceGetCount(&count)) why = api->describe(code, "cuDeviceGetCount");
    else if (count == 0) why = "the driver finds no GPU";
    else if (number >= count) why = (sentence() << "this machine has " << count << (count == 1 ? " GPU" : " GPUs")).text();
  }
  if (!why.empty()) throw device_error(sentence() << device::cuda(number).name() << ": " << why);
  found = new runner(*api, number);
  opened[number].store(found, std::memory_order_release);
  return *found;
}

}  // namespace sinter::core::cuda

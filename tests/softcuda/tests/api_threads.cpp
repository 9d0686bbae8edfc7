// SPDX-License-Identifier: MIT
// Many threads at once: their work does not mix, and host functions do not hold the driver.
#include <atomic>
#include <thread>
#include <vector>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("threads allocate, launch, wait and free at once") {
  fresh_driver driver;
  fill_kernel fill;
  std::atomic<int> wrong = 0;
  auto work = [&](unsigned id) {
    auto check = [&](bool holds) { wrong += !holds; };
    check(cuCtxSetCurrent(driver.context) == success);
    handle s = nullptr;
    check(cuStreamCreate(&s, 1) == success);
    for (unsigned i = 0; i < 50; ++i) {
      CUdeviceptr p = 0;
      unsigned back[8] = {};
      check(cuMemAllocAsync(&p, 32, s) == success);
      check(fill(p, 100 * id + i, 8, s) == success);
      check(cuMemcpyDtoHAsync_v2(back, p, 32, s) == success);
      check(cuMemFreeAsync(p, s) == success);
      check(cuStreamSynchronize(s) == success);
      check(back[7] == 100 * id + i);
    }
    check(cuStreamDestroy_v2(s) == success);
  };
  std::vector<std::thread> threads;
  for (unsigned id = 0; id < 4; ++id) threads.emplace_back(work, id);
  for (auto& t : threads) t.join();
  CHECK(wrong == 0);
  CHECK(live().allocations == 0);
  CHECK(live().streams == 0);
  CHECK(totals().launches == 200);
}

TEST_CASE("a host function may wait for a thread that calls the driver") {
  fresh_driver driver;
  handle s = new_stream();
  static std::atomic<bool> is_inside, may_leave;
  is_inside = may_leave = false;
  auto wait = [](void*) {
    is_inside = true;
    while (!may_leave) std::this_thread::yield();
  };
  CHECK(cuLaunchHostFunc(s, wait, nullptr) == success);
  CUdeviceptr p = new_memory(4);
  CHECK(cuMemsetD32Async(p, 3, 1, s) == success);
  CUresult result = unknown_error;
  unsigned value = 0;
  std::thread other([&] {
    cuCtxSetCurrent(driver.context);
    while (!is_inside) std::this_thread::yield();
    CUdeviceptr q = 0;
    result = cuMemAlloc_v2(&q, 4);
    may_leave = true;
    cuMemcpyDtoHAsync_v2(&value, p, 4, s);
    cuStreamSynchronize(s);  // waits for the function that runs in the first thread
  });
  CHECK(cuStreamSynchronize(s) == success);
  other.join();
  CHECK(result == success);
  CHECK(value == 3);
}

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

TEST_CASE("threads load, capture, wait for one another's events and run host functions while others look on") {
  fresh_driver driver;
  driver.set(&softcuda_options::shuffles, 1);
  constexpr unsigned threads = 4, rounds = 25;
  std::atomic<int> wrong = 0, called = 0;
  std::atomic<bool> is_over = false;
  std::atomic<handle> recorded[threads] = {};  // an event of each thread, as long as it works
  std::atomic<unsigned> finished = 0;
  auto work = [&](unsigned id) {
    auto check = [&](CUresult result) { wrong += result != success; };
    check(cuCtxPushCurrent_v2(driver.context));
    handle s = nullptr, e = nullptr;
    check(cuStreamCreate(&s, 1));
    check(cuEventCreate(&e, 0));
    for (unsigned i = 0; i < rounds; ++i) {
      handle module = nullptr, function = nullptr, graph = nullptr, exec = nullptr;
      CUdeviceptr p = 0;
      check(cuMemAllocAsync(&p, 400, s));
      check(cuModuleLoadData(&module, fill_ptx().c_str()));
      check(cuModuleGetFunction(&function, module, "fill"));
      unsigned value = 1000 * id + i, count = 100, back[100] = {};
      void* arguments[] = {&p, &value, &count};
      check(cuStreamBeginCapture_v2(s, 1));
      check(cuLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, s, arguments, nullptr));
      check(cuLaunchHostFunc(s, [](void* sum) { ++*static_cast<std::atomic<int>*>(sum); }, &called));
      check(cuStreamEndCapture(s, &graph));
      check(cuGraphInstantiateWithFlags(&exec, graph, 0));
      if (handle theirs = recorded[(id + 1) % threads]) check(cuStreamWaitEvent(s, theirs, 0));
      check(cuGraphLaunch(exec, s));
      check(cuGraphLaunch(exec, s));
      check(cuMemcpyDtoHAsync_v2(back, p, 400, s));
      check(cuEventRecord(e, s));
      recorded[id] = e;
      if (i % 3 == 0) check(cuStreamSynchronize(s));
      if (i % 3 == 1) check(cuEventSynchronize(e));
      if (i % 3 == 2) {
        CUresult result = not_ready;
        while (result == not_ready) result = cuStreamQuery(s);
        check(result);
      }
      wrong += back[0] != value || back[99] != value;
      check(cuMemFreeAsync(p, s));
      check(cuGraphExecDestroy(exec));
      check(cuGraphDestroy(graph));
      CUresult result = capture_unsupported;  // as long as any thread captures
      while (result == capture_unsupported) result = cuModuleUnload(module);
      check(result);
    }
    for (++finished; finished < threads;) std::this_thread::yield();
    check(cuStreamSynchronize(s));
    check(cuEventDestroy_v2(e));
    check(cuStreamDestroy_v2(s));
    check(cuCtxPopCurrent_v2(nullptr));
  };
  std::thread looking([&] {
    unsigned long long calls = 0;
    for (unsigned i = 0; !is_over; ++i) {
      wrong += live().modules > threads || totals().calls < calls;
      calls = totals().calls;
      if (const int last = softcuda_launches(); last > 0) {
        softcuda_launch seen{};
        wrong += softcuda_get_launch(last - 1, &seen) == 0 || std::string(seen.kernel) != "fill";
      }
      if (softcuda_called_functions() > 0) wrong += softcuda_called_name(0) == nullptr;
      wrong += softcuda_violations() != 0 || *softcuda_last_violation() != 0;
      driver.set(&softcuda_options::seed, u64{i});
      driver.set(&softcuda_options::slow_polls, static_cast<int>(i % 3));
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> all;
  for (unsigned id = 0; id < threads; ++id) all.emplace_back(work, id);
  for (auto& t : all) t.join();
  is_over = true;
  looking.join();
  CHECK(wrong == 0);
  CHECK(called == static_cast<int>(2 * threads * rounds));
  CHECK(totals().launches == 2 * threads * rounds);
  CHECK(live().allocations == 0);
  CHECK(live().pending_operations == 0);
  CHECK(live().modules == 0);
}

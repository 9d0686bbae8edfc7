// SPDX-License-Identifier: MIT
// Lazy streams: nothing runs before somebody waits for it, and then only what that needs.
#include <cstring>
#include <vector>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

namespace {

unsigned peek(CUdeviceptr p) {  // through a stream of its own, so that nothing else is waited for
  handle s = new_stream();
  unsigned value = 0;
  CHECK(cuMemcpyDtoHAsync_v2(&value, p, 4, s) == success);
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(cuStreamDestroy_v2(s) == success);
  return value;
}

void append(void* to) { static_cast<std::vector<int>*>(to)->push_back(1); }

}  // namespace

TEST_CASE("work runs when its stream is waited for, reading host memory then") {
  fresh_driver driver;
  handle a = new_stream(), b = new_stream();
  CUdeviceptr p = new_memory(8);
  unsigned host = 1;
  CHECK(cuMemcpyHtoDAsync_v2(p, &host, 4, a) == success);
  CHECK(cuMemsetD32Async(p + 4, 7, 1, b) == success);
  host = 2;
  CHECK(live().pending_operations == 2);
  CHECK(peek(p) == 0xFFFFFFFF);
  CHECK(cuStreamSynchronize(a) == success);
  CHECK(peek(p) == 2);
  CHECK(peek(p + 4) == 0xFFFFFFFF);
  CHECK(cuStreamQuery(b) == success);
  CHECK(peek(p + 4) == 7);
  CHECK(live().pending_operations == 0);
  driver.set(&softcuda_options::eager, 1);
  CHECK(cuMemcpyHtoDAsync_v2(p, &host, 4, a) == success);
  host = 3;
  CHECK(peek(p) == 2);
}

TEST_CASE("an event carries the order from stream to stream, as it was when it was waited for") {
  fresh_driver driver;
  handle a = new_stream(), b = new_stream(), e = new_event();
  CUdeviceptr p = new_memory(4);
  CHECK(cuMemsetD32Async(p, 1, 1, a) == success);
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuStreamWaitEvent(b, e, 0) == success);
  CHECK(cuMemsetD32Async(p, 2, 1, a) == success);
  CHECK(cuEventRecord(e, a) == success);  // later than what b waits for
  CHECK(cuStreamSynchronize(b) == success);
  CHECK(peek(p) == 1);
  CHECK(cuEventSynchronize(e) == success);
  CHECK(peek(p) == 2);
  CHECK(cuEventQuery(new_event()) == success);  // never recorded
  CHECK(cuEventRecord(e, new_stream()) == success);
  CHECK(cuEventDestroy_v2(e) == success);
  CHECK(cuStreamWaitEvent(b, e, 0) == invalid_handle);
}

TEST_CASE("the legacy stream waits for blocking streams and they for it") {
  fresh_driver driver;
  handle blocking = new_stream(0), independent = new_stream(1);
  CUdeviceptr p = new_memory(12);
  CHECK(cuMemsetD32Async(p, 1, 1, blocking) == success);
  CHECK(cuMemsetD32Async(p + 4, 1, 1, independent) == success);
  unsigned value = 0;
  CHECK(cuMemcpyDtoH_v2(&value, p, 4) == success);  // on the legacy stream
  CHECK(value == 1);
  CHECK(cuMemcpyDtoH_v2(&value, p + 4, 4) == success);
  CHECK(value == 0xFFFFFFFF);
  CHECK(cuMemsetD32_v2(p + 8, 5, 1) == success);
  CHECK(peek(p + 8) == 0xFFFFFFFF);
  CHECK(cuMemsetD32Async(p, 2, 1, blocking) == success);
  CHECK(cuStreamSynchronize(blocking) == success);
  CHECK(peek(p + 8) == 5);
  CHECK(cuCtxSynchronize() == success);
  CHECK(peek(p + 4) == 1);
}

TEST_CASE("slow streams are not ready for a while") {
  fresh_driver driver;
  driver.set(&softcuda_options::slow_polls, 2);
  handle s = new_stream(), e = new_event();
  CUdeviceptr p = new_memory(4);
  CHECK(cuMemsetD32Async(p, 1, 1, s) == success);
  CHECK(cuStreamQuery(s) == not_ready);
  CHECK(cuStreamQuery(s) == not_ready);
  CHECK(cuStreamQuery(s) == success);
  CHECK(cuMemsetD32Async(p, 2, 1, s) == success);
  CHECK(cuEventRecord(e, s) == success);
  CHECK(cuEventQuery(e) == not_ready);
  CHECK(cuEventSynchronize(e) == success);
  CHECK(cuEventQuery(e) == success);
}

TEST_CASE("events measure the device's time") {
  fresh_driver driver;
  handle s = new_stream(), a = new_event(), b = new_event(), untimed = new_event(2);
  CUdeviceptr p = new_memory(1 << 20);
  float milliseconds = -1;
  CHECK(cuEventElapsedTime_v2(&milliseconds, a, b) == invalid_handle);
  CHECK(cuEventRecord(a, s) == success);
  CHECK(cuMemsetD8Async(p, 1, 1 << 20, s) == success);
  CHECK(cuEventRecord(b, s) == success);
  CHECK(cuEventRecord(untimed, s) == success);
  CHECK(cuEventElapsedTime_v2(&milliseconds, a, b) == not_ready);
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(cuEventElapsedTime_v2(&milliseconds, a, b) == success);
  CHECK(milliseconds > 0);
  CHECK(cuEventElapsedTime_v2(&milliseconds, a, untimed) == invalid_handle);
  CHECK(totals().execution_ns > 0);
  CHECK(totals().driver_ns > 0);
}

TEST_CASE("host functions run in their order and may not call the driver") {
  fresh_driver driver;
  handle s = new_stream();
  std::vector<int> order;
  static CUresult inside = success;
  CHECK(cuLaunchHostFunc(s, append, &order) == success);
  CHECK(cuLaunchHostFunc(
            s, [](void*) { inside = cuCtxSynchronize(); }, nullptr) == success);
  CHECK(cuLaunchHostFunc(s, nullptr, nullptr) == invalid_value);
  CHECK(order.empty());
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(order.size() == 1);
  CHECK(inside == not_permitted);
}

TEST_CASE("a destroyed stream's work is still done") {
  fresh_driver driver;
  handle s = new_stream();
  CUdeviceptr p = new_memory(4);
  CHECK(cuMemsetD32Async(p, 3, 1, s) == success);
  CHECK(cuStreamDestroy_v2(s) == success);
  CHECK(peek(p) == 0xFFFFFFFF);
  CHECK(cuCtxSynchronize() == success);
  CHECK(peek(p) == 3);
}

TEST_CASE("memory that is freed before its work ran is an error that stays") {
  fresh_driver driver;
  handle s = new_stream();
  CUdeviceptr p = new_memory(4), q = 0;
  CHECK(cuMemsetD32Async(p, 3, 1, s) == success);
  CHECK(cuMemFree_v2(p) == success);
  CHECK(cuStreamSynchronize(s) == illegal_address);
  CHECK(cuMemAlloc_v2(&q, 4) == illegal_address);
  CHECK(cuStreamQuery(s) == illegal_address);
  CHECK(softcuda_violations() == 1);
  CHECK(std::string(softcuda_last_violation()).find("was freed before it ran") != std::string::npos);
}

TEST_CASE("shuffled streams keep every order that was asked for, and no other") {
  fresh_driver driver;
  driver.set(&softcuda_options::shuffles, 1);
  bool is_a_first = false, is_b_first = false;
  for (u64 seed = 1; seed <= 20; ++seed) {
    driver.set(&softcuda_options::seed, seed);
    handle a = new_stream(), b = new_stream();
    CUdeviceptr p = new_memory(8);
    CHECK(cuMemsetD32Async(p, 1, 1, a) == success);
    CHECK(cuMemsetD32Async(p + 4, 1, 1, b) == success);
    CHECK(cuMemsetD32Async(p + 4, 2, 1, b) == success);
    CHECK(cuMemcpyDtoDAsync_v2(p, p + 4, 4, b) == success);  // races with the first on purpose
    CHECK(cuCtxSynchronize() == success);
    (peek(p) == 2 ? is_a_first : is_b_first) = true;
    CHECK(peek(p + 4) == 2);
  }
  CHECK(is_a_first);
  CHECK(is_b_first);
}

TEST_CASE("long chains of work neither overflow nor run out of order") {
  fresh_driver driver;
  handle s = new_stream();
  CUdeviceptr p = new_memory(4);
  for (unsigned i = 0; i < 20000; ++i) REQUIRE(cuMemsetD32Async(p, i, 1, s) == success);
  softcuda_reset();  // with all of it pending
  fresh_driver again;
  s = new_stream();
  p = new_memory(4);
  for (unsigned i = 0; i < 20000; ++i) REQUIRE(cuMemsetD32Async(p, i, 1, s) == success);
  CHECK(cuStreamSynchronize(s) == success);
  CHECK(peek(p) == 19999);
}

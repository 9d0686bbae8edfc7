// SPDX-License-Identifier: MIT
// Stream capture, and the error of each way to break it.
#include <thread>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

namespace {

int status_of(handle s) {
  int status = -1;
  CHECK(cuStreamIsCapturing(s, &status) == success);
  return status;
}
handle begin(unsigned flags = 1, int mode = 0) {
  handle s = new_stream(flags);
  REQUIRE(cuStreamBeginCapture_v2(s, mode) == success);
  return s;
}

}  // namespace

TEST_CASE("captured work becomes a graph, across streams that events join") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(16);
  handle a = begin(), b = new_stream(), e = new_event(), f = new_event(), g = nullptr, exec = nullptr;
  CHECK(status_of(a) == 1);
  CHECK(fill(p, 1, 4, a) == success);
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuStreamWaitEvent(b, e, 0) == success);
  CHECK(status_of(b) == 1);
  CHECK(cuMemsetD32Async(p, 5, 2, b) == success);
  CHECK(cuEventRecord(f, b) == success);
  CHECK(cuStreamWaitEvent(a, f, 0) == success);
  CHECK(cuMemsetD32Async(p, 6, 1, a) == success);
  CHECK(cuStreamEndCapture(a, &g) == success);
  CHECK(status_of(b) == 0);
  CHECK(live().pending_operations == 0);
  std::size_t count = 0;
  CHECK(cuGraphGetNodes(g, nullptr, &count) == success);
  CHECK(count == 3);
  REQUIRE(cuGraphInstantiateWithFlags(&exec, g, 0) == success);
  CHECK(cuGraphLaunch(exec, a) == success);
  CHECK(cuStreamSynchronize(a) == success);
  unsigned back[4] = {};
  CHECK(cuMemcpyDtoH_v2(back, p, 16) == success);
  CHECK(back[0] == 6);
  CHECK(back[1] == 5);
  CHECK(back[2] == 1);
}

TEST_CASE("what is forbidden while capturing invalidates the capture") {
  fresh_driver driver;
  CUdeviceptr p = 0;
  handle g = nullptr, s = begin();
  CHECK(cuStreamSynchronize(s) == capture_unsupported);
  CHECK(status_of(s) == 2);
  CHECK(cuMemAllocAsync(&p, 4, s) == capture_unsupported);
  CHECK(cuStreamEndCapture(s, &g) == capture_invalidated);
  CHECK(g == nullptr);
  CHECK(live().graphs == 0);
  s = begin();
  CHECK(cuMemAlloc_v2(&p, 4) == capture_unsupported);
  CHECK(cuStreamEndCapture(s, &g) == capture_invalidated);
  s = begin(1, 2);  // relaxed: allocation is allowed
  CHECK(cuMemAlloc_v2(&p, 4) == success);
  CHECK(cuCtxSynchronize() == capture_unsupported);
  CHECK(cuStreamEndCapture(s, &g) == capture_invalidated);
  s = begin();
  int mode = 2;
  CHECK(cuThreadExchangeStreamCaptureMode(&mode) == success);
  CHECK(cuMemAlloc_v2(&p, 4) == success);
  CHECK(cuThreadExchangeStreamCaptureMode(&mode) == success);
  CHECK(cuStreamEndCapture(s, &g) == success);
}

TEST_CASE("modules load while a stream is capturing from driver 12.3 on") {
  fresh_driver driver;
  handle g = nullptr, m = nullptr, s = begin();
  CHECK(cuModuleLoadData(&m, fill_ptx().c_str()) == success);
  driver.set(&softcuda_options::driver_version, 12020);
  CHECK(cuModuleLoadData(&m, fill_ptx().c_str()) == capture_unsupported);
  CHECK(cuStreamEndCapture(s, &g) == success);
}

TEST_CASE("captures that do not come together are refused") {
  fresh_driver driver;
  handle g = nullptr, e = new_event(), other = new_stream();
  CUdeviceptr p = new_memory(4);
  handle a = begin(), b = begin();
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuEventQuery(e) == captured_event);
  CHECK(cuStreamEndCapture(a, &g) == capture_invalidated);
  CHECK(cuStreamBeginCapture_v2(a, 0) == success);
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuStreamWaitEvent(b, e, 0) == capture_merge);
  CHECK(cuStreamEndCapture(a, &g) == capture_invalidated);
  CHECK(cuStreamEndCapture(b, &g) == capture_invalidated);

  CHECK(cuStreamBeginCapture_v2(a, 0) == success);
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuStreamWaitEvent(other, e, 0) == success);
  CHECK(cuMemsetD32Async(p, 1, 1, other) == success);
  CHECK(cuStreamEndCapture(other, &g) == capture_unmatched);
  CHECK(cuStreamBeginCapture_v2(a, 0) == success);
  CHECK(cuEventRecord(e, a) == success);
  CHECK(cuStreamWaitEvent(other, e, 0) == success);
  CHECK(cuMemsetD32Async(p, 1, 1, other) == success);
  CHECK(cuStreamEndCapture(a, &g) == capture_unjoined);

  handle outside = new_event();
  CHECK(cuEventRecord(outside, other) == success);
  CHECK(cuStreamBeginCapture_v2(a, 0) == success);
  CHECK(cuStreamWaitEvent(a, outside, 0) == capture_isolation);
  CHECK(cuStreamEndCapture(a, &g) == capture_invalidated);

  handle blocking = begin(0);
  CHECK(cuMemsetD32_v2(p, 1, 1) == capture_implicit);
  CHECK(cuStreamEndCapture(blocking, &g) == capture_invalidated);
  CHECK(cuStreamBeginCapture_v2(nullptr, 0) == capture_unsupported);
  CHECK(live().graphs == 0);
}

TEST_CASE("a capture ends in the thread where it began, unless it is relaxed") {
  fresh_driver driver;
  handle strict = begin(), relaxed = begin(1, 2);
  handle g = nullptr;
  CUresult results[2] = {};
  std::thread([&] {
    cuCtxSetCurrent(driver.context);
    results[0] = cuStreamEndCapture(strict, &g);
    results[1] = cuStreamEndCapture(relaxed, &g);
  }).join();
  CHECK(results[0] == capture_wrong_thread);
  CHECK(results[1] == success);
}

// SPDX-License-Identifier: MIT
// Primary contexts, the stack of current ones, and what dies with a context.
#include <thread>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("a primary context lives from the first retain to the last release") {
  fresh_driver driver;
  handle again = nullptr;
  unsigned flags = 1;
  int is_active = 0;
  CHECK(cuDevicePrimaryCtxRetain(&again, 0) == success);
  CHECK(again == driver.context);
  CHECK(cuDevicePrimaryCtxRelease_v2(0) == success);
  CHECK(cuDevicePrimaryCtxGetState(0, &flags, &is_active) == success);
  CHECK(is_active == 1);
  new_stream();
  new_memory(16);
  CHECK(cuDevicePrimaryCtxRelease_v2(0) == success);
  CHECK(cuDevicePrimaryCtxGetState(0, &flags, &is_active) == success);
  CHECK(is_active == 0);
  CHECK(cuDevicePrimaryCtxRelease_v2(0) == invalid_context);
  softcuda_live l = live();
  CHECK(l.contexts == 0);
  CHECK(l.streams == 0);
  CHECK(l.allocations == 0);
  CHECK(l.used_bytes == 0);
  CHECK(cuCtxSynchronize() == context_is_destroyed);  // still on the stack
  CHECK(cuCtxPushCurrent_v2(driver.context) == invalid_context);
}

TEST_CASE("each thread has its own current context") {
  fresh_driver driver;
  CUdeviceptr p = 0;
  CUresult without = success, with = unknown_error;
  std::thread([&] {
    without = cuMemAlloc_v2(&p, 16);
    cuCtxSetCurrent(driver.context);
    with = cuMemAlloc_v2(&p, 16);
  }).join();
  CHECK(without == invalid_context);
  CHECK(with == success);
  handle popped = nullptr, none = &popped;
  CHECK(cuCtxPopCurrent_v2(&popped) == success);
  CHECK(popped == driver.context);
  CHECK(cuCtxPopCurrent_v2(&popped) == invalid_context);
  CHECK(cuCtxGetCurrent(&none) == success);
  CHECK(none == nullptr);
  CHECK(cuMemFree_v2(p) == invalid_context);
  CHECK(cuCtxSetCurrent(driver.context) == success);
  CHECK(cuMemFree_v2(p) == success);
}

TEST_CASE("handles of another kind, unknown ones and null are refused") {
  fresh_driver driver;
  handle stream = new_stream(), event = new_event();
  int dummy = 0;
  CHECK(cuCtxPushCurrent_v2(stream) == invalid_context);
  CHECK(cuCtxPushCurrent_v2(nullptr) == invalid_context);
  CHECK(cuStreamSynchronize(event) == invalid_handle);
  CHECK(cuStreamSynchronize(&dummy) == invalid_handle);
  CHECK(cuEventRecord(stream, stream) == invalid_handle);
  CHECK(cuEventQuery(nullptr) == invalid_handle);
  CHECK(cuModuleUnload(event) == invalid_handle);
  CHECK(cuGraphDestroy(stream) == invalid_handle);
  CHECK(cuStreamDestroy_v2(stream) == success);
  CHECK(cuStreamDestroy_v2(stream) == invalid_handle);
  CHECK(cuStreamSynchronize(stream) == invalid_handle);
  CHECK(cuEventDestroy_v2(event) == success);
  CHECK(cuEventDestroy_v2(event) == invalid_handle);
}

TEST_CASE("two devices have their own memory and contexts, and copies between them work") {
  fresh_driver driver;
  driver.set(&softcuda_options::devices, 2);
  handle other = nullptr;
  unsigned value = 42, back = 0;
  CUdeviceptr here = new_memory(4);
  CHECK(cuDevicePrimaryCtxRetain(&other, 1) == success);
  handle stream = new_stream(), of = nullptr;
  CHECK(cuStreamGetCtx(stream, &of) == success);
  CHECK(of == driver.context);
  CHECK(cuCtxPushCurrent_v2(other) == success);
  CUdevice ordinal = 0;
  CHECK(cuCtxGetDevice(&ordinal) == success);
  CHECK(ordinal == 1);
  CHECK(cuStreamSynchronize(stream) == invalid_handle);
  CUdeviceptr there = new_memory(4);
  int device = -1;
  CHECK(cuPointerGetAttribute(&device, 9, there) == success);
  CHECK(device == 1);
  CHECK(cuMemcpyHtoD_v2(here, &value, 4) == success);
  CHECK(cuMemcpyDtoD_v2(there, here, 4) == success);
  CHECK(cuMemcpyDtoH_v2(&back, there, 4) == success);
  CHECK(back == 42);
}

TEST_CASE("devices reach each other's memory where the options say so") {
  fresh_driver driver;
  driver.set(&softcuda_options::devices, 2);
  handle other = nullptr, pool = nullptr;
  CHECK(cuDevicePrimaryCtxRetain(&other, 1) == success);
  CHECK(cuDeviceGetDefaultMemPool(&pool, 0) == success);
  const access_description wanted{{1, 1}, 3};
  int can = 1;
  CHECK(cuDeviceCanAccessPeer(&can, 1, 0) == success);
  CHECK(can == 0);
  CHECK(cuMemPoolSetAccess(pool, &wanted, 1) == not_supported);
  driver.set(&softcuda_options::peers, 1);
  CHECK(cuDeviceCanAccessPeer(&can, 1, 0) == success);
  CHECK(can == 1);
  CHECK(cuDeviceCanAccessPeer(&can, 1, 1) == success);
  CHECK(can == 0);
  CHECK(cuMemPoolSetAccess(pool, &wanted, 1) == success);
  handle stream = new_stream();
  CUdeviceptr here = 0, there = 0;
  unsigned value = 7, back = 0;
  CHECK(cuMemAllocAsync(&here, 4, stream) == success);
  CHECK(cuMemcpyHtoDAsync_v2(here, &value, 4, stream) == success);
  CHECK(cuStreamSynchronize(stream) == success);
  CHECK(cuCtxPushCurrent_v2(other) == success);
  handle stream_there = new_stream();
  CHECK(cuMemAllocAsync(&there, 4, stream_there) == success);
  CHECK(cuMemcpyPeerAsync(there, other, here, driver.context, 4, stream_there) == success);
  CHECK(cuMemcpyDtoHAsync_v2(&back, there, 4, stream_there) == success);
  CHECK(cuStreamSynchronize(stream_there) == success);
  CHECK(back == 7);
}

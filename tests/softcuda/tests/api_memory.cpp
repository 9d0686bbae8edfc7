// SPDX-License-Identifier: MIT
// Memory: ranges, running out, pools, host memory, copies of every direction.
#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("copies and sets stay inside one live block") {
  fresh_driver driver;
  std::array<unsigned char, 64> host{}, back{};
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(i);
  CUdeviceptr p = new_memory(64);
  CHECK(p % 256 == 0);
  CHECK(cuMemcpyHtoD_v2(p, host.data(), 64) == success);
  CHECK(cuMemcpyDtoH_v2(back.data(), p + 8, 56) == success);
  CHECK(back[0] == 8);
  CHECK(cuMemcpyHtoD_v2(p, host.data(), 65) == invalid_value);
  CHECK(cuMemcpyHtoD_v2(p + 60, host.data(), 5) == invalid_value);
  CHECK(cuMemcpyHtoD_v2(p, host.data(), ~std::size_t{0}) == invalid_value);
  CHECK(cuMemcpyHtoD_v2(64, host.data(), 4) == invalid_value);
  CHECK(cuMemcpyHtoD_v2(p, nullptr, 4) == invalid_value);
  CHECK(cuMemcpyDtoH_v2(nullptr, p, 4) == invalid_value);
  CHECK(cuMemsetD32_v2(p + 2, 1, 1) == invalid_value);
  CHECK(cuMemsetD32_v2(p + 32, 0x01020304, 8) == success);
  CHECK(cuMemsetD8_v2(p + 63, 9, 1) == success);
  CHECK(cuMemsetD8_v2(p + 63, 9, 2) == invalid_value);
  CHECK(cuMemcpyDtoH_v2(back.data(), p, 64) == success);
  CHECK(back[31] == 31);
  CHECK(back[32] == 4);
  CHECK(back[63] == 9);
  CHECK(cuMemFree_v2(p + 1) == invalid_value);
  CHECK(cuMemFree_v2(0) == success);
  CHECK(cuMemFree_v2(p) == success);
  CHECK(cuMemFree_v2(p) == invalid_value);
  CHECK(cuMemcpyDtoH_v2(back.data(), p, 4) == invalid_value);
  CHECK(totals().host_to_device_bytes == 64);
  CHECK(totals().device_to_host_bytes == 120);
  CHECK(totals().set_bytes == 33);
}

TEST_CASE("memory runs out where it is told to") {
  fresh_driver driver;
  driver.set(&softcuda_options::out_of_memory_at, 1000ull);
  CUdeviceptr a = new_memory(600), b = 1;
  CHECK(cuMemAlloc_v2(&b, 401) == out_of_memory);
  std::size_t free = 0, total = 0;
  CHECK(cuMemGetInfo_v2(&free, &total) == success);
  CHECK(free == 400);
  CHECK(total == 16ull << 30);
  CHECK(cuMemAlloc_v2(&b, 400) == success);
  CHECK(cuMemAlloc_v2(&b, 0) == invalid_value);
  CHECK(cuMemAlloc_v2(&b, std::numeric_limits<std::size_t>::max()) == out_of_memory);
  CHECK(cuMemFree_v2(a) == success);
  CHECK(live().allocations == 1);
  CHECK(live().used_bytes == 400);
  CHECK(live().peak_bytes == 1000);
}

TEST_CASE("a pool holds on to what was freed, up to its threshold") {
  fresh_driver driver;
  driver.set(&softcuda_options::out_of_memory_at, 1000ull);
  handle stream = new_stream(), pool = nullptr;
  CHECK(cuDeviceGetDefaultMemPool(&pool, 0) == success);
  u64 threshold = std::numeric_limits<u64>::max(), value = 0;
  CHECK(cuMemPoolSetAttribute(pool, 4, &threshold) == success);
  CUdeviceptr p = 0, q = 0;
  CHECK(cuMemAllocAsync(&p, 800, stream) == success);
  CHECK(cuMemFreeAsync(p, stream) == success);
  CHECK(cuMemFreeAsync(p, stream) == invalid_value);
  CHECK(cuMemcpyDtoH_v2(&value, p, 8) == invalid_value);  // freed in the order of the calls
  CHECK(live().allocations == 0);
  CHECK(live().used_bytes == 800);  // the free has not happened yet
  CHECK(cuMemAlloc_v2(&q, 300) == out_of_memory);
  CHECK(cuStreamSynchronize(stream) == success);
  CHECK(live().used_bytes == 0);
  CHECK(cuMemAlloc_v2(&q, 300) == out_of_memory);  // the pool has it
  CHECK(cuMemPoolGetAttribute(pool, 5, &value) == success);
  CHECK(value == 800);
  CHECK(cuMemAllocAsync(&p, 900, stream) == success);  // the pool grows by the rest
  CHECK(cuMemFreeAsync(p, stream) == success);
  CHECK(cuMemAllocAsync(&p, 900, stream) == success);  // what this stream frees serves it without waiting
  CHECK(cuMemFreeAsync(p, stream) == success);
  CHECK(cuStreamSynchronize(stream) == success);
  CHECK(cuMemPoolTrimTo(pool, 0) == success);
  CHECK(cuMemAlloc_v2(&q, 300) == success);
  threshold = 0;
  CHECK(cuMemPoolSetAttribute(pool, 4, &threshold) == success);
  CHECK(cuMemAllocAsync(&p, 500, stream) == success);
  CHECK(cuMemFreeAsync(p, stream) == success);
  CHECK(cuStreamSynchronize(stream) == success);
  CHECK(cuMemPoolGetAttribute(pool, 5, &value) == success);
  CHECK(value == 0);
}

TEST_CASE("a device without pools refuses stream-ordered allocation") {
  fresh_driver driver;
  driver.set(&softcuda_options::memory_pools, 0);
  CUdeviceptr p = 0;
  handle pool = nullptr;
  CHECK(cuMemAllocAsync(&p, 16, new_stream()) == not_supported);
  CHECK(cuDeviceGetDefaultMemPool(&pool, 0) == not_supported);
}

TEST_CASE("host memory is allocated, registered, and told apart") {
  fresh_driver driver;
  void* pinned = nullptr;
  CHECK(cuMemAllocHost_v2(&pinned, 100) == success);
  unsigned type = 0;
  auto address = [](const void* p) { return static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(p)); };
  CHECK(cuPointerGetAttribute(&type, 2, address(pinned)) == success);
  CHECK(type == 1);
  CUdeviceptr p = new_memory(32);
  CHECK(cuPointerGetAttribute(&type, 2, p + 31) == success);
  CHECK(type == 2);
  CHECK(cuPointerGetAttribute(&type, 2, p + 32) == invalid_value);
  std::vector<char> own(100);
  CHECK(cuMemHostUnregister(own.data()) == host_memory_not_registered);
  CHECK(cuMemHostRegister_v2(own.data(), 100, 0) == success);
  CHECK(cuMemHostRegister_v2(own.data() + 50, 10, 0) == host_memory_already_registered);
  CHECK(live().host_allocations == 2);
  CHECK(cuMemHostUnregister(own.data()) == success);
  std::memcpy(pinned, "to and fro", 11);
  CHECK(cuMemcpy(p, address(pinned), 11) == success);
  char back[11];
  CHECK(cuMemcpy(address(back), p, 11) == success);
  CHECK(std::string(back) == "to and fro");
  CHECK(cuMemFreeHost(own.data()) == invalid_value);
  CHECK(cuMemFreeHost(pinned) == success);
  CHECK(live().host_allocations == 0);
}

TEST_CASE("boxes are copied with their pitches") {
  fresh_driver driver;
  std::array<unsigned char, 24> host{}, back{};
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(i);
  CUdeviceptr p = new_memory(24);
  copy_params c{};  // columns 1 and 2 of the 2 x 3 x 4 box, to a dense 2 x 3 x 2 one
  c.from.memory_type = 1;
  c.from.host = host.data();
  c.from.x_bytes = 1;
  c.from.pitch = 4;
  c.from.height = 3;
  c.to.memory_type = 2;
  c.to.device = p;
  c.to.pitch = 2;
  c.to.height = 3;
  c.width_bytes = 2;
  c.height = 3;
  c.depth = 2;
  CHECK(cuMemcpy3D_v2(&c) == success);
  CHECK(cuMemcpyDtoH_v2(back.data(), p, 12) == success);
  const std::array<unsigned char, 12> expected{1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22};
  CHECK(std::equal(expected.begin(), expected.end(), back.begin()));
  c.to.device = p + 13;
  CHECK(cuMemcpy3D_v2(&c) == invalid_value);
  c.to.device = p;
  c.to.pitch = 1;
  CHECK(cuMemcpy3D_v2(&c) == invalid_value);
}

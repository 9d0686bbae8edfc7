// SPDX-License-Identifier: MIT
// Devices, versions, error names, cuGetProcAddress.
#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("nothing works before cuInit, except what names errors and versions") {
  fresh_driver driver(false);
  int count = 0, version = 0;
  CHECK(cuDeviceGetCount(&count) == not_initialized);
  CHECK(cuDriverGetVersion(&version) == success);
  CHECK(version == 13000);
  CHECK(cuInit(1) == invalid_value);
  CHECK(cuInit(0) == success);
  CHECK(cuDeviceGetCount(&count) == success);
  CHECK(count == 1);
}

TEST_CASE("a machine without devices says so") {
  fresh_driver driver(false);
  driver.set(&softcuda_options::devices, 0);
  CHECK(cuInit(0) == no_device);
}

TEST_CASE("devices are what the options say") {
  fresh_driver driver;
  driver.set(&softcuda_options::devices, 2);
  driver.set(&softcuda_options::capability, 86);
  driver.set(&softcuda_options::multiprocessors, 28);
  driver.set(&softcuda_options::memory_pools, 0);
  int count = 0;
  CUdevice second = -1;
  CHECK(cuDeviceGetCount(&count) == success);
  CHECK(count == 2);
  CHECK(cuDeviceGet(&second, 1) == success);
  CHECK(cuDeviceGet(&second, 2) == invalid_device);
  CHECK(cuDeviceGet(nullptr, 0) == invalid_value);
  auto attribute = [](int which) {
    int value = -1;
    CHECK(cuDeviceGetAttribute(&value, which, 1) == success);
    return value;
  };
  CHECK(attribute(16) == 28);
  CHECK(attribute(75) == 8);
  CHECK(attribute(76) == 6);
  CHECK(attribute(8) == 49152);
  CHECK(attribute(97) == 101376);
  CHECK(attribute(81) == 102400);
  CHECK(attribute(82) == 65536);
  CHECK(attribute(115) == 0);
  CHECK(attribute(10) == 32);
  CHECK(cuDeviceGetAttribute(&count, 100000, 0) == invalid_value);
  CHECK(cuDeviceGetAttribute(&count, 16, 5) == invalid_device);
  char name[64];
  CHECK(cuDeviceGetName(name, sizeof name, 1) == success);
  CHECK(std::string(name) == "software device 1 (sm_86)");
  std::size_t bytes = 0;
  CHECK(cuDeviceTotalMem_v2(&bytes, 0) == success);
  CHECK(bytes == 16ull << 30);
}

TEST_CASE("errors have names") {
  fresh_driver driver;
  const char* text = nullptr;
  CHECK(cuGetErrorName(700, &text) == success);
  CHECK(std::string(text) == "CUDA_ERROR_ILLEGAL_ADDRESS");
  CHECK(cuGetErrorString(2, &text) == success);
  CHECK(std::string(text) == "out of memory");
  CHECK(cuGetErrorName(12345, &text) == invalid_value);
  CHECK(text == nullptr);
}

TEST_CASE("cuGetProcAddress finds the variant of a version") {
  fresh_driver driver(false);
  auto find = [](const char* name, int version, int* status) {
    void* p = nullptr;
    CHECK(cuGetProcAddress_v2(name, &p, version, 0, status) == success);
    return p;
  };
  int status = -1;
  CHECK(find("cuMemAlloc", 12000, &status) == reinterpret_cast<void*>(cuMemAlloc_v2));
  CHECK(status == 0);
  CHECK(find("cuInit", 12000, &status) == reinterpret_cast<void*>(cuInit));
  CHECK(find("cuEventElapsedTime", 13000, &status) == reinterpret_cast<void*>(cuEventElapsedTime_v2));
  CHECK(find("cuEventElapsedTime", 12000, &status) != reinterpret_cast<void*>(cuEventElapsedTime_v2));
  CHECK(find("cuGraphAddKernelNode", 11000, &status) == nullptr);
  CHECK(status == 2);
  CHECK(find("cuNoSuchThing", 12000, &status) == nullptr);
  CHECK(status == 1);
  CHECK(find("softcuda_reset", 12000, &status) == nullptr);
  driver.set(&softcuda_options::driver_version, 11000);
  CHECK(find("cuMemAllocAsync", 11000, &status) == nullptr);
  CHECK(status == 1);
  void* p = nullptr;
  CHECK(cuGetProcAddress_v2("cuMemAlloc", &p, 12000, 0, &status) == invalid_value);
}

// SPDX-License-Identifier: MIT
// The fault plan, sticky errors, and the lists of what was called.
#include <string>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

TEST_CASE("the nth call of a function fails once, with any code") {
  fresh_driver driver;
  CHECK(softcuda_set_faults("cuMemAlloc:2=2,cuStreamCreate:1=999,cuMemFree_v2:1=1") == 1);
  CHECK(softcuda_faults_left() == 3);
  CUdeviceptr p = new_memory(4), q = 0;
  handle s = nullptr;
  CHECK(cuMemAlloc_v2(&q, 4) == 2);
  CHECK(q == 0);
  CHECK(cuMemAlloc_v2(&q, 4) == success);
  CHECK(cuStreamCreate(&s, 1) == 999);
  CHECK(cuStreamCreate(&s, 1) == success);
  CHECK(cuMemFree_v2(p) == 1);
  CHECK(cuMemFree_v2(p) == success);
  CHECK(softcuda_faults_left() == 0);
}

TEST_CASE("two faults of one function happen at their own calls") {
  fresh_driver driver;
  CHECK(softcuda_set_faults("cuMemAlloc:1=2,cuMemAlloc:3=2") == 1);
  CUdeviceptr p = 0;
  CHECK(cuMemAlloc_v2(&p, 4) == 2);
  CHECK(cuMemAlloc_v2(&p, 4) == success);
  CHECK(cuMemAlloc_v2(&p, 4) == 2);
}

TEST_CASE("a fault may do what was asked and fail all the same") {
  fresh_driver driver;
  CUdeviceptr p = new_memory(4);
  CHECK(softcuda_set_faults("cuMemFree:1=999!") == 1);
  CHECK(cuMemFree_v2(p) == 999);
  CHECK(live().allocations == 0);
}

TEST_CASE("plans that cannot be read are refused and change nothing") {
  fresh_driver driver;
  CHECK(softcuda_set_faults("cuMemAlloc:1=2") == 1);
  for (const char* wrong :
       {"cuMemAlloc", "cuMemAlloc:x=2", "cuMemAlloc:0=2", "cuMemAlloc:1=", "cuMemAlloc=1:2", ":1=2"}) {
    CAPTURE(wrong);
    CHECK(softcuda_set_faults(wrong) == 0);
  }
  CHECK(softcuda_faults_left() == 1);
  CHECK(softcuda_set_faults("") == 1);
  CHECK(softcuda_faults_left() == 0);
}

TEST_CASE("sticky codes stay, others do not") {
  fresh_driver driver;
  CUdeviceptr p = 0;
  for (int code : {2, 701, 720}) {
    CHECK(softcuda_set_faults(("cuMemAlloc:1=" + std::to_string(code)).c_str()) == 1);
    CHECK(cuMemAlloc_v2(&p, 4) == code);
    CHECK(cuCtxSynchronize() == success);
  }
  for (int code : {226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721}) {
    CHECK(softcuda_set_faults(("cuMemAlloc:1=" + std::to_string(code)).c_str()) == 1);
    CHECK(cuMemAlloc_v2(&p, 4) == code);
    CHECK(cuMemAlloc_v2(&p, 4) == code);
    CHECK(cuCtxSynchronize() == code);
    CHECK(cuStreamCreate(&driver.context, 0) == code);
    softcuda_revive();
    CHECK(cuCtxSynchronize() == success);
  }
}

TEST_CASE("an error of one device leaves the other alone") {
  fresh_driver driver;
  driver.set(&softcuda_options::devices, 2);
  handle other = nullptr;
  CHECK(cuDevicePrimaryCtxRetain(&other, 1) == success);
  CHECK(softcuda_set_faults("cuCtxSynchronize:1=700") == 1);
  CHECK(cuCtxSynchronize() == 700);
  CHECK(cuCtxPushCurrent_v2(other) == success);
  CHECK(cuCtxSynchronize() == success);
  CHECK(cuCtxPopCurrent_v2(nullptr) == success);
  CHECK(cuCtxSynchronize() == 700);
}

TEST_CASE("the nth kernel fails when it runs") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(4);
  CHECK(softcuda_set_faults("kernel:2=719") == 1);
  CHECK(fill(p, 1, 1, nullptr) == success);
  CHECK(fill(p, 2, 1, nullptr) == success);
  CHECK(fill(p, 3, 1, nullptr) == success);
  CHECK(cuCtxSynchronize() == 719);
  CHECK(std::string(softcuda_last_violation()).find("kernel fill") != std::string::npos);
  CHECK(totals().launches == 1);
  softcuda_revive();
  unsigned value = 0;
  CHECK(cuMemcpyDtoH_v2(&value, p, 4) == success);
  CHECK(value == 1);
}

TEST_CASE("calls are listed in the order of their first, with counts") {
  fresh_driver driver;
  CUdeviceptr p = new_memory(4);
  new_memory(4);
  cuMemFree_v2(p);
  REQUIRE(softcuda_called_functions() == 2);
  CHECK(std::string(softcuda_called_name(0)) == "cuMemAlloc_v2");
  CHECK(softcuda_called_count(0) == 2);
  CHECK(std::string(softcuda_called_name(1)) == "cuMemFree_v2");
  CHECK(softcuda_called_name(2) == nullptr);
  CHECK(softcuda_calls_of("cuMemAlloc") == 2);
  CHECK(softcuda_calls_of("cuInit") == 0);
  CHECK(totals().calls == 3);
}

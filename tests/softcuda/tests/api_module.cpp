// SPDX-License-Identifier: MIT
// Modules, their errors and logs; functions; the limits of a launch.
#include <cstring>

#include "softcuda/tests/functions.hpp"

using namespace driver_tests;

namespace {

struct loading {
  handle module = nullptr;
  CUresult result = success;
  char error[512] = "unchanged", info[512] = "unchanged";
  std::uintptr_t error_bytes = 0;

  explicit loading(const std::string& image) {
    int names[] = {3, 4, 5, 6};
    void* values[] = {info, reinterpret_cast<void*>(sizeof info), error, reinterpret_cast<void*>(sizeof error)};
    result = cuModuleLoadDataEx(&module, image.c_str(), 4, names, values);
    error_bytes = reinterpret_cast<std::uintptr_t>(values[3]);
  }
  bool says(const char* text) const { return std::strstr(error, text) != nullptr && error_bytes == std::strlen(error); }
};

std::string kernel(const char* parameters, const char* body, const char* version = "8.0") {
  return std::string(".version ") + version + "\n.target sm_80\n.address_size 64\n.visible .entry k(" + parameters +
         ")\n" + body;
}

}  // namespace

TEST_CASE("images are refused with the driver's codes, and the log says why") {
  fresh_driver driver;
  CHECK(loading(std::string("\x7f"
                            "ELF",
                            4))
            .result == no_binary_for_gpu);
  CHECK(loading("nonsense").result == invalid_image);
  loading newer(fill_ptx("9.1"));
  CHECK(newer.result == unsupported_ptx_version);
  CHECK(newer.says("Unsupported .version 9.1; current version is '9.0'"));
  loading other(fill_ptx("9.0", "sm_100"));
  CHECK(other.result == invalid_ptx);
  CHECK(other.says("higher than default"));
  CHECK(loading(fill_ptx("9.0", "sm_100a")).result == no_binary_for_gpu);
  driver.set(&softcuda_options::driver_version, 12060);
  CHECK(loading(fill_ptx("8.6")).result == unsupported_ptx_version);
  CHECK(loading(fill_ptx("8.5")).result == success);
  driver.set(&softcuda_options::capability, 75);
  CHECK(loading(fill_ptx()).result == invalid_ptx);
  CHECK(live().modules == 1);
}

TEST_CASE("PTX that cannot be parsed is invalid, with the parser's sentence in the log") {
  fresh_driver driver;
  loading broken(kernel("", "{\n  frobnicate.b32 %r1, %r2;\n  ret;\n}\n"));
  CHECK(broken.result == invalid_ptx);
  CHECK(broken.says("frobnicate"));
  CHECK(live().modules == 0);
}

TEST_CASE("a log without room is cut, and nothing is written without a buffer") {
  fresh_driver driver;
  handle m = nullptr;
  char error[9] = "12345678";
  int names[] = {5, 6};
  void* values[] = {error, reinterpret_cast<void*>(5)};
  CHECK(cuModuleLoadDataEx(&m, fill_ptx("9.1").c_str(), 2, names, values) == unsupported_ptx_version);
  CHECK(std::string(error) == "ptxa");
  CHECK(error[5] == '6');
  int wrong[] = {77};
  CHECK(cuModuleLoadDataEx(&m, fill_ptx().c_str(), 1, wrong, values) == invalid_value);
  CHECK(cuModuleLoadDataEx(&m, fill_ptx().c_str(), 1, nullptr, nullptr) == invalid_value);
}

TEST_CASE("functions belong to their module") {
  fresh_driver driver;
  fill_kernel fill;
  handle again = nullptr;
  CHECK(cuModuleGetFunction(&again, fill.module, "fill") == success);
  CHECK(again == fill.function);
  CHECK(cuModuleGetFunction(&again, fill.module, "empty") == not_found);
  CHECK(cuModuleGetFunction(&again, fill.module, "") == invalid_value);
  CUdeviceptr p = 0;
  std::size_t bytes = 0;
  CHECK(cuModuleGetGlobal_v2(&p, &bytes, fill.module, "none") == not_found);
  int value = 0;
  CHECK(cuFuncGetAttribute(&value, 0, fill.function) == success);
  CHECK(value == 1024);
  CHECK(cuFuncGetAttribute(&value, 5, fill.function) == success);
  CHECK(value == 80);
  CHECK(cuFuncGetAttribute(&value, 6, fill.function) == success);
  CHECK(value == 90);
  CHECK(cuFuncGetAttribute(&value, 99, fill.function) == invalid_value);
  CHECK(cuModuleUnload(fill.module) == success);
  CHECK(cuModuleUnload(fill.module) == invalid_handle);
  CHECK(cuFuncGetAttribute(&value, 0, fill.function) == invalid_handle);
  CHECK(live().modules == 0);
}

TEST_CASE("variables of a module can be copied to and from") {
  fresh_driver driver;
  handle m = nullptr;
  std::string ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .b8 table[12] = {1, 0, 0, 0, 2};\n"
      ".visible .entry k()\n{\n  ret;\n}\n";
  REQUIRE(cuModuleLoadData(&m, ptx.c_str()) == success);
  CUdeviceptr p = 0;
  std::size_t bytes = 0;
  REQUIRE(cuModuleGetGlobal_v2(&p, &bytes, m, "table") == success);
  CHECK(bytes == 12);
  unsigned values[3] = {9, 9, 9};
  CHECK(cuMemcpyDtoH_v2(values, p, 12) == success);
  CHECK(values[0] == 1);
  CHECK(values[1] == 2);
  CHECK(values[2] == 0);
  CHECK(cuMemcpyDtoH_v2(values, p, 13) == invalid_value);
  CHECK(cuMemFree_v2(p) == invalid_value);
  CHECK(live().allocations == 0);
  CHECK(cuModuleUnload(m) == success);
  CHECK(cuMemcpyDtoH_v2(values, p, 12) == invalid_value);
}

TEST_CASE("launches outside the limits are refused") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(4);
  unsigned one = 1;
  void* arguments[] = {&p, &one, &one};
  auto launch = [&](unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared) {
    return cuLaunchKernel(fill.function, gx, gy, gz, bx, by, bz, shared, new_stream(), arguments, nullptr);
  };
  CHECK(launch(1, 1, 1, 1024, 1, 1, 0) == success);
  CHECK(launch(1, 1, 1, 1025, 1, 1, 0) == invalid_value);
  CHECK(launch(1, 1, 1, 512, 2, 2, 0) == invalid_value);
  CHECK(launch(1, 1, 1, 1, 1, 65, 0) == invalid_value);
  CHECK(launch(0, 1, 1, 1, 1, 1, 0) == invalid_value);
  CHECK(launch(1, 1, 1, 0, 1, 1, 0) == invalid_value);
  CHECK(launch(1, 65536, 1, 1, 1, 1, 0) == invalid_value);
  CHECK(launch(1, 1, 65536, 1, 1, 1, 0) == invalid_value);
  CHECK(launch(1u << 31, 1, 1, 1, 1, 1, 0) == invalid_value);
  CHECK(launch(1, 1, 1, 1, 1, 1, 48 * 1024) == success);
  CHECK(launch(1, 1, 1, 1, 1, 1, 48 * 1024 + 1) == invalid_value);
  CHECK(cuFuncSetAttribute(fill.function, 8, 227 * 1024 + 1) == invalid_value);
  CHECK(cuFuncSetAttribute(fill.function, 8, 227 * 1024) == success);
  CHECK(launch(1, 1, 1, 1, 1, 1, 227 * 1024) == success);
  CHECK(cuLaunchKernel(p ? nullptr : fill.function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) ==
        invalid_handle);
}

TEST_CASE("a kernel's own bound on threads is a limit too") {
  fresh_driver driver;
  handle m = nullptr, f = nullptr;
  REQUIRE(cuModuleLoadData(&m, kernel("", ".maxntid 64, 1, 1\n{\n  ret;\n}\n").c_str()) == success);
  REQUIRE(cuModuleGetFunction(&f, m, "k") == success);
  int most = 0;
  CHECK(cuFuncGetAttribute(&most, 0, f) == success);
  CHECK(most == 64);
  CHECK(cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr) == success);
  CHECK(cuLaunchKernel(f, 1, 1, 1, 65, 1, 1, 0, nullptr, nullptr, nullptr) == launch_out_of_resources);
}

TEST_CASE("parameters come one by one or as a buffer, never both") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(16);
  unsigned value = 5, count = 4, back[4] = {};
  void* arguments[] = {&p, &value, &count};
  struct {
    CUdeviceptr to;
    unsigned value, count;
  } buffer = {p, 6, 4};
  std::size_t bytes = sizeof buffer, few = 12;
  auto tag = [](std::uintptr_t n) { return reinterpret_cast<void*>(n); };
  void* extra[] = {tag(1), &buffer, tag(2), &bytes, tag(0)};
  void* short_extra[] = {tag(1), &buffer, tag(2), &few, tag(0)};
  auto launch = [&](void** a, void** b) { return cuLaunchKernel(fill.function, 1, 1, 1, 32, 1, 1, 0, nullptr, a, b); };
  CHECK(launch(arguments, extra) == invalid_value);
  CHECK(launch(nullptr, nullptr) == invalid_value);
  CHECK(launch(nullptr, short_extra) == invalid_value);
  CHECK(launch(arguments, nullptr) == success);
  value = 50;  // read when the call was made
  CHECK(cuMemcpyDtoH_v2(back, p, 16) == success);
  CHECK(back[0] == 5);
  CHECK(launch(nullptr, extra) == success);
  CHECK(cuMemcpyDtoH_v2(back, p, 16) == success);
  CHECK(back[3] == 6);
  softcuda_launch first;
  REQUIRE(softcuda_launches() == 2);
  REQUIRE(softcuda_get_launch(0, &first) == 1);
  CHECK(std::string(first.kernel) == "fill");
  CHECK(first.block[0] == 32);
  CHECK(first.grid[1] == 1);
  CHECK(first.is_in_graph == 0);
  CHECK(first.counters.global_written_bytes == 16);
  CHECK(totals().counters.global_written_bytes == 32);
  CHECK(totals().launches == 2);
}

TEST_CASE("too many parameters do not load") {
  fresh_driver driver;
  CHECK(loading(kernel(".param .align 4 .b8 p[32764]", "{\n  ret;\n}\n")).result == success);
  loading large(kernel(".param .align 4 .b8 p[32768]", "{\n  ret;\n}\n"));
  CHECK(large.result == invalid_ptx);
  CHECK(large.says("parameter space"));
  driver.set(&softcuda_options::driver_version, 12000);
  CHECK(loading(kernel(".param .align 4 .b8 p[4100]", "{\n  ret;\n}\n")).result == invalid_ptx);
}

TEST_CASE("occupancy follows threads and shared memory, and bounds cooperative launches") {
  fresh_driver driver;
  driver.set(&softcuda_options::multiprocessors, 2);
  fill_kernel fill;
  auto blocks = [&](int threads, std::size_t shared) {
    int n = -1;
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, fill.function, threads, shared) == success);
    return n;
  };
  CHECK(blocks(1024, 0) == 2);
  CHECK(blocks(64, 0) == 32);
  CHECK(blocks(33, 0) == 32);
  CHECK(blocks(256, 0) == 8);
  CHECK(blocks(64, 227 * 1024) == 1);
  CHECK(blocks(64, 227 * 1024 + 1) == 0);
  CHECK(blocks(64, 99 * 1024) == 2);
  CUdeviceptr p = new_memory(4);
  unsigned one = 1;
  void* arguments[] = {&p, &one, &one};
  CHECK(cuLaunchCooperativeKernel(fill.function, 4, 1, 1, 1024, 1, 1, 0, nullptr, arguments) == success);
  CHECK(cuLaunchCooperativeKernel(fill.function, 5, 1, 1, 1024, 1, 1, 0, nullptr, arguments) ==
        cooperative_launch_too_large);
}

TEST_CASE("a kernel that writes outside its memory poisons the context") {
  fresh_driver driver;
  fill_kernel fill;
  handle s = new_stream();
  CUdeviceptr p = new_memory(64);
  CHECK(fill(p, 1, 17, s) == success);  // one element too many
  CHECK(softcuda_violations() == 0);
  CHECK(cuStreamSynchronize(s) == illegal_address);
  REQUIRE(softcuda_violations() == 1);
  CHECK(std::string(softcuda_last_violation()).find("fill") != std::string::npos);
  CHECK(cuMemFree_v2(p) == illegal_address);
  handle again = nullptr;
  CHECK(cuDevicePrimaryCtxRetain(&again, 0) == illegal_address);
  int count = 0;
  CHECK(cuDeviceGetCount(&count) == success);
  softcuda_revive();
  CHECK(cuMemFree_v2(p) == success);
}

TEST_CASE("a kernel whose operands are misaligned poisons the context") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(64);
  CHECK(fill(p + 2, 1, 1, nullptr) == success);
  CHECK(cuCtxSynchronize() == misaligned_address);
}

TEST_CASE("unloading a module under a launch is found out") {
  fresh_driver driver;
  fill_kernel fill;
  CUdeviceptr p = new_memory(64);
  CHECK(fill(p, 1, 1, nullptr) == success);
  CHECK(cuModuleUnload(fill.module) == success);
  CHECK(cuCtxSynchronize() == launch_failed);
  CHECK(std::string(softcuda_last_violation()).find("unloaded before the launch ran") != std::string::npos);
}

// SPDX-License-Identifier: MIT
// The CUDA driver, opened at run time: the types and functions that sinter uses, declared here so that no toolkit is needed
// to build. Each function is asked for at the version whose signature stands here. SINTER_CUDA_DRIVER names another library.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string>

#include "../array/error.hpp"
#include "library.hpp"

namespace sinter::core::cuda {

struct opaque_context;
struct opaque_stream;
struct opaque_module;
struct opaque_function;
struct opaque_pool;
struct opaque_graph;
struct opaque_node;
struct opaque_exec;
struct opaque_event;
using status = int;                 // CUresult; 0 is success
using address = unsigned long long; // CUdeviceptr
using context_handle = opaque_context*;
using stream_handle = opaque_stream*;
using module_handle = opaque_module*;
using function_handle = opaque_function*;
using pool_handle = opaque_pool*;
using graph_handle = opaque_graph*;
using node_handle = opaque_node*;
using exec_handle = opaque_exec*;
using event_handle = opaque_event*;

// CUDA_KERNEL_NODE_PARAMS_v2.
struct kernel_node_parameters {
  function_handle function = nullptr;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, shared_bytes = 0;
  void** parameters = nullptr;
  void** extra = nullptr;
  void* kernel = nullptr;
  context_handle context = nullptr;
};
static_assert(sizeof(kernel_node_parameters) == 72);

// CUmemAccessDesc: who may reach a pool's memory, and how.
struct pool_access {
  int location = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
  int device = 0;
  int allowed = 3;   // CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};
static_assert(sizeof(pool_access) == 12);

enum class device_attribute : int {  // CUdevice_attribute
  shared_per_block = 8, multiprocessors = 16, threads_per_multiprocessor = 39, major = 75, minor = 76,
  shared_per_multiprocessor = 81, registers_per_multiprocessor = 82, shared_per_block_optin = 97, has_pools = 115
};
inline constexpr int pool_release_threshold = 4;      // CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
inline constexpr unsigned stream_non_blocking = 1;    // CU_STREAM_NON_BLOCKING
inline constexpr int capture_relaxed = 2;             // CU_STREAM_CAPTURE_MODE_RELAXED
inline constexpr int jit_info_log = 3, jit_info_size = 4, jit_error_log = 5, jit_error_size = 6;  // CU_JIT_..._LOG_BUFFER

struct driver {
  status (*cuInit)(unsigned);
  status (*cuDriverGetVersion)(int*);
  status (*cuGetErrorName)(status, const char**);
  status (*cuGetErrorString)(status, const char**);
  status (*cuDeviceGetCount)(int*);
  status (*cuDeviceGet)(int*, int);
  status (*cuDeviceGetAttribute)(int*, device_attribute, int);
  status (*cuDeviceCanAccessPeer)(int*, int, int);
  status (*cuDevicePrimaryCtxRetain)(context_handle*, int);
  status (*cuDevicePrimaryCtxRelease)(int);
  status (*cuCtxPushCurrent)(context_handle);
  status (*cuCtxPopCurrent)(context_handle*);
  status (*cuThreadExchangeStreamCaptureMode)(int*);
  status (*cuStreamCreate)(stream_handle*, unsigned);
  status (*cuStreamSynchronize)(stream_handle);
  status (*cuDeviceGetDefaultMemPool)(pool_handle*, int);
  status (*cuMemPoolSetAttribute)(pool_handle, int, void*);
  status (*cuMemPoolTrimTo)(pool_handle, std::size_t);
  status (*cuMemPoolSetAccess)(pool_handle, const pool_access*, std::size_t);
  status (*cuMemAllocAsync)(address*, std::size_t, stream_handle);
  status (*cuMemFreeAsync)(address, stream_handle);
  status (*cuMemAlloc)(address*, std::size_t);
  status (*cuMemFree)(address);
  status (*cuMemGetInfo)(std::size_t*, std::size_t*);
  status (*cuMemcpyHtoDAsync)(address, const void*, std::size_t, stream_handle);
  status (*cuMemcpyDtoHAsync)(void*, address, std::size_t, stream_handle);
  status (*cuMemcpyPeerAsync)(address, context_handle, address, context_handle, std::size_t, stream_handle);
  status (*cuMemsetD8Async)(address, unsigned char, std::size_t, stream_handle);
  status (*cuMemsetD32Async)(address, unsigned, std::size_t, stream_handle);
  status (*cuModuleLoadDataEx)(module_handle*, const void*, unsigned, int*, void**);
  status (*cuModuleUnload)(module_handle);
  status (*cuModuleGetFunction)(function_handle*, module_handle, const char*);
  status (*cuLaunchKernel)(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           stream_handle, void**, void**);
  status (*cuGraphCreate)(graph_handle*, unsigned);
  status (*cuGraphDestroy)(graph_handle);
  status (*cuGraphAddKernelNode)(node_handle*, graph_handle, const node_handle*, std::size_t, const kernel_node_parameters*);
  status (*cuGraphInstantiateWithFlags)(exec_handle*, graph_handle, unsigned long long);
  status (*cuGraphExecKernelNodeSetParams)(exec_handle, node_handle, const kernel_node_parameters*);
  status (*cuGraphLaunch)(exec_handle, stream_handle);
  status (*cuGraphExecDestroy)(exec_handle);
  status (*cuEventCreate)(event_handle*, unsigned);
  status (*cuEventRecord)(event_handle, stream_handle);
  status (*cuEventElapsedTime)(float*, event_handle, event_handle);

  // The driver, initialised; null, with the reason, where there is none. What fails is tried again by the next caller.
  static const driver* find(std::string& why) {
    static std::mutex one_at_a_time;
    static driver loaded{};
    static bool is_loaded = false, is_ready = false;
    const std::lock_guard lock(one_at_a_time);
    if (is_ready) return &loaded;
    if (!is_loaded) {
      const char* named = std::getenv("SINTER_CUDA_DRIVER");
      const library file = library::open({named && *named ? named : "libcuda.so.1"});
      if (!file.is_open()) {
        why = "no NVIDIA driver: " + file.why();
        return nullptr;
      }
      if (const char* missing = loaded.load(file)) {
        why = file.name() + ": lacks " + missing + "; a driver for CUDA 12 or newer is needed";
        return nullptr;
      }
      is_loaded = true;
    }
    if (const status code = loaded.cuInit(0)) {
      why = loaded.describe(code, "cuInit");
      return nullptr;
    }
    is_ready = true;
    return &loaded;
  }

  // function: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected
  sentence describe(status code, const char* function) const {
    const char *name = nullptr, *text = nullptr;
    cuGetErrorName(code, &name);
    cuGetErrorString(code, &text);
    return sentence() << function << ": " << (name ? name : "error") << " (" << code << ")" << (text ? ": " : "")
                      << (text ? text : "");
  }

  // Calls visit(function, name, version, suffix of the exported name) for all of them.
  template <class Visit>
  void each_function(Visit visit) {
    visit(cuInit, "cuInit", 2000, "");
    visit(cuDriverGetVersion, "cuDriverGetVersion", 2020, "");
    visit(cuGetErrorName, "cuGetErrorName", 6000, "");
    visit(cuGetErrorString, "cuGetErrorString", 6000, "");
    visit(cuDeviceGetCount, "cuDeviceGetCount", 2000, "");
    visit(cuDeviceGet, "cuDeviceGet", 2000, "");
    visit(cuDeviceGetAttribute, "cuDeviceGetAttribute", 2000, "");
    visit(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", 4000, "");
    visit(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 7000, "");
    visit(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease", 11000, "_v2");
    visit(cuCtxPushCurrent, "cuCtxPushCurrent", 4000, "_v2");
    visit(cuCtxPopCurrent, "cuCtxPopCurrent", 4000, "_v2");
    visit(cuThreadExchangeStreamCaptureMode, "cuThreadExchangeStreamCaptureMode", 10010, "");
    visit(cuStreamCreate, "cuStreamCreate", 2000, "");
    visit(cuStreamSynchronize, "cuStreamSynchronize", 2000, "");
    visit(cuDeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", 11020, "");
    visit(cuMemPoolSetAttribute, "cuMemPoolSetAttribute", 11020, "");
    visit(cuMemPoolTrimTo, "cuMemPoolTrimTo", 11020, "");
    visit(cuMemPoolSetAccess, "cuMemPoolSetAccess", 11020, "");
    visit(cuMemAllocAsync, "cuMemAllocAsync", 11020, "");
    visit(cuMemFreeAsync, "cuMemFreeAsync", 11020, "");
    visit(cuMemAlloc, "cuMemAlloc", 3020, "_v2");
    visit(cuMemFree, "cuMemFree", 3020, "_v2");
    visit(cuMemGetInfo, "cuMemGetInfo", 3020, "_v2");
    visit(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync", 3020, "_v2");
    visit(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync", 3020, "_v2");
    visit(cuMemcpyPeerAsync, "cuMemcpyPeerAsync", 4000, "");
    visit(cuMemsetD8Async, "cuMemsetD8Async", 3020, "");
    visit(cuMemsetD32Async, "cuMemsetD32Async", 3020, "");
    visit(cuModuleLoadDataEx, "cuModuleLoadDataEx", 2010, "");
    visit(cuModuleUnload, "cuModuleUnload", 2000, "");
    visit(cuModuleGetFunction, "cuModuleGetFunction", 2000, "");
    visit(cuLaunchKernel, "cuLaunchKernel", 4000, "");
    visit(cuGraphCreate, "cuGraphCreate", 10000, "");
    visit(cuGraphDestroy, "cuGraphDestroy", 10000, "");
    visit(cuGraphAddKernelNode, "cuGraphAddKernelNode", 12000, "_v2");
    visit(cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags", 11040, "");
    visit(cuGraphExecKernelNodeSetParams, "cuGraphExecKernelNodeSetParams", 12000, "_v2");
    visit(cuGraphLaunch, "cuGraphLaunch", 10000, "");
    visit(cuGraphExecDestroy, "cuGraphExecDestroy", 10000, "");
    visit(cuEventCreate, "cuEventCreate", 2000, "");
    visit(cuEventRecord, "cuEventRecord", 2000, "");
    visit(cuEventElapsedTime, "cuEventElapsedTime", 2000, "");
  }

 private:
  using get_address = status (*)(const char*, void**, int, unsigned long long, int*);

  // By cuGetProcAddress at the given version, or by the exported name, which has a suffix for later versions.
  template <class Function>
  static bool find(Function& function, const library& file, get_address get, const char* name, int version,
                   const char* suffix) {
    void* found = nullptr;
    int answer = 0;
    if (!get || get(name, &found, version, 0, &answer) != 0) found = nullptr;
    if (!found) found = file.symbol((name + std::string(suffix)).c_str());
    function = reinterpret_cast<Function>(found);
    return found != nullptr;
  }

  // The name of a function that the library lacks; null if it has all.
  const char* load(const library& file) {
    const auto get = reinterpret_cast<get_address>(file.symbol("cuGetProcAddress_v2"));
    const char* missing = nullptr;
    each_function([&](auto& function, const char* name, int version, const char* suffix) {
      if (!find(function, file, get, name, version, suffix) && !missing) missing = name;
    });
    return missing;
  }
};

// Errors after which nothing works on the device any more, as cuda.h says of them.
constexpr bool is_sticky(status code) {
  return code == 226 || code == 700 || code == 702 || code == 710 || (code >= 714 && code <= 719) || code == 721;
}
inline constexpr status out_of_memory = 2, not_ready = 600, capture_unsupported = 900;

}  // namespace sinter::core::cuda

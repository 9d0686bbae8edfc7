// SPDX-License-Identifier: MIT
// cuGetProcAddress: the newest variant of a function that the asked version and the driver's version know.
#include <dlfcn.h>

#include <string>

#include "softcuda/api/driver.hpp"

namespace softcuda::api {
namespace {

struct variant {
  const char *name, *exported;
  int since;  // of CUDA; 0 where all versions that matter have it
};
constexpr variant variants[] = {{"cuGetProcAddress", "cuGetProcAddress_v2", 12000},
                                {"cuCtxCreate", "cuCtxCreate_v4", 12050},
                                {"cuMemAlloc", "cuMemAlloc_v2", 3020},
                                {"cuMemAllocPitch", "cuMemAllocPitch_v2", 3020},
                                {"cuMemFree", "cuMemFree_v2", 3020},
                                {"cuMemGetInfo", "cuMemGetInfo_v2", 3020},
                                {"cuMemGetAddressRange", "cuMemGetAddressRange_v2", 3020},
                                {"cuDeviceTotalMem", "cuDeviceTotalMem_v2", 3020},
                                {"cuModuleGetGlobal", "cuModuleGetGlobal_v2", 3020},
                                {"cuMemcpyHtoD", "cuMemcpyHtoD_v2", 3020},
                                {"cuMemcpyDtoH", "cuMemcpyDtoH_v2", 3020},
                                {"cuMemcpyDtoD", "cuMemcpyDtoD_v2", 3020},
                                {"cuMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2", 3020},
                                {"cuMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2", 3020},
                                {"cuMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2", 3020},
                                {"cuMemcpy3D", "cuMemcpy3D_v2", 3020},
                                {"cuMemcpy3DAsync", "cuMemcpy3DAsync_v2", 3020},
                                {"cuMemsetD8", "cuMemsetD8_v2", 3020},
                                {"cuMemsetD16", "cuMemsetD16_v2", 3020},
                                {"cuMemsetD32", "cuMemsetD32_v2", 3020},
                                {"cuMemAllocHost", "cuMemAllocHost_v2", 3020},
                                {"cuMemHostRegister", "cuMemHostRegister_v2", 6050},
                                {"cuMemHostGetDevicePointer", "cuMemHostGetDevicePointer_v2", 3020},
                                {"cuCtxDestroy", "cuCtxDestroy_v2", 4000},
                                {"cuCtxPushCurrent", "cuCtxPushCurrent_v2", 4000},
                                {"cuCtxPopCurrent", "cuCtxPopCurrent_v2", 4000},
                                {"cuStreamDestroy", "cuStreamDestroy_v2", 4000},
                                {"cuEventDestroy", "cuEventDestroy_v2", 4000},
                                {"cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxRelease_v2", 11000},
                                {"cuDevicePrimaryCtxReset", "cuDevicePrimaryCtxReset_v2", 11000},
                                {"cuDevicePrimaryCtxSetFlags", "cuDevicePrimaryCtxSetFlags_v2", 11000},
                                {"cuDeviceGetUuid", "cuDeviceGetUuid_v2", 11040},
                                {"cuStreamBeginCapture", "cuStreamBeginCapture_v2", 10010},
                                {"cuStreamGetCaptureInfo", "cuStreamGetCaptureInfo_v3", 12030},
                                {"cuEventElapsedTime", "cuEventElapsedTime_v2", 12080},
                                {"cuEventElapsedTime", "cuEventElapsedTime", 2000},
                                {"cuGraphAddKernelNode", "cuGraphAddKernelNode_v2", 12000},
                                {"cuGraphKernelNodeSetParams", "cuGraphKernelNodeSetParams_v2", 12000},
                                {"cuGraphExecKernelNodeSetParams", "cuGraphExecKernelNodeSetParams_v2", 12000},
                                {"cuGraphAddDependencies", "cuGraphAddDependencies_v2", 12030},
                                {"cuGraphAddDependencies", "cuGraphAddDependencies", 10000},
                                {"cuGraphGetEdges", "cuGraphGetEdges_v2", 12030},
                                {"cuGraphExecUpdate", "cuGraphExecUpdate_v2", 12000},
                                {"cuMemAllocAsync", "cuMemAllocAsync", 11020},
                                {"cuMemFreeAsync", "cuMemFreeAsync", 11020},
                                {"cuMemAllocFromPoolAsync", "cuMemAllocFromPoolAsync", 11020},
                                {"cuDeviceGetDefaultMemPool", "cuDeviceGetDefaultMemPool", 11020},
                                {"cuGraphInstantiateWithFlags", "cuGraphInstantiateWithFlags", 11040},
                                {"cuLaunchKernelEx", "cuLaunchKernelEx", 11060},
                                {"cuGraphInstantiateWithParams", "cuGraphInstantiateWithParams", 12000},
                                {"cuModuleGetLoadingMode", "cuModuleGetLoadingMode", 11070},
                                {"cuModuleGetFunctionCount", "cuModuleGetFunctionCount", 12040},
                                {"cuFuncGetParamInfo", "cuFuncGetParamInfo", 12040},
                                {"cuFuncGetName", "cuFuncGetName", 12030},
                                {"cuStreamGetId", "cuStreamGetId", 12000}};

// Only this library's: programs may have loaded others.
void* exported(const char* name) {
  static void* library = [] {
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(&exported), &info);
    return dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  }();
  return library && std::string_view(name).starts_with("cu") ? dlsym(library, name) : nullptr;
}

int look_up(const char* name, void** into, int version, int* status) {
  require(name && into, invalid_value);
  *into = nullptr;
  int known = the().options.driver_version;
  require(version <= known, invalid_value);
  bool is_listed = false, is_too_new = false;
  for (auto& v : variants) {
    if (std::string_view(v.name) != name) continue;
    is_listed = true;
    if (v.since > version && v.since <= known) is_too_new = true;
    if (!*into && v.since <= version && v.since <= known) *into = exported(v.exported);
  }
  if (!is_listed && std::string_view(name).find("_v") == std::string_view::npos) *into = exported(name);
  if (status) *status = *into ? 0 : is_too_new ? 2 : 1;
  return success;  // also for what is not there: the pointer is null, as the status says
}

}  // namespace

SOFTCUDA_API cuGetProcAddress_v2(const char* name, void** into, int version, std::uint64_t flags, int* status) {
  return call("cuGetProcAddress_v2", needs::nothing, [&](driver&) -> int {
    require(flags <= 2, invalid_value);
    return look_up(name, into, version, status);
  });
}
SOFTCUDA_API cuGetProcAddress(const char* name, void** into, int version, std::uint64_t flags) {
  return call("cuGetProcAddress", needs::nothing, [&](driver&) -> int {
    require(flags <= 2, invalid_value);
    int result = look_up(name, into, version, nullptr);
    return result == success && !*into ? not_found : result;
  });
}

}  // namespace softcuda::api

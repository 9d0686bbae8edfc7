// SPDX-License-Identifier: MIT
// The driver API as its tests call it: declared anew, so that a wrong definition shows.
#pragma once
#include <doctest/doctest.h>

#include <string>

#include "softcuda/api/types.hpp"
#include "softcuda/softcuda.h"

namespace driver_tests {
using namespace softcuda::api;
using u64 = unsigned long long;

extern "C" {
CUresult cuInit(unsigned);
CUresult cuDriverGetVersion(int*);
CUresult cuGetErrorName(CUresult, const char**);
CUresult cuGetErrorString(CUresult, const char**);
CUresult cuGetProcAddress_v2(const char*, void**, int, std::uint64_t, int*);
CUresult cuDeviceGetCount(int*);
CUresult cuDeviceGet(CUdevice*, int);
CUresult cuDeviceGetName(char*, int, CUdevice);
CUresult cuDeviceTotalMem_v2(std::size_t*, CUdevice);
CUresult cuDeviceGetAttribute(int*, int, CUdevice);
CUresult cuDeviceCanAccessPeer(int*, CUdevice, CUdevice);
CUresult cuDevicePrimaryCtxRetain(handle*, CUdevice);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice);
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned*, int*);
CUresult cuCtxPushCurrent_v2(handle);
CUresult cuCtxPopCurrent_v2(handle*);
CUresult cuCtxGetCurrent(handle*);
CUresult cuCtxSetCurrent(handle);
CUresult cuCtxGetDevice(CUdevice*);
CUresult cuCtxSynchronize();
CUresult cuMemAlloc_v2(CUdeviceptr*, std::size_t);
CUresult cuMemFree_v2(CUdeviceptr);
CUresult cuMemGetInfo_v2(std::size_t*, std::size_t*);
CUresult cuMemAllocAsync(CUdeviceptr*, std::size_t, handle);
CUresult cuMemFreeAsync(CUdeviceptr, handle);
CUresult cuDeviceGetDefaultMemPool(handle*, CUdevice);
CUresult cuMemPoolTrimTo(handle, std::size_t);
CUresult cuMemPoolSetAttribute(handle, int, void*);
CUresult cuMemPoolGetAttribute(handle, int, void*);
CUresult cuMemPoolSetAccess(handle, const access_description*, std::size_t);
CUresult cuMemcpyPeerAsync(CUdeviceptr, handle, CUdeviceptr, handle, std::size_t, handle);
CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void*, std::size_t);
CUresult cuMemcpyDtoH_v2(void*, CUdeviceptr, std::size_t);
CUresult cuMemcpyDtoD_v2(CUdeviceptr, CUdeviceptr, std::size_t);
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr, const void*, std::size_t, handle);
CUresult cuMemcpyDtoHAsync_v2(void*, CUdeviceptr, std::size_t, handle);
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr, CUdeviceptr, std::size_t, handle);
CUresult cuMemcpy(CUdeviceptr, CUdeviceptr, std::size_t);
CUresult cuMemcpy3D_v2(const copy_params*);
CUresult cuMemsetD8_v2(CUdeviceptr, unsigned char, std::size_t);
CUresult cuMemsetD32_v2(CUdeviceptr, unsigned, std::size_t);
CUresult cuMemsetD8Async(CUdeviceptr, unsigned char, std::size_t, handle);
CUresult cuMemsetD32Async(CUdeviceptr, unsigned, std::size_t, handle);
CUresult cuMemAllocHost_v2(void**, std::size_t);
CUresult cuMemFreeHost(void*);
CUresult cuMemHostRegister_v2(void*, std::size_t, unsigned);
CUresult cuMemHostUnregister(void*);
CUresult cuPointerGetAttribute(void*, int, CUdeviceptr);
CUresult cuModuleLoadData(handle*, const void*);
CUresult cuModuleLoadDataEx(handle*, const void*, unsigned, int*, void**);
CUresult cuModuleUnload(handle);
CUresult cuModuleGetFunction(handle*, handle, const char*);
CUresult cuModuleGetGlobal_v2(CUdeviceptr*, std::size_t*, handle, const char*);
CUresult cuFuncGetAttribute(int*, int, handle);
CUresult cuFuncSetAttribute(handle, int, int);
CUresult cuLaunchKernel(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void**,
                        void**);
CUresult cuLaunchCooperativeKernel(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle,
                                   void**);
CUresult cuLaunchHostFunc(handle, void (*)(void*), void*);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int*, handle, int, std::size_t);
CUresult cuStreamCreate(handle*, unsigned);
CUresult cuStreamDestroy_v2(handle);
CUresult cuStreamSynchronize(handle);
CUresult cuStreamQuery(handle);
CUresult cuStreamWaitEvent(handle, handle, unsigned);
CUresult cuStreamGetCtx(handle, handle*);
CUresult cuStreamBeginCapture_v2(handle, int);
CUresult cuStreamEndCapture(handle, handle*);
CUresult cuStreamIsCapturing(handle, int*);
CUresult cuThreadExchangeStreamCaptureMode(int*);
CUresult cuEventCreate(handle*, unsigned);
CUresult cuEventDestroy_v2(handle);
CUresult cuEventRecord(handle, handle);
CUresult cuEventQuery(handle);
CUresult cuEventSynchronize(handle);
CUresult cuEventElapsedTime_v2(float*, handle, handle);
CUresult cuGraphCreate(handle*, unsigned);
CUresult cuGraphDestroy(handle);
CUresult cuGraphAddKernelNode_v2(handle*, handle, const handle*, std::size_t, const kernel_node_params*);
CUresult cuGraphAddMemcpyNode(handle*, handle, const handle*, std::size_t, const copy_params*, handle);
CUresult cuGraphAddMemsetNode(handle*, handle, const handle*, std::size_t, const memset_node_params*, handle);
CUresult cuGraphAddEmptyNode(handle*, handle, const handle*, std::size_t);
CUresult cuGraphAddDependencies_v2(handle, const handle*, const handle*, const void*, std::size_t);
CUresult cuGraphGetNodes(handle, handle*, std::size_t*);
CUresult cuGraphInstantiateWithFlags(handle*, handle, u64);
CUresult cuGraphLaunch(handle, handle);
CUresult cuGraphExecDestroy(handle);
CUresult cuGraphExecKernelNodeSetParams_v2(handle, handle, const kernel_node_params*);
CUresult cuGraphExecMemcpyNodeSetParams(handle, handle, const copy_params*, handle);
CUresult cuGraphExecMemsetNodeSetParams(handle, handle, const memset_node_params*, handle);
CUresult cuGraphExecUpdate_v2(handle, handle, update_result*);
}

// A driver as a process finds it, with the options of the test; a context is current where the test wants one.
struct fresh_driver {
  handle context = nullptr;
  explicit fresh_driver(bool has_context = true) {
    softcuda_reset();
    softcuda_options o;
    softcuda_get_options(&o);
    o.quiet = 1;
    softcuda_set_options(&o);
    while (cuCtxPopCurrent_v2(nullptr) == success) {
    }
    if (!has_context) return;
    REQUIRE(cuInit(0) == success);
    while (cuCtxPopCurrent_v2(nullptr) == success) {
    }
    REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == success);
    REQUIRE(cuCtxPushCurrent_v2(context) == success);
    softcuda_reset_counts();
  }
  ~fresh_driver() { softcuda_reset(); }
  fresh_driver(const fresh_driver&) = delete;
  fresh_driver& operator=(const fresh_driver&) = delete;

  template <class Value> void set(Value softcuda_options::*option, Value value) const {
    softcuda_options o;
    softcuda_get_options(&o);
    o.*option = value;
    softcuda_set_options(&o);
  }
};

inline softcuda_live live() {
  softcuda_live l;
  softcuda_get_live(&l);
  return l;
}
inline softcuda_totals totals() {
  softcuda_totals t;
  softcuda_get_totals(&t);
  return t;
}
inline handle new_stream(unsigned flags = 1) {
  handle s = nullptr;
  REQUIRE(cuStreamCreate(&s, flags) == success);
  return s;
}
inline handle new_event(unsigned flags = 0) {
  handle e = nullptr;
  REQUIRE(cuEventCreate(&e, flags) == success);
  return e;
}
inline CUdeviceptr new_memory(std::size_t bytes) {
  CUdeviceptr p = 0;
  REQUIRE(cuMemAlloc_v2(&p, bytes) == success);
  return p;
}

// fill(to, value, count): to[i] = value, one thread an element.
inline std::string fill_ptx(const char* version = "8.0", const char* target = "sm_80") {
  std::string text = "//\n// a comment with .version 99.9 in it\n//\n.version ";  // appended: g++ 12 warns of chains of +
  text.append(version).append("\n.target ").append(target);
  return text.append(R"(
.address_size 64

.visible .entry fill(
	.param .u64 fill_param_0,
	.param .u32 fill_param_1,
	.param .u32 fill_param_2
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<7>;
	.reg .b64 	%rd<5>;

	ld.param.u64 	%rd1, [fill_param_0];
	ld.param.u32 	%r1, [fill_param_1];
	ld.param.u32 	%r2, [fill_param_2];
	mov.u32 	%r3, %ctaid.x;
	mov.u32 	%r4, %ntid.x;
	mov.u32 	%r5, %tid.x;
	mad.lo.s32 	%r6, %r3, %r4, %r5;
	setp.ge.u32 	%p1, %r6, %r2;
	@%p1 bra 	$L__BB0_2;
	cvta.to.global.u64 	%rd2, %rd1;
	mul.wide.u32 	%rd3, %r6, 4;
	add.s64 	%rd4, %rd2, %rd3;
	st.global.u32 	[%rd4], %r1;
$L__BB0_2:
	ret;
}
)");
}

// The kernel above, with its arguments.
struct fill_kernel {
  handle module = nullptr, function = nullptr;
  fill_kernel() {
    REQUIRE(cuModuleLoadData(&module, fill_ptx().c_str()) == success);
    REQUIRE(cuModuleGetFunction(&function, module, "fill") == success);
  }
  CUresult operator()(CUdeviceptr to, unsigned value, unsigned count, handle on) const {
    void* arguments[] = {&to, &value, &count};
    return cuLaunchKernel(function, (count + 63) / 64, 1, 1, 64, 1, 1, 0, on, arguments, nullptr);
  }
};

}  // namespace driver_tests

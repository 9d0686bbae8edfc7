// SPDX-License-Identifier: MIT
// cuInit, the driver's version, devices and what they can do.
#include <cstdio>

#include "softcuda/api/limits.hpp"
#include "softcuda/api/memory.hpp"

namespace softcuda::api {
namespace {

int attribute_of(const softcuda_options& o, int ordinal, int attribute) {
  limits l = limits_of(o.capability);
  switch (attribute) {
    case 1:
      return 1024;  // threads of a block, and its sides
    case 2:
    case 3:
      return 1024;
    case 4:
      return 64;
    case 5:
      return 2147483647;  // grid
    case 6:
    case 7:
      return 65535;
    case 8:
      return shared_per_block;
    case 9:
      return 65536;  // constant memory
    case 10:
      return 32;  // warp
    case 11:
      return 2147483647;
    case 12:
      return 65536;  // registers of a block
    case 13:
      return 1980000;  // kHz
    case 14:
      return 512;
    case 15:
      return 1;
    case 16:
      return o.multiprocessors;
    case 31:
      return 1;  // concurrent kernels
    case 33:
      return 1 + ordinal;
    case 36:
      return 2619000;
    case 37:
      return 6144;
    case 38:
      return 50 * 1024 * 1024;
    case 39:
      return l.threads_per_multiprocessor;
    case 40:
      return 3;
    case 41:
      return 1;  // unified addressing
    case 75:
      return o.capability / 10;
    case 76:
      return o.capability % 10;
    case 78:
    case 79:
    case 80:
      return 1;
    case 81:
      return l.shared_per_multiprocessor;
    case 82:
      return registers_per_multiprocessor;
    case 87:
      return 2;
    case 90:
      return 1;
    case 95:
      return 1;  // cooperative launch
    case 97:
      return l.shared_per_block_optin;
    case 99:
      return 1;  // host memory can be registered
    case 106:
      return l.blocks_per_multiprocessor;
    case 111:
      return o.capability >= 80 ? reserved_shared_per_block : 0;
    case 115:
      return o.memory_pools;
    default:
      return 0;
  }
}

}  // namespace

SOFTCUDA_API cuInit(unsigned flags) {
  return call("cuInit", needs::nothing, [&](driver& d) -> int {
    require(flags == 0, invalid_value);
    if (d.options.devices <= 0) return no_device;
    d.is_initialized = true;
    return success;
  });
}

SOFTCUDA_API cuDriverGetVersion(int* version) {
  return call("cuDriverGetVersion", needs::nothing, [&](driver& d) -> int {
    require(version, invalid_value);
    *version = d.options.driver_version;
    return success;
  });
}

SOFTCUDA_API cuDeviceGetCount(int* count) {
  return call("cuDeviceGetCount", needs::initialization, [&](driver& d) -> int {
    require(count, invalid_value);
    *count = d.device_count();
    return success;
  });
}

SOFTCUDA_API cuDeviceGet(CUdevice* into, int ordinal) {
  return call("cuDeviceGet", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    *into = d.on(ordinal).ordinal;
    return success;
  });
}

SOFTCUDA_API cuDeviceGetName(char* into, int length, CUdevice ordinal) {
  return call("cuDeviceGetName", needs::initialization, [&](driver& d) -> int {
    require(into && length > 0, invalid_value);
    (void)d.on(ordinal);
    std::snprintf(into, static_cast<std::size_t>(length), "software device %d (sm_%d)", ordinal, d.options.capability);
    return success;
  });
}

SOFTCUDA_API cuDeviceGetUuid_v2(unsigned char* into, CUdevice ordinal) {
  return call("cuDeviceGetUuid_v2", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    (void)d.on(ordinal);
    std::memset(into, 0, 16);
    std::memcpy(into, "softcuda", 8);
    into[15] = static_cast<unsigned char>(ordinal);
    return success;
  });
}

SOFTCUDA_API cuDeviceGetPCIBusId(char* into, int length, CUdevice ordinal) {
  return call("cuDeviceGetPCIBusId", needs::initialization, [&](driver& d) -> int {
    require(into && length > 0, invalid_value);
    (void)d.on(ordinal);
    std::snprintf(into, static_cast<std::size_t>(length), "0000:%02x:00.0", 1 + ordinal);
    return success;
  });
}

SOFTCUDA_API cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice ordinal) {
  return call("cuDeviceTotalMem_v2", needs::initialization, [&](driver& d) -> int {
    require(bytes, invalid_value);
    (void)d.on(ordinal);
    *bytes = d.options.memory_bytes;
    return success;
  });
}

SOFTCUDA_API cuDeviceGetAttribute(int* into, int attribute, CUdevice ordinal) {
  return call("cuDeviceGetAttribute", needs::initialization, [&](driver& d) -> int {
    require(into && attribute > 0 && attribute < 148, invalid_value);
    *into = attribute_of(d.options, d.on(ordinal).ordinal, attribute);
    return success;
  });
}

SOFTCUDA_API cuDeviceCanAccessPeer(int* can, CUdevice a, CUdevice b) {
  return call("cuDeviceCanAccessPeer", needs::initialization, [&](driver& d) -> int {
    require(can, invalid_value);
    (void)d.on(a), (void)d.on(b);
    *can = d.options.peers && a != b;  // copies do; kernels see their own device only
    return success;
  });
}

}  // namespace softcuda::api

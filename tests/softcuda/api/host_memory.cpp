// SPDX-License-Identifier: MIT
// Page-locked host memory: allocated, registered; and what is known of any pointer.
#include <cstdlib>

#include "softcuda/api/memory.hpp"

namespace softcuda::api {
namespace {

int allocate_host(driver& d, void** into, std::size_t bytes, unsigned flags) {
  require(into && bytes && flags < 16, invalid_value);
  *into = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!*into) return out_of_memory;
  std::memset(*into, 0xFF, bytes);
  d.host_blocks[reinterpret_cast<std::uintptr_t>(*into)] = {.bytes = bytes, .is_registered = false, .flags = flags};
  return success;
}

const std::pair<const std::uint64_t, host_block>* find_host(driver& d, std::uint64_t address) {
  auto after = d.host_blocks.upper_bound(address);
  if (after == d.host_blocks.begin()) return nullptr;
  auto& block = *std::prev(after);
  return address - block.first < block.second.bytes ? &block : nullptr;
}

int pointer_attribute(driver& d, void* into, int attribute, std::uint64_t address) {
  require(into, invalid_value);
  int ordinal = 0;
  allocation* block = find_block(address, &ordinal);
  auto* host = block ? nullptr : find_host(d, address);
  if (!block && !host) return invalid_value;
  switch (attribute) {
    case 1:
      *static_cast<handle*>(into) = block ? block->in->self : nullptr;
      return success;
    case 2:
      *static_cast<unsigned*>(into) = block ? 2 : 1;
      return success;
    case 3:
      require(block, invalid_value);
      *static_cast<std::uint64_t*>(into) = address;
      return success;
    case 4:
      require(host, invalid_value);
      *static_cast<std::uint64_t*>(into) = address;
      return success;
    case 7:
      *static_cast<std::uint64_t*>(into) = block ? block->address : host->first;
      return success;
    case 8:
      *static_cast<unsigned char*>(into) = 0;
      return success;
    case 9:
      *static_cast<int*>(into) = ordinal;
      return success;
    case 11:
      *static_cast<std::uint64_t*>(into) = block ? block->address : host->first;
      return success;
    case 12:
      *static_cast<std::uint64_t*>(into) = block ? block->bytes : host->second.bytes;
      return success;
    case 13:
      *static_cast<unsigned char*>(into) = 1;
      return success;
    case 17:
      *static_cast<handle*>(into) = block && block->from ? block->from->self : nullptr;
      return success;
    default:
      return invalid_value;
  }
}

}  // namespace

SOFTCUDA_API cuMemAllocHost_v2(void** into, std::size_t bytes) {
  return call("cuMemAllocHost_v2", needs::a_context, [&](driver& d) { return allocate_host(d, into, bytes, 0); });
}

SOFTCUDA_API cuMemHostAlloc(void** into, std::size_t bytes, unsigned flags) {
  return call("cuMemHostAlloc", needs::a_context, [&](driver& d) { return allocate_host(d, into, bytes, flags); });
}

SOFTCUDA_API cuMemFreeHost(void* address) {
  return call("cuMemFreeHost", needs::a_context, [&](driver& d) -> int {
    auto at = d.host_blocks.find(reinterpret_cast<std::uintptr_t>(address));
    require(at != d.host_blocks.end() && !at->second.is_registered, invalid_value);
    std::memset(address, 0xFF, at->second.bytes);  // a copy that still reads it gets nonsense
    std::free(address);
    d.host_blocks.erase(at);
    return success;
  });
}

SOFTCUDA_API cuMemHostRegister_v2(void* address, std::size_t bytes, unsigned flags) {
  return call("cuMemHostRegister_v2", needs::a_context, [&](driver& d) -> int {
    require(address && bytes, invalid_value);
    require(!find_host(d, reinterpret_cast<std::uintptr_t>(address)), host_memory_already_registered);
    d.host_blocks[reinterpret_cast<std::uintptr_t>(address)] = {.bytes = bytes, .is_registered = true, .flags = flags};
    return success;
  });
}

SOFTCUDA_API cuMemHostUnregister(void* address) {
  return call("cuMemHostUnregister", needs::a_context, [&](driver& d) -> int {
    auto at = d.host_blocks.find(reinterpret_cast<std::uintptr_t>(address));
    require(at != d.host_blocks.end() && at->second.is_registered, host_memory_not_registered);
    d.host_blocks.erase(at);
    return success;
  });
}

SOFTCUDA_API cuMemHostGetFlags(unsigned* flags, void* address) {
  return call("cuMemHostGetFlags", needs::a_context, [&](driver& d) -> int {
    auto* block = find_host(d, reinterpret_cast<std::uintptr_t>(address));
    require(flags && block, invalid_value);
    *flags = block->second.flags;
    return success;
  });
}

// Kernels here reach device memory only.
SOFTCUDA_API cuMemHostGetDevicePointer_v2(CUdeviceptr*, void*, unsigned) {
  return call("cuMemHostGetDevicePointer_v2", needs::a_context, [](driver&) -> int { return not_supported; });
}

SOFTCUDA_API cuPointerGetAttribute(void* into, int attribute, CUdeviceptr address) {
  return call("cuPointerGetAttribute", needs::a_context,
              [&](driver& d) { return pointer_attribute(d, into, attribute, address); });
}

// Unlike the call for one attribute it does not fail for unknown pointers, but gives zeros.
SOFTCUDA_API cuPointerGetAttributes(unsigned count, int* attributes, void** into, CUdeviceptr address) {
  return call("cuPointerGetAttributes", needs::a_context, [&](driver& d) -> int {
    require(count && attributes && into, invalid_value);
    for (unsigned i = 0; i < count; ++i) {
      int result = success;
      try {
        result = pointer_attribute(d, into[i], attributes[i], address);
      } catch (const failure& f) {
        result = f.result;
      }
      bool is_wide = attributes[i] != 2 && attributes[i] != 8 && attributes[i] != 9 && attributes[i] != 13;
      if (result != success) std::memset(into[i], 0, is_wide ? 8 : attributes[i] == 8 || attributes[i] == 13 ? 1 : 4);
      if (result != success && attributes[i] == 9) *static_cast<int*>(into[i]) = -2;
    }
    return success;
  });
}

}  // namespace softcuda::api

// SPDX-License-Identifier: MIT
// Device memory: cuMemAlloc, cuMemFree, what is free, what an address belongs to.
#include "softcuda/api/memory.hpp"

#include <algorithm>
#include <cstdio>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {

std::uint64_t limit_of_memory() {
  auto& o = the().options;
  return o.out_of_memory_at ? std::min(o.out_of_memory_at, o.memory_bytes) : o.memory_bytes;
}

std::uint64_t bytes_in_use(const device& d) {
  std::uint64_t sum = d.charged;
  for (auto& p : d.pools) sum += p->cached;
  return sum;
}

std::uint64_t reserve(const std::shared_ptr<context>& in, std::uint64_t bytes, const std::shared_ptr<pool>& from) {
  driver& d = the();
  device& on = d.on(in->device);
  std::uint64_t reused = from ? std::min(from->cached, bytes) : 0;
  if (bytes > limit_of_memory() || bytes_in_use(on) + bytes - reused > limit_of_memory()) return 0;
  std::uint64_t address = on.bytes->allocate(bytes);
  if (!address) return 0;
  on.charged += bytes;
  on.peak = std::max(on.peak, on.charged);
  if (from) {
    from->cached -= reused;
    from->used += bytes;
    from->used_high = std::max(from->used_high, from->used);
    from->reserved_high = std::max(from->reserved_high, from->used + from->cached);
  }
  on.allocations[address] = {.address = address, .bytes = bytes, .in = in, .from = from};
  d.totals.allocations++;
  return address;
}

void release(int ordinal, std::uint64_t address) {
  driver& d = the();
  device& on = d.on(ordinal);
  auto at = on.allocations.find(address);
  require(at != on.allocations.end() && !at->second.is_of_module, invalid_value);
  on.charged -= at->second.bytes;
  if (auto& from = at->second.from) {
    from->used -= at->second.bytes;
    from->cached += at->second.bytes;
  }
  on.bytes->release(address);
  on.allocations.erase(at);
  d.totals.frees++;
}

allocation* find_block(std::uint64_t address, int* ordinal) {
  for (auto& on : the().devices) {
    auto after = on->allocations.upper_bound(address);
    if (after == on->allocations.begin()) continue;
    auto& block = std::prev(after)->second;
    if (address - block.address >= block.bytes) continue;
    if (ordinal) *ordinal = on->ordinal;
    return &block;
  }
  return nullptr;
}

int require_range(std::uint64_t address, std::uint64_t bytes) {
  int ordinal = 0;
  allocation* block = find_block(address, &ordinal);
  require(block && !block->is_freeing && bytes <= block->bytes - (address - block->address), invalid_value);
  return ordinal;
}

place place_of(std::uint64_t address, std::uint64_t bytes) {
  place p;
  p.address = address;
  p.is_device = address >= (std::uint64_t{1} << 40) && address < (the().devices.size() + 1) << 40;
  if (p.is_device) p.device = require_range(address, bytes);
  return p;
}

std::string address_text(std::uint64_t address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
  return text;
}

SOFTCUDA_API cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  return call("cuMemAlloc_v2", needs::a_context, [&](driver&) -> int {
    require(address && bytes, invalid_value);
    forbid_unsafe_while_capturing();
    *address = reserve(current(), bytes, nullptr);
    return *address ? success : out_of_memory;
  });
}

SOFTCUDA_API cuMemAllocPitch_v2(CUdeviceptr* address, std::size_t* pitch, std::size_t width, std::size_t height,
                                unsigned element) {
  return call("cuMemAllocPitch_v2", needs::a_context, [&](driver&) -> int {
    require(address && pitch && width && height && (element == 4 || element == 8 || element == 16), invalid_value);
    forbid_unsafe_while_capturing();
    std::size_t row = (width + 511) / 512 * 512;
    *address = reserve(current(), row * height, nullptr);
    *pitch = row;
    return *address ? success : out_of_memory;
  });
}

// Frees at once and waits for nothing: a program that leans on an implicit wait is wrong.
SOFTCUDA_API cuMemFree_v2(CUdeviceptr address) {
  return call("cuMemFree_v2", needs::a_context, [&](driver&) -> int {
    if (!address) return success;
    int ordinal = 0;
    allocation* block = find_block(address, &ordinal);
    require(block && block->address == address && !block->is_freeing, invalid_value);
    forbid_unsafe_while_capturing();
    release(ordinal, address);
    return success;
  });
}

SOFTCUDA_API cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return call("cuMemGetInfo_v2", needs::a_context, [&](driver& d) -> int {
    require(free && total, invalid_value);
    std::uint64_t used = bytes_in_use(d.on(current()->device));
    *total = d.options.memory_bytes;
    *free = limit_of_memory() > used ? limit_of_memory() - used : 0;
    return success;
  });
}

SOFTCUDA_API cuMemGetAddressRange_v2(CUdeviceptr* base, std::size_t* bytes, CUdeviceptr address) {
  return call("cuMemGetAddressRange_v2", needs::a_context, [&](driver&) -> int {
    allocation* block = find_block(address);
    require(block, not_found);
    if (base) *base = block->address;
    if (bytes) *bytes = block->bytes;
    return success;
  });
}

}  // namespace softcuda::api

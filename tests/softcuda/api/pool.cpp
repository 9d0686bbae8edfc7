// SPDX-License-Identifier: MIT
// Stream-ordered allocation. An allocation's address is known at once; a free happens when its stream gets there.
#include <algorithm>

#include "softcuda/api/memory.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

void require_pools(driver& d) { require(d.options.memory_pools, not_supported); }

int allocate_from(CUdeviceptr* address, std::size_t bytes, const std::shared_ptr<pool>& from,
                  const std::shared_ptr<stream>& on) {
  require(address && bytes, invalid_value);
  require(from->device == on->in->device, invalid_value);
  require(!on->capturing, capture_unsupported);
  *address = reserve(on->in, bytes, from);
  if (!*address) {  // what this very stream is about to free may be used again
    finish(on->last);
    *address = reserve(on->in, bytes, from);
  }
  return *address ? success : out_of_memory;
}

}  // namespace

SOFTCUDA_API cuMemAllocAsync(CUdeviceptr* address, std::size_t bytes, handle stream) {
  return call("cuMemAllocAsync", needs::a_context, [&](driver& d) -> int {
    require_pools(d);
    return allocate_from(address, bytes, d.on(current()->device).current_pool, find_stream(stream));
  });
}

SOFTCUDA_API cuMemAllocFromPoolAsync(CUdeviceptr* address, std::size_t bytes, handle from, handle stream) {
  return call("cuMemAllocFromPoolAsync", needs::a_context, [&](driver& d) -> int {
    require_pools(d);
    return allocate_from(address, bytes, d.find<pool>(from), find_stream(stream));
  });
}

SOFTCUDA_API cuMemFreeAsync(CUdeviceptr address, handle stream) {
  return call("cuMemFreeAsync", needs::a_context, [&](driver& d) -> int {
    require_pools(d);
    auto on = find_stream(stream);
    int ordinal = 0;
    allocation* block = find_block(address, &ordinal);
    require(block && block->address == address && !block->is_freeing && !block->is_of_module, invalid_value);
    require(!on->capturing, capture_unsupported);
    block->is_freeing = true;
    enqueue_task(on, free_task{ordinal, address});
    return success;
  });
}

SOFTCUDA_API cuDeviceGetDefaultMemPool(handle* into, CUdevice ordinal) {
  return call("cuDeviceGetDefaultMemPool", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    device& on = d.on(ordinal);
    require_pools(d);
    *into = on.default_pool->self;
    return success;
  });
}

SOFTCUDA_API cuDeviceGetMemPool(handle* into, CUdevice ordinal) {
  return call("cuDeviceGetMemPool", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    device& on = d.on(ordinal);
    require_pools(d);
    *into = on.current_pool->self;
    return success;
  });
}

SOFTCUDA_API cuDeviceSetMemPool(CUdevice ordinal, handle what) {
  return call("cuDeviceSetMemPool", needs::initialization, [&](driver& d) -> int {
    device& on = d.on(ordinal);
    auto p = d.find<pool>(what);
    require(p->device == ordinal, invalid_value);
    on.current_pool = p;
    return success;
  });
}

SOFTCUDA_API cuMemPoolCreate(handle* into, const pool_props* props) {
  return call("cuMemPoolCreate", needs::initialization, [&](driver& d) -> int {
    require(into && props && props->allocation_type == 1 && props->location.type == 1, invalid_value);
    require_pools(d);
    device& on = d.on(props->location.id);
    auto p = d.make<pool>();
    p->device = on.ordinal;
    on.pools.push_back(p);
    *into = p->self;
    return success;
  });
}

SOFTCUDA_API cuMemPoolDestroy(handle what) {
  return call("cuMemPoolDestroy", needs::initialization, [&](driver& d) -> int {
    auto p = d.find<pool>(what);
    require(!p->is_default, invalid_value);
    device& on = d.on(p->device);
    if (on.current_pool == p) on.current_pool = on.default_pool;
    std::erase(on.pools, p);  // blocks in use keep it until they are freed
    d.forget(*p);
    return success;
  });
}

SOFTCUDA_API cuMemPoolTrimTo(handle what, std::size_t keep) {
  return call("cuMemPoolTrimTo", needs::initialization, [&](driver& d) -> int {
    auto p = d.find<pool>(what);
    std::uint64_t reserved = p->used + p->cached;
    if (reserved > keep) p->cached -= std::min<std::uint64_t>(p->cached, reserved - keep);
    return success;
  });
}

SOFTCUDA_API cuMemPoolSetAttribute(handle what, int attribute, void* value) {
  return call("cuMemPoolSetAttribute", needs::initialization, [&](driver& d) -> int {
    auto p = d.find<pool>(what);
    require(value, invalid_value);
    switch (attribute) {
      case 1:
      case 2:
      case 3:
        p->reuses[attribute - 1] = *static_cast<int*>(value);
        return success;
      case 4:
        p->release_threshold = *static_cast<std::uint64_t*>(value);
        return success;
      case 6:
        require(!*static_cast<std::uint64_t*>(value), invalid_value);
        p->reserved_high = p->used + p->cached;
        return success;
      case 8:
        require(!*static_cast<std::uint64_t*>(value), invalid_value);
        p->used_high = p->used;
        return success;
      default:
        return invalid_value;
    }
  });
}

SOFTCUDA_API cuMemPoolGetAttribute(handle what, int attribute, void* value) {
  return call("cuMemPoolGetAttribute", needs::initialization, [&](driver& d) -> int {
    auto p = d.find<pool>(what);
    require(value, invalid_value);
    auto give = [&](std::uint64_t number) { return *static_cast<std::uint64_t*>(value) = number, success; };
    switch (attribute) {
      case 1:
      case 2:
      case 3:
        *static_cast<int*>(value) = p->reuses[attribute - 1];
        return success;
      case 4:
        return give(p->release_threshold);
      case 5:
        return give(p->used + p->cached);
      case 6:
        return give(p->reserved_high);
      case 7:
        return give(p->used);
      case 8:
        return give(p->used_high);
      default:
        return invalid_value;
    }
  });
}

SOFTCUDA_API cuMemPoolSetAccess(handle what, const access_description* map, std::size_t count) {
  return call("cuMemPoolSetAccess", needs::initialization, [&](driver& d) -> int {
    auto p = d.find<pool>(what);
    require(map || !count, invalid_value);
    for (std::size_t i = 0; i < count; ++i) {
      require(map[i].location.type == 1, invalid_value);
      (void)d.on(map[i].location.id);
      require(map[i].location.id == p->device || map[i].flags == 0 || d.options.peers, not_supported);
    }
    return success;
  });
}

}  // namespace softcuda::api

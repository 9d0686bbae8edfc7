// SPDX-License-Identifier: MIT
// Copies and sets. The asynchronous ones touch host memory when they run; the others wait for themselves.
#include "softcuda/api/memory.hpp"
#include "softcuda/api/nodes.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

place on_host(const void* address) {
  require(address, invalid_value);
  return {.address = reinterpret_cast<std::uintptr_t>(address)};
}
place on_device(CUdeviceptr address, std::size_t bytes) {
  place p = {.is_device = true, .device = 0, .address = address};
  if (bytes) p.device = require_range(address, bytes);
  return p;
}

int copy(place to, place from, std::size_t bytes, handle on, bool is_blocking) {
  if (!bytes) return success;
  auto s = find_stream(on);
  require(!is_blocking || !s->capturing, capture_unsupported);
  enqueue_task(s, copy_task{.from = from, .to = to, .width = bytes});
  if (is_blocking) finish(s->last);
  return success;
}

int set(CUdeviceptr address, std::uint32_t value, int element, std::size_t width, std::size_t height, std::size_t pitch,
        handle on) {
  memset_node_params p = {.address = address,
                          .pitch = pitch,
                          .value = value,
                          .element_bytes = static_cast<unsigned>(element),
                          .width = width,
                          .height = height};
  if (width && height) enqueue_task(find_stream(on), set_of(p));
  return success;
}

}  // namespace

task set_of(const memset_node_params& p) {
  require((p.element_bytes == 1 || p.element_bytes == 2 || p.element_bytes == 4) && p.width && p.height, invalid_value);
  require(p.address % p.element_bytes == 0 && (p.height == 1 || p.pitch >= p.width * p.element_bytes), invalid_value);
  set_task s;
  s.device = require_range(p.address, (p.height - 1) * (p.height > 1 ? p.pitch : 0) + p.width * p.element_bytes);
  s.address = p.address;
  s.pitch = p.pitch;
  s.value = p.value;
  s.element_bytes = static_cast<int>(p.element_bytes);
  s.width = p.width;
  s.height = p.height;
  return s;
}

task copy_of(const copy_params& p) {
  require(p.width_bytes && p.height && p.depth, invalid_value);
  auto side = [&](const copy_side& s) {
    require(s.memory_type == 1 || s.memory_type == 2 || s.memory_type == 4, invalid_value);  // there are no arrays
    require(s.pitch == 0 ? p.height == 1 && p.depth == 1 : s.pitch >= s.x_bytes + p.width_bytes, invalid_value);
    std::uint64_t slice = s.pitch * (s.height ? s.height : p.height);
    std::uint64_t start = s.x_bytes + s.y * s.pitch + s.z * slice;
    std::uint64_t bytes = (p.depth - 1) * slice + (p.height - 1) * s.pitch + p.width_bytes;
    place at = s.memory_type == 1   ? on_host(static_cast<const char*>(s.host) + start)
               : s.memory_type == 2 ? on_device(s.device + start, bytes)
                                    : place_of(s.device + start, bytes);
    at.pitch = s.pitch;
    at.slice = slice;
    return at;
  };
  return copy_task{
      .from = side(p.from), .to = side(p.to), .width = p.width_bytes, .height = p.height, .depth = p.depth};
}

SOFTCUDA_API cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
  return call("cuMemcpyHtoD_v2", needs::a_context,
              [&](driver&) { return copy(on_device(to, bytes), on_host(from), bytes, nullptr, true); });
}
SOFTCUDA_API cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
  return call("cuMemcpyDtoH_v2", needs::a_context,
              [&](driver&) { return copy(on_host(to), on_device(from, bytes), bytes, nullptr, true); });
}
// Does not wait: between device memory the host may go on.
SOFTCUDA_API cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return call("cuMemcpyDtoD_v2", needs::a_context,
              [&](driver&) { return copy(on_device(to, bytes), on_device(from, bytes), bytes, nullptr, false); });
}
SOFTCUDA_API cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return call("cuMemcpy", needs::a_context, [&](driver&) {
    place a = place_of(to, bytes), b = place_of(from, bytes);
    return copy(a, b, bytes, nullptr, !a.is_device || !b.is_device);
  });
}
SOFTCUDA_API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, handle on) {
  return call("cuMemcpyHtoDAsync_v2", needs::a_context,
              [&](driver&) { return copy(on_device(to, bytes), on_host(from), bytes, on, false); });
}
SOFTCUDA_API cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, handle on) {
  return call("cuMemcpyDtoHAsync_v2", needs::a_context,
              [&](driver&) { return copy(on_host(to), on_device(from, bytes), bytes, on, false); });
}
SOFTCUDA_API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, handle on) {
  return call("cuMemcpyDtoDAsync_v2", needs::a_context,
              [&](driver&) { return copy(on_device(to, bytes), on_device(from, bytes), bytes, on, false); });
}
SOFTCUDA_API cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, handle on) {
  return call("cuMemcpyAsync", needs::a_context,
              [&](driver&) { return copy(place_of(to, bytes), place_of(from, bytes), bytes, on, false); });
}
SOFTCUDA_API cuMemcpyPeer(CUdeviceptr to, handle to_context, CUdeviceptr from, handle from_context, std::size_t bytes) {
  return call("cuMemcpyPeer", needs::a_context, [&](driver& d) {
    (void)d.find<context>(to_context), (void)d.find<context>(from_context);
    return copy(on_device(to, bytes), on_device(from, bytes), bytes, nullptr, false);
  });
}
SOFTCUDA_API cuMemcpyPeerAsync(CUdeviceptr to, handle to_context, CUdeviceptr from, handle from_context,
                               std::size_t bytes, handle on) {
  return call("cuMemcpyPeerAsync", needs::a_context, [&](driver& d) {
    (void)d.find<context>(to_context), (void)d.find<context>(from_context);
    return copy(on_device(to, bytes), on_device(from, bytes), bytes, on, false);
  });
}

SOFTCUDA_API cuMemcpy3D_v2(const copy_params* p) {
  return call("cuMemcpy3D_v2", needs::a_context, [&](driver&) -> int {
    require(p, invalid_value);
    auto s = find_stream(nullptr);
    require(!s->capturing, capture_unsupported);
    enqueue_task(s, copy_of(*p));
    finish(s->last);
    return success;
  });
}
SOFTCUDA_API cuMemcpy3DAsync_v2(const copy_params* p, handle on) {
  return call("cuMemcpy3DAsync_v2", needs::a_context, [&](driver&) -> int {
    require(p, invalid_value);
    enqueue_task(find_stream(on), copy_of(*p));
    return success;
  });
}

// Sets do not wait either.
SOFTCUDA_API cuMemsetD8_v2(CUdeviceptr to, unsigned char value, std::size_t count) {
  return call("cuMemsetD8_v2", needs::a_context, [&](driver&) { return set(to, value, 1, count, 1, 0, nullptr); });
}
SOFTCUDA_API cuMemsetD16_v2(CUdeviceptr to, unsigned short value, std::size_t count) {
  return call("cuMemsetD16_v2", needs::a_context, [&](driver&) { return set(to, value, 2, count, 1, 0, nullptr); });
}
SOFTCUDA_API cuMemsetD32_v2(CUdeviceptr to, unsigned value, std::size_t count) {
  return call("cuMemsetD32_v2", needs::a_context, [&](driver&) { return set(to, value, 4, count, 1, 0, nullptr); });
}
SOFTCUDA_API cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, handle on) {
  return call("cuMemsetD8Async", needs::a_context, [&](driver&) { return set(to, value, 1, count, 1, 0, on); });
}
SOFTCUDA_API cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, handle on) {
  return call("cuMemsetD16Async", needs::a_context, [&](driver&) { return set(to, value, 2, count, 1, 0, on); });
}
SOFTCUDA_API cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, handle on) {
  return call("cuMemsetD32Async", needs::a_context, [&](driver&) { return set(to, value, 4, count, 1, 0, on); });
}
SOFTCUDA_API cuMemsetD2D8Async(CUdeviceptr to, std::size_t pitch, unsigned char value, std::size_t width,
                               std::size_t height, handle on) {
  return call("cuMemsetD2D8Async", needs::a_context,
              [&](driver&) { return set(to, value, 1, width, height, pitch, on); });
}
SOFTCUDA_API cuMemsetD2D32Async(CUdeviceptr to, std::size_t pitch, unsigned value, std::size_t width,
                                std::size_t height, handle on) {
  return call("cuMemsetD2D32Async", needs::a_context,
              [&](driver&) { return set(to, value, 4, width, height, pitch, on); });
}

}  // namespace softcuda::api

// SPDX-License-Identifier: MIT
// The counted block behind an array: element type, extents and dense row-major elements, 64-byte aligned. The elements may
// lie on a device; then the host reads them through a mirror, copied at the first read.
#pragma once
#include <sys/single_threaded.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "device.hpp"
#include "dtype.hpp"
#include "extents.hpp"
#include "pool.hpp"

namespace sinter::core {

struct buffer {
  std::atomic<std::int32_t> owners{1};
  dtype type = dtype::f32;
  std::int32_t rank = 0;
  std::int64_t extents[8] = {};
  std::int64_t size = 0;  // elements
  void* data = nullptr;
  std::size_t block = 0;  // bytes taken from the pool, header included
  void (*give_back)(void* data, void* state) = nullptr;  // for a user's memory
  void* state = nullptr;
  device_memory* on = nullptr;  // whose memory `data` is; null: the host's
  std::atomic<void*> mirror{nullptr};

  static constexpr std::size_t header = 192;

  // Unset elements for the given extents. Throws shape_error, std::bad_alloc.
  static buffer* make(dtype type, int rank, const std::int64_t* extents) {
    const std::int64_t size = elements_of(rank, extents);
    const std::size_t bytes = header + static_cast<std::size_t>(size) * size_of(type);
    void* memory = memory_pool::instance().allocate(bytes);
    auto* made = new (memory) buffer;
    made->describe(type, rank, extents, size);
    made->data = static_cast<unsigned char*>(memory) + header;
    made->block = bytes;
    return made;
  }
  // Takes over a user's memory, given back through `give_back`.
  static buffer* adopt(dtype type, int rank, const std::int64_t* extents, void* data,
                       void (*give_back)(void*, void*), void* state) {
    const std::int64_t size = elements_of(rank, extents);
    void* memory = memory_pool::instance().allocate(header);
    auto* made = new (memory) buffer;
    made->describe(type, rank, extents, size);
    made->data = data;
    made->block = header;
    made->give_back = give_back;
    made->state = state;
    return made;
  }
  // Unset elements on a device. Throws std::bad_alloc, device_error.
  static buffer* make_on(device_memory& device, dtype type, int rank, const std::int64_t* extents) {
    buffer* made = wrap(device, type, rank, extents, nullptr);
    try {
      made->data = device.allocate(made->bytes());
    } catch (...) {
      made->on = nullptr;
      made->destroy();
      throw;
    }
    return made;
  }
  // Takes over elements that the device has allocated. Throws std::bad_alloc, and then they are still the caller's.
  static buffer* wrap(device_memory& device, dtype type, int rank, const std::int64_t* extents, void* data) {
    buffer* made = adopt(type, rank, extents, data, nullptr, nullptr);
    made->on = &device;
    return made;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(size) * size_of(type); }

  // The elements for the host to read: those of a device are waited for and copied once. Throws device_error.
  const void* host() const { return on ? mirrored() : data; }
  // For whoever writes on the device: what the host has read is no longer so.
  void forget_mirror() noexcept {
    if (void* copied = mirror.exchange(nullptr, std::memory_order_acq_rel)) memory_pool::instance().release(copied, bytes());
  }
  buffer* copy() const {
    buffer* made = make(type, rank, extents);
    if (size) std::memcpy(made->data, data, static_cast<std::size_t>(size) * size_of(type));
    return made;
  }

  // Counting needs no locked instruction while the process has one thread.
  void keep() noexcept {
    if (__libc_single_threaded) owners.store(owners.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else owners.fetch_add(1, std::memory_order_relaxed);
  }
  void drop() noexcept {
    std::int32_t before;
    if (__libc_single_threaded) {
      before = owners.load(std::memory_order_relaxed);
      owners.store(before - 1, std::memory_order_relaxed);
    } else {
      before = owners.fetch_sub(1, std::memory_order_acq_rel);
    }
    if (before == 1) destroy();
  }
  bool is_shared() const noexcept { return owners.load(std::memory_order_acquire) > 1; }

 private:
  void describe(dtype element, int axes, const std::int64_t* lengths, std::int64_t elements) {
    type = element;
    rank = axes;
    for (int i = 0; i < axes; ++i) extents[i] = lengths[i];
    size = elements;
  }
  // Of threads that read at once, each copies and one copy stays.
  [[gnu::cold, gnu::noinline]] const void* mirrored() const {
    auto& place = const_cast<buffer*>(this)->mirror;
    void* found = place.load(std::memory_order_acquire);
    if (found) return found;
    void* made = memory_pool::instance().allocate(bytes());
    try {
      on->copy_out(made, data, bytes());
    } catch (...) {
      memory_pool::instance().release(made, bytes());
      throw;
    }
    if (place.compare_exchange_strong(found, made, std::memory_order_acq_rel)) return made;
    memory_pool::instance().release(made, bytes());
    return found;
  }
  [[gnu::noinline]] void destroy() noexcept {  // apart, so that drop is a few instructions
    if (give_back) give_back(data, state);
    if (on) {
      forget_mirror();
      on->release(data, bytes());
    }
    const std::size_t bytes = block;
    this->~buffer();
    memory_pool::instance().release(this, bytes);
  }
};
static_assert(sizeof(buffer) <= buffer::header);

}  // namespace sinter::core

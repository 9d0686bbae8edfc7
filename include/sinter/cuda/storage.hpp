// SPDX-License-Identifier: MIT
// Memory of a GPU, allocated and freed in the order of its stream: from the driver's pool, which keeps what is freed, or
// where a device has none from lists of our own. When memory runs out: trim, wait, trim, try once more, and say the sizes.
#pragma once
#include <vector>

#include "../array/pool.hpp"
#include "gpu.hpp"

namespace sinter::core::cuda {

class storage {
 public:
  explicit storage(gpu& of) : gpu_(of) {}
  storage(const storage&) = delete;

  // For the functions below the context is current. `asker` is the kernel that needs the memory, for what errors say.
  address allocate(std::size_t bytes, const started_kernel& asker = {}) {
    if (bytes == 0) bytes = 1;
    address made = 0;
    const status code = with_room([&] { return take(made, bytes); });
    if (code == out_of_memory) [[unlikely]] fail_for(bytes, asker);
    gpu_.check(code, gpu_.pool() ? "cuMemAllocAsync" : "cuMemAlloc", asker);
    count(counters::instance().allocations);
    count(counters::instance().allocated_bytes, bytes);
    return made;
  }
  // A failure is not reported: what a lost device held is gone anyway.
  void release(address block, std::size_t bytes) noexcept {
    if (!gpu_.is_alive()) return;
    count(counters::instance().frees);
    if (gpu_.pool()) gpu_.give_back([&] { return gpu_.api.cuMemFreeAsync(block, gpu_.stream()); });
    else keep(block, bytes ? bytes : 1);
  }
  // Asks the driver, and where it lacks memory, for itself too, once more with room made. The answer of the last attempt.
  template <class Call> status with_room(Call call) {
    status code = call();
    if (code == out_of_memory) [[unlikely]] {
      make_room();
      code = call();
    }
    return code;
  }

 private:
  // Gives back all that waits for reuse. One thread at a time: whoever comes meanwhile would find the lists empty and fail for
  // what the first one is about to give back.
  [[gnu::cold]] void make_room() {
    const std::lock_guard lock(making_room_);
    const gpu::beside_captures here(gpu_);
    trim();
    gpu_.synchronise();
    trim();
  }
  [[noreturn, gnu::cold]] void fail_for(std::size_t bytes, const started_kernel& asker) const {
    sentence text = located(asker.where);
    text << device::cuda(gpu_.number()).name() << ": ";
    if (asker.name) text << "kernel " << asker.name << ": ";
    throw device_error(text << "out of memory; " << bytes << " bytes are needed, " << gpu_.free_memory());
  }
  status take(address& made, std::size_t bytes) {
    if (gpu_.pool()) return gpu_.api.cuMemAllocAsync(&made, bytes, gpu_.stream());
    const int id = size_class::of(bytes);
    if (id >= size_class::count) return out_of_memory;
    {
      const std::lock_guard lock(lists_mutex_);
      if (auto& list = lists_[id]; !list.empty()) {
        made = list.back();
        list.pop_back();
        return 0;
      }
    }
    const gpu::beside_captures here(gpu_);
    return gpu_.api.cuMemAlloc(&made, size_class::bytes(id));
  }
  // One stream: whoever takes the block next comes after all that was started before.
  void keep(address block, std::size_t bytes) noexcept {
    try {
      const std::lock_guard lock(lists_mutex_);
      lists_[size_class::of(bytes)].push_back(block);
    } catch (const std::bad_alloc&) {
      const gpu::beside_captures here(gpu_);
      gpu_.api.cuStreamSynchronize(gpu_.stream());
      gpu_.give_back([&] { return gpu_.api.cuMemFree(block); });
    }
  }
  void trim() {  // as far as the driver does: what follows is what was asked for
    if (gpu_.pool()) {
      gpu_.give_back([&] { return gpu_.api.cuMemPoolTrimTo(gpu_.pool(), 0); });
      return;
    }
    std::vector<address> freed;
    {
      const std::lock_guard lock(lists_mutex_);
      for (auto& list : lists_) {
        freed.insert(freed.end(), list.begin(), list.end());
        list.clear();
      }
    }
    if (freed.empty()) return;
    gpu_.api.cuStreamSynchronize(gpu_.stream());
    for (const address block : freed) gpu_.give_back([&] { return gpu_.api.cuMemFree(block); });
  }

  gpu& gpu_;
  std::mutex making_room_, lists_mutex_;
  std::vector<address> lists_[size_class::count];
};

// A block that goes back unless it is kept.
class held_block {
 public:
  held_block() = default;
  held_block(storage& of, std::size_t bytes, const started_kernel& asker = {})
      : storage_(&of), block_(of.allocate(bytes, asker)), bytes_(bytes) {}
  held_block(held_block&& other) noexcept : storage_(other.storage_), block_(other.block_), bytes_(other.bytes_) {
    other.storage_ = nullptr;
  }
  held_block& operator=(held_block&& other) noexcept {
    std::swap(storage_, other.storage_);
    std::swap(block_, other.block_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~held_block() { reset(); }
  void reset() noexcept {
    if (storage_) storage_->release(block_, bytes_);
    storage_ = nullptr;
  }
  // Its new owner releases it.
  address keep() noexcept {
    storage_ = nullptr;
    return block_;
  }
  address at() const { return block_; }

 private:
  storage* storage_ = nullptr;
  address block_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// The memory of arrays. Freed blocks wait in a pool of the process, by size class: fresh pages cost several times a pass
// over them. The pool keeps at most SINTER_POOL_BYTES (1 GiB unless set) and empties itself when memory runs out.
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "environment.hpp"

namespace sinter::core {

// Sizes in classes: multiples of 256 up to 4 KiB, then four classes an octave. At most a quarter of a block is unused.
struct size_class {
  static constexpr int count = 16 + 4 * 36;
  static constexpr int of(std::size_t bytes) {
    if (bytes <= 4096) return bytes == 0 ? 0 : static_cast<int>((bytes - 1) / 256);
    const int octave = static_cast<int>(std::bit_width(bytes - 1)) - 1;  // 2^octave < bytes <= 2^(octave + 1)
    const int quarter = static_cast<int>((bytes - 1) >> (octave - 2)) & 3;
    return 16 + 4 * (octave - 12) + quarter;
  }
  static constexpr std::size_t bytes(int id) {
    if (id < 16) return static_cast<std::size_t>(id + 1) * 256;
    const int octave = 12 + (id - 16) / 4, quarter = (id - 16) % 4;
    return (std::size_t{1} << octave) + static_cast<std::size_t>(quarter + 1) * (std::size_t{1} << (octave - 2));
  }
};

class memory_pool {
 public:
  // The pool of this process. It is never destroyed: arrays of static duration may outlive everything else.
  static memory_pool& instance() {
    alignas(memory_pool) static unsigned char storage[sizeof(memory_pool)];
    static memory_pool* made = new (storage) memory_pool;
    return *made;
  }

  // At least `bytes` bytes, aligned to 64. Throws std::bad_alloc.
  void* allocate(std::size_t bytes) {
    const int id = size_class::of(bytes);
    if (id >= size_class::count) throw std::bad_alloc();
    if (void* block = lists_[id].pop()) {
      kept_.fetch_sub(size_class::bytes(id), std::memory_order_relaxed);
      return block;
    }
    return fresh(size_class::bytes(id));
  }
  void release(void* block, std::size_t bytes) noexcept {
    const int id = size_class::of(bytes);
    const std::size_t size = size_class::bytes(id);
    if (kept_.fetch_add(size, std::memory_order_relaxed) + size > limit_) {
      kept_.fetch_sub(size, std::memory_order_relaxed);
      std::free(block);
    } else {
      lists_[id].push(block);
    }
  }
  // Gives every waiting block back to the system.
  void trim() noexcept {
    for (int id = 0; id < size_class::count; ++id)
      while (void* block = lists_[id].pop()) {
        kept_.fetch_sub(size_class::bytes(id), std::memory_order_relaxed);
        std::free(block);
      }
  }
  std::size_t kept() const { return kept_.load(std::memory_order_relaxed); }

 private:
  memory_pool() {
    limit_ = bytes_of_variable("SINTER_POOL_BYTES", limit_, "1 GiB is used");
  }
  void* fresh(std::size_t bytes) {
    void* block = std::aligned_alloc(64, bytes);
    if (!block) {
      trim();
      block = std::aligned_alloc(64, bytes);
    }
    if (!block) throw std::bad_alloc();
    return block;
  }

  // A stack of free blocks under a spinning lock: held for a few instructions.
  class free_list {
   public:
    void* pop() {
      if (head_.load(std::memory_order_relaxed) == nullptr) return nullptr;
      lock();
      void* block = head_.load(std::memory_order_relaxed);
      if (block) head_.store(*static_cast<void**>(block), std::memory_order_relaxed);
      unlock();
      return block;
    }
    void push(void* block) {
      lock();
      *static_cast<void**>(block) = head_.load(std::memory_order_relaxed);
      head_.store(block, std::memory_order_relaxed);
      unlock();
    }

   private:
    void lock() {
      while (busy_.exchange(true, std::memory_order_acquire))
        while (busy_.load(std::memory_order_relaxed)) {}
    }
    void unlock() { busy_.store(false, std::memory_order_release); }
    std::atomic<void*> head_{nullptr};
    std::atomic<bool> busy_{false};
  };

  free_list lists_[size_class::count];
  std::atomic<std::size_t> kept_{0};
  std::size_t limit_ = std::size_t{1} << 30;
};

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Memory that a kernel needs while it runs: a small part on the stack, more from a block that each thread keeps.
// Nothing is zeroed, and a small kernel never reaches the heap.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "config.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {
struct arena_block {
  arena_block* next;
  std::size_t bytes;
};
// The largest block a thread has used, kept for its next kernel.
struct spare_block {
  arena_block* block = nullptr;
  ~spare_block() { std::free(block); }
};
inline spare_block& spare_of_thread() {
  static thread_local spare_block spare;
  return spare;
}
}  // namespace detail

class arena {
 public:
  arena() noexcept : at_(small_), end_(small_ + sizeof(small_)) {}
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;
  ~arena() {
    if (blocks_) give_back();
  }

  // Bytes on a boundary of 64, until the arena dies.
  char* take(std::size_t bytes) {
    bytes = (bytes + 63) & ~std::size_t{63};
    if (bytes > static_cast<std::size_t>(end_ - at_)) open(bytes);
    char* const taken = at_;
    at_ += bytes;
    return taken;
  }
  template <class T> T* take_array(std::int64_t count) {
    return reinterpret_cast<T*>(take(static_cast<std::size_t>(count) * sizeof(T)));
  }

 private:
  [[gnu::noinline]] void open(std::size_t bytes) {
    constexpr std::size_t least = std::size_t{1} << 18;
    const std::size_t wanted = (bytes < least ? least : bytes) + 64;
    detail::spare_block& spare = detail::spare_of_thread();
    detail::arena_block* block = spare.block;
    if (block && block->bytes >= wanted)
      spare.block = nullptr;
    else {
      block = static_cast<detail::arena_block*>(std::aligned_alloc(64, (wanted + 63) & ~std::size_t{63}));
      if (!block) throw std::bad_alloc();
      block->bytes = wanted;
    }
    block->next = blocks_;
    blocks_ = block;
    at_ = reinterpret_cast<char*>(block) + 64;
    end_ = reinterpret_cast<char*>(block) + block->bytes;
  }
  [[gnu::noinline]] void give_back() noexcept {
    detail::spare_block& spare = detail::spare_of_thread();
    while (blocks_) {
      detail::arena_block* block = blocks_;
      blocks_ = block->next;
      if (!spare.block || spare.block->bytes < block->bytes) std::swap(block, spare.block);
      std::free(block);
    }
  }

  alignas(64) char small_[12288];
  char* at_;
  char* end_;
  detail::arena_block* blocks_ = nullptr;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

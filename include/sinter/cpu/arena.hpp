// SPDX-License-Identifier: MIT
// Memory that a kernel needs while it runs: a small part on the stack, more from what its call has reserved for this thread,
// else from a block that each thread keeps. Nothing is zeroed, and a small kernel never reaches the heap.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "../array/pool.hpp"
#include "config.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

constexpr std::size_t whole_lines(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }
template <class T> constexpr std::size_t lines_of(std::int64_t count) {
  return whole_lines(static_cast<std::size_t>(count) * sizeof(T));
}

// What a kernel takes at most: the calling thread around its teams, and each thread of a team.
struct scratch_bytes {
  std::size_t around = 0, each = 0;
};

namespace detail {
struct arena_block {
  arena_block* next;
  std::size_t bytes;

  char* begin() { return reinterpret_cast<char*>(this) + 64; }
  char* end() { return reinterpret_cast<char*>(this) + bytes; }
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
inline arena_block* take_block(std::size_t bytes) {
  const std::size_t wanted = whole_lines(bytes) + 64;
  spare_block& spare = spare_of_thread();
  if (spare.block && spare.block->bytes >= wanted) return std::exchange(spare.block, nullptr);
  void* memory = std::aligned_alloc(64, wanted);
  if (!memory) {
    memory_pool::instance().trim();
    memory = std::aligned_alloc(64, wanted);
  }
  if (!memory) throw std::bad_alloc();
  return new (memory) arena_block{nullptr, wanted};
}
inline void give_back_block(arena_block* block) noexcept {
  spare_block& spare = spare_of_thread();
  if (!spare.block || spare.block->bytes < block->bytes) std::swap(block, spare.block);
  std::free(block);
}

// What a call has reserved for this thread, and for the others of a team that it starts.
struct thread_room {
  char *at = nullptr, *end = nullptr;
  char* others = nullptr;
  std::size_t each = 0;

  thread_room of_other(std::int64_t thread) const {
    char* const first = others + static_cast<std::size_t>(thread - 1) * each;
    return {first, first + each};
  }
};
inline thread_room& room_of_thread() {
  constinit static thread_local thread_room room;
  return room;
}
}  // namespace detail

// Memory for the kernels of a call, taken before the first of them runs: then none can fail. Throws std::bad_alloc.
class reservation {
 public:
  reservation(const scratch_bytes& needed, int threads) {
    const std::size_t mine = needed.around + needed.each, others = static_cast<std::size_t>(threads - 1) * needed.each;
    if (mine == 0) return;
    block_ = detail::take_block(mine + others);
    char* const begin = block_->begin();
    detail::room_of_thread() = {begin, begin + mine, others ? begin + mine : nullptr, needed.each};
  }
  reservation(const reservation&) = delete;
  reservation& operator=(const reservation&) = delete;
  ~reservation() {
    if (!block_) return;
    detail::room_of_thread() = {};
    detail::give_back_block(block_);
  }

 private:
  detail::arena_block* block_ = nullptr;
};

// Parts of what is reserved, until it dies. Those of a thread nest: while an inner one lives, the outer ones take nothing.
class reserved {
 public:
  reserved() = default;
  reserved(const reserved&) = delete;
  reserved& operator=(const reserved&) = delete;
  ~reserved() {
    if (begin_) detail::room_of_thread().at = begin_;
  }
  // Whole lines, or null where so much is not reserved.
  char* take(std::size_t bytes) noexcept {
    detail::thread_room& room = detail::room_of_thread();
    if (bytes > static_cast<std::size_t>(room.end - room.at)) return nullptr;
    if (!begin_) begin_ = room.at;
    return std::exchange(room.at, room.at + bytes);
  }

 private:
  char* begin_ = nullptr;
};

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
    bytes = whole_lines(bytes);
    if (bytes > static_cast<std::size_t>(end_ - at_)) open(bytes);
    char* const taken = at_;
    at_ += bytes;
    return taken;
  }
  template <class T> T* take_array(std::int64_t count) {
    return reinterpret_cast<T*>(take(static_cast<std::size_t>(count) * sizeof(T)));
  }

  // What must be reserved for an arena that takes so many bytes, each time in whole lines.
  static constexpr std::size_t beyond_stack(std::size_t bytes) { return bytes <= stack_bytes ? 0 : bytes; }

 private:
  static constexpr std::size_t stack_bytes = 12288;

  [[gnu::noinline]] void open(std::size_t bytes) {
    if (char* const found = reserved_.take(bytes)) {
      at_ = found;
      end_ = found + bytes;
      return;
    }
    constexpr std::size_t least = std::size_t{1} << 18;
    detail::arena_block* const block = detail::take_block(bytes < least ? least : bytes);
    block->next = blocks_;
    blocks_ = block;
    at_ = block->begin();
    end_ = block->end();
  }
  [[gnu::noinline]] void give_back() noexcept {
    while (blocks_) detail::give_back_block(std::exchange(blocks_, blocks_->next));
  }

  alignas(64) char small_[stack_bytes];
  char* at_;
  char* end_;
  detail::arena_block* blocks_ = nullptr;
  reserved reserved_;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Packing: copies pieces of A and B into the order in which the register tile reads them, whatever their strides,
// padded with zeros to whole tiles; and the scratch memory the copies live in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include "../arena.hpp"
#include "product.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

// One growing, cache-line aligned block per thread and use, given back when the thread ends.
class scratch_block {
 public:
  scratch_block() = default;
  scratch_block(const scratch_block&) = delete;
  scratch_block& operator=(const scratch_block&) = delete;
  ~scratch_block() { release(); }

  void* reserve(std::size_t bytes) {
    if (bytes > size_) {
      release();
      memory_ = ::operator new (bytes, std::align_val_t{64});
      size_ = bytes;
    }
    return memory_;
  }

 private:
  void release() noexcept {
    if (memory_ != nullptr) ::operator delete (memory_, std::align_val_t{64});
    memory_ = nullptr;
    size_ = 0;
  }
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

enum class scratch_use { a, b };

// Memory for `count` elements: of what the call has reserved, else the thread's block.
template <scratch_use Use, class T> class scratch {
 public:
  explicit scratch(std::int64_t count) : at_(reinterpret_cast<T*>(reserved_.take(lines_of<T>(count)))) {
    if (!at_) at_ = static_cast<T*>(block().reserve(static_cast<std::size_t>(count) * sizeof(T)));
  }
  T* data() const { return at_; }

 private:
  static scratch_block& block() {
    thread_local scratch_block kept;
    return kept;
  }
  reserved reserved_;
  T* at_;
};

// Copies an `across` x `depth` piece into strips: to[strip][p][lane], lane < Width. `across` is the direction of rows
// for A, of columns for B. Contiguous lanes are read 16 strips wide, contiguous depth 16 steps deep, so that reads use
// up lines and pages.
template <int Width, class T, class C>
void pack(std::int64_t across, std::int64_t depth, const T* from, std::int64_t across_stride, std::int64_t depth_stride,
          C* to) {
  constexpr std::int64_t together = 16;
  const std::int64_t whole = across / Width * Width;
  std::int64_t first = 0;
  if (across_stride == 1) {
    for (; first < whole; first += together * Width) {
      const std::int64_t stop = std::min(whole, first + together * Width);
      for (std::int64_t p = 0; p < depth; ++p) {
        for (std::int64_t at = first; at < stop; at += Width) {
          const T* source = from + p * depth_stride + at;
          C* lane = to + at * depth + p * Width;
          for (int i = 0; i < Width; ++i) lane[i] = static_cast<C>(source[i]);
        }
      }
    }
    first = whole;
  }
  for (; first < across; first += Width) {
    const int filled = static_cast<int>(std::min<std::int64_t>(Width, across - first));
    const T* source = from + first * across_stride;
    C* strip = to + first * depth;
    for (std::int64_t start = 0; start < depth; start += together) {
      const std::int64_t stop = std::min(depth, start + together);
      for (int i = 0; i < filled; ++i)
        for (std::int64_t p = start; p < stop; ++p)
          strip[p * Width + i] = static_cast<C>(source[i * across_stride + p * depth_stride]);
      for (int i = filled; i < Width; ++i)
        for (std::int64_t p = start; p < stop; ++p) strip[p * Width + i] = C(0);
    }
  }
}

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

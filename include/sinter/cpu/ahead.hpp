// SPDX-License-Identifier: MIT
// Memory that the interpreter asks for before it needs it.
#pragma once
#include "block.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace detail {

// What the next piece of a block will touch in the user's memory: asked for bit by bit before each loop, because a loop
// of one instruction has too little to do while it waits.
class fetching_ahead {
 public:
  void clear() { count_ = 0; }
  // A place of the first piece; its row is a piece.
  void add(const place& first) {
    if (count_ < most && first.row) ranges_[count_++] = {first.at + first.row, first.step};
  }
  void open(std::int64_t groups) { left_ = groups; }
  void some(std::int64_t most_groups) {
    if (left_ <= 0) return;
    const std::int64_t groups = left_ < most_groups ? left_ : most_groups;
    for (range* r = ranges_; r != ranges_ + count_; ++r) {
      const char* const end = r->at + groups * r->step;
      for (const char* line = r->at; line < end; line += 64) __builtin_prefetch(line);
      r->at = end;
    }
    left_ -= groups;
  }

 private:
  static constexpr int most = 8;
  struct range {
    const char* at;
    std::int64_t step;
  };
  range ranges_[most];
  int count_ = 0;
  std::int64_t left_ = 0;
};

}  // namespace detail
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

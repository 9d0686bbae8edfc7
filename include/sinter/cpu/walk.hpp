// SPDX-License-Identifier: MIT
// The order in which a kernel visits its space: outer axes, which stay while a row or a piece is worked on, then inner
// ones.
#pragma once
#include "block.hpp"
#include "tail.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t group_size = 32;  // elements of a group
inline constexpr std::int64_t splat_bytes = group_bytes;
constexpr std::int64_t whole_groups(std::int64_t count) { return (count + group_size - 1) / group_size * group_size; }

// Axes of a space in the order of a visit. Adjacent axes of one kind may be visited as one; kind 0 are the outer ones.
struct visit {
  int rank = 0, outer = 0;
  int axis[max_rank + 1] = {};
  int kind[max_rank + 1] = {};
  void push_outer(int original) {
    push(original, 0);
    ++outer;
  }
  void push(int original, int of_kind) {
    axis[rank] = original;
    kind[rank++] = of_kind;
  }
};

// A position in a visit. Axes of extent 1 are left out; there is always one inner axis.
class walk {
 public:
  // How many positions of the outer axes, from this one on, are the same step apart.
  std::int64_t rows_together(std::int64_t left) const {
    const std::int64_t in_axis = outer_ ? extent_[outer_ - 1] - index_[outer_ - 1] : 1;
    return in_axis < left ? in_axis : left;
  }
  void seek_inner(std::int64_t position) {
    position_ = position;
    if (rank_ - outer_ == 1 || position == 0) {  // an extent may be 0
      for (int d = outer_ + 1; d < rank_; ++d) index_[d] = 0;
      index_[outer_] = position;
      return;
    }
    for (int d = rank_ - 1; d >= outer_; --d) {
      index_[d] = position % extent_[d];
      position /= extent_[d];
    }
  }
  void advance(std::int64_t count) {
    position_ += count;
    int d = rank_ - 1;
    index_[d] += count;
    while (d > outer_ && index_[d] >= extent_[d]) {
      index_[d - 1] += index_[d] / extent_[d];
      index_[d] %= extent_[d];
      --d;
    }
  }

 protected:
  void open(const shape& extents, const visit& order, bool is_flat) {
    if (is_flat) {  // one row
      original_[0] = 0;
      kind_[0] = 1;
      extent_[0] = elements_of(extents);
      index_[0] = 0;
      row_major_[0] = 1;
      rank_ = 1;
      return;
    }
    for (int i = 0; i < order.rank; ++i) {
      const std::int64_t extent = extents[order.axis[i]];
      if (extent == 1) continue;
      original_[rank_] = order.axis[i];
      kind_[rank_] = order.kind[i];
      extent_[rank_++] = extent;
      if (i < order.outer) ++outer_;
    }
    if (rank_ == outer_) {
      original_[rank_] = -1;
      kind_[rank_] = -1;
      extent_[rank_++] = 1;
    }
    std::int64_t step = 1;
    for (int i = extents.rank - 1; i >= 0; --i) {
      row_major_[i] = step;
      step *= extents[i];
    }
    for (int d = 0; d < rank_; ++d) index_[d] = 0;
  }
  void seek_outer(std::int64_t outer) {
    for (int d = outer_ - 1; d >= 0; --d) {
      index_[d] = outer % extent_[d];
      outer /= extent_[d];
    }
  }
  void step_outer(std::int64_t rows) {
    if (outer_ == 0) return;
    index_[outer_ - 1] += rows;
    for (int d = outer_ - 1; d > 0 && index_[d] >= extent_[d]; --d) {
      index_[d] = 0;
      ++index_[d - 1];
    }
  }

  // Calls f(index, run, done) for the next `count` elements, run by run along the last axis.
  template <class F> void by_runs(std::int64_t count, F&& f) const {
    std::int64_t index[max_rank + 1];
    for (int d = 0; d < rank_; ++d) index[d] = index_[d];
    const int last = rank_ - 1;
    for (std::int64_t done = 0; done < count;) {
      // A narrow value is one element a row, where rows are empty as well.
      const std::int64_t rest = extent_[last] - index[last], left = rest > 0 ? rest : 1,
                         run = left < count - done ? left : count - done;
      f(index, run, done);
      done += run;
      index[last] += run;
      for (int d = last; d > 0 && index[d] >= extent_[d]; --d) {
        index[d] = 0;
        ++index[d - 1];
      }
    }
  }

  int rank_ = 0, outer_ = 0;
  std::int64_t position_ = 0;  // among the inner elements
  std::int64_t extent_[max_rank + 1], index_[max_rank + 1];
  std::int64_t row_major_[max_rank];  // of the space, by its own axes
  int original_[max_rank + 1], kind_[max_rank + 1];
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

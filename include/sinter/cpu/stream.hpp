// SPDX-License-Identifier: MIT
// What a kernel reads and writes as it walks through its space: strides along the axes of the visit, or a read that has
// to be written out piece by piece.
#pragma once
#include "arena.hpp"
#include "reads.hpp"
#include "walk.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// An input, an output, or the panel of a contraction.
struct stream {
  int instruction;
  int number;  // of an output, or -1
  int size;    // of an element
  stage at;
  unsigned phases;   // bit p: used in phase p
  const read* from;  // of an input
  char* base;
  char* here;    // at the outer position
  char* memory;  // where pieces are written out
  bool is_affine;
  bool is_passed;    // its inner elements lie one after the other
  bool is_still;     // no inner axis moves it
  bool is_splat;     // `memory` holds it for this outer position
  bool is_external;  // its place is the user's memory: nothing may be touched past its end
  std::int64_t stride[max_rank + 1];
};

class streams : public walk {
 protected:
  explicit streams(const run_context& context) : context_(context) {}

  stream* begin() const { return streams_; }
  stream* end() const { return streams_ + count_; }
  int count() const { return count_; }

  stream& add(int instruction, dtype type, stage at, unsigned phases) {
    stream& s = streams_[count_++];
    s.instruction = instruction;
    s.number = -1;
    s.size = static_cast<int>(size_of(type));
    s.at = at;
    s.phases = phases;
    s.from = nullptr;
    s.here = s.memory = nullptr;
    s.is_affine = true;
    s.is_passed = s.is_still = s.is_splat = s.is_external = false;
    return s;
  }
  // By the axes of the space.
  void set_strides(stream& s, const std::int64_t* by) const {
    for (int d = 0; d < rank_; ++d) s.stride[d] = original_[d] < 0 ? 1 : by[original_[d]];
  }
  void set_row_major(stream& s) const { set_strides(s, row_major_); }
  // Dense over what is visited.
  void set_dense(stream& s) const {
    std::int64_t step = 1;
    for (int d = rank_ - 1; d >= 0; --d) {
      s.stride[d] = step;
      step *= extent_[d];
    }
  }

  // Makes one axis of adjacent ones of a kind that every stream passes as one.
  void merge_axes() {
    for (const stream& s : *this)
      if (!s.is_affine) return;
    int to = 0;
    for (int d = 1; d < rank_; ++d) {
      bool is_joined = kind_[to] == kind_[d];
      for (const stream& s : *this) is_joined = is_joined && s.stride[to] == s.stride[d] * extent_[d];
      if (is_joined)
        extent_[to] *= extent_[d];
      else {
        ++to;
        extent_[to] = extent_[d];
        kind_[to] = kind_[d];
      }
      for (stream& s : *this) s.stride[to] = s.stride[d];
    }
    rank_ = to + 1;
    outer_ = 0;
    while (outer_ < rank_ && kind_[outer_] == 0) ++outer_;
  }
  void measure(stream& s) const {
    if (!s.is_affine) return;
    std::int64_t step = 1;
    int d = rank_ - 1;
    while (d >= outer_ && s.stride[d] == step) step *= extent_[d--];
    s.is_passed = d < outer_;
    s.is_still = true;
    for (d = outer_; d < rank_; ++d) s.is_still = s.is_still && (s.stride[d] == 0 || extent_[d] == 1);
  }

  void find_outer() {
    for (stream& s : *this) {
      if (!s.is_affine) continue;
      std::int64_t offset = 0;
      for (int d = 0; d < outer_; ++d) offset += s.stride[d] * index_[d];
      s.here = s.base + offset * s.size;
      s.is_splat = false;
    }
  }
  char* element_of(const stream& s) const {
    std::int64_t offset = 0;
    for (int d = outer_; d < rank_; ++d) offset += s.stride[d] * index_[d];
    return s.here + offset * s.size;
  }
  bool is_in_row(std::int64_t count) const { return index_[rank_ - 1] + count <= extent_[rank_ - 1]; }
  bool lies_together(const stream& s, std::int64_t count) const {
    return s.is_affine && s.stride[rank_ - 1] == 1 && is_in_row(count);
  }
  // Bytes from a row to the next.
  std::int64_t row_step(const stream& s) const { return outer_ ? s.stride[outer_ - 1] * s.size : 0; }

  // The same elements of `rows` rows, written out `apart` bytes from each other.
  void write_rows(const stream& s, std::int64_t count, std::int64_t rows, char* to, std::int64_t apart) {
    if (rows > 1 && s.is_affine && rank_ - outer_ == 1 && s.stride[outer_ - 1] == 1)
      return turn(element_of(s), s.size, s.stride[rank_ - 1], count, rows, to, apart);
    for_each_row(rows, [&](std::int64_t r) { write_out(s, count, to + r * apart); });
  }
  // And back from there.
  void read_rows(const stream& s, std::int64_t count, std::int64_t rows, std::int64_t apart) {
    for_each_row(rows, [&](std::int64_t r) {
      by_runs(count, [&](const std::int64_t* index, std::int64_t run, std::int64_t done) {
        spread(s.memory + r * apart + done * s.size, s.size, s.stride[rank_ - 1], run, at(s, index));
      });
    });
  }

  const run_context& context_;
  stream* streams_ = nullptr;

 private:
  char* at(const stream& s, const std::int64_t* index) const {
    std::int64_t offset = 0;
    for (int d = 0; d < rank_; ++d) offset += s.stride[d] * index[d];
    return s.base + offset * s.size;
  }
  template <class F> void for_each_row(std::int64_t rows, F&& f) {
    for (std::int64_t r = 0; r < rows; ++r) {
      if (outer_) index_[outer_ - 1] += r;
      f(r);
      if (outer_) index_[outer_ - 1] -= r;
    }
  }
  void write_out(const stream& s, std::int64_t count, char* to) const {
    by_runs(count, [&](const std::int64_t* index, std::int64_t run, std::int64_t done) {
      if (s.is_affine) return gather(at(s, index), s.size, s.stride[rank_ - 1], run, to + done * s.size);
      std::int64_t whole[max_rank] = {};
      for (int d = 0; d < rank_; ++d)
        if (original_[d] >= 0) whole[original_[d]] = index[d];
      reader(context_).write(*s.from, whole, original_[rank_ - 1], 1, run, to + done * s.size);
    });
  }

  int count_ = 0;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

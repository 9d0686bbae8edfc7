// SPDX-License-Identifier: MIT
// Rows: several reductions along the last axes with maps between them. A row is visited once for each phase while it is hot;
// what a later phase needs is kept. Threads share the rows.
#pragma once
#include "fold.hpp"
#include "map.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

class row_runner {
 public:
  row_runner(const run_context& context, int number, const visit& order, std::int64_t elements)
      : elements_(elements), blocks_(elements ? (elements + fold_block - 1) / fold_block : 1),
        f_(context, number, stage::full, order, elements < fold_block ? whole_groups(elements) : fold_block, whole_groups(elements)) {
    states_ = f_.memory.take_array<char*>(f_.k.instructions);
    for (int i = 0; i < f_.k.instructions; ++i)
      if (is_reduction(f_.program[i])) states_[i] = f_.memory.take(static_cast<std::size_t>(blocks_ * f_.code.folds[i]->state));
  }

  void run(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return;
    f_.seek(begin, 0);
    for (std::int64_t row = begin; row < end; ++row) {
      one_row(row);
      f_.next_outer();
    }
  }

 private:
  void one_row(std::int64_t row) {
    const role_summary& summary = f_.code.summary;
    f_.prepare_narrow();
    narrow_level(0);
    for (int phase = 0; phase < summary.phases; ++phase) {
      for (std::int64_t b = 0; b < blocks_; ++b) {
        const std::int64_t at = b * fold_block, count = elements_ - at < fold_block ? elements_ - at : fold_block;
        if (count > 0) {
          f_.seek_inner(at);
          f_.prepare(count, phase);
          f_.run(f_.code.full[phase], phase, count);
        }
        for (int i = 0; i < f_.k.instructions; ++i) {
          if (!folds_in(i, phase)) continue;
          const fold_code& fold = *f_.code.folds[i];
          if (count > 0) fold.fold(f_.elements(f_.program[i].a, count), count, at, states_[i] + b * fold.state);
          else fold.start(states_[i], 1);
        }
      }
      for (int i = 0; i < f_.k.instructions; ++i)
        if (folds_in(i, phase)) finish(i, row);
      narrow_level(phase + 1);
    }
    for (int i = 0; i < f_.k.instructions; ++i) {
      const instruction& x = f_.program[i];
      if (x.out < 0 || f_.roles[i].at != stage::narrow || is_reduction(x)) continue;
      put(x, row, f_.values[i].at);
    }
  }
  bool folds_in(int i, int phase) const {
    return is_reduction(f_.program[i]) && f_.roles[f_.program[i].a].level == phase;
  }
  void narrow_level(int level) {
    if (level < f_.code.summary.levels) f_.run_narrow(f_.code.narrow[level], level);
  }
  void finish(int i, std::int64_t row) {
    const instruction& x = f_.program[i];
    const fold_code& fold = *f_.code.folds[i];
    join_pairwise(fold, states_[i], blocks_, 1);
    char result[8];
    if (fold.finish) fold.finish(states_[i], 1, result);
    else std::memcpy(result, states_[i], size_of(x.type));
    repeat(result, static_cast<int>(size_of(x.type)), group_size, f_.values[i].at);
    if (x.out >= 0) put(x, row, result);
  }
  void put(const instruction& x, std::int64_t row, const char* value) const {
    const auto size = static_cast<std::int64_t>(size_of(x.type));
    std::memcpy(target_of(f_.context, f_.context.plan->outputs[f_.k.first_output + x.out]) + row * size, value, static_cast<std::size_t>(size));
  }

  std::int64_t elements_, blocks_;
  frame f_;
  char** states_;
};

}  // namespace detail

inline void run_rows(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const shape extents = extents_of(context, k.space);
  visit order;
  std::int64_t rows = 1, elements = 1;
  for (int i = 0; i < extents.rank; ++i) {
    if (k.reduced >> i & 1) {
      order.push(i, 1);
      elements *= extents[i];
    } else {
      order.push(i, frame::outer_kind);
      ++order.outer;
      rows *= extents[i];
    }
  }
  if (rows == 0) return;
  const std::int64_t work = elements * context.codes[number].summary.work + 256;
  parallel_for(rows, grain_of_work(work), [&](std::int64_t begin, std::int64_t end) {
    detail::row_runner(context, number, order, elements).run(begin, end);
  });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

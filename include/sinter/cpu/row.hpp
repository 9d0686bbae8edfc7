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
  // So many rows of `elements` are worked on together: as many as stay in the nearest cache.
  static std::int64_t strip_of(std::int64_t elements) {
    constexpr std::int64_t together = 4096;
    return elements * 2 > together ? 1 : elements * group_size <= together ? group_size : together / elements;
  }

  row_runner(const run_context& context, int number, const visit& order, std::int64_t elements)
      : elements_(elements), blocks_(elements ? (elements + fold_block - 1) / fold_block : 1), strip_(strip_of(elements)),
        f_(context, number, stage::full, order, elements < fold_block ? whole_groups(elements) : fold_block, whole_groups(elements),
           nullptr, strip_) {
    const frame& f = f_;
    folds_ = f_.memory.take_array<folded>(f.k.instructions);
    results_ = f_.memory.take_array<result>(f.k.instructions);
    for (int i = 0; i < f.k.instructions; ++i) {
      const instruction& x = f.program[i];
      const auto size = static_cast<int>(size_of(x.type));
      char* const target = x.out < 0 ? nullptr : target_of(context, context.plan->outputs[f.k.first_output + x.out]);
      if (is_reduction(x)) {
        const fold_code& fold = *f.code.folds[i];
        char* accumulators = nullptr;
        if (!f.code.loops && folds_at_once(f.k.what, f.program, i)) {
          accumulators = f_.memory.take(static_cast<std::size_t>(2 * group_size * size * strip_));
          if (!f.folds) f_.folds = f_.memory.take_array<char*>(f.k.instructions);
          f_.folds[i] = accumulators;
        }
        folds_[fold_count_++] = {i, x.a, f.roles[x.a].level, size, &fold,
                                 f_.memory.take(static_cast<std::size_t>(strip_ * blocks_ * fold.state)), accumulators};
      }
      if (target && f.roles[i].at == stage::narrow) results_[result_count_++] = {i, size, target};
    }
  }

  void run(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return;
    f_.seek(begin, 0);
    while (begin < end) {
      const std::int64_t rows = f_.rows_together(end - begin);
      strip(begin, rows);
      f_.next_outer(rows);
      begin += rows;
    }
  }

 private:
  struct folded {
    int instruction, operand, phase, size;
    const fold_code* fold;
    char *states, *accumulators;
  };
  struct result {  // narrow, and wanted
    int instruction, size;
    char* target;
  };

  void strip(std::int64_t first, std::int64_t rows) {
    const role_summary& summary = f_.code.summary;
    f_.prepare_narrow(rows);
    narrow_level(0, rows);
    for (int phase = 0; phase < summary.phases; ++phase) {
      for (std::int64_t b = 0; b < blocks_; ++b) {
        const std::int64_t at = b * fold_block, count = elements_ - at < fold_block ? elements_ - at : fold_block;
        if (f_.folds)
          for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
            if (r->phase == phase && r->accumulators) r->fold->start(r->accumulators, 2 * group_size * rows);
        if (count > 0) {
          f_.seek_inner(at);
          f_.prepare(count, phase, rows);
          f_.run(f_.code.full[phase], phase, count, rows);
        }
        for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
          if (r->phase == phase) fold(*r, b, at, count, rows);
      }
      for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
        if (r->phase == phase) finish(*r, rows);
      narrow_level(phase + 1, rows);
    }
    for (const result* r = results_; r != results_ + result_count_; ++r)
      std::memcpy(r->target + first * r->size, f_.values[r->instruction].at, static_cast<std::size_t>(rows * r->size));
  }
  void fold(const folded& r, std::int64_t b, std::int64_t at, std::int64_t count, std::int64_t rows) {
    for (std::int64_t row = 0; row < rows; ++row) {
      char* const state = r.states + (row * blocks_ + b) * r.fold->state;
      if (count <= 0) r.fold->start(state, 1);
      else if (r.accumulators) r.fold->close(r.accumulators + row * (2 * group_size * r.size), state);
      else r.fold->fold(f_.elements(r.operand, count, row), count, at, state);
    }
  }
  void finish(const folded& r, std::int64_t rows) const {
    if (blocks_ > 1)
      for (std::int64_t row = 0; row < rows; ++row) {
        char* const first = r.states + row * blocks_ * r.fold->state;
        join_pairwise(*r.fold, first, blocks_, 1);
        std::memmove(r.states + row * r.fold->state, first, static_cast<std::size_t>(r.fold->state));
      }
    char* const to = f_.values[r.instruction].at;
    if (r.fold->finish) r.fold->finish(r.states, rows, to);
    else std::memcpy(to, r.states, static_cast<std::size_t>(rows * r.size));
  }
  void narrow_level(int level, std::int64_t rows) {
    if (level < f_.code.summary.levels) f_.run_narrow(f_.code.narrow[level], level, rows);
  }

  std::int64_t elements_, blocks_, strip_;
  frame f_;
  folded* folds_ = nullptr;
  result* results_ = nullptr;
  int fold_count_ = 0, result_count_ = 0;
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

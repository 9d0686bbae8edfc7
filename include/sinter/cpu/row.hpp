// SPDX-License-Identifier: MIT
// Rows: several reductions along the last axes with maps between them. A row is visited once for each phase while it is
// hot; what a later phase needs is kept. Threads share the rows.
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
        together_(rows_together(context, number, elements)),
        f_(context, number, stage::full, order, elements < fold_block ? whole_groups(elements) : fold_block,
           whole_groups(elements), nullptr, together_) {
    const frame& f = f_;
    is_simple_ = f.is_seamless() && blocks_ == 1 && elements > 0;
    folds_ = f_.memory.take_array<folded>(f.k.instructions);
    results_ = f_.memory.take_array<result>(f.k.instructions);
    for (int i = 0; i < f.k.instructions; ++i) {
      const instruction& x = f.program[i];
      const auto size = static_cast<int>(size_of(x.type));
      if (x.out >= 0 && f.roles[i].at == stage::narrow)
        results_[result_count_++] = {i, size, target_of(context, context.plan->outputs[f.k.first_output + x.out])};
      if (!is_reduction(x)) continue;
      const fold_code& fold = *f.code.folds[i];
      folded& made = folds_[fold_count_++];
      made = {i, x.a, f.roles[x.a].level, size, !f.code.loops && folds_at_once(f.k.what, f.program, i), &fold, nullptr};
      if (blocks_ > 1 || fold.finish)
        made.states = f_.memory.take(static_cast<std::size_t>(together_ * blocks_ * fold.state));
      if (!made.is_done) continue;
      if (!f.folds) f_.folds = f_.memory.take_array<fold_target>(f.k.instructions);
      f_.folds[i] = {f_.memory.take(static_cast<std::size_t>(2 * group_size * fold.state * together_)), nullptr,
                     blocks_ * fold.state};
    }
  }

  // What one takes.
  [[gnu::noinline]] static std::size_t room(const run_context& context, int number, std::int64_t elements) {
    const kernel& k = context.plan->kernels[number];
    const std::int64_t blocks = elements ? (elements + fold_block - 1) / fold_block : 1,
                       rows = rows_together(context, number, elements);
    std::size_t bytes = frame::room(context, number, stage::full, elements < fold_block ? elements : fold_block, elements, rows) +
                        lines_of<folded>(k.instructions) + lines_of<result>(k.instructions) +
                        lines_of<fold_target>(k.instructions);
    for (int i = 0; i < k.instructions; ++i)
      if (is_reduction(context.plan->program[k.first_instruction + i])) {
        const std::int64_t state = context.codes[number].folds[i]->state;
        bytes += lines_of<char>(rows * blocks * state) + lines_of<char>(2 * group_size * state * rows);
      }
    return bytes;
  }

  void run(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return;
    f_.seek(begin, 0);
    while (begin < end) {
      const std::int64_t left = end - begin < group_size ? end - begin : group_size, rows = f_.rows_together(left);
      strip(begin, rows);
      f_.next_outer(is_simple_ ? rows : 0);
      begin += rows;
    }
  }

 private:
  struct folded {
    int instruction, operand, phase, size;
    bool is_done;  // by native code, as it goes
    const fold_code* fold;
    char* states;  // where a state is not at once the value
  };
  struct result {  // narrow, and wanted
    int instruction, size;
    char* target;
  };

  // Short rows are worked on together, as many as fit the nearest cache beside each other. Long rows that are written
  // go one by one: while the stores of one drain, the next is read.
  [[gnu::always_inline]] static inline std::int64_t rows_together(const run_context& context, int number, std::int64_t elements) {
    const kernel& k = context.plan->kernels[number];
    bool is_written = false;
    for (int i = 0; i < k.instructions; ++i)
      is_written = is_written ||
                   (context.codes[number].roles[i].at == stage::full &&
                    (context.codes[number].roles[i].kept || context.plan->program[k.first_instruction + i].out >= 0));
    const std::int64_t fit = (is_written ? 1024 : 8192) / (elements > 0 ? elements : 1);
    return fit < 1 ? 1 : fit > group_size ? group_size : fit;
  }

  // Up to 32 rows, for which narrow values are kept.
  void strip(std::int64_t first, std::int64_t rows) {
    f_.prepare_narrow(rows);
    f_.narrow_row = 0;
    f_.first_row = first;
    narrow_level(0, rows);
    if (is_simple_) {
      f_.seek_inner(0);
      f_.prepare_rows(elements_, rows < together_ ? rows : together_);
    }
    for (std::int64_t row = 0; row < rows;) {
      const std::int64_t some = rows - row < together_ ? rows - row : together_;
      f_.narrow_row = row;
      visit_rows(some);
      row += some;
      if (!is_simple_)
        f_.next_rows(some);
      else if (row < rows)
        f_.step_rows(some, rows - row < together_ ? rows - row : together_);
    }
    for (const result* r = results_; r != results_ + result_count_; ++r)
      std::memcpy(r->target + first * r->size, f_.values[r->instruction].at, static_cast<std::size_t>(rows * r->size));
  }
  void visit_rows(std::int64_t rows) {
    const int phases = f_.code.summary.phases;
    for (int phase = 0; phase < phases; ++phase) {
      for (std::int64_t b = 0; b < blocks_; ++b) {
        const std::int64_t at = b * fold_block, count = elements_ - at < fold_block ? elements_ - at : fold_block;
        if (f_.folds)
          for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
            if (r->phase == phase && r->is_done) f_.folds[r->instruction].state = state_of(*r, 0, b);
        if (!is_simple_ && count > 0) {
          f_.seek_inner(at);
          f_.prepare(count, phase, rows);
        }
        if (count > 0) f_.run(f_.code.full[phase], phase, count, rows);
        for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
          if (r->phase == phase && (!r->is_done || count <= 0)) fold(*r, b, at, count, rows);
      }
      for (const folded* r = folds_; r != folds_ + fold_count_; ++r)
        if (r->phase == phase && r->states) finish(*r, rows);
      narrow_level(phase + 1, f_.narrow_row + rows);
    }
  }
  char* value_of(const folded& r) const { return f_.values[r.instruction].at + f_.narrow_row * r.size; }
  char* state_of(const folded& r, std::int64_t row, std::int64_t b) const {
    return r.states ? r.states + (row * blocks_ + b) * r.fold->state : value_of(r) + row * r.size;
  }
  void fold(const folded& r, std::int64_t b, std::int64_t at, std::int64_t count, std::int64_t rows) {
    for (std::int64_t row = 0; row < rows; ++row) {
      char* const state = state_of(r, row, b);
      if (count <= 0)
        r.fold->start(state, 1);
      else
        r.fold->fold(f_.elements(r.operand, count, row), count, at, state);
    }
  }
  void finish(const folded& r, std::int64_t rows) const {
    if (blocks_ > 1)
      for (std::int64_t row = 0; row < rows; ++row) {
        char* const first = r.states + row * blocks_ * r.fold->state;
        join_pairwise(*r.fold, first, blocks_, 1);
        std::memmove(r.states + row * r.fold->state, first, static_cast<std::size_t>(r.fold->state));
      }
    if (r.fold->finish)
      r.fold->finish(r.states, rows, value_of(r));
    else
      std::memcpy(value_of(r), r.states, static_cast<std::size_t>(rows * r.size));
  }
  void narrow_level(int level, std::int64_t rows) {
    if (level < f_.code.summary.levels) f_.run_narrow(f_.code.narrow[level], level, rows);
  }

  std::int64_t elements_, blocks_, together_;
  frame f_;
  bool is_simple_ = false;
  folded* folds_ = nullptr;
  result* results_ = nullptr;
  int fold_count_ = 0, result_count_ = 0;
};

}  // namespace detail

SINTER_RUNTIME scratch_bytes room_of_rows(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const shape extents = extents_now(context, k.space);
  std::int64_t elements = 1;
  for (int i = 0; i < extents.rank; ++i) elements *= k.reduced >> i & 1 ? extents[i] : 1;
  return {0, arena::beyond_stack(detail::row_runner::room(context, number, elements))};
}

SINTER_RUNTIME void run_rows(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const shape extents = extents_now(context, k.space);
  visit order;
  std::int64_t rows = 1, elements = 1;
  for (int i = 0; i < extents.rank; ++i) {
    if (k.reduced >> i & 1) {
      order.push(i, 1);
      elements *= extents[i];
    } else {
      order.push_outer(i);
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

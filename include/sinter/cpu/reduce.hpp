// SPDX-License-Identifier: MIT
// Reductions over any axes: first partial states for fixed blocks, by any thread, then their joining in fixed order,
// then the narrow work on the results. Where the last axis goes a block is part of a row; where it stays, a block is
// rows of columns.
#pragma once
#include "fold.hpp"
#include "map.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

class reduction_runner {
 public:
  reduction_runner(const run_context& context, int number)
      : context_(context), number_(number), k_(context.plan->kernels[number]), code_(context.codes[number]),
        program_(context.plan->program + k_.first_instruction) {
    const shape extents = extents_now(context, k_.space);
    int last = extents.rank - 1;
    while (last >= 0 && extents[last] == 1) --last;
    is_columns_ = last >= 0 && !(k_.reduced >> last & 1);
    int first_column = extents.rank;  // the last axes that stay
    if (is_columns_)
      while (first_column > 0 && (extents[first_column - 1] == 1 || !(k_.reduced >> (first_column - 1) & 1)))
        --first_column;
    for (int i = 0; i < extents.rank; ++i) {
      if (k_.reduced >> i & 1)
        folded_ *= extents[i];
      else if (i < first_column) {
        order_.push_outer(i);
        outer_ *= extents[i];
      }
      if (!(k_.reduced >> i & 1)) narrow_.push(i, 1);
    }
    for (int i = 0; i < extents.rank; ++i)
      if (k_.reduced >> i & 1) order_.push(i, 1);
    for (int i = first_column; i < extents.rank; ++i)
      if (!(k_.reduced >> i & 1)) {
        order_.push(i, 2);
        columns_ *= extents[i];
      }
  }

  // What it takes.
  scratch_bytes room() const {
    std::size_t around = 2 * lines_of<char*>(k_.instructions), each;
    const std::int64_t cells = outer_ * columns_;
    if (cells == 0) return {};
    if (is_columns_) {
      const strips_of_columns cut = columns_cut();
      each = frame::room(context_, number_, stage::full, cut.piece, cut.piece) + lines_of<char*>(k_.instructions);
      for_each_fold([&](int i, const fold_code& fold) {
        around += lines_of<char>(outer_ * cut.strips * cut.parts * cut.room * fold.state) +
                  lines_of<char>(whole_groups(cells) * size(i));
        each += lines_of<char>(levels * cut.room * fold.state);
      });
    } else {
      const blocks_of_cells cut = rows_cut();
      each = frame::room(context_, number_, stage::full, cut.block, cut.block, cut.together);
      for_each_fold([&](int i, const fold_code& fold) {
        around += lines_of<char>(cells * cut.blocks * fold.state) + lines_of<char>(whole_groups(cells) * size(i));
      });
    }
    if (code_.summary.levels) {
      const std::size_t narrow = frame::room(context_, number_, stage::narrow, narrow_piece, narrow_piece);
      each = each < narrow ? narrow : each;
    }
    return {arena::beyond_stack(around), arena::beyond_stack(each)};
  }

  void run() {
    cells_ = outer_ * columns_;
    if (cells_ == 0) return;
    states_ = memory_.take_array<char*>(k_.instructions);
    results_ = memory_.take_array<char*>(k_.instructions);
    if (is_columns_)
      fold_columns();
    else
      fold_rows_of_elements();
    deliver();
    if (code_.summary.levels) narrow_work();
  }

 private:
  std::int64_t size(int i) const { return static_cast<std::int64_t>(size_of(program_[i].type)); }
  template <class F> void for_each_fold(F&& f) const {
    for (int i = 0; i < k_.instructions; ++i)
      if (is_reduction(program_[i])) f(i, *code_.folds[i]);
  }

  // Cells are folded in blocks; short ones together.
  struct blocks_of_cells {
    std::int64_t blocks, block, together;
  };
  blocks_of_cells rows_cut() const {
    const std::int64_t blocks = folded_ ? (folded_ + fold_block - 1) / fold_block : 1,
                       block = folded_ < fold_block ? folded_ : fold_block;
    const std::int64_t fit = blocks > 1 || block == 0 ? 1 : 1024 / block;
    return {blocks, block, fit < 1 ? 1 : fit > group_size ? group_size : fit};
  }
  // Columns in strips, each of some parts along the folded axes.
  struct strips_of_columns {
    std::int64_t width, strips, parts, room, rows_of_piece, piece;
  };
  strips_of_columns columns_cut() const {
    constexpr std::int64_t widest = 1024;
    const std::int64_t width = columns_ < widest ? columns_ : widest;
    const std::int64_t rows_of_piece =
        width == columns_ && width < 256 ? (fold_block / width < fold_rows ? fold_block / width : fold_rows) : 1;
    return {width, (columns_ + width - 1) / width, folded_ ? (folded_ + rows_at_once - 1) / rows_at_once : 1, whole_groups(width),
            rows_of_piece, whole_groups(rows_of_piece * width)};
  }
  static constexpr std::int64_t rows_at_once = 8 * fold_rows, levels = 5, narrow_piece = 1024;

  // Cells of consecutive elements: a state for each block of each.
  void fold_rows_of_elements() {
    const blocks_of_cells cut = rows_cut();
    const std::int64_t blocks = cut.blocks, block = cut.block;
    for_each_fold([&](int i, const fold_code& fold) {
      states_[i] = memory_.take(static_cast<std::size_t>(cells_ * blocks * fold.state));
      results_[i] = memory_.take(static_cast<std::size_t>(whole_groups(cells_) * size(i)));
      if (folded_ == 0) fold.start(states_[i], cells_);
    });
    if (folded_)
      parallel_for(cells_ * blocks, grain_of_work(block * code_.summary.work + 64),
                   [&](std::int64_t begin, std::int64_t end) { fold_items(begin, end); });
    for_each_fold([&](int i, const fold_code& fold) {
      if (blocks > 1)
        for (std::int64_t cell = 0; cell < cells_; ++cell) {
          char* const first = states_[i] + cell * blocks * fold.state;
          join_pairwise(fold, first, blocks, 1);
          std::memmove(states_[i] + cell * fold.state, first, static_cast<std::size_t>(fold.state));
        }
      put_results(i, fold, 0, states_[i], cells_);
    });
  }

  // Items are blocks of cells. Where memory has no gaps, places only move from one to the next, and short cells are
  // worked on together.
  void fold_items(std::int64_t begin, std::int64_t end) const {
    const blocks_of_cells cut = rows_cut();
    const std::int64_t blocks = cut.blocks, block = cut.block, most = cut.together;
    frame f(context_, number_, stage::full, order_, whole_groups(block), whole_groups(block), nullptr, most);
    const auto fold_here = [&](std::int64_t item, std::int64_t at, std::int64_t count, std::int64_t rows) {
      f.first_row = item / blocks;
      f.run(code_.full[0], 0, count, rows);
      for_each_fold([&](int i, const fold_code& fold) {
        for (std::int64_t row = 0; row < rows; ++row)
          fold.fold(f.elements(program_[i].a, count, row), count, at, states_[i] + (item + row) * fold.state);
      });
    };
    f.seek(begin / blocks, 0);
    const bool is_seamless = f.is_seamless();
    if (is_seamless && blocks == 1) {
      while (begin < end) {
        const std::int64_t rows = f.rows_together(end - begin);
        f.seek_inner(0);
        f.prepare(folded_, 0, rows < most ? rows : most);
        for (std::int64_t row = 0; row < rows;) {
          const std::int64_t some = rows - row < most ? rows - row : most;
          fold_here(begin + row, 0, folded_, some);
          row += some;
          if (row < rows) f.step_rows(some, rows - row < most ? rows - row : most);
        }
        f.next_outer(rows);
        begin += rows;
      }
      return;
    }
    std::int64_t b = begin % blocks;
    for (std::int64_t item = begin; item < end; ++item) {
      const std::int64_t at = b * fold_block, count = folded_ - at < fold_block ? folded_ - at : fold_block;
      if (is_seamless && b > 0 && item > begin)
        f.step_piece(fold_block);
      else {
        f.seek_inner(at);
        f.prepare(count, 0);
      }
      fold_here(item, at, count, 1);
      if (++b < blocks) continue;
      b = 0;
      f.next_outer();
    }
  }

  // Strips of columns: rows are joined into a strip of states, 64 at a time; those strips in pairs.
  void fold_columns() {
    const strips_of_columns cut = columns_cut();
    const std::int64_t width = cut.width, strips = cut.strips, parts = cut.parts, room = cut.room,
                       rows_of_piece = cut.rows_of_piece;
    for_each_fold([&](int i, const fold_code& fold) {
      states_[i] = memory_.take(static_cast<std::size_t>(outer_ * strips * parts * room * fold.state));
      results_[i] = memory_.take(static_cast<std::size_t>(whole_groups(cells_) * size(i)));
    });
    const std::int64_t rows_of_part = folded_ < rows_at_once ? folded_ : rows_at_once;
    parallel_for(
        outer_ * strips * parts, grain_of_work(rows_of_part * width * code_.summary.work + 64),
        [&](std::int64_t begin, std::int64_t end) {
          frame f(context_, number_, stage::full, order_, cut.piece, cut.piece);
          char** const tree = f.memory.take_array<char*>(k_.instructions);
          for_each_fold([&](int i, const fold_code& fold) {
            tree[i] = f.memory.take(static_cast<std::size_t>(levels * room * fold.state));
          });
          for (std::int64_t item = begin; item < end; ++item) {
            const std::int64_t part = item % parts, strip = item / parts % strips, outer = item / parts / strips;
            const std::int64_t first = part * rows_at_once,
                               last = first + rows_at_once < folded_ ? first + rows_at_once : folded_;
            const std::int64_t from = strip * width, count = columns_ - from < width ? columns_ - from : width;
            f.seek(outer, first * columns_ + from);
            f.first_row = outer;
            std::int64_t done = 0;
            for (std::int64_t r = first; r < last || done == 0; r += fold_rows, ++done) {
              for_each_fold([&](int i, const fold_code& fold) { fold.start(tree[i], room); });
              const std::int64_t to = r + fold_rows < last ? r + fold_rows : last;
              for (std::int64_t here = r; here < to;) {
                const std::int64_t rows = to - here < rows_of_piece ? to - here : rows_of_piece;
                f.seek_inner(here * columns_ + from);
                f.prepare(rows * count, 0);
                f.run(code_.full[0], 0, rows * count);
                for_each_fold([&](int i, const fold_code& fold) {
                  const int of = program_[i].a;
                  const char* const x = f.elements(of, rows * count);
                  fold.columns(x, count * static_cast<std::int64_t>(size_of(program_[of].type)), rows, count, here,
                               tree[i]);
                });
                here += rows;
              }
              for_each_fold(
                  [&](int i, const fold_code& fold) {  // a counter in binary: full levels are joined and carried up
                    const std::int64_t bytes = room * fold.state;
                    int level = 1;
                    for (std::int64_t b = done; b & 1; b >>= 1, ++level) {
                      fold.join(tree[i] + level * bytes, tree[i], room);
                      std::memcpy(tree[i], tree[i] + level * bytes, static_cast<std::size_t>(bytes));
                    }
                    std::memcpy(tree[i] + level * bytes, tree[i], static_cast<std::size_t>(bytes));
                  });
            }
            for_each_fold([&](int i, const fold_code& fold) {
              const std::int64_t bytes = room * fold.state;
              char* const total = states_[i] + item * bytes;
              bool is_first = true;
              for (int level = 1; level <= 4; ++level) {
                if (!(done >> (level - 1) & 1)) continue;
                char* const some = tree[i] + level * bytes;
                if (!is_first) fold.join(some, total, room);
                std::memcpy(total, some, static_cast<std::size_t>(bytes));
                is_first = false;
              }
            });
          }
        });
    for_each_fold([&](int i, const fold_code& fold) {
      for (std::int64_t s = 0; s < outer_ * strips; ++s) {
        char* const first = states_[i] + s * parts * room * fold.state;
        join_pairwise(fold, first, parts, room);
        const std::int64_t from = s % strips * width, count = columns_ - from < width ? columns_ - from : width;
        put_results(i, fold, s / strips * columns_ + from, first, count);
      }
    });
  }

  void put_results(int i, const fold_code& fold, std::int64_t cell, const char* states, std::int64_t count) const {
    char* const to = results_[i] + cell * size(i);
    if (fold.finish)
      fold.finish(states, count, to);
    else
      std::memcpy(to, states, static_cast<std::size_t>(count * size(i)));
  }
  void deliver() const {
    for_each_fold([&](int i, const fold_code&) {
      if (program_[i].out < 0) return;
      char* const to = target_of(context_, context_.plan->outputs[k_.first_output + program_[i].out]);
      std::memcpy(to, results_[i], static_cast<std::size_t>(cells_ * size(i)));
    });
  }
  void narrow_work() const {
    constexpr std::int64_t most = narrow_piece;
    parallel_for((cells_ + chunk_size - 1) / chunk_size, 16, [&](std::int64_t begin, std::int64_t end) {
      frame f(context_, number_, stage::narrow, narrow_, most, most);
      begin *= chunk_size;
      end = end * chunk_size < cells_ ? end * chunk_size : cells_;
      f.seek(0, begin);
      while (begin < end) {
        const std::int64_t piece = end - begin < most ? end - begin : most;
        for_each_fold([&](int i, const fold_code&) {
          f.values[i] = {results_[i] + begin * size(i), group_size * size(i), 0};
        });
        for (int level = 0; level < code_.summary.levels; ++level) {
          f.prepare(piece, level);
          f.run(code_.narrow[level], level, piece);
        }
        f.advance(piece);
        begin += piece;
      }
    });
  }

  const run_context& context_;
  const int number_;
  const kernel& k_;
  const kernel_code& code_;
  const instruction* program_;
  visit order_, narrow_;
  std::int64_t outer_ = 1, folded_ = 1, columns_ = 1, cells_ = 0;
  bool is_columns_ = false;
  arena memory_;
  char **states_ = nullptr, **results_ = nullptr;
};

}  // namespace detail

SINTER_RUNTIME scratch_bytes room_of_reduce(const run_context& context, int number) {
  return detail::reduction_runner(context, number).room();
}
SINTER_RUNTIME void run_reduce(const run_context& context, int number) { detail::reduction_runner(context, number).run(); }

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

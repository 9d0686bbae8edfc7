// SPDX-License-Identifier: MIT
// Maps: one linear range of the space for each thread, in pieces.
#pragma once
#include "flat.hpp"
#include "threads.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t chunk_size = 4096;  // where ranges of threads begin
inline constexpr std::int64_t cheap_operations = std::int64_t{1}
                                                 << 17;  // of one thread: less would not pay for waking it

// How many things of `work` cheap operations a thread gets at least.
inline std::int64_t grain_of_work(std::int64_t work) {
  return work >= cheap_operations ? 1 : cheap_operations / (work > 0 ? work : 1);
}

// All axes in order, as inner ones.
inline visit visit_in_order(int rank) {
  visit order;
  for (int i = 0; i < rank; ++i) order.push(i, 1);
  return order;
}

inline void run_map_range(frame& f, std::int64_t begin, std::int64_t end) {
  f.seek(0, begin);
  while (begin < end) {
    const std::int64_t piece = f.next_piece(end - begin);
    f.prepare(piece, 0);
    f.run(f.code.full[0], 0, piece);
    f.advance(piece);
    begin += piece;
  }
}

// Whether some input runs along another axis than the last, so that rows are better worked on in blocks.
inline bool is_turned(const run_context& context, const kernel& k, const shape& extents, int last) {
  if (k.is_flat || last < 0 || extents[last] < group_size) return false;
  for (int i = 0; i < k.reads; ++i) {
    const read& r = context.plan->reads[k.first_read + i];
    if (r.what != read_kind::buffer) continue;
    const strides by = strides_of(context, r);
    if (by.of[last] == 0 || by.of[last] == 1) continue;
    for (int d = 0; d < last; ++d)
      if (by.of[d] == 1 && extents[d] > 1) return true;
  }
  return false;
}
// A map in blocks of up to 32 rows of its last axis.
inline constexpr std::int64_t piece_of_block = 128;
inline void run_map_in_blocks(const run_context& context, int number, const shape& extents, int last) {
  constexpr std::int64_t piece = piece_of_block;
  visit order;
  std::int64_t rows = 1;
  for (int i = 0; i < last; ++i) {
    order.push_outer(i);
    rows *= extents[i];
  }
  order.push(last, 1);
  const std::int64_t count = extents[last], work = count * (context.codes[number].summary.work + 4);
  const std::int64_t blocks = (rows + group_size - 1) / group_size;
  parallel_for(blocks, grain_of_work(work * group_size), [&](std::int64_t begin, std::int64_t end) {
    frame f(context, number, stage::full, order, piece, 0, nullptr, group_size);
    begin *= group_size;
    end = end * group_size < rows ? end * group_size : rows;
    f.seek(begin, 0);
    while (begin < end) {
      const std::int64_t some = f.rows_together(end - begin < group_size ? end - begin : group_size);
      for (std::int64_t at = 0; at < count; at += piece) {
        const std::int64_t now = count - at < piece ? count - at : piece;
        f.seek_inner(at);
        f.prepare(now, 0, some);
        f.run(f.code.full[0], 0, now, some);
      }
      f.next_outer(some);
      begin += some;
    }
  });
}

SINTER_RUNTIME scratch_bytes room_of_map(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  if (is_short_way(k, context.codes[number])) return {};
  const shape extents = extents_now(context, k.space);
  const bool in_blocks = is_turned(context, k, extents, innermost_axis(extents));
  return {0, arena::beyond_stack(in_blocks ? frame::room(context, number, stage::full, piece_of_block, 0, group_size)
                                           : frame::room(context, number, stage::full, frame::any_piece, 0))};
}

SINTER_RUNTIME void run_map(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const shape extents = extents_now(context, k.space);
  const std::int64_t count = elements_of(extents);
  if (count == 0) return;
  const int last = innermost_axis(extents);
  if (!context.nans && is_turned(context, k, extents, last)) return run_map_in_blocks(context, number, extents, last);
  const bool is_short = is_short_way(k, context.codes[number]);
  const auto part = [&](std::int64_t begin, std::int64_t end) {
    if (is_short) return run_flat(context, number, begin, end);
    frame f(context, number, stage::full, visit_in_order(extents.rank), frame::any_piece, 0);
    run_map_range(f, begin, end);
  };
  const std::int64_t work = context.codes[number].summary.work;
  if (count < chunk_size || (count < cheap_operations && count * work <= cheap_operations)) return part(0, count);
  const std::int64_t grain = grain_of_work(work);
  parallel_for((count + chunk_size - 1) / chunk_size, (grain + chunk_size - 1) / chunk_size,
               [&](std::int64_t begin, std::int64_t end) {
                 part(begin * chunk_size, end * chunk_size < count ? end * chunk_size : count);
               });
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

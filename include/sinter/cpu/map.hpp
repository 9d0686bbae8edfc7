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

inline void run_map(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const shape extents = extents_now(context, k.space);
  const std::int64_t count = elements_of(extents);
  if (count == 0) return;
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

// SPDX-License-Identifier: MIT
// Dense contraction on the CPU: strided, batched matrix products. Chooses among oneDNN, the small routes and the
// blocked kernel by type, extents and strides alone, so results are bit-for-bit the same for any number of threads.
#pragma once

#include <cstdint>
#include <type_traits>

#include "contraction/blocked.hpp"
#include "contraction/dnnl.hpp"
#include "contraction/product.hpp"
#include "contraction/small.hpp"
#include "threads.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

// A batch that shares B and lies densely in A and C is one taller product.
constexpr bool is_tall(const matrix_product& p) {
  return p.batch > 1 && p.b_batch == 0 && p.a_batch == p.m * p.a_row && p.c_batch == p.m * p.c_row;
}

template <class T>
void multiply_flat(const matrix_product& p, const T* a, const T* b, T* c, const epilogue& then) {
  if (const small_route route = choose_small<T>(p); route != small_route::none)
    return multiply_small(p, route, a, b, c, then);
  if constexpr (std::is_same_v<T, float>) {
    if (suits_dnnl<T>(p)) return multiply_dnnl(p, a, b, c, then);
  }
  // Many members: one thread each. Few: all threads on each.
  const bool many = p.batch >= 2 * thread_count() || (p.batch > 1 && work(p) < 4 * grain_of(1));
  parallel_for(p.batch, many ? grain_of(work(p)) : p.batch, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t member = begin; member < end; ++member)
      multiply_blocked(p, member, a + member * p.a_batch, b + member * p.b_batch, c + member * p.c_batch, then);
  });
}

// What a product takes, whichever way it goes: B packed once, or by each thread for members or tiles of its own.
template <class T> scratch_bytes room_of_product(const matrix_product& p) {
  using C = accumulator<T>;
  if (p.k <= 0) return {};
  const packed_piece piece = packed_at_once<C>(p);
  const std::size_t packed =
      lines_of<C>(std::max(piece.deep * piece.broad, fits(p.k, p.n, near<C>) ? p.k * round_up(p.n, lanes<C>) : 0));
  const bool is_shared = p.batch == 1 && !suits_dnnl<T>(p);
  return {is_shared ? packed : 0, lines_of<C>(packed_rows<C>) + packed};
}

}  // namespace dense

// C = A B, then then(member, first_row, last_row) on panels that are finished and still in cache: from any thread,
// each row of each member exactly once. It may overwrite its rows of C; it must not start another product.
template <class T>
void multiply_panels(const matrix_product& p, const T* a, const T* b, T* c, const dense::epilogue& then) {
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>,
                "multiply: T must be a number; cast bool to uint8_t first");
  if (p.batch <= 0 || p.m <= 0 || p.n <= 0) return;
  if (p.k <= 0) {
    for (std::int64_t member = 0; member < p.batch; ++member) {
      for (std::int64_t i = 0; i < p.m; ++i)
        for (std::int64_t j = 0; j < p.n; ++j) c[member * p.c_batch + i * p.c_row + j] = T(0);
      then(member, 0, p.m);
    }
    return;
  }
  if (!dense::is_tall(p)) return dense::multiply_flat(p, a, b, c, then);
  matrix_product tall = p;
  tall.m = p.batch * p.m;
  tall.batch = 1;
  if (then.is_nothing()) return dense::multiply_flat(tall, a, b, c, then);
  const auto split = [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    dense::for_each_member(begin, end, p.m, then);
  };
  dense::multiply_flat(tall, a, b, c, split);
}

// C = A B.
template <class T> void multiply(const matrix_product& p, const T* a, const T* b, T* c) {
  multiply_panels(p, a, b, c, {});
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Products that would lose by packing: small ones, tall ones with a small B, and vectors times matrices. They read A
// and B where they lie; bits do not depend on how rows or columns are shared out.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../threads.hpp"
#include "micro.hpp"
#include "pack.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

inline constexpr int small_rows = has_many_registers ? 8 : 4;

// One column of tiles: Vectors vectors of B, all rows.
template <int Vectors, bool Partial, class C>
void small_columns(std::int64_t m, std::int64_t k, const C* a, std::int64_t a_row, std::int64_t a_column, const C* b,
                   std::int64_t b_row, int last, C* c, std::int64_t c_row, bool add) {
  std::int64_t i = 0;
  for (; i + small_rows <= m; i += small_rows)
    tile<small_rows, Vectors, Partial>(k, a + i * a_row, a_row, a_column, b, b_row, last, c + i * c_row, c_row, add);
  if constexpr (small_rows > 4) {
    if (i + 4 <= m) {
      tile<4, Vectors, Partial>(k, a + i * a_row, a_row, a_column, b, b_row, last, c + i * c_row, c_row, add);
      i += 4;
    }
  }
  if (i + 2 <= m) {
    tile<2, Vectors, Partial>(k, a + i * a_row, a_row, a_column, b, b_row, last, c + i * c_row, c_row, add);
    i += 2;
  }
  if (i < m) tile<1, Vectors, Partial>(k, a + i * a_row, a_row, a_column, b, b_row, last, c + i * c_row, c_row, add);
}

// B has unit column stride. The depth is cut into pieces of `piece`: short ones stream a B too large for the caches row
// by row.
template <class C>
void small_product(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t piece, const C* a, std::int64_t a_row,
                   std::int64_t a_column, const C* b, std::int64_t b_row, C* c, std::int64_t c_row) {
  constexpr int width = lanes<C>;
  for (std::int64_t start = 0; start < k; start += piece, a += piece * a_column, b += piece * b_row) {
    const std::int64_t depth = std::min(piece, k - start);
    const bool add = start > 0;
    std::int64_t j = 0;
    if (m == 1)  // more sums at a time, to hide their latency
      for (; j + 8 * width <= n; j += 8 * width)
        tile<1, 8, false>(depth, a, 0, a_column, b + j, b_row, 0, c + j, 0, add);
    if (m == 1 && j + 4 * width <= n) {
      tile<1, 4, false>(depth, a, 0, a_column, b + j, b_row, 0, c + j, 0, add);
      j += 4 * width;
    }
    for (; j + 2 * width <= n; j += 2 * width)
      small_columns<2, false>(m, depth, a, a_row, a_column, b + j, b_row, 0, c + j, c_row, add);
    const int last = static_cast<int>(n - j);
    if (last > width)
      small_columns<2, true>(m, depth, a, a_row, a_column, b + j, b_row, last - width, c + j, c_row, add);
    else if (last > 0)
      small_columns<1, true>(m, depth, a, a_row, a_column, b + j, b_row, last, c + j, c_row, add);
  }
}

// Dot products of I rows of x with J rows of y, all of unit stride along k; two sums each, folded at the end. Every
// product adds up in the same order, whatever I and J.
template <int I, int J, class C>
void dots(std::int64_t k, const C* x, std::int64_t x_row, const C* y, std::int64_t y_row, C* out, std::int64_t out_row,
          std::int64_t out_column) {
  using batch = xsimd::batch<C>;
  constexpr int width = lanes<C>;
  batch even[I][J], odd[I][J];
#pragma GCC unroll 16
  for (int i = 0; i < I; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) even[i][j] = odd[i][j] = batch(C(0));
  }
  std::int64_t p = 0;
  for (; p + 2 * width <= k; p += 2 * width) {
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) {
      const batch first = batch::load_unaligned(y + j * y_row + p),
                  second = batch::load_unaligned(y + j * y_row + p + width);
#pragma GCC unroll 16
      for (int i = 0; i < I; ++i) {
        even[i][j] = multiply_add(batch::load_unaligned(x + i * x_row + p), first, even[i][j]);
        odd[i][j] = multiply_add(batch::load_unaligned(x + i * x_row + p + width), second, odd[i][j]);
      }
    }
  }
  for (; p < k; p += width) {
    const int rest = static_cast<int>(std::min<std::int64_t>(width, k - p));
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) {
#pragma GCC unroll 16
      for (int i = 0; i < I; ++i)
        even[i][j] = multiply_add(load_part(x + i * x_row + p, rest), load_part(y + j * y_row + p, rest), even[i][j]);
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < I; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) {
      alignas(64) C parts[static_cast<unsigned>(width)];
      (even[i][j] + odd[i][j]).store_aligned(parts);
      for (int half = width / 2; half > 0; half /= 2)
        for (int l = 0; l < half; ++l) parts[l] = static_cast<C>(parts[l] + parts[l + half]);
      out[i * out_row + j * out_column] = parts[0];
    }
  }
}

// All dot products of the m rows of x with the n rows of y; y may be large, it passes through the caches once.
template <class C>
void rows_times_rows(std::int64_t m, std::int64_t n, std::int64_t k, const C* x, std::int64_t x_row, const C* y,
                     std::int64_t y_row, C* out, std::int64_t out_row, std::int64_t out_column) {
  constexpr int together = has_many_registers ? 4 : 2;
  std::int64_t j = 0;
  for (; j + together <= n; j += together) {
    const C* rows = y + j * y_row;
    C* to = out + j * out_column;
    std::int64_t i = 0;
    for (; i + 2 <= m; i += 2)
      dots<2, together>(k, x + i * x_row, x_row, rows, y_row, to + i * out_row, out_row, out_column);
    if (i < m) dots<1, together>(k, x + i * x_row, x_row, rows, y_row, to + i * out_row, out_row, out_column);
  }
  for (; j < n; ++j)
    for (std::int64_t i = 0; i < m; ++i)
      dots<1, 1>(k, x + i * x_row, x_row, y + j * y_row, y_row, out + i * out_row + j * out_column, out_row,
                 out_column);
}

// Which way a product goes; chosen by extents and strides alone. `flat` has few rows, `sums` is a transposed matrix
// times a vector, `dots` and `flat_dots` take inner products along k.
enum class small_route { none, direct, flat, sums, dots, flat_dots };

// How many elements of B stay close while the rows of A pass by: in L1, and in L2.
template <class T> inline constexpr std::int64_t near = (std::int64_t{1} << 15) / static_cast<std::int64_t>(sizeof(T));
template <class T> inline constexpr std::int64_t close = (std::int64_t{1} << 19) / static_cast<std::int64_t>(sizeof(T));

constexpr bool fits(std::int64_t rows, std::int64_t columns, std::int64_t most) {
  return rows <= most && columns <= most && rows * columns <= most;
}

template <class T> small_route choose_small(const matrix_product& p) {
  if constexpr (sizeof(T) != sizeof(accumulator<T>))
    return small_route::none;
  else {
    const bool is_near = fits(p.k, p.n, near<T>), plain = p.b_column == 1;
    if (p.n == 1 && p.m > 1) {
      if (p.a_column == 1 && p.b_row == 1) return small_route::dots;
      if (p.a_row == 1 && p.c_row == 1) return small_route::sums;
    }
    if (plain && !is_near && p.m <= 2 * small_rows) return small_route::flat;
    if (p.b_row == 1 && p.a_column == 1 && (p.m <= 2 || (p.m <= small_rows && !is_near))) return small_route::flat_dots;
    if (is_near || (plain && (fits(p.k, p.n, close<T>) || p.n <= tile_columns<T>))) return small_route::direct;
    return small_route::none;
  }
}

// All members of the batch; the route is not none.
template <class T>
void multiply_small(const matrix_product& p, small_route route, const T* a_data, const T* b_data, T* c_data,
                    const epilogue& then) {
  using C = accumulator<T>;
  if constexpr (sizeof(T) == sizeof(C)) {
    const auto a = reinterpret_cast<const C*>(a_data), b = reinterpret_cast<const C*>(b_data);
    const auto c = reinterpret_cast<C*>(c_data);
    const std::int64_t total = work(p), padded = round_up(p.n, lanes<C>);
    // One member, rows [first, last), columns [left, right).
    const auto part = [&p, a, b, c, route, padded](std::int64_t member, std::int64_t first, std::int64_t last,
                                                   std::int64_t left, std::int64_t right) {
      constexpr std::int64_t hot = 512;
      const std::int64_t streamed = p.m <= 4 || p.n == 1 ? 8 : 16;
      const C* x = a + member * p.a_batch + first * p.a_row;
      const C* y = b + member * p.b_batch + left * p.b_column;
      C* z = c + member * p.c_batch + first * p.c_row + left;
      const std::int64_t rows = last - first, columns = right - left;
      if (route == small_route::dots) {
        rows_times_rows(1, rows, p.k, y, 0, x, p.a_row, z, 0, p.c_row);
      } else if (route == small_route::sums) {
        small_product(1, rows, p.k, streamed, y, 0, p.b_row, x, p.a_column, z, 0);
      } else if (route == small_route::flat_dots) {
        rows_times_rows(rows, columns, p.k, x, p.a_row, y, p.b_column, z, p.c_row, 1);
      } else if (route == small_route::flat) {
        small_product(rows, columns, p.k, streamed, x, p.a_row, p.a_column, y, p.b_row, z, p.c_row);
      } else if (p.b_column == 1) {
        small_product(rows, columns, p.k, hot, x, p.a_row, p.a_column, y, p.b_row, z, p.c_row);
      } else {
        const scratch<scratch_use::b, C> memory(p.k * padded);
        C* const copy = memory.data();
        for (std::int64_t j = 0; j < p.n; ++j)
          for (std::int64_t q = 0; q < p.k; ++q) copy[q * padded + j] = y[q * p.b_row + j * p.b_column];
        small_product(rows, columns, p.k, hot, x, p.a_row, p.a_column, copy, padded, z, p.c_row);
      }
    };
    if (p.batch == 1 && total < grain_of(1)) {
      part(0, 0, p.m, 0, p.n);
      then(0, 0, p.m);
    } else if (p.batch == 1 && (route == small_route::flat || route == small_route::flat_dots)) {
      constexpr std::int64_t strip = 16 * lanes<C>;  // the threads share out columns
      parallel_for(divide_up(p.n, strip), grain_of(p.m * strip * p.k), [&](std::int64_t begin, std::int64_t end) {
        part(0, 0, p.m, begin * strip, std::min(p.n, end * strip));
      });
      then(0, 0, p.m);
    } else {
      const std::int64_t unit = route == small_route::sums ? 16 * lanes<C> : std::int64_t{small_rows},
                         units = divide_up(p.m, unit);
      const std::int64_t step = divide_up(512, unit);
      parallel_for(p.batch * units, grain_of(total / units), [&](std::int64_t begin, std::int64_t end) {
        for_each_member(begin, end, units, [&](std::int64_t member, std::int64_t first, std::int64_t last) {
          for (std::int64_t at = first; at < last; at += step) {
            const std::int64_t row = at * unit, stop = std::min(p.m, std::min(last, at + step) * unit);
            part(member, row, stop, 0, p.n);
            then(member, row, stop);
          }
        });
      });
    }
  }
}

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

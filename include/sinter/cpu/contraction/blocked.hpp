// SPDX-License-Identifier: MIT
// The packed, blocked product for operands of any stride: B is packed once and shared by all threads, A piece by piece
// by the thread that uses it. The depth is cut at fixed places, so bits depend neither on threads nor on panels.
// Sources: as in micro.hpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../threads.hpp"
#include "micro.hpp"
#include "pack.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

template <class C> struct blocking {
  static constexpr std::int64_t depth = 2048 / static_cast<std::int64_t>(sizeof(C));  // a strip of B streams from L2
  static constexpr std::int64_t row_tiles = 126 / tile_rows<C>;                       // a block of A in a quarter of L2
  static constexpr std::int64_t elements = std::int64_t{1} << 21;                     // of B, packed at a time
};

// How much of B is packed at once: steps of the depth, a fixed cut, and columns.
struct packed_piece {
  std::int64_t deep, broad;
};
template <class C> constexpr packed_piece packed_at_once(const matrix_product& p) {
  constexpr std::int64_t width = tile_columns<C>;
  const std::int64_t deep = std::min(p.k, 4 * blocking<C>::depth);
  return {deep, std::min(round_up(p.n, width), blocking<C>::elements / deep / width * width)};
}
template <class C> inline constexpr std::int64_t packed_rows = blocking<C>::row_tiles* tile_rows<C>* blocking<C>::depth;

// One packed block of A (rows x depth) times packed B (depth x columns) into C.
template <class T, class C>
void block(std::int64_t rows, std::int64_t columns, std::int64_t depth, const C* a, const C* b, T* c,
           std::int64_t c_row, bool add) {
  constexpr int width = tile_columns<C>, height = tile_rows<C>;
  for (std::int64_t j = 0; j < columns; j += width) {
    const C* strip = b + j * depth;
    for (std::int64_t i = 0; i < rows; i += height) {
      T* to = c + i * c_row + j;
      if constexpr (sizeof(T) == sizeof(C)) {
        if (i + height <= rows && j + width <= columns) {
          packed_tile(depth, a + i * depth, strip, reinterpret_cast<C*>(to), c_row, add);
          continue;
        }
      }
      alignas(64) C edge[static_cast<unsigned>(height * width)];
      packed_tile(depth, a + i * depth, strip, edge, width, false);
      for (std::int64_t y = 0; y < std::min<std::int64_t>(height, rows - i); ++y)
        for (std::int64_t x = 0; x < std::min<std::int64_t>(width, columns - j); ++x) {
          const C sum = edge[y * width + x];
          T& out = to[y * c_row + x];
          out = static_cast<T>(add ? static_cast<C>(static_cast<C>(out) + sum) : sum);
        }
    }
  }
}

// One member of the batch, with its own operands.
template <class T>
void multiply_blocked(const matrix_product& p, std::int64_t member, const T* a, const T* b, T* c, const epilogue& then) {
  using C = accumulator<T>;
  using sizes = blocking<C>;
  constexpr std::int64_t width = tile_columns<C>, height = tile_rows<C>;
  const packed_piece at_once = packed_at_once<C>(p);
  const std::int64_t deep = at_once.deep, broad = at_once.broad;
  const scratch<scratch_use::b, C> memory(deep * broad);
  C* const packed = memory.data();
  const std::int64_t tiles = divide_up(p.m, height);

  for (std::int64_t column = 0; column < p.n; column += broad) {
    const std::int64_t columns = std::min(broad, p.n - column), strips = divide_up(columns, width);
    for (std::int64_t start = 0; start < p.k; start += deep) {
      const std::int64_t depth = std::min(deep, p.k - start);
      const bool final = column + columns == p.n && start + depth == p.k;
      // packed[block of depth][strip][p][lane]
      parallel_for(strips, grain_of(depth * width * 16), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t q = 0; q < depth; q += sizes::depth) {
          const std::int64_t steps = std::min(sizes::depth, depth - q);
          pack<static_cast<int>(width)>(std::min(columns, end * width) - begin * width, steps,
                                        b + (start + q) * p.b_row + (column + begin * width) * p.b_column, p.b_column,
                                        p.b_row, packed + q * strips * width + begin * width * steps);
        }
      });
      // With few rows the threads share out columns as well.
      const std::int64_t threads = serial() ? 1 : thread_count();
      const std::int64_t groups =
          threads == 1 || tiles >= 4 * threads ? 1 : std::min(strips, divide_up(4 * threads, tiles));
      const std::int64_t share = divide_up(strips, groups);
      parallel_for(tiles * groups, grain_of(height * width * share * depth), [&](std::int64_t begin, std::int64_t end) {
        const scratch<scratch_use::a, C> memory_of_rows(packed_rows<C>);
        C* const piece = memory_of_rows.data();
        for_each_member(begin, end, tiles, [&](std::int64_t group, std::int64_t first, std::int64_t last) {
          const std::int64_t left = group * share, right = std::min(strips, left + share);
          if (left >= right) return;
          const std::int64_t pieces = divide_up(last - first, sizes::row_tiles), tiles_each = divide_up(last - first, pieces);
          for (std::int64_t t = first; t < last; t += tiles_each) {
            const std::int64_t row = t * height, rows = std::min(p.m, std::min(last, t + tiles_each) * height) - row;
            for (std::int64_t q = 0; q < depth; q += sizes::depth) {
              const std::int64_t steps = std::min(sizes::depth, depth - q);
              pack<tile_rows<C>>(rows, steps, a + row * p.a_row + (start + q) * p.a_column, p.a_row, p.a_column, piece);
              block(rows, std::min(columns, right * width) - left * width, steps, piece,
                    packed + q * strips * width + left * width * steps, c + row * p.c_row + column + left * width,
                    p.c_row, start + q > 0);
            }
            if (final && groups == 1) then(member, row, row + rows);
          }
        });
      });
      if (final && groups > 1 && !then.is_nothing())
        parallel_for(p.m, std::max<std::int64_t>(1, 16384 / p.n),
                     [&](std::int64_t begin, std::int64_t end) { then(member, begin, end); });
    }
  }
}

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Large f32 products through oneDNN, where the build has it. Its answer may depend on how many threads it uses and
// where a product is cut, so it is only ever asked for single-threaded tiles whose edges follow from the extents alone.
// Source: oneDNN developer guide, dnnl_sgemm (row-major BLAS interface; measured as fast as the matmul primitive).
#pragma once

#include "../config.hpp"

#include "product.hpp"

#if SINTER_HAS_DNNL && defined(_OPENMP)
#include <algorithm>
#include <cstdint>

#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#include "../threads.hpp"
#include "blocked.hpp"
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

#if SINTER_HAS_DNNL && defined(_OPENMP)

// Outside a parallel region oneDNN would start its own threads.
class one_thread {
 public:
  one_thread() : outside_(omp_in_parallel() == 0), before_(outside_ ? omp_get_max_threads() : 1) {
    if (outside_) omp_set_num_threads(1);
  }
  one_thread(const one_thread&) = delete;
  one_thread& operator=(const one_thread&) = delete;
  ~one_thread() {
    if (outside_) omp_set_num_threads(before_);
  }

 private:
  bool outside_;
  int before_;
};

// A matrix as BLAS wants it: one unit stride, the other at least the extent it skips.
constexpr bool is_dense(std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column) {
  return (column == 1 && row >= columns) || (row == 1 && column >= rows);
}

template <class T> bool suits_dnnl(const matrix_product& p) {
  if constexpr (!std::is_same_v<T, float>)
    return false;
  else
    return p.m >= 16 && p.n >= 16 && p.k >= 16 && work(p) >= (std::int64_t{1} << 18) && p.c_row >= p.n &&
           is_dense(p.m, p.k, p.a_row, p.a_column) && is_dense(p.k, p.n, p.b_row, p.b_column) && !forked();
}

// The edges of tiles: equal shares of about 512 rows, less where that would leave too few tiles.
struct tiling {
  std::int64_t rows, columns, row_count, column_count;
};
constexpr tiling tile_for_dnnl(const matrix_product& p, bool whole_rows) {
  const auto share = [](std::int64_t extent, std::int64_t edge) {
    return round_up(divide_up(extent, divide_up(extent, edge)), 16);
  };
  std::int64_t edge = 512;
  while (edge > 128 && divide_up(p.m, edge) * divide_up(p.n, edge) * p.batch < 4) edge /= 2;
  const std::int64_t rows = share(p.m, edge), columns = whole_rows ? p.n : share(p.n, edge);
  return {rows, columns, divide_up(p.m, rows), divide_up(p.n, columns)};
}

inline void multiply_dnnl(const matrix_product& p, const float* a, const float* b, float* c, const epilogue& then) {
  const tiling t = tile_for_dnnl(p, !then.is_nothing());
  const bool a_plain = p.a_column == 1 && p.a_row >= p.k, b_plain = p.b_column == 1 && p.b_row >= p.n;
  const std::int64_t each = t.row_count * t.column_count;
  parallel_for(p.batch * each, grain_of(work(p) / each), [&](std::int64_t begin, std::int64_t end) {
    const one_thread alone;
    for (std::int64_t index = begin; index < end; ++index) {
      const std::int64_t member = index / each, row = index % each / t.column_count * t.rows;
      const std::int64_t column = index % t.column_count * t.columns;
      const std::int64_t rows = std::min(t.rows, p.m - row), columns = std::min(t.columns, p.n - column);
      const float* x = a + member * p.a_batch + row * p.a_row;
      const float* y = b + member * p.b_batch + column * p.b_column;
      float* z = c + member * p.c_batch + row * p.c_row + column;
      const dnnl_status_t status =
          dnnl_sgemm(a_plain ? 'N' : 'T', b_plain ? 'N' : 'T', rows, columns, p.k, 1.0f, x,
                     a_plain ? p.a_row : p.a_column, y, b_plain ? p.b_row : p.b_column, 0.0f, z, p.c_row);
      if (status != dnnl_success) {  // out of memory: the own kernel needs less
        matrix_product part = p;
        part.m = rows, part.n = columns;
        multiply_blocked(part, 0, x, y, z, {});
      }
      then(member, row, row + rows);
    }
  });
}

#else

template <class T> constexpr bool suits_dnnl(const matrix_product&) { return false; }
template <class T> void multiply_dnnl(const matrix_product&, const T*, const T*, T*, const epilogue&) {}

#endif

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

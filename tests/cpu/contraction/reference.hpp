// SPDX-License-Identifier: MIT
// The plain product the tests compare with: f64 for floating types, exact and wrapped for integers; operands as small
// as their strides allow, so that a sanitizer sees every stray read; sentinels between the rows of C.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <sinter/cpu/contraction.hpp>

namespace contraction_test {

using sinter::core::matrix_product;
using std::int64_t;

inline std::size_t index(int64_t i) { return static_cast<std::size_t>(i); }

// Elements an operand needs: one past the last it is read at.
inline int64_t span_of(int64_t batch, int64_t rows, int64_t columns, int64_t by_batch, int64_t by_row,
                       int64_t by_column) {
  if (batch == 0 || rows == 0 || columns == 0) return 0;
  return (batch - 1) * by_batch + (rows - 1) * by_row + (columns - 1) * by_column + 1;
}

template <class T> std::vector<T> numbers(int64_t count, std::uint64_t state) {
  std::vector<T> out(index(count));
  for (T& x : out) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if constexpr (std::is_floating_point_v<T>)
      x = static_cast<T>(static_cast<double>(state >> 40) / 8388608.0 - 1.0);
    else
      x = static_cast<T>(state >> 16);
  }
  return out;
}

template <class T> struct operands { std::vector<T> a, b, c; };

template <class T> operands<T> operands_for(const matrix_product& p, std::uint64_t seed = 1) {
  return {numbers<T>(span_of(p.batch, p.m, p.k, p.a_batch, p.a_row, p.a_column), seed),
          numbers<T>(span_of(p.batch, p.k, p.n, p.b_batch, p.b_row, p.b_column), seed + 77),
          std::vector<T>(index(span_of(p.batch, p.m, p.n, p.c_batch, p.c_row, 1)), T(93))};
}

// The number of wrong elements, sentinels included.
template <class T> int64_t wrong(const matrix_product& p, const operands<T>& o) {
  int64_t count = 0;
  std::vector<bool> written(o.c.size(), false);
  for (int64_t s = 0; s < p.batch; ++s)
    for (int64_t i = 0; i < p.m; ++i)
      for (int64_t j = 0; j < p.n; ++j) {
        const std::size_t at = index(s * p.c_batch + i * p.c_row + j);
        written[at] = true;
        double sum = 0, size = 0;
        std::uint64_t exact = 0;
        for (int64_t q = 0; q < p.k; ++q) {
          const T x = o.a[index(s * p.a_batch + i * p.a_row + q * p.a_column)];
          const T y = o.b[index(s * p.b_batch + q * p.b_row + j * p.b_column)];
          if constexpr (std::is_floating_point_v<T>) {
            sum += static_cast<double>(x) * static_cast<double>(y);
            size += std::abs(static_cast<double>(x) * static_cast<double>(y));
          } else {
            exact += static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y);
          }
        }
        if constexpr (std::is_floating_point_v<T>) {
          const double unit = static_cast<double>(std::numeric_limits<T>::epsilon());
          count += !(std::abs(static_cast<double>(o.c[at]) - sum) <= static_cast<double>(p.k) * unit * size);
        } else {
          count += o.c[at] != static_cast<T>(exact);
        }
      }
  for (std::size_t i = 0; i < o.c.size(); ++i) count += !written[i] && o.c[i] != T(93);
  return count;
}

// Dense layouts: bit 0 transposes A, bit 1 transposes B; `gap` widens every row.
inline matrix_product dense(int64_t batch, int64_t m, int64_t n, int64_t k, int layout = 0, int64_t gap = 0) {
  matrix_product p{};
  p.batch = batch, p.m = m, p.n = n, p.k = k;
  const bool a_turned = layout & 1, b_turned = layout & 2;
  p.a_row = a_turned ? 1 : k + gap, p.a_column = a_turned ? m + gap : 1;
  p.a_batch = a_turned ? k * p.a_column : m * p.a_row;
  p.b_row = b_turned ? 1 : n + gap, p.b_column = b_turned ? k + gap : 1;
  p.b_batch = b_turned ? n * p.b_column : k * p.b_row;
  p.c_row = n + gap, p.c_batch = m * p.c_row;
  return p;
}

template <class T> int64_t wrong_after_multiply(const matrix_product& p) {
  operands<T> o = operands_for<T>(p);
  sinter::core::multiply(p, o.a.data(), o.b.data(), o.c.data());
  return wrong(p, o);
}

}  // namespace contraction_test

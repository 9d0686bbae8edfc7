// SPDX-License-Identifier: MIT
// The register tile of a matrix product: a few rows times a few vectors of columns, kept in registers along the whole
// depth. Sources: K. Goto, R. van de Geijn, "Anatomy of high-performance matrix multiplication", TOMS 34(3), 2008; F.
// Van Zee, R. van de Geijn, "BLIS: a framework for rapidly instantiating BLAS functionality", TOMS 41(3), 2015.
#pragma once

#include <cstdint>
#include <type_traits>

#include <xsimd/xsimd.hpp>

#include "product.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {
namespace dense {

template <class T> inline constexpr int lanes = static_cast<int>(xsimd::batch<T>::size);

// 32 vector registers hold 14 x 2 sums, two vectors of B and a broadcast element of A; 16 hold 6 x 2.
#if defined(__AVX512F__)
inline constexpr bool has_many_registers = true;
#else
inline constexpr bool has_many_registers = false;
#endif
template <class T>  // integers hold their products in registers of their own
inline constexpr int tile_rows = std::is_integral_v<T> ? (has_many_registers ? 8 : 4)
                                 : has_many_registers  ? 14
                                                       : 6;
inline constexpr int tile_vectors = 2;
template <class T> inline constexpr int tile_columns = tile_vectors* lanes<T>;

// x y + z, rounded once wherever the machine can: xsimd 8 leaves AVX-512 to the compiler's contraction, which differs
// by flags. Integers multiply through the compiler's vectors, because xsimd goes lane by lane where no instruction
// fits.
template <class T>
[[gnu::always_inline]] inline xsimd::batch<T> multiply_add(xsimd::batch<T> x, xsimd::batch<T> y, xsimd::batch<T> z) {
  using batch = xsimd::batch<T>;
  if constexpr (std::is_integral_v<T>) {
    typedef T vector __attribute__((vector_size(sizeof(batch))));
    using in = typename batch::register_type;
    return batch(reinterpret_cast<in>(reinterpret_cast<vector>(in(x)) * reinterpret_cast<vector>(in(y)) +
                                      reinterpret_cast<vector>(in(z))));
  } else {
#if defined(__AVX512F__)
    if constexpr (sizeof(batch) == 64 && sizeof(T) == 4)
      return batch(_mm512_fmadd_ps(x, y, z));
    else if constexpr (sizeof(batch) == 64)
      return batch(_mm512_fmadd_pd(x, y, z));
    else
#endif
      return xsimd::fma(x, y, z);
  }
}

#if defined(__AVX2__) && !defined(__AVX512F__)
// All bits set in the first `count` lanes of `Bytes` bytes each.
template <std::size_t Bytes> [[gnu::always_inline]] inline __m256i first_lanes(int count) {
  if constexpr (Bytes == 4)
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  else
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
#endif

// The first `count` lanes from memory, zeros beyond; touches no byte past them.
template <class T> [[gnu::always_inline]] inline xsimd::batch<T> load_part(const T* from, int count) {
#if defined(__AVX512F__)
  [[maybe_unused]] const unsigned mask = (1u << count) - 1u;
  if constexpr (std::is_same_v<T, float>)
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from);
  else if constexpr (std::is_same_v<T, double>)
    return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), from);
  else if constexpr (sizeof(T) == 4)
    return _mm512_maskz_loadu_epi32(static_cast<__mmask16>(mask), from);
  else
    return _mm512_maskz_loadu_epi64(static_cast<__mmask8>(mask), from);
#elif defined(__AVX2__)
  const __m256i mask = first_lanes<sizeof(T)>(count);
  if constexpr (std::is_same_v<T, float>)
    return _mm256_maskload_ps(from, mask);
  else if constexpr (std::is_same_v<T, double>)
    return _mm256_maskload_pd(from, mask);
  else if constexpr (sizeof(T) == 4)
    return _mm256_maskload_epi32(reinterpret_cast<const int*>(from), mask);
  else
    return _mm256_maskload_epi64(reinterpret_cast<const long long*>(from), mask);
#else
  alignas(64) T padded[static_cast<unsigned>(lanes<T>)] = {};
  for (int i = 0; i < count; ++i) padded[i] = from[i];
  return xsimd::batch<T>::load_aligned(padded);
#endif
}

template <class T> [[gnu::always_inline]] inline void store_part(T* to, int count, xsimd::batch<T> value) {
#if defined(__AVX512F__)
  [[maybe_unused]] const unsigned mask = (1u << count) - 1u;
  if constexpr (std::is_same_v<T, float>)
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>(mask), value);
  else if constexpr (std::is_same_v<T, double>)
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>(mask), value);
  else if constexpr (sizeof(T) == 4)
    _mm512_mask_storeu_epi32(to, static_cast<__mmask16>(mask), value);
  else
    _mm512_mask_storeu_epi64(to, static_cast<__mmask8>(mask), value);
#elif defined(__AVX2__)
  const __m256i mask = first_lanes<sizeof(T)>(count);
  if constexpr (std::is_same_v<T, float>)
    _mm256_maskstore_ps(to, mask, value);
  else if constexpr (std::is_same_v<T, double>)
    _mm256_maskstore_pd(to, mask, value);
  else if constexpr (sizeof(T) == 4)
    _mm256_maskstore_epi32(reinterpret_cast<int*>(to), mask, value);
  else
    _mm256_maskstore_epi64(reinterpret_cast<long long*>(to), mask, value);
#else
  alignas(64) T padded[static_cast<unsigned>(lanes<T>)];
  value.store_aligned(padded);
  for (int i = 0; i < count; ++i) to[i] = padded[i];
#endif
}

// c[i, :] (+)= sum_p a[i * a_row + p * a_step] b[p * b_step, :] for Rows x (Vectors * lanes). With Partial the last
// vector has `last` lanes, in B as in C. Every element adds its products in the order of p, whatever the tile: bits do
// not depend on the tiling.
template <int Rows, int Vectors, bool Partial, class T>
[[gnu::always_inline]] inline void tile(std::int64_t depth, const T* a, std::int64_t a_row, std::int64_t a_step,
                                        const T* b, std::int64_t b_step, int last, T* c, std::int64_t c_row, bool add) {
  using batch = xsimd::batch<T>;
  constexpr int width = lanes<T>;
  batch sum[Rows][Vectors];
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < Vectors; ++j) sum[i][j] = batch(T(0));
  }
  for (std::int64_t p = 0; p < depth; ++p) {
    batch column[Vectors];
#pragma GCC unroll 16
    for (int j = 0; j < Vectors; ++j) {
      if (Partial && j == Vectors - 1)
        column[j] = load_part(b + j * width, last);
      else
        column[j] = batch::load_unaligned(b + j * width);
    }
#pragma GCC unroll 16
    for (int i = 0; i < Rows; ++i) {
      const batch row(a[i * a_row]);
#pragma GCC unroll 16
      for (int j = 0; j < Vectors; ++j) sum[i][j] = multiply_add(row, column[j], sum[i][j]);
    }
    a += a_step;
    b += b_step;
  }
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) {
#pragma GCC unroll 16
    for (int j = 0; j < Vectors; ++j) {
      T* to = c + i * c_row + j * width;
      if (Partial && j == Vectors - 1)
        store_part(to, last, add ? load_part(to, last) + sum[i][j] : sum[i][j]);
      else
        (add ? batch::load_unaligned(to) + sum[i][j] : sum[i][j]).store_unaligned(to);
    }
  }
}

// The tile on packed operands, all strides known. Not inlined: GCC keeps the sums in registers when it sees nothing
// else.
template <class T>
[[gnu::noinline]] void packed_tile(std::int64_t depth, const T* a, const T* b, T* c, std::int64_t c_row, bool add) {
#pragma GCC unroll 16
  for (int i = 0; i < tile_rows<T>; ++i) {  // C comes while the sums are made
    __builtin_prefetch(c + i * c_row, 1);
    __builtin_prefetch(c + i * c_row + lanes<T>, 1);
  }
  tile<tile_rows<T>, tile_vectors, false>(depth, a, 1, tile_rows<T>, b, tile_columns<T>, 0, c, c_row, add);
}

}  // namespace dense
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

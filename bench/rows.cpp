// SPDX-License-Identifier: MIT
// Reductions and row kernels on 4096 x 1024 against xsimd code written by hand: each row is read once from memory, worked on
// while it is in cache, and written once. The code by hand ignores NaN in maxima.
#include <sinter/sinter.hpp>
#include <xsimd/xsimd.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12's own AVX-512 header
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "ratio.hpp"

using namespace sinter;
using pack = xsimd::batch<float>;

namespace {

constexpr std::int64_t rows_count = 4096, columns = 1024;
using matrix = f32<4096, 1024>;

constexpr f32<> total(const matrix& x) { return sum(x); }
constexpr matrix soft(const matrix& x) { return softmax(x, axis<-1>); }
constexpr matrix normalised(const matrix& x) { return layer_norm(x, axis<-1>); }
constexpr f32<4096> largest(const matrix& x) { return logsumexp(x, axis<-1>); }

template <class Row>
void each_row(Row row) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (std::int64_t r = 0; r < rows_count; ++r) row(r);
}
template <class F>
void each_batch(F f) {
  for (std::int64_t i = 0; i < columns; i += static_cast<std::int64_t>(pack::size)) f(i);
}
float max_of(const float* x) {
  pack m0 = pack::load_unaligned(x), m1 = m0;
  constexpr auto width = static_cast<std::int64_t>(pack::size);
  for (std::int64_t i = 0; i < columns; i += 2 * width) {
    m0 = xsimd::max(m0, pack::load_unaligned(x + i));
    m1 = xsimd::max(m1, pack::load_unaligned(x + i + width));
  }
  float all[pack::size];
  xsimd::max(m0, m1).store_unaligned(all);
  return *std::max_element(all, all + pack::size);
}
float lanes_sum(const pack& x) {
  float all[pack::size], total_of = 0;
  x.store_unaligned(all);
  for (float one : all) total_of += one;
  return total_of;
}
template <class F>
float sum_of(F f) {
  constexpr auto width = static_cast<std::int64_t>(pack::size);
  pack s0(0.f), s1(0.f), s2(0.f), s3(0.f);
  for (std::int64_t i = 0; i < columns; i += 4 * width) {
    s0 += f(i);
    s1 += f(i + width);
    s2 += f(i + 2 * width);
    s3 += f(i + 3 * width);
  }
  return lanes_sum((s0 + s1) + (s2 + s3));
}

float total_by_hand(const float* x) {
  static std::vector<float> parts(rows_count);
  each_row([&](std::int64_t r) {
    const float* row = x + r * columns;
    parts[static_cast<std::size_t>(r)] = sum_of([&](std::int64_t i) { return pack::load_unaligned(row + i); });
  });
  float all = 0;
  for (float part : parts) all += part;
  return all;
}
void soft_by_hand(const float* x, float* y) {
  each_row([&](std::int64_t r) {
    const float* row = x + r * columns;
    float* to = y + r * columns;
    const pack m(max_of(row));
    const float s = sum_of([&](std::int64_t i) {
      const pack e = xsimd::exp(pack::load_unaligned(row + i) - m);
      e.store_unaligned(to + i);
      return e;
    });
    const pack all(s);
    each_batch([&](std::int64_t i) { (pack::load_unaligned(to + i) / all).store_unaligned(to + i); });
  });
}
void normalised_by_hand(const float* x, float* y) {
  each_row([&](std::int64_t r) {
    const float* row = x + r * columns;
    float* to = y + r * columns;
    const pack mean(sum_of([&](std::int64_t i) { return pack::load_unaligned(row + i); }) / columns);
    const float variance = sum_of([&](std::int64_t i) {
      const pack d = pack::load_unaligned(row + i) - mean;
      return d * d;
    }) / columns;
    const pack scale(1 / std::sqrt(variance + 1e-5f));
    each_batch([&](std::int64_t i) { ((pack::load_unaligned(row + i) - mean) * scale).store_unaligned(to + i); });
  });
}
void largest_by_hand(const float* x, float* y) {
  each_row([&](std::int64_t r) {
    const float* row = x + r * columns;
    const float m = max_of(row);
    const pack all(m);
    y[r] = m + std::log(sum_of([&](std::int64_t i) { return xsimd::exp(pack::load_unaligned(row + i) - all); }));
  });
}

}  // namespace

int main(int count, char** arguments) {
  static const matrix x = random::normal<matrix>(random::key(1));
  static matrix result = zeros<matrix>();  // aligned as sinter's own: split stores would slow the code by hand
  static float* const out = result.span().data();
  const float* data = x.span().data();
  bench::add("sum/sinter", [] { benchmark::DoNotOptimize(jit<total>(x)); });
  bench::add("sum/reference", [data] { benchmark::DoNotOptimize(total_by_hand(data)); });
  bench::add("softmax/sinter", [] { benchmark::DoNotOptimize(jit<soft>(x)); });
  bench::add("softmax/reference", [data] { soft_by_hand(data, out); });
  bench::add("layer_norm/sinter", [] { benchmark::DoNotOptimize(jit<normalised>(x)); });
  bench::add("layer_norm/reference", [data] { normalised_by_hand(data, out); });
  bench::add("logsumexp/sinter", [] { benchmark::DoNotOptimize(jit<largest>(x)); });
  bench::add("logsumexp/reference", [data] { largest_by_hand(data, out); });
  return bench::run(count, arguments);
}

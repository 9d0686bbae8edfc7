// SPDX-License-Identifier: MIT
// Panels: the epilogue sees each row of each member once, finished; and neither threads nor panels change a bit.
#include <atomic>

#include "reference.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

using namespace contraction_test;

namespace {

const matrix_product cases[] = {dense(1, 1, 1, 1),         dense(1, 8, 4, 16),        dense(1, 100, 100, 100),
                                dense(1, 300, 500, 700),   dense(1, 1100, 600, 520),  dense(1, 5, 3000, 900),
                                dense(1, 40, 2000, 600),   dense(1, 4000, 20, 30),    dense(1, 2000, 1, 700),
                                dense(1, 1, 3000, 800),    dense(7, 60, 60, 60),      dense(100, 16, 16, 16),
                                dense(3, 200, 400, 500),   dense(1, 5, 2000, 900, 2), dense(1, 300, 500, 700, 3),
                                dense(1, 2000, 1, 700, 1), dense(1, 16, 16, 20000),   dense(1, 64, 64, 4096)};

matrix_product shared_b(matrix_product p) {
  p.b_batch = 0;
  return p;
}

void threads(int count) {
#if defined(_OPENMP)
  omp_set_num_threads(count);
#else
  static_cast<void>(count);
#endif
}

template <class T> void check_panels(const matrix_product& p) {
  CAPTURE(p.batch);
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  operands<T> bare = operands_for<T>(p), paneled = bare;
  std::vector<std::atomic<int>> visits(index(p.batch * p.m));
  sinter::core::multiply(p, bare.a.data(), bare.b.data(), bare.c.data());
  sinter::core::multiply_panels(p, paneled.a.data(), paneled.b.data(), paneled.c.data(),
                                [&](int64_t s, int64_t begin, int64_t end) {
                                  for (int64_t i = begin; i < end; ++i) {
                                    ++visits[index(s * p.m + i)];
                                    T* row = paneled.c.data() + s * p.c_batch + i * p.c_row;
                                    for (int64_t j = 0; j < p.n; ++j) row[j] = static_cast<T>(row[j] + T(3));
                                  }
                                });
  int64_t missed = 0, unfinished = 0;
  for (const auto& v : visits) missed += v != 1;
  for (int64_t s = 0; s < p.batch; ++s)
    for (int64_t i = 0; i < p.m; ++i)
      for (int64_t j = 0; j < p.n; ++j) {
        const std::size_t at = index(s * p.c_batch + i * p.c_row + j);
        // oneDNN may cut panels otherwise than the bare product, hence a tolerance
        unfinished +=
            !(std::abs(static_cast<double>(paneled.c[at]) - static_cast<double>(static_cast<T>(bare.c[at] + T(3)))) <=
              (std::is_integral_v<T> ? 0.0 : 1e-4 * static_cast<double>(p.k)));
      }
  CHECK(missed == 0);
  CHECK(unfinished == 0);
}

template <class T> void check_threads(const matrix_product& p) {
  CAPTURE(p.batch);
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  operands<T> o = operands_for<T>(p);
  std::vector<T> first, first_paneled;
  for (int count : {1, 2, 3, 8}) {
    CAPTURE(count);
    threads(count);
    sinter::core::multiply(p, o.a.data(), o.b.data(), o.c.data());
    if (first.empty()) first = o.c;
    CHECK(std::memcmp(first.data(), o.c.data(), first.size() * sizeof(T)) == 0);
    sinter::core::multiply_panels(p, o.a.data(), o.b.data(), o.c.data(), [](int64_t, int64_t, int64_t) {});
    if (first_paneled.empty()) first_paneled = o.c;
    CHECK(std::memcmp(first_paneled.data(), o.c.data(), first.size() * sizeof(T)) == 0);
    if (SINTER_HAS_DNNL == 0) CHECK(std::memcmp(first.data(), o.c.data(), first.size() * sizeof(T)) == 0);
  }
  threads(2);
}

}  // namespace

TEST_CASE_TEMPLATE("panels: each row once, and finished", T, float, std::int32_t, std::uint8_t) {
  threads(3);
  for (const matrix_product& p : cases) check_panels<T>(p);
  check_panels<T>(shared_b(dense(30, 20, 300, 300)));
  check_panels<T>(shared_b(dense(3, 500, 500, 300, 2)));
  check_panels<T>(dense(4, 3, 5, 0));
  threads(2);
}

TEST_CASE_TEMPLATE("panels: the same bits for any number of threads", T, float, double) {
  for (const matrix_product& p : cases) check_threads<T>(p);
  check_threads<T>(shared_b(dense(30, 20, 300, 300)));
}

// SPDX-License-Identifier: MIT
// A product equals the plain loop for every extent, layout, stride, batch and type.
#include "reference.hpp"

using namespace contraction_test;

namespace {

template <class T> void check(const matrix_product& p) {
  CAPTURE(p.batch);
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  CAPTURE(p.a_row);
  CAPTURE(p.a_column);
  CAPTURE(p.b_row);
  CAPTURE(p.b_column);
  CHECK(wrong_after_multiply<T>(p) == 0);
}

template <class T> void check_blocked(const matrix_product& p) {
  CAPTURE(p.m);
  CAPTURE(p.n);
  CAPTURE(p.k);
  CAPTURE(p.a_row);
  CAPTURE(p.b_row);
  operands<T> o = operands_for<T>(p);
  sinter::core::dense::multiply_blocked(p, 0, o.a.data(), o.b.data(), o.c.data(), {});
  CHECK(wrong(p, o) == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("contraction: every small extent in every layout", T, float, double, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint32_t) {
  for (int64_t m : {0, 1, 2, 3, 7, 8, 17})
    for (int64_t n : {0, 1, 2, 5, 8, 16, 33})
      for (int64_t k : {0, 1, 3, 5, 16, 31})
        for (int layout = 0; layout < 4; ++layout) check<T>(dense(1, m, n, k, layout, (m + n + k) % 3));
}

TEST_CASE_TEMPLATE("contraction: larger extents reach every route", T, float, double, std::int32_t, std::uint8_t) {
  const int64_t shapes[][3] = {{64, 64, 64},    {100, 100, 100}, {257, 31, 64},   {31, 257, 100}, {17, 64, 257},
                               {257, 257, 33},  {1, 257, 257},   {257, 1, 257},   {2, 300, 900},  {5, 300, 900},
                               {15, 1000, 100}, {300, 3, 900},   {30, 700, 700},  {1, 3000, 20},  {3000, 1, 20},
                               {1, 20, 3000},   {20, 1, 3000},   {100, 20, 3000}, {600, 40, 40}};
  for (const auto& s : shapes)
    for (int layout = 0; layout < 4; ++layout) check<T>(dense(1, s[0], s[1], s[2], layout, layout));
}

TEST_CASE_TEMPLATE("contraction: the blocked kernel by itself", T, float, double, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint32_t) {
  for (int64_t m : {1, 8, 13, 14, 15, 100})
    for (int64_t n : {1, 7, 16, 31, 32, 33, 100})
      for (int64_t k : {1, 16, 33})
        for (int layout = 0; layout < 4; ++layout) check_blocked<T>(dense(1, m, n, k, layout, 1));
  check_blocked<T>(dense(1, 20, 20, 1600, 0));  // several blocks of depth
  check_blocked<T>(dense(1, 5, 3, 7000, 3));    // several packed parts of B
  check_blocked<T>(dense(1, 300, 70, 50, 1));   // several blocks of rows
}

TEST_CASE("contraction: B packed in several parts along columns") {
  check_blocked<std::uint8_t>(dense(1, 3, 6000, 1500, 0));
  check_blocked<std::uint8_t>(dense(1, 3, 6000, 1500, 2));
}

TEST_CASE_TEMPLATE("contraction: any strides", T, float, std::int32_t, std::uint8_t) {
  for (int64_t m : {1, 3, 16, 40})
    for (int64_t n : {1, 4, 33})
      for (int64_t k : {1, 7, 50}) {
        matrix_product p = dense(2, m, n, k);
        p.a_column = 3, p.a_row = 3 * k + 2, p.a_batch = m * p.a_row;
        check<T>(p);
        p.b_column = 2, p.b_row = 2 * n + 1, p.b_batch = k * p.b_row;
        check<T>(p);
        p.a_row = 0;  // one row of A for all
        check<T>(p);
        p.b_column = 0;  // one column of B for all
        check<T>(p);
        p.a_column = 0, p.b_row = 0;
        check<T>(p);
        p.b_column = 1;
        check<T>(p);
      }
}

TEST_CASE_TEMPLATE("contraction: batches, shared operands", T, float, double, std::int32_t, std::uint8_t) {
  for (int64_t batch : {0, 1, 2, 5, 40})
    for (int64_t size : {1, 3, 8, 20, 100})
      for (int layout = 0; layout < 4; ++layout) {
        if (batch * size > 1000) continue;
        matrix_product p = dense(batch, size, size + 1, size + 2, layout, 1);
        check<T>(p);
        p.c_batch += 5;
        check<T>(p);
        p.a_batch = 0;
        check<T>(p);
        p.b_batch = 0;
        check<T>(p);
        p = dense(batch, size, size + 1, size + 2, layout);
        p.b_batch = 0;  // one tall product
        check<T>(p);
      }
}

TEST_CASE("contraction: a large f32 product, and a batch of them") {
  for (int layout = 0; layout < 4; ++layout) check<float>(dense(1, 530, 400, 410, layout, 3));
  for (int layout = 0; layout < 4; ++layout) check<float>(dense(3, 140, 1100, 130, layout, 0));
}

TEST_CASE("contraction: infinities, NaN and denormals as IEEE") {
  for (int64_t size : {4, 20, 100, 400}) {
    CAPTURE(size);
    const matrix_product p = dense(1, size, size, size);
    operands<float> o{std::vector<float>(index(size * size), 0.0f), std::vector<float>(index(size * size), 0.0f),
                      std::vector<float>(index(size * size), 1.0f)};
    o.a[0] = std::numeric_limits<float>::infinity();  // times zero: row 0 is NaN
    o.a[index(size + 1)] = 1e-40f, o.b[index(size + 2)] = 1.0f;
    sinter::core::multiply(p, o.a.data(), o.b.data(), o.c.data());
    int64_t nan = 0;
    for (float x : o.c) nan += std::isnan(x);
    CHECK(nan == size);
    CHECK(std::isnan(o.c[index(size - 1)]));
    CHECK(o.c[index(size + 2)] == 1e-40f);
    CHECK(o.c[index(size + 3)] == 0.0f);
  }
}

// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: reductions and products.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("reductions") {
  // [reductions]
  const f32<2, 3> x{{1, 2, 3}, {4, 5, 6}};
  f32<> total = sum(x) + prod(x) + max(x) + min(x) + mean(x) + logsumexp(x);
  f32<2> of_rows = sum(x, axis<-1>);                // 6 15
  f32<1, 3> kept = max(x, axis<0>, keep_dims);      // 4 5 6
  f32<> both = sum(x, axes<0, 1>);                  // 21
  f32<3> spread = var(x, axis<0>) + var<1>(x, axis<0>) + stddev(x, axis<0>);
  f32<3> more = stddev<1>(x, axis<0>) + sinter::std(x, axis<0>);
  b8<2> asked = all(x > 3, axis<1>) | any(x > 5, axis<1>);
  i32<2> where_largest = argmax(x, axis<1>);        // 2 2
  i32<> first_smallest = argmin(x);                 // 0: of the array as one row
  i32<> counted = sum(x > 2);                       // 4: bool counts in i32
  // [reductions]
  CHECK(total() == doctest::Approx(21 + 720 + 6 + 1 + 3.5 + 6.4561934));
  CHECK(array_equal(of_rows, f32<2>{6, 15}));
  CHECK(array_equal(kept, f32<1, 3>{{4, 5, 6}}));
  CHECK(both() == 21);
  CHECK(spread(0) == doctest::Approx(2.25 + 4.5 + 1.5));
  CHECK(more(0) == doctest::Approx(2.1213203 + 1.5));
  CHECK(array_equal(asked, b8<2>{false, true}));
  CHECK(array_equal(where_largest, i32<2>{2, 2}));
  CHECK(first_smallest() == 0);
  CHECK(counted() == 4);
}

TEST_CASE("reductions of nothing") {
  // [empty]
  const f32<dyn> none(0);
  f32<> zero = sum(none), one = prod(none), not_a_number = mean(none), minus_infinity = logsumexp(none);
  // [empty]
  CHECK(zero() == 0);
  CHECK(one() == 1);
  CHECK(std::isnan(not_a_number()));
  CHECK(minus_infinity() == -std::numeric_limits<float>::infinity());
  CHECK_THROWS_AS(f32<>(max(none)), shape_error);
  CHECK_THROWS_AS(f32<>(min(none)), shape_error);
  CHECK_THROWS_AS(i32<>(argmax(none)), shape_error);
  CHECK_THROWS_AS(i32<>(argmin(none)), shape_error);
  CHECK(b8<>(all(none > 0))());
  CHECK(!b8<>(any(none > 0))());
}

TEST_CASE("products") {
  // [products]
  const f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};
  const f32<3, 2> b{{1, 0}, {0, 1}, {1, 1}};
  const f32<3> v{1, 1, 1};
  const f32<5, 2, 3> many = broadcast_to<5, 2, 3>(a);
  f32<2, 2> product = matmul(a, b);
  f32<2> column = matmul(a, v);               // a vector on the right is a column, and its axis goes
  f32<2> row = matmul(v, b);                  // on the left a row
  f32<5, 2, 2> batches = matmul(many, b);     // further axes are batches: equal, 1 or absent
  f32<> inner = dot(v, v);
  f32<2, 2> by_rows = dot_general<contract<1, 1>>(a, a);                     // axis 1 of both
  f32<5, 2> in_batches = dot_general<contract<2, 2>, batch<0, 0, 1, 1>>(many, many);
  f32<> all_axes = tensordot(a, a);           // the last two axes of one with the first two of the other
  f32<2, 2> one_axis = tensordot<1>(a, b);
  f32<3, 3> table = outer(v, v);
  f32<2, 2> formula = einsum<"ij,kj->ik">(a, a);
  f32<> trace = einsum<"ii->">(product);      // a letter twice is the diagonal
  // [products]
  CHECK(array_equal(product, f32<2, 2>{{4, 5}, {10, 11}}));
  CHECK(array_equal(column, f32<2>{6, 15}));
  CHECK(array_equal(row, f32<2>{2, 2}));
  CHECK(batches(4, 1, 1) == 11);
  CHECK(inner() == 3);
  CHECK(array_equal(by_rows, formula));
  CHECK(in_batches(0, 0) == 14);
  CHECK(all_axes() == 91);
  CHECK(array_equal(one_axis, product));
  CHECK(table(2, 2) == 1);
  CHECK(trace() == 15);
}

// SPDX-License-Identifier: MIT
// Functions on arrays of the host, statement by statement: the reference cases of values.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

#include <limits>

using namespace sinter;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity(),
                not_a_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("V1, V2: rounding") {
  const f32<6> x{-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f};
  CHECK(array_equal(round_half_away(x), f32<6>{-3, -2, -1, 1, 2, 3}));
  CHECK(array_equal(round(x), f32<6>{-2, -2, 0, 0, 2, 2}));
}

TEST_CASE("V4: argmax picks NaN") {
  CHECK(i32<>(argmax(f32<2>{0, not_a_number}))() == 1);
  CHECK(array_equal(argmin(f32<2, 2>{{0, not_a_number}, {2, 1}}, axis<1>), i32<2>{1, 1}));
}

TEST_CASE("V5: conversion keeps the low bits") { CHECK(i32<>(cast<int>(i64<>(std::int64_t{1} << 32)))() == 0); }

TEST_CASE("V8: broadcasting") {
  CHECK(array_equal(f32<3, 1>{{1}, {2}, {3}} + f32<1, 2>{{10, 20}}, f32<3, 2>{{11, 21}, {12, 22}, {13, 23}}));
}

TEST_CASE("V11, V12: softplus, elu") {
  CHECK(f64<>(softplus(f64<>(0)))() == doctest::Approx(0.693147180559945).epsilon(1e-15));
  CHECK(f32<>(elu(f32<>(1e4f)))() == 1e4f);
}

TEST_CASE("V13: standardize of equal values") {
  const float v = -11 + 3e-6f;
  CHECK(array_equal(standardize(f32<3>{v, v, v}), f32<3>{0, 0, 0}));
}

TEST_CASE("V14: one_hot outside is a row of zeros") {
  CHECK(array_equal(one_hot<2>(i32<3>{1, 2, -1}), f32<3, 2>{{0, 1}, {0, 0}, {0, 0}}));
}

TEST_CASE("V15: softmax of an empty array") {
  CHECK(f32<3, 0>(softmax(f32<3, 0>())).span().empty());
  CHECK(f32<3, 0>(log_softmax(f32<3, 0>())).span().empty());
}

TEST_CASE("V17: logsumexp, softmax") {
  const f64<3> x{1, 2, 3};
  CHECK(f64<>(logsumexp(x))() == doctest::Approx(3.40760596444438).epsilon(1e-14));
  CHECK(allclose(softmax(x), f64<3>{0.0900305731704, 0.244728471055, 0.665240955775}, {.rtol = 1e-11}));
}

TEST_CASE("V18, V19: clamp and integer division") {
  const f32<4> clipped = clip(f32<4>{-1, 0.5f, 2, not_a_number}, 0, 1);
  CHECK(allclose(clipped, f32<4>{0, 0.5f, 1, not_a_number}, {.rtol = 0, .atol = 0, .equal_nan = true}));
  CHECK(array_equal(i32<2>{-7, 7} / i32<2>{2, -2}, i32<2>{-3, -3}));
  CHECK(array_equal(i32<2>{-7, 7} % i32<2>{2, -2}, i32<2>{-1, 1}));
}

TEST_CASE("shapes, parts, joins") {
  const f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(array_equal(transpose<1, 0>(a), f32<3, 2>{{1, 4}, {2, 5}, {3, 6}}));
  CHECK(array_equal(reshape<dyn, 2>(a), f32<3, 2>{{1, 2}, {3, 4}, {5, 6}}));
  CHECK(array_equal(slice<0, 2>(a, axis<1>), f32<2, 2>{{1, 2}, {4, 5}}));
  CHECK(array_equal(concatenate<0>(a, a + 1, a),
                    f32<6, 3>{{1, 2, 3}, {4, 5, 6}, {2, 3, 4}, {5, 6, 7}, {1, 2, 3}, {4, 5, 6}}));
  CHECK(array_equal(pad<1, -1>(a, axis<1>, 9), f32<2, 3>{{9, 1, 2}, {9, 4, 5}}));
  CHECK(array_equal(tile<2>(flip(a, axis<1>)), f32<2, 6>{{3, 2, 1, 3, 2, 1}, {6, 5, 4, 6, 5, 4}}));
  const auto [left, middle, right] = split<3>(a, axis<1>);
  CHECK(array_equal(middle, f32<2, 1>{{2}, {5}}));
}

TEST_CASE("contractions") {
  const f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};
  const f32<2, 2> expected{{14, 32}, {32, 77}};
  CHECK(array_equal(matmul(a, transpose(a)), expected));
  CHECK(array_equal(einsum<"ij,kj->ik">(a, a), expected));
  CHECK(array_equal(dot_general<contract<1, 1>, batch<>>(a, a), expected));
  CHECK(array_equal(matmul(a, f32<3>{1, 0, -1}), f32<2>{-2, -2}));
  CHECK(array_equal(matmul(a, stack<0>(transpose(a), transpose(a))), stack<0>(expected, expected)));
}

TEST_CASE("rows and take: extents and indices that are data run the same statement") {
  const f32<dyn, 2> a{{1, 1}, {2, 2}, {3, 3}, {4, 4}};
  for (int first = 0; first < 3; ++first)
    for (int count = 0; count <= 2; ++count) {
      const f32<dyn, 2> some = rows(a, first, count);
      CHECK(static_cast<std::int64_t>(some.extent(0)) == count);
      for (int i = 0; i < count; ++i) CHECK(some(i, 1) == static_cast<float>(first + i + 1));
    }
  CHECK(array_equal(rows<2>(a, 9), f32<2, 2>{{3, 3}, {4, 4}}));
  CHECK(array_equal(take(a, i32<3>{-1, 0, 9}, axis<0>, clip_mode), f32<3, 2>{{1, 1}, {1, 1}, {4, 4}}));
  CHECK(
      allclose(take(a, i32<2>{-1, 9}, axis<0>), f32<2, 2>{{4, 4}, {not_a_number, not_a_number}}, {.equal_nan = true}));
}

TEST_CASE("array_equal and allclose") {
  const f32<2> a{1, infinity};
  CHECK(array_equal(a, a));
  CHECK_FALSE(array_equal(a, f32<1>{1}));
  CHECK_FALSE(array_equal(f32<1>{not_a_number}, f32<1>{not_a_number}));
  CHECK(allclose(a, f32<2>{1.000001f, infinity}));
  CHECK_FALSE(allclose(a, f32<2>{1, -infinity}));
  CHECK_FALSE(allclose(a, f32<2>{1.1f, infinity}));
  CHECK(allclose(i32<1>{10}, i32<1>{11}, {.rtol = 0.1}));
}

TEST_CASE("what does not fit is a shape_error at the call") {
  const f32<dyn> a{1, 2, 3};
  CHECK_THROWS_AS((f32<dyn, 2>(reshape<dyn, 2>(a))), shape_error);
  CHECK_THROWS_AS(f32<>(matmul(a, f32<dyn>{1, 2})), shape_error);
  CHECK_THROWS_AS((f32<dyn>(einsum<"i,i->i">(a, f32<dyn>{1, 2}))), shape_error);
  CHECK_THROWS_AS((f32<dyn, 2>(concatenate<1>(expand_dims<1>(a), f32<dyn, 1>(2)))), shape_error);
}

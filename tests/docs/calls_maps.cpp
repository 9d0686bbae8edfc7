// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: element by element.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("operators") {
  // [operators]
  const f32<2, 3> x{{1, 2, 3}, {4, 5, 6}};
  const f32<3> y{10, 20, 30};
  const i32<3> i{-7, 0, 7}, k{2, 2, 2};
  f32<2, 3> arithmetic = -x + 2 * x / y - x * y;  // y is added to each row; a number takes the array's element type
  i32<3> integers = i % k + i / k;                // -7 % 2 is -1, -7 / 2 is -3
  b8<2, 3> comparison = ((x == 2) | (x != y)) & ((x < 3) ^ (x <= 2)) & !((x > 4) | (x >= 5));
  i32<3> bits = (i & k) | (i ^ 1) | ~i | (k << 3) | (i >> 1);
  arithmetic += y, arithmetic -= y, arithmetic *= 2, arithmetic /= 2;
  // [operators]
  CHECK(arithmetic(0, 0) == doctest::Approx(-1 + 0.2 - 10));
  CHECK(array_equal(integers, i32<3>{-4, 0, 4}));
  CHECK(!comparison(0, 1));
  CHECK(bits.size() == 3);
}

TEST_CASE("elementwise") {
  // [elementwise]
  const f32<3> x{0.25f, 0.5f, 0.75f}, y{1, 2, 3};
  f32<3> powers = exp(x) + exp2(x) + expm1(x) + log(x) + log1p(x) + log2(x) + sqrt(x) + rsqrt(x) + cbrt(x);
  f32<3> circular = sin(x) + cos(x) + tan(x) + asin(x) + acos(x) + atan(x) + atan2(x, y);
  f32<3> hyperbolic = sinh(x) + cosh(x) + tanh(x) + asinh(x) + acosh(y) + atanh(x);
  f32<3> others = abs(x) + sign(x) + erf(x) + erfc(x) + erf_inv(x) + logistic(x) + square(x) + reciprocal(x);
  f32<3> rounded = floor(x) + ceil(x) + round(x) + round_half_away(x);
  f32<3> pairs = maximum(x, 0.5f) + minimum(x, y) + pow(x, y) + integer_pow<-2>(x);
  f32<3> chosen = where(x > 0.5f, x, 0) + clip(x, 0.3f, 0.6f) + stop_gradient(x);
  b8<3> asked = is_finite(x) & logical_not(isnan(x) | isinf(x));
  i32<3> converted = cast<int>(y) + bitcast<int>(x) + cast<i32>(y);
  const u32<3> u{1, 2, 4}, v{3, 3, 3};
  u32<3> bitwise = bitwise_or(bitwise_and(u, v), bitwise_xor(u, v)) + shift_right_logical(u, v) + u32<3>{1, 1, 1};
  const array bound = eval(x + y);
  // [elementwise]
  CHECK(others(0) > 0);
  CHECK(powers.size() + circular.size() + hyperbolic.size() == 9);
  CHECK(array_equal(rounded, f32<3>{1, 2, 3}));  // 0.5 to 0 and to 1
  CHECK(pairs(1) == doctest::Approx(0.5 + 0.5 + 0.25 + 4));
  CHECK(chosen(2) == doctest::Approx(0.75 + 0.6 + 0.75));
  CHECK(asked(0));
  CHECK(converted(1) == 2 + 0x3f000000 + 2);
  CHECK(array_equal(bitwise, u32<3>{4, 4, 8}));
  CHECK(bound(2) == 3.75f);
}

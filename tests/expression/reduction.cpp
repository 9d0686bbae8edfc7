// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

// Element types and extents.
static_assert(same<kind<decltype(sum(f32<2, 3>()))>, f32<>>);
static_assert(same<kind<decltype(sum(f32<2, dyn>(1), axis<-1>))>, f32<2>>);
static_assert(same<kind<decltype(sum(f32<2, dyn, 4>(1), axes<0, -1>))>, f32<dyn>>);
static_assert(same<kind<decltype(sum(f32<2, dyn, 4>(1), axes<0, -1>, keep_dims))>, f32<1, dyn, 1>>);
static_assert(same<kind<decltype(sum(f32<2, 3>(), keep_dims))>, f32<1, 1>>);
static_assert(same<kind<decltype(sum(b8<2>()))>, i32<>>);
static_assert(same<kind<decltype(sum(u8<2>()))>, u8<>>);
static_assert(same<kind<decltype(prod(i64<2, 3>(), axis<0>))>, i64<3>>);
static_assert(same<kind<decltype(max(b8<2, 3>(), axis<0>))>, b8<3>>);
static_assert(same<kind<decltype(any(f32<2, 3>(), axis<0>))>, b8<3>>);
static_assert(same<kind<decltype(argmax(f64<2, 3>(), axis<1>))>, i32<2>>);
static_assert(same<kind<decltype(argmin(f64<2, 3>()))>, i32<>>);
static_assert(same<kind<decltype(mean(i32<2, 3>()))>, f32<>>);
static_assert(same<kind<decltype(mean(i64<2, 3>(), axis<0>))>, f64<3>>);
static_assert(same<kind<decltype(var(b8<2, 3>(), axis<0>))>, f32<3>>);
static_assert(same<kind<decltype(stddev<1>(f32<2, 3>(), axis<0>, keep_dims))>, f32<1, 3>>);
static_assert(same<kind<decltype(logsumexp(f32<2, 0>(), axis<-1>))>, f32<2>>);

}  // namespace

TEST_CASE("sums, products and extremes over some and all axes") {
  trace t;
  const auto x = t.argument<f32<2, 3>>({1, 2, 3, 4, 5, -6});
  check_array(t.value(sum(x)), {}, {9});
  check_array(t.value(sum(x, axis<0>)), {3}, {5, 7, -3});
  check_array(t.value(sum(x, axis<-1>, keep_dims)), {2, 1}, {6, 3});
  check_array(t.value(sum(x, axes<>)), {2, 3}, {1, 2, 3, 4, 5, -6});
  check_array(t.value(prod(x, axis<1>)), {2}, {6, -120});
  check_array(t.value(max(x)), {}, {5});
  check_array(t.value(min(x, axis<0>)), {3}, {1, 2, -6});
  check_array(t.value(argmax(x, axis<0>)), {3}, {1, 1, 0});
  check_array(t.value(argmin(x)), {}, {5});
  check_array(t.value(argmax(x, keep_dims)), {1, 1}, {4});
  check_array(t.value(argmax(x, axis<1>, keep_dims)), {2, 1}, {2, 1});
}

TEST_CASE("truth is counted in i32") {
  trace t;
  const auto x = t.argument<b8<2, 2>>({1, 0, 1, 1});
  check_array(t.value(sum(x)), {}, {3});
  check_array(t.value(all(x, axis<0>)), {2}, {1, 0});
  check_array(t.value(any(x, axis<1>)), {2}, {1, 1});
  check_array(t.value(mean(x)), {}, {0.75});
  check_array(t.value(max(x, axis<0>)), {2}, {1, 1});
  check_array(t.value(argmax(x, axis<1>)), {2}, {0, 0});
}

TEST_CASE("empty axes: sum 0, prod 1, mean NaN, logsumexp -infinity, all true, any false") {
  trace t;
  const auto x = t.argument<f32<2, 0>>({}, {2, 0});
  check_array(t.value(sum(x, axis<1>)), {2}, {0, 0});
  check_array(t.value(prod(x, axis<1>)), {2}, {1, 1});
  check_array(t.value(mean(x, axis<1>)), {2}, {not_a_number, not_a_number});
  check_array(t.value(logsumexp(x, axis<1>)), {2}, {-infinity, -infinity});
  check_array(t.value(all(x, axis<1>)), {2}, {1, 1});
  check_array(t.value(any(x)), {}, {0});
}

TEST_CASE("mean, variance and deviation, also where the count is known at the call") {
  trace t;
  const auto x = t.argument<f64<2, 4>>({1, 2, 3, 4, 2, 2, 2, 2});
  check_array(t.value(mean(x, axis<1>)), {2}, {2.5, 2});
  check_array(t.value(var(x, axis<1>)), {2}, {1.25, 0});
  check_array(t.value(var<1>(x, axis<1>)), {2}, {5.0L / 3, 0}, 1e-15);
  check_array(t.value(sinter::std(x, axis<-1>, keep_dims)), {2, 1}, {std::sqrt(1.25L), 0}, 1e-15);
  const auto y = t.argument<f32<dyn, 2>>({1, 2, 3, 6}, {2, 2});
  check_array(t.value(mean(y)), {}, {3});
  check_array(t.value(mean(y, axis<0>)), {2}, {2, 4});
  check_array(t.value(var<1>(y, axis<0>)), {2}, {2, 8});
  const auto z = t.argument<i64<3>>({1, 2, 4});
  check_array(t.value(mean(z)), {}, {7.0L / 3}, 1e-15);
}

TEST_CASE("NaN wins an extreme, the first of it its index") {
  trace t;
  const auto x = t.argument<f32<4>>({0, not_a_number, not_a_number, 1});
  check_values(t.value(max(x)), {not_a_number});
  check_values(t.value(min(x)), {not_a_number});
  check_values(t.value(argmax(x)), {1});
  check_values(t.value(argmin(x)), {1});
}

TEST_CASE("logsumexp neither overflows nor loses infinities") {
  trace t;
  const auto x = t.argument<f64<4, 3>>({1, 2, 3, 1000, 1000, 1000, -infinity, -infinity, -infinity, infinity, 0, 0});
  check_array(t.value(logsumexp(x, axis<1>)), {4}, {3.40760596444438L, 1000 + std::log(3.0L), -infinity, infinity},
              1e-14);
}

// SPDX-License-Identifier: MIT
// One function of each family of operations: its value and its gradient, native against interpreted, have the same bits, and
// the gradient is what differences of values say.
#undef SINTER_EAGER
#define SINTER_EAGER off  // the functions run through jit and grad alone
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

constexpr auto exponential = [](const f32<dyn>& x) -> f32<> {
  return sum(exp(x) * log1p(x * x) + expm1(x) / sqrt(x + 3) + logistic(x) + log2(x + 4) * exp2(x) + cbrt(x + 5) + pow(x + 3, 1.5f));
};
constexpr auto trigonometric = [](const f64<dyn>& x) -> f64<> {
  return sum(sin(x) * cos(x * 2) + tan(x / 2) + asin(x / 4) + acos(x / 5) * atan(x) + atan2(x, x * x + 1));
};
constexpr auto hyperbolic = [](const f32<dyn>& x) -> f32<> {
  return sum(sinh(x) * tanh(x) + cosh(x / 2) + asinh(x) + acosh(x * x + 2) * atanh(x / 4));
};
constexpr auto error_function = [](const f64<dyn>& x) -> f64<> { return sum(erf(x) * erfc(x / 2) + erf_inv(x / 4)); };
constexpr auto rounding = [](const f32<dyn>& x) -> f32<> {
  return sum(x * floor(x * 2) + ceil(x) * x * x + round(x * 3) * x + abs(x) + sign(x) * x + clip(x, -1.5f, 1.5f));
};
constexpr auto reductions = [](const f64<dyn, 3>& x) -> f64<> {
  const f64<dyn> large = max(x, axis<1>), spread = var(x, axis<1>), whole = logsumexp(x, axis<1>);
  return mean(large * spread + whole) + min(x) + sum(prod(x, axis<1>)) + sum(square(sum(x, axis<0>)));
};
constexpr auto contraction = [](const f32<4, 3>& x) -> f32<> {
  const f32<4, 4> gram = matmul(x, transpose<1, 0>(x));
  return sum(tanh(gram / 4)) + dot(matmul(x, f32<3>{1, -2, 3}), sum(x, axis<1>));
};
constexpr auto indexing = [](const f64<5, 3>& x) -> f64<> {
  const f64<4, 3> picked = take(x, i32<4>{4, 0, 0, -2}, axis<0>);
  const f64<5> best = ravel(take_along_axis(x, argmax(x, axis<1>, keep_dims), axis<1>));
  const f64<6, 3> joined = concatenate<0>(slice<1, 4, 2>(flip(x, axis<0>), axis<0>), picked);
  return sum(square(joined) * pad<1, 2>(slice<0, 3>(x, axis<0>), axis<0>)) + dot(best, roll<2>(best, axis<0>));
};

template <class A>
bool same_bits(const A& x, const A& y) {
  const auto a = x.span(), b = y.span();
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// Value and gradient of F at x, an argument of distinct elements away from the kinks.
template <auto F, class A>
void check(const A& x) {
  using T = typename A::value_type;
  const array<T> value = jit<F>(x);
  using made = core::program<core::call_of<F, A>>;
  const auto interpreted = core::run_with<array<T>, 1, A>(core::interpreted_executable<made>, x);
  CHECK(same_bits<array<T>>(value, interpreted));
  CHECK(std::isfinite(value()));

  const A native = jit<grad<F>>(x), slow = grad<F>(x);
  CHECK(same_bits<A>(native, slow));

  const double step = std::is_same_v<T, float> ? 1e-2 : 1e-5, tolerance = std::is_same_v<T, float> ? 1e-2 : 1e-6;
  const std::size_t count = std::as_const(x).span().size();
  for (std::size_t i = 0; i < count; ++i) {
    A up = x, down = x;
    up.span()[i] += static_cast<T>(step);
    down.span()[i] -= static_cast<T>(step);
    const double slope = (static_cast<double>(jit<F>(up)()) - static_cast<double>(jit<F>(down)())) / (2 * step);
    INFO("element " << i);
    CHECK(static_cast<double>(std::as_const(native).span()[i]) == doctest::Approx(slope).epsilon(tolerance).scale(1));
  }
}

template <class T>
array<T, dyn> line() { return {T(-1.3), T(-0.72), T(-0.21), T(0.13), T(0.58), T(0.91), T(1.27), T(1.72), T(0.4)}; }

}  // namespace

TEST_CASE("exponential") { check<exponential>(line<float>()); }
TEST_CASE("trigonometric") { check<trigonometric>(line<double>()); }
TEST_CASE("hyperbolic") { check<hyperbolic>(line<float>()); }
TEST_CASE("error function") { check<error_function>(line<double>()); }
TEST_CASE("rounding") { check<rounding>(line<float>()); }
TEST_CASE("reductions") {
  check<reductions>(f64<dyn, 3>{{0.1, -0.7, 1.2}, {1.9, 0.3, -1.1}, {-0.4, 0.8, 0.6}, {0.55, -1.6, 1.4}, {2.1, 0.9, -0.2}});
}
TEST_CASE("contraction") { check<contraction>(f32<4, 3>{{0.1f, -0.7f, 1.2f}, {1.9f, 0.3f, -1.1f}, {-0.4f, 0.8f, 0.6f}, {0.55f, -1.6f, 1.4f}}); }
TEST_CASE("indexing") {
  check<indexing>(f64<5, 3>{{0.1, -0.7, 1.2}, {1.9, 0.3, -1.1}, {-0.4, 0.8, 0.6}, {0.55, -1.6, 1.4}, {2.1, 0.9, -0.2}});
}

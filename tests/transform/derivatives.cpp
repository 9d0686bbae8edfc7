// SPDX-License-Identifier: MIT
// Derivatives as graphs: what is shared, what is dropped, what is exact.
#include <doctest/doctest.h>

#include <cmath>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

constexpr f32<> cube(const f32<>& x) { return x * x * x; }
constexpr f32<> product(const f32<>& a, const f32<>& b) { return a * b; }
constexpr f32<> same_twice(const f32<>& x) { return grad<product>(x, x); }
constexpr f32<> inner(const f32<>& x) {
  f32<> total = 0;
  for (int i = 0; i < 3; ++i) total = total + grad<cube>(x) * x;
  return total;
}
constexpr f32<> first_only(const f32<>& a, const f32<>&) { return a * 2; }
constexpr f32<> safe_root(const f32<dyn>& x) { return sum(where(x > 0, sqrt(x), 0.0f)); }
constexpr f32<> blocked(const f32<>& x) { return sin(x) * cos(stop_gradient(x)); }
constexpr std::pair<f32<>, f32<dyn>> with_auxiliary(const f32<dyn>& x) {
  f32<dyn> y = x * x;
  return {sum(y), y};
}
template <class T>
constexpr array<T> arc_sinh(const array<T>& x) { return asinh(x); }
template <class T>
constexpr array<T> arc_cosh(const array<T>& x) { return acosh(x); }
constexpr f16<> angle_of_halves(const f16<>& y, const f16<>& x) { return atan2(y, x); }
constexpr f32<> angle(const f32<>& y, const f32<>& x) { return atan2(y, x); }
constexpr f32<> there_and_back(const f32<>& x) { return acosh(cosh(x)) + asinh(sinh(x)); }
constexpr f32<dyn> twice(const f32<dyn>& x, const f32<dyn>& y) { return 2 * x * y; }

}  // namespace

TEST_CASE("a gradient of a gradient of a gradient") {
  const f32<> x = 0.7f;
  CHECK(grad<cube>(x)() == doctest::Approx(3 * 0.49));
  CHECK(grad<grad<cube>>(x)() == doctest::Approx(6 * 0.7));
  CHECK(grad<grad<grad<cube>>>(x)() == doctest::Approx(6));
  CHECK(jit<grad<jit<grad<cube>>>>(x)() == doctest::Approx(6 * 0.7));
  CHECK(jit<inner>(x)() == doctest::Approx(9 * 0.343));
  CHECK(grad<inner>(x)() == doctest::Approx(27 * 0.49));
}

TEST_CASE("f(x, x) keeps its arguments apart") {
  CHECK(jit<same_twice>(f32<>(0.7f))() == doctest::Approx(0.7));
  CHECK(grad<product>(f32<>(3), f32<>(3))() == 3);
}

TEST_CASE("chosen arguments, unused arguments, auxiliary output") {
  const auto [a, b] = grad<product, args<0, 1>>(f32<>(2), f32<>(5));
  CHECK(a() == 5);
  CHECK(b() == 2);
  CHECK(grad<product, args<1>>(f32<>(2), f32<>(5))() == 2);
  const auto [da, db] = grad<first_only, args<0, 1>>(f32<>(2), f32<>(5));
  CHECK(da() == 2);
  CHECK(db() == 0);

  const f32<dyn> x{1, 2, 3};
  const auto [value, g] = value_and_grad<with_auxiliary>(x);
  CHECK(value.first() == 14);
  CHECK(value.second(2) == 9);
  CHECK(g(1) == 4);
  const auto [gradient, auxiliary] = grad<with_auxiliary>(x);
  CHECK(gradient(2) == 6);
  CHECK(auxiliary(0) == 1);
}

TEST_CASE("a lane that a condition rejects contributes exactly zero") {
  const auto g = grad<safe_root>(f32<dyn>{4, 0, -1, 1});
  CHECK(g(0) == 0.25f);
  CHECK(g(1) == 0);
  CHECK(g(2) == 0);
  CHECK(g(3) == 0.5f);
}

TEST_CASE("slopes of large numbers: their squares leave the range, the slopes do not") {
  for (const float x : {3.f, 1e8f, 1e12f, 3e19f, 1e38f}) {
    CAPTURE(x);
    CHECK(grad<arc_sinh<float>>(f32<>(x))() * x == doctest::Approx(x / std::hypot(1.0, double(x))));
    CHECK(grad<arc_sinh<float>>(f32<>(-x))() * x == doctest::Approx(x / std::hypot(1.0, double(x))));
    CHECK(grad<arc_cosh<float>>(f32<>(x))() * x == doctest::Approx(x / std::sqrt((double(x) - 1) * (double(x) + 1))));
  }
  for (const double x : {1e8, 1e12, 1e200}) {
    CAPTURE(x);
    CHECK(grad<arc_sinh<double>>(f64<>(x))() * x == doctest::Approx(1));
    CHECK(grad<arc_cosh<double>>(f64<>(x))() * x == doctest::Approx(1));
    CHECK(grad<grad<arc_sinh<double>>>(f64<>(x))() * x * x == doctest::Approx(x < 1e100 ? -1 : 0));  // below all numbers
  }
  for (const float x : {100.f, 200.f, 300.f, 60000.f}) {
    CAPTURE(x);
    CHECK(float(grad<arc_sinh<float16>>(f16<>(float16(x)))()) * x == doctest::Approx(1).epsilon(2e-3));
    CHECK(float(grad<arc_cosh<float16>>(f16<>(float16(x)))()) * x == doctest::Approx(1).epsilon(2e-3));
  }
  for (const float size : {1e-30f, 1e-20f, 1.f, 1e20f, 2e37f}) {
    CAPTURE(size);
    const auto [by_y, by_x] = grad<angle, args<0, 1>>(f32<>(3 * size), f32<>(-4 * size));
    CHECK(by_y() * size == doctest::Approx(-0.16));
    CHECK(by_x() * size == doctest::Approx(-0.12));
  }
  const auto of_halves = grad<angle_of_halves>(f16<>(float16(60000)), f16<>(float16(60000)));  // 2 * 60000 is no f16
  CHECK(float(of_halves()) == doctest::Approx(1 / 120000.).epsilon(2e-2));
  CHECK(grad<angle, args<1>>(f32<>(1), f32<>(std::numeric_limits<float>::infinity()))() == 0);
  CHECK(grad<there_and_back>(f32<>(60))() == doctest::Approx(2));
  CHECK(std::isinf(grad<arc_cosh<float>>(f32<>(1))()));
  CHECK(std::isnan(grad<arc_cosh<float>>(f32<>(-2))()));  // as acosh(-2)
}

TEST_CASE("the value of a padding has the cotangents of the padding alone: an infinity beside it leaves no NaN") {
  const f32<3> x{1, 2, 0};
  const f32<> v(4);
  constexpr auto beside = [](const f32<3>& a, const f32<>& b) -> f32<> { return sum(log(pad<1, 2, 1>(a, axis<0>, b))); };
  CHECK(grad<beside, args<1>>(x, v)() == 5.0f / 4);
  CHECK(jit<grad<beside, args<1>>>(x, v)() == 5.0f / 4);
  CHECK(array_equal(grad<beside>(x, v), f32<3>{1, 0.5f, std::numeric_limits<float>::infinity()}));
}

TEST_CASE("stop_gradient") {
  CHECK(grad<blocked>(f32<>(3.14f))() == doctest::Approx(0.999997463457));
}

TEST_CASE("vjp and jvp") {
  const f32<dyn> x{1, 2}, y{3, 4};
  const auto [value, pull] = vjp<twice>(x, y);
  CHECK(value(1) == 16);
  const auto [dx, dy] = pull(f32<dyn>{1, 10});
  CHECK(dx(1) == 80);
  CHECK(dy(0) == 2);
  const auto [out, tangent] = jvp<twice>(std::tuple(x, y), std::tuple(f32<dyn>{1, 0}, f32<dyn>{0, 1}));
  CHECK(out(0) == 6);
  CHECK(tangent(0) == 6);
  CHECK(tangent(1) == 4);
  CHECK(jvp<cube>(f32<>(2), f32<>(1)).second() == 12);
}

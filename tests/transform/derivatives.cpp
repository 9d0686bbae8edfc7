// SPDX-License-Identifier: MIT
// Derivatives as graphs: what is shared, what is dropped, what is exact.
#include <doctest/doctest.h>

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

// SPDX-License-Identifier: MIT
// The programs of lesson 3.
#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
constexpr const char* page = "docs/lessons/3_derivatives.md";
constexpr const char* here = "tests/docs/derivatives.cpp";
}  // namespace

// [grad]
using namespace sinter;

constexpr f64<> energy(const f64<dyn>& x) { return sum(0.25 * x * x * x * x - x * x); }
inline constexpr auto force = grad<energy>;  // a function again: x -> x^3 - 2 x
// [grad]

TEST_CASE("a gradient") {
  std::ostringstream out;
  // [use]
  const f64<dyn> x{0, 1, 2};
  auto [value, slope] = value_and_grad<energy>(x);  // by the interpreter, at once
  f64<dyn> native = jit<force>(x);                  // compiled with everything around it
  out << value << "\n" << slope << "\n" << native << "\n" << make_jaxpr<force>(x) << "\n";
  // [use]
  CHECK(array_equal(slope, native));
  docs::shows(page, here, "use", out.str());
}

// [arguments]
struct line {
  f64<> slope, offset;
};
BOOST_HANA_ADAPT_STRUCT(line, slope, offset);

constexpr f64<> misfit(const line& l, const f64<dyn>& x, const f64<dyn>& y) {
  f64<dyn> error = l.slope * x + l.offset - y;
  return mean(error * error);
}
inline constexpr auto by_line = grad<misfit>;               // of the first argument: a line
inline constexpr auto by_data = grad<misfit, args<1, 2>>;   // of others: a tuple
// [arguments]

TEST_CASE("which arguments") {
  std::ostringstream out;
  const line l{2.0, 1.0};
  const f64<dyn> x{0, 1, 2}, y{1, 3, 8};
  // [fit]
  line g = by_line(l, x, y);
  auto [dx, dy] = by_data(l, x, y);
  line better = tree_map([](const auto& p, const auto& dp) { return p - 0.1 * dp; }, l, g);
  // [fit]
  out << g.slope << " " << g.offset << "\n" << dx << " " << dy << "\n" << better.slope << " " << better.offset << "\n";
  docs::shows(page, here, "fit", out.str());
}

// [higher]
constexpr f64<> quartic(const f64<>& x) { return x * x * x * x; }
inline constexpr auto d1 = grad<quartic>;
inline constexpr auto d2 = grad<d1>;
inline constexpr auto d3 = grad<d2>;
// [higher]

TEST_CASE("to any order") {
  std::ostringstream out;
  // [orders]
  const f64<> x = 2;
  out << jit<d1>(x) << " " << jit<d2>(x) << " " << jit<d3>(x) << "\n";
  // [orders]
  docs::shows(page, here, "orders", out.str());
}

// [products]
constexpr f64<2> polar(const f64<2>& p) {
  f64<1> r = slice<0, 1>(p, axis<0>), angle = slice<1, 2>(p, axis<0>);
  return concatenate<0>(r * cos(angle), r * sin(angle));
}
constexpr f64<> hessian_along(const f64<dyn>& x, const f64<dyn>& direction) {
  auto [g, change] = jvp<force>(x, direction);  // forward over reverse: H v without H
  return sum(change * direction);
}
// [products]

TEST_CASE("products with the Jacobian, from both sides") {
  std::ostringstream out;
  // [sides]
  const f64<2> p{2, 0}, direction{0, 1}, cotangent{1, 1};
  auto [point, moved] = jvp<polar>(p, direction);  // J v
  auto [same, pullback] = vjp<polar>(p);
  auto [carried] = pullback(cotangent);            // J^T c, one cotangent for each argument
  out << point << " " << moved << " " << carried << "\n";
  // [sides]
  docs::shows(page, here, "sides", out.str());
  const f64<dyn> x{1, 2}, v{1, 1};
  CHECK(jit<hessian_along>(x, v)() == doctest::Approx(1 + 10));
}

// [auxiliary]
constexpr auto loss_and_residual(const f64<>& a, const f64<dyn>& x) {
  f64<dyn> residual = a * x - 1;
  return std::pair(f64<>(sum(residual * residual)), residual);  // (what is differentiated, what comes along)
}
constexpr f64<> frozen(const f64<>& a) { return a * stop_gradient(a); }
// [auxiliary]

TEST_CASE("auxiliary outputs and stop_gradient") {
  const f64<dyn> x{1, 2};
  auto [both, g] = value_and_grad<loss_and_residual>(f64<>(1.0), x);
  CHECK(both.first() == 1);
  CHECK(both.second(1) == 1);
  CHECK(g() == 4);
  CHECK(grad<frozen>(f64<>(3.0))() == 3);
}

// [corners]
constexpr f64<> corner(const f64<>& x) { return maximum(x, 0.0) + abs(x); }
// [corners]

TEST_CASE("conventions at corners") {
  std::ostringstream out;
  out << grad<corner>(f64<>(0.0)) << "\n";
  docs::shows(page, here, "corners", out.str());
}

// [masks]
constexpr f64<> guarded(const f64<dyn>& x) { return sum(where(x > 0, sqrt(x), 0.0)); }

constexpr f64<> used_twice(const f64<dyn>& x) {
  f64<dyn> y = sqrt(x);
  return sum(where(x > 0, y + exp(y), 0.0));
}
constexpr f64<> guarded_twice(const f64<dyn>& x) {
  f64<dyn> inside = where(x > 0, x, 1.0);  // never outside the domain
  f64<dyn> y = sqrt(inside);
  return sum(where(x > 0, y + exp(y), 0.0));
}
// [masks]

TEST_CASE("branches that are not chosen") {
  std::ostringstream out;
  // [masked]
  const f64<dyn> x{-1, 0, 4};
  out << grad<guarded>(x) << "\n" << grad<used_twice>(x) << "\n" << grad<guarded_twice>(x) << "\n";
  // [masked]
  docs::shows(page, here, "masked", out.str());
}

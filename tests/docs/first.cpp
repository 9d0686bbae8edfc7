// SPDX-License-Identifier: MIT
// The first program of the README; what it prints stands there.
#include <doctest/doctest.h>

#include <iomanip>
#include <iostream>
#include <sstream>

// [first]
#include <sinter/sinter.hpp>
using namespace sinter;

struct line {
  f32<3> slope;
  f32<> offset;
};
BOOST_HANA_ADAPT_STRUCT(line, slope, offset);

constexpr f32<> loss(const line& l, const f32<dyn, 3>& x, const f32<dyn>& y) {
  f32<dyn> error = matmul(x, l.slope) + l.offset - y;
  return mean(error * error);
}

inline constexpr auto step = [](const line& l, const f32<dyn, 3>& x, const f32<dyn>& y, const f32<>& rate) {
  auto [value, g] = value_and_grad<loss>(l, x, y);
  return std::pair(value, tree_map([&](const auto& p, const auto& dp) { return p - rate * dp; }, l, g));
};
// [first]

#include "pages.hpp"

TEST_CASE("the README's first program") {
  std::ostringstream printed;
  std::streambuf* screen = std::cout.rdbuf(printed.rdbuf());
  // [main]
  auto [k1, k2] = random::split<2>(random::key(0));
  const f32<dyn, 3> x = random::normal<f32<dyn, 3>>(k1, {100});
  const f32<dyn> y = matmul(x, f32<3>{1, -2, 3}) + 0.5f;

  line l;
  f32<> value;
  for (int i = 0; i < 200; ++i) std::tie(value, l) = jit<step>(std::move(l), x, y, 0.1f);
  std::cout << std::fixed << std::setprecision(3);
  for (float slope : l.slope.span()) std::cout << slope << " ";
  std::cout << l.offset() << "\n";
  // [main]
  std::cout.rdbuf(screen);
  docs::shows("README.md", "tests/docs/first.cpp", "fit", printed.str());

  docs::shows("README.md", "tests/docs/first.cpp", "jaxpr", make_jaxpr<loss>(l, x, y));
  CHECK(allclose(l.slope, f32<3>{1, -2, 3}, {.rtol = 1e-4, .atol = 1e-4}));
  CHECK(value() < 1e-6f);
}

// [questions]
static_assert(lower<loss, line, f32<100, 3>, f32<100>>.plan.launches.size() == 2);  // a product, a mean
static_assert(lower<step, line&&, f32<100, 3>, f32<100>, f32<>>.plan.peak_bytes < 3000);
// [questions]

// SPDX-License-Identifier: MIT
// What a call means: arguments and results as trees, donation, errors that leave everything as it was, many threads.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>
#include <thread>

using namespace sinter;

namespace {

struct point {
  f32<4> a, b;
};
struct nothing {};
struct nested {
  std::array<point, 2> points;
  std::pair<f32<>, std::tuple<i32<3>>> rest;
  nothing empty;
};

}  // namespace
BOOST_HANA_ADAPT_STRUCT(point, a, b);
BOOST_HANA_ADAPT_STRUCT(nested, points, rest, empty);
namespace {

constexpr nested twice(const nested& n) {
  return tree_map([](const auto& x) { return x + x; }, n);
}
constexpr f32<dyn> add(const f32<dyn>& x, const f32<dyn>& y) { return x + y; }
constexpr f32<dyn> add_reversed(const f32<dyn>& x, const f32<dyn>& y) { return x + flip(y); }
constexpr std::pair<f32<dyn>, f32<dyn>> two_results(const f32<dyn>& x, const f32<dyn>& y) { return {x + 1.0f, y * 10.0f}; }
constexpr f32<dyn> scaled(const f32<dyn>& x, const f32<>& by) { return x * by; }
constexpr auto several = [](const f32<4>& x, const f32<4>& y) { return std::tuple(y, x, x, f32<>(3), full<f32<4, 2>>(1.5f)); };
template <int N>
struct repeated {
  constexpr f32<4> operator()(const f32<4>& x) const {
    f32<4> h = x;
    for (int i = 0; i < N; ++i) h = h * 2;
    return h;
  }
};
struct power {
  int n = 2;
  constexpr f32<> operator()(const f32<dyn>& x) const {
    f32<dyn> r = x;
    for (int i = 1; i < n; ++i) r = r * x;
    return sum(r);
  }
};
constexpr f32<3, 3> symmetric(const f32<3, 3>& x) {
  f32<3, 3> y = x * 2;
  return y + transpose<1, 0>(y);
}
constexpr f32<dyn, 4> mixed(const u8<dyn, 4>& images, const f32<4>& w, const i32<dyn, 4>& labels) {
  return cast<f32>(images) * w + cast<f32>(labels);
}
const float* place(const f32<dyn>& x) { return std::as_const(x).span().data(); }

}  // namespace

TEST_CASE("trees in and out") {
  nested n;
  n.points[1].b = f32<4>{1, 2, 3, 4};
  n.rest.first = 5;
  std::get<0>(n.rest.second) = i32<3>{7, 8, 9};
  const nested m = jit<twice>(n);
  CHECK(m.points[1].b(3) == 8);
  CHECK(m.points[0].a(0) == 0);
  CHECK(m.rest.first() == 10);
  CHECK(std::get<0>(m.rest.second)(2) == 18);
}

TEST_CASE("results that are arguments, constants, or the same twice") {
  const f32<4> x{1, 2, 3, 4}, y{5, 6, 7, 8};
  const auto [a, b, c, d, e] = jit<several>(x, y);
  CHECK(a(0) == 5);
  CHECK(b(0) == 1);
  CHECK(c(3) == 4);
  CHECK(d() == 3);
  CHECK(e(3, 1) == 1.5f);
}

TEST_CASE("kinds of functions") {
  const f32<4> x{1, 2, 3, 4};
  CHECK(jit<repeated<3>{}>(x)(1) == 16);
  CHECK(jit<power{3}>(f32<dyn>{1, 2})() == 9);
  constexpr auto local = [](const f32<4>& a) { return a * 2 + a; };
  CHECK(jit<local>(x)(2) == 9);
  CHECK(jit<[](const auto& a) { return a - 1; }>(x)(0) == 0);
  CHECK(jit<[](f32<4> a) -> f32<4> { a = a * 2; a += 1; return a; }>(x)(0) == 3);
}

TEST_CASE("plain numbers and expressions are arguments") {
  const f32<dyn> x{1, 2};
  CHECK(jit<scaled>(x, 0.5)(1) == 1);
  CHECK(jit<scaled>(x, 3)(1) == 6);
  CHECK(jit<scaled>(x + 1, 2.0f)(0) == 4);
}

TEST_CASE("a value read through a view that crosses elements is not overwritten") {
  const f32<3, 3> m{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
  const auto s = jit<symmetric>(m);
  CHECK(s(0, 1) == 8);
  CHECK(s(2, 1) == 24);
}

TEST_CASE("one kernel of mixed widths") {
  const u8<dyn, 4> images{{0, 1, 2, 3}, {252, 253, 254, 255}};
  const auto y = jit<mixed>(images, f32<4>{1, 2, 3, 4}, i32<dyn, 4>{{1, 2, 3, 10}, {4, 5, 6, -1}});
  CHECK(y(0, 3) == 22);
  CHECK(y(1, 3) == 1019);
  static_assert(lower<mixed, u8<2, 4>, f32<4>, i32<2, 4>>.plan.launches.size() == 1);
}

TEST_CASE("a moved-in argument gives its memory to the result and is empty afterwards") {
  f32<dyn> x = full<f32<dyn>>(1, {1000}), y = full<f32<dyn>>(2, {1000});
  const float* before = place(x);
  const f32<dyn> z = jit<add>(std::move(x), y);
  CHECK(place(z) == before);
  CHECK(z(999) == 3);
  CHECK(x.state() == core::holds::nothing);

  f32<dyn> shared = y;  // memory that something else reads is not reused
  const f32<dyn> w = jit<add>(std::move(y), z);
  CHECK(place(w) != place(shared));
  CHECK(shared(0) == 2);
}

TEST_CASE("memory that two arguments of a call share is not reused") {
  f32<dyn> x{1, 2, 3, 4, 5, 6, 7, 8};
  const float* const before = place(x);
  const f32<dyn> mirrored = jit<add_reversed>(std::move(x), x);
  CHECK(place(mirrored) != before);
  CHECK(array_equal(mirrored, full<f32<8>>(9)));

  f32<dyn> y{1, 2, 3};
  const auto results = jit<two_results>(std::move(y), std::move(y));
  CHECK(array_equal(results.first, f32<3>{2, 3, 4}));
  CHECK(array_equal(results.second, f32<3>{10, 20, 30}));
}

TEST_CASE("wrong extents throw with the user's line, and every array holds what it held") {
  f32<dyn> x = full<f32<dyn>>(1, {10});
  const f32<dyn> y = full<f32<dyn>>(2, {11});
  CHECK_THROWS_WITH_AS(jit<add>(std::move(x), y), doctest::Contains("calls.cpp"), shape_error);
  CHECK_THROWS_WITH_AS(jit<add>(x, y), doctest::Contains("given 10 and 11"), shape_error);
  CHECK(x(9) == 1);
  CHECK_THROWS_WITH_AS([&] { f32<dyn> z = x + y; }(), doctest::Contains("calls.cpp"), shape_error);
  CHECK_THROWS_AS([&] { f32<3> z = x * 2; }(), shape_error);
  f32<dyn> never;
  CHECK_THROWS_AS(jit<add>(x, never), shape_error);
  CHECK(x.size() == 10);
}

TEST_CASE("many threads call one program") {
  const f32<dyn> x = full<f32<dyn>>(1, {513});
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        const f32<dyn> y = jit<scaled>(x, static_cast<float>(t + i));
        const f32<dyn> z = x + y;
        if (y(512) != static_cast<float>(t + i) || z(0) != static_cast<float>(t + i + 1)) ++wrong;
      }
    });
  for (auto& one : threads) one.join();
  CHECK(wrong == 0);
}

TEST_CASE("stages answer") {
  const f32<dyn> x{1, 2, 3}, y{4, 5, 6};
  const auto stage = jit<add>.lower(x, y);
  CHECK(stage.jaxpr() == "{ lambda ; a:f32[n] b:f32[n]. let\n    c:f32[n] = add a b\n  in (c,) }");
  CHECK(stage.cost().flops == 3);
  CHECK(stage.memory().peak == 3 * 64);
  CHECK(stage.dot().find("add") != std::string::npos);
  CHECK(stage.plan().find("1 launch") == 0);
}

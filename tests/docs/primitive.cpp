// SPDX-License-Identifier: MIT
// The programs of lesson 6.
#include <doctest/doctest.h>

#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
constexpr const char* page = "docs/lessons/6_primitive.md";
constexpr const char* here = "tests/docs/primitive.cpp";
}  // namespace

// [function]
using namespace sinter;

template <expression X>
constexpr auto log_cosh_composed(const X& x) {
  array a = abs(x);
  return a + log1p(exp(-2 * a)) - 0.69314718f;
}
// [function]

// [row]
namespace sinter::core::primitives {
inline constexpr elementwise log_cosh{
    {.name = "log_cosh",
     .takes = floats,
     .differentiates = derivative::partials,
     .partials = [](const operands& a) -> slopes { return {core::tanh(a.x), {}, {}}; },
     .flops = 30,
     .doc = "log(cosh(x)) without overflow",
     .cuda = "fabs($x) + log1p(exp(-2 * fabs($x))) - ($T)0.69314718055994530942"},
    [](auto x) {
      using scalar::absolute, scalar::minus, scalar::negate, scalar::plus, scalar::times, std::exp, std::log1p;
      const auto a = absolute(x), two = decltype(x)(2), log_2 = decltype(x)(0.69314718055994530942);
      return minus(plus(a, log1p(exp(negate(times(two, a))))), log_2);
    }};
static_assert(given_row<log_cosh>::is_complete);
}  // namespace sinter::core::primitives
// [row]

// [gradient]
constexpr void gradient_of_row(core::builder& graph, const core::primitive& row) {
  const core::term x = core::parameter(graph, core::dtype::f32, graph.intern({}));
  const core::term out = core::emit(row, x);
  core::differentiation reverse(graph, x.id, out.id, &x.id, 1);
  reverse.add(out.id, core::like(out, 1));
  reverse.sweep_back();
  graph.roots.push(out.id);
  graph.roots.push(reverse.get(x.id).id);
}
// [gradient]

TEST_CASE("a function is often enough") {
  const f32<3> x{-100, 0, 1};
  f32<3> y = log_cosh_composed(x);
  CHECK(allclose(y, f32<3>{99.306853f, 0, 0.43378083f}, {.rtol = 1e-6, .atol = 1e-6}));
}

TEST_CASE("a row is printed and differentiated as soon as it stands") {
  std::ostringstream out;
  // [jaxpr]
  core::builder graph;
  gradient_of_row(graph, core::primitives::log_cosh);
  out << core::jaxpr(core::view_of(graph)) << "\n";
  // [jaxpr]
  docs::shows(page, here, "jaxpr", out.str());
}

TEST_CASE("a row has a value at once") {
  // [value]
  CHECK(core::primitives::log_cosh.meaning(0.0) == doctest::Approx(0));
  CHECK(core::primitives::log_cosh.meaning(1000.0) == doctest::Approx(999.306852819));

  float out[core::group_size];
  core::store(reinterpret_cast<char*>(out), core::primitives::log_cosh.meaning(core::lanes<float>(1.0f)));
  CHECK(out[7] == doctest::Approx(0.4337808));  // on a vector of lanes, as kernels call it
  // [value]
}

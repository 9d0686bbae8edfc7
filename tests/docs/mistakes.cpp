// SPDX-License-Identifier: MIT
// The programs of lesson 5: mistakes that only a call can find. Those that the compiler finds are in tests/must_not_compile.
#include <doctest/doctest.h>

#include <array>
#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
constexpr const char* page = "docs/lessons/5_mistakes.md";
constexpr const char* here = "tests/docs/mistakes.cpp";

std::string with_short_paths(std::string text) {
  for (std::size_t at; (at = text.find(__FILE__)) != std::string::npos;) text.replace(at, sizeof __FILE__ - 1, here);
  return text;
}
}  // namespace

// [call]
using namespace sinter;

constexpr f32<dyn> distances(const f32<dyn, 3>& x, const f32<dyn, 3>& y) {
  f32<dyn, 3> d = x - y;
  return sqrt(sum(d * d, axis<-1>));
}
// [call]

TEST_CASE("mistakes that the call finds") {
  std::ostringstream out;
  // [catch]
  const f32<dyn, 3> x(4), y(5);
  try {
    jit<distances>(x, y);
  } catch (const shape_error& e) {
    out << e.what() << "\n";
  }
  try {
    f32<dyn> unset;
    (void)std::as_const(unset)(0);
  } catch (const shape_error& e) {
    out << e.what() << "\n";
  }
  try {
    auto z = f32<dyn, 3>::from(std::array<float, 5>{}, {2});
  } catch (const shape_error& e) {
    out << e.what() << "\n";
  }
  try {
    f32<3> w;
    load("nothing.npz", w);
  } catch (const io_error& e) {
    out << e.what() << "\n";
  }
  // [catch]
  docs::shows(page, here, "catch", with_short_paths(out.str()));
  CHECK(x.extent(0) == 4);
}

// [ways_out]
constexpr f32<dyn> clipped(const f32<dyn>& x, const b8<>& enabled) {
  f32<dyn> small = clip(x, -1, 1);
  return where(enabled, small, x);  // both are computed, one is chosen
}
template <int Layers>
constexpr f32<dyn> repeated(const f32<dyn>& x) {
  f32<dyn> h = x;
  for (int i = 0; i < Layers; ++i) h = h + sin(h);
  return h;
}
constexpr f32<dyn> watched(const f32<dyn>& x) {
  f32<dyn> h = exp(x);
  debug_print("h", h);  // instead of std::cout
  return h / sum(h);
}
// [ways_out]

TEST_CASE("ways out") {
  const f32<dyn> x{-2, 0, 3};
  CHECK(array_equal(jit<clipped>(x, true), f32<dyn>{-1, 0, 1}));
  CHECK(array_equal(jit<clipped>(x, false), x));
  CHECK(jit<repeated<3>>(x).extent(0) == 3);
  CHECK(allclose(jit<watched>(x), softmax(x), {.rtol = 1e-6}));
}

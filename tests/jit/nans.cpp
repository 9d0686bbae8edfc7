// SPDX-License-Identifier: MIT
// SINTER_DEBUG_NANS=1: the first operation that makes a NaN, and its line.
#include <doctest/doctest.h>

#include <cstdlib>
#include <sinter/sinter.hpp>

using namespace sinter;

namespace {
constexpr f32<dyn> planted(const f32<dyn>& x) {
  f32<dyn> y = x * 2 + 1;
  f32<dyn> z = log(x - 2);
  f32<dyn> w = log(y * y + 1);
  return tanh(w) * z;
}
}  // namespace

TEST_CASE("a NaN is named") {
  setenv("SINTER_DEBUG_NANS", "1", 1);  // before the first call: it is read once
  CHECK(jit<planted>(f32<dyn>{3, 4})(0) == 0);
  CHECK_THROWS_WITH_AS(jit<planted>(f32<dyn>{3, 4, 1, 5}), doctest::Contains("nans.cpp:13: log: made a NaN at element 2"), error);
  const f32<dyn> not_a_number = full<f32<dyn>>(std::numeric_limits<float>::quiet_NaN(), {3});
  CHECK(jit<planted>(not_a_number).size() == 3);  // one that came in is no news
}

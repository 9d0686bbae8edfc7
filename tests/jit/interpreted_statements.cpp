// SPDX-License-Identifier: MIT
// SINTER_EAGER=interpret: statements outside a trace run through the interpreter, with the same bits and the same errors.
#ifdef SINTER_EAGER
#undef SINTER_EAGER
#endif
#define SINTER_EAGER interpret
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

using namespace sinter;

static_assert(core::this_build::mode == core::eager_mode::interpret);

TEST_CASE("interpreted statements") {
  const f32<dyn> x{1, 2, 3}, y{4, 5, 6};
  const f32<dyn> z = x * y + exp(x) * 2;
  constexpr auto whole = [](const f32<dyn>& a, const f32<dyn>& b) -> f32<dyn> { return a * b + exp(a) * 2; };
  CHECK(array_equal(z, jit<whole>(x, y)));
  const f32<> total = sum(x);
  CHECK(total() == 6);
  const f32<dyn> shorter{1, 2};
  CHECK_THROWS_AS(eval(x + shorter), shape_error);
}

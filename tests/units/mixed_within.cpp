// SPDX-License-Identifier: MIT
#if defined(SINTER_RUNTIME_ELSEWHERE)
#error "this file is to have the runtime in itself"
#endif
#include "mixed.hpp"

#include <cstdio>

int main() {
  using namespace sinter;
  int failures = 0;
  const auto check = [&](const char* what, bool holds) {
    if (!holds) std::printf("mixed: %s\n", what), ++failures;
  };
  mixed::table x(53);
  int i = 0;
  for (float& value : x.span()) value = 0.01f * static_cast<float>(++i % 401) - 2.0f;
  const f32<37, 37> w = eye<f32<37, 37>>() * 0.5f;

  const mixed::results here = compute(x, w), there = mixed::elsewhere(x, w);
  check("a statement before main differs", early(0) == 2);
  check("statements differ", array_equal(here.statement, there.statement));
  check("row kernels differ", array_equal(here.smoothed, there.smoothed));
  check("takes differ", array_equal(here.chosen, there.chosen));
  check("sums differ", array_equal(here.summed, there.summed));
  check("products differ", array_equal(here.stepped, there.stepped) && !array_equal(here.stepped, w));
  check("derivatives differ", here.slope() == there.slope() && here.slope() > 0);
  check("errors differ", here.refused == there.refused && here.refused.find("mixed.hpp:") != std::string::npos);

  // Given up here, made into the result there, and back.
  mixed::table given = x + 0.0f;
  const float* const place = std::as_const(given).span().data();
  const mixed::table doubled = mixed::doubled_elsewhere(std::move(given));
  check("a donated array was not used", doubled.span().data() == place);
  check("a donated array is not empty", given.state() == core::holds::nothing);
  check("what it became is wrong", array_equal(doubled, x * 2.0f));
  f32<37, 37> trained = w * 1.0f;
  const float* const weights = std::as_const(trained).span().data();
  for (int round = 0; round < 3; ++round) {
    trained = mixed::stepped_elsewhere(std::move(trained), x);
    trained = jit<mixed::step>(std::move(trained), x);
  }
  check("training moved the weights", std::as_const(trained).span().data() == weights);

  // Shared between both: a write here must not be seen there.
  const mixed::table kept = doubled;
  mixed::table written = doubled;
  written(0, 0) = 7;
  check("a write was seen by a sharer", kept(0, 0) == 2 * x(0, 0) && written(0, 0) == 7);
  std::printf("mixed: %d failures\n", failures);
  return failures;
}

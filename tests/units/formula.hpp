// SPDX-License-Identifier: MIT
// What both units run. The formulas have one identity in the whole program, so that their kernels would meet in the
// linker if flags were not part of their names; compute() is each unit's own.
#pragma once

#include <sinter/sinter.hpp>

#include "numbers.hpp"

namespace formula {
using namespace sinter;

constexpr f32<dyn, 37> smooth(const f32<dyn, 37>& x) { return softmax(tanh(x * 0.5f) + 1.0f, axis<-1>); }
constexpr f32<dyn, 37> project(const f32<dyn, 37>& x, const f32<37, 37>& w) { return maximum(0, matmul(x, w)); }
}  // namespace formula

namespace {
// Before main, when no order of initialisers has been promised.
const sinter::f32<4> early_statement = sinter::f32<4>{1, 2, 3, 4} * 2.0f;

numbers compute() {
  std::vector<float> values(53 * 37);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.01f * static_cast<float>(i % 401) - 2.0f;
  const auto x = sinter::f32<sinter::dyn, 37>::from(values, {53});
  const auto w = sinter::eye<sinter::f32<37, 37>>();
  const auto keep = [](const auto& a) { return std::vector<float>(a.span().begin(), a.span().end()); };
  const sinter::f32<sinter::dyn, 37> statement = x * x + 1.0f;
  return {keep(statement), keep(sinter::jit<formula::smooth>(x)), keep(sinter::jit<formula::project>(x, w)), keep(early_statement)};
}
}  // namespace

// SPDX-License-Identifier: MIT
// What statements_native.cpp and statements_interpreted.cpp check.
#pragma once
#include "failing.hpp"

using namespace sinter;
using failing::numbers;
using failing::sweep;

namespace {

using matrix = f32<dyn, 80>;
constexpr f32<> loss(const matrix& x, const f32<80, 80>& w) { return sum(tanh(matmul(x, w))); }
const auto given = [] { return std::tuple(numbers(matrix(400)), numbers(f32<80, 80>(), 3)); };

void check_statements() {
  sweep(given, [](auto& all) {
    auto& [x, w] = all;
    const matrix before = x;
    x = matmul(x, w);
    const matrix made = x;
    x = before;
    return made;
  });
  sweep(given, [](auto& all) {
    auto& [x, w] = all;
    const matrix before = x;
    x += softmax(matmul(x, transpose<1, 0>(w)), axis<-1>) * sum(x, axis<0>);
    const matrix made = x;
    x = before;
    return made;
  });
}

void check_elements() {
  sweep(given, [](auto& all) {
    matrix& x = std::get<0>(all);
    const matrix before = x;
    x(1, 2) = 3;
    const matrix made = x;
    x = before;
    return made;
  });
}

void check_derivatives() {
  sweep(given, [](auto& all) { return value_and_grad<loss>(std::get<0>(all), std::get<1>(all)); });
}

}  // namespace

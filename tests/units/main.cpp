// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>

#include "numbers.hpp"

int main() {
  const numbers a = from_a(), b = from_b(), again = from_a();
  int failures = 0;
  const auto check = [&](const char* what, bool holds) {
    if (!holds) std::printf("units: %s\n", what), ++failures;
  };
  const auto close = [](const std::vector<float>& x, const std::vector<float>& y) {
    bool holds = x.size() == y.size() && !x.empty();
    for (std::size_t i = 0; holds && i < x.size(); ++i) holds = std::abs(x[i] - y[i]) <= 1e-6f + 1e-5f * std::abs(y[i]);
    return holds;
  };
  check("a unit differs from itself",
        a.statement == again.statement && a.rows == again.rows && a.product == again.product);
  check("elementwise statements differ", !a.statement.empty() && a.statement == b.statement);
  check("row kernels differ", close(a.rows, b.rows));
  check("products differ", close(a.product, b.product));
  const std::vector<float> doubled{2, 4, 6, 8};
  check("a statement before main differs", a.early == doubled && b.early == doubled);
  std::printf("units: %d failures\n", failures);
  return failures;
}

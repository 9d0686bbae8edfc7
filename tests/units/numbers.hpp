// SPDX-License-Identifier: MIT
// What a unit hands to main.
#pragma once

#include <vector>

struct numbers {
  std::vector<float> statement;  // eager and elementwise: the same bits from both units
  std::vector<float> rows;       // a row kernel
  std::vector<float> product;    // a contraction
  std::vector<float> early;      // a statement that ran before main
};

numbers from_a();
numbers from_b();

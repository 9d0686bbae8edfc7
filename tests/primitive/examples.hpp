// SPDX-License-Identifier: MIT
// Examples of each row: operands by element type, extents and domain, and how the node over them is made. An elementwise row
// or a reduction is covered by what it declares; other rows have a construction here, and a row without one has no examples.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "support/compare.hpp"

namespace examples {

using sinter::core::builder;
using sinter::core::domain;
using sinter::core::dtype;
using sinter::core::primitive;
using sinter::core::term;
using support::extent_list;
using support::tensor;

struct operand {
  dtype type = dtype::f32;
  extent_list extents;
  domain samples = domain::real;
  int limit = 0;  // index operands: values from -2 to limit + 1, or inside where the mode promises it
  bool differentiated = true;
};

struct example {
  const primitive* op = nullptr;
  std::string name;
  std::vector<operand> operands;
  std::function<term(builder&, const std::vector<term>&)> make;
  bool takes_specials = false;  // elementwise: every combination of special values is tried too
  bool takes_views = true;      // operands may come through a view
};

// The examples of a row for operands of the element type (where it has a choice).
std::vector<example> of(const primitive* op, dtype type);

}  // namespace examples

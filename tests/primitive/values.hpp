// SPDX-License-Identifier: MIT
// An example of a row as a graph with arguments, its operands plain or through a view, and how near the oracle's value a
// backend must come.
#pragma once
#include "examples.hpp"

namespace examples {

// A view that stands between a parameter and the row.
enum class through : std::uint8_t { nothing, transpose, slice, reverse, broadcast };

struct value_case {
  builder graph;
  std::vector<tensor> arguments;
};
// `specials`: instead of the example's operands every combination of special values.
value_case make_value_case(const example& of, through how, support::random_numbers& random, bool specials);

// Where the first element that is too far away stands, or nothing. `most_ulps` is for functions that backends compute each
// in their way.
std::string difference(const example& of, const builder& graph, const std::vector<tensor>& arguments, const tensor& given,
                       int most_ulps = 4);

}  // namespace examples

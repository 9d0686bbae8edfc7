// SPDX-License-Identifier: MIT
// A random graph as a list of steps: it can be built anew (with symbols for extents or without), shrunk, and printed as the
// C++ statements that build it.
#pragma once
#include <string>
#include <vector>

#include "support/compare.hpp"

namespace recipes {

using sinter::core::builder;
using sinter::core::dtype;
using sinter::core::primitive;
using sinter::core::term;
using support::extent_list;
using support::random_numbers;
using support::tensor;
using support::wide;

// One entry of a reshape's new extents: the product of axes [first, last) of the operand, or a number where last < 0.
struct new_axis {
  int first = 0, last = 0;
};
// Along one axis. slice: `start` elements are cut off in front, `cut` behind, every `stride`-th stays. pad: low, high, interior.
struct axis_numbers {
  std::int64_t start = 0, cut = 0, stride = 1;
};

struct step {
  const primitive* op = nullptr;
  int x = -1, y = -1, z = -1;    // earlier steps
  dtype type = dtype::f32;       // parameter, constant, iota, dimension_size, conversions
  std::int64_t attribute = 0;    // mask, permutation, axis, exponent, packed contraction, axis | mode << 4
  double number = 0;             // constant
  std::vector<new_axis> axes;    // reshape
  std::vector<axis_numbers> along;  // slice, pad
  extent_list extents;           // parameter, constant, iota; broadcast: the new extents that are not the operand's (else -1)
  unsigned symbols = 0;          // parameter: the mask of axes whose extents a call gives
  tensor value;                  // parameter

  int operand(int i) const { return i == 0 ? x : i == 1 ? y : z; }
  int& operand(int i) { return i == 0 ? x : i == 1 ? y : z; }
};

struct recipe {
  std::uint64_t seed = 0;
  std::vector<step> steps;
  std::vector<int> roots;  // steps
};

// The term of a step over the terms of the steps before it. Parameters are numbered as they come.
term build_step(builder& graph, const step& at, const std::vector<term>& before);
// All steps, roots pushed; the terms by step. Throws sinter::error where the steps do not fit.
std::vector<term> build(builder& graph, const recipe& from);
std::vector<tensor> arguments_of(const recipe& from);
recipe without_symbols(recipe from);

recipe generate(std::uint64_t seed);

// Statements that build the graph, and the arguments.
std::string print(const recipe& from);

}  // namespace recipes

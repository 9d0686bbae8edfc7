// SPDX-License-Identifier: MIT
// Functions of arrays and their derivatives as graphs, and how near those must come.
#pragma once
#include "examples.hpp"

namespace examples {

using support::random_numbers;
using support::wide;
using terms = std::vector<term>;
// A function of arrays: from the terms of its arguments to those of its results.
struct function {
  std::function<terms(builder&, const terms&)> of;
  std::vector<bool> differentiated;  // by argument
};

// (x, t) -> the derivative of the floating results at x along t.
function jvp(const function& f);
// (x, c) -> the cotangents of the differentiated arguments. `results` is how many floating results f has.
function vjp(const function& f, std::size_t results);

builder graph_of(const function& f, const std::vector<tensor>& arguments);
std::vector<tensor> floating_results(const builder& graph, const std::vector<tensor>& values);

tensor random_like(random_numbers& random, const tensor& other);
std::vector<tensor> random_direction(random_numbers& random, const function& f, const std::vector<tensor>& at);
std::vector<tensor> joined(std::vector<tensor> list, const std::vector<tensor>& more);
// The sum of products, and of their sizes.
wide product(const std::vector<tensor>& x, const std::vector<tensor>& y, wide& magnitude);

// The gates: of differences, and of forward against reverse.
struct gates {
  wide step, relative, absolute, between_modes;
};
gates gates_of(dtype type);
// The first element that is too far away, or nothing.
std::string first_far(const std::vector<tensor>& given, const std::vector<tensor>& expected, wide relative, wide absolute);

// An example as a function with arguments from its domain. `is_one`: some operand is differentiated, all floats are of `type`.
struct differentiable {
  function f;
  std::vector<tensor> at;
  dtype result = dtype::f32;
  bool is_one = false;
};
differentiable sample_differentiable(const example& one, dtype type, random_numbers& random);

}  // namespace examples

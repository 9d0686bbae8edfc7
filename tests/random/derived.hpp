// SPDX-License-Identifier: MIT
// Gradients of random graphs as graphs: of the first order, and of gradients.
#pragma once
#include <functional>

#include "recipe.hpp"

namespace recipes {

// A number of either sign, not small, for each element.
tensor random_like(random_numbers& random, const tensor& other);

// What is done with the gradient of one order.
using order_body = std::function<std::string(int order, const builder& below, const std::vector<tensor>& at, const builder& gradient,
                                             const std::vector<tensor>& arguments, const std::vector<int>& by,
                                             const std::vector<tensor>& cotangents)>;
// Calls body(n, below, arguments of below, gradient, its arguments, by, cotangents) for each order n up to `order`, until it
// returns a fault.
std::string each_order(const recipe& from, int order, random_numbers& random, const order_body& body);

// A recipe moved off the corners where derivatives are conventions, each try to another place, without the results that
// are infinite there: those have no differences.
recipe moved(recipe from, int attempt);

}  // namespace recipes

// SPDX-License-Identifier: MIT
// The oracle: a graph evaluated node by node on plain vectors, with its own index arithmetic. It shares with the library only
// what a row declares to mean, applied to scalars. Nothing of plan/ or cpu/ is used.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <sinter/graph/graph.hpp>
#include <sinter/primitive/registry.hpp>

namespace support {

using sinter::core::builder;
using sinter::core::dtype;
using sinter::core::graph_view;
using sinter::core::node;
using sinter::core::primitive;
using sinter::core::term;

// A long double holds every element type exactly, 64-bit integers included.
using wide = long double;
using extent_list = std::vector<std::int64_t>;

struct tensor {
  dtype type = dtype::f32;
  extent_list extents;
  std::vector<wide> at;
};

inline std::int64_t volume(const extent_list& extents) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents) count *= extent;
  return count;
}

// In which precision floating nodes are computed. Integers are always themselves.
enum class precision {
  own,      // each node in its element type, rounded as the row's meaning rounds it on scalars
  extended  // long double; what the element type cannot hold becomes infinite
};

// What other orders of a fold may make of one element: rows leave open in which order terms are added or factors multiplied.
struct orders {
  wide magnitude = 0;     // the sum of |terms|; where nothing is added, |value|
  bool is_exact = false;  // a fold, and each order finds the same bits: none rounds
  wide underflow = 0;     // how far partial products below the normal numbers may lead off
  // Some order leaves the range of the element type on its way.
  bool may_rise = false, may_fall = false, may_be_nan = false;
  bool may_be_other_zero = false;  // an extreme of zeros of both signs: rows leave open which is taken
};

struct request {
  precision as = precision::extended;
  // Called with the value of each floating node that rounds or is an extreme: noise, for instance.
  std::function<wide(int node, dtype type, wide value, const orders& known)> disturb = {};
  // Where arguments move: the values of all nodes before they did. What has derivative zero by convention keeps them:
  // stop_gradient, and a clamp at its bound.
  const std::vector<tensor>* held = nullptr;
};

// The extents' symbols for parameters of these extents, as a call evaluates them. Empty where a check fails.
std::vector<std::int64_t> symbol_values(const graph_view& graph, const std::vector<extent_list>& parameters);

// The value of each node that a root needs (others stay empty). `arguments` by parameter number.
std::vector<tensor> evaluate_nodes(const graph_view& graph, const std::vector<tensor>& arguments, const request& how = {});
// The values of the roots.
std::vector<tensor> evaluate(const graph_view& graph, const std::vector<tensor>& arguments, const request& how = {});

// Does a floating node of this primitive round, so that another correct evaluation may differ in the last places?
bool rounds(const primitive* op);

}  // namespace support

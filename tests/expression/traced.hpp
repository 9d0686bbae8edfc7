// SPDX-License-Identifier: MIT
// Functions of the library on traced arrays, and what the oracle makes of the graph they leave.
#pragma once
#include <doctest/doctest.h>

#include <sinter/expression/functions.hpp>

#include "support/compare.hpp"
#include "support/oracle.hpp"

namespace expression_test {

using namespace sinter;
using support::extent_list;
using support::tensor;
using support::wide;

inline constexpr wide not_a_number = std::numeric_limits<wide>::quiet_NaN(),
                      infinity = std::numeric_limits<wide>::infinity();

// The array type of an expression.
template <class X>
using kind = core::array_of<X>;
template <class X, class Y>
inline constexpr bool same = std::is_same_v<X, Y>;

// Parameters of a graph with their values, and the values of expressions over them.
class trace {
 public:
  core::builder graph;

  template <class A>
  A argument(std::vector<wide> values, extent_list extents = {}) {
    using T = typename A::value_type;
    if (extents.empty() && A::rank > 0) {
      extents = static_extents(core::extents_of<A>{});
      if (A::rank == 1 && extents[0] < 0) extents[0] = static_cast<std::int64_t>(values.size());
    }
    A made;
    made.become_node(&graph, core::open_parameter(graph, static_cast<const A*>(nullptr)).id);
    arguments_.push_back({core::dtype_of<T>, extents, std::move(values)});
    return made;
  }
  // The term of an expression in this graph.
  template <class X>
  core::term term(const X& x) { return core::append(x, graph); }
  template <class X>
  tensor value(const X& x) { return value_of(term(x)); }
  tensor value_of(core::term x, support::precision as = support::precision::own) {
    graph.roots.clear();
    graph.roots.push(x.id);
    return support::evaluate(core::view_of(graph), arguments_, {as, {}}).at(0);
  }
  tensor& argument_value(int i) { return arguments_.at(static_cast<std::size_t>(i)); }

 private:
  template <int... E>
  static extent_list static_extents(given_extents<E...>) { return {E...}; }
  std::vector<tensor> arguments_;
};

inline void check_values(const tensor& got, const std::vector<wide>& expected, double tolerance = 0) {
  REQUIRE(got.at.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CAPTURE(static_cast<double>(got.at[i]));
    CAPTURE(static_cast<double>(expected[i]));
    const bool same = got.at[i] == expected[i] || (std::isnan(got.at[i]) && std::isnan(expected[i]));
    const bool close =
        std::fabs(got.at[i] - expected[i]) <= static_cast<wide>(tolerance) * (1 + std::fabs(expected[i]));
    CHECK((same || close));
  }
}
inline void check_array(const tensor& got, const extent_list& extents, const std::vector<wide>& expected,
                        double tolerance = 0) {
  CHECK(support::text_of(got.extents) == support::text_of(extents));
  check_values(got, expected, tolerance);
}

}  // namespace expression_test

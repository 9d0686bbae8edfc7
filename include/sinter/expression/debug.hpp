// SPDX-License-Identifier: MIT
// debug_print("h", x): prints x under a label; in a trace, each time the function runs.
#pragma once
#include <source_location>

#include "elementwise.hpp"

namespace sinter {
namespace core {

// Evaluates x and prints its elements under a label. Defined where arrays are printed.
template <class X>
void print_now(const char* label, const X& x, const std::source_location& where);

// The site that holds a label: its text in place of a file, and line 0.
constexpr int site_of_label(builder& graph, const char* label) {
  return graph.sites.push(site{label, 0});
}

}  // namespace core

// Prints the elements of x. In a trace it becomes an effect of the graph, in the order of the program, and does not
// depend on whether x is used; arrays made of literals alone belong to no graph and print nothing there. The label must
// outlive the program's graphs: a string literal.
template <expression X>
constexpr void debug_print(const char* label, const X& x, std::source_location where = std::source_location::current()) {
  if (core::builder* graph = core::graph_of(x)) {
    const core::term printed =
        core::emit(core::primitives::debug_print, core::append(x, *graph), {}, {}, core::site_of_label(*graph, label));
    graph->effects.push(printed.id);
  } else if (!__builtin_is_constant_evaluated()) {
    core::print_now(label, x, where);
  }
}

}  // namespace sinter

// SPDX-License-Identifier: MIT
// One call of a planned graph, as what is compiled for a program asks for it; run.hpp does it.
#pragma once
#include "../array/buffer.hpp"
#include "../cpu/block.hpp"
#include "device.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// What a call needs to know, made once for a program.
struct executable {
  graph_view graph;
  plan_view plan;
  const kernel_code* codes = nullptr;
  const std::int32_t* parameter_nodes = nullptr;  // parameter number -> node, or -1 where nothing reads it
  const kernel_code* checked_codes = nullptr;     // the interpreter's, which can look for NaN
  prepared_slot* prepared = nullptr;              // what devices keep for it
  const char* spelled = nullptr;                  // the function, as spelling_of spells it
  print_function print = nullptr;                 // where something prints: NumPy's texts cost much to compile
};

inline std::int64_t volume(const shape& of, const std::int64_t* symbols) {
  std::int64_t elements = 1;
  for (int i = 0; i < of.rank; ++i) elements *= evaluate(of[i], symbols);
  return elements;
}

// Throws shape_error when an extent does not come out as the program demands, or a shape is that of no array.
SINTER_RUNTIME void evaluate_symbols(const graph_view& graph, const given_argument_view* in, const std::int64_t* extent_arguments,
                                     std::int64_t* values, const site* where);

// Runs the program on its arguments, where they are; out[i] is result i, owned by the caller. A donated argument whose buffer
// became a result has `is_donated` set back to false and its ownership kept in out. Throws shape_error, std::bad_alloc.
SINTER_RUNTIME void call(const executable& code, given_argument_view* in, const std::int64_t* extent_arguments, buffer** out,
                         const site* where = nullptr);
// What debug_print does in a plan.
SINTER_RUNTIME void print_traced(void* user, const graph_view& of, int node, const void* elements, dtype type,
                                 const shape& extents);
// "predict: argument 1: ", by the spelling of a function.
[[gnu::cold]] SINTER_RUNTIME sentence place_of_argument(const char* spelled, std::size_t argument);
// SINTER_EXPLAIN=1: prints a program's plan at its first call.
SINTER_RUNTIME void explain_once(const executable& code);

// Where each parameter stands among the nodes.
template <int N>
struct parameter_list {
  std::int32_t at[N > 0 ? N : 1] = {};
};
template <class Program>
constexpr auto parameter_nodes() {
  parameter_list<Program::graph.parameters> list;
  for (auto& id : list.at) id = -1;
  for (int i = 0; i < Program::graph.count.nodes; ++i)
    if (Program::graph.nodes.items[i].op == &primitives::parameter)
      list.at[Program::graph.nodes.items[i].attribute] = i;
  return list;
}
template <class Program>
inline constexpr auto parameter_nodes_of = parameter_nodes<Program>();

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

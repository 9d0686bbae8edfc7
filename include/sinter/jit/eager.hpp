// SPDX-License-Identifier: MIT
// Statements outside a trace. A statement's type lowers to a graph; natively it is planned and instantiated at compile time,
// interpreted it is built and planned once at run time. Numbers are arguments: another value runs the same kernel.
#pragma once
#include "../array/print.hpp"
#include "../expression/poison.hpp"
#include "interpreted.hpp"

namespace sinter::core {

// Array types as they must agree when a statement is bound.
template <class G, class H>
struct fitting_extents { static constexpr bool fit = false; };
template <int... A, int... B>
  requires(sizeof...(A) == sizeof...(B))
struct fitting_extents<given_extents<A...>, given_extents<B...>> {
  static constexpr bool fit = ((A == B || A == dyn || B == dyn) && ...);
};
SINTER_LAW(bound_extents, static_assert(Law::fit, "array: the extents of the expression must fit the declared ones"));

inline namespace SINTER_CPU_NAMESPACE {

// Up to this many leaves are passed from the stack.
template <class X>
constexpr int leaves_of_statement() {
  int count = 0;
  builder graph;
  statement_graph<X>::build(graph);
  count = graph.parameters;
  return count;
}

// A statement that is printed has no line: `out << a + b` leaves no place to ask for one.
inline site site_of(const std::source_location& where) { return {where.file_name(), where.line()}; }

// The leaf of a statement as an argument of the call.
struct statement_arguments {
  const site& line;
  given_argument_view* arguments;
  std::int64_t* values;   // the bits of numbers
  std::int64_t* extents;  // extent arguments
  buffer** owned;         // made for the call
  int count = 0, extent_count = 0, owned_count = 0;

  template <class Leaf>
  void take(const Leaf& leaf) {
    given_argument_view& to = arguments[count];
    if constexpr (requires { leaf.state(); }) {
      using T = typename Leaf::value_type;
      if (leaf.state() == holds::literal && Leaf::rank == 0) {
        const T value = leaf.value_of_literal();
        std::memcpy(&values[count], &value, sizeof value);
        to = {&values[count], nullptr, nullptr, false, false};
      } else if (leaf.state() == holds::memory) {  // the statement holds it
        buffer* memory = leaf.handle();
        to = {memory->data, memory->extents, memory, false, false};
      } else {
        if (leaf.state() == holds::nothing) leaf.has_no_value(located(line));
        buffer* memory = leaf.share();
        to = {memory->data, memory->extents, memory, false, leaf.state() == holds::literal};
        owned[owned_count++] = memory;
      }
      ++count;
    } else if constexpr (requires { leaf.value; }) {
      auto value = leaf.value;
      std::memcpy(&values[count], &value, sizeof value);
      to = {&values[count], nullptr, nullptr, false, false};
      ++count;
    } else {
      extents[extent_count++] = leaf.length.code();
    }
  }
  ~statement_arguments() {
    for (int i = 0; i < owned_count; ++i) owned[i]->drop();
  }
};

template <bool Native, class X>
buffer* run_statement(const X& statement, const site& line) {
  constexpr int leaves = leaves_of_statement<X>();
  given_argument_view in[leaves + 1];
  std::int64_t values[leaves + 1], extents[leaves + 1];
  extents[0] = 0;  // g++ takes the const pointer below for a read
  buffer* owned[leaves + 1];
  statement_arguments arguments{line, in, values, extents, owned};
  each_leaf(statement, [&](const auto& leaf) { arguments.take(leaf); });
  const site* const at = line.line ? &line : nullptr;
  buffer* out[1];
  if constexpr (Native) {
    call(native_executable<eager<X>>, in, extents, out, at);
  } else {
    call(interpreted_executable<eager<X>>, in, extents, out, at);
  }
  return out[0];
}

}  // namespace SINTER_CPU_NAMESPACE

// The checked part of bind: element types agree and extents fit.
template <class Build, class X, class A>
constexpr void bind_checked(const X& statement, A& into, const std::source_location& where) {
  if (__builtin_is_constant_evaluated()) {
    bind_traced(statement, into, where);
    return;
  }
  if constexpr (requires { typename X::is_array; }) {
    if (statement.state() == holds::nothing) statement.has_no_value(located(site_of(where)));
    into.hold(statement.share());
  } else if constexpr (Build::mode == eager_mode::off)
    throw error("statement: SINTER_EAGER=off leaves statements outside a trace without code; call the function through jit");
  else into.hold(run_statement<Build::mode == eager_mode::native>(statement, site_of(where)));
  constexpr auto declared = []<int... E>(given_extents<E...>) { return extent_list<E...>{}; }(extents_of<A>{});
  for (int i = 0; i < A::rank; ++i)
    if (const std::int64_t found = into.handle()->extents[i]; declared.items[i] != dyn && found != declared.items[i]) {
      into = A();
      extents_must_be_equal(found, declared.items[i], site_of(where),
                            "array: the extents of the expression must fit the declared ones");
    }
}

template <class Build, class X, class T, int... Extents>
constexpr void bind(const X& statement, array<T, Extents...>& into, const std::source_location& where) {
  if constexpr (!is_poison<X>) {  // whoever made it has said why
    using given = fitting_extents<known_extents_of<X>, given_extents<Extents...>>;
    constexpr bool same = std::is_same_v<element_of<X>, T>;
    static_assert(same, "array: the expression has another element type than the array it is bound to; use cast<T>(x)");
    SINTER_DEMAND(given::fit, bound_extents<given>, "array: the extents of the expression must fit the declared ones");
    if constexpr (same && given::fit) bind_checked<Build>(statement, into, where);
  }
}

// What debug_print does outside a trace.
template <class X>
void print_now(const char* label, const X& x, const std::source_location& where) {
  array_of<X> value;
  if constexpr (std::is_same_v<X, array_of<X>>) value = x;
  else value = array_of<X>(x, where);
  if (value.state() == holds::nothing) value.has_no_value(located(where));
  value.hold(value.share());
  const buffer* memory = value.handle();
  print_labelled(label, memory->host(), memory->type, memory->rank, memory->extents);
}

}  // namespace sinter::core

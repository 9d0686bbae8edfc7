// SPDX-License-Identifier: MIT
// One statement's worth of operations, held by value. An operation is a type with a static `lower`: from terms to a term.
// The same `lower` says at compile time which element type and extents the result has: it is run on parameters of the
// operands' types, and what it builds is read off. So there is one rule for extents, in the primitives.
#pragma once
#include <utility>

#include "tracing.hpp"

namespace sinter::core {

// More operations in one statement than this make symbols and compile times that nobody wants.
inline constexpr int largest_statement = 256;

// A value of rank 0 written in a statement: a number, or an extent. Eager, it is an argument of the kernel, so that another
// value runs the same kernel.
template <class T>
struct single : typed<T> {
  static constexpr int weight = 1;
  T value{};
  sinter::extent length;
  bool is_extent = false;
};


struct static_type {
  dtype type = dtype::f32;
  int rank = 0;
  int extents[max_rank] = {};
};

// The element type and extents of Op over operands of types X.
template <class Op, class... X>
consteval static_type type_of_operation() {
  builder graph;
  const term operands[] = {open_parameter(graph, static_cast<const X*>(nullptr))...};
  const term made = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return Op::lower(operands[I]...);
  }(std::make_index_sequence<sizeof...(X)>{});
  static_type found{made.type(), made.rank(), {}};
  for (int i = 0; i < found.rank; ++i) {
    const std::int64_t extent = graph.resolve(made.extents()[i]);
    found.extents[i] = is_symbol(extent) ? dyn : static_cast<int>(extent);
  }
  return found;
}

template <class Type, class I = std::make_index_sequence<static_cast<std::size_t>(Type::value.rank)>>
struct typed_by;
template <class Type, std::size_t... I>
struct typed_by<Type, std::index_sequence<I...>> {
  using base = typed<element<Type::value.type>, Type::value.extents[I]...>;
  using array = sinter::array<element<Type::value.type>, Type::value.extents[I]...>;
};
template <class Op, class... X>
struct operation_type {
  static constexpr static_type value = type_of_operation<Op, X...>();
};

template <class X>
constexpr int weight_of = 1;

template <class Op, class... X>
struct operation;
template <class Op, class A, class B, class C>
struct operation<Op, A, B, C> : typed_by<operation_type<Op, A, B, C>>::base {
  static constexpr int weight = weight_of<A> + weight_of<B> + weight_of<C> + 1;
  A a;
  B b;
  C c;
  constexpr operation(A x, B y, C z) : a(std::move(x)), b(std::move(y)), c(std::move(z)) {}
};
template <class Op, class A, class B>
struct operation<Op, A, B> : typed_by<operation_type<Op, A, B>>::base {
  static constexpr int weight = weight_of<A> + weight_of<B> + 1;
  A a;
  B b;
  constexpr operation(A x, B y) : a(std::move(x)), b(std::move(y)) {}
};
template <class Op, class A>
struct operation<Op, A> : typed_by<operation_type<Op, A>>::base {
  static constexpr int weight = weight_of<A> + 1;
  A a;
  constexpr explicit operation(A x) : a(std::move(x)) {}
};
template <class Op, class... X>
constexpr int weight_of<operation<Op, X...>> = operation<Op, X...>::weight;

// The graph that a statement belongs to: that of its first traced operand.
template <class T, int... E>
constexpr builder* graph_of(const array<T, E...>& x) { return x.graph(); }
template <class T>
constexpr builder* graph_of(const single<T>& x) { return x.is_extent ? x.length.graph() : nullptr; }
template <class Op, class A>
constexpr builder* graph_of(const operation<Op, A>& x) { return graph_of(x.a); }
template <class Op, class A, class B>
constexpr builder* graph_of(const operation<Op, A, B>& x) {
  builder* graph = graph_of(x.a);
  return graph ? graph : graph_of(x.b);
}
template <class Op, class A, class B, class C>
constexpr builder* graph_of(const operation<Op, A, B, C>& x) {
  builder* graph = graph_of(x.a);
  if (!graph) graph = graph_of(x.b);
  return graph ? graph : graph_of(x.c);
}

// In a trace: the statement's nodes.
template <class T>
constexpr term append(const single<T>& x, builder& graph) {
  if (x.is_extent) return dimension_size(graph, x.length.code(), dtype_of<T>);
  return constant_of_bits(graph, array<T>::literal_bits(x.value), dtype_of<T>, graph.intern({}));
}
template <class Op, class A>
constexpr term append(const operation<Op, A>& x, builder& graph) { return Op::lower(append(x.a, graph)); }
template <class Op, class A, class B>
constexpr term append(const operation<Op, A, B>& x, builder& graph) {
  const term first = append(x.a, graph);
  return Op::lower(first, append(x.b, graph));
}
template <class Op, class A, class B, class C>
constexpr term append(const operation<Op, A, B, C>& x, builder& graph) {
  const term first = append(x.a, graph), second = append(x.b, graph);
  return Op::lower(first, second, append(x.c, graph));
}

// Eager: the graph that a statement's type builds. Its parameters are the leaves, in order.
template <class X>
struct statement_graph {
  static constexpr term build(builder& graph) { return open_parameter(graph, static_cast<const X*>(nullptr)); }
};
template <class Op, class A>
struct statement_graph<operation<Op, A>> {
  static constexpr term build(builder& graph) { return Op::lower(statement_graph<A>::build(graph)); }
};
template <class Op, class A, class B>
struct statement_graph<operation<Op, A, B>> {
  static constexpr term build(builder& graph) {
    const term first = statement_graph<A>::build(graph);
    return Op::lower(first, statement_graph<B>::build(graph));
  }
};
template <class Op, class A, class B, class C>
struct statement_graph<operation<Op, A, B, C>> {
  static constexpr term build(builder& graph) {
    const term first = statement_graph<A>::build(graph), second = statement_graph<B>::build(graph);
    return Op::lower(first, second, statement_graph<C>::build(graph));
  }
};

// Calls visit(leaf) for each array and scalar of a statement, in the order of the parameters.
template <class X, class V>
constexpr void each_leaf(const X& x, V&& visit) { visit(x); }
template <class Op, class A, class V>
constexpr void each_leaf(const operation<Op, A>& x, V&& visit) { each_leaf(x.a, visit); }
template <class Op, class A, class B, class V>
constexpr void each_leaf(const operation<Op, A, B>& x, V&& visit) {
  each_leaf(x.a, visit);
  each_leaf(x.b, visit);
}
template <class Op, class A, class B, class C, class V>
constexpr void each_leaf(const operation<Op, A, B, C>& x, V&& visit) {
  each_leaf(x.a, visit);
  each_leaf(x.b, visit);
  each_leaf(x.c, visit);
}

// The array type that holds an expression.
template <class T, int... E>
array<T, E...> array_for(const typed<T, E...>*);
template <class X>
using array_of = decltype(array_for(static_cast<const X*>(nullptr)));
template <class X>
using element_of = typename X::element;

template <class T, int... E>
given_extents<E...> extents_for(const typed<T, E...>*);
template <class X>
using extents_of = decltype(extents_for(static_cast<const X*>(nullptr)));

// An operand as it is kept in a statement: expressions by value, numbers and extents as scalars of element type T.
template <class N>
concept number = is_number<N>;
template <class N>
concept operand = expression<N> || number<N> || std::same_as<N, sinter::extent>;
template <class X, class Y>
concept operand_pair = operand<X> && operand<Y> && (expression<X> || expression<Y>);

template <class T, class X>
constexpr auto lift(const X& x) {
  if constexpr (expression<X>) {
    return x;
  } else if constexpr (std::same_as<X, sinter::extent>) {
    single<T> lifted;
    lifted.length = x;
    lifted.is_extent = true;
    if (!x.is_symbolic()) lifted.value = static_cast<T>(x.code());
    return lifted;
  } else {
    if constexpr (std::is_integral_v<X> && std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<X, bool>)
      if (!std::in_range<T>(x)) literal_must_fit_the_element_type(static_cast<std::int64_t>(x), name_of(dtype_of<T>), {});
    single<T> lifted;
    lifted.value = static_cast<T>(x);
    return lifted;
  }
}
template <class T, class X>
using lifted = decltype(lift<T>(std::declval<const X&>()));

// The element type that two operands have in common: that of the array.
template <class X, class Y>
constexpr auto common_element() {
  if constexpr (expression<X>) return std::type_identity<typename X::element>{};
  else return std::type_identity<typename Y::element>{};
}
template <class X, class Y>
using common = typename decltype(common_element<X, Y>())::type;

// A floating number meets an integer array.
template <class X, class T>
inline constexpr bool literal_fits = expression<X> || !core::is_real<X> || core::is_real<T>;
template <class X, class Y>
inline constexpr bool types_agree = true;
template <expression X, expression Y>
inline constexpr bool types_agree<X, Y> = std::is_same_v<typename X::element, typename Y::element>;

template <class G, class H>
struct meeting_extents;
template <int... A, int... B>
struct meeting_extents<given_extents<A...>, given_extents<B...>> {
  static constexpr bool broadcast = [] {
    constexpr int ra = sizeof...(A), rb = sizeof...(B), r = ra > rb ? ra : rb;
    constexpr int a[] = {A..., 0}, b[] = {B..., 0};
    for (int i = 0; i < r; ++i) {
      const int x = i + ra >= r ? a[i + ra - r] : 1, y = i + rb >= r ? b[i + rb - r] : 1;
      if (x != y && x != 1 && y != 1 && x != dyn && y != dyn) return false;
    }
    return true;
  }();
};
template <class X>
struct known_extents { using type = given_extents<>; };
template <expression X>
struct known_extents<X> { using type = extents_of<X>; };
template <class X>
using known_extents_of = typename known_extents<X>::type;

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Capture: a function is called on tracers in a constant evaluation, and the graph it leaves becomes a constexpr value that
// a type carries. Each stage is a class template of its own: both compilers evaluate every static constexpr member of a
// class as soon as the class is needed, and each evaluation has its own step limit.
#pragma once
#include "../graph/graph.hpp"
#include "../tree/tree.hpp"

namespace sinter::core {

// An argument as the traced function sees it: plain numbers are arrays of rank 0, expressions are bound.
template <class A>
struct argument { using type = A; };
template <class A>
  requires std::is_arithmetic_v<A>
struct argument<A> {
  using type = array<std::conditional_t<std::is_same_v<A, bool>, bool,
                     std::conditional_t<core::is_real<A>, std::conditional_t<sizeof(A) == 4, float, double>,
                     std::conditional_t<sizeof(A) == 8, std::int64_t, std::int32_t>>>>;
};
template <expression X>
struct argument<X> { using type = array_of<X>; };
template <class A>
using argument_of = typename argument<std::remove_cvref_t<A>>::type;

// The declared parameters of a function that is not overloaded.
template <class F>
struct signature {};
template <class R, class... P>
struct signature<R (*)(P...)> {
  using result = R;
  using parameters = std::tuple<std::remove_cvref_t<P>...>;
};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...) const> : signature<R (*)(P...)> {};
template <class C, class R, class... P>
struct signature<R (C::*)(P...) const noexcept> : signature<R (*)(P...)> {};
template <class F>
struct call_signature : signature<F> {};
template <class F>
  requires requires { &F::operator(); }
struct call_signature<F> : signature<decltype(&F::operator())> {};

// A number takes the element type of the parameter it is given for, if that is known.
template <class F, std::size_t I, class A>
struct argument_for { using type = argument_of<A>; };
template <class F, std::size_t I, class A>
  requires(std::is_arithmetic_v<std::remove_cvref_t<A>> && requires { typename call_signature<F>::parameters; } &&
           (I < std::tuple_size_v<typename call_signature<F>::parameters>))
struct argument_for<F, I, A> {
  using declared = std::tuple_element_t<I, typename call_signature<F>::parameters>;
  using type = std::conditional_t<expression<declared>, declared, argument_of<A>>;
};

// How many arguments a function of known parameters is called with.
template <int Given, int Needed>
struct given_and_needed { static constexpr bool are_equal = Given == Needed; };
template <auto F, class... P>
constexpr auto count_arguments() {
  using function = std::remove_const_t<decltype(F)>;
  constexpr int given = sizeof...(P);
  if constexpr (requires { typename call_signature<function>::parameters; }) {
    constexpr int needed = std::tuple_size_v<typename call_signature<function>::parameters>;
    if constexpr (given == needed || requires { F(std::declval<const P&>()...); })
      return given_and_needed<given, given>{};  // it has defaults
    else return given_and_needed<given, needed>{};
  } else return given_and_needed<given, given>{};
}
template <auto F, class... P>
using argument_counts = decltype(count_arguments<F, P...>());
// The result of F over arguments of these types, expressions bound to arrays.
template <auto F, class... Args>
using result_of = bound_result<decltype(F(std::declval<const Args&>()...))>;
// The same, and where their number is wrong what F declares to return: the number is reported by whoever asks.
template <auto F, class... Args>
  requires(argument_counts<F, Args...>::are_equal)
result_of<F, Args...> result_of_call();
template <auto F, class... Args>
  requires(!argument_counts<F, Args...>::are_equal)
bound_result<typename call_signature<std::remove_const_t<decltype(F)>>::result> result_of_call();

// What a function returned, with an expression bound to an array. The line is left open: the statement that returns it
// cannot be asked for its own, and one of ours would mislead.
template <class R, class X>
constexpr R as_result(X&& x) {
  if constexpr (expression<std::remove_cvref_t<X>> && !std::is_same_v<std::remove_cvref_t<X>, R>)
    return R(x, std::source_location{});
  else return R(std::forward<X>(x));
}
// An argument bound to what the traced function takes: trees and arrays by reference, numbers and expressions as arrays.
template <class P, class A>
constexpr decltype(auto) as_argument(A& given) {
  if constexpr (std::is_same_v<std::remove_const_t<A>, P>) return (given);
  else return as_result<P>(given);
}

// The extents that a function declares for an argument whose own are known at the call: asked for before the function is called,
// since the conversion of its argument has no line of the user's.
template <auto F, std::size_t I>
struct declared_parameter { using type = void; };
template <auto F, std::size_t I>
  requires requires { typename call_signature<std::remove_const_t<decltype(F)>>::parameters; } &&
           (I < std::tuple_size_v<typename call_signature<std::remove_const_t<decltype(F)>>::parameters>)
struct declared_parameter<F, I> {
  using type = std::tuple_element_t<I, typename call_signature<std::remove_const_t<decltype(F)>>::parameters>;
};
template <class Declared, class P>
struct extents_to_join {
  static constexpr void join(builder&, const P&) {}
};
template <class T, int... D, int... E>
  requires(sizeof...(D) == sizeof...(E) && ((D != dyn && E == dyn) || ...))
struct extents_to_join<array<T, D...>, array<T, E...>> {
  static constexpr void join(builder& graph, const array<T, E...>& given) {
    constexpr int declared[] = {D...}, known[] = {E...};
    const shape now = term{&graph, given.node()}.extents();
    for (int i = 0; i < now.rank; ++i)
      if (declared[i] != dyn && known[i] == dyn)
        graph.join(now[i], declared[i], "call: an argument must have the extents that the function's parameter declares");
  }
};

// What a type that builds a graph looks like: a static `build(builder&)` that fills parameters and roots.
template <auto F, class... Args>
struct call_of {
  static constexpr void build(builder& graph) {
    std::tuple<Args...> arguments;
    for_each_leaf([&](auto& leaf) {
      leaf.become_node(&graph, open_parameter(graph, static_cast<const std::remove_cvref_t<decltype(leaf)>*>(nullptr)).id);
    }, arguments);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (extents_to_join<typename declared_parameter<F, I>::type, Args>::join(graph, std::get<I>(arguments)), ...);
      using R = bound_result<decltype(F(std::get<I>(std::as_const(arguments))...))>;
      const R results = as_result<R>(F(std::get<I>(std::as_const(arguments))...));
      for_each_leaf([&](const auto& leaf) { graph.roots.push(append(leaf, graph).id); }, results);
    }(std::index_sequence_for<Args...>{});
  }
};
template <class X>
struct statement_of {
  static constexpr void build(builder& graph) { graph.roots.push(statement_graph<X>::build(graph).id); }
};

template <graph_sizes Z, class Build>
constexpr stored_graph<Z> capture() {
  builder graph;
  Build::build(graph);
  return stored_graph<Z>(view_of(graph));
}

// Traced once into a guess, and again at the exact size if the guess was too small: a function of many arrays has many nodes.
constexpr graph_sizes usual_sizes(int leaves) {
  return {.nodes = 512 + 20 * leaves, .shapes = 64, .symbols = 64 + leaves, .checks = 64 + leaves, .sites = 256 + 4 * leaves,
          .pool = 256, .roots = 64 + leaves, .effects = 8};
}
template <class Build>
inline constexpr int leaves_of_build = 0;
template <auto F, class... Args>
inline constexpr int leaves_of_build<call_of<F, Args...>> = (count_leaves<Args>() + ... + 0);
template <class Build>
struct captured_first {
  static constexpr auto graph = capture<usual_sizes(leaves_of_build<Build>), Build>();
};
template <class Build>
struct captured_again {
  static constexpr auto graph = capture<captured_first<Build>::graph.count, Build>();
};
template <class Build>
constexpr const auto& captured_graph() {
  if constexpr (captured_first<Build>::graph.is_whole()) return captured_first<Build>::graph;
  else return captured_again<Build>::graph;
}

// Whether the function can be traced at all. Its error has been reported once when this is false, and whoever asks stays
// silent instead of failing again in every stage.
template <class Build>
concept captures = requires { typename std::integral_constant<int, captured_first<Build>::graph.count.nodes>; };

}  // namespace sinter::core

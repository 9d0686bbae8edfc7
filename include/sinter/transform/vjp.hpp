// SPDX-License-Identifier: MIT
// The two derivatives that gradients are made of, as function objects like those of grad.hpp: vjp pulls a cotangent back, jvp
// pushes a tangent forward.
#pragma once
#include "grad.hpp"

namespace sinter {
namespace core {

SINTER_LAW(vjp_arguments, static_assert(Law::are_equal, "vjp: as many arguments must be given as the function has parameters"));
SINTER_LAW(jvp_arguments, static_assert(Law::are_equal, "jvp: as many arguments must be given as the function has parameters"));

// The pullback of F at arguments: the first argument is the cotangent of F's result; gives a tuple of the cotangents of all
// arguments (integer ones get none: zeros of their own type).
template <auto F>
struct pullback_of {
  template <class Build = this_build, class C, class... A>
  constexpr std::tuple<argument_of<A>...> operator()(const C& cotangent, const A&... arguments) const {
    using Answer = std::tuple<argument_of<A>...>;
    if (!__builtin_is_constant_evaluated())
      return run_transformed<Build, pullback_of{}, Answer, C, argument_of<A>...>(cotangent,
                                                                                 as_argument<argument_of<A>>(arguments)...);
    std::tuple<argument_of<A>...> tracers(arguments...);
    builder* known = graph_of_tree(tracers);
    const trace_home home(known ? known : graph_of_tree(cotangent));
    builder* graph = home.graph;
    growing<int> fresh;
    const int low = graph->nodes.size();
    make_fresh(*graph, tracers, fresh);
    const auto value = std::apply([](const auto&... a) { return as_result<result_of<F, argument_of<A>...>>(F(a...)); }, tracers);
    growing<int> outs;
    for_each_leaf([&](const auto& leaf) { outs.push(append(leaf, *graph).id); }, value);
    growing<int> seeds;
    for_each_leaf([&](const auto& leaf) { seeds.push(append(leaf, *graph).id); }, cotangent);
    differentiation reverse(*graph, fresh.size() ? fresh[0] : low, graph->nodes.size() - 1, fresh.data(), fresh.size());
    for (int i = 0; i < outs.size(); ++i) {
      term seed{graph, seeds[i]};
      reverse.add(outs[i], stretch(seed, graph->nodes[outs[i]].shape));
    }
    reverse.sweep_back();
    int next = 0;
    for_each_leaf([&](auto& leaf) {
      const int id = fresh[next++];
      become_derivative(*graph, leaf, id, reverse.get(id));
    }, tracers);
    return home.settle(tracers);
  }
};

// What vjp returns beside the value: call it with a cotangent of the result.
template <auto F, class... A>
struct pullback {
  std::tuple<A...> at;
  template <class C>
  constexpr std::tuple<A...> operator()(const C& cotangent) const {
    return std::apply([&](const A&... a) { return pullback_of<F>{}(bound_result<C>(cotangent), a...); }, at);
  }
};

template <auto F>
struct vjp_of {
  template <class Build = this_build, class... A>
  constexpr auto operator()(const A&... arguments) const
      -> std::pair<decltype(result_of_call<F, argument_of<A>...>()), pullback<F, argument_of<A>...>> {
    using R = decltype(result_of_call<F, argument_of<A>...>());
    using counts = argument_counts<F, argument_of<A>...>;
    SINTER_DEMAND(counts::are_equal, vjp_arguments<counts>, "vjp: as many arguments must be given as the function has parameters");
    if constexpr (counts::are_equal) {
      std::tuple<argument_of<A>...> at(as_argument<argument_of<A>>(arguments)...);
      if (__builtin_is_constant_evaluated())
        return {std::apply([](const auto&... a) { return as_result<R>(F(a...)); }, at), {at}};
      return {std::apply([](const auto&... a) { return run_transformed<Build, F, R, argument_of<A>...>(a...); }, at), {at}};
    } else {
      return {};
    }
  }
};

// (F(x...), the directional derivative of F at x... along t...): arguments and tangents as two tuples.
template <auto F>
struct jvp_of {
  template <class Build = this_build, class... A>
  constexpr auto operator()(const std::tuple<A...>& primals, const std::tuple<A...>& tangents) const
      -> std::pair<decltype(result_of_call<F, A...>()), decltype(result_of_call<F, A...>())> {
    using R = decltype(result_of_call<F, A...>());
    using counts = argument_counts<F, A...>;
    SINTER_DEMAND(counts::are_equal, jvp_arguments<counts>, "jvp: as many arguments must be given as the function has parameters");
    if constexpr (counts::are_equal) return push<Build, R>(primals, tangents);
    else return {};
  }

  // One argument needs no tuple.
  template <class A>
    requires(!tuple_like<A>)
  constexpr auto operator()(const A& primal, const A& tangent) const {
    return (*this)(std::tuple<argument_of<A>>(primal), std::tuple<argument_of<A>>(tangent));
  }

 private:
  template <class Build, class R, class... A>
  static constexpr std::pair<R, R> push(const std::tuple<A...>& primals, const std::tuple<A...>& tangents) {
    if (!__builtin_is_constant_evaluated())
      return run_transformed<Build, jvp_of{}, std::pair<R, R>, std::tuple<A...>, std::tuple<A...>>(primals, tangents);
    builder* known = graph_of_tree(primals);
    const trace_home home(known ? known : graph_of_tree(tangents));
    builder* graph = home.graph;
    std::tuple<A...> tracers = primals;
    growing<int> fresh;
    const int low = graph->nodes.size();
    growing<int> directions;
    for_each_leaf([&](const auto& leaf) { directions.push(append(leaf, *graph).id); }, tangents);
    make_fresh(*graph, tracers, fresh);
    const R value = std::apply([](const auto&... a) { return as_result<R>(F(a...)); }, tracers);
    growing<int> outs;
    for_each_leaf([&](const auto& leaf) { outs.push(append(leaf, *graph).id); }, value);
    differentiation forward(*graph, fresh.size() ? fresh[0] : low, graph->nodes.size() - 1, fresh.data(), fresh.size());
    for (int i = 0; i < fresh.size(); ++i)
      if (is_floating(graph->nodes[fresh[i]].type))
        forward.set(fresh[i], stretch({graph, directions[i]}, graph->nodes[fresh[i]].shape));
    forward.sweep_forward(forward.reached_by(outs.data(), outs.size()));
    R tangent = value;
    int next = 0;
    for_each_leaf([&](auto& leaf) {
      const int id = outs[next++];
      become_derivative(*graph, leaf, id, forward.get(id));
    }, tangent);
    return home.settle(std::pair<R, R>(value, tangent));
  }
};

}  // namespace core

// vjp<f>(x, ...): the pair of f(x, ...) and its pullback, a function from a cotangent of the result to the tuple of
// cotangents of the arguments.
template <auto F>
inline constexpr core::vjp_of<F> vjp{};
// jvp<f>(std::tuple(x, ...), std::tuple(t, ...)): the pair of f(x, ...) and its derivative along t; jvp<f>(x, t) for one.
template <auto F>
inline constexpr core::jvp_of<F> jvp{};

}  // namespace sinter

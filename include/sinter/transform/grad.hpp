// SPDX-License-Identifier: MIT
// Gradients as function objects that compose: value_and_grad and grad; vjp.hpp has vjp and jvp. In a trace they extend the graph
// at hand; called on real arrays they are traced, planned and run by the interpreter, once for each set of argument types.
#pragma once
#include "differentiate.hpp"
#include "../expression/poison.hpp"
#include "trace.hpp"

namespace sinter {

// Which arguments: args<0, 2>.
template <int... I>
struct args_t {};
template <int... I>
inline constexpr args_t<I...> args{};

namespace core {

// Runs a transformation on real arrays. jit/ defines it.
template <class Build, auto F, class R, class... Args>
R run_transformed(const Args&... arguments);

template <class R>
inline constexpr bool is_scalar_float = false;
template <class T>
inline constexpr bool is_scalar_float<array<T>> = core::is_real<T>;
template <class R>
struct loss_of { using type = R; static constexpr bool has_auxiliary = false; };
template <class L, class Auxiliary>
struct loss_of<std::pair<L, Auxiliary>> { using type = L; static constexpr bool has_auxiliary = true; };

template <class Tree>
constexpr bool all_leaves_float() {
  bool all = true;
  const Tree tree{};
  for_each_leaf([&](const auto& leaf) { all = all && core::is_real<element_of<std::remove_cvref_t<decltype(leaf)>>>; }, tree);
  return all;
}

// Gives every array of a tree a node of its own, so that f(x, x) knows its arguments apart.
template <class Tree>
constexpr void make_fresh(builder& graph, Tree& tree, growing<int>& fresh) {
  for_each_leaf([&](auto& leaf) {
    const term own = barrier(append(leaf, graph));
    leaf.become_node(&graph, own.id);
    fresh.push(own.id);
  }, tree);
}

// The type of argument I; of one that there is not, a stand-in: a law reports it.
template <int I, class... A>
struct argument_at { using type = poison<float>; };
template <int I, class... A>
  requires(I >= 0 && I < static_cast<int>(sizeof...(A)))
struct argument_at<I, A...> { using type = std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<A...>>; };

template <class Which, class... A>
struct differentiated;
template <int I, class... A>
struct differentiated<args_t<I>, A...> { using type = typename argument_at<I, A...>::type; };
template <int I, int J, int... K, class... A>
struct differentiated<args_t<I, J, K...>, A...> {
  using type = std::tuple<typename argument_at<I, A...>::type, typename argument_at<J, A...>::type,
                          typename argument_at<K, A...>::type...>;
};
// The arguments to differentiate by, among `Given` ones.
template <class Which, int Given>
struct chosen_arguments;
template <int... I, int Given>
struct chosen_arguments<args_t<I...>, Given> { static constexpr bool exist = ((I >= 0 && I < Given) && ...); };
SINTER_LAW(grad_arguments, static_assert(Law::are_equal, "grad: as many arguments must be given as the function has parameters"));
SINTER_LAW(grad_choice, static_assert(Law::exist, "grad: args<...> must name arguments of the function; they count from 0"));

// A leaf's cotangent or tangent as the array's new node; zeros where nothing depends.
template <class Leaf>
constexpr void become_derivative(builder& graph, Leaf& leaf, int of, term derivative) {
  const term made = derivative ? derivative : like({&graph, of}, 0);
  leaf.become_node(&graph, made.id);
}

// The graph that a transformation extends. Where its arguments are literals alone there is none yet: one is made, and the
// results own it.
struct trace_home {
  builder* graph;
  bool is_loose;
  constexpr explicit trace_home(builder* given) : graph(given ? given : new builder), is_loose(!given) {}
  template <class Results>
  constexpr Results settle(Results results) const {
    if (is_loose) {
      for_each_leaf([&](auto& leaf) {
        const int id = append(leaf, *graph).id;
        ++graph->owners;
        leaf.become_loose(graph, id);
      }, results);
      if (!graph->owners) delete graph;
    }
    return results;
  }
};

template <class R>
struct given_result {
  static constexpr bool is_loss = is_scalar_float<typename loss_of<R>::type>;
};
template <class Tree>
struct given_argument {
  static constexpr bool is_float = all_leaves_float<Tree>();
};

template <auto F, auto Which>
struct value_and_grad_of {
  template <class... A>
  using result = decltype(result_of_call<F, A...>());
  template <class... A>
  using gradient = typename differentiated<std::remove_const_t<decltype(Which)>, A...>::type;

  template <class Build = this_build, class... A>
  constexpr auto operator()(const A&... arguments) const -> std::pair<result<argument_of<A>...>, gradient<argument_of<A>...>> {
    using R = result<argument_of<A>...>;
    using G = gradient<argument_of<A>...>;
    using counts = argument_counts<F, argument_of<A>...>;
    using chosen = chosen_arguments<std::remove_const_t<decltype(Which)>, static_cast<int>(sizeof...(A))>;
    SINTER_DEMAND(counts::are_equal, grad_arguments<counts>,
                  "grad: as many arguments must be given as the function has parameters");
    SINTER_DEMAND(chosen::exist || !counts::are_equal, grad_choice<chosen>,
                  "grad: args<...> must name arguments of the function; they count from 0");
    static_assert(given_result<R>::is_loss,
                  "grad: the function must return a floating array of rank 0, or a pair of one and an auxiliary; sum or mean it");
    static_assert(given_argument<G>::is_float,
                  "grad: only floating arrays can be differentiated; choose other arguments with args<...> or cast<float>(x)");
    if constexpr (counts::are_equal && chosen::exist && given_result<R>::is_loss && given_argument<G>::is_float) {
      if (__builtin_is_constant_evaluated()) return trace<R, G>(std::tuple<argument_of<A>...>(arguments...));
      return run_transformed<Build, value_and_grad_of{}, std::pair<R, G>, argument_of<A>...>(
          as_argument<argument_of<A>>(arguments)...);
    } else {
      return {};
    }
  }

 private:
  template <class R, class G, class... A>
  static constexpr std::pair<R, G> trace(std::tuple<A...> arguments) {
    const trace_home home(graph_of_tree(arguments));
    builder& graph = *home.graph;
    const int low = graph.nodes.size();
    growing<int> fresh;
    select(arguments, [&](auto& tree) { make_fresh(graph, tree, fresh); });
    R value = std::apply([](const auto&... a) { return as_result<R>(F(a...)); }, arguments);
    auto& loss = loss_in(value);
    const term out = append(loss, graph);
    differentiation reverse(graph, fresh.size() ? fresh[0] : low, graph.nodes.size() - 1, fresh.data(), fresh.size());
    reverse.add(out.id, like(out, 1));
    reverse.sweep_back();
    G gradients{};
    int next = 0;
    if constexpr (sizeof...(A) > 0)
      for_each_leaf([&](auto& leaf) {
        const int id = fresh[next++];
        become_derivative(graph, leaf, id, reverse.get(id));
      }, gradients);
    return home.settle(std::pair<R, G>(value, gradients));
  }
  template <class Arguments, class Visit>
  static constexpr void select(Arguments& arguments, Visit&& visit) {
    [&]<int... I>(args_t<I...>) { (visit(std::get<static_cast<std::size_t>(I)>(arguments)), ...); }(Which);
  }
  template <class R>
  static constexpr auto& loss_in(R& value) {
    if constexpr (loss_of<R>::has_auxiliary) return value.first;
    else return value;
  }
};

template <auto F, auto Which>
struct grad_of {
  using both = value_and_grad_of<F, Which>;
  template <class R, class G>
  struct answer { using type = G; };
  template <class L, class Auxiliary, class G>
  struct answer<std::pair<L, Auxiliary>, G> { using type = std::pair<G, Auxiliary>; };

  template <class Build = this_build, class... A>
  constexpr auto operator()(const A&... arguments) const ->
      typename answer<typename both::template result<argument_of<A>...>,
                      typename both::template gradient<argument_of<A>...>>::type {
    using R = typename both::template result<argument_of<A>...>;
    using G = typename both::template gradient<argument_of<A>...>;
    using counts = argument_counts<F, argument_of<A>...>;
    using chosen = chosen_arguments<std::remove_const_t<decltype(Which)>, static_cast<int>(sizeof...(A))>;
    SINTER_DEMAND(counts::are_equal, grad_arguments<counts>,
                  "grad: as many arguments must be given as the function has parameters");
    SINTER_DEMAND(chosen::exist || !counts::are_equal, grad_choice<chosen>,
                  "grad: args<...> must name arguments of the function; they count from 0");
    static_assert(given_result<R>::is_loss,
                  "grad: the function must return a floating array of rank 0, or a pair of one and an auxiliary; sum or mean it");
    static_assert(given_argument<G>::is_float,
                  "grad: only floating arrays can be differentiated; choose other arguments with args<...> or cast<float>(x)");
    if constexpr (counts::are_equal && chosen::exist && given_result<R>::is_loss && given_argument<G>::is_float) {
      if (__builtin_is_constant_evaluated()) {
        auto found = both{}(arguments...);
        if constexpr (loss_of<R>::has_auxiliary) return {found.second, found.first.second};
        else return found.second;
      }
      return run_transformed<Build, grad_of{}, typename answer<R, G>::type, argument_of<A>...>(
          as_argument<argument_of<A>>(arguments)...);
    } else {
      return {};
    }
  }
};

}  // namespace core

// value_and_grad<f>(x, ...): the value of f and the gradient by its first argument, or by those of args<...> (a tuple when
// they are several). The gradient has the type of the argument, trees included; an argument that f does not use gets zeros.
// f returns a floating array of rank 0, or a std::pair of one and an auxiliary output, which comes back beside the value.
template <auto F, auto Which = args<0>>
inline constexpr core::value_and_grad_of<F, Which> value_and_grad{};
// grad<f>(x, ...): the gradient alone; with an auxiliary output the pair (gradient, auxiliary).
template <auto F, auto Which = args<0>>
inline constexpr core::grad_of<F, Which> grad{};

}  // namespace sinter

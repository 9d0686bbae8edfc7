// SPDX-License-Identifier: MIT
// jit<f>(args...): the whole function captured, planned and instantiated at compile time, run as native kernels. Inside a
// trace it is inlined. A moved-in argument is donated: its memory is reused where a result fits.
#pragma once
#include "eager.hpp"

namespace sinter::core {

inline namespace SINTER_CPU_NAMESPACE {

class staged_call;

// The leaves of a call's arguments, in order: borrowed where they are arrays with memory, made where they are not.
template <int N>
struct call_arguments {
  given_argument_view in[N > 0 ? N : 1];
  std::int64_t values[N > 0 ? N : 1];
  bool is_owned[N > 0 ? N : 1] = {};
  int count = 0;

  template <class Leaf>
  void take(const Leaf& leaf, bool is_donated) {
    given_argument_view& to = in[count];
    if constexpr (Leaf::rank == 0) {
      if (leaf.state() == holds::literal) {
        const auto value = leaf.value_of_literal();
        std::memcpy(&values[count], &value, sizeof value);
        to = {&values[count++], nullptr, nullptr, false, false};
        return;
      }
    }
    if (leaf.state() == holds::memory) {
      buffer* memory = leaf.handle();
      to = {memory->data, memory->extents, memory, is_donated, false};
    } else {
      buffer* memory = leaf.share();
      to = {memory->data, memory->extents, memory, true, true};
      is_owned[count] = true;
    }
    ++count;
  }
  call_arguments() = default;
  call_arguments(const call_arguments&) = delete;
  ~call_arguments() {
    for (int i = 0; i < count; ++i)
      if (is_owned[i]) in[i].memory->drop();
  }
};

// Gives the results of a call to the arrays of a tree.
template <class R>
R take_results(buffer** out) {
  R results{};
  int i = 0;
  for_each_leaf([&](auto& leaf) { leaf.hold(out[i++]); }, results);
  return results;
}

// An argument without a value: the function and which argument, for a call has no line.
template <class Leaf>
void must_have_a_value(const Leaf& leaf, const char* spelled, std::size_t argument) {
  if (leaf.state() != holds::nothing) return;
  leaf.has_no_value(place_of_argument(spelled, argument));
}

template <class R, int Roots, class... P, class... A>
R run_with(const executable& code, A&&... given) {
  call_arguments<(count_leaves<P>() + ... + 0)> arguments;
  std::tuple<decltype(as_argument<P>(given))...> bound(as_argument<P>(given)...);
  buffer* out[Roots > 0 ? Roots : 1];
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (for_each_leaf([&](auto& leaf) {
       must_have_a_value(leaf, code.spelled, I);
       arguments.take(leaf, !std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>);
     }, std::get<I>(bound)), ...);
  }(std::index_sequence_for<A...>{});
  call(code, arguments.in, nullptr, out);
  [[maybe_unused]] auto empty = [&]<class X>(X&& x) {  // donated: empty as any moved-from array
    if constexpr (!std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>> &&
                  tree_node<std::remove_cvref_t<X>> && !std::is_arithmetic_v<X>)
      for_each_leaf([](auto& leaf) { if constexpr (requires { leaf.state(); }) { auto gone = std::move(leaf); (void)gone; } }, x);
  };
  (empty(std::forward<A>(given)), ...);
  return take_results<R>(out);
}

template <class F, class Numbers, class... A>
struct arguments_for_call;
template <class F, std::size_t... I, class... A>
struct arguments_for_call<F, std::index_sequence<I...>, A...> {
  template <template <class...> class To>
  using into = To<typename argument_for<F, I, A>::type...>;
};

// Whether an argument suits the parameter that a function declares for it.
template <class Declared, class P>
struct given_parameter { static constexpr bool fits = true; };
template <expression Declared, expression P>
struct given_parameter<Declared, P> {
  static constexpr bool fits = std::is_same_v<element_of<Declared>, element_of<P>> &&
                               fitting_extents<known_extents_of<P>, known_extents_of<Declared>>::fit;
};
template <class Declared, class... P>
inline constexpr bool arguments_fit = true;
template <class... D, class... P>
  requires(sizeof...(D) == sizeof...(P))
inline constexpr bool arguments_fit<std::tuple<D...>, P...> = (given_parameter<D, P>::fits && ...);
template <class F, class... P>
constexpr bool call_fits() {
  if constexpr (requires { typename call_signature<F>::parameters; })
    return arguments_fit<typename call_signature<F>::parameters, P...>;
  else return true;
}

SINTER_LAW(jit_arguments, static_assert(Law::are_equal, "jit: as many arguments must be given as the function has parameters"));

template <auto F>
struct jit_of {
  template <class... A>
  constexpr auto operator()(A&&... given) const {
    return typed_call<A...>(typename arguments_for_call<std::remove_const_t<decltype(F)>, std::index_sequence_for<A...>,
                                                        A...>::template into<std::tuple>{},
                            std::forward<A>(given)...);
  }

  // The program for these arguments, to be asked about: .jaxpr() .plan() .cost() .memory() .dot(). Nothing runs.
  template <class... A>
  staged_call lower(A&&... given) const;

 private:
  template <class... A, class... P, class... G>
  static staged_call staged(const std::tuple<P...>&, G&&... given);
  template <class... A, class... P, class... G>
  static constexpr auto typed_call(const std::tuple<P...>&, G&&... given) -> decltype(result_of_call<F, P...>()) {
    using R = decltype(result_of_call<F, P...>());
    using counts = argument_counts<F, P...>;
    SINTER_DEMAND(counts::are_equal, jit_arguments<counts>, "jit: as many arguments must be given as the function has parameters");
    static_assert(given_member<R>::is_tree,
                  "jit: the function must return an array or a tree of arrays; return f32<> instead of a number");
    constexpr bool fits = call_fits<std::remove_const_t<decltype(F)>, P...>();
    static_assert(fits,
                  "jit: an argument has another element type or other extents than the function's parameter; use cast<T>(x)");
    if constexpr (fits && counts::are_equal && given_member<R>::is_tree) {
      if (__builtin_is_constant_evaluated()) return as_result<R>(F(as_argument<P>(given)...));
      return run<R, P...>(std::forward<G>(given)...);
    } else {
      return R{};
    }
  }
  template <class R, class... P, class... A>
  static R run(A&&... given) {
    // Asked for by name first: the concept alone would put its own lines before the user's.
    static_assert(sizeof(captured_first<call_of<F, P...>>) > 0);
    if constexpr (captures<call_of<F, P...>>) {
      using made = program<call_of<F, P...>>;
      if (settings::instance().explains) explain_once(native_executable<made>);
      return run_with<R, made::graph.count.roots, P...>(native_executable<made>, std::forward<A>(given)...);
    } else {
      return R{};
    }
  }
};

}  // namespace SINTER_CPU_NAMESPACE

template <class Build, auto F, class R, class... Args>
R run_transformed(const Args&... arguments) {
  if constexpr (captures<call_of<F, Args...>>) {
    using made = program<call_of<F, Args...>>;
    return run_with<R, made::graph.count.roots, Args...>(interpreted_executable<made>, arguments...);
  } else {
    return R{};
  }
}

}  // namespace sinter::core

namespace sinter {
inline namespace SINTER_CPU_NAMESPACE {

// jit<f>(args...): f planned as a whole, fused, native. f is a function, a captureless lambda, another transformation or a
// function object with public constexpr members. Throws shape_error where dyn extents do not fit, before anything runs.
template <auto F>
inline constexpr core::jit_of<F> jit{};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter

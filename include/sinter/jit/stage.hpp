// SPDX-License-Identifier: MIT
// Questions about a function's program: at compile time by lower<f, Args...>, at run time by jit<f>.lower(args...).
#pragma once
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "../plan/cost.hpp"
#include "../plan/explain.hpp"
#include "../primitive/dot.hpp"
#include "jit.hpp"

namespace sinter {
namespace core {

// One launch as a test asks for it: what its kernels are, and how many operations they hold together.
struct launch_facts {
  kernel_kind kind = kernel_kind::map;  // of its first kernel
  int kernels = 0;
  int members = 0;
};
template <class T, int N>
struct list_of {
  T items[N > 0 ? N : 1] = {};
  constexpr std::size_t size() const { return N; }
  constexpr const T& operator[](std::size_t i) const { return items[i]; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + N; }
};

template <class Program>
constexpr auto launches_of() {
  list_of<launch_facts, Program::plan.count.launches> list;
  const plan_view plan = Program::plan.view();
  for (int i = 0; i < plan.count.launches; ++i) {
    const launch& at = plan.launches[i];
    list.items[i].kind = plan.kernels[at.first].what;
    list.items[i].kernels = at.count;
    for (int k = at.first; k < at.first + at.count; ++k) list.items[i].members += plan.kernels[k].members;
  }
  return list;
}
// The distinct kernel bodies: equal ones are instantiated once.
template <class Program>
constexpr auto kernels_of() {
  list_of<kernel, Program::plan.distinct> list;
  for (int k = 0, n = 0; k < Program::plan.count.kernels; ++k)
    if (Program::plan.kernels.items[k].same_as == k) list.items[n++] = Program::plan.kernels.items[k];
  return list;
}

template <class Program>
constexpr bool all_extents_static() {
  const graph_view graph = Program::graph.view();
  for (int i = 0; i < graph.count.nodes; ++i)
    for (int k = 0; k < graph.shape_of(i).rank; ++k)
      if (is_symbol(graph.shape_of(i)[k])) return false;
  return true;
}

template <class Program>
struct plan_facts {
  list_of<launch_facts, Program::plan.count.launches> launches = launches_of<Program>();
  list_of<kernel, Program::plan.distinct> kernels = kernels_of<Program>();
};
// Bytes are facts of compile time when every extent is: arguments, results and live temporaries.
template <class Program, bool... Donated>
struct static_plan_facts : plan_facts<Program> {
  static constexpr bool donated[] = {Donated..., false};
  std::int64_t peak_bytes = core::peak_bytes(Program::graph.view(), Program::plan.view(), nullptr, donated);
  core::cost cost = cost_of(Program::graph.view(), Program::plan.view(), nullptr);
};

template <class P, bool Donated>
constexpr auto donated_leaves() {
  list_of<bool, count_leaves<P>()> list;
  for (bool& one : list.items) one = Donated;
  return list;
}

template <class Program, class Donated, class I>
struct facts_with;
template <class Program, class Donated, std::size_t... I>
struct facts_with<Program, Donated, std::index_sequence<I...>> {
  using type = static_plan_facts<Program, Donated::value[I]...>;
};

template <class... Args>
struct donations {
  static constexpr int count = (count_leaves<std::remove_cvref_t<Args>>() + ... + 0);
  static constexpr list_of<bool, count> value = [] {
    list_of<bool, count> list;
    int at = 0;
    auto one = [&](int leaves, bool is_donated) {
      for (int i = 0; i < leaves; ++i) list.items[at++] = is_donated;
    };
    (one(count_leaves<std::remove_cvref_t<Args>>(), std::is_rvalue_reference_v<Args>), ...);
    return list;
  }();
};

template <auto F, class... Args>
struct lowered {
  using made = program<call_of<F, std::remove_cvref_t<Args>...>>;
  using facts = typename facts_with<made, donations<Args...>,
                                    std::make_index_sequence<static_cast<std::size_t>(donations<Args...>::count)>>::type;
  static constexpr int nodes = made::graph.count.nodes;
  static constexpr auto plan = [] {
    if constexpr (all_extents_static<made>()) return facts{};
    else return plan_facts<made>{};
  }();
};
// What is left to ask where f cannot be traced: nothing, so that its error stays the only one.
template <auto F, class... Args>
struct not_lowered {
  static constexpr int nodes = 0;
  struct nothing {
    list_of<launch_facts, 0> launches;
    list_of<kernel, 0> kernels;
    std::int64_t peak_bytes = 0;
    core::cost cost;
  };
  static constexpr nothing plan{};
};

SINTER_LAW(lower_arguments,
           static_assert(Law::are_equal, "lower: as many arguments must be given as the function has parameters"));
SINTER_LAW(make_jaxpr_arguments,
           static_assert(Law::are_equal, "make_jaxpr: as many arguments must be given as the function has parameters"));
template <auto F, class... Args>
constexpr auto lower_or_not() {
  using counts = argument_counts<F, std::remove_cvref_t<Args>...>;
  SINTER_DEMAND(counts::are_equal, lower_arguments<counts>,
                "lower: as many arguments must be given as the function has parameters");
  if constexpr (!counts::are_equal) return not_lowered<F, Args...>{};
  else if constexpr (captures<call_of<F, std::remove_cvref_t<Args>...>>) return lowered<F, Args...>{};
  else return not_lowered<F, Args...>{};
}

// The memory of a call in bytes.
struct memory_report {
  std::int64_t arguments = 0, results = 0, temporaries = 0, peak = 0;
};
inline std::ostream& operator<<(std::ostream& out, const memory_report& m) {
  return out << "arguments " << m.arguments << ", results " << m.results << ", temporaries " << m.temporaries << ", peak "
             << m.peak << " bytes";
}
inline std::ostream& operator<<(std::ostream& out, const cost& c) {
  return out << c.flops << " flops, " << c.bytes_read << " bytes read, " << c.bytes_written << " bytes written";
}

inline namespace SINTER_CPU_NAMESPACE {

// A function lowered for the arguments of one call.
class staged_call {
 public:
  staged_call(const executable& code, std::vector<std::int64_t> symbols, std::vector<char> donated)
      : code_(code), symbols_(std::move(symbols)), donated_(std::move(donated)) {}

  // The graph in JAX's notation.
  std::string jaxpr() const { return core::jaxpr(code_.graph); }
  // Launches, kernels, and why fusions were refused.
  std::string plan() const {
    std::ostringstream text;
    explain(text, code_.graph, code_.plan);
    return text.str();
  }
  core::cost cost() const { return cost_of(code_.graph, code_.plan, symbols_.data()); }
  memory_report memory() const {
    memory_report report;
    const graph_view& graph = code_.graph;
    auto bytes = [&](int id) {
      return volume(graph.shape_of(id), symbols_.data()) * static_cast<std::int64_t>(size_of(graph.nodes[id].type));
    };
    for (int i = 0; i < graph.count.nodes; ++i)
      if (graph.nodes[i].op == &primitives::parameter) report.arguments += bytes(i);
    for (int i = 0; i < graph.count.roots; ++i) report.results += bytes(graph.roots[i]);
    for (int s = 0; s < code_.plan.count.slot_shapes; ++s)
      report.temporaries += static_cast<std::int64_t>(whole_lines(static_cast<std::size_t>(
          volume(graph.shapes[code_.plan.slot_shapes[s]], symbols_.data())) * size_of(code_.plan.slot_types[s])));
    const auto flags = std::make_unique<bool[]>(donated_.size() + 1);
    for (std::size_t i = 0; i < donated_.size(); ++i) flags[i] = donated_[i] != 0;
    report.peak = peak_bytes(graph, code_.plan, symbols_.data(), flags.get());
    return report;
  }
  // The graph in Graphviz's language: a box for each operation.
  std::string dot() const { return dot_of(code_.graph); }

#if SINTER_HAS_CUDA
  // The kernels in CUDA C++, their PTX, and the registers and memory that each takes; `architecture` as 75, 80, 90, ... Needs
  // no GPU. Throws compile_error, and device_error where NVRTC is missing.
  std::string cuda(int architecture = 90) const { return core::cuda::source_for(view(), symbols_.data(), architecture); }
  std::string ptx(int architecture = 90) const { return core::cuda::code_for(view(), symbols_.data(), architecture).ptx; }
  std::vector<core::cuda::kernel_resources> resources(int architecture = 90) const {
    return core::cuda::code_for(view(), symbols_.data(), architecture).resources;
  }
#endif

 private:
#if SINTER_HAS_CUDA
  program_view view() const { return {code_.graph, code_.plan, code_.parameter_nodes, nullptr, code_.spelled}; }
#endif
  executable code_;
  std::vector<std::int64_t> symbols_;
  std::vector<char> donated_;
};

template <auto F>
template <class... A>
staged_call jit_of<F>::lower(A&&... given) const {
  return staged<A...>(typename arguments_for_call<std::remove_const_t<decltype(F)>, std::index_sequence_for<A...>,
                                                  A...>::template into<std::tuple>{},
                      std::forward<A>(given)...);
}
template <auto F>
template <class... A, class... P, class... G>
staged_call jit_of<F>::staged(const std::tuple<P...>&, G&&... given) {
  using counts = argument_counts<F, P...>;
  SINTER_DEMAND(counts::are_equal, jit_arguments<counts>, "jit: as many arguments must be given as the function has parameters");
  if constexpr (counts::are_equal) {
    using made = program<call_of<F, P...>>;
    call_arguments<(count_leaves<P>() + ... + 0)> arguments;
    std::tuple<decltype(as_argument<P>(given))...> bound(as_argument<P>(given)...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (for_each_leaf([&](auto& leaf) {
         must_have_a_value(leaf, spelling_of_program<made>, I);
         arguments.take(leaf, !std::is_lvalue_reference_v<G>);
       }, std::get<I>(bound)), ...);
    }(std::index_sequence_for<G...>{});
    std::vector<std::int64_t> symbols(static_cast<std::size_t>(made::graph.count.symbols) + 1);
    evaluate_symbols(made::graph.view(), arguments.in, nullptr, symbols.data(), nullptr);
    std::vector<char> donated;
    for (int i = 0; i < arguments.count; ++i) donated.push_back(arguments.in[i].is_donated);
    return {native_executable<made>, std::move(symbols), std::move(donated)};
  } else {
    __builtin_unreachable();  // said above
  }
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace core

// std::cout << a + b: the statement is evaluated and printed as an array.
template <expression X>
  requires(!requires { typename X::is_array; })
std::ostream& operator<<(std::ostream& out, const X& x) {
  return out << core::array_of<X>(x, std::source_location{});  // the line of an operator's call is not known
}

// lower<f, Args...>: f's program as facts of compile time: .nodes, .plan.launches, .plan.kernels (distinct bodies), and when
// all extents are static .plan.peak_bytes and .plan.cost. An argument type written as A&& is donated.
template <auto F, class... Args>
inline constexpr auto lower = core::lower_or_not<F, Args...>();

// make_jaxpr<f>(args...): the simplified graph of f in JAX's notation.
template <auto F>
struct make_jaxpr_of {
  template <class... A> std::string operator()(A&&...) const {
    return text<A...>(typename core::arguments_for_call<std::remove_const_t<decltype(F)>, std::index_sequence_for<A...>,
                                                        A...>::template into<std::tuple>{});
  }

 private:
  template <class... A, class... P>
  static std::string text(const std::tuple<P...>&) {
    using counts = core::argument_counts<F, P...>;
    SINTER_DEMAND(counts::are_equal, core::make_jaxpr_arguments<counts>,
                  "make_jaxpr: as many arguments must be given as the function has parameters");
    if constexpr (counts::are_equal) return core::jaxpr(core::simplified<core::call_of<F, P...>>::graph.view());
    else return {};
  }
};
template <auto F>
inline constexpr make_jaxpr_of<F> make_jaxpr{};

}  // namespace sinter

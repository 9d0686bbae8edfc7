// SPDX-License-Identifier: MIT
// Structs, tuples, pairs and std::arrays of arrays as trees. A struct joins with one line at global scope,
// BOOST_HANA_ADAPT_STRUCT(model, w, b), which also gives its members' names. Empty types are skipped.
#pragma once
#include <array>
#include <tuple>
#include <utility>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/tuple.hpp>

#include "../expression/expression.hpp"
#include "../expression/key.hpp"

namespace sinter {
namespace core {

template <class X>
inline constexpr bool is_std_array = false;
template <class X, std::size_t N>
inline constexpr bool is_std_array<std::array<X, N>> = true;
template <class X>
concept tuple_like = requires { std::tuple_size<X>::value; } && !is_std_array<X>;
template <class X>
concept adapted_struct = boost::hana::Struct<X>::value;
// A key is a struct of one array, `words`. It is spelled out here because every program would pay for adapting it.
template <class X>
inline constexpr bool is_key = std::is_same_v<X, random::key>;
template <class X>
concept tree_node =
    expression<X> || is_std_array<X> || tuple_like<X> || is_key<X> || adapted_struct<X> || std::is_empty_v<X>;

// The error for a member that is no array names its type.
template <class Member>
struct given_member {
  static constexpr bool is_tree = tree_node<Member>;
};

// Calls visit(leaf, others...) for each array of a tree and the arrays in the same places of trees of the same structure.
template <class Visit, class Tree, class... Others>
constexpr void for_each_leaf(Visit&& visit, Tree& tree, Others&... others) {
  using X = std::remove_const_t<Tree>;
  static_assert(given_member<X>::is_tree,
                "tree: a member must be an array, a struct with BOOST_HANA_ADAPT_STRUCT, std::array, pair or tuple of these");
  if constexpr (expression<X>) {
    visit(tree, others...);
  } else if constexpr (is_key<X>) {
    visit(tree.words, others.words...);
  } else if constexpr (is_std_array<X>) {
    for (std::size_t i = 0; i < tree.size(); ++i) for_each_leaf(visit, tree[i], others[i]...);
  } else if constexpr (adapted_struct<X>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr auto accessors = boost::hana::accessors<X>();
      auto one = [&](auto get) { for_each_leaf(visit, get(tree), get(others)...); };
      (one(boost::hana::second(accessors[boost::hana::size_c<I>])), ...);
    }(std::make_index_sequence<decltype(boost::hana::length(boost::hana::accessors<X>()))::value>{});
  } else if constexpr (tuple_like<X>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      [[maybe_unused]] auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
        for_each_leaf(visit, std::get<J>(tree), std::get<J>(others)...);
      };
      (one(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<std::tuple_size_v<X>>{});
  }
}

// Calls visit(name, leaf) for each array with the path of member names and positions that leads to it: layers.0.w
template <class Visit, class Tree>
void for_each_named_leaf(Visit&& visit, Tree& tree, const sentence& path = {}) {
  using X = std::remove_const_t<Tree>;
  auto below = [&](auto&& step) {
    sentence longer = path;
    if (std::string_view(path).size()) longer << ".";
    return longer << step;
  };
  if constexpr (expression<X>) {
    visit(path, tree);
  } else if constexpr (is_key<X>) {
    visit(below("words"), tree.words);
  } else if constexpr (is_std_array<X>) {
    for (std::size_t i = 0; i < tree.size(); ++i) for_each_named_leaf(visit, tree[i], below(i));
  } else if constexpr (adapted_struct<X>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr auto accessors = boost::hana::accessors<X>();
      auto one = [&](auto member) {
        for_each_named_leaf(visit, boost::hana::second(member)(tree),
                            below(boost::hana::to<const char*>(boost::hana::first(member))));
      };
      (one(accessors[boost::hana::size_c<I>]), ...);
    }(std::make_index_sequence<decltype(boost::hana::length(boost::hana::accessors<X>()))::value>{});
  } else if constexpr (tuple_like<X>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (for_each_named_leaf(visit, std::get<I>(tree), below(I)), ...);
    }(std::make_index_sequence<std::tuple_size_v<X>>{});
  }
}

// The number of arrays in a tree.
template <class Tree>
constexpr int count_leaves() {
  int count = 0;
  const Tree tree{};
  for_each_leaf([&](const auto&) { ++count; }, tree);
  return count;
}

// What a function returns, with expressions turned into arrays.
template <class R>
struct bound { using type = R; };
template <expression X>
struct bound<X> { using type = array_of<X>; };
template <class A, class B>
struct bound<std::pair<A, B>> { using type = std::pair<typename bound<A>::type, typename bound<B>::type>; };
template <class... A>
struct bound<std::tuple<A...>> { using type = std::tuple<typename bound<A>::type...>; };
template <class A, std::size_t N>
struct bound<std::array<A, N>> { using type = std::array<typename bound<A>::type, N>; };
template <class R>
using bound_result = typename bound<std::remove_cvref_t<R>>::type;

// The graph that the arrays of a tree belong to, if one of them is traced.
template <class Tree>
constexpr builder* graph_of_tree(const Tree& tree) {
  builder* graph = nullptr;
  for_each_leaf([&](const auto& leaf) { if (!graph) graph = graph_of(leaf); }, tree);
  return graph;
}

}  // namespace core

// A tree like the first, whose arrays are f(array, arrays in the same places of the others...).
template <class F, class Tree, class... Others>
constexpr Tree tree_map(F f, const Tree& tree, const Others&... others) {
  Tree mapped = tree;
  core::for_each_leaf([&](auto& leaf, const auto&... other) { leaf = f(leaf, other...); }, mapped, others...);
  return mapped;
}

namespace core {
template <class Tree, class Visit>
constexpr auto collect_leaves(const Tree& tree) {
  if constexpr (expression<Tree>) return std::tuple<array_of<Tree>>(tree);
  else if constexpr (is_key<Tree>) return std::tuple<u32<2>>(tree.words);
  else if constexpr (is_std_array<Tree>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple_cat(collect_leaves<typename Tree::value_type, Visit>(tree[I])...);
    }(std::make_index_sequence<std::tuple_size_v<Tree>>{});
  else if constexpr (adapted_struct<Tree>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr auto accessors = boost::hana::accessors<Tree>();
      auto one = [&](auto get) {
        return collect_leaves<std::remove_cvref_t<decltype(get(tree))>, Visit>(get(tree));
      };
      return std::tuple_cat(one(boost::hana::second(accessors[boost::hana::size_c<I>]))...);
    }(std::make_index_sequence<decltype(boost::hana::length(boost::hana::accessors<Tree>()))::value>{});
  else if constexpr (tuple_like<Tree>)
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple_cat(collect_leaves<std::tuple_element_t<I, Tree>, Visit>(std::get<I>(tree))...);
    }(std::make_index_sequence<std::tuple_size_v<Tree>>{});
  else return std::tuple<>{};
}
}  // namespace core

// The arrays of a tree as a std::tuple, in order.
template <class Tree>
constexpr auto tree_leaves(const Tree& tree) { return core::collect_leaves<Tree, void>(tree); }

}  // namespace sinter

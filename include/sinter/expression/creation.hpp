// SPDX-License-Identifier: MIT
// New arrays: zeros, ones, full, iota, linspace, eye, tri and their like; tril and triu of an array. At run time they
// are memory; in a trace they are constants and iota nodes of the graph that the given extents come from, or of a loose
// graph. A is an array type; one extent is given for each dyn axis: zeros<f32<dyn, 3>>({n}).
#pragma once
#include <initializer_list>

#include "axis.hpp"
#include "extents_as_operands.hpp"
#include "poison.hpp"
#include "../primitive/selection.hpp"

namespace sinter {
namespace core {

template <class A>
struct array_kind;
template <class T, int... E>
struct array_kind<array<T, E...>> {
  using extents = given_extents<E...>;
  static constexpr int dynamic = extent_list<E...>::dynamic;
  static constexpr void check(const given_list& given) { check_extents<E...>(given); }
};
template <class A>
inline constexpr bool has_static_extents = array_kind<A>::dynamic == 0;

// Whether extents, and so the array made of them, belong to a graph.
constexpr builder* graph_of(const given_list& given) {
  for (const sinter::extent& each : given)
    if (each.graph()) return each.graph();
  return nullptr;
}
// In a trace: the array that `lower(graph, shape id)` describes. Its extents are checked.
template <class A, class Lower>
constexpr A create_traced(const given_list& given, Lower lower) {
  constexpr auto items = []<int... E>(given_extents<E...>) {
    return extent_list<E...>{};
  }(typename array_kind<A>::extents{});
  const sinter::extent* next = given.begin();
  shape wanted;
  for (int i = 0; i < A::rank; ++i) {
    if (items.items[i] != dyn) {
      wanted.push(items.items[i]);
      continue;
    }
    wanted.push((next++)->code());
  }
  A made;
  if (builder* graph = graph_of(given)) {
    made.become_node(graph, lower(*graph, graph->intern(wanted)).id);
  } else {
    auto* own = new builder;
    own->owners = 1;
    const int id = lower(*own, own->intern(wanted)).id;
    made.become_loose(own, id);
  }
  return made;
}
// At run time: element(index) for each element, index a list of rank numbers.
template <class A, class Element>
A create_in_memory(const given_list& given, Element element) {
  std::int64_t lengths[A::rank + 1];
  A::resolve_extents(given, lengths);
  (void)elements_of(A::rank, lengths, given.where());
  A made = A::unset(lengths);
  std::int64_t index[A::rank + 1] = {};
  for (auto& each : made.span()) {
    each = element(index, lengths);
    for (int i = A::rank - 1; i >= 0 && ++index[i] == lengths[i]; --i) index[i] = 0;
  }
  return made;
}
template <class A, class Lower, class Element>
constexpr A create(const given_list& given, Lower lower, Element element) {
  array_kind<A>::check(given);
  if (__builtin_is_constant_evaluated() || graph_of(given)) return create_traced<A>(given, lower);
  return create_in_memory<A>(given, element);
}

template <class A>
constexpr A create_full(typename A::value_type value, const given_list& given) {
  array_kind<A>::check(given);
  A made;
  if constexpr (has_static_extents<A>) made.become_literal(A::literal_bits(value));
  else if (__builtin_is_constant_evaluated() || graph_of(given))
    return create_traced<A>(given, [&](builder& graph, int id) {
      return constant_of_bits(graph, A::literal_bits(value), dtype_of<typename A::value_type>, id);
    });
  else made.fill_with(A::literal_bits(value), given);
  return made;
}

template <class A, class N>
constexpr bool number_fits() {
  return core::is_real<typename A::value_type> || !core::is_real<N>;
}
template <class A, class N>
constexpr typename A::value_type number_as(N value, const std::source_location& where) {
  using T = typename A::value_type;
  if constexpr (std::is_integral_v<N> && std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<N, bool>)
    if (!std::in_range<T>(value))
      literal_must_fit_the_element_type(static_cast<std::int64_t>(value), name_of(dtype_of<T>), where);
  return static_cast<T>(value);
}
template <class A>
concept array_type = requires { typename A::is_array; };

// The extents of an array, for another one of the same type.
template <class T, int... E, class Make>
constexpr auto with_extents_of(const array<T, E...>& x, Make make) {
  constexpr int items[] = {E..., 0};
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    constexpr auto dynamic = [] {
      struct { int axes[extent_list<E...>::dynamic + 1]; } found{};
      for (int i = 0, k = 0; i < static_cast<int>(sizeof...(E)); ++i)
        if (items[i] == dyn) found.axes[k++] = i;
      return found;
    }();
    return make(given_list({x.extent(dynamic.axes[K])...}));
  }(std::make_index_sequence<static_cast<std::size_t>(extent_list<E...>::dynamic)>{});
}

struct full_like_op {
  static constexpr term lower(term x, term value) { return broadcast_in_dim(value, x.shape_id(), 0); }
};
// Keeps x where row + offset >= column (below) or where column >= row + offset, 0 elsewhere.
template <int Offset, bool Below>
struct triangle_op {
  static constexpr term lower(term x) {
    const term kept = on_side(*x.graph, x.shape_id(), Offset, Below);
    return select(kept, like(x, 0), x);
  }
  static constexpr term on_side(builder& graph, int id, int offset, bool below) {
    const int rank = graph.shapes[id].rank;
    const term row = iota(graph, dtype::i32, id, rank - 2), column = iota(graph, dtype::i32, id, rank - 1);
    const term shifted = offset ? row + like(row, offset) : row;
    return below ? greater_equal(shifted, column) : greater_equal(column, shifted);
  }
};

}  // namespace core

// One value everywhere.
template <core::array_type A, core::number N>
constexpr A full(N value, core::given_list extents = {}) {
  static_assert(core::number_fits<A, N>(), "full: a floating number meets an array of integers; write an integer");
  return core::create_full<A>(core::number_as<A>(value, extents.where()), extents);
}
template <core::array_type A>
constexpr A zeros(core::given_list extents) { return core::create_full<A>({}, extents); }
template <core::array_type A> constexpr A ones(core::given_list extents) {
  return core::create_full<A>(typename A::value_type(1), extents);
}
template <core::array_type A>
constexpr A zeros() {
  static_assert(core::has_static_extents<A>, "zeros: an extent is needed for each dyn axis; zeros<f32<dyn>>({n})");
  return A(core::create_full<A>({}, {}));
}
template <core::array_type A>
constexpr A ones() {
  static_assert(core::has_static_extents<A>, "ones: an extent is needed for each dyn axis; ones<f32<dyn>>({n})");
  return A(core::create_full<A>(typename A::value_type(1), {}));
}

// One value, with the extents and element type of x.
template <class T, int... E, core::number N>
constexpr array<T, E...> full_like(const array<T, E...>& x, N value,
                                   std::source_location where = std::source_location::current()) {
  using A = array<T, E...>;
  static_assert(core::number_fits<A, N>(), "full_like: a floating number meets an array of integers; write an integer");
  if constexpr (A::has_static_extents) return core::create_full<A>(core::number_as<A>(value, where), {});
  else
    return core::with_extents_of(
        x, [&](const core::given_list& given) { return core::create_full<A>(core::number_as<A>(value, where), given); });
}
// Of an expression: an array if its extents are static, else an expression.
template <expression X, core::number N>
constexpr auto full_like(const X& x, N value, std::source_location where = std::source_location::current()) {
  using A = core::array_of<X>;
  static_assert(core::number_fits<A, N>(), "full_like: a floating number meets an array of integers; write an integer");
  if constexpr (A::has_static_extents) return core::create_full<A>(core::number_as<A>(value, where), {});
  else return core::compose<core::full_like_op>(x, core::lift<typename A::value_type>(value));
}
template <expression X>
constexpr auto zeros_like(const X& x) { return full_like(x, 0); }
template <expression X>
constexpr auto ones_like(const X& x) { return full_like(x, 1); }

// The index along an axis: iota<i32<5>>() is 0 1 2 3 4.
template <core::array_type A, int I = 0>
constexpr A iota(core::given_list extents = {}, core::axis_tag<I> = {}) {
  using chosen = core::chosen_axis_of<A, I>;
  using T = typename A::value_type;
  static_assert(chosen::lie_within_the_rank,
                "iota: the axis must lie within the rank; count from 0, or from the end with -1");
  static_assert(!std::is_same_v<T, bool>, "iota: bool has no index; use i32");
  constexpr int at = core::axis_within(I, A::rank);
  if constexpr (chosen::lie_within_the_rank && !std::is_same_v<T, bool>)
    return core::create<A>(
        extents, [](core::builder& graph, int id) { return core::iota(graph, core::dtype_of<T>, id, at); },
        [](const std::int64_t* index, const std::int64_t*) { return static_cast<T>(index[at]); });
  else return A{};
}
template <core::array_type A, int I>
constexpr A iota(core::axis_tag<I>) { return iota<A, I>(core::given_list{}); }

// Ones where row + Offset = column; tri: where row + Offset >= column.
template <core::array_type A, int Offset = 0>
constexpr A eye(core::given_list extents = {}) {
  using T = typename A::value_type;
  static_assert(A::rank == 2, "eye: the rank must be 2; eye<f32<3, 3>>()");
  if constexpr (A::rank == 2)
    return core::create<A>(
        extents,
        [](core::builder& graph, int id) {
          const core::term row = core::iota(graph, core::dtype::i32, id, 0),
                           column = core::iota(graph, core::dtype::i32, id, 1);
          return core::cast(core::equal(Offset ? row + core::like(row, Offset) : row, column), core::dtype_of<T>);
        },
        [](const std::int64_t* index, const std::int64_t*) { return static_cast<T>(index[0] + Offset == index[1]); });
  else return A{};
}
template <core::array_type A, int Offset = 0>
constexpr A tri(core::given_list extents = {}) {
  using T = typename A::value_type;
  static_assert(A::rank == 2, "tri: the rank must be 2; tri<f32<3, 3>>()");
  if constexpr (A::rank == 2)
    return core::create<A>(
        extents,
        [](core::builder& graph, int id) {
          return core::cast(core::triangle_op<Offset, true>::on_side(graph, id, Offset, true), core::dtype_of<T>);
        },
        [](const std::int64_t* index, const std::int64_t*) { return static_cast<T>(index[0] + Offset >= index[1]); });
  else return A{};
}
// x on and below, or on and above, the diagonal Offset of its last two axes; 0 elsewhere.
template <int Offset = 0, expression X>
constexpr auto tril(const X& x) {
  static_assert(X::rank >= 2, "tril: the rank must be at least 2");
  if constexpr (X::rank >= 2) return core::compose<core::triangle_op<Offset, true>>(x);
  else return core::poison<core::element_of<X>>{};
}
template <int Offset = 0, expression X>
constexpr auto triu(const X& x) {
  static_assert(X::rank >= 2, "triu: the rank must be at least 2");
  if constexpr (X::rank >= 2) return core::compose<core::triangle_op<Offset, false>>(x);
  else return core::poison<core::element_of<X>>{};
}

// Numbers of equal distance from `first` to `last`, both included: first (1 - t) + last t for t = i / (n - 1).
template <core::array_type A, core::number F, core::number L>
constexpr A linspace(F first, L last, core::given_list extents = {}) {
  using T = typename A::value_type;
  constexpr bool fits = A::rank == 1 && core::is_real<T>;
  static_assert(fits, "linspace: the array must have rank 1 and floating elements; linspace<f32<5>>(0, 1)");
  if constexpr (fits) {
    const T a = static_cast<T>(first), b = static_cast<T>(last);
    return core::create<A>(
        extents,
        [&](core::builder& graph, int id) {
          const core::dtype type = core::dtype_of<T>;
          const core::term t = core::iota(graph, type, id, 0);
          const core::term steps =
              core::dimension_size(graph, graph.shapes[id][0], type) - core::constant(graph, 1, type, graph.intern({}));
          const core::term at = t / core::maximum(steps, core::like(steps, 1));
          return core::like(t, static_cast<double>(a)) * (1 - at) + core::like(t, static_cast<double>(b)) * at;
        },
        [&](const std::int64_t* index, const std::int64_t* lengths) {
          using C = core::computed<T>;
          const auto rounded = [](C x) { return static_cast<C>(static_cast<T>(x)); };  // of halves each step
          const C steps = static_cast<T>(lengths[0] > 1 ? lengths[0] - 1 : 1), t = rounded(static_cast<T>(index[0]) / steps);
          return static_cast<T>(rounded(a * rounded(1 - t)) + rounded(b * t));
        });
  } else return A{};
}

}  // namespace sinter

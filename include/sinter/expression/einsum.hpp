// SPDX-License-Identifier: MIT
// einsum<"ij,kj->ik">(a, b): sums of products in Einstein's notation, for one or two operands. A letter names an axis;
// what is not in the result is summed; a letter twice in one operand is its diagonal. Without an arrow the result has
// the letters that occur once, in alphabetical order. It lowers to sums, one dot_general (a product where nothing is
// contracted) and a transposition.
#pragma once
#include "contraction.hpp"
#include "reduction.hpp"

namespace sinter {
namespace core {

template <std::size_t N>
struct fixed_string {
  char text[N] = {};
  constexpr fixed_string(const char (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
  }
};

struct letters {
  int count = 0;
  char at[max_rank] = {};
  constexpr void push(char letter) { at[count++] = letter; }
  constexpr int find(char letter) const {
    for (int i = 0; i < count; ++i)
      if (at[i] == letter) return i;
    return -1;
  }
};
struct einsum_formula {
  int operands = 1;
  letters x, y, out;
  bool is_readable = true;      // letters, at most one comma and one arrow, ranks within 8
  bool result_is_known = true;  // each letter of the result stands in an operand, and once in the result
};
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr einsum_formula parse_einsum(const char* text) {
  einsum_formula made;
  bool arrow = false;
  for (; *text; ++text) {
    letters& now = arrow ? made.out : made.operands == 2 ? made.y : made.x;
    if (*text == ' ') continue;
    if (*text == ',' && !arrow && made.operands == 1) made.operands = 2;
    else if (*text == '-' && text[1] == '>' && !arrow) arrow = true, ++text;
    else if (is_letter(*text) && now.count < max_rank) now.push(*text);
    else made.is_readable = false;
  }
  const auto occurrences = [&](char letter) {
    int n = 0;
    for (int i = 0; i < made.x.count; ++i) n += made.x.at[i] == letter;
    for (int i = 0; i < made.y.count; ++i) n += made.y.at[i] == letter;
    return n;
  };
  for (char letter = 'A'; !arrow && letter <= 'z'; ++letter)
    if (is_letter(letter) && occurrences(letter) == 1) {
      if (made.out.count == max_rank) made.is_readable = false;
      else made.out.push(letter);
    }
  for (int i = 0; i < made.out.count; ++i)
    if (occurrences(made.out.at[i]) == 0 || made.out.find(made.out.at[i]) != i) made.result_is_known = false;
  return made;
}

// An operand on its way: what is left of it, and the letters of its axes.
struct lettered {
  term value;
  letters axes;
};
// Diagonals of repeated letters, by a mask of equal indices and a sum: right for any extents, also those not known yet.
constexpr lettered take_diagonals(lettered from) {
  for (int i = 0; i < from.axes.count; ++i) {
    for (int j = from.axes.count - 1; j > i; --j) {
      if (from.axes.at[j] != from.axes.at[i]) continue;
      builder& graph = *from.value.graph;
      graph.join(from.value.extents()[i], from.value.extents()[j], "einsum: the extents of one letter must be equal");
      const int id = from.value.shape_id();
      const term on = equal(iota(graph, dtype::i32, id, i), iota(graph, dtype::i32, id, j));
      from.value = reduce_sum(select(on, like(from.value, 0), from.value), 1u << j);
      for (int k = j; k + 1 < from.axes.count; ++k) from.axes.at[k] = from.axes.at[k + 1];
      --from.axes.count;
    }
  }
  return from;
}
// Sums over the letters that neither the result nor the other operand has.
constexpr lettered sum_alone(lettered from, const letters& other, const letters& out) {
  unsigned mask = 0;
  letters left;
  for (int i = 0; i < from.axes.count; ++i)
    if (other.find(from.axes.at[i]) < 0 && out.find(from.axes.at[i]) < 0) mask |= 1u << i;
    else left.push(from.axes.at[i]);
  return {reduce_sum(from.value, mask), left};
}
constexpr term in_order(const lettered& from, const letters& out) {
  int order[max_rank] = {};
  for (int i = 0; i < out.count; ++i) order[i] = from.axes.find(out.at[i]);
  return permute(from.value, order);
}
// The axes of the result, with extent 1 where the operand has none.
constexpr term spread_to(const lettered& from, const letters& out) {
  letters present;
  unsigned missing = 0;
  for (int i = 0; i < out.count; ++i)
    if (from.axes.find(out.at[i]) >= 0) present.push(out.at[i]);
    else missing |= 1u << i;
  const term ordered = in_order(from, present);
  return missing ? insert_axes(ordered, missing) : ordered;
}
constexpr term multiply_lettered(const lettered& x, const lettered& y, const letters& out) {
  contraction how;
  letters made;
  for (int i = 0; i < x.axes.count; ++i)
    if (const int j = y.axes.find(x.axes.at[i]); j >= 0) {
      x.value.graph->join(x.value.extents()[i], y.value.extents()[j], "einsum: the extents of one letter must be equal");
      if (out.find(x.axes.at[i]) < 0) how.contract(i, j);
      else how.batch(i, j), made.push(x.axes.at[i]);
    }
  if (how.contracted == 0) return spread_to(x, out) * spread_to(y, out);
  for (int i = 0; i < x.axes.count; ++i)
    if (y.axes.find(x.axes.at[i]) < 0) made.push(x.axes.at[i]);
  for (int i = 0; i < y.axes.count; ++i)
    if (x.axes.find(y.axes.at[i]) < 0) made.push(y.axes.at[i]);
  return in_order({dot_general(x.value, y.value, how), made}, out);
}

template <fixed_string Formula>
struct einsum_op {
  static constexpr term lower(term x) {
    const einsum_formula read = parse_einsum(Formula.text);
    return in_order(sum_alone(take_diagonals({x, read.x}), {}, read.out), read.out);
  }
  static constexpr term lower(term x, term y) {
    const einsum_formula read = parse_einsum(Formula.text);
    const lettered first = take_diagonals({x, read.x}), second = take_diagonals({y, read.y});
    return multiply_lettered(sum_alone(first, second.axes, read.out), sum_alone(second, first.axes, read.out),
                             read.out);
  }
};

template <fixed_string Formula, class... G>
struct given_einsum {
  static constexpr einsum_formula read = parse_einsum(Formula.text);
  static constexpr bool is_readable = read.is_readable && read.result_is_known;
  static constexpr bool has_operands = read.operands == sizeof...(G);
  template <int... E>
  static constexpr bool names_axes(const letters& of, given_extents<E...>) { return of.count == sizeof...(E); }
  template <int... E>
  static constexpr bool agrees(const letters& of, given_extents<E...>, int* known) {
    constexpr int items[] = {E..., 0};
    for (int i = 0; i < of.count; ++i) {
      int& extent = known[of.at[i] - 'A'];
      if (items[i] == dyn) continue;
      if (extent != dyn && extent != items[i]) return false;
      extent = items[i];
    }
    return true;
  }
  static constexpr bool names_every_axis = [] {
    int k = 0;
    return (names_axes(k++ == 0 ? read.x : read.y, G{}) && ...);
  }();
  static constexpr bool extents_agree = [] {
    int known[64], k = 0;
    for (int& extent : known) extent = dyn;
    return (agrees(k++ == 0 ? read.x : read.y, G{}, known) && ...);
  }();
};

}  // namespace core

template <core::fixed_string Formula, expression X, expression... Y>
  requires(sizeof...(Y) <= 1)
constexpr auto einsum(const X& x, const Y&... y) {
  using given = core::given_einsum<Formula, core::extents_of<X>, core::extents_of<Y>...>;
  constexpr bool same = (std::is_same_v<core::element_of<X>, core::element_of<Y>> && ...);
  constexpr bool numbers = !std::is_same_v<core::element_of<X>, bool>;
  static_assert(same, "einsum: both arrays must have the same element type; use cast<T>(x) on one");
  static_assert(numbers, "einsum: bool arrays have no product; use cast<float>(x)");
  static_assert(given::is_readable,
                "einsum: a letter an axis, a comma between operands, -> before the result; its letters occur in the "
                "operands, once each in the result");
  static_assert(given::has_operands, "einsum: the formula must have as many operands as the call");
  if constexpr (same && numbers && given::is_readable && given::has_operands) {
    static_assert(given::names_every_axis, "einsum: each axis needs a letter; the number of letters must be the rank");
    if constexpr (given::names_every_axis) {
      static_assert(given::extents_agree,
                    "einsum: axes of the same letter must have equal extents; reshape one operand");
      if constexpr (given::extents_agree) return core::compose<core::einsum_op<Formula>>(x, y...);
      else return core::poison<core::element_of<X>>{};
    } else return core::poison<core::element_of<X>>{};
  } else return core::poison<core::element_of<X>>{};
}

}  // namespace sinter

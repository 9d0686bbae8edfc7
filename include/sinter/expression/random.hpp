// SPDX-License-Identifier: MIT
// Arrays of random numbers. A is the array's type; one extent is given for each dyn axis:
// random::normal<f32<784, 128>>(k), random::uniform<f32<dyn>>(k, {n}, -1, 1). A key always gives the same numbers, in
// whatever pieces they are computed. They are expressions: w = 0.1f * random::normal<A>(k) is one kernel.
#pragma once
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <tuple>

#include "creation.hpp"
#include "key.hpp"
#include "reduction.hpp"

namespace sinter {
namespace core {

// ---- operations: over the words, or the words and the given extents as a shape operand ----

struct bits_rule {
  static constexpr term lower(term words, dtype type, int id) { return random_bits(words, type, id); }
};
struct uniform_rule {
  static constexpr term lower(term words, dtype type, int id) { return unit_uniform(words, type, id); }
};
struct normal_rule {
  static constexpr term lower(term words, dtype type, int id) { return normal_of(words, type, id); }
};
struct exponential_rule {
  static constexpr term lower(term words, dtype type, int id) { return -log1p(-unit_uniform(words, type, id)); }
};
struct gumbel_rule {
  static constexpr term lower(term words, dtype type, int id) { return gumbel_of(words, type, id); }
};
template <class Rule, class A>
struct random_op;
template <class Rule, class T, int... E>
struct random_op<Rule, array<T, E...>> {
  static constexpr term lower(term words) {
    return Rule::lower(words, dtype_of<T>, shape_with<E...>(*words.graph, {}));
  }
  static constexpr term lower(term words, term extents) {
    return Rule::lower(words, dtype_of<T>, shape_with<E...>(*words.graph, extents.extents()));
  }
};
// 32 bits each of the two keys that split gives, as one number.
struct pair_of_bits_rule {
  static constexpr term lower(term words, dtype, int id) {
    builder& graph = *words.graph;
    term drawn[2];
    for (int i = 0; i < 2; ++i) {
      const term child =
          threefry(key_word(words, 0), key_word(words, 1), constant(graph, i, dtype::i64, graph.intern({})));
      const term hash = random_words(high_word(child), low_word(child), id);
      drawn[i] = cast(bitwise_xor(high_word(hash), low_word(hash)), dtype::i64);
    }
    return bitwise_or(shift_left(drawn[0], like(drawn[0], 32)), drawn[1]);
  }
};
struct scale_op {
  static constexpr term lower(term drawn, term low, term high) { return scale_uniform(drawn, low, high); }
};
// lo + ((h mod span) m + l mod span) mod span over two independent words h, l; m = (2^16 mod span)^2 mod span.
struct randint_op {
  static constexpr term lower(term bits, term low, term high) {
    const term higher = high_word(bits), lower = low_word(bits);
    const term distance = cast(high - low, dtype::u32);
    const term span = select(less_equal(high, low), distance, like(distance, 1));
    const term half = remainder(like(span, 65536), span), factor = remainder(half * half, span);
    return low + cast(remainder(remainder(higher, span) * factor + remainder(lower, span), span), low.type());
  }
};
// u uniform on [erf(low / sqrt(2)), erf(high / sqrt(2))), then sqrt(2) erf_inv(u) kept strictly between the bounds.
struct truncated_normal_op {
  static constexpr term lower(term drawn, term low, term high) {
    const double root = 1.41421356237309504880;
    const term a = erf(low / like(low, root)), b = erf(high / like(high, root));
    const term inside = like(drawn, root) * erf_inv(scale_uniform(drawn, a, b));
    return clamp(next_after(low, true), inside, next_after(high, false));
  }
};
struct categorical_noise_op {
  static constexpr term lower(term words, term logits) {
    return gumbel_of(words, logits.type(), logits.shape_id()) + logits;
  }
};
template <class Rule, class A>
constexpr auto draw(const u32<2>& words, const given_list& extents) {
  constexpr int dynamic = array_kind<A>::dynamic;
  array_kind<A>::check(extents);
  if constexpr (dynamic == 0) return compose<random_op<Rule, A>>(words);
  else return compose<random_op<Rule, A>>(words, shape_operand<dynamic>(extents.begin()));
}
template <class A>
constexpr void check_floating() {
  static_assert(core::is_real<typename A::value_type>,
                "random: this distribution has floating elements; use f32, f64, f16 or bf16");
}
// Bounds that fit the array: numbers, or arrays of its element type that broadcast to it.
template <class A, class B>
inline constexpr bool bounds = types_agree<A, B> && literal_fits<B, typename A::value_type> &&
                               meeting_extents<extents_of<A>, known_extents_of<B>>::broadcast;

[[noreturn]] inline void a_permutation_is_made_at_run_time() {
  throw error("permutation: it is made on the host; call it outside the traced function and pass the result");
}

}  // namespace core

namespace random {

// Uniform random bits in elements of A: i64, u32, i32 or u8.
template <core::array_type A>
constexpr auto bits(const key& k, core::given_list extents = {}) {
  static_assert(std::is_integral_v<typename A::value_type> && !std::is_same_v<typename A::value_type, bool>,
                "bits: the elements must be integers; use bernoulli for bool");
  return core::draw<core::bits_rule, A>(k.words, extents);
}
// Uniform on [low, high), by default [0, 1).
template <core::array_type A>
constexpr auto uniform(const key& k, core::given_list extents = {}) {
  core::check_floating<A>();
  return core::draw<core::uniform_rule, A>(k.words, extents);
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto uniform(const key& k, core::given_list extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = core::bounds<A, L> && core::bounds<A, H>;
  core::check_floating<A>();
  static_assert(fits,
                "uniform: the bounds must be numbers, or arrays of the same element type that broadcast to the result");
  return core::compose<core::scale_op>(core::draw<core::uniform_rule, A>(k.words, extents), core::lift<T>(low),
                                       core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto uniform(const key& k, const L& low, const H& high) { return uniform<A>(k, {}, low, high); }
// Mean 0, standard deviation 1: sqrt(2) erf_inv(u).
template <core::array_type A>
constexpr auto normal(const key& k, core::given_list extents = {}) {
  core::check_floating<A>();
  return core::draw<core::normal_rule, A>(k.words, extents);
}
// The normal distribution between two bounds, both excluded.
template <core::array_type A, core::operand L, core::operand H>
constexpr auto truncated_normal(const key& k, core::given_list extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = core::bounds<A, L> && core::bounds<A, H>;
  core::check_floating<A>();
  static_assert(!core::is_half<T>, "truncated_normal: the elements must be f32 or f64; draw those and cast<T>(x)");
  static_assert(
      fits,
      "truncated_normal: the bounds must be numbers, or arrays of the same element type that broadcast to the result");
  if constexpr (core::is_half<T>) return core::draw<core::uniform_rule, A>(k.words, extents);
  else
    return core::compose<core::truncated_normal_op>(core::draw<core::uniform_rule, A>(k.words, extents),
                                                    core::lift<T>(low), core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto truncated_normal(const key& k, const L& low, const H& high) {
  return truncated_normal<A>(k, {}, low, high);
}
// Density e^-x: -log1p(-u).
template <core::array_type A>
constexpr auto exponential(const key& k, core::given_list extents = {}) {
  core::check_floating<A>();
  return core::draw<core::exponential_rule, A>(k.words, extents);
}
// -log(-log(u)).
template <core::array_type A>
constexpr auto gumbel(const key& k, core::given_list extents = {}) {
  core::check_floating<A>();
  return core::draw<core::gumbel_rule, A>(k.words, extents);
}
// True with probability p: u < p, in elements of p, f32 for a number.
template <core::array_type A, core::operand P = double>
constexpr auto bernoulli(const key& k, core::given_list extents, const P& p = 0.5) {
  static_assert(std::is_same_v<typename A::value_type, bool>,
                "bernoulli: the elements are bool; bernoulli<b8<8>>(k, {}, 0.5)");
  const auto probability = [&] {
    if constexpr (expression<P>) return p;
    else return core::lift<float>(p);
  }();
  using T = core::element_of<decltype(probability)>;
  using U = decltype([]<int... E>(given_extents<E...>) { return array<T, E...>(); }(core::extents_of<A>{}));
  static_assert(core::is_real<T>, "bernoulli: the probability must be floating; use cast<float>(p)");
  return core::draw<core::uniform_rule, U>(k.words, extents) < probability;
}
template <core::array_type A, core::operand P>
constexpr auto bernoulli(const key& k, const P& p) { return bernoulli<A>(k, {}, p); }
template <core::array_type A>
constexpr auto bernoulli(const key& k) { return bernoulli<A>(k, {}, 0.5); }
// Integers in [low, high): i32, u32, u8 (drawn with 32 bits).
template <core::array_type A, core::operand L, core::operand H>
constexpr auto randint(const key& k, core::given_list extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = core::bounds<A, L> && core::bounds<A, H>;
  static_assert(std::is_integral_v<T> && sizeof(T) <= 4 && !std::is_same_v<T, bool>,
                "randint: the elements must be i32, u32 or u8");
  static_assert(
      fits, "randint: the bounds must be integers, or arrays of the same element type that broadcast to the result");
  return core::compose<core::randint_op>(core::draw<core::pair_of_bits_rule, A>(k.words, extents), core::lift<T>(low),
                                         core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto randint(const key& k, const L& low, const H& high) { return randint<A>(k, {}, low, high); }
// An index drawn with probability softmax(logits) along an axis, an i32: argmax(logits + gumbel).
template <expression X, int I = -1>
constexpr auto categorical(const key& k, const X& logits, core::axis_tag<I> along = {}) {
  static_assert(core::is_real<core::element_of<X>>,
                "categorical: the logits must be floating; use cast<float>(x)");
  return argmax(core::compose<core::categorical_noise_op>(k.words, logits), along);
}

// 0, 1, ..., n - 1 in random order, for A of rank 1. Made on the host: rounds of sorting by 32 random bits, as many as
// make collisions unlikely.
template <core::array_type A>
constexpr A permutation(const key& k, core::given_list extents = {}) {
  static_assert(A::rank == 1 && std::is_integral_v<typename A::value_type>,
                "permutation: the array must have rank 1 and integers; permutation<i32<dyn>>(k, {n})");
  if (__builtin_is_constant_evaluated()) core::a_permutation_is_made_at_run_time();
  A made = iota<A>(extents);
  const auto elements = made.span();
  core::growing<std::pair<std::uint32_t, typename A::value_type>> sorted(static_cast<int>(elements.size()));
  const u32<2>& words = k.words;
  std::uint32_t key0 = words(0), key1 = words(1);
  const auto draw = [&](std::uint64_t counter) {
    std::pair<std::uint32_t, std::uint32_t> hash{static_cast<std::uint32_t>(counter >> 32),
                                                 static_cast<std::uint32_t>(counter)};
    core::threefry_rounds(key0, key1, hash.first, hash.second);
    return hash;
  };
  const double size = static_cast<double>(elements.size() < 1 ? 1 : elements.size());
  const int rounds = static_cast<int>(std::ceil(3 * std::log(size) / std::log(4294967295.0)));
  for (int round = 0; round < rounds; ++round) {
    const auto next = draw(0), sub = draw(1);
    key0 = sub.first;
    key1 = sub.second;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto hash = draw(i);
      sorted[static_cast<int>(i)] = {hash.first ^ hash.second, elements[i]};
    }
    std::stable_sort(sorted.data(), sorted.data() + sorted.size(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = sorted[static_cast<int>(i)].second;
    key0 = next.first;
    key1 = next.second;
  }
  return made;
}

}  // namespace random
}  // namespace sinter

// SPDX-License-Identifier: MIT
// Random numbers from keys, bit for bit those of JAX (threefry2x32, partitionable): element i of an array is a hash of the key
// and i, so a key always gives the same numbers, in whatever pieces they are computed. Use a key once; split makes new ones.
// A is the type of the array; one extent is given for each dyn axis: random::normal<f32<dyn, 3>>(k, {n}).
#pragma once
#include <array>
#include <initializer_list>
#include <tuple>
#include <vector>

#include "activation.hpp"
#include "creation.hpp"
#include "indexing.hpp"
#include "reduction.hpp"
#include "../primitive/error_function.hpp"
#include "../primitive/random.hpp"

namespace sinter {
namespace core {

// ---- on terms ----

// Word i of a key.
constexpr term key_word(term words, int i) {
  const slice_axis axes[] = {{i, 1, 1}};
  return reshape(slice(words, axes), words.graph->intern({}));
}
constexpr term high_word(term hash) { return cast(shift_right_logical(hash, like(hash, 32)), dtype::u32); }
constexpr term low_word(term hash) { return cast(hash, dtype::u32); }
// The 64 random bits of each element: the hash of its row-major index.
constexpr term random_words(term first, term second, int shape_id) {
  builder& graph = *first.graph;
  shape row;
  row.push(graph.size_of_shape(graph.shapes[shape_id]));
  return threefry(first, second, reshape(iota(graph, dtype::i64, graph.intern(row), 0), shape_id));
}
constexpr term random_words(term words, int shape_id) {
  return random_words(key_word(words, 0), key_word(words, 1), shape_id);
}
// Random bits in elements of `type`: 64 for i64, the exclusive or of both words for 32, its low bits for u8.
constexpr term random_bits(term words, dtype type, int shape_id) {
  const term hash = random_words(words, shape_id);
  if (type == dtype::i64) return hash;
  const term folded = bitwise_xor(high_word(hash), low_word(hash));
  return type == dtype::i32 ? bitcast(folded, dtype::i32) : cast(folded, type);
}
// Uniform on [0, 1): random bits as the fraction of a number in [1, 2), less 1.
constexpr term unit_uniform(term words, dtype type, int shape_id) {
  const bool wide = type == dtype::f64;
  const term bits = random_bits(words, wide ? dtype::i64 : dtype::u32, shape_id);
  const term fraction = shift_right_logical(bits, like(bits, wide ? 12 : 9));
  const std::int64_t one = wide ? 0x3ff0000000000000 : 0x3f800000;
  const term number = bitcast(bitwise_or(fraction, constant_of_bits(*bits.graph, one, bits.type(), shape_id)), type);
  return number - like(number, 1);
}
// From [0, 1) to [low, high); the product is not contracted with the sum.
constexpr term scale_uniform(term drawn, term low, term high) { return maximum(low, drawn * (high - low) + low); }
constexpr term uniform_between(term words, dtype type, int shape_id, double low, double high) {
  builder& graph = *words.graph;
  const term drawn = unit_uniform(words, type, shape_id);
  const double width = type == dtype::f32 ? static_cast<double>(static_cast<float>(high) - static_cast<float>(low)) : high - low;
  const term bottom = constant(graph, low, type, shape_id);
  return maximum(bottom, drawn * constant(graph, width, type, shape_id) + bottom);
}
constexpr double smallest_normal(dtype type) {
  return type == dtype::f32 ? static_cast<double>(std::numeric_limits<float>::min()) : std::numeric_limits<double>::min();
}
// sqrt(2) erf_inv(u) for u uniform on (-1, 1).
constexpr term normal_of(term words, dtype type, int shape_id) {
  const double above = type == dtype::f32 ? -1 + 0x1p-24 : -1 + 0x1p-53;
  const term u = erf_inv(uniform_between(words, type, shape_id, above, 1));
  return like(u, 1.41421356237309504880) * u;
}
// -log(-log(u)) for u uniform on [the smallest normal number, 1).
constexpr term gumbel_of(term words, dtype type, int shape_id) {
  return -log(-log(uniform_between(words, type, shape_id, smallest_normal(type), 1)));
}
// The words of a new key: the hash of (0, data), the first word above.
constexpr term fold_words(term words, term data) {
  builder& graph = *words.graph;
  const term hash = threefry(key_word(words, 0), key_word(words, 1), cast(cast(data, dtype::u32), dtype::i64));
  shape pair;
  pair.push(2);
  const int id = graph.intern(pair);
  const term by = constant(graph, 32, dtype::i64, id) - constant(graph, 32, dtype::i64, id) * iota(graph, dtype::i64, id, 0);
  return cast(shift_right_logical(stretch(hash, id), by), dtype::u32);
}
// The next number above or below x; a zero goes to the smallest denormal.
constexpr term next_after(term x, bool up) {
  const dtype type = x.type() == dtype::f32 ? dtype::i32 : dtype::i64;
  const term bits = bitcast(x, type), positive = greater(x, like(x, 0));
  const term one = like(bits, 1), grown = bits + one, shrunk = bits - one;
  const std::int64_t sign = type == dtype::i32 ? std::int64_t{std::numeric_limits<std::int32_t>::min()} : std::numeric_limits<std::int64_t>::min();
  const term least = constant_of_bits(*x.graph, up ? 1 : sign + 1, type, x.shape_id());
  const term next = up ? select(positive, shrunk, grown) : select(positive, grown, shrunk);
  return bitcast(select(equal(x, like(x, 0)), next, least), x.type());
}

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
  static constexpr term lower(term words) { return Rule::lower(words, dtype_of<T>, shape_with<E...>(*words.graph, {})); }
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
      const term child = threefry(key_word(words, 0), key_word(words, 1), constant(graph, i, dtype::i64, graph.intern({})));
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
struct fold_in_op {
  static constexpr term lower(term words, term data) { return fold_words(words, data); }
};

[[noreturn]] inline void a_permutation_is_made_at_run_time() {
  throw error("permutation: it is made on the host; call it outside the traced function and pass the result");
}

}  // namespace core

namespace random {

// Two words from which random numbers follow. It is a tree of one array, `words`, and an argument of jit like any other.
class key {
 public:
  constexpr key() = default;
  // The 64-bit seed as (high word, low word).
  template <std::integral N>
  constexpr explicit key(N seed) : words(of(static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)))) {}
  constexpr explicit key(const u32<2>& given) : words(given) {}

  u32<2> words;

 private:
  static constexpr u32<2> of(std::uint64_t seed) {
    const auto high = static_cast<std::uint32_t>(seed >> 32), low = static_cast<std::uint32_t>(seed);
    if (high != low) return u32<2>{high, low};
    u32<2> same;
    same.become_literal(u32<2>::literal_bits(high));
    return same;
  }
};

// A new key for each number: a counter, a step, an index. The number is an integer or an integer array of rank 0.
template <core::operand N>
constexpr key fold_in(const key& k, const N& data) {
  static_assert(core::has_rank_0<N>, "fold_in: the number must have rank 0; split a key for several");
  if constexpr (expression<N>) {
    static_assert(std::is_integral_v<core::element_of<N>>, "fold_in: the number must be an integer; use cast<int>(x)");
    return key(u32<2>(core::compose<core::fold_in_op>(k.words, data)));
  } else if constexpr (std::same_as<N, extent>) {
    return key(u32<2>(core::compose<core::fold_in_op>(k.words, core::lift<std::uint32_t>(data))));
  } else {
    static_assert(std::is_integral_v<N>, "fold_in: the number must be an integer");
    return key(u32<2>(core::compose<core::fold_in_op>(k.words, core::lift<std::uint32_t>(static_cast<std::uint32_t>(data)))));
  }
}
// Independent keys: auto [k1, k2] = random::split<2>(k). Key i is fold_in(k, i).
template <int Count>
constexpr std::array<key, Count> split(const key& k) {
  return []<class K, int... I>(const K& from, std::integer_sequence<int, I...>) {
    return std::array<key, Count>{fold_in(from, I)...};
  }(k, std::make_integer_sequence<int, Count>{});
}

namespace detail {
template <class Rule, class A>
constexpr auto draw(const key& k, std::initializer_list<extent> extents) {
  constexpr int dynamic = core::array_kind<A>::dynamic;
  core::array_kind<A>::check(extents.size());
  if constexpr (dynamic == 0) return core::compose<core::random_op<Rule, A>>(k.words);
  else return core::compose<core::random_op<Rule, A>>(k.words, core::shape_operand<dynamic>(extents.begin()));
}
template <class A>
inline constexpr bool is_floating = std::is_floating_point_v<typename A::value_type>;
template <class A>
constexpr void check_floating() {
  static_assert(is_floating<A>, "random: this distribution has floating elements; use f32 or f64");
}
// Bounds that fit the array: numbers, or arrays of its element type that broadcast to it.
template <class A, class B>
inline constexpr bool is_bound = core::types_agree<A, B> && core::literal_fits<B, typename A::value_type> &&
                                 core::meeting_extents<core::extents_of<A>, core::known_extents_of<B>>::broadcast;
}  // namespace detail

// Uniform random bits in elements of A: i64, u32, i32 or u8.
template <core::array_type A>
constexpr auto bits(const key& k, std::initializer_list<extent> extents = {}) {
  static_assert(std::is_integral_v<typename A::value_type> && !std::is_same_v<typename A::value_type, bool>,
                "bits: the elements must be integers; use bernoulli for bool");
  return detail::draw<core::bits_rule, A>(k, extents);
}
// Uniform on [low, high), by default [0, 1).
template <core::array_type A>
constexpr auto uniform(const key& k, std::initializer_list<extent> extents = {}) {
  detail::check_floating<A>();
  return detail::draw<core::uniform_rule, A>(k, extents);
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto uniform(const key& k, std::initializer_list<extent> extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = detail::is_bound<A, L> && detail::is_bound<A, H>;
  detail::check_floating<A>();
  static_assert(fits, "uniform: the bounds must be numbers, or arrays of the same element type that broadcast to the result");
  return core::compose<core::scale_op>(detail::draw<core::uniform_rule, A>(k, extents), core::lift<T>(low), core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto uniform(const key& k, const L& low, const H& high) { return uniform<A>(k, {}, low, high); }
// Mean 0, standard deviation 1: sqrt(2) erf_inv(u).
template <core::array_type A>
constexpr auto normal(const key& k, std::initializer_list<extent> extents = {}) {
  detail::check_floating<A>();
  return detail::draw<core::normal_rule, A>(k, extents);
}
// The normal distribution between two bounds, both excluded.
template <core::array_type A, core::operand L, core::operand H>
constexpr auto truncated_normal(const key& k, std::initializer_list<extent> extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = detail::is_bound<A, L> && detail::is_bound<A, H>;
  detail::check_floating<A>();
  static_assert(fits, "truncated_normal: the bounds must be numbers, or arrays of the same element type that broadcast to the result");
  return core::compose<core::truncated_normal_op>(detail::draw<core::uniform_rule, A>(k, extents), core::lift<T>(low), core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto truncated_normal(const key& k, const L& low, const H& high) { return truncated_normal<A>(k, {}, low, high); }
// Density e^-x: -log1p(-u).
template <core::array_type A>
constexpr auto exponential(const key& k, std::initializer_list<extent> extents = {}) {
  detail::check_floating<A>();
  return detail::draw<core::exponential_rule, A>(k, extents);
}
// -log(-log(u)).
template <core::array_type A>
constexpr auto gumbel(const key& k, std::initializer_list<extent> extents = {}) {
  detail::check_floating<A>();
  return detail::draw<core::gumbel_rule, A>(k, extents);
}
// True with probability p: u < p, in elements of p, f32 for a number.
template <core::array_type A, core::operand P = double>
constexpr auto bernoulli(const key& k, std::initializer_list<extent> extents, const P& p = 0.5) {
  static_assert(std::is_same_v<typename A::value_type, bool>, "bernoulli: the elements are bool; bernoulli<b8<8>>(k, {}, 0.5)");
  const auto probability = [&] {
    if constexpr (expression<P>) return p;
    else return core::lift<float>(p);
  }();
  using T = core::element_of<decltype(probability)>;
  using U = decltype([]<int... E>(given_extents<E...>) { return array<T, E...>(); }(core::extents_of<A>{}));
  static_assert(std::is_floating_point_v<T>, "bernoulli: the probability must be floating; use cast<float>(p)");
  return detail::draw<core::uniform_rule, U>(k, extents) < probability;
}
template <core::array_type A, core::operand P>
constexpr auto bernoulli(const key& k, const P& p) { return bernoulli<A>(k, {}, p); }
template <core::array_type A>
constexpr auto bernoulli(const key& k) { return bernoulli<A>(k, {}, 0.5); }
// Integers in [low, high): i32, u32, u8 (drawn with 32 bits).
template <core::array_type A, core::operand L, core::operand H>
constexpr auto randint(const key& k, std::initializer_list<extent> extents, const L& low, const H& high) {
  using T = typename A::value_type;
  constexpr bool fits = detail::is_bound<A, L> && detail::is_bound<A, H>;
  static_assert(std::is_integral_v<T> && sizeof(T) <= 4 && !std::is_same_v<T, bool>, "randint: the elements must be i32, u32 or u8");
  static_assert(fits, "randint: the bounds must be integers, or arrays of the same element type that broadcast to the result");
  return core::compose<core::randint_op>(detail::draw<core::pair_of_bits_rule, A>(k, extents), core::lift<T>(low), core::lift<T>(high));
}
template <core::array_type A, core::operand L, core::operand H>
constexpr auto randint(const key& k, const L& low, const H& high) { return randint<A>(k, {}, low, high); }
// An index drawn with probability softmax(logits) along an axis, an i32: argmax(logits + gumbel).
template <expression X, int I = -1>
constexpr auto categorical(const key& k, const X& logits, core::axis_tag<I> along = {}) {
  static_assert(std::is_floating_point_v<core::element_of<X>>, "categorical: the logits must be floating; use cast<float>(x)");
  return argmax(core::compose<core::categorical_noise_op>(k.words, logits), along);
}

// 0, 1, ..., n - 1 in random order, for A of rank 1. Made on the host: rounds of sorting by 32 random bits, as many as make
// collisions unlikely.
template <core::array_type A>
constexpr A permutation(const key& k, std::initializer_list<extent> extents = {}) {
  static_assert(A::rank == 1 && std::is_integral_v<typename A::value_type>, "permutation: the array must have rank 1 and integers; permutation<i32<dyn>>(k, {n})");
  if (std::is_constant_evaluated()) core::a_permutation_is_made_at_run_time();
  A made = iota<A>(extents);
  std::vector<std::pair<std::uint32_t, typename A::value_type>> sorted(made.span().size());
  auto elements = made.span();
  const u32<2>& words = k.words;
  std::uint32_t key0 = words(0), key1 = words(1);
  const auto draw = [&](std::uint64_t counter) {
    std::pair<std::uint32_t, std::uint32_t> hash{static_cast<std::uint32_t>(counter >> 32), static_cast<std::uint32_t>(counter)};
    core::threefry_rounds(key0, key1, hash.first, hash.second);
    return hash;
  };
  const double size = static_cast<double>(elements.size() < 1 ? 1 : elements.size());
  const int rounds = static_cast<int>(std::ceil(3 * std::log(size) / std::log(4294967295.0)));
  for (int round = 0; round < rounds; ++round) {
    const auto next = draw(0), sub = draw(1);
    std::tie(key0, key1) = sub;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto hash = draw(i);
      sorted[i] = {hash.first ^ hash.second, elements[i]};
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = sorted[i].second;
    std::tie(key0, key1) = next;
  }
  return made;
}

}  // namespace random
}  // namespace sinter

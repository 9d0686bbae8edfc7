// SPDX-License-Identifier: MIT
// Keys, from which random numbers follow. Use a key once; split makes new ones.
#pragma once
#include <array>

#include "indexing.hpp"
#include "random_bits.hpp"

namespace sinter {
namespace core {

struct fold_in_op {
  static constexpr term lower(term words, term data) { return fold_words(words, data); }
};

}  // namespace core

namespace random {

// Two words from which random numbers follow. It is a tree of one array, `words`, and an argument of jit like any
// other.
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

}  // namespace random
namespace core {
// Both parameters are templates so that nothing is instantiated where nobody folds.
template <class Key, class N>
constexpr Key fold_number(const Key& k, const N& data) {
  if constexpr (std::same_as<N, extent>) return Key(u32<2>(compose<fold_in_op>(k.words, lift<std::uint32_t>(data))));
  else return Key(u32<2>(compose<fold_in_op>(k.words, lift<std::uint32_t>(static_cast<std::uint32_t>(data)))));
}
}  // namespace core
namespace random {

// A new key for each number: a counter, a step, an index. The number is an integer or an integer array of rank 0.
template <core::operand N>
constexpr key fold_in(const key& k, const N& data) {
  static_assert(core::has_rank_0<N>, "fold_in: the number must have rank 0; split a key for several");
  if constexpr (expression<N>) {
    static_assert(std::is_integral_v<core::element_of<N>>, "fold_in: the number must be an integer; use cast<int>(x)");
    return key(u32<2>(core::compose<core::fold_in_op>(k.words, data)));
  } else {
    static_assert(std::is_integral_v<N> || std::same_as<N, extent>, "fold_in: the number must be an integer");
    return core::fold_number(k, data);
  }
}
// Independent keys: auto [k1, k2] = random::split<2>(k). Key i is fold_in(k, i).
template <int Count>
constexpr std::array<key, Count> split(const key& k) {
  return []<class K, int... I>(const K& from, std::integer_sequence<int, I...>) {
    return std::array<key, Count>{fold_in(from, I)...};
  }(k, std::make_integer_sequence<int, Count>{});
}

}  // namespace random
}  // namespace sinter

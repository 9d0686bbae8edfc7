// SPDX-License-Identifier: MIT
// Random numbers as terms: bits of a key, and what distributions make of them. Element i of an array is a hash of the
// key and of i, its row-major index (threefry2x32; JAX's partitionable mode), bit for bit as JAX has it.
#pragma once
#include <bit>
#include <limits>

#include "../primitive/error_function.hpp"
#include "../primitive/random.hpp"
#include "apply.hpp"

namespace sinter::core {

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
// Uniform on [0, 1): random bits as the fraction of a number in [1, 2), less 1. For halves, of which there are no integers
// of their size, the same numbers by a product: the upper 10 of 16 bits, the upper 7 of 8.
constexpr term unit_uniform(term words, dtype type, int shape_id) {
  if (is_halved(type)) {
    const bool is_f16 = type == dtype::f16;
    const term bits = random_bits(words, dtype::u32, shape_id), kept = bitwise_and(bits, like(bits, is_f16 ? 0xffff : 0xff));
    const term number = cast(shift_right_logical(kept, like(kept, is_f16 ? 6 : 1)), type);
    return number * like(number, is_f16 ? 0x1p-10 : 0x1p-7);
  }
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
  const auto rounded = [type](double x) { return std::bit_cast<double>(bits_of(x, type)); };
  const double width = rounded(high) - rounded(low);
  const term bottom = constant(graph, low, type, shape_id);
  return maximum(bottom, drawn * constant(graph, width, type, shape_id) + bottom);
}
constexpr double smallest_normal(dtype type) {
  if (type == dtype::f64) return std::numeric_limits<double>::min();
  return type == dtype::f16 ? 0x1p-14 : static_cast<double>(std::numeric_limits<float>::min());
}
// sqrt(2) erf_inv(u) for u uniform on (-1, 1).
constexpr term normal_of(term words, dtype type, int shape_id) {
  const double above = -1 + (type == dtype::f16 ? 0x1p-11 : type == dtype::bf16 ? 0x1p-8 : type == dtype::f32 ? 0x1p-24 : 0x1p-53);
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
  const term by =
      constant(graph, 32, dtype::i64, id) - constant(graph, 32, dtype::i64, id) * iota(graph, dtype::i64, id, 0);
  return cast(shift_right_logical(stretch(hash, id), by), dtype::u32);
}
// The next number above or below x; a zero goes to the smallest denormal.
constexpr term next_after(term x, bool up) {
  const dtype type = x.type() == dtype::f32 ? dtype::i32 : dtype::i64;
  const term bits = bitcast(x, type), positive = greater(x, like(x, 0));
  const term one = like(bits, 1), grown = bits + one, shrunk = bits - one;
  const std::int64_t sign = type == dtype::i32 ? std::int64_t{std::numeric_limits<std::int32_t>::min()}
                                               : std::numeric_limits<std::int64_t>::min();
  const term least = constant_of_bits(*x.graph, up ? 1 : sign + 1, type, x.shape_id());
  const term next = up ? select(positive, shrunk, grown) : select(positive, grown, shrunk);
  return bitcast(select(equal(x, like(x, 0)), next, least), x.type());
}

}  // namespace sinter::core

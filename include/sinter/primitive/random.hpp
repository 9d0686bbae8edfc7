// SPDX-License-Identifier: MIT
// The counter-based hash behind all random numbers: Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel
// random numbers: as easy as 1, 2, 3; SC 2011), bit-identical to JAX's partitionable mode.
#pragma once
#include "emit.hpp"
#include "value.hpp"

namespace sinter::core {

// One hash of the counter words (x0, x1) under the key (k0, k1); W is a 32-bit unsigned word or a vector of them.
template <class W>
constexpr void threefry_rounds(W k0, W k1, W& x0, W& x1) {
  using scalar::plus;
  constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const W keys[3] = {k0, k1, W(k0 ^ k1 ^ W(0x1BD11BDAu))};
  x0 = plus(x0, k0);
  x1 = plus(x1, k1);
  for (unsigned group = 1; group <= 5; ++group) {
    for (int i = 0; i < 4; ++i) {
      const int r = rotations[(group - 1) % 2][i];
      x0 = plus(x0, x1);
      x1 = W(W(W(x1 << r) | W(x1 >> (32 - r))) ^ x0);
    }
    x0 = plus(x0, keys[group % 3]);
    x1 = plus(x1, plus(keys[(group + 1) % 3], W(group)));
  }
}

namespace primitives {
// Both words of the hash as one 64-bit value, the first above.
inline constexpr elementwise threefry2x32{
    {.name = "threefry2x32", .arity = 3, .takes = only(dtype::u32), .gives = result::declared,
     .infer = [](builder& graph, node& made) {
       made.type = dtype::i64;
       if (graph.nodes[made.c].type != dtype::i64) element_types_must_be_equal(graph.nodes[made.c].type, dtype::i64);
     },
     .differentiates = derivative::zero, .samples = domain::index, .flops = 110,
     .doc = "the 64 random bits of counter z under the key (x, y)", .cuda = "sinter_threefry($x, $y, $z)"},
    [](auto k0, auto k1, auto counter) {
      using scalar::convert, scalar::shift_left, scalar::shift_right_logical;
      using count = decltype(counter);
      auto x0 = convert<std::uint32_t>(shift_right_logical(counter, count(32)));
      auto x1 = convert<std::uint32_t>(counter);
      threefry_rounds(k0, k1, x0, x1);
      return count(shift_left(convert<std::int64_t>(x0), count(32)) | convert<std::int64_t>(x1));
    }};
}  // namespace primitives

constexpr term threefry(term k0, term k1, term counter) { return emit(primitives::threefry2x32, k0, k1, counter); }

}  // namespace sinter::core

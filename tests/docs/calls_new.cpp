// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: new arrays and random numbers.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("new arrays") {
  // [creation]
  const std::int64_t n = 4;
  f32<dyn, 3> x = zeros<f32<dyn, 3>>({n});        // one extent for each dyn axis
  f32<2, 3> y = ones<f32<2, 3>>();
  i32<5> sevens = full<i32<5>>(7);
  f32<dyn, 3> like = zeros_like(x), same = ones_like(x), halves = full_like(x, 0.5);
  i32<5> count = iota<i32<5>>();                  // 0 1 2 3 4
  f32<2, 3> down = iota<f32<2, 3>>(axis<0>);      // 0 0 0, 1 1 1
  f32<3, 3> identity = eye<f32<3, 3>>();
  f32<3, 3> above = eye<f32<3, 3>, 1>();          // one place above the diagonal
  f32<3, 3> lower_half = tri<f32<3, 3>>();        // ones on and below the diagonal
  f32<2, 3> below = tril(y), not_below = triu<1>(y);
  f32<5> even = linspace<f32<5>>(0, 1);           // 0 0.25 0.5 0.75 1
  // [creation]
  CHECK(x.extent(0) == 4);
  CHECK(sevens(4) == 7);
  CHECK(array_equal(like + same, halves + halves));
  CHECK(count(4) == 4);
  CHECK(down(1, 2) == 1);
  CHECK(above(0, 1) == 1);
  CHECK(array_equal(tril(lower_half) + triu<1>(lower_half), lower_half));
  CHECK(array_equal(below + not_below, y));
  CHECK(identity(2, 2) == 1);
  CHECK(even(3) == 0.75f);
}

TEST_CASE("random numbers") {
  // [random]
  const random::key k(0);
  auto [k1, k2] = random::split<2>(k);             // use a key once
  random::key of_step = random::fold_in(k, 17);    // a key for each number
  u32<4> words = random::bits<u32<4>>(k1);
  f32<dyn> unit = random::uniform<f32<dyn>>(k1, {4});
  f32<4> ranged = random::uniform<f32<4>>(k1, -1, 1);
  f32<dyn> also = random::uniform<f32<dyn>>(k1, {4}, -1, 1);
  f32<4> bell = random::normal<f32<4>>(k2) + random::truncated_normal<f32<4>>(k2, -2, 2);
  f32<4> waits = random::exponential<f32<4>>(k2) + random::gumbel<f32<4>>(k2);
  b8<4> coins = random::bernoulli<b8<4>>(k1), rare = random::bernoulli<b8<4>>(k1, 0.1);
  i32<4> dice = random::randint<i32<4>>(k1, 1, 7); // from 1 to 6
  i32<> drawn = random::categorical(k1, bell);     // an index, with probability softmax(bell)
  i32<dyn> order = random::permutation<i32<dyn>>(k1, {4});
  // [random]
  CHECK(words.size() == 4);
  CHECK(f32<>(max(unit))() < 1);
  CHECK(array_equal(ranged, also));
  CHECK(waits.size() == 4);
  CHECK(coins.size() + rare.size() == 8);
  CHECK(i32<>(max(dice))() < 7);
  CHECK(drawn() < 4);
  CHECK(i32<>(sum(order))() == 6);
  CHECK(of_step.words.size() == 2);
}

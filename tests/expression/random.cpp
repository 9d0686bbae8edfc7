// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

struct words {
  std::uint32_t x, y;
  constexpr bool operator==(const words&) const = default;
};
constexpr words threefry(std::uint32_t k0, std::uint32_t k1, std::uint32_t c0, std::uint32_t c1) {
  core::threefry_rounds(k0, k1, c0, c1);
  return {c0, c1};
}
static_assert(threefry(0, 0, 0, 0) == words{0x6b200159, 0x99ba4efe});
static_assert(threefry(~0u, ~0u, ~0u, ~0u) == words{0x1cb996fc, 0xbb002be7});
static_assert(threefry(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3) == words{0xc4923a9c, 0x483df7a0});

constexpr random::key nought(0);
static_assert(same<kind<decltype(random::bits<u8<dyn, 2>>(nought, {3}))>, u8<dyn, 2>>);
static_assert(same<kind<decltype(random::uniform<f32<>>(nought))>, f32<>>);
static_assert(same<kind<decltype(random::uniform<f64<4, dyn>>(nought, {3}, -1, 1.5))>, f64<4, dyn>>);
static_assert(same<kind<decltype(random::normal<f32<784, dyn, dyn>>(nought, {2, 3}))>, f32<784, dyn, dyn>>);
static_assert(same<kind<decltype(0.1f * random::normal<f32<784, 128>>(nought))>, f32<784, 128>>);
static_assert(same<kind<decltype(random::bernoulli<b8<7>>(nought, f32<7>()))>, b8<7>>);
static_assert(same<kind<decltype(random::categorical(nought, f32<5, 10>()))>, i32<5>>);

// A seed is (high word, low word).
constexpr bool seed_in_two_words() {
  core::builder graph;
  const random::key k((std::int64_t{7} << 32) + 5);
  const core::term term = core::append(k.words, graph);
  return term.rank() == 1 && term.extents()[0] == 2 && nought.words.state() == core::holds::literal;
}
static_assert(seed_in_two_words());

struct keyed : trace {
  random::key k{argument<u32<2>>({0, 0})};
};
random::key child(trace& t, const random::key& k, int i) {
  random::key made;
  made.words.become_node(&t.graph, t.term(core::compose<core::fold_in_op>(k.words, core::lift<std::uint32_t>(i))).id);
  return made;
}

}  // namespace

TEST_CASE("key 0: bits as JAX's") {
  keyed t;
  check_values(t.value(random::bits<u32<4>>(t.k)), {4070199207, 4202968722, 1427181096, 2012915765});
  check_array(t.value(random::bits<u32<2, 2>>(t.k)), {2, 2}, {4070199207, 4202968722, 1427181096, 2012915765});
  check_values(t.value(random::bits<u8<dyn>>(t.k, {4})), {167, 146, 40, 53});
  check_values(t.value(random::bits<i64<2>>(t.k)), {7719171245655871230, 3989946895414531357});
  check_values(t.value(random::bits<u32<>>(t.k)), {4070199207});
  check_values(t.value(random::bits<i32<1>>(t.k)), {static_cast<wide>(static_cast<std::int32_t>(4070199207))});
}

TEST_CASE("key 0: keys split from it") {
  keyed t;
  check_values(t.value(child(t, t.k, 0).words), {1797259609, 2579123966});
  check_values(t.value(child(t, t.k, 1).words), {928981903, 3453687069});
}

TEST_CASE("key 0: distributions") {
  keyed t;
  check_values(t.value(random::uniform<f32<4>>(t.k)),
               {7949607 * 0x1p-23L, 8208923 * 0x1p-23L, 2787463 * 0x1p-23L, 3931476 * 0x1p-23L});
  check_values(t.value(random::normal<f32<4>>(t.k)), {1.622642L, 2.025265L, -0.433594L, -0.078617L}, 1e-6);
  check_values(t.value(random::exponential<f32<4>>(t.k)), {2.950128L, 3.843425L, 0.403904L, 0.632369L}, 1e-6);
  check_values(t.value(random::gumbel<f32<4>>(t.k)), {2.923373L, 3.832618L, -0.096893L, 0.277257L}, 1e-6);
  check_values(t.value(random::bernoulli<b8<8>>(t.k)), {0, 0, 1, 1, 0, 1, 1, 0});
  check_values(t.value(random::uniform<f32<4>>(t.k, -1, 1)),
               {7949607 * 0x1p-22L - 1, 8208923 * 0x1p-22L - 1, 2787463 * 0x1p-22L - 1, 3931476 * 0x1p-22L - 1});
}

TEST_CASE("f64 draws 64 bits an element") {
  keyed t;
  check_values(t.value(random::uniform<f64<2>>(t.k)), {static_cast<wide>(7719171245655871230 >> 12) * 0x1p-52L,
                                                       static_cast<wide>(3989946895414531357 >> 12) * 0x1p-52L});
}

TEST_CASE("bounds are kept") {
  keyed t;
  wide low = 9, high = 0, total = 0;
  for (wide each : t.value(random::randint<i32<1000>>(t.k, 0, 10)).at)
    low = std::min(low, each), high = std::max(high, each), total += each;
  CHECK(low == 0);
  CHECK(high == 9);
  CHECK(std::fabs(total / 1000 - 4.5L) < 0.5L);
  for (wide each : t.value(random::randint<u8<100>>(t.k, 250, 255)).at) CHECK((each >= 250 && each < 255));
  for (wide each : t.value(random::randint<i32<10>>(t.k, 7, 7)).at) CHECK(each == 7);
  wide least = 9, largest = -9;
  for (wide each : t.value(random::truncated_normal<f32<2000>>(t.k, -1, 2)).at)
    least = std::min(least, each), largest = std::max(largest, each);
  CHECK((least > -1 && least < -0.95L));
  CHECK((largest < 2 && largest > 1.8L));
}

TEST_CASE("categorical follows the logits") {
  keyed t;
  const auto logits = t.argument<f32<dyn, 3>>(std::vector<wide>(3000, 0), {1000, 3});
  int counts[3] = {};
  for (wide each : t.value(random::categorical(t.k, logits)).at) ++counts[static_cast<int>(each)];
  for (int count : counts) CHECK((count > 270 && count < 400));
}

TEST_CASE("a permutation has every index once") {
  const random::key k(0);
  const auto order = random::permutation<i32<dyn>>(k, {1000});
  std::vector<int> seen(1000);
  int moved = 0;
  for (std::int32_t i = 0; i < 1000; ++i)
    ++seen[static_cast<std::size_t>(std::as_const(order)(i))], moved += std::as_const(order)(i) != i;
  for (int count : seen) CHECK(count == 1);
  CHECK(moved > 900);
  CHECK(random::permutation<i32<dyn>>(k, {0}).span().empty());
  CHECK(random::permutation<i64<1>>(k)(0) == 0);
}

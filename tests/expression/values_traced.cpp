// SPDX-License-Identifier: MIT
// Functions inside traced functions, with gradients, new arrays, and keys as arguments.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

constexpr f32<> loss(const f32<dyn, 3>& logits, const i32<dyn>& label) {
  return mean(softmax_cross_entropy(logits, label));
}
constexpr f32<dyn, 4> created(const f32<dyn, 4>& x) {
  const f32<4, 4> unit = eye<f32<4, 4>>();
  const f32<dyn> column = ones<f32<dyn>>({x.extent(0)});
  return matmul(x, unit) + iota<f32<4>>() + expand_dims<1>(column) + full_like(x, 0.5) + linspace<f32<4>>(0, 3);
}
constexpr f32<dyn, 3> noise(const u32<2>& words, const f32<dyn, 3>& x) {
  const auto [first, second] = random::split<2>(random::key(words));
  return x +
         random::normal<f32<dyn, 3>>(first, {x.extent(0)}) * random::uniform<f32<3>>(random::fold_in(second, 7), -1, 1);
}
constexpr f32<2> from_the_end(const f32<dyn>& x) { return slice<-2, to_end>(x, axis<0>); }
constexpr f32<2> from_the_front(const f32<dyn>& x) { return slice<0, 2>(x, axis<0>); }
constexpr f32<> soft(const f32<>& x) { return softplus(x); }

// As an argument, where the tree room knows keys.
constexpr f32<4> drawn(const random::key& k) { return random::uniform<f32<4>>(k); }
template <class Key>
void check_key_as_argument(const Key& k) {
  if constexpr (core::tree_node<Key>) CHECK(array_equal(jit<drawn>(k), random::uniform<f32<4>>(k)));
}

}  // namespace

TEST_CASE("the gradient of a cross entropy is softmax less one_hot") {
  const f32<dyn, 3> x{{1, 2, 3}, {0, 0, 0}};
  const i32<dyn> label{2, 0};
  CHECK(allclose(grad<loss>(x, label), (softmax(x) - one_hot<3>(label)) / 2, {.rtol = 1e-5, .atol = 1e-7}));
}

TEST_CASE("new arrays in a trace") {
  CHECK(allclose(jit<created>(f32<dyn, 4>{{1, 2, 3, 4}}), f32<dyn, 4>{{2.5f, 5.5f, 8.5f, 11.5f}}));
}

TEST_CASE("the same numbers traced and at once") {
  const random::key k(0);
  const f32<dyn, 3> x(2);
  CHECK(array_equal(jit<noise>(k.words, x), noise(k.words, x)));
  check_key_as_argument(k);
}

TEST_CASE("the gradient of softplus to third order") {
  const auto s = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (const float x : {0.0f, 1e-8f, -2.0f, 3.0f}) {
    const double p = s(x);
    CHECK(grad<soft>(f32<>(x))() == doctest::Approx(p).epsilon(1e-6));
    CHECK(grad<grad<soft>>(f32<>(x))() == doctest::Approx(p * (1 - p)).epsilon(1e-6));
    CHECK(grad<grad<grad<soft>>>(f32<>(x))() == doctest::Approx(p * (1 - p) * (1 - 2 * p)).epsilon(1e-6).scale(1));
  }
}

TEST_CASE("slices of extents known at the call") {
  CHECK(array_equal(jit<from_the_end>(f32<dyn>{1, 2, 3}), f32<2>{2, 3}));
  CHECK(array_equal(jit<from_the_front>(f32<dyn>{1, 2, 3}), f32<2>{1, 2}));
  CHECK_THROWS_AS(jit<from_the_end>(f32<dyn>{1}), shape_error);
  CHECK_THROWS_AS(jit<from_the_front>(f32<dyn>{1}), shape_error);
}

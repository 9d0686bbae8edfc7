// SPDX-License-Identifier: MIT
// Functions of halves: native against interpreted have the same bits, and gradients are near those of f32.
#undef SINTER_EAGER
#define SINTER_EAGER interpret  // the functions run through jit and grad
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

template <class A>
bool same_bits(const A& x, const A& y) {
  const auto a = x.span(), b = y.span();
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// T stands for float, float16 or bfloat16.
template <class T>
constexpr auto smooth = [](const array<T, dyn>& x) -> array<T> { return sum(exp(x / 4) * tanh(x) + logistic(x) - 0.5 * x * x); };
template <class T>
constexpr auto rows = [](const array<T, dyn, 40>& x) -> array<T> {
  const array<T, dyn, 40> p = softmax(layer_norm(x), axis<1>);
  return sum(p * max(x, axis<1>, keep_dims)) + logsumexp(slice<0, 2>(x, axis<0>)) / 8;
};
template <class T>
constexpr auto network = [](const array<T, 33, 20>& w) -> array<T> {
  const array<T, 20, 33> wt = transpose<1, 0>(w);
  const array<T, 33, 33> gram = tanh(matmul(w, wt) / 16 + 0.25);
  const array<T, 4, 33> some = take(gram, i32<4>{0, 7, 7, 32}, axis<0>);
  return mean(some) + mean(relu(matmul(w, ones<array<T, 20>>())));
};

template <auto F, class A>
void check_native(const A& x) {
  using T = typename A::value_type;
  const array<T> value = jit<F>(x);
  using made = core::program<core::call_of<F, A>>;
  const auto interpreted = core::run_with<array<T>, 1, A>(core::interpreted_executable<made>, x);
  CHECK(same_bits<array<T>>(value, interpreted));
  CHECK(std::isfinite(static_cast<float>(value())));
  const A native = jit<grad<F>>(x), slow = grad<F>(x);
  CHECK(same_bits(native, slow));
}
// The gradient of halves beside that of the same numbers in f32.
template <auto Half, auto Single, class A, class B>
void check_gradient(const A& x, const B& wide, double size) {
  const B half = cast<float>(grad<Half>(x)), single = grad<Single>(wide);
  const double epsilon = static_cast<double>(std::numeric_limits<typename A::value_type>::epsilon());
  double most = 0;
  for (const float g : single.span()) most = std::max(most, static_cast<double>(std::fabs(g)));
  CHECK(most > 0);
  CHECK(allclose(half, single, {.rtol = size * epsilon, .atol = size * epsilon * most}));
}

template <class T>
void check_type() {
  const random::key k(3);
  const auto [k1, k2] = random::split<2>(k);
  const array<T, dyn> line = random::normal<array<T, dyn>>(k1, {101});
  const array<T, dyn, 40> table = random::normal<array<T, dyn, 40>>(k2, {7});
  const array<T, 33, 20> w = random::normal<array<T, 33, 20>>(k);
  check_native<smooth<T>>(line);
  check_native<rows<T>>(table);
  check_native<network<T>>(w);
  check_gradient<smooth<T>, smooth<float>>(line, f32<dyn>(cast<float>(line)), 4);
  check_gradient<network<T>, network<float>>(w, f32<33, 20>(cast<float>(w)), 8);
  check_gradient<rows<T>, rows<float>>(table, f32<dyn, 40>(cast<float>(table)), 16);
}

}  // namespace

TEST_CASE("means and rows of halves are computed in f32: their sums leave the range of f16, they do not") {
  const f16<70000> ones = full<f16<70000>>(1);
  CHECK(f16<>(mean(ones))() == 1);
  CHECK(f16<>(logsumexp(ones))() == float16(1 + std::log(70000.f)));
  CHECK(f16<70000>(softmax(ones))(5) == float16(1 / 70000.f));
  const f16<4> far{-300, 300, -300, 300};
  CHECK(f16<>(stddev(far))() == 300);
  CHECK(std::isinf(static_cast<float>(f16<>(var(far))())));
  const f16<4> rows = layer_norm(far), slope = grad<[](const f16<4>& x) -> f16<> { return sum(standardize(x) * f16<4>{1, 2, 3, 4}); }>(far);
  CHECK(array_equal(rows, f16<4>{-1, 1, -1, 1}));
  CHECK(array_equal(f16<4>(standardize(full<f16<4>>(2), axis<-1>, 1e-8)), f16<4>{0, 0, 0, 0}));  // 1e-8 is no f16
  CHECK(allclose(cast<float>(slope), grad<[](const f32<4>& x) -> f32<> { return sum(standardize(x) * f32<4>{1, 2, 3, 4}); }>(cast<float>(far)),
                 {.rtol = 2e-3, .atol = 1e-5}));
  CHECK(f16<>(softmax_cross_entropy(ones, i32<>(3)))() == float16(std::log(70000.f)));
}

TEST_CASE("float16 functions") { check_type<float16>(); }
TEST_CASE("bfloat16 functions") { check_type<bfloat16>(); }

// SPDX-License-Identifier: MIT
// What a gradient costs beside its function.
#include <sinter/sinter.hpp>

#include "ratio.hpp"

using namespace sinter;

namespace {

constexpr f32<> largest(const f32<dyn>& x) { return logsumexp(x); }
constexpr f32<> log_density(const f32<dyn>& x) { return sum(-0.5f * x * x - 0.91893853f); }
constexpr f32<> prices(const f32<dyn>& spot, const f32<dyn>& vol) {
  f32<dyn> d1 = (log(spot) + (0.03f + 0.5f * vol * vol)) / vol;
  f32<dyn> d2 = d1 - vol;
  return sum(0.5f * spot * erfc(-0.70710678f * d1) - 0.48522277f * erfc(-0.70710678f * d2));
}
struct mlp {
  f32<784, 256> w1;
  f32<256> b1;
  f32<256, 128> w2;
  f32<128> b2;
  f32<128, 10> w3;
  f32<10> b3;
};

}  // namespace
BOOST_HANA_ADAPT_STRUCT(mlp, w1, b1, w2, b2, w3, b3);
namespace {

constexpr f32<> loss(const mlp& p, const f32<dyn, 784>& x, const i32<dyn>& label) {
  f32<dyn, 256> h = relu(matmul(x, p.w1) + p.b1);
  f32<dyn, 128> g = relu(matmul(h, p.w2) + p.b2);
  return mean(softmax_cross_entropy(matmul(g, p.w3) + p.b3, label));
}

}  // namespace

int main(int count, char** arguments) {
  static const f32<dyn> x = random::normal<f32<dyn>>(random::key(1), {1 << 20});
  static const f32<dyn> spot = exp(x * 0.1f), vol = full<f32<dyn>>(0.2f, {1 << 20});
  auto [k1, k2, k3, k4] = random::split<4>(random::key(2));
  static const mlp p{random::normal<f32<784, 256>>(k1) * 0.05f, {}, random::normal<f32<256, 128>>(k2) * 0.1f, {},
                     random::normal<f32<128, 10>>(k3) * 0.1f, {}};
  static const f32<dyn, 784> images = random::normal<f32<dyn, 784>>(k4, {256});
  static const i32<dyn> labels = full<i32<dyn>>(3, {256});
  bench::add("log-sum-exp/gradient", [] { benchmark::DoNotOptimize(jit<grad<largest>>(x)); });
  bench::add("log-sum-exp/reference", [] { benchmark::DoNotOptimize(jit<largest>(x)); });
  bench::add("normal log density/gradient", [] { benchmark::DoNotOptimize(jit<grad<log_density>>(x)); });
  bench::add("normal log density/reference", [] { benchmark::DoNotOptimize(jit<log_density>(x)); });
  bench::add("Black-Scholes/gradient", [] { benchmark::DoNotOptimize(jit<grad<prices, args<0, 1>>>(spot, vol)); });
  bench::add("Black-Scholes/reference", [] { benchmark::DoNotOptimize(jit<prices>(spot, vol)); });
  bench::add("MLP loss/gradient", [] { benchmark::DoNotOptimize(jit<value_and_grad<loss>>(p, images, labels)); });
  bench::add("MLP loss/reference", [] { benchmark::DoNotOptimize(jit<loss>(p, images, labels)); });
  return bench::run(count, arguments);
}

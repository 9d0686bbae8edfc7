// SPDX-License-Identifier: MIT
#include "traced.hpp"

using namespace expression_test;

namespace {

static_assert(same<kind<decltype(softmax(f32<2, 3>(), axis<0>))>, f32<2, 3>>);
static_assert(same<kind<decltype(log_softmax(f32<2, dyn>(1), axes<0, 1>, b8<3>()))>, f32<2, dyn>>);
static_assert(same<kind<decltype(softmax_cross_entropy(f32<dyn, 3>(1), i32<dyn>(1)))>, f32<dyn>>);
static_assert(same<kind<decltype(softmax_cross_entropy(f64<3>(), i64<>()))>, f64<>>);
static_assert(same<kind<decltype(softmax_cross_entropy(f32<5, 3>(), f32<3>()))>, f32<5>>);
static_assert(same<kind<decltype(layer_norm(f32<5, 3>(), f32<3>(), f32<3>(), axis<-1>, 1e-6))>, f32<5, 3>>);

// A composite lowers its operand once: one exponential, one maximum.
template <class F>
constexpr int count_of(const core::primitive& op, F f) {
  core::builder graph;
  f32<8, 10> x;
  x.become_node(&graph, core::open_parameter(graph, &x).id);
  core::append(f(exp2(x)), graph);
  int count = 0;
  for (const core::node& each : graph.nodes) count += each.op == &op;
  return count;
}
constexpr auto soft = [](const auto& x) { return softmax(x); };
static_assert(count_of(core::primitives::exp, soft) == 1 && count_of(core::primitives::reduce_max, soft) == 1);
static_assert(count_of(core::primitives::exp2, soft) == 1);
constexpr auto entropy = [](const auto& x) { return softmax_cross_entropy(x, iota<i32<8>>()); };
static_assert(count_of(core::primitives::exp, entropy) == 1 && count_of(core::primitives::reduce_sum, entropy) == 2);

}  // namespace

TEST_CASE("softmax and its logarithm") {
  trace t;
  const auto x = t.argument<f64<1, 3>>({1, 2, 3});
  check_values(t.value(softmax(x)), {0.0900305731703805L, 0.244728471054798L, 0.665240955774822L}, 1e-14);
  check_values(t.value(log_softmax(x, axis<-1>)), {-2.40760596444438L, -1.40760596444438L, -0.40760596444438L}, 1e-14);
  check_values(t.value(softmax(x, axis<0>)), {1, 1, 1});
  const auto large = t.argument<f32<2, 2>>({1e4, 1e4, infinity, 0});
  check_values(t.value(softmax(large)), {0.5, 0.5, not_a_number, not_a_number}, 1e-7);
  const auto empty = t.argument<f32<3, 0>>({}, {3, 0});
  check_array(t.value(softmax(empty)), {3, 0}, {});
}

TEST_CASE("masked entries are exactly 0, or -infinity") {
  trace t;
  const auto x = t.argument<f64<2, 3>>({1, 2, 3, 1, 2, 3});
  const auto mask = t.argument<b8<2, 3>>({1, 1, 0, 0, 0, 0});
  check_values(t.value(softmax(x, axis<1>, mask)), {1 / (1 + std::exp(1.0L)), 1 / (1 + std::exp(-1.0L)), 0, 0, 0, 0},
               1e-15);
  check_values(t.value(log_softmax(x, axis<1>, mask)),
               {-std::log1p(std::exp(1.0L)), -std::log1p(std::exp(-1.0L)), -infinity, -infinity, -infinity, -infinity},
               1e-15);
}

TEST_CASE("cross entropy with labels and with probabilities") {
  trace t;
  const auto x = t.argument<f64<dyn, 3>>({1, 2, 3, 1e6, 0, 0, 1, 1, 1}, {3, 3});
  const auto label = t.argument<i32<dyn>>({1, 0, 3});
  check_values(t.value(softmax_cross_entropy(x, label)), {1.40760596444438L, 0, 0}, 1e-14);
  const auto p = t.argument<f64<3>>({0, 1, 0});
  check_values(t.value(softmax_cross_entropy(x, p)), {1.40760596444438L, 1e6, std::log(3.0L)}, 1e-14);
}

TEST_CASE("layer_norm and standardize") {
  trace t;
  const auto x = t.argument<f64<2, 4>>({1, 2, 3, 4, 2, 2, 2, 2});
  const wide s = 1 / std::sqrt(1.25L + 1e-5L);
  check_values(t.value(layer_norm(x)), {-1.5L * s, -0.5L * s, 0.5L * s, 1.5L * s, 0, 0, 0, 0}, 1e-15);
  const auto scale = t.argument<f64<4>>({1, 2, 3, 4}), shift = t.argument<f64<4>>({0, 0, 0, 1});
  check_values(
      t.value(layer_norm(x, scale, shift, axis<-1>, 0.75)),
      {-1.5L / std::sqrt(2.0L), -1 / std::sqrt(2.0L), 1.5L / std::sqrt(2.0L), 1 + 6 / std::sqrt(2.0L), 0, 0, 0, 1},
      1e-15);
  const float v = -11 + 3e-6f;
  const auto equal = t.argument<f32<3>>({v, v, v});
  check_values(t.value(standardize(equal)), {0, 0, 0});
}

TEST_CASE("activations at their corners and in their tails") {
  trace t;
  const auto x = t.argument<f32<5>>({-2, 0, 3, 7, not_a_number});
  check_values(t.value(relu(x)), {0, 0, 3, 7, not_a_number});
  check_values(t.value(relu6(x)), {0, 0, 3, 6, not_a_number});
  check_values(t.value(leaky_relu(x)), {-0.02L, 0, 3, 7, not_a_number}, 1e-7);
  check_values(t.value(leaky_relu(x, 2)), {-4, 0, 3, 7, not_a_number});
  check_values(t.value(elu(x)), {std::expm1(-2.0L), 0, 3, 7, not_a_number}, 1e-7);
  const auto y = t.argument<f64<6>>({0, 1e4, -1e4, 1, -30, 30});
  check_values(t.value(softplus(y)),
               {0.693147180559945L, 1e4, 0, std::log1p(std::exp(1.0L)), std::log1p(std::exp(-30.0L)),
                30 + std::log1p(std::exp(-30.0L))},
               1e-15);
  check_values(t.value(log_sigmoid(y)),
               {-0.693147180559945L, 0, -1e4, -std::log1p(std::exp(-1.0L)), -30 - std::log1p(std::exp(-30.0L)),
                -std::log1p(std::exp(-30.0L))},
               1e-15);
  check_values(t.value(elu(y, 2)), {0, 1e4, -2, 1, 2 * std::expm1(-30.0L), 30}, 1e-15);
  check_values(t.value(sigmoid(y)),
               {0.5, 1, 0, 1 / (1 + std::exp(-1.0L)), 1 / (1 + std::exp(30.0L)), 1 / (1 + std::exp(-30.0L))}, 1e-15);
  const auto z = t.argument<f64<4>>({0, 1, -1, -5});
  const auto half = [](wide v) { return 0.5L * v * std::erfc(-v / std::sqrt(2.0L)); };
  check_values(t.value(gelu_exact(z)), {0, half(1), half(-1), half(-5)}, 1e-15);
  const auto tanh_form = [](wide v) {
    return 0.5L * v * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846L) * (v + 0.044715L * v * v * v)));
  };
  check_values(t.value(gelu(z)), {0, tanh_form(1), tanh_form(-1), tanh_form(-5)}, 1e-14);
  check_values(t.value(silu(z)), {0, 1 / (1 + std::exp(-1.0L)), -1 / (1 + std::exp(1.0L)), -5 / (1 + std::exp(5.0L))},
               1e-15);
}

TEST_CASE("logaddexp of infinities") {
  trace t;
  const auto x = t.argument<f64<5>>({infinity, -infinity, infinity, 1000, 1});
  const auto y = t.argument<f64<5>>({infinity, -infinity, -infinity, 1000, not_a_number});
  check_values(t.value(logaddexp(x, y)), {infinity, -infinity, infinity, 1000 + std::log(2.0L), not_a_number}, 1e-15);
  check_values(t.value(logaddexp(1, y)), {infinity, 1, 1, 1000, not_a_number}, 1e-15);
}

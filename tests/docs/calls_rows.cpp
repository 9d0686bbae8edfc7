// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: activations and rows.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <limits>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("activations") {
  // [activations]
  const f32<3> x{-8, 0, 8};
  f32<3> bent = relu(x) + relu6(x) + leaky_relu(x) + leaky_relu(x, 0.2) + elu(x) + elu(x, 0.5);
  f32<3> smooth = gelu(x) + gelu_exact(x) + silu(x) + softplus(x) + sigmoid(x) + log_sigmoid(x) + logaddexp(x, 0);
  // [activations]
  CHECK(bent(2) == 8 + 6 + 8 + 8 + 8 + 8);
  CHECK(smooth(1) == doctest::Approx(0.6931472 + 0.5 - 0.6931472 + 0.6931472));
}

TEST_CASE("rows") {
  // [rows]
  const f32<2, 3> x{{1, 2, 3}, {4, 5, 6}};
  const b8<3> allowed{true, true, false};
  const f32<3> scale{1, 1, 1}, shift{0, 0, 0};
  const i32<2> label{2, -1};
  f32<2, 3> weights = softmax(x) + softmax(x, axis<0>) + softmax(x, axes<0, 1>) + softmax(x, axis<-1>, allowed);
  f32<2, 3> logs = log_softmax(x) + log_softmax(x, axis<0>);
  f32<2, 3> masked = log_softmax(x, axis<-1>, allowed);               // -infinity where nothing is allowed
  f32<2> losses = softmax_cross_entropy(x, label);                    // 0 for the label -1, which is outside
  f32<2> soft = softmax_cross_entropy(x, softmax(x));                 // probabilities instead of labels
  f32<2, 3> plain = standardize(x) + standardize(x, axis<0>, 1e-3);
  f32<2, 3> scaled = layer_norm(x) + layer_norm(x, axis<-1>, 1e-6) + layer_norm(x, scale, shift) +
                     layer_norm(x, scale, shift, axis<-1>, 1e-6);
  // [rows]
  CHECK(weights(0, 2) == doctest::Approx(0.6652 + 0.0474 + 0.0317).epsilon(0.01));
  CHECK(masked(0, 2) == -std::numeric_limits<float>::infinity());
  CHECK(losses(1) == 0);
  CHECK(logs.size() + soft.size() + plain.size() + scaled.size() == 20);
}

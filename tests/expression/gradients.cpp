// SPDX-License-Identifier: MIT
// Gradients of the functions, element by element against central differences, and at the corners against the
// conventions.
#include <sinter/transform/differentiate.hpp>

#include "traced.hpp"

using namespace expression_test;

namespace {

// A weighted sum of f(x) and its gradient by x, a parameter of type A.
template <class A>
struct sloped {
  trace t;
  core::term total, gradient;

  template <class F>
  sloped(F f, std::vector<wide> at, extent_list extents, bool weighted = true) {
    const A x = t.argument<A>(std::move(at), std::move(extents));
    const core::term fresh = core::barrier(t.term(x));
    A inside;
    inside.become_node(&t.graph, fresh.id);
    core::term made = core::flatten(t.term(f(inside)));
    if (weighted) made = made * (1 + 0.375 * core::iota(t.graph, made.type(), made.shape_id(), 0));
    total = core::reduce_sum(made, 1);
    core::differentiation sweep(t.graph, fresh.id, total.id, &fresh.id, 1);
    sweep.add(total.id, core::like(total, 1));
    sweep.sweep_back();
    gradient = sweep.get(fresh.id);
  }
  tensor slope() { return t.value_of(gradient); }
};

template <class A, class F>
void check_slopes(const char* name, F f, const std::vector<wide>& at, extent_list extents = {}) {
  CAPTURE(std::string(name));
  sloped<A> of(f, at, extents);
  const tensor slope = of.t.value_of(of.gradient, support::precision::extended);
  REQUIRE(slope.at.size() == at.size());
  const wide step = 1e-5L;
  for (std::size_t i = 0; i < at.size(); ++i) {
    wide ends[2];
    for (int side = 0; side < 2; ++side) {
      of.t.argument_value(0).at[i] = at[i] + (side ? step : -step);
      ends[side] = of.t.value_of(of.total, support::precision::extended).at[0];
    }
    of.t.argument_value(0).at[i] = at[i];
    const wide difference = (ends[1] - ends[0]) / (2 * step);
    CAPTURE(i);
    CAPTURE(static_cast<double>(slope.at[i]));
    CAPTURE(static_cast<double>(difference));
    CHECK(std::fabs(slope.at[i] - difference) <= 1e-7L * (1 + std::fabs(difference)));
  }
}
template <class A = f32<5>, class F>
void check_corner(const char* name, F f, const std::vector<wide>& at, const std::vector<wide>& expected) {
  CAPTURE(std::string(name));
  sloped<A> of(f, at, {static_cast<std::int64_t>(at.size())}, false);
  check_values(of.slope(), expected, 1e-6);
}

const std::vector<wide> six{0.3L, -1.2L, 0.7L, 2.1L, -0.4L, 1.5L};
const std::vector<wide> five{-1.7L, -0.2L, 0.4L, 1.9L, 3.3L};

#define OF(expression) [](const auto& x) { return expression; }

}  // namespace

TEST_CASE("reductions") {
  using A = f64<2, 3>;
  check_slopes<A>("sum", OF(sum(x, axis<0>)), six, {2, 3});
  check_slopes<A>("prod", OF(prod(x, axis<1>, keep_dims)), six, {2, 3});
  check_slopes<A>("max", OF(max(x, axis<1>)), six, {2, 3});
  check_slopes<A>("mean", OF(mean(x, axes<0, 1>)), six, {2, 3});
  check_slopes<A>("var", OF(var<1>(x, axis<1>)), six, {2, 3});
  check_slopes<A>("std", OF(stddev(x, axis<0>)), six, {2, 3});
  check_slopes<A>("logsumexp", OF(logsumexp(x, axis<-1>)), six, {2, 3});
  using D = f64<dyn, 3>;
  check_slopes<D>("mean, dyn", OF(mean(x, axis<0>)), six, {2, 3});
  check_slopes<D>("prod, dyn", OF(prod(x)), six, {2, 3});
  check_slopes<D>("var, dyn", OF(var(x)), six, {2, 3});
}

TEST_CASE("shapes and parts") {
  using A = f64<2, 3>;
  using D = f64<dyn, 3>;
  check_slopes<A>("transpose", OF(transpose(x)), six, {2, 3});
  check_slopes<D>("reshape", OF((reshape<dyn, 2>(x))), six, {2, 3});
  check_slopes<D>("broadcast_to", OF((broadcast_to<2, dyn, 3>(x))), six, {2, 3});
  check_slopes<D>("slice", OF((slice<1, to_end, 2>(slice<0, -1>(x, axis<0>), axis<1>))), six, {2, 3});
  check_slopes<A>("flip", OF(flip(x, axis<1>)), six, {2, 3});
  check_slopes<D>("roll", OF(roll<1>(x, axis<0>)), six, {2, 3});
  check_slopes<D>("pad", OF((pad<-1, 2>(x, axis<1>))), six, {2, 3});
  check_slopes<D>("concatenate", OF((concatenate<0>(x, 2 * x, x * x))), six, {2, 3});
  check_slopes<D>("stack", OF((stack<-1>(x, sin(x)))), six, {2, 3});
  check_slopes<D>("repeat", OF((repeat<2>(x, axis<1>))), six, {2, 3});
  check_slopes<D>("tile", OF((tile<2, 1>(x))), six, {2, 3});
  check_slopes<D>("tril", OF(tril(x)), six, {2, 3});
  check_slopes<D>("take", OF(take(x, argmax(x, axis<1>), axis<1>)), six, {2, 3});
  check_slopes<A>("take_along_axis", OF(take_along_axis(x, argmax(x, axis<1>, keep_dims), axis<1>)), six, {2, 3});
  check_slopes<D>("rows", OF(rows<1>(x, 1)), six, {2, 3});
}

TEST_CASE("contractions, by both operands at once") {
  using A = f64<2, 3>;
  using D = f64<dyn, 3>;
  check_slopes<A>("matmul", OF(matmul(x, transpose(x))), six, {2, 3});
  check_slopes<D>("matmul, dyn", OF(matmul(transpose(x), x)), six, {2, 3});
  check_slopes<A>("batches", OF(matmul(expand_dims<0>(x), stack<0>(transpose(x), 2 * transpose(x)))), six, {2, 3});
  check_slopes<D>("vectors", OF(matmul(x, sum(x, axis<0>))), six, {2, 3});
  check_slopes<A>("einsum", OF((einsum<"ij,kj->ki">(x, sin(x)))), six, {2, 3});
  check_slopes<A>("einsum without contraction", OF((einsum<"ij,ij->j">(x, sin(x)))), six, {2, 3});
  check_slopes<A>("einsum of a diagonal", OF((einsum<"ii->i">(matmul(x, transpose(x))))), six, {2, 3});
  check_slopes<f64<3>>("outer", OF(outer(x, exp(x))), {0.3L, -1, 2});
  check_slopes<A>("tensordot", OF(tensordot<1>(x, transpose(x))), six, {2, 3});
}

TEST_CASE("functions of rows") {
  using A = f64<2, 3>;
  using D = f64<dyn, 3>;
  check_slopes<A>("softmax", OF(softmax(x)), six, {2, 3});
  check_slopes<D>("softmax, dyn", OF(softmax(x, axis<0>)), six, {2, 3});
  check_slopes<A>("softmax, masked", OF(softmax(x, axis<-1>, x > 0)), six, {2, 3});
  check_slopes<A>("log_softmax", OF(log_softmax(x)), six, {2, 3});
  check_slopes<D>("cross entropy, labels", OF(softmax_cross_entropy(x, full<i32<2>>(1))), six, {2, 3});
  check_slopes<D>("cross entropy, probabilities", OF(softmax_cross_entropy(x, full<f64<3>>(0.25))), six, {2, 3});
  check_slopes<A>("layer_norm", OF(layer_norm(x)), six, {2, 3});
  check_slopes<D>("standardize", OF(standardize(x, axis<0>, 0.5)), six, {2, 3});
}

TEST_CASE("activations") {
  using A = f64<5>;
  check_slopes<A>("relu", OF(relu(x)), five);
  check_slopes<A>("relu6", OF(relu6(4 * x)), five);
  check_slopes<A>("leaky_relu", OF(leaky_relu(x)), five);
  check_slopes<A>("elu", OF(elu(x, 1.5)), five);
  check_slopes<A>("gelu", OF(gelu(x)), five);
  check_slopes<A>("gelu_exact", OF(gelu_exact(x)), five);
  check_slopes<A>("silu", OF(silu(x)), five);
  check_slopes<A>("softplus", OF(softplus(x)), five);
  check_slopes<A>("log_sigmoid", OF(log_sigmoid(x)), five);
  check_slopes<A>("sigmoid", OF(sigmoid(x)), five);
  check_slopes<A>("logaddexp", OF(logaddexp(x, flip(x))), {-1.7L, -0.2L, 0.4L, 1.9L, 3.3L});
}

TEST_CASE("corners") {
  check_corner("relu", OF(relu(x)), {-1, 0, 2, 7, 0}, {0, 0, 1, 1, 0});
  check_corner("relu6", OF(relu6(x)), {0, 6, 3, -1, 7}, {0, 0, 1, 0, 0});
  check_corner("leaky_relu", OF(leaky_relu(x)), {0, -1, 1, 0, 0}, {1, 0.01L, 1, 1, 1});
  check_corner("elu", OF(elu(x, 2)), {0, 1e4, -1e4, 0, 0}, {2, 1, 0, 2, 2});
  check_corner("softplus", OF(softplus(x)), {0, 1e-8L, 40, -40, 1e4}, {0.5L, 0.5L, 1, 0, 1});
  check_corner("log_sigmoid", OF(log_sigmoid(x)), {0, 1e-8L, 40, -40, 1e4}, {0.5L, 0.5L, 0, 1, 0});
  check_corner("logaddexp", OF(logaddexp(x, x)), {0, 1, 2, 3, -50}, {1, 1, 1, 1, 1});
  check_corner("max", OF(max(x)), {1, 3, 3, 0, 2}, {0, 0.5L, 0.5L, 0, 0});
  check_corner("prod", OF(prod(x)), {0, 2, 3, 1, 1}, {6, 0, 0, 0, 0});
  check_corner("logsumexp", OF(logsumexp(x)), {0, 0, -infinity, 0, 0}, {0.25L, 0.25L, 0, 0.25L, 0.25L});
  check_corner("softmax_cross_entropy", OF(softmax_cross_entropy(x, full<i32<>>(9))), {0, 1, 2, 3, 4}, {0, 0, 0, 0, 0});
  check_corner("take", OF((take(x, cast<int>(slice<0, 2>(x, axis<0>)) * 7 - 3, axis<0>))), {1, 2, 3, 4, 5},
               {0, 0, 0, 0, 1});
}

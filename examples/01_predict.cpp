// SPDX-License-Identifier: MIT
// 01 A formula as ordinary C++: run eagerly, run fused, and shown as the graph that was captured while compiling.
#include <iostream>

#include <sinter/sinter.hpp>

using namespace sinter;

// [predict]
struct mlp {
  f32<3, 4> w1;
  f32<4> b1;
  f32<4, 2> w2;
  f32<2> b2;
};
BOOST_HANA_ADAPT_STRUCT(mlp, w1, b1, w2, b2);

constexpr f32<dyn, 2> predict(const mlp& p, const f32<dyn, 3>& x) {
  f32<dyn, 4> h = tanh(matmul(x, p.w1) + p.b1);
  return softmax(matmul(h, p.w2) + p.b2, axis<-1>);
}
// [predict]

int main() {
  auto [k1, k2] = random::split<2>(random::key(0));
  const mlp p{random::normal<f32<3, 4>>(k1), {}, random::normal<f32<4, 2>>(k2), {}};
  const f32<dyn, 3> x{{1, 2, 3}, {-1, 0, 1}};

  std::cout << "eagerly, statement by statement:\n" << predict(p, x) << "\n\n";
  std::cout << "planned as a whole and fused:\n" << jit<predict>(p, x) << "\n\n";
  std::cout << "the graph, captured while compiling:\n" << make_jaxpr<predict>(p, x) << "\n\n";
  std::cout << "the plan:\n" << jit<predict>.lower(p, x).plan();

  static_assert(lower<predict, mlp, f32<dyn, 3>>.plan.launches.size() == 3);  // two products, one softmax; the rest is fused into them
  return allclose(predict(p, x), jit<predict>(p, x), {.rtol = 1e-5}) ? 0 : 1;
}

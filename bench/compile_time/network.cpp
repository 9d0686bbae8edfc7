// SPDX-License-Identifier: MIT
// What is compiled to measure compile time: a network of LAYERS layers, forward and backward, up to a STAGE.
//   0 headers  1 capture and gradient  2 simplify  3 plan  4 native kernels
#include <sinter/sinter.hpp>

#ifndef LAYERS
#define LAYERS 3
#endif
#ifndef STAGE
#define STAGE 4
#endif

using namespace sinter;

struct layer {
  f32<64, 64> query, key;
  f32<64, 128> up;
  f32<128, 64> down;
  f32<64> bias;
};
BOOST_HANA_ADAPT_STRUCT(layer, query, key, up, down, bias);
struct network {
  std::array<layer, LAYERS> layers;
  f32<64, 64> head;
};
BOOST_HANA_ADAPT_STRUCT(network, layers, head);

constexpr f32<dyn, 64> block(const layer& l, const f32<dyn, 64>& x) {
  f32<dyn, 64> q = matmul(x, l.query);
  f32<dyn, 64> k = matmul(x, l.key);
  f32<dyn, 64> s = softmax(q * k * 0.125f, axis<-1>);
  f32<dyn, 128> h = tanh(matmul(s, l.up)) * 2.0f + 1.0f;
  f32<dyn, 64> o = matmul(h, l.down) + l.bias + x;
  return gelu(o);
}
constexpr f32<> loss(const network& p, const f32<dyn, 64>& x) {
  f32<dyn, 64> h = x;
  for (const auto& l : p.layers) h = block(l, h);
  return sum(matmul(h, p.head) * h);
}

#if STAGE > 0
using call = core::call_of<value_and_grad<loss>, network, f32<dyn, 64>>;
#if STAGE == 1
constexpr int nodes = core::captured_graph<call>().count.nodes;
#elif STAGE == 2
constexpr int nodes = core::simplified<call>::graph.count.nodes;
#else
constexpr int nodes = core::program<call>::graph.count.nodes;
#endif
#endif
#if STAGE == 4
std::pair<f32<>, network> run(const network& p, const f32<dyn, 64>& x) { return jit<value_and_grad<loss>>(p, x); }
#endif

#ifdef REPORT
#include <cstdio>
int main() {
  using made = core::program<call>;
  std::printf("%d %d %d %d\n", core::captured_graph<call>().count.nodes, made::graph.count.nodes, made::plan.count.kernels, made::plan.distinct);
}
#endif

// SPDX-License-Identifier: MIT
// Fusion is a promise: how many launches a formula takes is asserted while compiling.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

constexpr f32<dyn, 512> normalised(const f32<dyn, 512>& x) { return softmax(x, axis<-1>); }
static_assert(lower<normalised, f32<64, 512>>.plan.launches.size() == 1);
static_assert(lower<normalised, f32<dyn, 512>>.plan.launches[0].kind == core::kernel_kind::row);

constexpr f32<dyn, 512> layer_norm_gelu(const f32<dyn, 512>& x) { return gelu(layer_norm(x, axis<-1>)); }
static_assert(lower<layer_norm_gelu, f32<64, 512>>.plan.launches.size() == 1);

constexpr f32<dyn, 128> dense(const f32<dyn, 64>& x, const f32<64, 128>& w, const f32<128>& b) {
  return relu(matmul(x, w) + b);
}
static_assert(lower<dense, f32<32, 64>, f32<64, 128>, f32<128>>.plan.launches.size() == 1);
static_assert(lower<dense, f32<32, 64>, f32<64, 128>, f32<128>>.plan.launches[0].kind == core::kernel_kind::contract);

struct mlp {
  f32<64, 128> w1;
  f32<128> b1;
  f32<128, 128> w2;
  f32<128> b2;
  f32<128, 10> w3;
  f32<10> b3;
};

}  // namespace
BOOST_HANA_ADAPT_STRUCT(mlp, w1, b1, w2, b2, w3, b3);
namespace {

constexpr f32<dyn, 10> forward(const mlp& p, const f32<dyn, 64>& x) {
  f32<dyn, 128> h = relu(matmul(x, p.w1) + p.b1);
  f32<dyn, 128> g = relu(matmul(h, p.w2) + p.b2);
  return matmul(g, p.w3) + p.b3;
}
static_assert(lower<forward, mlp, f32<32, 64>>.plan.launches.size() == 3);

constexpr auto descend = [](const mlp& p, const mlp& g, const f32<>& rate) {
  return tree_map([&](const auto& w, const auto& dw) { return w - rate * dw; }, p, g);
};
static_assert(lower<descend, mlp, mlp, f32<>>.plan.launches.size() == 1);
static_assert(lower<descend, mlp, mlp, f32<>>.plan.launches[0].kernels == 6);
static_assert(lower<descend, mlp, mlp, f32<>>.plan.kernels.size() == 1);  // one body for six shapes

// 300 values that all live at once are split within the budget of live values.
struct crowded {
  int values = 300;
  constexpr f32<dyn> operator()(const f32<dyn>& x) const {
    std::array<f32<dyn>, 300> all{};
    for (int i = 0; i < values; ++i) all[static_cast<std::size_t>(i)] = sin(x * static_cast<float>(i + 1));
    f32<dyn> total = all[0];
    for (int i = 1; i < values; ++i) total = total * all[static_cast<std::size_t>(i)] + all[static_cast<std::size_t>(values - i)];
    return total;
  }
};
constexpr auto& split = core::program<core::call_of<crowded{}, f32<dyn>>>::plan;
constexpr int largest_io() {
  int largest = 0;
  for (int k = 0; k < split.count.kernels; ++k) {
    const core::kernel& q = split.kernels.items[k];
    const int io = q.reads + q.outputs;
    largest = io > largest ? io : largest;
  }
  return largest;
}
static_assert(split.count.kernels > 1);
static_assert(largest_io() <= 48);

constexpr f32<512> statistics(const f32<64, 512>& x) { return mean(x, axis<0>) + var(x, axis<0>) * max(x, axis<0>); }
static_assert(lower<statistics, f32<64, 512>>.plan.launches.size() <= 2);

}  // namespace

TEST_CASE("the promised fusions compute what their parts compute") {
  const f32<dyn, 512> x = random::normal<f32<dyn, 512>>(random::key(1), {7});
  const f32<dyn, 512> whole = jit<layer_norm_gelu>(x);
  const f32<dyn, 512> parts = gelu(eval(layer_norm(x, axis<-1>)));
  CHECK(allclose(whole, parts, {.rtol = 1e-6, .atol = 1e-6}));
}

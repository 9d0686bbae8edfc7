// SPDX-License-Identifier: MIT
// The small network whose calls are counted: a prediction of three kernels, and a training step.
#pragma once
#include "timing.hpp"

namespace bench {

struct network {
  sinter::f32<64, 32> w1;
  sinter::f32<32> b1;
  sinter::f32<32, 10> w2;
  sinter::f32<10> b2;
};

inline constexpr auto predict = [](const network& n, const sinter::f32<64, 64>& images) {
  sinter::f32<64, 32> hidden = relu(matmul(images, n.w1) + n.b1);
  sinter::f32<64, 10> scores = matmul(hidden, n.w2) + n.b2;
  return sinter::f32<64, 10>(softmax(scores, sinter::axis<-1>));
};

}  // namespace bench
BOOST_HANA_ADAPT_STRUCT(bench::network, w1, b1, w2, b2);

namespace bench {

inline constexpr auto loss = [](const network& n, const sinter::f32<64, 64>& images,
                                const sinter::f32<64, 10>& labels) {
  sinter::f32<64, 10> error = predict(n, images) - labels;
  return sinter::f32<>(mean(error * error));
};
inline constexpr auto step = [](const network& n, const sinter::f32<64, 64>& images,
                                const sinter::f32<64, 10>& labels) {
  const auto g = sinter::grad<loss>(n, images, labels);
  return sinter::tree_map([](const auto& p, const auto& dp) { return p - 0.1f * dp; }, n, g);
};
inline std::size_t planned_launches() {
  return sinter::lower<step, network, sinter::f32<64, 64>, sinter::f32<64, 10>>.plan.launches.size();
}

inline network network_sample() {
  return {sample(sinter::f32<64, 32>(), -0.2f, 0.0004f), sample(sinter::f32<32>(), 0, 0.001f),
          sample(sinter::f32<32, 10>(), -0.3f, 0.0006f), sample(sinter::f32<10>(), 0, 0.001f)};
}

}  // namespace bench

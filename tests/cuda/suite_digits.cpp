// SPDX-License-Identifier: MIT
// The network of examples/02_digits.cpp, trained on both backends from the same parameters: losses, parameters and accuracy
// agree, step by step. What differs is the order in which sums are added up.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <sinter/sinter.hpp>

#include "support/device.hpp"

using namespace sinter;

// Structs are adapted in the global namespace.
namespace suite_digits {

struct digits {
  u8<dyn, 64> images;  // 8 x 8 pixels of 0 .. 16
  i32<dyn> labels;
};
struct mlp {
  f32<64, 128> w1;
  f32<128> b1;
  f32<128, 10> w2;
  f32<10> b2;
};
}  // namespace suite_digits
BOOST_HANA_ADAPT_STRUCT(suite_digits::digits, images, labels);
BOOST_HANA_ADAPT_STRUCT(suite_digits::mlp, w1, b1, w2, b2);

namespace {

using suite_digits::digits;
using suite_digits::mlp;

constexpr f32<dyn, 10> forward(const mlp& p, const u8<dyn, 64>& images) {
  f32<dyn, 64> x = cast<f32>(images) / 16;
  f32<dyn, 128> h = relu(matmul(x, p.w1) + p.b1);
  return matmul(h, p.w2) + p.b2;
}
constexpr f32<> loss(const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  return mean(softmax_cross_entropy(forward(p, images), labels));
}
constexpr f32<> accuracy(const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  return mean(cast<f32>(argmax(forward(p, images), axis<-1>) == labels));
}
constexpr auto step(const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels, const f32<>& rate) {
  auto [l, g] = value_and_grad<loss>(p, images, labels);
  mlp next = tree_map([&](const auto& w, const auto& dw) { return w - rate * dw; }, p, g);
  return std::tuple(l, next);
}

struct trained {
  std::vector<float> losses;
  mlp parameters;
  float found = 0;  // accuracy on images it has not seen
};

trained train(device where, const digits& given, const mlp& from) {
  constexpr int batch = 32, steps = 44, testing = 360;
  trained made;
  mlp p = to(from, where);
  const digits all = to(given, where);
  for (int i = 0; i < steps; ++i) {
    const u8<dyn, 64> images = rows(all.images, i * batch, batch);
    const i32<dyn> labels = rows(all.labels, i * batch, batch);
    const auto [l, next] = jit<step>(std::move(p), images, labels, 0.1f);
    CHECK(l.device() == where);
    made.losses.push_back(l());
    p = next;
  }
  const u8<dyn, 64> images = rows(all.images, 1437, testing);
  const i32<dyn> labels = rows(all.labels, 1437, testing);
  const f32<> found = jit<accuracy>(p, images, labels);
  made.found = found();
  made.parameters = to(p, device::cpu());
  return made;
}

}  // namespace

TEST_CASE("the digits' network learns the same on both backends") {
  SINTER_NEEDS_GPU();
  digits all;
  load(SINTER_SOURCE_DIR "/examples/data/digits.npz", all);
  const auto [k1, k2] = random::split<2>(random::key(0));
  const mlp start{random::normal<f32<64, 128>>(k1) * 0.177f, {}, random::normal<f32<128, 10>>(k2) * 0.088f, {}};
  const trained here = train(device::cpu(), all, start), there = train(device::cuda(0), all, start);
  for (std::size_t i = 0; i < here.losses.size(); ++i) {
    CAPTURE(i);
    CHECK(std::fabs(there.losses[i] - here.losses[i]) <= 1e-5f * std::fabs(here.losses[i]));
  }
  CHECK(here.losses.back() < here.losses.front() / 2);  // it learns
  constexpr tolerances close{.rtol = 1e-4, .atol = 1e-6};
  CHECK(allclose(there.parameters.w1, here.parameters.w1, close));
  CHECK(allclose(there.parameters.b1, here.parameters.b1, close));
  CHECK(allclose(there.parameters.w2, here.parameters.w2, close));
  CHECK(allclose(there.parameters.b2, here.parameters.b2, close));
  CHECK(here.found > 0.7f);
  CHECK(std::fabs(there.found - here.found) <= 1.5f / 360);  // one image on the border between two classes
}

// SPDX-License-Identifier: MIT
// 02 Handwritten digits: a 64-128-10 network on the 1,797 images of examples/data, trained by SGD, momentum or Adam, each
// twenty lines of user code. Losses and accuracy are the same every time.
//   02_digits [--device cuda] [sgd | momentum | adam] [parameters.npz]
// With a device, one epoch is trained there and one on the CPU, and what happened on the way is counted.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string_view>

#include <sinter/sinter.hpp>

#ifndef SINTER_EXAMPLES_DATA
#define SINTER_EXAMPLES_DATA "examples/data"
#endif

using namespace sinter;

// [model]
struct digits {
  u8<dyn, 64> images;  // 8 x 8 pixels of 0 .. 16
  i32<dyn> labels;
};
BOOST_HANA_ADAPT_STRUCT(digits, images, labels);

struct mlp {
  f32<64, 128> w1;
  f32<128> b1;
  f32<128, 10> w2;
  f32<10> b2;
};
BOOST_HANA_ADAPT_STRUCT(mlp, w1, b1, w2, b2);

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
// [model]

// [sgd]
struct sgd {
  f32<> rate = 0.1f;
};
BOOST_HANA_ADAPT_STRUCT(sgd, rate);

constexpr auto step(const sgd& s, const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  auto [l, g] = value_and_grad<loss>(p, images, labels);
  mlp next = tree_map([&](const auto& w, const auto& dw) { return w - s.rate * dw; }, p, g);
  return std::tuple(l, s, next);
}
// [sgd]

// [momentum]
struct momentum {
  f32<> rate = 0.05f, keep = 0.9f;
  mlp velocity;
};
BOOST_HANA_ADAPT_STRUCT(momentum, rate, keep, velocity);

constexpr auto step(const momentum& s, const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  auto [l, g] = value_and_grad<loss>(p, images, labels);
  momentum t = s;
  t.velocity = tree_map([&](const auto& v, const auto& dw) { return s.keep * v + dw; }, s.velocity, g);
  mlp next = tree_map([&](const auto& w, const auto& v) { return w - s.rate * v; }, p, t.velocity);
  return std::tuple(l, t, next);
}
// [momentum]

// [adam]
struct adam {
  f32<> rate = 0.002f, b1 = 0.9f, b2 = 0.999f, steps = 0;
  mlp m, v;
};
BOOST_HANA_ADAPT_STRUCT(adam, rate, b1, b2, steps, m, v);

constexpr auto step(const adam& s, const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  auto [l, g] = value_and_grad<loss>(p, images, labels);
  adam t = s;
  t.steps = s.steps + 1;
  t.m = tree_map([&](const auto& m, const auto& dw) { return s.b1 * m + (1 - s.b1) * dw; }, s.m, g);
  t.v = tree_map([&](const auto& v, const auto& dw) { return s.b2 * v + (1 - s.b2) * dw * dw; }, s.v, g);
  f32<> rate = s.rate * sqrt(1 - pow(s.b2, t.steps)) / (1 - pow(s.b1, t.steps));
  mlp next = tree_map([&](const auto& w, const auto& m, const auto& v) { return w - rate * m / (sqrt(v) + 1e-8f); },
                      p, t.m, t.v);
  return std::tuple(l, t, next);
}
// [adam]

template <class Optimiser>
inline constexpr auto step_of = [](const Optimiser& s, const mlp& p, const u8<dyn, 64>& images, const i32<dyn>& labels) {
  return step(s, p, images, labels);
};

struct result {
  double accuracy = 0;
  mlp parameters;
  u8<dyn, 64> test_images;
};

// [device]
template <class Optimiser>
result train(Optimiser optimiser, device where, int epochs) {
  digits all;
  load(SINTER_EXAMPLES_DATA "/digits.npz", all);
  auto [shuffle, k1, k2] = random::split<3>(random::key(0));
  const i32<dyn> order = random::permutation<i32<dyn>>(shuffle, {all.labels.extent(0)});
  const u8<dyn, 64> images = u8<dyn, 64>(take(all.images, order, axis<0>)).to(where);
  const i32<dyn> labels = i32<dyn>(take(all.labels, order, axis<0>)).to(where);
  constexpr int training = 1437, testing = 360, batch = 32;

  mlp p{random::normal<f32<64, 128>>(k1) * 0.177f, {}, random::normal<f32<128, 10>>(k2) * 0.088f, {}};
  p = to(p, where);
  optimiser = to(optimiser, where);
  // [device]
  const auto began = std::chrono::steady_clock::now();
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    double total = 0;
    int steps = 0;
    for (int first = 0; first + batch <= training; first += batch, ++steps) {
      const u8<dyn, 64> x = rows(images, first, batch);
      const i32<dyn> y = rows(labels, first, batch);
      auto [l, next_optimiser, next] = jit<step_of<Optimiser>>(std::move(optimiser), std::move(p), x, y);
      total += std::as_const(l)();
      optimiser = std::move(next_optimiser);
      p = std::move(next);
    }
    std::printf("epoch %2d  loss %.6f\n", epoch, total / steps);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const u8<dyn, 64> test_images = rows(images, training, testing);
  const i32<dyn> test_labels = rows(labels, training, testing);
  const f32<> found = jit<accuracy>(p, test_images, test_labels);
  std::printf("trained in %.2f s on %s\n", seconds, where.name().data());
  std::printf("test accuracy %.4f\n\n", found());
  return {found(), p, test_images};
}

template <class Optimiser>
int show(const char* path) {
  const result made = train(Optimiser{}, device::cpu(), 60);
  std::cout << make_jaxpr<forward>(made.parameters, made.test_images) << "\n\n"
            << jit<forward>.lower(made.parameters, made.test_images).plan() << "\n";
  save(path, made.parameters);
  std::printf("parameters saved to %s\n", path);
  return made.accuracy >= 0.97 ? 0 : 1;
}

// One epoch on a GPU and one on the CPU: they agree but for the order in which sums are added up.
template <class Optimiser>
int compare() {
  const result there = train(Optimiser{}, device::cuda(), 1), here = train(Optimiser{}, device::cpu(), 1);
  std::printf("after one epoch: accuracy %.4f on the device, %.4f on the CPU\n\n", there.accuracy, here.accuracy);
  profile::print_counters();
  return std::abs(there.accuracy - here.accuracy) < 0.01 ? 0 : 1;
}

template <class Optimiser>
int run(bool is_on_device, const char* path) {
  return is_on_device ? compare<Optimiser>() : show<Optimiser>(path);
}

int main(int count, char** arguments) try {
  const bool is_on_device = count > 2 && arguments[1] == std::string_view("--device") && arguments[2] == std::string_view("cuda");
  if (is_on_device) count -= 2, arguments += 2;
  const std::string_view which = count > 1 ? arguments[1] : "sgd";
  const char* path = count > 2 ? arguments[2] : "digits_parameters.npz";
  return which == "adam"       ? run<adam>(is_on_device, path)
         : which == "momentum" ? run<momentum>(is_on_device, path)
                               : run<sgd>(is_on_device, path);
} catch (const error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}

// SPDX-License-Identifier: MIT
// 05 A step that gives its arguments' memory to its results: the peak is a fact of compile time, and moving in saves it.
#include <cstdio>
#include <iostream>

#include <sinter/sinter.hpp>

using namespace sinter;

// [step]
struct linear {
  f32<256, 256> w;
  f32<256> b;
};
BOOST_HANA_ADAPT_STRUCT(linear, w, b);

constexpr f32<> loss(const linear& p, const f32<64, 256>& x, const f32<64, 256>& y) {
  f32<64, 256> error = matmul(x, p.w) + p.b - y;
  return mean(error * error);
}
inline constexpr auto step = [](const linear& p, const f32<64, 256>& x, const f32<64, 256>& y, const f32<>& rate) {
  auto [l, g] = value_and_grad<loss>(p, x, y);
  return std::pair(l, tree_map([&](const auto& w, const auto& dw) { return w - rate * dw; }, p, g));
};

using X = f32<64, 256>;
constexpr auto kept = lower<step, linear, X, X, f32<>>.plan.peak_bytes;
constexpr auto given = lower<step, linear&&, X, X, f32<>>.plan.peak_bytes;
static_assert(given + 256 * 256 * 4 <= kept);  // the new weights stand where the old ones stood
// [step]

int main() {
  linear p{random::normal<f32<256, 256>>(random::key(1)) * 0.05f, {}};
  const X x = random::normal<X>(random::key(2)), y = random::normal<X>(random::key(3));
  std::printf("peak: %lld bytes with both sets of weights, %lld bytes with the old ones given away\n",
              static_cast<long long>(kept), static_cast<long long>(given));
  std::cout << jit<step>.lower(p, x, y, 0.1f).memory() << "\n";

  const float* before = std::as_const(p).w.span().data();
  auto [l, next] = jit<step>(std::move(p), x, y, 0.1f);
  const bool reused = std::as_const(next).w.span().data() == before;
  std::printf("loss %.4f; the new weights %s the old memory\n", static_cast<double>(l()), reused ? "reuse" : "do not reuse");
  return reused ? 0 : 1;
}

// SPDX-License-Identifier: MIT
// Random numbers on the host: the reference values of key 0, and distributions.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace sinter;

namespace {

// The largest distance between the samples' distribution function and F.
template <class A, class F>
double kolmogorov_smirnov(const A& samples, F distribution) {
  std::vector<double> sorted;
  for (auto each : samples.span()) sorted.push_back(static_cast<double>(each));
  std::sort(sorted.begin(), sorted.end());
  double distance = 0;
  const double n = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double f = distribution(sorted[i]);
    distance = std::max({distance, f - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - f});
  }
  return distance;
}
constexpr double limit = 0.01628;  // p > 0.01 for 10,000 samples

}  // namespace

TEST_CASE("key 0") {
  const random::key k(0);
  CHECK(array_equal(random::bits<u32<4>>(k), u32<4>{4070199207, 4202968722, 1427181096, 2012915765}));
  CHECK(array_equal(random::bits<u8<4>>(k), u8<4>{167, 146, 40, 53}));
  CHECK(array_equal(random::uniform<f32<4>>(k) * 8388608.0f, f32<4>{7949607, 8208923, 2787463, 3931476}));
  CHECK(allclose(random::normal<f32<4>>(k), f32<4>{1.622642f, 2.025265f, -0.433594f, -0.078617f}, {.rtol = 1e-5}));
  CHECK(allclose(random::exponential<f32<4>>(k), f32<4>{2.950128f, 3.843425f, 0.403904f, 0.632369f}, {.rtol = 1e-5}));
  CHECK(allclose(random::gumbel<f32<4>>(k), f32<4>{2.923373f, 3.832618f, -0.096893f, 0.277257f}, {.rtol = 1e-5}));
  CHECK(array_equal(random::bernoulli<b8<8>>(k, 0.5), b8<8>{false, false, true, true, false, true, true, false}));
  const auto [first, second] = random::split<2>(k);
  CHECK(array_equal(first.words, u32<2>{1797259609, 2579123966}));
  CHECK(array_equal(second.words, u32<2>{928981903, 3453687069}));
}

TEST_CASE("an element does not depend on how many there are, nor on the shape") {
  const random::key k(42);
  const f32<dyn> eight = random::uniform<f32<dyn>>(k, {8}), four = random::uniform<f32<dyn>>(k, {4});
  CHECK(array_equal(rows<4>(eight, 0), f32<4>(four)));
  CHECK(array_equal(ravel(random::bits<u32<2, 2>>(k)), random::bits<u32<4>>(k)));
}

TEST_CASE("distributions pass Kolmogorov and Smirnov's test") {
  const random::key k(7);
  using samples = f32<10000>;
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  CHECK(kolmogorov_smirnov(samples(random::uniform<samples>(k)), [](double x) { return x; }) < limit);
  CHECK(kolmogorov_smirnov(samples(random::uniform<samples>(k, -3, 5)), [](double x) { return (x + 3) / 8; }) < limit);
  CHECK(kolmogorov_smirnov(samples(random::normal<samples>(k)), normal) < limit);
  CHECK(kolmogorov_smirnov(samples(random::exponential<samples>(k)), [](double x) { return 1 - std::exp(-x); }) <
        limit);
  CHECK(kolmogorov_smirnov(samples(random::gumbel<samples>(k)), [](double x) { return std::exp(-std::exp(-x)); }) <
        limit);
  const double low = normal(-0.3), width = normal(0.3) - low;
  CHECK(kolmogorov_smirnov(samples(random::truncated_normal<samples>(k, -0.3, 0.3)),
                           [&](double x) { return (normal(x) - low) / width; }) < limit);
}

TEST_CASE("integers and categories are even") {
  const random::key k(1);
  const i32<10000> drawn = random::randint<i32<10000>>(k, -2, 3);
  int counts[5] = {};
  for (std::int32_t each : drawn.span()) ++counts[each + 2];
  double chi_squared = 0;
  for (int count : counts) chi_squared += (count - 2000.0) * (count - 2000.0) / 2000;
  CHECK(chi_squared < 13.28);  // p > 0.01 for 4 degrees of freedom
  const f32<3> logits{0, std::log(2.0f), std::log(3.0f)};
  const i32<6000> category = random::categorical(k, broadcast_to<6000, 3>(logits));
  int seen[3] = {};
  for (std::int32_t each : category.span()) ++seen[each];
  chi_squared = 0;
  for (int i = 0; i < 3; ++i)
    chi_squared += (seen[i] - 1000.0 * (i + 1)) * (seen[i] - 1000.0 * (i + 1)) / (1000.0 * (i + 1));
  CHECK(chi_squared < 9.21);
}

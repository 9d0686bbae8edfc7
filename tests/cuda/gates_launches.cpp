// SPDX-License-Identifier: MIT
// A training step launches what its plan says, as one graph; NVRTC is called for nothing that it has compiled before,
// be it for another number, another extent of the same class, or another process.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::software_driver;

namespace {

const device gpu = device::cuda(0);

struct network {
  f32<8, 16> w1;
  f32<16> b1;
  f32<16, 4> w2;
  f32<4> b2;
};
}  // namespace
BOOST_HANA_ADAPT_STRUCT(network, w1, b1, w2, b2);
namespace {

constexpr f32<> loss(const network& n, const f32<dyn, 8>& x, const f32<dyn, 4>& y) {
  const f32<dyn, 4> error = matmul(tanh(matmul(x, n.w1) + n.b1), n.w2) + n.b2 - y;
  return mean(error * error);
}
constexpr auto step = [](const network& n, const f32<dyn, 8>& x, const f32<dyn, 4>& y, const f32<>& rate) {
  auto [value, slope] = value_and_grad<loss>(n, x, y);
  return std::pair(value, tree_map([&](const auto& p, const auto& dp) { return p - rate * dp; }, n, slope));
};
constexpr int launches = lower<step, network&&, f32<dyn, 8>, f32<dyn, 4>, f32<>>.plan.launches.size();

network start() {
  network n;
  int i = 0;
  const auto set = [&](auto& array) {
    for (float& each : array.span()) each = static_cast<float>(i++ % 13 - 6) / 8.f;
  };
  set(n.w1);
  set(n.w2);
  return tree_map([](const auto& p) { return to(p, gpu); }, n);
}
f32<dyn, 8> rows(int count) { return to(full<f32<dyn, 8>>(0.25f, {count}), gpu); }

TEST_CASE("a step launches what its plan says, and is one graph when extents repeat") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<dyn, 8> x = rows(12);
  const f32<dyn, 4> y = to(f32<dyn, 4>(12), gpu);
  network n = start();
  driver.reset_counts();
  constexpr int steps = 5;
  f32<> value;
  for (int i = 0; i < steps; ++i) std::tie(value, n) = jit<step>(std::move(n), x, y, 0.1f);
  (void)std::as_const(value)();
  CHECK(driver.totals().launches == static_cast<unsigned long long>(steps * launches));
  CHECK(driver.totals().graph_launches == steps);
  CHECK(driver.calls_of("cuGraphLaunch") == steps);
  CHECK(driver.calls_of("cuGraphInstantiateWithFlags") == 1);
  CHECK(driver.calls_of("cuLaunchKernel") == 0);
}

// Run by the next test in processes of its own; by itself it says what it has compiled to the file SINTER_TEST_COUNTS.
TEST_CASE("a process compiles once") {
  SINTER_NEEDS_DEVICE();
  const auto call = [](int count, float rate) {
    network n = start();
    const auto [value, trained] = jit<step>(std::move(n), rows(count), to(f32<dyn, 4>(count), gpu), rate);
    return value();
  };
  const auto before = core::cuda::counters::instance().snapshot();
  call(100, 0.1f);
  const auto first = core::cuda::counters::instance().snapshot();
  call(100, 0.2f);
  call(100, 0.3f);
  CHECK((core::cuda::counters::instance().snapshot() - first).compiles == 0);  // another number
  for (const int count : {64, 96, 104, 128}) call(count, 0.1f);
  CHECK((core::cuda::counters::instance().snapshot() - first).compiles == 0);  // other extents of the same class
  if (const char* file = std::getenv("SINTER_TEST_COUNTS"))
    std::ofstream(file) << (first - before).compiles << " " << (first - before).disk_hits;
}

TEST_CASE("a second process compiles nothing") {
  SINTER_NEEDS_DEVICE();
  if (std::getenv("SINTER_TEST_COUNTS")) return;
  const std::string folder = (std::filesystem::current_path() / ("cache_of_" + std::to_string(getpid()))).string();
  const auto run = [&](int& compiles, int& disk_hits) {
    const std::string counts = folder + "_counts";
    const std::string again = "SINTER_CACHE_DIR='" + folder + "' SINTER_TEST_COUNTS='" + counts + "' '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' '--test-case=a process compiles once' >/dev/null";
    REQUIRE(std::system(again.c_str()) == 0);
    std::ifstream(counts) >> compiles >> disk_hits;
    std::filesystem::remove(counts);
  };
  int compiles = 0, disk_hits = 0;
  run(compiles, disk_hits);
  const int programs = compiles;
  CHECK(programs > 0);
  CHECK(disk_hits == 0);
  run(compiles, disk_hits);
  CHECK(compiles == 0);
  CHECK(disk_hits == programs);
  std::filesystem::remove_all(folder);
}

}  // namespace

// SPDX-License-Identifier: MIT
// What a program on a device tells when asked: SINTER_LOG_COMPILES, SINTER_EXPLAIN, and counters that are printed.
#include <filesystem>

#include "../support/stderr.hpp"
#include "run_support.hpp"

using namespace sinter;
using core::cuda::counters;
using cuda_tests::holds;

namespace {

const device gpu = device::cuda(0);

constexpr f32<dyn, 8> first(const f32<dyn, 8>& x) {
  f32<8> columns = sum(x * x, axis<0>);
  return x / sqrt(columns + 1.f);
}
constexpr f32<dyn, 8> second(const f32<dyn, 8>& x) { return exp(x) * 2.f; }

std::string printed(const core::cuda::counts& values) {
  std::FILE* file = std::tmpfile();
  core::cuda::print(values, file);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("compiles are logged, misses and fusions explained, events counted") {
  std::filesystem::remove_all("cache");
  setenv("SINTER_CACHE_DIR", (std::filesystem::current_path() / "cache").c_str(), 1);  // all before the first call
  setenv("SINTER_LOG_COMPILES", "1", 1);
  setenv("SINTER_EXPLAIN", "1", 1);
  SINTER_NEEDS_DEVICE();
  const auto before = counters::instance().snapshot();
  const f32<dyn, 8> x = ones<f32<dyn, 8>>({20}).to(gpu);
  const std::string said = tests::said_on_stderr([&] { jit<first>(x); });
  CHECK(holds(said, "2 launches, 2 kernels, 2 distinct"));
  CHECK(holds(said, " did not join the kernel of "));
  CHECK(holds(said, " is not in the cache; nothing is"));
  CHECK(holds(said, "sinter: compiled sinter_"));
  CHECK(holds(said, " registers"));

  const std::string again = tests::said_on_stderr([&] {
    for (int i = 0; i < 3; ++i) jit<first>(x);
  });
  CHECK(again == "");
  const std::string other = tests::said_on_stderr([&] { jit<second>(x); });
  CHECK(holds(other, " is not in the cache; the nearest is sinter_"));
  CHECK(holds(other, "of which differ: source line"));

  const f32<dyn, 8> result = jit<second>(x);
  CHECK(result(0, 0) > 5);
  const auto spent = counters::instance().snapshot() - before;
  CHECK(spent.traces == 2);
  CHECK(spent.compiles == 2);
  CHECK(spent.disk_writes == 2);
  CHECK(spent.launches == 4 * 2 + 2);
  CHECK(spent.graph_launches == 4);
  CHECK(spent.bytes_to_device >= 640);
  CHECK(spent.bytes_to_host == 640);
  const std::string text = printed(spent);
  CHECK(holds(text, "             2  functions traced and planned\n"));
  CHECK(holds(text, "             2  programs compiled by NVRTC\n"));
  CHECK(holds(text, "            10  kernels launched\n"));
  CHECK(holds(text, "             4  graphs of kernels launched\n"));
  CHECK(holds(text, "           640  bytes copied to the host\n"));
  CHECK(!holds(text, "programs found on disk"));  // what is zero is left out
}

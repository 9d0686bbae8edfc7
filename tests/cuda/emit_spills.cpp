// SPDX-License-Identifier: MIT
// No kernel spills registers: the golden texts, and one kernel for each primitive, on three architectures.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cuda/nvrtc.hpp"
#include "cuda/planned.hpp"

using namespace cuda_tests;

namespace {

// The lines of ptxas that speak of spills, those without any left out; and how many kernels it spoke of.
std::string spills_in(const std::string& log, int& kernels) {
  std::istringstream lines(log);
  std::string line, made;
  while (std::getline(lines, line)) {
    if (line.find("bytes spill stores") == std::string::npos) continue;
    ++kernels;
    if (line.find(" 0 bytes spill stores, 0 bytes spill loads") == std::string::npos) made += line + "\n";
  }
  return made;
}

}  // namespace

TEST_CASE("golden texts do not spill") {
  if (!nvrtc::instance().is_there()) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  std::string all;
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(SINTER_SOURCE_DIR) + "/tests/cuda/golden")) {
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    all += text.str() + "\n";
    ++files;
  }
  for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
    CAPTURE(architecture);
    const auto made = nvrtc::instance().compile(all, architecture, true);
    REQUIRE_MESSAGE(made.succeeded, made.log);
    int kernels = 0;
    CHECK(spills_in(made.log, kernels) == "");
    CHECK(kernels >= files);
  }
}

TEST_CASE("large tiles and long rows do not spill") {
  if (!nvrtc::instance().is_there()) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  std::string all;
  const auto write = [&](const builder& graph) {
    const planned_graph planned(graph);
    for (int l = 0; l < planned.plan().count.launches; ++l) all += write_launch(planned, l).text.text + "\n";
  };
  {
    builder g;
    const term x = argument(g, dtype::f32, {4096, 4096}), y = argument(g, dtype::f32, {4096, 4096}), b = argument(g, dtype::f32, {4096});
    give(tanh(matmul(x, y) + b) * x);
    write(g);
  }
  for (const std::int64_t columns : {1024, 8192, 16384}) {
    builder g;
    const term x = argument(g, dtype::f32, {64, columns}), scale = argument(g, dtype::f32, {columns});
    const term mean = spread(reduce_sum(x, 2), x, 2), centred = x - mean;
    give(centred * spread(rsqrt(reduce_sum(centred * centred, 2)), x, 2) * scale);
    write(g);
  }
  const auto made = nvrtc::instance().compile(all, "sm_90", true);
  REQUIRE_MESSAGE(made.succeeded, made.log);
  int kernels = 0;
  CHECK(spills_in(made.log, kernels) == "");
  CHECK(kernels >= 4);
}

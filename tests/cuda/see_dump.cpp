// SPDX-License-Identifier: MIT
// SINTER_DUMP on a device: beside graph and plan the CUDA C++ of the kernels, their PTX and what they take.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
namespace fs = std::filesystem;

namespace {

const device gpu = device::cuda(0);

constexpr f32<dyn, 8> dumped_there(const f32<dyn, 8>& x) {
  f32<8> columns = sum(x * x, axis<0>);
  return x / sqrt(columns + 1.f);
}
std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("kernels are dumped as text, PTX and figures") {
  fs::remove_all("dumped");
  setenv("SINTER_DUMP", "dumped", 1);  // before the first call: it is read once
  SINTER_NEEDS_DEVICE();
  const f32<dyn, 8> x = ones<f32<dyn, 8>>({20}).to(gpu);
  jit<dumped_there>(x);
  fs::path folder;
  for (const auto& entry : fs::directory_iterator("dumped"))
    if (entry.path().filename().string().starts_with("dumped_there-")) folder = entry.path();
  REQUIRE(!folder.empty());
  CHECK(holds(text_of(folder / "graph.txt"), "reduce_sum"));
  CHECK(text_of(folder / "plan.txt") == jit<dumped_there>.lower(x).plan());
  int texts = 0, ptx = 0, figures = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename(), text = text_of(entry.path());
    if (name.ends_with(".cu")) texts += holds(text, "__global__") && holds(text, name.substr(0, name.find('.')));
    if (name.ends_with(".sm_90.ptx")) ptx += holds(text, ".visible .entry");
    if (name.ends_with(".sm_90.resources.txt")) figures += holds(text, " registers, ") && holds(text, "sinter_");
  }
  CHECK(texts == 1);  // both kernels in one program
  CHECK(ptx == 1);
  CHECK(figures == 1);
  // Other extents of the same class add nothing.
  const auto count = [&] { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); };
  const auto before = count();
  jit<dumped_there>(ones<f32<dyn, 8>>({24}).to(gpu));
  CHECK(count() == before);
}

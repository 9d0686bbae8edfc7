// SPDX-License-Identifier: MIT
// The programs of lesson 7.
#include <doctest/doctest.h>

#include <sstream>
#include <string_view>

#include <sinter/cuda/compile.hpp>

#include "docs/pages.hpp"
#include "run_support.hpp"

// [formula]
#include <sinter/sinter.hpp>
using namespace sinter;

constexpr f32<dyn, 64> block(const f32<dyn, 64>& x, const f32<64>& scale, const f32<64>& shift) {
  return gelu(layer_norm(x, scale, shift));
}
// [formula]

namespace {

constexpr const char* page = "docs/lessons/7_gpu.md";
constexpr const char* here = "tests/cuda/lesson.cpp";

// The kernel alone, without the device functions that stand before it.
std::string kernel_in(const std::string& text) {
  const std::size_t end = text.rfind("#endif\n");
  return end == std::string::npos ? text : text.substr(text.find_first_not_of('\n', end + 7));
}
// The lines of PTX that move something between threads and memory.
std::string moves_in(const std::string& ptx) {
  std::istringstream lines(ptx);
  std::string made;
  for (std::string line; std::getline(lines, line);)
    for (const char* moving : {"ld.global", "st.global", "shfl"})
      if (line.find(moving) != std::string::npos) made += line.substr(line.find_first_not_of(" \t")) + "\n";
  return made;
}

TEST_CASE("one formula on its way to the GPU") {
  // [lower]
  auto stage = jit<block>.lower(f32<dyn, 64>(1000), f32<64>(), f32<64>());  // nothing runs
  // [lower]
  docs::shows(page, here, "jaxpr", stage.jaxpr());
  docs::shows(page, here, "plan", stage.plan());
  docs::shows(page, here, "cuda", kernel_in(stage.cuda(90)));
}

TEST_CASE("and what NVRTC makes of it") {
  SINTER_NEEDS_NVRTC();
  SINTER_NEEDS(core::cuda::compiler_version() / 1000 == 13 ? "" : "the page shows what NVRTC 13 makes");
  auto stage = jit<block>.lower(f32<dyn, 64>(1000), f32<64>(), f32<64>());
  std::ostringstream out;
  // [ptx]
  const std::string ptx = stage.ptx(90);  // text for compute capability 9.0
  for (const auto& used : stage.resources(90))
    out << used.registers << " registers, " << used.shared_bytes << " bytes of shared memory, "
        << used.spill_store_bytes + used.spill_load_bytes << " bytes spilled\n";
  // [ptx]
  docs::shows(page, here, "resources", out.str());
  docs::shows(page, here, "moves", moves_in(ptx));
}

TEST_CASE("and runs") {
  SINTER_NEEDS_DEVICE();
  f32<dyn, 64> x(100);
  int i = 0;
  for (float& each : x.span()) each = static_cast<float>(i++ % 29 - 14) / 8.f;
  const f32<64> scale = ones<f32<64>>(), shift;
  // [run]
  const device gpu = device::cuda(0);
  const f32<dyn, 64> there = x.to(gpu);                                    // copied
  const f32<dyn, 64> y = jit<block>(there, scale.to(gpu), shift.to(gpu));  // runs where its arguments are
  const f32<dyn, 64> back = y.to(device::cpu());                           // waits, and copies
  // [run]
  CHECK(y.device() == gpu);
  CHECK(allclose(back, jit<block>(x, scale, shift), {.rtol = 1e-5, .atol = 1e-6}));
}

}  // namespace

// SPDX-License-Identifier: MIT
// CUDA programs, compiled by NVRTC for three architectures, run on the engine and give what the CPU computes.
#include "cuda/nvrtc.hpp"
#include "ptx_corpus.hpp"
#include "softcuda/corpus/programs.hpp"
#include "support/needs.hpp"

namespace {

using cuda_tests::nvrtc;

std::string compiled(const std::string& source, int architecture, bool is_fast) {
  // Without NVRTC's own cache: it asks the driver that is loaded for functions that only the real one has.
  std::vector<std::string> options = {"--gpu-architecture=compute_" + std::to_string(architecture), "--std=c++17", "--no-cache"};
  if (is_fast) options.push_back("--use_fast_math");
  const nvrtc::result made = nvrtc::instance().compile_with(source, options);
  REQUIRE_MESSAGE(made.succeeded, made.log);
  return made.ptx;
}

// All programs for an architecture; shuffled and jittered too, which must not matter.
void run_programs(int architecture) {
  SINTER_NEEDS(nvrtc::instance().why_not());
  for (const softcuda::corpus::program& p : softcuda::corpus::programs()) {
    softcuda::corpus::test t = p.work;
    t.ptx = compiled(p.source, architecture, false);
    for (const bool is_harsh : {false, true}) {
      softcuda::options chosen;
      chosen.shuffles = is_harsh;
      chosen.jitters = is_harsh;
      chosen.seed = 3;
      std::string problem;
      const softcuda::corpus::bytes got = ptx_tests::run_on_engine(t, chosen, problem);
      CHECK_MESSAGE(problem == "", t.name << ": " << problem);
      CHECK(softcuda::corpus::difference(t, got) == "");
    }
  }
}

}  // namespace

TEST_CASE("programs for compute_80 give what the CPU computes") { run_programs(80); }
TEST_CASE("programs for compute_90 give what the CPU computes") { run_programs(90); }
TEST_CASE("programs for compute_100 give what the CPU computes") { run_programs(100); }

TEST_CASE("the fast-math build of a map stays near") {
  SINTER_NEEDS(nvrtc::instance().why_not());
  softcuda::corpus::test t = softcuda::corpus::programs()[0].work;
  t.relative = t.absolute = 1e-2;  // tanh.approx is good to 2^-11
  t.ptx = compiled(softcuda::corpus::programs()[0].source, 90, true);
  CHECK(t.ptx.find("tanh.approx.f32") != std::string::npos);
  std::string problem;
  const softcuda::corpus::bytes got = ptx_tests::run_on_engine(t, {}, problem);
  CHECK(problem == "");
  CHECK(softcuda::corpus::difference(t, got) == "");
}

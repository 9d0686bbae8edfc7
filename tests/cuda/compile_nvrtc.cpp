// SPDX-License-Identifier: MIT
// The real NVRTC behind the border: machine code, PTX, figures of ptxas, errors that carry log and source.
#include <doctest/doctest.h>

#include <sinter/cuda/compile.hpp>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

const char* const doubling = "extern \"C\" __global__ void doubling(float* x) { x[threadIdx.x] *= 2; }\n";

const char* const shifting =
    "extern \"C\" __global__ void shifting(float* x) {\n"
    "  __shared__ float shared[256];\n"
    "  shared[threadIdx.x] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  x[threadIdx.x] = shared[255 - threadIdx.x];\n"
    "}\n";

compiler_options options_with_nvrtc(counters& counted) {
  compiler_options options;
  options.tools = process_compiler().tools();
  options.counted = &counted;
  return options;
}

}  // namespace

TEST_CASE("sm_ gives machine code, PTX and figures; compute_ gives PTX only") {
  SINTER_NEEDS_NVRTC();
  counters counted;
  compiler compiles(options_with_nvrtc(counted));
  const compile_result real = compiles.compile({std::string(doubling) + shifting, "sm_90", {}, "two kernels"});
  CHECK(real.from == found_in::compiler);
  CHECK(real.code->cubin.substr(1, 3) == "ELF");
  CHECK(ptx_target(real.code->ptx) == "sm_90");
  CHECK(real.code->ptx.back() != '\0');
  REQUIRE(real.code->resources.size() == 2);
  for (const kernel_resources& kernel : real.code->resources) {
    CAPTURE(kernel.name);
    const bool shifts = kernel.name == "shifting";
    CHECK((shifts || kernel.name == "doubling"));
    CHECK(kernel.registers > 0);
    CHECK(kernel.shared_bytes == (shifts ? 1024 : 0));
    CHECK(kernel.barriers == (shifts ? 1 : 0));
    CHECK(kernel.spill_store_bytes + kernel.spill_load_bytes == 0);
  }
  const compile_result text = compiles.compile({doubling, "compute_90", {}, "doubling"});
  CHECK(text.code->cubin.empty());
  CHECK(text.code->resources.empty());
  CHECK(text.code->ptx.find(".entry doubling") != std::string::npos);
  CHECK(counted.snapshot().compiles == 2);
}

TEST_CASE("a product and a sum round twice unless the request decides otherwise") {
  SINTER_NEEDS_NVRTC();
  counters counted;
  compiler compiles(options_with_nvrtc(counted));
  const char* source = "extern \"C\" __global__ void k(float* x) { x[0] = x[1] * x[2] + x[3]; }";
  CHECK(compiles.compile({source, "compute_90", {}, ""}).code->ptx.find("fma.") == std::string::npos);
  CHECK(compiles.compile({source, "compute_90", {"--fmad=true"}, ""}).code->ptx.find("fma.") != std::string::npos);
}

TEST_CASE("a refused program names its first error and carries log and source") {
  SINTER_NEEDS_NVRTC();
  counters counted;
  compiler compiles(options_with_nvrtc(counted));
  const std::string source =
      "extern \"C\" __global__ void k(float* x) {\n  x[0] = missing;\n}\n// " + std::string(3000, 'x');
  try {
    compiles.compile({source, "sm_90", {}, "kernel k"});
    FAIL("must not compile");
  } catch (const sinter::compile_error& error) {
    CHECK(std::string(error.what()) ==
          "compile: NVRTC refused kernel k for sm_90; sinter.cu(2): error: identifier \"missing\" is undefined");
    CHECK(error.source() == source);
    CHECK(error.log().find("1 error detected") != std::string::npos);
    const sinter::compile_error copy = error;
    CHECK(copy.source().data() == error.source().data());
  }
  CHECK_THROWS_WITH_AS(
      compiles.compile({doubling, "sm_91", {}, "kernel k"}),
      "compile: NVRTC refused kernel k for sm_91; nvrtc: error: invalid value for --gpu-architecture (-arch)",
      sinter::compile_error);
}

TEST_CASE("several programs at once: results in order, equal ones compiled once") {
  SINTER_NEEDS_NVRTC();
  counters counted;
  compiler compiles(options_with_nvrtc(counted));
  const std::vector<compile_request> requests{
      {doubling, "sm_90", {}, "a"}, {shifting, "sm_90", {}, "b"}, {doubling, "sm_90", {}, "c"}};
  const std::vector<compile_result> results = compiles.compile(requests);
  REQUIRE(results.size() == 3);
  CHECK(results[0].code->resources.at(0).name == "doubling");
  CHECK(results[1].code->resources.at(0).name == "shifting");
  CHECK(results[2].code == results[0].code);
  CHECK(counted.snapshot().compiles == 2);
  CHECK(counted.snapshot().memory_hits == 1);
  CHECK_THROWS_AS(compiles.compile({{doubling, "sm_90", {}, "good"}, {"nonsense", "sm_90", {}, "bad"}}),
                  sinter::compile_error);
}

TEST_CASE("the border answers for the process") {
  SINTER_NEEDS_NVRTC();
  CHECK(compiler_version() >= 11020);
  REQUIRE(!compiler_architectures().empty());
  const int highest = compiler_architectures().back();
  CHECK(architecture_for(highest / 10, highest % 10) == "sm_" + std::to_string(highest));
  CHECK(architecture_for(99, 0) == "compute_" + std::to_string(highest));
  CHECK_THROWS_AS(architecture_for(1, 0), sinter::compile_error);
  CHECK(compile({doubling, "compute_90", {}, "doubling"}).code->ptx.find(".entry doubling") != std::string::npos);
  CHECK(compile({doubling, "compute_90", {}, "doubling"}).from == found_in::memory);
  forget({doubling, "compute_90", {}, "doubling"});
  CHECK(compile({doubling, "compute_90", {}, "doubling"}).from == found_in::compiler);
}

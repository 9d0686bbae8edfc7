// SPDX-License-Identifier: MIT
// Where NVRTC is looked for, what is said when it is missing, architectures, options, figures of ptxas, the line in the
// log.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "compile_support.hpp"

using namespace sinter::core::cuda;

namespace {

std::map<std::string, std::string> variables;
std::vector<std::string> candidates_with(std::map<std::string, std::string> given) {
  variables = std::move(given);
  return toolkit_candidates([](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

}  // namespace

TEST_CASE("NVRTC is looked for where the user says, then by the loader, then in usual places") {
  const std::vector<std::string> all = candidates_with({{"CUDA_HOME", "/my/cuda"}, {"CUDA_PATH", "/other"}});
  const auto at = [&](const char* path) { return std::find(all.begin(), all.end(), path) - all.begin(); };
  const auto size = static_cast<std::ptrdiff_t>(all.size());
  CHECK(at("/my/cuda/lib64/libnvrtc.so.13") == 0);
  CHECK(at("/my/cuda/lib64/libnvrtc.so.13") < at("/my/cuda/lib64/libnvrtc.so.12"));
  CHECK(at("/my/cuda/lib64/libnvrtc.so") < at("/other/lib64/libnvrtc.so.13"));
  CHECK(at("/other/lib64/libnvrtc.so") < at("libnvrtc.so.13"));
  CHECK(at("libnvrtc.so") < size);
  CHECK(candidates_with({{"SINTER_NVRTC", "/only/this.so"}, {"CUDA_HOME", "/my/cuda"}}) ==
        std::vector<std::string>{"/only/this.so"});
}

TEST_CASE("the packages of a Python environment are looked into") {
  scratch_folder folder;
  std::filesystem::create_directories(folder.path + "/lib/python3.12/site-packages");
  const std::vector<std::string> all = candidates_with({{"VIRTUAL_ENV", folder.path}});
  for (const char* package : {"cu13", "cuda_nvrtc"})
    CHECK(std::count(all.begin(), all.end(),
                     folder.path + "/lib/python3.12/site-packages/nvidia/" + package + "/lib/libnvrtc.so.13") == 1);
}

TEST_CASE("a missing NVRTC: where it was looked for, and what to do") {
  scratch_folder folder;
  write_file(folder.path + "/broken.so", "no library");
  compiler_options options = fresh::options_for(folder.cache());
  options.tools = open_toolkit({"libnothing-of-this-name.so", folder.path + "/missing.so", folder.path + "/broken.so"});
  CHECK(!options.tools.is_found());
  fresh process(options);
  try {
    process.from(request_of("a"));
    FAIL("must not compile");
  } catch (const sinter::compile_error& error) {
    const std::string text = error.what();
    CHECK(text.find("compile: NVRTC is needed; install the CUDA toolkit, or let CUDA_HOME or SINTER_NVRTC name it; "
                    "not found: libnothing-of-this-name.so, " +
                    folder.path + "/missing.so; " + folder.path + "/broken.so: ") == 0);
    CHECK(error.source() == "a");
  }
  CHECK(!process.compiles.look_up(request_of("a")));
  process.compiles.forget(request_of("a"));
  CHECK(architecture_of(options.tools, 9, 0) == "");
  CHECK(library::open({}).why() == "no name to look for");
}

TEST_CASE("a library that is not NVRTC is none") {
  const toolkit tools = open_toolkit({"libc.so.6"});
  CHECK(!tools.is_found());
  CHECK(tools.why.find("lacks a function") != std::string::npos);
  nvrtc_functions call = fake_nvrtc::functions();
  call.count_architectures = [](int*) { return 1; };
  CHECK(describe(call, "this", "").why == "this does not say what it can make");
}

TEST_CASE("the real NVRTC: its build is told apart by the linker's identity") {
  SINTER_NEEDS_NVRTC();
  const toolkit& tools = process_compiler().tools();
  CHECK(tools.build.size() >= 16);
  CHECK(tools.build == build_of(reinterpret_cast<const void*>(tools.call.version)));
  CHECK(tools.build != build_of(reinterpret_cast<const void*>(&::read)));
  CHECK(std::is_sorted(tools.architectures.begin(), tools.architectures.end()));
}

TEST_CASE("architectures are clamped to what NVRTC makes") {
  const toolkit tools = fake_nvrtc::tools();  // 75 80 90 120 121
  CHECK(architecture_of(tools, 7, 5) == "sm_75");
  CHECK(architecture_of(tools, 8, 0) == "sm_80");
  CHECK(architecture_of(tools, 8, 6) == "compute_80");
  CHECK(architecture_of(tools, 10, 0) == "compute_90");
  CHECK(architecture_of(tools, 12, 1) == "sm_121");
  CHECK(architecture_of(tools, 13, 0) == "compute_121");
  CHECK(architecture_of(tools, 7, 0) == "");
}

TEST_CASE("code for other than was asked is refused, and so is missing machine code") {
  CHECK(is_for("sm_90", "\n.target sm_90\n", "x"));
  CHECK(is_for("sm_90a", "\n.target sm_90a, debug\n", "x"));
  CHECK(is_for("compute_90", "\n.target sm_90\n", ""));
  CHECK(!is_for("sm_90", "\n.target sm_90\n", ""));
  CHECK(!is_for("compute_90", "\n.target sm_90\n", "x"));
  CHECK(!is_for("sm_90", "\n.target sm_90a\n", "x"));
  CHECK(!is_for("sm_90", "", "x"));
  toolkit tools = fake_nvrtc::tools();
  tools.call.cubin_size = [](nvrtc_program*, std::size_t* size) { return *size = 0, 0; };
  CHECK_THROWS_WITH_AS(translate(tools, request_of("a")),
                       "compile: NVRTC refused a test for sm_90; it made no code for this architecture",
                       sinter::compile_error);
  CHECK(translate(tools, request_of("a", "compute_90")).cubin == "");
}

TEST_CASE("a request's own options stand in for the usual ones") {
  const toolkit tools = fake_nvrtc::tools();
  const auto options = options_of(tools, request_of("", "sm_90", {"--fmad=true", "--maxrregcount=32"}));
  CHECK(options.front() == "--gpu-architecture=sm_90");
  CHECK(std::count(options.begin(), options.end(), "--fmad=false") == 0);
  CHECK(std::vector<std::string>(options.end() - 2, options.end()) ==
        std::vector<std::string>{"--fmad=true", "--maxrregcount=32"});
  const auto ptx_only = options_of(tools, request_of("", "compute_90"));
  CHECK(std::count(ptx_only.begin(), ptx_only.end(), "--ptxas-options=-v") == 0);
}

TEST_CASE("figures of ptxas: kernels, and device functions that were not inlined") {
  const std::vector<kernel_resources> kernels = read_resources(
      "ptxas info    : 24 bytes gmem\n"
      "ptxas info    : Compiling entry function 'k2' for 'sm_90'\n"
      "ptxas info    : Function properties for k2\n"
      "ptxas         .     400 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 0 barriers, 400 bytes cumulative stack size\n"
      "ptxas info    : Compile time = 9.380 ms\n"
      "ptxas info    : Function properties for _Z1fPf\n"
      "ptxas         .     16 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Function properties for k\n"
      "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 24 registers, used 1 barriers, 1024 bytes smem, 8 bytes cmem[2]\n"
      "ptxas info    : Compile time = 6.081 ms\n");
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].name == "k2");
  CHECK(kernels[0].registers == 32);
  CHECK(kernels[0].stack_bytes == 400);
  CHECK(kernels[0].spill_store_bytes == 16);
  CHECK(kernels[0].spill_load_bytes == 8);
  CHECK(kernels[0].shared_bytes == 0);
  CHECK(kernels[1].name == "k");
  CHECK(kernels[1].registers == 24);
  CHECK(kernels[1].barriers == 1);
  CHECK(kernels[1].shared_bytes == 1024);
  CHECK(read_resources("").empty());
  CHECK(read_resources("Used 9 registers\n 1 bytes stack frame").empty());
}

TEST_CASE("a line for each program that was not in memory: what, for what, how long, registers, spills, from where") {
  scratch_folder folder;
  compiler_options options = fresh::options_for(folder.cache());
  options.logs = true;
  const auto without_time = [] {
    std::string text = said::text();
    const std::size_t from = text.find(" in ") + 4, to = text.find(" ms");
    return text.replace(from, to - from, "T");
  };
  fresh process(options);
  process.from(request_of("a"));
  CHECK(without_time() == "sinter: compiled a test for sm_90 in T ms; k 40 registers and 16 bytes spilled\n");
  said::clear();
  process.from(request_of("a"));
  CHECK(said::text() == "");
  fresh later(options);
  later.from(request_of("a"));
  CHECK(without_time() == "sinter: loaded a test for sm_90 from disk in T ms; k 40 registers and 16 bytes spilled\n");
}

TEST_CASE("counters: what happened between two moments, and only that is printed") {
  counters all;
  count(all.launches, 3);
  const counts before = all.snapshot();
  count(all.launches);
  count(all.bytes_to_host, 1000);
  const counts between = all.snapshot() - before;
  CHECK(between.launches == 1);
  CHECK(between.bytes_to_host == 1000);
  CHECK(between.compiles == 0);
  std::FILE* file = std::tmpfile();
  print(between, file);
  std::rewind(file);
  char text[500] = {};
  CHECK(std::fread(text, 1, sizeof text - 1, file) > 0);
  CHECK(std::string(text) == "             1  kernels launched\n          1000  bytes copied to the host\n");
  std::fclose(file);
}

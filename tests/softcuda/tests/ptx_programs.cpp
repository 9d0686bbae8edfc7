// SPDX-License-Identifier: MIT
// CUDA programs, compiled by NVRTC for three architectures, run on the engine and give what the CPU computes.
#include <dlfcn.h>

#include <cstdlib>

#include "ptx_corpus.hpp"
#include "softcuda/corpus/programs.hpp"

namespace {

// NVRTC's functions, declared anew: no toolkit header is included.
struct nvrtc {
  void* library = nullptr;
  int (*create)(void**, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*compile)(void*, int, const char* const*) = nullptr;
  int (*log_size)(void*, std::size_t*) = nullptr;
  int (*log)(void*, char*) = nullptr;
  int (*ptx_size)(void*, std::size_t*) = nullptr;
  int (*ptx)(void*, char*) = nullptr;
  int (*destroy)(void**) = nullptr;

  nvrtc() {
    std::string places[4] = {"libnvrtc.so", "", "", "/usr/local/cuda/lib64/libnvrtc.so"};
    if (const char* home = std::getenv("CUDA_HOME")) places[1] = std::string(home) + "/lib64/libnvrtc.so";
    if (const char* path = std::getenv("CUDA_PATH")) places[2] = std::string(path) + "/lib64/libnvrtc.so";
    for (const std::string& place : places)
      if (library == nullptr && !place.empty()) library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    find(create, "nvrtcCreateProgram");
    find(compile, "nvrtcCompileProgram");
    find(log_size, "nvrtcGetProgramLogSize");
    find(log, "nvrtcGetProgramLog");
    find(ptx_size, "nvrtcGetPTXSize");
    find(ptx, "nvrtcGetPTX");
    find(destroy, "nvrtcDestroyProgram");
  }
  template <class Function> void find(Function& f, const char* name) {
    f = reinterpret_cast<Function>(dlsym(library, name));
  }

  std::string compiled(const std::string& source, int architecture, bool is_fast) const {
    void* program = nullptr;
    const std::string target = "--gpu-architecture=compute_" + std::to_string(architecture);
    // Without NVRTC's own cache: it asks the driver that is loaded for functions that only the real one has.
    const char* options[] = {target.c_str(), "--std=c++17", "--no-cache", "--use_fast_math"};
    REQUIRE(create(&program, source.c_str(), "program.cu", 0, nullptr, nullptr) == 0);
    const int result = compile(program, is_fast ? 4 : 3, options);
    std::size_t size = 0;
    log_size(program, &size);
    std::string text(size, '\0');
    log(program, text.data());
    REQUIRE_MESSAGE(result == 0, text);
    ptx_size(program, &size);
    text.assign(size, '\0');
    ptx(program, text.data());
    destroy(&program);
    text.resize(text.find('\0'));
    return text;
  }
};

const nvrtc& compiler() {
  static const nvrtc one;
  return one;
}

// All programs for an architecture; shuffled and jittered too, which must not matter.
void run_programs(int architecture) {
  if (compiler().library == nullptr) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  for (const softcuda::corpus::program& p : softcuda::corpus::programs()) {
    softcuda::corpus::test t = p.work;
    t.ptx = compiler().compiled(p.source, architecture, false);
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
  if (compiler().library == nullptr) {
    MESSAGE("skipped: no NVRTC");
    return;
  }
  softcuda::corpus::test t = softcuda::corpus::programs()[0].work;
  t.relative = t.absolute = 1e-2;  // tanh.approx is good to 2^-11
  t.ptx = compiler().compiled(softcuda::corpus::programs()[0].source, 90, true);
  CHECK(t.ptx.find("tanh.approx.f32") != std::string::npos);
  std::string problem;
  const softcuda::corpus::bytes got = ptx_tests::run_on_engine(t, {}, problem);
  CHECK(problem == "");
  CHECK(softcuda::corpus::difference(t, got) == "");
}

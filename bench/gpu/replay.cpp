// SPDX-License-Identifier: MIT
// replay CHAPTER [--quick]: runs a chapter of the software driver's PTX corpus through the driver that sinter would
// use, on hardware if that is there, and prints a line of the table. replay --list: the chapters. Only the driver is
// needed, no NVRTC.
#include <cstdio>
#include <cstring>
#include <string>

#include <sinter/cuda/gpu.hpp>

#include "softcuda/corpus/test.hpp"

namespace {

namespace cuda = sinter::core::cuda;
using softcuda::corpus::bytes;
using softcuda::corpus::test;

// Memory of the device for one test.
class block {
 public:
  block(cuda::gpu& on, std::size_t size) : on_(on) { on.check(on.api.cuMemAlloc(&at_, size ? size : 1), "cuMemAlloc"); }
  block(const block&) = delete;
  ~block() { on_.api.cuMemFree(at_); }
  cuda::address at() const { return at_; }

 private:
  cuda::gpu& on_;
  cuda::address at_ = 0;
};

// What the test's kernel leaves, or in `problem` why the driver does not take its PTX.
bytes run_on(cuda::gpu& on, const test& t, std::string& problem) {
  char log[4096] = "";
  int options[] = {cuda::jit_error_log, cuda::jit_error_size};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  cuda::module_handle module = nullptr;
  if (const int code = on.api.cuModuleLoadDataEx(&module, t.ptx.c_str(), 2, options, values)) {
    if (cuda::is_sticky(code)) on.fail(code, "cuModuleLoadDataEx");
    problem = t.name + ": " + std::string(on.api.describe(code, "cuModuleLoadDataEx").text()) + " " + log;
    return {};
  }
  cuda::function_handle kernel = nullptr;
  on.check(on.api.cuModuleGetFunction(&kernel, module, "k"), "cuModuleGetFunction");
  bytes out(t.expected.size());
  const block result(on, out.size()), a(on, t.inputs.size() > 0 ? t.inputs[0].size() : 0),
      b(on, t.inputs.size() > 1 ? t.inputs[1].size() : 0), c(on, t.inputs.size() > 2 ? t.inputs[2].size() : 0);
  const block* given[] = {&a, &b, &c};
  for (std::size_t i = 0; i < t.inputs.size(); ++i)
    on.check(on.api.cuMemcpyHtoDAsync(given[i]->at(), t.inputs[i].data(), t.inputs[i].size(), on.stream()),
             "cuMemcpyHtoDAsync");
  on.check(on.api.cuMemsetD8Async(result.at(), 0, out.size(), on.stream()), "cuMemsetD8Async");
  cuda::address addresses[] = {result.at(), a.at(), b.at(), c.at()};
  unsigned count = t.count;
  void* parameters[] = {&addresses[0], &addresses[1], &addresses[2], &addresses[3], &count};
  on.check(on.api.cuLaunchKernel(kernel, t.grid(), 1, 1, t.block, 1, 1, 0, on.stream(), parameters, nullptr),
           "cuLaunchKernel");
  on.check(on.api.cuMemcpyDtoHAsync(out.data(), result.at(), out.size(), on.stream()), "cuMemcpyDtoHAsync");
  on.synchronise();
  on.check(on.api.cuModuleUnload(module), "cuModuleUnload");
  return out;
}

int replay(const softcuda::corpus::chapter& chapter, bool is_quick) {
  std::string why;
  const cuda::driver* api = cuda::driver::find(why);
  if (!api) throw sinter::device_error(sinter::core::sentence() << why);
  static auto& on = *new cuda::gpu(*api, 0);
  const cuda::gpu::entered here(on);
  const int capability = on.about().major * 10 + on.about().minor;
  int agree = 0, differ = 0, newer = 0;
  std::string name;
  try {
    chapter.visit([&](const test& t) {
      if (is_quick && t.count > 10000) return;
      name = t.name;
      if (t.architecture > capability) {
        ++newer;
        return;
      }
      std::string problem;
      const bytes got = run_on(on, t, problem);
      if (problem.empty()) problem = softcuda::corpus::difference(t, got);
      ++(problem.empty() ? agree : differ);
      if (!problem.empty()) std::fprintf(stderr, "replay %s: %s\n", chapter.name, problem.c_str());
    });
  } catch (const sinter::device_error& e) {  // nothing runs after it in this process
    std::fprintf(stderr, "replay %s: %s: %s\n", chapter.name, name.c_str(), e.what());
    std::printf("| PTX corpus, %s | | stopped at %s | | | | all |\n", chapter.name, name.c_str());
    return 1;
  }
  std::printf("| PTX corpus, %s | %d kernels | %d agree%s%s | | | | all |\n", chapter.name, agree + differ, agree,
              differ ? (", " + std::to_string(differ) + " differ").c_str() : "",
              newer ? (", " + std::to_string(newer) + " need a newer device").c_str() : "");
  return differ ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 1 ? arguments[1] : "";
  const bool is_quick = count > 2 && std::strcmp(arguments[2], "--quick") == 0;
  try {
    for (const auto& chapter : softcuda::corpus::chapters()) {
      if (wanted == "--list") std::printf("%s\n", chapter.name);
      if (wanted == chapter.name) return replay(chapter, is_quick);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "replay: %s\n", e.what());
    return 1;
  }
  if (wanted == "--list") return 0;
  std::fprintf(stderr, "replay: a chapter of `replay --list` is needed, given \"%s\"\n", wanted.c_str());
  return 2;
}

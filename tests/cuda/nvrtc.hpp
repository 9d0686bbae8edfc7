// SPDX-License-Identifier: MIT
// NVRTC for tests of texts alone: found where the library finds it, asked without the library's options and cache.
#pragma once
#include <cstdlib>
#include <string>
#include <vector>

#include <sinter/cuda/compile/toolkit.hpp>

namespace cuda_tests {

class nvrtc {
 public:
  static const nvrtc& instance() {
    static const nvrtc only;
    return only;
  }

  // Empty where it was found.
  const std::string& why_not() const { return tools_.why; }

  struct result {
    bool succeeded = false;
    std::string ptx, cubin, log;
  };
  result compile(const std::string& source, const char* architecture = "compute_90", bool verbose = false) const {
    std::vector<std::string> options = {std::string("--gpu-architecture=") + architecture, "--std=c++20", "--minimal", "--fmad=false",
                                        "--device-as-default-execution-space"};
    if (verbose) options.insert(options.end(), {"--ptxas-options=-v", "--no-cache"});
    return compile_with(source, options, architecture[0] == 's');
  }
  result compile_with(const std::string& source, const std::vector<std::string>& options, bool makes_cubin = false) const {
    const sinter::core::cuda::nvrtc_functions& call = tools_.call;
    result made;
    sinter::core::cuda::nvrtc_program* program = nullptr;
    if (!tools_.is_found() || call.create(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) return made;
    std::vector<const char*> texts;
    for (const std::string& option : options) texts.push_back(option.c_str());
    made.succeeded = call.compile(program, static_cast<int>(texts.size()), texts.data()) == 0;
    made.log = text(program, call.log_size, call.log);
    if (made.succeeded) made.ptx = text(program, call.ptx_size, call.ptx);
    if (made.succeeded && makes_cubin) made.cubin = text(program, call.cubin_size, call.cubin);
    call.destroy(&program);
    return made;
  }

 private:
  using handle = sinter::core::cuda::nvrtc_program*;
  const sinter::core::cuda::toolkit tools_ = sinter::core::cuda::open_toolkit(
      sinter::core::cuda::toolkit_candidates([](const char* name) -> const char* { return std::getenv(name); }));

  static std::string text(handle program, int (*size_of)(handle, std::size_t*), int (*get)(handle, char*)) {
    std::size_t size = 0;
    if (size_of(program, &size) != 0 || size == 0) return "";
    std::string made(size, '\0');
    get(program, made.data());
    while (!made.empty() && made.back() == '\0') made.pop_back();
    return made;
  }
};

}  // namespace cuda_tests

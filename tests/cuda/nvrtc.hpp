// SPDX-License-Identifier: MIT
// NVRTC for tests of the emitter alone, found at run time; its declarations are our own.
#pragma once
#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace cuda_tests {

class nvrtc {
 public:
  static const nvrtc& instance() {
    static const nvrtc only;
    return only;
  }
  bool is_there() const { return create_ != nullptr; }

  struct result {
    bool succeeded = false;
    std::string ptx, cubin, log;
  };
  result compile(const std::string& source, const char* architecture = "compute_90", bool verbose = false) const {
    result made;
    void* program = nullptr;
    if (create_(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr) != 0) return made;
    const std::string arch = std::string("--gpu-architecture=") + architecture;
    std::vector<const char*> options = {arch.c_str(), "--std=c++20", "--minimal", "--fmad=false", "--device-as-default-execution-space"};
    if (verbose) {
      options.push_back("--ptxas-options=-v");
      options.push_back("--no-cache");
    }
    made.succeeded = compile_(program, static_cast<int>(options.size()), options.data()) == 0;
    made.log = text(program, log_size_, log_);
    if (made.succeeded) made.ptx = text(program, ptx_size_, ptx_);
    if (made.succeeded && architecture[0] == 's') made.cubin = text(program, cubin_size_, cubin_);
    destroy_(&program);
    return made;
  }

 private:
  using size_function = int (*)(void*, std::size_t*);
  using text_function = int (*)(void*, char*);
  int (*create_)(void**, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*compile_)(void*, int, const char* const*) = nullptr;
  int (*destroy_)(void**) = nullptr;
  size_function log_size_ = nullptr, ptx_size_ = nullptr, cubin_size_ = nullptr;
  text_function log_ = nullptr, ptx_ = nullptr, cubin_ = nullptr;

  nvrtc() {
    std::vector<std::string> places = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so"};
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
      if (const char* home = std::getenv(variable)) places.insert(places.begin(), std::string(home) + "/lib64/libnvrtc.so");
    void* library = nullptr;
    for (const std::string& place : places)
      if (!library) library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    find(library, "nvrtcCompileProgram", compile_);
    find(library, "nvrtcDestroyProgram", destroy_);
    find(library, "nvrtcGetProgramLogSize", log_size_);
    find(library, "nvrtcGetProgramLog", log_);
    find(library, "nvrtcGetPTXSize", ptx_size_);
    find(library, "nvrtcGetPTX", ptx_);
    find(library, "nvrtcGetCUBINSize", cubin_size_);
    find(library, "nvrtcGetCUBIN", cubin_);
    find(library, "nvrtcCreateProgram", create_);
  }
  template <class F>
  static void find(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(dlsym(library, name));
  }
  static std::string text(void* program, size_function size_of, text_function get) {
    std::size_t size = 0;
    if (size_of(program, &size) != 0 || size == 0) return "";
    std::string made(size, '\0');
    get(program, made.data());
    while (!made.empty() && made.back() == '\0') made.pop_back();
    return made;
  }
};

}  // namespace cuda_tests

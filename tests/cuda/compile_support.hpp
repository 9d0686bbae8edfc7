// SPDX-License-Identifier: MIT
// What tests of compiling and caching share: a stand-in for NVRTC, folders that vanish, children, and captured
// sentences.
#pragma once
#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <sinter/cuda/compile.hpp>

#include "../support/needs.hpp"

namespace sinter::core::cuda {

// What was said to the user since the last clear().
struct said {
  static void say(std::string_view text) {
    const std::lock_guard lock(mutex());
    all() += text;
  }
  static std::string text() {
    const std::lock_guard lock(mutex());
    return all();
  }
  static void clear() {
    const std::lock_guard lock(mutex());
    all().clear();
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static std::string& all() {
    static std::string text;
    return text;
  }
};

// A compiler whose output tells what it was given. A source with `#error` is refused; `during` runs inside each
// compile.
struct fake_nvrtc {
  static inline std::atomic<int> compiles{0};
  static inline std::function<void()> during;
  static inline std::string extra;  // goes into the output: another compiler writes other code

  struct program {
    std::string source, log, ptx, cubin;
  };
  static program& of(nvrtc_program* handle) { return *reinterpret_cast<program*>(handle); }

  static int compile(nvrtc_program* handle, int count, const char* const* options) {
    ++compiles;
    if (during) during();
    program& made = of(handle);
    if (made.source.find("#error") != std::string::npos) {
      made.log = "sinter.cu(1): error: " + made.source + "\n1 error detected in the compilation of \"sinter.cu\".\n";
      return 6;
    }
    std::string all, target = "none";
    for (int i = 0; i < count; ++i) {
      const std::string_view option = options[i];
      all += std::string(option) + " ";
      if (option.substr(0, 19) == "--gpu-architecture=") target = option.substr(19);
    }
    const std::string number = target.substr(target.find('_') + 1);
    made.ptx = "// " + extra + all + "\n.version 9.0\n.target sm_" + number + "\n// " + made.source;
    if (target.substr(0, 3) != "sm_") return 0;
    made.cubin = std::string(
                     "\x7f"
                     "ELF\0",
                     5) +
                 target + extra + all + made.source;
    made.log = "ptxas info    : Compiling entry function 'k' for '" + target +
               "'\nptxas info    : Function properties for k\n"
               "    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n"
               "ptxas info    : Used 40 registers, used 1 barriers, 1024 bytes smem\n";
    return 0;
  }
  static int copy(const std::string& from, char* to, bool with_zero) {
    from.copy(to, from.size());
    if (with_zero) to[from.size()] = '\0';
    return 0;
  }

  static nvrtc_functions functions() {
    nvrtc_functions call;
    call.error_string = [](int) { return "NVRTC_ERROR_FAKE"; };
    call.version = [](int* major, int* minor) { return *major = 13, *minor = 0, 0; };
    call.count_architectures = [](int* count) { return *count = 5, 0; };
    call.architectures = [](int* values) {
      for (int value : {90, 75, 120, 80, 121}) *values++ = value;
      return 0;
    };
    call.create = [](nvrtc_program** handle, const char* source, const char*, int, const char* const*,
                     const char* const*) {
      *handle = reinterpret_cast<nvrtc_program*>(new program{source, "", "", ""});
      return 0;
    };
    call.destroy = [](nvrtc_program** handle) { return delete &of(*handle), *handle = nullptr, 0; };
    call.compile = compile;
    call.log_size = [](nvrtc_program* handle, std::size_t* size) { return *size = of(handle).log.size() + 1, 0; };
    call.log = [](nvrtc_program* handle, char* to) { return copy(of(handle).log, to, true); };
    call.ptx_size = [](nvrtc_program* handle, std::size_t* size) { return *size = of(handle).ptx.size() + 1, 0; };
    call.ptx = [](nvrtc_program* handle, char* to) { return copy(of(handle).ptx, to, true); };
    call.cubin_size = [](nvrtc_program* handle, std::size_t* size) { return *size = of(handle).cubin.size(), 0; };
    call.cubin = [](nvrtc_program* handle, char* to) { return copy(of(handle).cubin, to, false); };
    return call;
  }
  static toolkit tools() { return describe(functions(), "fake", "build 1"); }
};

// A folder of its own, removed with all that is in it.
struct scratch_folder {
  std::string path;
  scratch_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "sinter-test-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  scratch_folder(const scratch_folder&) = delete;
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string cache() const { return path + "/cache"; }
  std::string programs() const { return cache() + "/programs"; }
};

inline std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& found : std::filesystem::directory_iterator(folder, missing)) names.push_back(found.path());
  return names;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

// A compiler of its own over a folder, with counters of its own: what a fresh process would have.
struct fresh {
  counters counted;
  compiler compiles;
  explicit fresh(const std::string& folder) : fresh(options_for(folder)) {}
  explicit fresh(compiler_options options) : compiles((options.counted = &counted, std::move(options))) {
    said::clear();
  }

  static compiler_options options_for(const std::string& folder) {
    compiler_options options;
    options.tools = fake_nvrtc::tools();
    options.disk.folder = folder;
    options.say = said::say;
    options.progress.after = 1e6;  // no line that depends on the machine's speed
    return options;
  }
  found_in from(const compile_request& request) { return compiles.compile(request).from; }
};

inline compile_request request_of(std::string source, std::string architecture = "sm_90",
                                  std::vector<std::string> options = {}) {
  return {std::move(source), std::move(architecture), std::move(options), "a test"};
}

// Runs `work` in a child process; its result is the child's exit status.
inline pid_t start_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int status = 99;
  try {
    status = work();
  } catch (...) {
  }
  ::_exit(status);
}
inline int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace sinter::core::cuda

namespace doctest {
template <> struct StringMaker<sinter::core::cuda::found_in> {
  static String convert(sinter::core::cuda::found_in from) {
    using sinter::core::cuda::found_in;
    return from == found_in::memory ? "memory" : from == found_in::disk ? "disk" : "compiler";
  }
};
}  // namespace doctest

// SPDX-License-Identifier: MIT
// From request to program: memory, disk, NVRTC. An object, so that tests can have compilers with folders and toolkits
// of their own; the process has one behind compile.hpp.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../cache/key.hpp"
#include "../cache/memory.hpp"
#include "../compiled.hpp"
#include "../counters.hpp"
#include "../settings.hpp"
#include "toolkit.hpp"
#include "translate.hpp"

namespace sinter::core::cuda {

// Raised whenever the same graph may be written differently; the source is in the key too, so this is for what it
// misses.
inline constexpr const char* generator_version = "sinter 0.1.0";

struct compiler_options {
  toolkit tools;
  std::string generator = generator_version;
  std::size_t memory_cap = std::size_t{256} << 20;  // bytes of programs kept in memory
  int threads = 4;                                  // compiles at a time, at most; and never more than cores
  bool logs = false, explains = false;
  void (*say)(std::string_view) = cuda::say;
  counters* counted = &counters::instance();
};

class compiler {
 public:
  explicit compiler(compiler_options options) : options_(std::move(options)) {}
  compiler(const compiler&) = delete;
  compiler& operator=(const compiler&) = delete;
  ~compiler() { delete state_.load(); }

  const toolkit& tools() const { return options_.tools; }

  compile_result compile(const compile_request& request) {
    require_toolkit(request);
    const auto begin = std::chrono::steady_clock::now();
    const cache_key key = key_of(request);
    const digest name = digest_of(material_of(key));
    compile_result result;
    bool is_hit = false;
    result.code = here().memory.find_or_make(
        name, [&] { return make(request, result.from); }, is_hit);
    if (is_hit) {
      result.from = found_in::memory;
      count(options_.counted->memory_hits);
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (options_.logs && !is_hit) log(request, result);
    return result;
  }

  // All are tried even if one fails; then the first failure, in the order of the requests, is thrown.
  std::vector<compile_result> compile(const std::vector<compile_request>& requests) {
    std::vector<compile_result> results(requests.size());
    std::vector<std::exception_ptr> failures(requests.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i; (i = next++) < requests.size();) try {
          results[i] = compile(requests[i]);
        } catch (...) {
          failures[i] = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < std::min(requests.size(), bound()); ++i) try {
        helpers.emplace_back(work);
      } catch (const std::exception&) {  // no thread to be had: this one does the work
        break;
      }
    work();
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& failure : failures)
      if (failure) std::rethrow_exception(failure);
    return results;
  }

  void forget(const compile_request& request) {
    if (options_.tools.is_found()) here().memory.forget(digest_of(material_of(key_of(request))));
  }

  cache_key key_of(const compile_request& request) const {
    return {.generator = options_.generator,
            .architecture = request.architecture,
            .compiler = std::to_string(options_.tools.version),
            .build = options_.tools.build,
            .output = makes_cubin(request.architecture) ? "cubin ptx" : "ptx",
            .options = options_of(options_.tools, request),
            .source = request.source};
  }

 private:
  // What a forked child must not touch: another thread may have held a lock of it.
  struct state {
    explicit state(std::size_t cap) : memory(cap) {}
    const pid_t process = ::getpid();
    memory_cache memory;
    std::mutex mutex;
    std::condition_variable freed;
    std::size_t running = 0;
  };

  state& here() {
    state* found = state_.load();
    if (found && found->process == ::getpid()) return *found;
    auto* fresh = new state(options_.memory_cap);
    if (state_.compare_exchange_strong(found, fresh)) return *fresh;  // the parent's state is left to leak
    delete fresh;
    return *found;
  }

  std::size_t bound() const {
    const unsigned cores = std::thread::hardware_concurrency();
    return static_cast<std::size_t>(std::clamp(std::min(static_cast<int>(cores ? cores : 1), options_.threads), 1, 64));
  }

  void require_toolkit(const compile_request& request) const {
    if (options_.tools.is_found()) return;
    const std::string text =
        "compile: NVRTC is needed; install the CUDA toolkit, or let CUDA_HOME or SINTER_NVRTC name it; " +
        options_.tools.why;
    throw compile_error(text, "", request.source);
  }

  std::shared_ptr<const compiled> make(const compile_request& request, found_in& from) {
    from = found_in::compiler;
    return std::make_shared<const compiled>(run(request));
  }

  // NVRTC, once a place among those running is free.
  compiled run(const compile_request& request) {
    struct place {
      state& in;
      explicit place(state& s, std::size_t bound) : in(s) {
        std::unique_lock lock(in.mutex);
        in.freed.wait(lock, [&] { return in.running < bound; });
        ++in.running;
      }
      ~place() {
        if (in.process != ::getpid()) return;
        const std::lock_guard lock(in.mutex);
        --in.running;
        in.freed.notify_one();
      }
    } const taken(here(), bound());
    count(options_.counted->compiles);
    return translate(options_.tools, request);
  }

  void log(const compile_request& request, const compile_result& result) const {
    char time[32];
    std::snprintf(time, sizeof time, "%.1f ms", result.seconds * 1e3);
    std::string line = std::string("sinter: ") + (result.from == found_in::disk ? "loaded " : "compiled ") +
                       (request.title.empty() ? "a program" : request.title) + " for " + request.architecture +
                       (result.from == found_in::disk ? " from disk in " : " in ") + time;
    for (const kernel_resources& kernel : result.code->resources) {
      const int spilled = kernel.spill_store_bytes + kernel.spill_load_bytes;
      line += (&kernel == &result.code->resources.front() ? "; " : ", ") + kernel.name + " " +
              std::to_string(kernel.registers) + " registers";
      if (spilled) line += " and " + std::to_string(spilled) + " bytes spilled";
    }
    options_.say(line + "\n");
  }

  const compiler_options options_;
  std::atomic<state*> state_{nullptr};
};

}  // namespace sinter::core::cuda

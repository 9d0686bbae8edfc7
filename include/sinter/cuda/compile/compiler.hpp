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

#include "../../plan/profile.hpp"
#include "../cache/disk.hpp"
#include "../cache/explain.hpp"
#include "../cache/key.hpp"
#include "../cache/memory.hpp"
#include "../compiled.hpp"
#include "../counters.hpp"
#include "../nvtx.hpp"
#include "../settings.hpp"
#include "progress.hpp"
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
  disk_options disk{};                              // none: in memory only
  progress_options progress{};
  bool logs = false, explains = false;
  void (*say)(std::string_view) = cuda::say;
  counters* counted = &counters::instance();
};

class compiler {
 public:
  explicit compiler(compiler_options options)
      : options_(std::move(options)), disk_(disk_of(options_), *options_.counted) {}
  compiler(const compiler&) = delete;
  compiler& operator=(const compiler&) = delete;
  ~compiler() {
    if (state* mine = state_.load(); mine && mine->process == ::getpid()) delete mine;
  }

  const toolkit& tools() const { return options_.tools; }

  compile_result compile(const compile_request& request) {
    progress shown(progress_of(), request.title.empty() ? "a program" : request.title, 1);
    return compile(request, shown);
  }

  // All are tried even if one fails; then the first failure, in the order of the requests, is thrown.
  std::vector<compile_result> compile(const std::vector<compile_request>& requests) {
    std::vector<compile_result> results(requests.size());
    std::vector<std::exception_ptr> failures(requests.size());
    std::atomic<std::size_t> next{0};
    progress shown(progress_of(), requests.empty() ? "" : requests.front().title, requests.size());
    const auto work = [&] {
      for (std::size_t i; (i = next++) < requests.size();) try {
          results[i] = compile(requests[i], shown);
          shown.finish_one();
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

  // What memory or disk have, without ever compiling: for places where compiling must not happen, such as inside the
  // capture of a stream.
  std::optional<compile_result> look_up(const compile_request& request) {
    if (!options_.tools.is_found()) return std::nullopt;
    const stopwatch watch;
    const cache_key key = key_of(request);
    const digest name = digest_of(material_of(key));
    compile_result result{here().memory.find(name), found_in::memory, 0};
    if (result.code) {
      count(options_.counted->memory_hits);
    } else {
      result.from = found_in::disk;
      std::shared_ptr<const compiled> read = from_disk(key, name);
      if (!read) return std::nullopt;
      bool is_hit = false;
      result.code = here().memory.find_or_make(
          name, [&] { return read; }, is_hit);
    }
    result.seconds = watch.seconds();
    return result;
  }

  void forget(const compile_request& request) {
    if (!options_.tools.is_found()) return;
    const digest name = digest_of(material_of(key_of(request)));
    here().memory.forget(name);
    disk_.forget(name);
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
  struct stopwatch {
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
  };

  // What a forked child must not touch: another thread may have held a lock of it.
  struct state {
    explicit state(std::size_t cap) : memory(cap) {}
    const pid_t process = ::getpid();
    memory_cache memory;
    std::mutex mutex;
    std::condition_variable freed;
    std::size_t running = 0;
    std::optional<known_keys> known;  // only where misses are explained
  };

  static disk_options disk_of(const compiler_options& options) {
    disk_options disk = options.disk;
    disk.say = options.say;
    return disk;
  }
  progress_options progress_of() const {
    progress_options shown = options_.progress;
    shown.say = options_.say;
    return shown;
  }

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

  compile_result compile(const compile_request& request, progress& shown) {
    require_toolkit(request);
    const stopwatch watch;
    const cache_key key = key_of(request);
    const digest name = digest_of(material_of(key));
    compile_result result;
    bool is_hit = false;
    const auto make = [&]() -> std::shared_ptr<const compiled> {
      if (options_.explains) read_known();
      result.from = found_in::disk;
      if (std::shared_ptr<const compiled> read = from_disk(key, name)) return read;
      result.from = found_in::compiler;
      if (options_.explains) explain(key, request.title);
      shown.begin();
      auto made = std::make_shared<const compiled>(run(request));
      disk_.store(key, request.title, *made);
      return made;
    };
    result.code = here().memory.find_or_make(name, make, is_hit);
    if (is_hit) {
      result.from = found_in::memory;
      count(options_.counted->memory_hits);
    }
    result.seconds = watch.seconds();
    if (options_.logs && !is_hit) log(request, result);
    if (!is_hit && profiler::is_on()) [[unlikely]] {
      profiler& trace = profiler::instance();
      const std::int64_t end = trace.now();
      trace.add({.name = (result.from == found_in::disk ? "load " : "compile ") + request.title, .category = "compile",
                 .detail = request.architecture}, end - static_cast<std::int64_t>(result.seconds * 1e9), end);
    }
    return result;
  }

  std::shared_ptr<const compiled> from_disk(const cache_key& key, const digest& name) {
    std::optional<entry> read = disk_.load(name);
    if (!read || read->key != key) return nullptr;
    count(options_.counted->disk_hits);
    return std::make_shared<const compiled>(std::move(read->program));
  }

  // The keys on disk as they were before this process wrote any.
  void read_known() {
    state& at = here();
    const std::lock_guard lock(at.mutex);
    if (at.known) return;
    at.known.emplace();
    disk_.each(1000, [&](entry&& read) { at.known->add(std::move(read.key), std::move(read.title)); });
  }

  void explain(const cache_key& key, const std::string& title) {
    state& at = here();
    std::string text;
    {
      const std::lock_guard lock(at.mutex);
      if (!at.known) at.known.emplace();
      text = at.known->explain(key, title) + "\n";
      at.known->add(key, title);
    }
    options_.say(text);
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
    const nvtx::range named("compile");
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
  disk_cache disk_;
  std::atomic<state*> state_{nullptr};
};

}  // namespace sinter::core::cuda

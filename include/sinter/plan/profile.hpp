// SPDX-License-Identifier: MIT
// SINTER_PROFILE=file.json: what ran, when, and what it moved, as a trace that Perfetto and chrome://tracing open. Backends
// add slices; the file is written when the process ends and by profile::write(). While it is off it costs one branch.
#pragma once
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "../graph/node.hpp"

namespace sinter::core {

// What a slice tells beside its times: a negative number is left out, as are an empty detail and a site without a line.
struct trace_slice {
  std::string_view name;
  const char* category = "kernel";  // kernel, copy, compile
  site where{};
  std::int64_t bytes = -1, flops = -1;
  std::string_view detail{};        // the kernel's own name, where the code came from
};

// Whoever has slices that are not added yet: times on a device are known only when its work is done.
class slice_source {
 public:
  virtual void flush() noexcept = 0;

 protected:
  ~slice_source() = default;
};

class profiler {
 public:
  static constexpr std::size_t most_slices = 200'000;  // later ones are counted, and left out
  static constexpr int host = -1;

  static bool is_on() {
    const state now = state_.load(std::memory_order_relaxed);
    if (now == state::off) [[likely]] return false;
    return now == state::on || begin();
  }
  // Asked for only while it is on. Never destroyed: other threads may still work while the process exits.
  static profiler& instance() {
    static auto* const made = new profiler;
    return *made;
  }

  // Nanoseconds since the trace began.
  std::int64_t now() const { return std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now() - began_).count(); }

  // A slice of this thread, or of device number `device`. What no memory is left for is left out.
  void add(const trace_slice& what, std::int64_t begin, std::int64_t end, int device = host) noexcept try {
    const std::lock_guard lock(mutex_);
    if (slices_.size() >= most_slices) {
      ++left_out_;
      return;
    }
    slices_.push_back({kept(what.name), kept(what.detail), what.category, what.where.line ? kept(what.where.file) : "",
                       static_cast<int>(what.where.line), device, device == host ? static_cast<int>(::gettid()) : 0, begin, end,
                       what.bytes, what.flops});
  } catch (const std::bad_alloc&) {
  }
  void add_source(slice_source& from) {
    const std::lock_guard lock(mutex_);
    sources_.push_back(&from);
  }
  // Once more at the end of the process, before what was loaded until now is shut down.
  static void write_at_exit() {
    std::atexit([] {
      if (is_on()) instance().write();
    });
  }

  // The whole trace until now, to SINTER_PROFILE's file or another one; false, and a line on stderr, where that fails.
  bool write(const char* other = nullptr) noexcept try {
    std::vector<slice_source*> sources;
    {
      const std::lock_guard lock(mutex_);
      sources = sources_;
    }
    for (slice_source* from : sources) from->flush();
    const std::lock_guard lock(mutex_);
    const std::string path = other ? other : path_, part = path + ".part";
    std::FILE* file = std::fopen(part.c_str(), "w");
    bool is_written = file != nullptr;
    if (file) {
      put_all(file);
      is_written = !std::ferror(file);
      is_written = std::fclose(file) == 0 && is_written && std::rename(part.c_str(), path.c_str()) == 0;
      if (!is_written) std::remove(part.c_str());
    }
    if (!is_written && !has_warned_) {
      has_warned_ = true;
      std::fprintf(stderr, "sinter: SINTER_PROFILE: cannot write %s\n", path.c_str());
    }
    return is_written;
  } catch (const std::bad_alloc&) {
    return false;
  }

 private:
  using clock = std::chrono::steady_clock;
  enum class state : signed char { unread, off, on };
  struct kept_slice {
    const char *name, *detail, *category, *file;
    int line, device, thread;
    std::int64_t begin, end, bytes, flops;
  };

  [[gnu::cold, gnu::noinline]] static bool begin() {
    const char* path = std::getenv("SINTER_PROFILE");
    const bool is_wanted = path && *path;
    if (is_wanted) instance();
    state before = state::unread;
    if (state_.compare_exchange_strong(before, is_wanted ? state::on : state::off) && is_wanted) {
      ::pthread_atfork(nullptr, nullptr, [] { state_.store(state::off); });  // the parent writes the file
      write_at_exit();
    }
    return is_wanted;
  }
  profiler() : path_(std::getenv("SINTER_PROFILE")) {}

  const char* kept(std::string_view text) {
    const auto found = texts_.find(text);
    return found != texts_.end() ? found->c_str() : texts_.emplace(text).first->c_str();
  }

  static void put_text(std::FILE* file, const char* text) {
    std::fputc('"', file);
    for (; *text; ++text) {
      const auto c = static_cast<unsigned char>(*text);
      if (c == '"' || c == '\\') std::fprintf(file, "\\%c", c);
      else if (c < 0x20) std::fprintf(file, "\\u%04x", static_cast<unsigned>(c));
      else std::fputc(c, file);
    }
    std::fputc('"', file);
  }
  static void put_time(std::FILE* file, std::int64_t nanoseconds) {  // in microseconds
    const std::int64_t from_zero = nanoseconds < 0 ? 0 : nanoseconds;
    std::fprintf(file, "%lld.%03d", static_cast<long long>(from_zero / 1000), static_cast<int>(from_zero % 1000));
  }
  static int process_of(const kept_slice& s) { return s.device + 2; }

  void put_all(std::FILE* file) const {
    std::fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file);
    std::set<int> devices{host};
    for (const kept_slice& s : slices_) devices.insert(s.device);
    bool is_first = true;
    for (const int device : devices) {
      std::fprintf(file, "%s{\"ph\":\"M\",\"pid\":%d,\"name\":\"process_name\",\"args\":{\"name\":\"", is_first ? "" : ",\n",
                   device + 2);
      if (device == host) std::fputs("cpu", file);
      else std::fprintf(file, "cuda(%d)", device);
      std::fputs("\"}}", file);
      is_first = false;
    }
    for (const kept_slice& s : slices_) put(file, s);
    std::fprintf(file, "\n],\"otherData\":{\"slices\":%zu,\"left_out\":%llu}}\n", slices_.size(),
                 static_cast<unsigned long long>(left_out_));
  }
  static void put(std::FILE* file, const kept_slice& s) {
    std::fprintf(file, ",\n{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":", process_of(s), s.thread);
    put_time(file, s.begin);
    std::fputs(",\"dur\":", file);
    put_time(file, s.end - s.begin);
    std::fprintf(file, ",\"cat\":\"%s\",\"name\":", s.category);
    put_text(file, s.name);
    std::fputs(",\"args\":{", file);
    const char* between = "";
    const auto key = [&](const char* name) {
      std::fprintf(file, "%s\"%s\":", between, name);
      between = ",";
    };
    if (s.line) {
      key("line");
      put_text(file, (s.file + (":" + std::to_string(s.line))).c_str());
    }
    if (*s.detail) {
      key("detail");
      put_text(file, s.detail);
    }
    if (s.bytes >= 0) key("bytes"), std::fprintf(file, "%lld", static_cast<long long>(s.bytes));
    if (s.flops >= 0) key("flops"), std::fprintf(file, "%lld", static_cast<long long>(s.flops));
    std::fputs("}}", file);
  }

  static inline constinit std::atomic<state> state_{state::unread};
  const clock::time_point began_ = clock::now();
  const std::string path_;
  std::mutex mutex_;
  std::set<std::string, std::less<>> texts_;
  std::vector<kept_slice> slices_;
  std::vector<slice_source*> sources_;
  std::uint64_t left_out_ = 0;
  bool has_warned_ = false;
};

}  // namespace sinter::core

namespace sinter::profile {

// Whether SINTER_PROFILE asked for a trace.
inline bool is_on() { return core::profiler::is_on(); }
// Writes the trace until now to SINTER_PROFILE's file, or to `path`. False where there is no trace or no such file.
inline bool write(const char* path = nullptr) { return is_on() && core::profiler::instance().write(path); }

}  // namespace sinter::profile

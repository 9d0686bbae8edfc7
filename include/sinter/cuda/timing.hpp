// SPDX-License-Identifier: MIT
// SINTER_PROFILE on a GPU: events around each piece of work on its stream, read when the work is done. Nothing here throws:
// what the driver refuses is missing in the trace, and said once.
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../plan/profile.hpp"
#include "gpu.hpp"

namespace sinter::core::cuda {

class gpu_timer final : public slice_source {
 public:
  // That of a GPU, which lives as long as the process.
  static gpu_timer& of(gpu& on) {
    static std::mutex one_at_a_time;
    static auto* const all = new std::vector<gpu_timer*>;
    const std::lock_guard lock(one_at_a_time);
    for (gpu_timer* known : *all)
      if (&known->gpu_ == &on) return *known;
    all->push_back(new gpu_timer(on));
    profiler::instance().add_source(*all->back());
    profiler::write_at_exit();  // while the driver, which was loaded before, still works
    return *all->back();
  }

  struct interval {
    event_handle begin = nullptr, end = nullptr;
    std::int64_t asked = 0;  // by our clock: nothing begins before
  };
  // The context is current. An interval that could not begin has no events.
  interval begin() noexcept {
    const std::lock_guard lock(mutex_);
    interval made{.asked = profiler::instance().now()};
    if (is_broken_ || !take(made.begin) || !take(made.end) ||
        !did(gpu_.api.cuEventRecord(made.begin, gpu_.stream()), "cuEventRecord")) {
      put_back(made);
      return {};
    }
    return made;
  }
  void end(const interval& of, const trace_slice& what) noexcept try {
    if (!of.begin) return;
    const std::lock_guard lock(mutex_);
    if (!did(gpu_.api.cuEventRecord(of.end, gpu_.stream()), "cuEventRecord")) return put_back(of);
    pending_.push_back({of, what, std::string(what.name), std::string(what.detail)});
    if (pending_.size() >= most_pending) read(true);
  } catch (const std::bad_alloc&) {
  }
  void give_up(const interval& of) noexcept {
    const std::lock_guard lock(mutex_);
    put_back(of);
  }
  // The stream has been waited for, and the context is current.
  void read_finished() noexcept {
    const std::lock_guard lock(mutex_);
    read(false);
  }
  void flush() noexcept override {
    const std::lock_guard lock(mutex_);
    if (pending_.empty()) return;
    const gpu::entered_quietly here(gpu_);
    if (here.is_in()) read(true);
  }

 private:
  static constexpr std::size_t most_pending = 4096;
  struct waiting {
    interval when;
    trace_slice what;
    std::string name, detail;
  };

  explicit gpu_timer(gpu& on) : gpu_(on) {
    // Where the device's clock meets ours.
    if (!take(base_) || !did(gpu_.api.cuEventRecord(base_, gpu_.stream()), "cuEventRecord")) return;
    if (!did(gpu_.api.cuStreamSynchronize(gpu_.stream()), "cuStreamSynchronize")) return;
    base_time_ = static_cast<double>(profiler::instance().now());
  }

  bool did(status code, const char* function) noexcept {
    if (code == 0) return true;
    if (!is_broken_) try {
        std::fprintf(stderr, "sinter: SINTER_PROFILE: the times of cuda(%d) end here; %s\n", gpu_.number(),
                     gpu_.api.describe(code, function).text());
      } catch (...) {
      }
    is_broken_ = true;
    return false;
  }
  bool take(event_handle& made) noexcept {
    if (!free_.empty()) {
      made = free_.back();
      free_.pop_back();
      return true;
    }
    return did(gpu_.api.cuEventCreate(&made, 0), "cuEventCreate");
  }
  void put_back(event_handle gone) noexcept try {
    if (gone) free_.push_back(gone);
  } catch (const std::bad_alloc&) {  // one event fewer
  }
  void put_back(const interval& gone) noexcept {
    put_back(gone.begin);
    put_back(gone.end);
  }
  // What is done, in the order of the stream; `waits`: all of it. Else other threads may have asked for more since the stream
  // was waited for, and that stays.
  void read(bool waits) noexcept {
    if (pending_.empty()) return;
    if (waits && gpu_.api.cuStreamSynchronize(gpu_.stream()) != 0) is_broken_ = true;
    auto at = pending_.begin();
    for (; at != pending_.end(); ++at) {
      float from_base = 0, spent = 0;
      if (!is_broken_) {
        const status code = gpu_.api.cuEventElapsedTime(&spent, at->when.begin, at->when.end);
        if (code == not_ready && !waits) break;
        if (did(code, "cuEventElapsedTime") &&
            did(gpu_.api.cuEventElapsedTime(&from_base, base_, at->when.begin), "cuEventElapsedTime"))
          add(*at, from_base, spent);
      }
      put_back(at->when);
    }
    pending_.erase(pending_.begin(), at);
  }
  void add(waiting& done, float from_base, float spent) noexcept {
    done.what.name = done.name;
    done.what.detail = done.detail;
    // Never before it was asked for: clocks drift, and some stand still while nothing runs.
    const double begin = std::max(base_time_ + from_base * 1e6, static_cast<double>(done.when.asked)), end = begin + spent * 1e6;
    profiler::instance().add(done.what, static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end), gpu_.number());
    // The float of a long time would be coarse: the next one is measured from here.
    std::swap(base_, done.when.end);
    base_time_ = end;
  }

  gpu& gpu_;
  std::mutex mutex_;
  std::vector<event_handle> free_;
  std::vector<waiting> pending_;
  event_handle base_ = nullptr;
  double base_time_ = 0;
  bool is_broken_ = false;
};

// Does `work` on the stream, and puts it into the trace as `describe()` says: called only while there is one.
template <class Describe, class Work>
void timed(gpu& on, Describe describe, Work work) {
  if (!profiler::is_on()) [[likely]] return work();
  gpu_timer& timer = gpu_timer::of(on);
  const gpu_timer::interval when = timer.begin();
  try {
    work();
  } catch (...) {
    timer.give_up(when);
    throw;
  }
  describe([&](const trace_slice& what) { timer.end(when, what); });
}

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// Says on stderr that a long compile goes on: nothing at first, then one line, which a terminal sees change.
#pragma once
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace sinter::core::cuda {

struct progress_options {
  double after = 2, every = 0.5;  // seconds
  bool is_terminal = ::isatty(2) == 1;
  void (*say)(std::string_view) = nullptr;
};

class progress {
 public:
  // Of `total` programs; `title` names the work if it is one.
  progress(const progress_options& options, std::string title, std::size_t total)
      : options_(options), title_(std::move(title)), total_(total) {}
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress() {
    if (!watch_ || ::getpid() != process_)
      return;  // a forked child has no such thread; what it waited on is left to leak
    {
      const std::lock_guard lock(watch_->mutex);
      watch_->is_over = true;
    }
    watch_->changed.notify_all();
    if (watch_->thread.joinable()) watch_->thread.join();
    delete watch_;
  }

  // The compiler starts to work; before that there is nothing to watch.
  void begin() {
    if (!options_.say || has_begun_.exchange(true)) return;
    process_ = ::getpid();
    watch_ = new watch;
    try {
      watch_->thread = std::thread([this] { show(); });
    } catch (const std::exception&) {  // no thread to be had: nothing is shown
    }
  }
  void finish_one() { ++done_; }

 private:
  struct watch {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_over = false;
    std::thread thread;
  };

  void show() {
    const auto begin = std::chrono::steady_clock::now();
    watch& here = *watch_;
    std::unique_lock lock(here.mutex);
    const auto is_over_within = [&](double seconds) {
      return here.changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return here.is_over; });
    };
    if (is_over_within(options_.after)) return;
    const auto line = [&] {
      char text[200];
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (total_ == 1)
        std::snprintf(text, sizeof text, "sinter: compiling %.100s: %.1f s", title_.c_str(), seconds);
      else
        std::snprintf(text, sizeof text, "sinter: compiling %zu programs: %zu done, %.1f s", total_, done_.load(),
                      seconds);
      return std::string(text);
    };
    if (!options_.is_terminal) {
      options_.say(line() + ", and it goes on\n");
      return;
    }
    do options_.say("\r" + line());
    while (!is_over_within(options_.every));
    options_.say("\r" + line() + "\n");
  }

  const progress_options options_;
  const std::string title_;
  const std::size_t total_;
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> has_begun_{false};
  watch* watch_ = nullptr;
  pid_t process_ = 0;
};

}  // namespace sinter::core::cuda

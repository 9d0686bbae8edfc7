// SPDX-License-Identifier: MIT
// The replays of a prepared call: one for each call that is in flight at once, kept for the calls after.
#pragma once
#include <mutex>

#include "replay.hpp"

namespace sinter::core::cuda {

class replays {
 public:
  replays() = default;
  replays(const replays&) = delete;
  ~replays() { clear(); }

  // The context is current, and no call is in flight.
  void clear() {
    while (replay* gone = idle_) {
      idle_ = gone->next;
      delete gone;
    }
  }

  // One for a call: back to the others on success, gone after a failure that may have left it half changed.
  class lease {
   public:
    // `make` returns a new replay, for where none is idle.
    template <class Make> lease(replays& from, Make make) : from_(from) {
      {
        const std::lock_guard lock(from_.mutex_);
        if ((held_ = from_.idle_)) from_.idle_ = held_->next;
      }
      if (!held_) held_ = make();
    }
    lease(const lease&) = delete;
    ~lease() { delete held_; }
    void succeed() {
      const std::lock_guard lock(from_.mutex_);
      held_->next = from_.idle_;
      from_.idle_ = std::exchange(held_, nullptr);
    }
    replay* operator->() { return held_; }
    replay& operator*() { return *held_; }

   private:
    replays& from_;
    replay* held_ = nullptr;
  };

 private:
  std::mutex mutex_;
  replay* idle_ = nullptr;
};

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// Compiled programs in memory, by the digest of their key. Of several threads that want the same, one makes it and the
// others wait; no lock is held meanwhile.
#pragma once
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "../../array/error.hpp"
#include "../compiled.hpp"
#include "key.hpp"

namespace sinter::core::cuda {

class memory_cache {
 public:
  using code = std::shared_ptr<const compiled>;

  // Keeps programs of about so many bytes; the longest unused go first, and live on with whoever still holds them.
  explicit memory_cache(std::size_t cap) : cap_(cap) {}

  // What stands under the key, else null. Waits for nobody.
  code find(const digest& key) {
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(key);
    if (found == slots_.end() || !found->second->made) return nullptr;
    found->second->used = ++clock_;
    return found->second->made;
  }

  // What stands under the key, or what `make` returns, which then stands there; `is_hit` tells which. A failure is not
  // kept: those who waited for it get a compile_error of their own, and after any other exception one of them tries.
  template <class Make> code find_or_make(const digest& key, Make make, bool& is_hit) {
    std::unique_lock lock(mutex_);
    is_hit = true;
    std::shared_ptr<slot> mine;
    while (!mine) {
      const auto [found, is_new] = slots_.try_emplace(key);
      if (is_new) {
        mine = found->second = std::make_shared<slot>();
        break;
      }
      const std::shared_ptr<slot> theirs = found->second;
      changed_.wait(lock, [&] { return theirs->is_done; });
      if (theirs->failure) throw compile_error(*theirs->failure);
      if (theirs->made) {
        theirs->used = ++clock_;
        return theirs->made;
      }
    }
    is_hit = false;
    lock.unlock();
    try {
      code made = make();
      finish(key, *mine, made, nullptr);
      return made;
    } catch (const compile_error& failure) {
      finish(key, *mine, nullptr, &failure);
      throw;
    } catch (...) {
      finish(key, *mine, nullptr, nullptr);
      throw;
    }
  }

  void forget(const digest& key) {
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(key);
    if (found != slots_.end() && found->second->is_done) erase(found);
  }

  std::size_t bytes() {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  struct slot {
    code made;
    std::optional<compile_error> failure;
    bool is_done = false;
    std::uint64_t used = 0;
  };
  using slots = std::map<digest, std::shared_ptr<slot>>;

  static std::size_t size_of(const compiled& program) {
    return program.ptx.size() + program.cubin.size() + program.log.size();
  }

  void finish(const digest& key, slot& mine, const code& made, const compile_error* failure) {
    if (::getpid() != process_)
      return;  // a fork happened meanwhile: here nobody waits, and the lock may be held forever
    const std::lock_guard lock(mutex_);
    mine.made = made;
    if (failure) mine.failure.emplace(*failure);
    mine.is_done = true;
    mine.used = ++clock_;
    if (made) {
      bytes_ += size_of(*made);
      shrink();
    } else {
      slots_.erase(key);
    }
    changed_.notify_all();
  }

  void erase(slots::iterator at) {
    bytes_ -= size_of(*at->second->made);
    slots_.erase(at);
  }

  void shrink() {
    while (bytes_ > cap_) {
      auto oldest = slots_.end();
      for (auto at = slots_.begin(); at != slots_.end(); ++at)
        if (at->second->is_done && (oldest == slots_.end() || at->second->used < oldest->second->used)) oldest = at;
      if (oldest == slots_.end()) return;
      erase(oldest);
    }
  }

  const std::size_t cap_;
  const pid_t process_ = ::getpid();
  std::mutex mutex_;
  std::condition_variable changed_;
  slots slots_;
  std::size_t bytes_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace sinter::core::cuda

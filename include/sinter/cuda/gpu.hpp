// SPDX-License-Identifier: MIT
// One GPU as sinter uses it: the primary context, entered for each piece of work and left again; one stream, so that work
// and memory follow in order; and what is known of failures. It stays open until the process ends, on purpose.
#pragma once
#include <pthread.h>

#include <atomic>
#include <new>
#include <vector>

#include "../array/device.hpp"
#include "../graph/failure.hpp"
#include "counters.hpp"
#include "driver.hpp"
#include "emitted.hpp"

namespace sinter::core::cuda {

// Set in a child of fork(): the driver does not survive there.
inline std::atomic<bool> is_forked_child{false};

// A kernel that was started, as errors tell of it: the strings live as long as the process.
struct started_kernel {
  const char* name = nullptr;
  site where;
};

class gpu {
 public:
  // Opens GPU `number`. Throws device_error, and then nothing is held.
  gpu(const driver& with, int number) : api(with), number_(number) {
    static const int watched = pthread_atfork(nullptr, nullptr, [] { is_forked_child.store(true, std::memory_order_relaxed); });
    (void)watched;
    check(api.cuDriverGetVersion(&driver_version_), "cuDriverGetVersion");
    check(api.cuDeviceGet(&device_, number), "cuDeviceGet");
    about_ = {attribute(device_attribute::major),
              attribute(device_attribute::minor),
              attribute(device_attribute::multiprocessors),
              attribute(device_attribute::threads_per_multiprocessor),
              attribute(device_attribute::registers_per_multiprocessor),
              attribute(device_attribute::shared_per_multiprocessor),
              attribute(device_attribute::shared_per_block),
              attribute(device_attribute::shared_per_block_optin)};
    const bool has_pools = attribute(device_attribute::has_pools) != 0;
    check(api.cuDevicePrimaryCtxRetain(&context_, device_), "cuDevicePrimaryCtxRetain");
    try {
      const entered here(*this);
      if (has_pools) {
        check(api.cuDeviceGetDefaultMemPool(&pool_, device_), "cuDeviceGetDefaultMemPool");
        unsigned long long everything = ~0ull;  // freed memory stays in the pool
        check(api.cuMemPoolSetAttribute(pool_, pool_release_threshold, &everything), "cuMemPoolSetAttribute");
      }
      check(api.cuStreamCreate(&stream_, stream_non_blocking), "cuStreamCreate");
    } catch (...) {
      give_back([&] { return api.cuDevicePrimaryCtxRelease(device_); });
      throw;
    }
  }
  gpu(const gpu&) = delete;

  const driver& api;
  int number() const { return number_; }
  stream_handle stream() const { return stream_; }
  pool_handle pool() const { return pool_; }  // null where the device has none
  const device_description& about() const { return about_; }

  // What one launch may pass to a kernel: 4 KB, and more since CUDA 12.1 where the hardware has it.
  int most_parameter_bytes() const { return about_.major >= 7 && driver_version_ >= 12010 ? 32764 : 4096; }

  // The context is current as long as one of these lives. Throws device_error where the device cannot be used, with the
  // user's line if it is given.
  class entered {
   public:
    explicit entered(gpu& at, const site* where = nullptr) : at_(at) {
      at.require_alive();
      at.check(at.api.cuCtxPushCurrent(at.context_), "cuCtxPushCurrent", {nullptr, where ? *where : site{}});
    }
    entered(const entered&) = delete;
    ~entered() { at_.leave(); }

   private:
    gpu& at_;
  };
  // The same in destructors: is_in() says whether the driver may be called.
  class entered_quietly {
   public:
    explicit entered_quietly(gpu& at) noexcept
        : at_(at), is_in_(at.is_alive() && at.give_back([&] { return at.api.cuCtxPushCurrent(at.context_); })) {}
    entered_quietly(const entered_quietly&) = delete;
    ~entered_quietly() {
      if (is_in_) at_.leave();
    }
    bool is_in() const { return is_in_; }

   private:
    gpu& at_;
    bool is_in_;
  };

  // As long as one of these lives, what this thread asks of the driver does not break what a user captures in a stream of his
  // own: no captured stream is touched here, so that allocating and loading are safe. Where work is already prepared nothing
  // of that kind is asked for.
  class beside_captures {
   public:
    explicit beside_captures(gpu& at) noexcept : at_(at), is_set_(at.api.cuThreadExchangeStreamCaptureMode(&mode_) == 0) {}
    beside_captures(const beside_captures&) = delete;
    ~beside_captures() {
      if (is_set_) at_.give_back([&] { return at_.api.cuThreadExchangeStreamCaptureMode(&mode_); });
    }

   private:
    gpu& at_;
    int mode_ = capture_relaxed;
    bool is_set_;
  };

  // What destructors do: nobody hears of a failure, so one that passes is tried once more. A driver that is being shut down
  // (4, 201, 709) has given everything back.
  template <class Call>
  bool give_back(Call call) noexcept {
    status code = call();
    if (code && code != 4 && code != 201 && code != 709 && !is_sticky(code)) code = call();
    return code == 0;
  }

  // Unloads programs, those that had to wait included: the driver refuses while any stream is being captured.
  void unload(module_handle module) noexcept try {
    const std::lock_guard lock(unloading_);
    to_unload_.push_back(module);
    std::erase_if(to_unload_, [&](module_handle each) {
      status code = 0;
      give_back([&] { return code = api.cuModuleUnload(each); });
      return code != capture_unsupported;
    });
  } catch (const std::bad_alloc&) {  // then it stays
  }

  bool is_alive() const noexcept {
    return !lost_.load(std::memory_order_acquire) && !is_forked_child.load(std::memory_order_relaxed);
  }
  void require_alive() const {
    if (is_alive()) [[likely]] return;
    if (is_forked_child.load(std::memory_order_relaxed))
      throw device_error(sentence() << device::cuda(number_).name() << ": a child of fork() cannot use a GPU that its parent "
                                    << "has opened; start a fresh process. The CPU still works");
    throw device_error(sentence() << device::cuda(number_).name() << ": the device is lost, with all arrays on it, since: "
                                  << *lost_.load(std::memory_order_acquire));
  }
  void check(status code, const char* function) {
    if (code) [[unlikely]] fail(code, function);
  }
  void check(status code, const char* function, const started_kernel& kernel) {
    if (code) [[unlikely]] fail(code, function, kernel);
  }
  // Throws what the driver's answer means. A sticky error is the first of all that follow.
  [[noreturn, gnu::cold]] void fail(status code, const char* function, const started_kernel& kernel = {}) {
    sentence text;
    text << located(kernel.where) << device::cuda(number_).name() << ": ";
    if (kernel.name) text << "kernel " << kernel.name << ": ";
    text << api.describe(code, function);
    if (code == out_of_memory) text << "; " << free_memory();
    if (code == capture_unsupported) text << "; a stream is being captured: call the function once before the capture";
    if (is_sticky(code)) {
      lose(text);
      text << "; the device is lost, with all arrays on it";
    }
    throw device_error(text);
  }

  // "5 of 10 bytes are free", for whoever lacked memory.
  sentence free_memory() const {
    std::size_t free = 0, total = 0;
    if (api.cuMemGetInfo(&free, &total)) return sentence() << "how much is free is not known";
    return sentence() << free << " of " << total << " bytes are free";
  }

  // Whether memory of `source` can be copied here without the host in between: asked once for each pair. What a driver does
  // not answer is a no.
  bool reaches(gpu& source) noexcept {
    std::atomic<reach>& known = reached_[source.number_];
    reach found = known.load(std::memory_order_relaxed);
    if (found == reach::unknown) {
      int can = 0;
      const pool_access wanted{.device = device_};
      const bool is_open = api.cuDeviceCanAccessPeer(&can, device_, source.device_) == 0 && can &&
                           (!source.pool_ || api.cuMemPoolSetAccess(source.pool_, &wanted, 1) == 0);
      known.store(found = is_open ? reach::direct : reach::none, std::memory_order_relaxed);
    }
    return found == reach::direct;
  }
  // Enqueued on this device's stream; the context is current, and `source` has finished what it wrote.
  status copy_from(gpu& source, address to, address from, std::size_t bytes) {
    return api.cuMemcpyPeerAsync(to, context_, from, source.context_, bytes, stream_);
  }

  // Waits for all work. Throws device_error with the kernels that were started last.
  void synchronise() {
    const status code = api.cuStreamSynchronize(stream_);
    count(counters::instance().synchronisations);
    if (code == 0) [[likely]] return;
    if (!is_sticky(code)) api.cuStreamSynchronize(stream_);  // copies may be under way to memory that the caller now frees
    fail_late(code, "cuStreamSynchronize");
  }
  // An error of work that was started before: the youngest kernel's line stands first.
  [[noreturn, gnu::cold]] void fail_late(status code, const char* function) {
    sentence text;
    const std::uint64_t count = started_.load(std::memory_order_acquire);
    const std::uint64_t shown = count < remembered ? count : remembered;
    if (shown) text << located(recall(count - 1).where);
    text << device::cuda(number_).name() << ": " << api.describe(code, function);
    for (std::uint64_t i = 1; i <= shown; ++i) {
      const started_kernel kernel = recall(count - i);
      text << (i == 1 ? "; the kernels started last: " : ", ") << kernel.name;
      if (kernel.where.line) text << " (" << kernel.where.file << ":" << static_cast<int>(kernel.where.line) << ")";
    }
    if (is_sticky(code)) {
      lose(text);
      text << "; the device is lost, with all arrays on it";
    }
    throw device_error(text);
  }

  // The one place where launches are recorded.
  void record(const started_kernel& kernel) {
    remembered_kernel& to = ring_[started_.fetch_add(1, std::memory_order_acq_rel) % remembered];
    to.name.store(kernel.name, std::memory_order_relaxed);
    to.file.store(kernel.where.file, std::memory_order_relaxed);
    to.line.store(kernel.where.line, std::memory_order_relaxed);
    count(counters::instance().launches);
  }

 private:
  static constexpr std::uint64_t remembered = 8;
  enum class reach : std::uint8_t { unknown, none, direct };
  struct remembered_kernel {
    std::atomic<const char*> name{""};
    std::atomic<const char*> file{""};
    std::atomic<unsigned> line{0};
  };
  started_kernel recall(std::uint64_t i) const {
    const remembered_kernel& at = ring_[i % remembered];
    return {at.name.load(std::memory_order_relaxed),
            {at.file.load(std::memory_order_relaxed), at.line.load(std::memory_order_relaxed)}};
  }
  void lose(const sentence& why) noexcept {
    const sentence* none = nullptr;
    auto* kept = new (std::nothrow) sentence(why);
    static const sentence without_memory = sentence() << "an error that could not be kept";
    if (!lost_.compare_exchange_strong(none, kept ? kept : &without_memory)) delete kept;
  }
  void leave() noexcept {
    context_handle left = nullptr;
    give_back([&] { return api.cuCtxPopCurrent(&left); });
  }
  int attribute(device_attribute which) {
    int value = 0;
    check(api.cuDeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
    return value;
  }

  int number_, device_ = 0, driver_version_ = 0;
  context_handle context_ = nullptr;
  stream_handle stream_ = nullptr;
  pool_handle pool_ = nullptr;
  device_description about_;
  std::mutex unloading_;
  std::vector<module_handle> to_unload_;
  std::atomic<reach> reached_[most_devices] = {};  // by the other's number
  std::atomic<const sentence*> lost_{nullptr};
  std::atomic<std::uint64_t> started_{0};
  remembered_kernel ring_[remembered];
};

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// A GPU as the rest of the library sees it: memory for arrays, and a runner of programs, each prepared once for a vector of
// extents.
#pragma once
#include "prepared.hpp"

namespace sinter::core::cuda {

// What one GPU keeps for one program: its kernels, and the calls prepared for the extents seen last.
class program_on_gpu final : public prepared_program {
 public:
  program_on_gpu(const device_memory& where, gpu& with, storage& memory)
      : prepared_program(where), gpu_(with), storage_(memory), kernels_(with, memory) {}
  ~program_on_gpu() override {
    const gpu::entered_quietly here(gpu_);
    calls_.clear();
    if (here.is_in()) {
      gpu_.api.cuStreamSynchronize(gpu_.stream());
      kernels_.unload();
    }
  }

  // The context is current.
  std::shared_ptr<prepared_call> find_or_prepare(const program_view& of, const std::int64_t* symbols) {
    if (auto found = find(symbols)) [[likely]] return found;
    const std::lock_guard lock(preparing_);  // one thread compiles, the others find
    if (auto found = find(symbols)) return found;
    const gpu::beside_captures here(gpu_);
    const auto launches = kernels_.find_or_load(of, symbols, settings::instance().debugs_nans);
    auto made = std::make_shared<prepared_call>(gpu_, storage_, of, symbols, launches);
    std::shared_ptr<prepared_call> gone;  // after the lock
    const std::lock_guard table(mutex_);
    if (calls_.size() == most_calls) {
      gone = std::move(calls_.back());
      calls_.pop_back();
    }
    calls_.insert(calls_.begin(), made);
    return made;
  }

 private:
  static constexpr std::size_t most_calls = 64;

  std::shared_ptr<prepared_call> find(const std::int64_t* symbols) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < calls_.size(); ++i)
      if (calls_[i]->is_for(symbols)) {
        if (i > 0)
          std::rotate(calls_.begin(), calls_.begin() + static_cast<std::ptrdiff_t>(i),
                      calls_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return calls_[0];
      }
    return nullptr;
  }

  gpu& gpu_;
  storage& storage_;
  loaded_programs kernels_;
  std::mutex preparing_, mutex_;
  std::vector<std::shared_ptr<prepared_call>> calls_;  // the last used first
};

class runner final : public device_runner {
 public:
  runner(const driver& api, int number) : gpu_(api, number), storage_(gpu_) {}

  device where() const noexcept override { return device::cuda(gpu_.number()); }
  gpu& on() { return gpu_; }

  void* allocate(std::size_t bytes) override {
    const gpu::entered here(gpu_);
    return reinterpret_cast<void*>(storage_.allocate(bytes));
  }
  void release(void* data, std::size_t bytes) noexcept override {
    if (!data) return;
    const gpu::entered_quietly here(gpu_);
    if (here.is_in()) storage_.release(reinterpret_cast<address>(data), bytes);
  }
  void copy_in(void* to, const void* from, std::size_t bytes) override {
    if (bytes == 0) return;
    const gpu::entered here(gpu_);
    const nvtx::range named("copy to device");
    timed(gpu_, [&](auto put) { put(copied("copy to device", bytes)); }, [&] {
      gpu_.check(storage_.with_room([&] {
        return gpu_.api.cuMemcpyHtoDAsync(reinterpret_cast<address>(to), from, bytes, gpu_.stream());
      }), "cuMemcpyHtoDAsync");
    });
    gpu_.synchronise();
    count(counters::instance().bytes_to_device, bytes);
  }
  void copy_out(void* to, const void* from, std::size_t bytes) override {
    if (bytes == 0) return;
    const gpu::entered here(gpu_);
    const nvtx::range named("copy to host");
    timed(gpu_, [&](auto put) { put(copied("copy to host", bytes)); }, [&] {
      const status code = storage_.with_room([&] {
        return gpu_.api.cuMemcpyDtoHAsync(to, reinterpret_cast<address>(from), bytes, gpu_.stream());
      });
      if (code) gpu_.fail_late(code, "cuMemcpyDtoHAsync");
    });
    gpu_.synchronise();
    if (profiler::is_on()) [[unlikely]] gpu_timer::of(gpu_).read_finished();
    count(counters::instance().bytes_to_host, bytes);
  }
  bool copy_from(device_memory& other, void* to, const void* from, std::size_t bytes) override {
    gpu& source = static_cast<runner&>(other).gpu_;
    if (bytes == 0) return true;
    gpu_.require_alive();
    {
      const gpu::entered there(source);
      if (!gpu_.reaches(source)) return false;
      source.synchronise();  // what is still being written there
    }
    const gpu::entered here(gpu_);
    const nvtx::range named("copy between devices");
    timed(gpu_, [&](auto put) { put(copied("copy between devices", bytes)); }, [&] {
      gpu_.check(storage_.with_room([&] {
        return gpu_.copy_from(source, reinterpret_cast<address>(to), reinterpret_cast<address>(from), bytes);
      }), "cuMemcpyPeerAsync");
    });
    gpu_.synchronise();  // the source may be freed now
    count(counters::instance().bytes_between_devices, bytes);
    return true;
  }
  void run(const program_view& of, const given_argument_view* in, const std::int64_t* symbols, buffer** out,
           const site* where) override {
    const site line = where ? *where : line_of(of.graph, -1);
    const gpu::entered here(gpu_, &line);
    if (!of.prepared) {  // nobody keeps anything for it
      program_on_gpu once(*this, gpu_, storage_);
      return once.find_or_prepare(of, symbols)->run(*this, of, in, out, where);
    }
    prepared_program* kept = of.prepared->find(*this);
    if (!kept) [[unlikely]] {
      count(counters::instance().traces);
      kept = of.prepared->add(new program_on_gpu(*this, gpu_, storage_));
    }
    static_cast<program_on_gpu*>(kept)->find_or_prepare(of, symbols)->run(*this, of, in, out, where);
  }

 private:
  static trace_slice copied(const char* name, std::size_t bytes) {
    return {.name = name, .category = "copy", .bytes = static_cast<std::int64_t>(bytes)};
  }

  gpu gpu_;
  storage storage_;
};

}  // namespace sinter::core::cuda

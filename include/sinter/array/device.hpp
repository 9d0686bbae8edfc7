// SPDX-License-Identifier: MIT
// Where an array lives: `device`, a small value, and what a buffer asks of memory that the host cannot read. cuda/ keeps the
// promise; nothing here depends on it, so that arrays are one type whether or not a program is built with CUDA.
#pragma once
#include <cstddef>
#include <string_view>

#include "error.hpp"

namespace sinter {
namespace core {
inline constexpr int most_devices = 16;
}  // namespace core

// A place for arrays and work: the host's processor, or an NVIDIA GPU by its number.
class device {
 public:
  constexpr device() = default;  // the host
  static constexpr device cpu() { return {}; }
  static constexpr device cuda(int number = 0) {
    if (number < 0 || number >= core::most_devices)
      throw device_error(core::sentence() << "device: the number of a GPU must be from 0 to " << core::most_devices - 1
                                          << "; given " << number);
    device made;
    made.number_ = number;
    return made;
  }

  constexpr bool is_cpu() const { return number_ < 0; }
  constexpr bool is_cuda() const { return number_ >= 0; }
  constexpr int number() const { return number_; }  // of the GPU; -1 for the host
  // cpu, cuda(0), cuda(1), ...
  constexpr std::string_view name() const {
    constexpr std::string_view names[] = {"cpu",     "cuda(0)", "cuda(1)",  "cuda(2)",  "cuda(3)",  "cuda(4)",
                                          "cuda(5)", "cuda(6)", "cuda(7)",  "cuda(8)",  "cuda(9)",  "cuda(10)",
                                          "cuda(11)", "cuda(12)", "cuda(13)", "cuda(14)", "cuda(15)"};
    return names[number_ + 1];
  }
  constexpr bool operator==(const device&) const = default;

 private:
  int number_ = -1;
};

namespace core {

// Memory of a device. Whoever implements it also runs programs: see plan/device_runner.hpp. Lives as long as the process.
class device_memory {
 public:
  virtual device where() const noexcept = 0;
  // Unset bytes, aligned to 256. Throws device_error.
  virtual void* allocate(std::size_t bytes) = 0;
  // Work that was started before may still use them.
  virtual void release(void* data, std::size_t bytes) noexcept = 0;
  // Both return when the host's bytes are free to be changed or ready to be read. Throw device_error, also for what went
  // wrong in work that was started before.
  virtual void copy_in(void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_out(void* to, const void* from, std::size_t bytes) = 0;

 protected:
  ~device_memory() = default;
};

[[noreturn]] inline void array_is_on_a_device(device on, const std::source_location& where) {
  throw device_error(located(where) << "array: elements on " << on.name()
                                << " cannot be written by the host; move them with to(device::cpu()) first");
}

}  // namespace core
}  // namespace sinter

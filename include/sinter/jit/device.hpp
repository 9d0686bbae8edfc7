// SPDX-License-Identifier: MIT
// Where a call runs: on the device of its arguments, or on the default one, SINTER_PLATFORM=cuda or cpu, where it has none.
// And moving arrays between devices.
#pragma once
#include <cstdio>
#include <memory>

#include "../array/array.hpp"
#include "../plan/device_runner.hpp"
#include "settings.hpp"
#if SINTER_HAS_CUDA
#include "../cuda/border.hpp"
#if !defined(SINTER_CUDA_ELSEWHERE)
#include "../cuda/room.hpp"
#endif
#endif

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// The device itself. Throws device_error with a sentence that says what is missing.
inline device_runner& runner_of(device where) {
#if SINTER_HAS_CUDA
  return cuda::device_runner_of(where.number());
#else
  throw device_error(sentence() << where.name() << ": this program was built without CUDA; compile with -DSINTER_USE_CUDA=1"
                                << " and -ldl, or link sinter::cuda in CMake");
#endif
}

// The default device; null: the host. What is missing for a GPU that is asked for is reported once.
inline device_runner* default_runner() {
  if (!settings::instance().prefers_cuda) return nullptr;
  static device_runner* const found = []() -> device_runner* {
    try {
      device_runner& gpu = runner_of(device::cuda(0));
#if SINTER_HAS_CUDA
      if (std::string why; !cuda::finds_compiler(why)) throw device_error("NVRTC is missing; " + why);
#endif
      return &gpu;
    } catch (const device_error& e) {
      std::fprintf(stderr, "sinter: SINTER_PLATFORM=cuda, but the CPU is used: %s\n", e.what());
      return nullptr;
    }
  }();
  return found;
}

[[noreturn]] inline void arguments_must_be_on_one_device(device one, int first, device other, int second) {
  throw device_error(sentence() << "call: its arrays must be on one device; argument " << first << " is on " << one.name()
                                << " and argument " << second << " on " << other.name() << "; move one with to(device::"
                                << (one.is_cpu() ? other : one).name() << ")");
}

inline device place_of(const given_argument_view& x) { return x.memory->on ? x.memory->on->where() : device::cpu(); }

// A scalar's rank is 0; literals and scalars go where the others are.
inline bool has_a_place(const given_argument_view& x) { return x.memory && x.memory->rank > 0 && !x.is_literal; }

#if !SINTER_HAS_CUDA
// SINTER_PLATFORM=cuda in a program that cannot, said at its first call.
inline bool says_that_cuda_is_missing() {
  if (settings::instance().prefers_cuda) (void)default_runner();
  return true;
}
#endif

// Whether the host's path is certainly right: nothing is on a device, and something is at home here or the host is the default.
inline bool runs_here(const given_argument_view* in, int count) {
#if !SINTER_HAS_CUDA
  [[maybe_unused]] static const bool is_said = says_that_cuda_is_missing();
#endif
  bool is_elsewhere = false, is_rooted = false;
  for (int i = 0; i < count; ++i)
    if (const buffer* memory = in[i].memory) {
      is_elsewhere |= memory->on != nullptr;
      is_rooted |= memory->rank > 0 && !in[i].is_literal;
    }
  return !is_elsewhere && (is_rooted || !settings::instance().prefers_cuda);
}

// The device that a call with these arguments runs on; null: the host.
inline device_runner* runner_for(const given_argument_view* in, int count) {
  int first = -1, scalar = -1;
  for (int i = 0; i < count; ++i) {
    if (in[i].memory && in[i].memory->on && scalar < 0) scalar = i;
    if (!has_a_place(in[i])) continue;
    if (first < 0) first = i;
    else if (in[i].memory->on != in[first].memory->on)
      arguments_must_be_on_one_device(place_of(in[first]), first, place_of(in[i]), i);
  }
  if (first < 0) first = scalar;
  return first < 0 ? default_runner() : static_cast<device_runner*>(in[first].memory->on);
}

// The arguments of a call as they must be where it runs: what is elsewhere is a scalar or a literal and was copied.
class moved_arguments {
 public:
  moved_arguments(const given_argument_view* in, int count, device_runner* to)
      : view_(new given_argument_view[static_cast<std::size_t>(count) + 1]), count_(count) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      given_argument_view& x = view_[i] = in[i];
      if (!x.memory || x.memory->on == to) continue;
      const bool stays = x.memory->rank == 0;  // a number, on either side
      if (x.memory->on) x.data = const_cast<void*>(x.memory->host());
      if (stays || !to) {
        x = {x.data, x.extents, nullptr, false, false};
        continue;
      }
      buffer* copied = buffer::make_on(*to, x.memory->type, x.memory->rank, x.memory->extents);
      owned_[i] = copied;
      to->copy_in(copied->data, x.data, copied->bytes());
      x = {copied->data, copied->extents, copied, false, false};
    }
  }
  moved_arguments(const moved_arguments&) = delete;
  given_argument_view* view() { return view_.get(); }

 private:
  struct owner {
    buffer* held = nullptr;
    owner& operator=(buffer* taken) {
      held = taken;
      return *this;
    }
    ~owner() {
      if (held) held->drop();
    }
  };
  std::unique_ptr<given_argument_view[]> view_;
  int count_;
  std::unique_ptr<owner[]> owned_{new owner[static_cast<std::size_t>(count_) + 1]};
};

}  // namespace SINTER_CPU_NAMESPACE

template <class Build>
buffer* moved_to(buffer* memory, device where) {
  device_runner* to = where.is_cpu() ? nullptr : &runner_of(where);
  if (memory->on == to) {
    memory->keep();
    return memory;
  }
  buffer* made = to ? buffer::make_on(*to, memory->type, memory->rank, memory->extents)
                    : buffer::make(memory->type, memory->rank, memory->extents);
  try {
    if (to && memory->on && to->copy_from(*memory->on, made->data, memory->data, made->bytes())) return made;
    if (to) to->copy_in(made->data, memory->host(), made->bytes());
    else if (const void* copied = memory->mirror.load(std::memory_order_acquire)) std::memcpy(made->data, copied, made->bytes());
    else memory->on->copy_out(made->data, memory->data, made->bytes());
  } catch (...) {
    made->drop();
    throw;
  }
  return made;
}

}  // namespace sinter::core

namespace sinter::profile {
inline namespace SINTER_CPU_NAMESPACE {

// What happened on the way to devices and on them since the process began, a line for each counter that is not zero.
inline void print_counters([[maybe_unused]] std::FILE* file = stdout) {
#if SINTER_HAS_CUDA
  core::cuda::print_counters(file);
#endif
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::profile

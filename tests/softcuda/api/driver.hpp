// SPDX-License-Identifier: MIT
// The one driver of the process, and the frame around each of its functions: lock, count, fault, sticky error, body.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "softcuda/api/state.hpp"
#include "softcuda/softcuda.h"

#define SOFTCUDA_API extern "C" __attribute__((visibility("default"))) ::softcuda::api::CUresult

namespace softcuda::api {

// Thrown by bodies; becomes the call's result.
struct failure {
  int result;
};
inline void require(bool holds, int otherwise) {
  if (!holds) throw failure{otherwise};
}

struct fault {
  std::string function;
  std::uint64_t countdown = 1;
  int result = 0;
  bool has_effect = false;
};

struct operation {
  std::uint64_t sequence = 0;
  std::vector<std::shared_ptr<operation>> after;
  std::shared_ptr<context> in;
  std::vector<task> what;                        // usually one; a graph's in their order
  std::shared_ptr<const graph_program> program;  // instead of `what`: a graph
  std::shared_ptr<std::uint64_t> time_ns;        // a record of an event
  int polls_left = 0;
  bool is_running = false, is_done = false;
};

struct driver {
  std::mutex mutex;
  std::unique_lock<std::mutex>* held = nullptr;  // of the call that is running
  std::condition_variable progress;

  softcuda_options options{};
  bool is_initialized = false;
  std::unordered_map<handle, std::shared_ptr<object>> objects;
  std::uint64_t next_handle = 0, next_stream = 0, next_capture = 0, next_sequence = 0;
  std::vector<std::unique_ptr<device>> devices;
  std::map<std::uint64_t, host_block> host_blocks;
  std::vector<std::shared_ptr<operation>> pending;
  std::vector<std::shared_ptr<stream>> streams;  // living ones, the default streams included, in order of creation

  std::vector<fault> faults;
  std::vector<std::pair<const char*, std::uint64_t>> calls;
  std::unordered_map<const char*, std::size_t> call_index;  // by the address of the literal: one a function
  std::deque<softcuda_launch> launches;
  std::set<std::string> kernel_names;  // what launches point to
  softcuda_totals totals{};
  std::deque<std::string> violations;
  bool is_in_graph = false;  // the kernel now running was launched by a graph

  device& on(int ordinal);  // made when first asked for
  int device_count() const;
  void reset();
  void reset_counts();

  template <class T, class... Arguments> std::shared_ptr<T> make(Arguments&&... arguments) {
    auto made = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    give_handle(made);
    return made;
  }
  void give_handle(const std::shared_ptr<object>&);
  void forget(object& what) { objects.erase(what.self); }

  template <class T> std::shared_ptr<T> find(handle h) {
    auto at = objects.find(h);
    std::shared_ptr<T> found = at == objects.end() ? nullptr : std::dynamic_pointer_cast<T>(at->second);
    require(found != nullptr, T::wrong);
    return found;
  }
};

driver& the();

// The context current in this thread: null when there is none; throws 709 when it was destroyed.
std::shared_ptr<context> current_or_none();
std::shared_ptr<context> current();
// Without a destructor: what gives device memory back while the process exits comes after the destructors of its thread.
class handle_stack {
 public:
  bool empty() const { return depth_ == 0; }
  handle back() const { return held_[depth_ - 1]; }
  void push_back(handle pushed) {
    require(depth_ < most, out_of_memory);
    held_[depth_++] = pushed;
  }
  void pop_back() { --depth_; }

 private:
  static constexpr std::size_t most = 256;
  handle held_[most] = {};
  std::size_t depth_ = 0;
};
handle_stack& context_stack();  // of this thread
std::uint64_t this_thread();

bool is_sticky(int result);
void record_violation(const std::string& sentence);
bool take_fault(std::string_view name, fault& taken);
void count_call(const char* name);
bool& is_in_callback();
bool is_forked_child();  // of a process that had initialised the driver: it is of no use there, as the real one

enum class needs { nothing, initialization, a_context };

// The sticky error of the current context, or success.
int sticky_error();
// A result that came from a fault: a sticky one stays.
void remember(int result);

template <class Body> CUresult call(const char* name, needs what, Body body) {
  driver& d = the();
  if (is_forked_child()) return not_initialized;  // before the lock, which another thread of the parent may have held
  auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(d.mutex);
  auto* outer = std::exchange(d.held, &lock);
  auto leave = [&](int result) {
    d.held = outer;
    d.totals.driver_ns += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin).count());
    return result;
  };
  count_call(name);
  if (is_in_callback()) return leave(not_permitted);
  fault injected;
  bool is_faulty = take_fault(name, injected);
  if (is_faulty) remember(injected.result);
  if (is_faulty && !injected.has_effect) return leave(injected.result);
  int result = success;
  try {
    if (what != needs::nothing && !d.is_initialized) result = not_initialized;
    if (result == success && what == needs::a_context) {
      (void)current();
      result = sticky_error();
    }
    if (result == success || (is_faulty && injected.has_effect)) result = body(d);
  } catch (const failure& f) {
    result = f.result;
  } catch (const std::bad_alloc&) {
    result = out_of_memory;
  }
  return leave(is_faulty ? injected.result : result);
}

}  // namespace softcuda::api

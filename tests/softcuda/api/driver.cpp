// SPDX-License-Identifier: MIT
// The driver's state: handles, devices, the current context, faults, counts.
#include "softcuda/api/driver.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "softcuda/api/options.hpp"

namespace softcuda::api {

namespace {
bool is_child = false;
}
bool is_forked_child() { return is_child; }

driver& the() {
  // Never destroyed: static destructors of programs still call the driver.
  static driver* d = [] {
    auto* made = new driver;
    made->reset();
    pthread_atfork(nullptr, nullptr, [] { is_child = the().is_initialized; });
    return made;
  }();
  return *d;
}

void driver::reset_counts() {
  calls.clear();
  call_index.clear();
  launches.clear();
  kernel_names.clear();
  violations.clear();
  totals = {};
}

void driver::reset() {
  for (auto& o : pending) o->after.clear();  // no recursion through long chains
  pending.clear();
  for (auto& s : streams) {  // contexts and their default streams hold each other
    s->in->legacy.reset();
    s->in->thread_streams.clear();
  }
  streams.clear();
  objects.clear();
  for (auto& [address, block] : host_blocks)
    if (!block.is_registered) std::free(reinterpret_cast<void*>(address));
  host_blocks.clear();
  devices.clear();
  faults.clear();
  reset_counts();
  options = options_from_environment();
  is_initialized = false;
  if (const char* plan = std::getenv("SOFTCUDA_FAULTS"))
    if (!read_faults(plan, faults)) std::fprintf(stderr, "softcuda: SOFTCUDA_FAULTS cannot be read: %s\n", plan);
}

void driver::give_handle(const std::shared_ptr<object>& what) {
  // Never given twice, so that a handle that was destroyed is known to be one.
  what->self = reinterpret_cast<handle>(0x5c00'0000'0000 + 16 * ++next_handle);
  objects.emplace(what->self, what);
}

int driver::device_count() const { return options.devices; }

device& driver::on(int ordinal) {
  require(ordinal >= 0 && ordinal < device_count(), invalid_device);
  while (static_cast<int>(devices.size()) <= ordinal) {
    auto made = std::make_unique<device>();
    made->ordinal = static_cast<int>(devices.size());
    auto first = (static_cast<std::uint64_t>(made->ordinal) + 1) << 40;
    // What is charged decides, not this capacity: blocks whose free is still to come lie beside those that replaced
    // them.
    made->bytes =
        std::make_unique<memory>(first, std::max<std::uint64_t>(2 * options.memory_bytes, std::uint64_t{32} << 30));
    made->default_pool = make<pool>();
    made->default_pool->device = made->ordinal;
    made->default_pool->is_default = true;
    made->current_pool = made->default_pool;
    made->pools.push_back(made->default_pool);
    devices.push_back(std::move(made));
  }
  return *devices[static_cast<std::size_t>(ordinal)];
}

handle_stack& context_stack() {
  thread_local constinit handle_stack stack;
  return stack;
}

std::uint64_t this_thread() {
  static std::atomic<std::uint64_t> next{0};
  thread_local std::uint64_t mine = ++next;
  return mine;
}

bool& is_in_callback() {
  thread_local bool is = false;
  return is;
}

std::shared_ptr<context> current_or_none() {
  auto& stack = context_stack();
  if (stack.empty() || !stack.back()) return nullptr;
  driver& d = the();
  auto at = d.objects.find(stack.back());
  require(at != d.objects.end(), context_is_destroyed);
  return std::static_pointer_cast<context>(at->second);
}

std::shared_ptr<context> current() {
  auto c = current_or_none();
  require(c != nullptr, invalid_context);
  return c;
}

bool is_sticky(int result) {
  switch (result) {
    case 226:
    case 700:
    case 702:
    case 710:
    case 714:
    case 715:
    case 716:
    case 717:
    case 718:
    case 719:
    case 721:
      return true;
    default:
      return false;
  }
}

int sticky_error() {
  auto c = current_or_none();
  return c ? the().on(c->device).sticky : 0;
}

void remember(int result) {
  if (!is_sticky(result)) return;
  auto& stack = context_stack();
  driver& d = the();
  if (stack.empty() || !d.objects.contains(stack.back())) return;
  auto c = current_or_none();
  if (c && !d.on(c->device).sticky) d.on(c->device).sticky = result;
}

void record_violation(const std::string& sentence) {
  driver& d = the();
  d.violations.push_back(sentence);
  if (!d.options.quiet) std::fprintf(stderr, "softcuda: %s\n", sentence.c_str());
}

void count_call(const char* name) {
  driver& d = the();
  d.totals.calls++;
  auto [at, is_new] = d.call_index.try_emplace(name, d.calls.size());
  if (is_new) d.calls.emplace_back(name, 0);
  d.calls[at->second].second++;
}

bool take_fault(std::string_view name, fault& taken) {
  auto& faults = the().faults;
  bool is_taken = false;
  for (auto f = faults.begin(); f != faults.end();) {
    if (is_same_function(f->function, name) && --f->countdown == 0 && !is_taken) {
      taken = *f;
      is_taken = true;
      f = faults.erase(f);
    } else {
      ++f;
    }
  }
  return is_taken;
}

}  // namespace softcuda::api

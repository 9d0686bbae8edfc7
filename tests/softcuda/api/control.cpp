// SPDX-License-Identifier: MIT
// softcuda.h: what tests ask of this driver and could not ask of a real one.
#include "softcuda/api/memory.hpp"
#include "softcuda/api/options.hpp"

#define SOFTCUDA_CONTROL extern "C" __attribute__((visibility("default")))

namespace softcuda::api {
namespace {

// Lock held: results stay as they are until it is given back.
struct access {
  driver& d = the();
  std::lock_guard<std::mutex> lock{d.mutex};
};

}  // namespace

SOFTCUDA_CONTROL void softcuda_get_options(softcuda_options* into) {
  access a;
  *into = a.d.options;
}
SOFTCUDA_CONTROL void softcuda_set_options(const softcuda_options* from) {
  access a;
  a.d.options = *from;
}

SOFTCUDA_CONTROL void softcuda_reset(void) {
  access a;
  a.d.reset();
}
SOFTCUDA_CONTROL void softcuda_reset_counts(void) {
  access a;
  a.d.reset_counts();
}
SOFTCUDA_CONTROL void softcuda_revive(void) {
  access a;
  for (auto& on : a.d.devices) on->sticky = success;
}

SOFTCUDA_CONTROL int softcuda_set_faults(const char* plan) {
  access a;
  return read_faults(plan ? plan : "", a.d.faults);
}
SOFTCUDA_CONTROL int softcuda_faults_left(void) {
  access a;
  return static_cast<int>(a.d.faults.size());
}

SOFTCUDA_CONTROL int softcuda_called_functions(void) {
  access a;
  return static_cast<int>(a.d.calls.size());
}
SOFTCUDA_CONTROL const char* softcuda_called_name(int i) {
  access a;
  return i >= 0 && i < static_cast<int>(a.d.calls.size()) ? a.d.calls[static_cast<std::size_t>(i)].first : nullptr;
}
SOFTCUDA_CONTROL unsigned long long softcuda_called_count(int i) {
  access a;
  return i >= 0 && i < static_cast<int>(a.d.calls.size()) ? a.d.calls[static_cast<std::size_t>(i)].second : 0;
}
SOFTCUDA_CONTROL unsigned long long softcuda_calls_of(const char* name) {
  access a;
  unsigned long long sum = 0;
  for (auto& [function, count] : a.d.calls)
    if (is_same_function(function, name)) sum += count;
  return sum;
}

SOFTCUDA_CONTROL void softcuda_get_live(softcuda_live* into) {
  access a;
  *into = {};
  for (auto& on : a.d.devices) {
    into->used_bytes += on->charged;
    into->peak_bytes += on->peak;
    for (auto& [address, block] : on->allocations) into->allocations += !block.is_freeing && !block.is_of_module;
  }
  into->host_allocations = static_cast<long long>(a.d.host_blocks.size());
  into->pending_operations = static_cast<long long>(a.d.pending.size());
  for (auto& s : a.d.streams) into->streams += a.d.objects.contains(s->self);
  for (auto& [h, o] : a.d.objects) {
    into->modules += dynamic_cast<loaded_module*>(o.get()) != nullptr;
    into->events += dynamic_cast<event*>(o.get()) != nullptr;
    into->graphs += dynamic_cast<graph*>(o.get()) != nullptr;
    into->graph_execs += dynamic_cast<graph_exec*>(o.get()) != nullptr;
    into->contexts += dynamic_cast<context*>(o.get()) != nullptr;
    if (auto* p = dynamic_cast<pool*>(o.get())) into->pools += !p->is_default;
    if (auto* c = dynamic_cast<context*>(o.get()))
      into->streams -= (c->legacy != nullptr) + static_cast<long long>(c->thread_streams.size());
  }
}

SOFTCUDA_CONTROL int softcuda_launches(void) {
  access a;
  return static_cast<int>(a.d.launches.size());
}
SOFTCUDA_CONTROL int softcuda_get_launch(int i, softcuda_launch* into) {
  access a;
  if (i < 0 || i >= static_cast<int>(a.d.launches.size())) return 0;
  *into = a.d.launches[static_cast<std::size_t>(i)];
  return 1;
}
SOFTCUDA_CONTROL void softcuda_get_totals(softcuda_totals* into) {
  access a;
  *into = a.d.totals;
}

SOFTCUDA_CONTROL int softcuda_violations(void) {
  access a;
  return static_cast<int>(a.d.violations.size());
}
SOFTCUDA_CONTROL const char* softcuda_violation(int i) {
  access a;
  return i >= 0 && i < static_cast<int>(a.d.violations.size()) ? a.d.violations[static_cast<std::size_t>(i)].c_str()
                                                               : nullptr;
}
SOFTCUDA_CONTROL const char* softcuda_last_violation(void) {
  access a;
  return a.d.violations.empty() ? "" : a.d.violations.back().c_str();
}

}  // namespace softcuda::api

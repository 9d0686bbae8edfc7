// SPDX-License-Identifier: MIT
// Contexts: the primary one of each device, others, and the stack of current ones that each thread has.
#include "softcuda/api/capture.hpp"
#include "softcuda/api/memory.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

// Takes everything with it that lives in the context; work that nobody waited for never runs.
void destroy(driver& d, const std::shared_ptr<context>& c) {
  for (auto& o : d.pending)
    if (o->in == c) o->is_done = true, o->after.clear(), o->what.clear(), o->program.reset();
  std::erase_if(d.pending, [](auto& o) { return o->is_done; });
  std::erase_if(d.streams, [&](auto& s) { return s->in == c; });
  c->legacy.reset();
  c->thread_streams.clear();
  device& on = d.on(c->device);
  std::vector<std::uint64_t> blocks;
  for (auto& [address, block] : on.allocations)
    if (block.in == c && !block.is_of_module) blocks.push_back(address);
  for (auto address : blocks) release(c->device, address);
  std::erase_if(on.allocations, [&](auto& b) { return b.second.in == c; });
  auto lives_in = [&](const std::shared_ptr<object>& o) {
    if (auto s = std::dynamic_pointer_cast<stream>(o)) return s->in == c;
    if (auto e = std::dynamic_pointer_cast<event>(o)) return e->in == c;
    if (auto m = std::dynamic_pointer_cast<loaded_module>(o)) return m->in == c;
    if (auto f = std::dynamic_pointer_cast<function>(o)) return f->in == c;
    return false;
  };
  std::erase_if(d.objects, [&](auto& entry) { return lives_in(entry.second); });
  d.forget(*c);
}

}  // namespace

SOFTCUDA_API cuDevicePrimaryCtxRetain(handle* into, CUdevice ordinal) {
  return call("cuDevicePrimaryCtxRetain", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    device& on = d.on(ordinal);
    if (on.sticky) return on.sticky;
    if (!on.primary) {
      on.primary = d.make<context>();
      on.primary->device = ordinal;
      on.primary->is_primary = true;
      on.primary->flags = on.primary_flags;
    }
    on.primary->retained++;
    *into = on.primary->self;
    return success;
  });
}

SOFTCUDA_API cuDevicePrimaryCtxRelease_v2(CUdevice ordinal) {
  return call("cuDevicePrimaryCtxRelease_v2", needs::initialization, [&](driver& d) -> int {
    device& on = d.on(ordinal);
    require(on.primary != nullptr, invalid_context);
    if (--on.primary->retained == 0) destroy(d, std::exchange(on.primary, nullptr));
    return success;
  });
}

SOFTCUDA_API cuDevicePrimaryCtxReset_v2(CUdevice ordinal) {
  return call("cuDevicePrimaryCtxReset_v2", needs::initialization, [&](driver& d) -> int {
    device& on = d.on(ordinal);
    if (on.primary) destroy(d, std::exchange(on.primary, nullptr));
    return success;
  });
}

SOFTCUDA_API cuDevicePrimaryCtxGetState(CUdevice ordinal, unsigned* flags, int* is_active) {
  return call("cuDevicePrimaryCtxGetState", needs::initialization, [&](driver& d) -> int {
    require(flags && is_active, invalid_value);
    device& on = d.on(ordinal);
    *flags = on.primary_flags;
    *is_active = on.primary != nullptr;
    return success;
  });
}

SOFTCUDA_API cuDevicePrimaryCtxSetFlags_v2(CUdevice ordinal, unsigned flags) {
  return call("cuDevicePrimaryCtxSetFlags_v2", needs::initialization, [&](driver& d) -> int {
    require(flags < 256, invalid_value);
    d.on(ordinal).primary_flags = flags;
    return success;
  });
}

SOFTCUDA_API cuCtxCreate_v4(handle* into, const void*, unsigned flags, CUdevice ordinal) {
  return call("cuCtxCreate_v4", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    device& on = d.on(ordinal);
    if (on.sticky) return on.sticky;
    auto made = d.make<context>();
    made->device = ordinal;
    made->flags = flags;
    context_stack().push_back(made->self);
    *into = made->self;
    return success;
  });
}

SOFTCUDA_API cuCtxDestroy_v2(handle what) {
  return call("cuCtxDestroy_v2", needs::initialization, [&](driver& d) -> int {
    auto c = d.find<context>(what);
    require(!c->is_primary, invalid_context);
    if (auto& stack = context_stack(); !stack.empty() && stack.back() == what) stack.pop_back();
    destroy(d, c);
    return success;
  });
}

SOFTCUDA_API cuCtxPushCurrent_v2(handle what) {
  return call("cuCtxPushCurrent_v2", needs::initialization, [&](driver& d) -> int {
    require(what != nullptr, invalid_context);
    (void)d.find<context>(what);
    context_stack().push_back(what);
    return success;
  });
}

SOFTCUDA_API cuCtxPopCurrent_v2(handle* into) {
  return call("cuCtxPopCurrent_v2", needs::initialization, [&](driver&) -> int {
    auto& stack = context_stack();
    require(!stack.empty(), invalid_context);
    if (into) *into = stack.back();
    stack.pop_back();
    return success;
  });
}

SOFTCUDA_API cuCtxGetCurrent(handle* into) {
  return call("cuCtxGetCurrent", needs::initialization, [&](driver&) -> int {
    require(into, invalid_value);
    auto& stack = context_stack();
    *into = stack.empty() ? nullptr : stack.back();
    return success;
  });
}

SOFTCUDA_API cuCtxSetCurrent(handle what) {
  return call("cuCtxSetCurrent", needs::initialization, [&](driver& d) -> int {
    if (what) (void)d.find<context>(what);
    auto& stack = context_stack();
    if (!stack.empty()) stack.pop_back();
    if (what) stack.push_back(what);
    return success;
  });
}

SOFTCUDA_API cuCtxGetDevice(CUdevice* into) {
  return call("cuCtxGetDevice", needs::a_context, [&](driver&) -> int {
    require(into, invalid_value);
    *into = current()->device;
    return success;
  });
}

SOFTCUDA_API cuCtxGetFlags(unsigned* into) {
  return call("cuCtxGetFlags", needs::a_context, [&](driver&) -> int {
    require(into, invalid_value);
    *into = current()->flags;
    return success;
  });
}

SOFTCUDA_API cuCtxGetApiVersion(handle what, unsigned* into) {
  return call("cuCtxGetApiVersion", needs::initialization, [&](driver& d) -> int {
    require(into, invalid_value);
    if (what) (void)d.find<context>(what);
    *into = static_cast<unsigned>(d.options.driver_version);
    return success;
  });
}

SOFTCUDA_API cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return call("cuCtxGetStreamPriorityRange", needs::a_context, [&](driver&) -> int {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return success;
  });
}

SOFTCUDA_API cuCtxSynchronize() {
  return call("cuCtxSynchronize", needs::a_context, [&](driver& d) -> int {
    auto in = current();
    for (auto& s : d.streams)
      if (s->in == in) forbid_while_capturing(*s);
    finish_all(*in);
    trim_pools(in->device);
    return success;
  });
}

}  // namespace softcuda::api

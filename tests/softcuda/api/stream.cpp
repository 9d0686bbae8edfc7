// SPDX-License-Identifier: MIT
// Streams.
#include <algorithm>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

int create(driver& d, handle* into, unsigned flags, int priority) {
  require(into && flags <= 1, invalid_value);
  auto made = make_stream(current(), flags, std::clamp(priority, -5, 0));
  (void)d;
  *into = made->self;
  return success;
}

}  // namespace

SOFTCUDA_API cuStreamCreate(handle* into, unsigned flags) {
  return call("cuStreamCreate", needs::a_context, [&](driver& d) { return create(d, into, flags, 0); });
}
SOFTCUDA_API cuStreamCreateWithPriority(handle* into, unsigned flags, int priority) {
  return call("cuStreamCreateWithPriority", needs::a_context,
              [&](driver& d) { return create(d, into, flags, priority); });
}

// Work that the stream still has is done all the same, when somebody waits for the context.
SOFTCUDA_API cuStreamDestroy_v2(handle what) {
  return call("cuStreamDestroy_v2", needs::a_context, [&](driver& d) -> int {
    require(reinterpret_cast<std::uintptr_t>(what) > 2, invalid_handle);
    auto s = find_stream(what);
    if (s->capturing) leave_capture(*s);
    std::erase(d.streams, s);
    d.forget(*s);
    return success;
  });
}

SOFTCUDA_API cuStreamSynchronize(handle what) {
  return call("cuStreamSynchronize", needs::a_context, [&](driver&) -> int {
    auto s = find_stream(what);
    forbid_while_capturing(*s);
    finish(s->last);
    trim_pools(s->in->device);
    return success;
  });
}

SOFTCUDA_API cuStreamQuery(handle what) {
  return call("cuStreamQuery", needs::a_context, [&](driver&) -> int {
    auto s = find_stream(what);
    forbid_while_capturing(*s);
    return poll(s->last) ? success : not_ready;
  });
}

SOFTCUDA_API cuStreamWaitEvent(handle what, handle on, unsigned flags) {
  return call("cuStreamWaitEvent", needs::a_context, [&](driver& d) -> int {
    require(flags <= 1, invalid_value);
    auto s = find_stream(what);
    auto e = d.find<event>(on);
    if (s->capturing || e->is_captured) {
      capture_wait(s, *e);
      return success;
    }
    if (!e->recorded || e->recorded->is_done) return success;
    operation o;
    o.after.push_back(e->recorded);
    enqueue(s, std::move(o));
    return success;
  });
}

SOFTCUDA_API cuStreamGetCtx(handle what, handle* into) {
  return call("cuStreamGetCtx", needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    auto number = reinterpret_cast<std::uintptr_t>(what);
    *into = (number > 2 ? d.find<stream>(what)->in : current())->self;
    return success;
  });
}

SOFTCUDA_API cuStreamGetFlags(handle what, unsigned* into) {
  return call("cuStreamGetFlags", needs::a_context, [&](driver&) -> int {
    require(into, invalid_value);
    *into = find_stream(what)->flags;
    return success;
  });
}

SOFTCUDA_API cuStreamGetPriority(handle what, int* into) {
  return call("cuStreamGetPriority", needs::a_context, [&](driver&) -> int {
    require(into, invalid_value);
    *into = find_stream(what)->priority;
    return success;
  });
}

SOFTCUDA_API cuStreamGetId(handle what, unsigned long long* into) {
  return call("cuStreamGetId", needs::a_context, [&](driver&) -> int {
    require(into, invalid_value);
    *into = find_stream(what)->id;
    return success;
  });
}

}  // namespace softcuda::api

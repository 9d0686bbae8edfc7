// SPDX-License-Identifier: MIT
// Events. Their times are of the device's own clock, which runs only while it works.
#include <algorithm>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

void forbid_captured(event& e) {
  if (!e.is_captured) return;
  if (auto c = e.captured_in.lock()) c->is_invalidated = true;
  throw failure{captured_event};
}

int elapsed(driver& d, float* milliseconds, handle from, handle to) {
  require(milliseconds, invalid_value);
  auto a = d.find<event>(from), b = d.find<event>(to);
  forbid_captured(*a);
  forbid_captured(*b);
  require(a->recorded && b->recorded && !((a->flags | b->flags) & 2) && a->in->device == b->in->device, invalid_handle);
  if (!a->recorded->is_done || !b->recorded->is_done) return not_ready;
  *milliseconds = static_cast<float>((static_cast<double>(*b->time_ns) - static_cast<double>(*a->time_ns)) * 1e-6);
  return success;
}

}  // namespace

SOFTCUDA_API cuEventCreate(handle* into, unsigned flags) {
  return call("cuEventCreate", needs::a_context, [&](driver& d) -> int {
    require(into && flags < 8 && (!(flags & 4) || (flags & 2)), invalid_value);
    auto made = d.make<event>();
    made->in = current();
    made->flags = flags;
    *into = made->self;
    return success;
  });
}

SOFTCUDA_API cuEventDestroy_v2(handle what) {
  return call("cuEventDestroy_v2", needs::a_context,
              [&](driver& d) -> int { return d.forget(*d.find<event>(what)), success; });
}

SOFTCUDA_API cuEventRecord(handle what, handle on) {
  return call("cuEventRecord", needs::a_context, [&](driver& d) -> int {
    auto e = d.find<event>(what);
    auto s = find_stream(on);
    require(e->in == s->in, invalid_handle);
    if (s->capturing) {
      capture_record(*s, *e);
      return success;
    }
    operation o;
    o.time_ns = std::make_shared<std::uint64_t>(0);
    e->time_ns = o.time_ns;
    e->is_captured = false;
    e->recorded = enqueue(s, std::move(o));
    return success;
  });
}

SOFTCUDA_API cuEventQuery(handle what) {
  return call("cuEventQuery", needs::a_context, [&](driver& d) -> int {
    auto e = d.find<event>(what);
    forbid_captured(*e);
    return poll(e->recorded) ? success : not_ready;
  });
}

SOFTCUDA_API cuEventSynchronize(handle what) {
  return call("cuEventSynchronize", needs::a_context, [&](driver& d) -> int {
    auto e = d.find<event>(what);
    forbid_captured(*e);
    finish(e->recorded);
    trim_pools(e->in->device);
    return success;
  });
}

SOFTCUDA_API cuEventElapsedTime_v2(float* milliseconds, handle from, handle to) {
  return call("cuEventElapsedTime_v2", needs::a_context, [&](driver& d) { return elapsed(d, milliseconds, from, to); });
}
SOFTCUDA_API cuEventElapsedTime(float* milliseconds, handle from, handle to) {
  return call("cuEventElapsedTime", needs::a_context, [&](driver& d) { return elapsed(d, milliseconds, from, to); });
}

}  // namespace softcuda::api

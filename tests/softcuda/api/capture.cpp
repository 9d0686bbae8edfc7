// SPDX-License-Identifier: MIT
// Stream capture: what is enqueued becomes nodes; events carry a capture from stream to stream.
#include "softcuda/api/capture.hpp"

#include <algorithm>

#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

int& thread_mode() {
  thread_local int mode = 0;  // global
  return mode;
}

void require_valid(const capture& c) { require(!c.is_invalidated, capture_invalidated); }

void join(const std::shared_ptr<stream>& s, const std::shared_ptr<capture>& c) {
  s->capturing = c;
  c->joined.insert(s.get());
}

void end(driver& d, capture& c) {
  for (auto& s : d.streams)
    if (s->capturing.get() == &c) s->captured_last.clear(), s->capturing.reset();
}

// Is all that the streams captured followed by what the origin captured last?
bool is_joined(const capture& c) {
  std::set<graph_node*> reached;
  std::vector<graph_node*> open = c.origin->captured_last;
  while (!open.empty()) {
    graph_node* n = open.back();
    open.pop_back();
    if (!reached.insert(n).second) continue;
    open.insert(open.end(), n->after.begin(), n->after.end());
  }
  return std::all_of(c.joined.begin(), c.joined.end(), [&](stream* s) {
    return std::all_of(s->captured_last.begin(), s->captured_last.end(),
                       [&](graph_node* n) { return reached.contains(n); });
  });
}

}  // namespace

void capture_task(stream& s, task&& what) {
  require_valid(*s.capturing);
  auto node = add_node(*s.capturing->into, std::move(what), s.in, s.captured_last);
  s.captured_last = {node.get()};
}

void capture_record(stream& s, event& e) {
  require_valid(*s.capturing);
  e.is_captured = true;
  e.captured_in = s.capturing;
  e.captured_after = s.captured_last;
}

void capture_wait(const std::shared_ptr<stream>& s, event& e) {
  auto c = e.captured_in.lock();
  if (!e.is_captured || !c) {  // the captured work would depend on what is not in the graph
    if (s->capturing) s->capturing->is_invalidated = true;
    throw failure{capture_isolation};
  }
  if (s->capturing && s->capturing != c) {
    c->is_invalidated = s->capturing->is_invalidated = true;
    throw failure{capture_merge};
  }
  require_valid(*c);
  require(!s->is_legacy, capture_implicit);
  if (!s->capturing) join(s, c);
  for (graph_node* n : e.captured_after)
    if (std::find(s->captured_last.begin(), s->captured_last.end(), n) == s->captured_last.end())
      s->captured_last.push_back(n);
}

void forbid_while_capturing(stream& s) {
  if (s.capturing) {
    s.capturing->is_invalidated = true;
    throw failure{capture_unsupported};
  }
  if (!s.is_legacy) return;
  for (auto& other : the().streams)  // waiting for the legacy stream waits for them too
    if (other->capturing && other->in == s.in && !other->waits_for_nobody()) {
      other->capturing->is_invalidated = true;
      throw failure{capture_implicit};
    }
}

void forbid_unsafe_while_capturing() {
  if (thread_mode() == 2) return;
  for (auto& s : the().streams) {
    if (!s->capturing) continue;
    auto& c = *s->capturing;
    bool is_mine = c.thread == this_thread();
    if ((c.mode == 0 && thread_mode() == 0) || (c.mode == 0 && is_mine) || (c.mode == 1 && is_mine)) {
      c.is_invalidated = true;
      throw failure{capture_unsupported};
    }
  }
}

void leave_capture(stream& s) {
  s.capturing->is_invalidated = true;
  s.capturing->joined.erase(&s);
  if (s.capturing->origin == &s) {
    auto c = s.capturing;
    end(the(), *c);
  }
}

SOFTCUDA_API cuStreamBeginCapture_v2(handle on, int mode) {
  return call("cuStreamBeginCapture_v2", needs::a_context, [&](driver& d) -> int {
    require(mode >= 0 && mode <= 2, invalid_value);
    auto s = find_stream(on);
    require(!s->is_legacy, capture_unsupported);
    require(!s->capturing, 401);
    auto c = std::make_shared<capture>();
    c->into = d.make<graph>();
    c->origin = s.get();
    c->id = ++d.next_capture;
    c->mode = mode;
    c->thread = this_thread();
    join(s, c);
    return success;
  });
}

SOFTCUDA_API cuStreamEndCapture(handle on, handle* into) {
  return call("cuStreamEndCapture", needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    *into = nullptr;
    auto s = find_stream(on);
    require(s->capturing != nullptr, 401);
    auto c = s->capturing;
    require(c->mode == 2 || c->thread == this_thread(), capture_wrong_thread);
    int result = c->is_invalidated      ? capture_invalidated
                 : c->origin != s.get() ? capture_unmatched
                 : is_joined(*c)        ? success
                                        : capture_unjoined;
    end(d, *c);
    if (result == success) {
      *into = c->into->self;
    } else {
      for (auto& n : c->into->nodes) d.forget(*n);
      d.forget(*c->into);
    }
    return result;
  });
}

SOFTCUDA_API cuStreamIsCapturing(handle on, int* status) {
  return call("cuStreamIsCapturing", needs::a_context, [&](driver& d) -> int {
    require(status, invalid_value);
    auto s = find_stream(on);
    if (s->is_legacy)
      for (auto& other : d.streams)
        require(!other->capturing || other->in != s->in || other->waits_for_nobody(), capture_implicit);
    *status = !s->capturing ? 0 : s->capturing->is_invalidated ? 2 : 1;
    return success;
  });
}

SOFTCUDA_API cuStreamGetCaptureInfo_v3(handle on, int* status, std::uint64_t* id, handle* into,
                                       const handle** dependencies, const void** edges, std::size_t* count) {
  return call("cuStreamGetCaptureInfo_v3", needs::a_context, [&](driver&) -> int {
    require(status, invalid_value);
    auto s = find_stream(on);
    *status = !s->capturing ? 0 : s->capturing->is_invalidated ? 2 : 1;
    if (*status != 1) return success;
    thread_local std::vector<handle> nodes;
    nodes.clear();
    for (graph_node* n : s->captured_last) nodes.push_back(n->self);
    if (id) *id = s->capturing->id;
    if (into) *into = s->capturing->into->self;
    if (dependencies) *dependencies = nodes.data();
    if (edges) *edges = nullptr;
    if (count) *count = nodes.size();
    return success;
  });
}

SOFTCUDA_API cuThreadExchangeStreamCaptureMode(int* mode) {
  return call("cuThreadExchangeStreamCaptureMode", needs::initialization, [&](driver&) -> int {
    require(mode && *mode >= 0 && *mode <= 2, invalid_value);
    std::swap(*mode, thread_mode());
    return success;
  });
}

}  // namespace softcuda::api

// SPDX-License-Identifier: MIT
// The lazy scheduler: what is waited for runs, and what that follows; in the order of the calls, or shuffled within the
// law.
#include "softcuda/api/schedule.hpp"

#include <algorithm>
#include <random>

#include "softcuda/api/capture.hpp"

namespace softcuda::api {
namespace {

std::mt19937_64& randomness() {
  static std::mt19937_64 engine;
  static std::uint64_t seed = ~std::uint64_t{0};
  if (seed != the().options.seed) engine.seed(seed = the().options.seed);
  return engine;
}

// An order of 0 .. count-1 that respects `after`; the first possible one, or a random one.
template <class After> std::vector<int> legal_order(int count, After after) {
  std::vector<int> waits(static_cast<std::size_t>(count)), order;
  std::vector<std::vector<int>> followers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    after(i, [&](int before) {
      waits[static_cast<std::size_t>(i)]++;
      followers[static_cast<std::size_t>(before)].push_back(i);
    });
  std::vector<int> ready;
  for (int i = count; i-- > 0;)
    if (!waits[static_cast<std::size_t>(i)]) ready.push_back(i);
  while (!ready.empty()) {
    auto at = ready.end() - 1;
    if (the().options.shuffles)
      at = ready.begin() + static_cast<std::ptrdiff_t>(randomness()() % ready.size());
    else
      at = std::min_element(ready.begin(), ready.end());
    int i = *at;
    ready.erase(at);
    order.push_back(i);
    for (int f : followers[static_cast<std::size_t>(i)])
      if (--waits[static_cast<std::size_t>(f)] == 0) ready.push_back(f);
  }
  return order;
}

void run_program(const graph_program& program) {
  driver& d = the();
  auto order = legal_order(static_cast<int>(program.steps.size()), [&](int i, auto follows) {
    for (int before : program.steps[static_cast<std::size_t>(i)].after) follows(before);
  });
  d.is_in_graph = true;
  try {
    for (int i : order)
      perform(*program.steps[static_cast<std::size_t>(i)].in, program.steps[static_cast<std::size_t>(i)].what);
  } catch (...) {
    d.is_in_graph = false;
    throw;
  }
  d.is_in_graph = false;
}

void run(operation& o) {
  driver& d = the();
  if (o.is_done) return;
  if (o.is_running) {  // in another thread, which let go of the lock for a host function
    auto* mine = d.held;
    d.progress.wait(*mine, [&] { return o.is_done; });
    d.held = mine;
    return;
  }
  o.is_running = true;
  int result = success;
  device& on = d.on(o.in->device);
  auto what = std::move(o.what);  // another thread may drop the operation while a host function runs without the lock
  auto program = std::move(o.program);
  if (!on.sticky) {
    try {
      for (const task& t : what) perform(*o.in, t);
      if (program) run_program(*program);
    } catch (const failure& f) {
      result = f.result;
      if (is_sticky(result)) on.sticky = result;
    }
    if (o.time_ns) *o.time_ns = on.clock_ns;
  } else {
    result = on.sticky;
  }
  o.is_done = true;
  o.after.clear();
  d.progress.notify_all();
  require(result == success, result);
}

void finish(std::vector<std::shared_ptr<operation>> wanted) {
  driver& d = the();
  std::vector<std::shared_ptr<operation>> open;
  std::unordered_map<operation*, int> index;
  while (!wanted.empty()) {
    auto o = std::move(wanted.back());
    wanted.pop_back();
    if (!o || o->is_done || !index.try_emplace(o.get(), 0).second) continue;
    for (auto& before : o->after) wanted.push_back(before);
    open.push_back(std::move(o));
  }
  std::sort(open.begin(), open.end(), [](auto& a, auto& b) { return a->sequence < b->sequence; });
  for (std::size_t i = 0; i < open.size(); ++i) index[open[i].get()] = static_cast<int>(i);
  auto order = legal_order(static_cast<int>(open.size()), [&](int i, auto follows) {
    for (auto& before : open[static_cast<std::size_t>(i)]->after)
      if (auto at = index.find(before.get()); at != index.end()) follows(at->second);
  });
  int result = success;
  for (int i : order) {
    try {
      run(*open[static_cast<std::size_t>(i)]);
    } catch (const failure& f) {
      if (result == success) result = f.result;
    }
  }
  std::erase_if(d.pending, [](auto& o) { return o->is_done; });
  require(result == success, result);
}

}  // namespace

std::shared_ptr<stream> make_stream(const std::shared_ptr<context>& in, unsigned flags, int priority) {
  driver& d = the();
  auto made = d.make<stream>();
  made->in = in;
  made->flags = flags;
  made->priority = priority;
  made->id = ++d.next_stream;
  d.streams.push_back(made);
  return made;
}

std::shared_ptr<stream> find_stream(handle h) {
  auto number = reinterpret_cast<std::uintptr_t>(h);
  if (number > 2) {
    auto s = the().find<stream>(h);
    require(s->in == current(), invalid_handle);
    return s;
  }
  auto in = current();
  auto& s = number < 2 ? in->legacy : in->thread_streams[this_thread()];
  if (!s) s = make_stream(in, 0, 0);
  s->is_legacy = number < 2;
  return s;
}

std::shared_ptr<operation> enqueue(const std::shared_ptr<stream>& on, operation&& what) {
  driver& d = the();
  auto follow = [&](const std::shared_ptr<operation>& o) {
    if (o && !o->is_done) what.after.push_back(o);
  };
  follow(on->last);
  for (auto& other : d.streams) {
    if (other == on || other->in != on->in || other->waits_for_nobody() || on->waits_for_nobody()) continue;
    if (on->is_legacy && other->capturing) {
      other->capturing->is_invalidated = true;
      throw failure{capture_implicit};
    }
    if (on->is_legacy || other->is_legacy) follow(other->last);
  }
  what.sequence = ++d.next_sequence;
  what.in = on->in;
  what.polls_left = d.options.slow_polls;
  auto made = std::make_shared<operation>(std::move(what));
  on->last = made;
  d.pending.push_back(made);
  if (d.options.eager) finish(made);
  return made;
}

void enqueue_task(const std::shared_ptr<stream>& on, task&& what) {
  if (on->capturing) return capture_task(*on, std::move(what));
  operation o;
  o.what.push_back(std::move(what));
  enqueue(on, std::move(o));
}

void finish(const std::shared_ptr<operation>& what) {
  if (!what) return;
  std::vector<std::shared_ptr<operation>> wanted{what};
  finish(std::move(wanted));
}

void finish_all(const context& in) {
  std::vector<std::shared_ptr<operation>> wanted;
  for (auto& o : the().pending)
    if (o->in.get() == &in) wanted.push_back(o);
  finish(std::move(wanted));
}

bool poll(const std::shared_ptr<operation>& what) {
  if (!what || what->is_done) return true;
  if (what->polls_left > 0) return what->polls_left--, false;
  finish(what);
  return true;
}

void trim_pools(int ordinal) {
  for (auto& p : the().on(ordinal).pools) {
    std::uint64_t reserved = p->used + p->cached;
    if (reserved <= p->release_threshold) continue;
    p->cached -= std::min(p->cached, reserved - p->release_threshold);
  }
}

}  // namespace softcuda::api

// SPDX-License-Identifier: MIT
// Executable graphs: instantiated, changed in place, launched.
#include <algorithm>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/memory.hpp"
#include "softcuda/api/nodes.hpp"
#include "softcuda/api/schedule.hpp"

namespace softcuda::api {
namespace {

std::shared_ptr<graph_program> program_of(const graph& g) {
  auto made = std::make_shared<graph_program>();
  std::unordered_map<const graph_node*, int> index;
  for (auto& n : g.nodes) index.emplace(n.get(), static_cast<int>(index.size()));
  for (auto& n : g.nodes) {
    graph_program::step s = {.node = n->self, .what = n->what, .in = n->in, .after = {}};
    for (graph_node* before : n->after) s.after.push_back(index.at(before));
    std::sort(s.after.begin(), s.after.end());
    made->steps.push_back(std::move(s));
  }
  return made;
}

int instantiate(driver& d, handle* into, handle from) {
  require(into, invalid_value);
  auto g = d.find<graph>(from);
  auto made = std::make_shared<graph_exec>();
  made->program = program_of(*g);
  d.give_handle(made);
  *into = made->self;
  return success;
}

// Copies on write: launches that are pending keep the program they were made with.
template <class Task> int change(driver& d, handle what, handle node, task&& to) {
  auto e = d.find<graph_exec>(what);
  auto changed = std::make_shared<graph_program>(*e->program);
  auto at = std::find_if(changed->steps.begin(), changed->steps.end(), [&](auto& s) { return s.node == node; });
  require(at != changed->steps.end(), invalid_handle);
  require(std::holds_alternative<Task>(at->what), invalid_value);
  if constexpr (std::is_same_v<Task, copy_task>) {
    auto &a = std::get<copy_task>(at->what), &b = std::get<copy_task>(to);
    require(a.from.is_device == b.from.is_device && a.to.is_device == b.to.is_device &&
                a.from.device == b.from.device && a.to.device == b.to.device,
            invalid_value);
  }
  at->what = std::move(to);
  e->program = std::move(changed);
  return success;
}

}  // namespace

SOFTCUDA_API cuGraphInstantiateWithFlags(handle* into, handle from, unsigned long long) {
  return call("cuGraphInstantiateWithFlags", needs::a_context, [&](driver& d) { return instantiate(d, into, from); });
}
SOFTCUDA_API cuGraphInstantiateWithParams(handle* into, handle from, instantiate_params* p) {
  return call("cuGraphInstantiateWithParams", needs::a_context, [&](driver& d) -> int {
    require(p, invalid_value);
    p->error_node = nullptr;
    p->result = 1;  // error
    int result = instantiate(d, into, from);
    p->result = result;
    return result;
  });
}

SOFTCUDA_API cuGraphUpload(handle what, handle on) {
  return call("cuGraphUpload", needs::a_context, [&](driver& d) -> int {
    (void)d.find<graph_exec>(what);
    (void)find_stream(on);
    return success;
  });
}

SOFTCUDA_API cuGraphLaunch(handle what, handle on) {
  return call("cuGraphLaunch", needs::a_context, [&](driver& d) -> int {
    auto e = d.find<graph_exec>(what);
    auto s = find_stream(on);
    require(!s->capturing, capture_unsupported);  // child graphs are not built here
    operation o;
    o.program = e->program;
    if (e->last && !e->last->is_done) o.after.push_back(e->last);
    e->last = enqueue(s, std::move(o));
    d.totals.graph_launches++;
    return success;
  });
}

SOFTCUDA_API cuGraphExecDestroy(handle what) {
  return call("cuGraphExecDestroy", needs::initialization,
              [&](driver& d) -> int { return d.forget(*d.find<graph_exec>(what)), success; });
}

SOFTCUDA_API cuGraphExecKernelNodeSetParams_v2(handle what, handle node, const kernel_node_params* p) {
  return call("cuGraphExecKernelNodeSetParams_v2", needs::a_context, [&](driver& d) -> int {
    require(p, invalid_value);
    return change<kernel_task>(d, what, node, launch_of(*p));
  });
}
SOFTCUDA_API cuGraphExecMemcpyNodeSetParams(handle what, handle node, const copy_params* p, handle) {
  return call("cuGraphExecMemcpyNodeSetParams", needs::a_context, [&](driver& d) -> int {
    require(p, invalid_value);
    return change<copy_task>(d, what, node, copy_of(*p));
  });
}
SOFTCUDA_API cuGraphExecMemsetNodeSetParams(handle what, handle node, const memset_node_params* p, handle) {
  return call("cuGraphExecMemsetNodeSetParams", needs::a_context, [&](driver& d) -> int {
    require(p, invalid_value);
    return change<set_task>(d, what, node, set_of(*p));
  });
}
SOFTCUDA_API cuGraphExecHostNodeSetParams(handle what, handle node, const host_node_params* p) {
  return call("cuGraphExecHostNodeSetParams", needs::a_context, [&](driver& d) -> int {
    require(p && p->function, invalid_value);
    return change<host_task>(d, what, node, host_task{p->function, p->data});
  });
}

// Nodes are matched by the order in which they were added.
SOFTCUDA_API cuGraphExecUpdate_v2(handle what, handle from, update_result* into) {
  return call("cuGraphExecUpdate_v2", needs::a_context, [&](driver& d) -> int {
    auto e = d.find<graph_exec>(what);
    auto g = d.find<graph>(from);
    auto refuse = [&](int reason, handle node) {
      if (into) *into = {reason, node, nullptr};
      return graph_exec_update_failure;
    };
    if (into) *into = {0, nullptr, nullptr};
    auto wanted = program_of(*g);
    if (wanted->steps.size() != e->program->steps.size()) return refuse(2, nullptr);
    for (std::size_t i = 0; i < wanted->steps.size(); ++i) {
      const auto& was = e->program->steps[i];
      auto& is = wanted->steps[i];
      if (was.what.index() != is.what.index()) return refuse(3, is.node);
      if (was.after != is.after) return refuse(2, is.node);
      is.node = was.node;
    }
    e->program = std::move(wanted);
    return success;
  });
}

}  // namespace softcuda::api

// SPDX-License-Identifier: MIT
// Graphs built node by node.
#include <algorithm>

#include "softcuda/api/capture.hpp"
#include "softcuda/api/nodes.hpp"

namespace softcuda::api {
namespace {

std::vector<graph_node*> find_nodes(driver& d, const graph& in, const handle* nodes, std::size_t count) {
  require(nodes || !count, invalid_value);
  std::vector<graph_node*> found;
  for (std::size_t i = 0; i < count; ++i) {
    auto n = d.find<graph_node>(nodes[i]);
    require(n->of == &in && std::find(found.begin(), found.end(), n.get()) == found.end(), invalid_value);
    found.push_back(n.get());
  }
  return found;
}

template <class Make>
int add(const char* name, handle* into, handle to, const handle* after, std::size_t count, handle in, Make make) {
  return call(name, needs::a_context, [&](driver& d) -> int {
    require(into, invalid_value);
    auto g = d.find<graph>(to);
    auto before = find_nodes(d, *g, after, count);
    auto c = in ? d.find<context>(in) : current();
    *into = add_node(*g, make(), c, before)->self;
    return success;
  });
}

int type_of(const task& t) {
  constexpr int types[] = {0, 1, 2, 3, 5, 11};  // of kernel, copy, set, host, empty, free
  return types[t.index()];
}

bool reaches(const graph_node* from, const graph_node* to) {
  if (from == to) return true;
  return std::any_of(from->after.begin(), from->after.end(), [&](graph_node* n) { return reaches(n, to); });
}

int add_dependencies(driver& d, handle what, const handle* from, const handle* to, std::size_t count) {
  auto g = d.find<graph>(what);
  require((from && to) || !count, invalid_value);
  for (std::size_t i = 0; i < count; ++i) {
    auto a = d.find<graph_node>(from[i]), b = d.find<graph_node>(to[i]);
    require(a->of == g.get() && b->of == g.get() && !reaches(a.get(), b.get()), invalid_value);
    require(std::find(b->after.begin(), b->after.end(), a.get()) == b->after.end(), invalid_value);
    b->after.push_back(a.get());
  }
  return success;
}

}  // namespace

std::shared_ptr<graph_node> add_node(graph& to, task&& what, const std::shared_ptr<context>& in,
                                     const std::vector<graph_node*>& after) {
  auto made = the().make<graph_node>();
  made->of = &to;
  made->what = std::move(what);
  made->in = in;
  made->after = after;
  to.nodes.push_back(made);
  return made;
}

SOFTCUDA_API cuGraphCreate(handle* into, unsigned flags) {
  return call("cuGraphCreate", needs::initialization, [&](driver& d) -> int {
    require(into && flags == 0, invalid_value);
    *into = d.make<graph>()->self;
    return success;
  });
}

SOFTCUDA_API cuGraphDestroy(handle what) {
  return call("cuGraphDestroy", needs::initialization, [&](driver& d) -> int {
    auto g = d.find<graph>(what);
    for (auto& n : g->nodes) d.forget(*n);
    d.forget(*g);
    return success;
  });
}

SOFTCUDA_API cuGraphAddKernelNode_v2(handle* into, handle to, const handle* after, std::size_t count,
                                     const kernel_node_params* p) {
  return add("cuGraphAddKernelNode_v2", into, to, after, count, p ? p->context : nullptr, [&] {
    require(p, invalid_value);
    return launch_of(*p);
  });
}
SOFTCUDA_API cuGraphAddMemcpyNode(handle* into, handle to, const handle* after, std::size_t count, const copy_params* p,
                                  handle in) {
  return add("cuGraphAddMemcpyNode", into, to, after, count, in, [&] {
    require(p, invalid_value);
    return copy_of(*p);
  });
}
SOFTCUDA_API cuGraphAddMemsetNode(handle* into, handle to, const handle* after, std::size_t count,
                                  const memset_node_params* p, handle in) {
  return add("cuGraphAddMemsetNode", into, to, after, count, in, [&] {
    require(p, invalid_value);
    return set_of(*p);
  });
}
SOFTCUDA_API cuGraphAddHostNode(handle* into, handle to, const handle* after, std::size_t count,
                                const host_node_params* p) {
  return add("cuGraphAddHostNode", into, to, after, count, nullptr, [&]() -> task {
    require(p && p->function, invalid_value);
    return host_task{p->function, p->data};
  });
}
SOFTCUDA_API cuGraphAddEmptyNode(handle* into, handle to, const handle* after, std::size_t count) {
  return add("cuGraphAddEmptyNode", into, to, after, count, nullptr, []() -> task { return empty_task{}; });
}

SOFTCUDA_API cuGraphAddDependencies_v2(handle what, const handle* from, const handle* to, const void*,
                                       std::size_t count) {
  return call("cuGraphAddDependencies_v2", needs::initialization,
              [&](driver& d) { return add_dependencies(d, what, from, to, count); });
}
SOFTCUDA_API cuGraphAddDependencies(handle what, const handle* from, const handle* to, std::size_t count) {
  return call("cuGraphAddDependencies", needs::initialization,
              [&](driver& d) { return add_dependencies(d, what, from, to, count); });
}

SOFTCUDA_API cuGraphDestroyNode(handle what) {
  return call("cuGraphDestroyNode", needs::initialization, [&](driver& d) -> int {
    auto n = d.find<graph_node>(what);
    for (auto& other : n->of->nodes) std::erase(other->after, n.get());
    std::erase(n->of->nodes, n);
    d.forget(*n);
    return success;
  });
}

SOFTCUDA_API cuGraphGetNodes(handle what, handle* nodes, std::size_t* count) {
  return call("cuGraphGetNodes", needs::initialization, [&](driver& d) -> int {
    auto g = d.find<graph>(what);
    require(count, invalid_value);
    if (nodes)
      for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < g->nodes.size() ? g->nodes[i]->self : nullptr;
    *count = nodes ? std::min(*count, g->nodes.size()) : g->nodes.size();
    return success;
  });
}

SOFTCUDA_API cuGraphGetEdges_v2(handle what, handle* from, handle* to, void*, std::size_t* count) {
  return call("cuGraphGetEdges_v2", needs::initialization, [&](driver& d) -> int {
    auto g = d.find<graph>(what);
    require(count && !from == !to, invalid_value);
    std::size_t found = 0;
    for (auto& n : g->nodes)
      for (graph_node* before : n->after) {
        if (from && found < *count) from[found] = before->self, to[found] = n->self;
        ++found;
      }
    *count = from ? std::min(*count, found) : found;
    return success;
  });
}

SOFTCUDA_API cuGraphNodeGetType(handle what, int* type) {
  return call("cuGraphNodeGetType", needs::initialization, [&](driver& d) -> int {
    require(type, invalid_value);
    *type = type_of(d.find<graph_node>(what)->what);
    return success;
  });
}

SOFTCUDA_API cuGraphKernelNodeSetParams_v2(handle what, const kernel_node_params* p) {
  return call("cuGraphKernelNodeSetParams_v2", needs::a_context, [&](driver& d) -> int {
    auto n = d.find<graph_node>(what);
    require(p && std::holds_alternative<kernel_task>(n->what), invalid_value);
    n->what = launch_of(*p);
    return success;
  });
}

}  // namespace softcuda::api

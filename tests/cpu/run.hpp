// SPDX-License-Identifier: MIT
// Runs a plan on tensors: every buffer exactly as large as its elements, so that a sanitizer sees a step past an end.
#pragma once
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <sinter/cpu/execute.hpp>
#include <sinter/cpu/run_time_plan.hpp>
#include <sinter/plan/make_plan.hpp>

#include "support/oracle.hpp"

namespace cpu_tests {

using namespace sinter::core;
using support::tensor;

interpreted_kernels all_codes(const graph_view& graph, const plan_view& plan);  // support/interpreter.cpp

struct owned_bytes {
  struct freed {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, freed> at;
  explicit owned_bytes(std::size_t bytes) : at(std::malloc(bytes ? bytes : 1)) { std::memset(at.get(), 0xA5, bytes); }
};

inline void put(const tensor& from, void* to) {
  with_element(from.type, [&]<class T>() {
    for (std::size_t i = 0; i < from.at.size(); ++i) {
      const T value = static_cast<T>(from.at[i]);
      std::memcpy(static_cast<char*>(to) + i * sizeof(T), &value, sizeof(T));
    }
  });
}
inline tensor get(const void* from, dtype type, const shape& extents) {
  tensor made;
  made.type = type;
  made.extents.assign(extents.extents, extents.extents + extents.rank);
  made.at.resize(static_cast<std::size_t>(elements_of(extents)));
  with_element(type, [&]<class T>() {
    for (std::size_t i = 0; i < made.at.size(); ++i) {
      T value;
      std::memcpy(&value, static_cast<const char*>(from) + i * sizeof(T), sizeof(T));
      made.at[i] = static_cast<support::wide>(value);
    }
  });
  return made;
}

// The results of a plan, all arguments donated if `donates`.
inline std::vector<tensor> run_plan(const graph_view& graph, const plan_view& plan, const kernel_code* codes,
                                    const std::vector<tensor>& arguments, bool donates = false,
                                    nan_report* nans = nullptr) {
  std::vector<support::extent_list> extents;
  for (const tensor& argument : arguments) extents.push_back(argument.extents);
  std::vector<std::int64_t> symbols = support::symbol_values(graph, extents);
  symbols.push_back(0);
  std::vector<owned_bytes> memory;
  std::vector<void*> buffers(static_cast<std::size_t>(graph.count.nodes) + 1, nullptr), slots;
  const auto volume = [&](int shape_id) {
    std::int64_t count = 1;
    for (int i = 0; i < graph.shapes[shape_id].rank; ++i) count *= evaluate(graph.shapes[shape_id][i], symbols.data());
    return static_cast<std::size_t>(count);
  };
  const auto make = [&](int shape_id, dtype type) {
    memory.emplace_back(volume(shape_id) * size_of(type));
    return memory.back().at.get();
  };
  for (int s = 0; s < plan.count.slot_shapes; ++s) slots.push_back(make(plan.slot_shapes[s], plan.slot_types[s]));
  std::vector<void*> parameters(static_cast<std::size_t>(graph.parameters), nullptr);
  for (int id = 0; id < graph.count.nodes; ++id) {
    const node& x = graph.nodes[id];
    const auto n = static_cast<std::size_t>(id);
    if (x.op == &primitives::parameter) {
      buffers[n] = parameters[static_cast<std::size_t>(x.attribute)] = make(x.shape, x.type);
      put(arguments[static_cast<std::size_t>(x.attribute)], buffers[n]);
    } else if (plan.slots[id] >= 0)
      buffers[n] = slots[static_cast<std::size_t>(plan.slots[id])];
  }
  std::vector<void*> targets = buffers;
  std::vector<bool> is_written(static_cast<std::size_t>(graph.count.nodes) + 1, false);
  for (int o = 0; o < plan.count.outputs; ++o) is_written[static_cast<std::size_t>(plan.outputs[o])] = true;
  for (int r = graph.count.roots - 1; r >= 0; --r) {
    const auto id = static_cast<std::size_t>(graph.roots[r]);
    const node& x = graph.nodes[id];
    if (!is_written[id]) continue;  // an argument that is a result
    targets[id] =
        donates && plan.donors[r] >= 0 ? parameters[static_cast<std::size_t>(plan.donors[r])] : make(x.shape, x.type);
    if (x.op != &primitives::parameter) buffers[id] = targets[id];
  }
  run_context context;
  context.graph = &graph;
  context.plan = &plan;
  context.codes = codes;
  context.symbols = symbols.data();
  context.buffers = buffers.data();
  context.targets = targets.data();
  context.nans = nans;
  execute(context);
  std::vector<tensor> results;
  for (int r = 0; r < graph.count.roots; ++r) {
    const node& x = graph.nodes[graph.roots[r]];
    results.push_back(get(targets[static_cast<std::size_t>(graph.roots[r])], x.type, extents_now(context, x.shape)));
  }
  return results;
}

}  // namespace cpu_tests

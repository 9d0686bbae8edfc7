// SPDX-License-Identifier: MIT
// What a plan costs to run: arithmetic, bytes moved, and the most memory it holds.
#pragma once
#include "../primitive/contraction.hpp"
#include "../primitive/marker.hpp"
#include "plan.hpp"

namespace sinter::core {
namespace planning {
// `values`: the numbers of the symbols; without them each counts as 1.
constexpr std::int64_t number_of(std::int64_t extent, const std::int64_t* values) {
  return is_symbol(extent) ? (values ? values[symbol_of(extent)] : 1) : extent;
}
constexpr std::int64_t elements_of(const shape& of, const std::int64_t* values) {
  std::int64_t elements = 1;
  for (int i = 0; i < of.rank; ++i) elements *= number_of(of[i], values);
  return elements;
}
constexpr std::int64_t bytes_of(const graph_view& graph, int id, const std::int64_t* values) {
  return elements_of(graph.shape_of(id), values) * static_cast<std::int64_t>(size_of(graph.nodes[id].type));
}
constexpr std::int64_t rounded(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

// The bytes that a read touches, each element once; `over`: the shape that it is indexed with.
constexpr std::int64_t bytes_read(const graph_view& graph, const plan_view& plan, int r, const shape& over,
                                  const std::int64_t* values) {
  const read& from = plan.reads[r];
  if (from.what == read_kind::buffer) {
    const shape& source = graph.shapes[from.shape];
    std::int64_t elements = 1;
    for (int i = 0; i < source.rank; ++i) {
      const std::int64_t extent = number_of(source[i], values);
      const int axis = from.axes[i].axis;
      const std::int64_t moved = axis < 0 ? 1 : number_of(over[axis], values);
      elements *= moved < extent ? moved : extent;
    }
    return elements * static_cast<std::int64_t>(size_of(from.type));
  }
  std::int64_t bytes = 0;
  if (from.first >= 0) bytes += bytes_read(graph, plan, from.first, graph.shape_of(plan.reads[from.first].node), values);
  if (from.second >= 0) bytes += bytes_read(graph, plan, from.second, graph.shape_of(plan.reads[from.second].node), values);
  return bytes;
}
}  // namespace planning

// What kernel k does: it reads its inputs once and writes its outputs once.
constexpr cost cost_of_kernel(const graph_view& graph, const plan_view& plan, int k, const std::int64_t* symbol_values = nullptr) {
  cost total;
  const kernel& q = plan.kernels[k];
  const std::int64_t full = planning::elements_of(graph.shapes[q.space], symbol_values);
  const std::int64_t narrow = q.narrow < 0 ? 1 : planning::elements_of(graph.shapes[q.narrow], symbol_values);
  for (int i = q.first_instruction; i < q.first_instruction + q.instructions; ++i) {
    const instruction& x = plan.program[i];
    const family kind = x.op->kind;
    if (kind == family::elementwise)
      total.flops += x.op->flops * (x.has == form::full ? full : x.has == form::narrow ? narrow : 1);
    else if (kind == family::reduction) total.flops += x.op->flops * full;
  }
  const bool is_alone = q.what == kernel_kind::scatter || q.what == kernel_kind::print;
  for (int r = q.first_read; r < q.first_read + q.reads; ++r) {
    const bool is_operand = is_alone || r == q.left || r == q.right;
    const int over = is_operand ? graph.nodes[plan.reads[r].node].shape : q.space;
    total.bytes_read += planning::bytes_read(graph, plan, r, graph.shapes[over], symbol_values);
  }
  for (int i = q.first_output; i < q.first_output + q.outputs; ++i)
    total.bytes_written += planning::bytes_of(graph, plan.outputs[i], symbol_values);
  if (q.what == kernel_kind::contract) {
    const contraction how = contraction::unpack(q.attribute);
    std::int64_t products = full;
    for (int i = 0; i < how.contracted; ++i)
      products *= planning::number_of(graph.shape_of(plan.reads[q.left].node)[how.x[i]], symbol_values);
    total.flops += 2 * products;
  } else if (q.what == kernel_kind::scatter) {
    total.flops += planning::elements_of(graph.shape_of(plan.reads[q.right].node), symbol_values);
  }
  return total;
}
constexpr cost cost_of_kernels(const graph_view& graph, const plan_view& plan, int first, int count,
                               const std::int64_t* symbol_values = nullptr) {
  cost total;
  for (int k = first; k < first + count; ++k) {
    const cost one = cost_of_kernel(graph, plan, k, symbol_values);
    total.flops += one.flops;
    total.bytes_read += one.bytes_read;
    total.bytes_written += one.bytes_written;
  }
  return total;
}
constexpr cost cost_of(const graph_view& graph, const plan_view& plan, const std::int64_t* symbol_values = nullptr) {
  return cost_of_kernels(graph, plan, 0, plan.count.kernels, symbol_values);
}

// Arguments, results and temporaries, each rounded up to 64 bytes. `donated`: by number of parameter, which argument the
// caller gives up; null for none.
constexpr std::int64_t peak_bytes(const graph_view& graph, const plan_view& plan, const std::int64_t* symbol_values = nullptr,
                                  const bool* donated = nullptr) {
  std::int64_t bytes = 0;
  for (int id = 0; id < graph.count.nodes; ++id)
    if (graph.nodes[id].op == &primitives::parameter)
      bytes += planning::rounded(planning::bytes_of(graph, id, symbol_values));
  for (int r = 0; r < graph.count.roots; ++r) {
    const int donor = plan.donors[r];
    bool is_first = true;
    for (int i = 0; i < r && is_first; ++i) is_first = graph.roots[i] != graph.roots[r];
    if (is_first && !(donated && donor >= 0 && donated[donor]))
      bytes += planning::rounded(planning::bytes_of(graph, graph.roots[r], symbol_values));
  }
  for (int s = 0; s < plan.count.slot_shapes; ++s)
    bytes += planning::rounded(planning::elements_of(graph.shapes[plan.slot_shapes[s]], symbol_values) *
                               static_cast<std::int64_t>(size_of(plan.slot_types[s])));
  return bytes;
}

}  // namespace sinter::core

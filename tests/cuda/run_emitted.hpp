// SPDX-License-Identifier: MIT
// Runs the emitted launches of plans on the engine of the software driver, without a driver: many plans share one program,
// because NVRTC takes a third of the time that way. What the engine finds wrong is part of the outcome.
#pragma once
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cuda/nvrtc.hpp"
#include "cuda/planned.hpp"
#include "softcuda/engine.hpp"
#include "support/oracle.hpp"

namespace cuda_tests {

using support::tensor;

struct run_options {
  bool donates = false;
  int shift = 0;            // elements by which buffers lie off a boundary
  bool checks_nans = false;
  cuda::device_description device = cuda::h100;
};

struct outcome {
  std::vector<tensor> results;
  std::string fault;                        // of the first launch that failed
  std::vector<softcuda::counters> counted;  // by launch
  std::vector<tensor> printed;
  std::uint64_t nan_report = ~std::uint64_t{0};
  std::vector<int> nan_instructions;
};

class emitted_plan {
 public:
  emitted_plan(const builder& graph, std::vector<tensor> arguments, const run_options& how, softcuda::memory& memory)
      : planned_(graph), arguments_(std::move(arguments)), how_(how), memory_(memory) {
    const graph_view g = planned_.graph();
    const plan_view p = planned_.plan();
    std::vector<support::extent_list> extents;
    for (const tensor& a : arguments_) extents.push_back(a.extents);
    symbols_ = support::symbol_values(g, extents);
    symbols_.push_back(0);
    place();
    for (int l = 0; l < p.count.launches; ++l)
      launches_.push_back(write_launch(planned_, l, symbols_.data(), alignments_.data(), how.device, how.checks_nans));
  }
  ~emitted_plan() {
    for (const std::uint64_t block : blocks_) memory_.release(block);
  }
  emitted_plan(const emitted_plan&) = delete;

  const std::vector<written_launch>& launches() const { return launches_; }
  const planned_graph& planned() const { return planned_; }

  outcome run(const softcuda::module& code, const softcuda::options& options) {
    outcome made;
    std::uint64_t report = 0;
    if (how_.checks_nans) {
      report = allocate(8);
      memory_.fill(report, 0xffffffffu, 4, 2);
    }
    for (const written_launch& w : launches_) {
      made.counted.emplace_back();
      if (w.shape.is_empty) continue;
      std::uint64_t scratch = 0, tickets = 0;
      if (w.shape.scratch_bytes) scratch = allocate(w.shape.scratch_bytes);
      if (w.shape.tickets) {
        tickets = allocate(std::uint64_t{4} * w.shape.tickets);
        memory_.fill(tickets, 0, 4, w.shape.tickets);
      }
      softcuda::launch now;
      now.code = &code;
      now.kernel = code.find(w.text.name);
      if (now.kernel < 0) {
        made.fault = "no kernel " + w.text.name;
        return made;
      }
      for (int i = 0; i < 3; ++i) {
        now.grid[i] = w.shape.grid[i];
        now.block[i] = w.shape.block[i];
      }
      now.dynamic_shared_bytes = w.shape.shared_bytes;
      for (const cuda::kernel_argument& a : w.text.arguments) {
        std::uint64_t value = 0;
        using kind = cuda::kernel_argument::kind;
        switch (a.what) {
          case kind::buffer: value = addresses_[static_cast<std::size_t>(a.number)]; break;
          case kind::extent: value = static_cast<std::uint64_t>(evaluate(a.number, symbols_.data())); break;
          case kind::scratch: value = scratch; break;
          case kind::ticket: value = tickets; break;
          case kind::report: value = report; break;
        }
        const auto at = now.parameters.size();
        now.parameters.resize(at + 8);
        std::memcpy(now.parameters.data() + at, &value, 8);
      }
      const softcuda::report found = softcuda::run(now, memory_, options, made.counted.back());
      if (found.what != softcuda::violation::none) {
        made.fault = found.text;
        return made;
      }
      if (w.text.prints) {
        const kernel& k = planned_.plan().kernels[planned_.plan().launches[static_cast<int>(&w - launches_.data())].first];
        const sinter::core::read& r = planned_.plan().reads[k.first_read];
        made.printed.push_back(fetch(scratch, r.type, planned_.graph().nodes[r.node >= 0 ? r.node : k.node].shape));
      }
      for (std::uint32_t t = 0; t < w.shape.tickets; ++t) {
        std::uint32_t left = 1;
        memory_.read(tickets + 4 * t, &left, 4);
        if (left) made.fault = "a ticket was not given back: " + w.text.name;
      }
    }
    if (how_.checks_nans) {
      memory_.read(report, &made.nan_report, 8);
      for (const written_launch& w : launches_) made.nan_instructions.insert(made.nan_instructions.end(), w.text.nan_instructions.begin(), w.text.nan_instructions.end());
    }
    const graph_view g = planned_.graph();
    for (int r = 0; r < g.count.roots; ++r) made.results.push_back(fetch(addresses_[static_cast<std::size_t>(g.roots[r])], g.nodes[g.roots[r]].type, g.nodes[g.roots[r]].shape));
    return made;
  }

 private:
  using core_shape = sinter::core::shape;
  planned_graph planned_;
  std::vector<tensor> arguments_;
  run_options how_;
  softcuda::memory& memory_;
  std::vector<std::int64_t> symbols_;
  std::vector<std::uint64_t> blocks_, addresses_;
  std::vector<std::uint8_t> alignments_;
  std::vector<written_launch> launches_;

  std::uint64_t allocate(std::uint64_t bytes) {
    blocks_.push_back(memory_.allocate(bytes ? bytes : 1));
    return blocks_.back();
  }
  std::uint64_t volume(int shape_id) const {
    std::uint64_t count = 1;
    const core_shape& of = planned_.graph().shapes[shape_id];
    for (int i = 0; i < of.rank; ++i) count *= static_cast<std::uint64_t>(evaluate(of[i], symbols_.data()));
    return count;
  }
  std::uint64_t make(int shape_id, dtype type) {
    const std::uint64_t off = static_cast<std::uint64_t>(how_.shift) * size_of(type);
    return allocate(volume(shape_id) * size_of(type) + off) + off;
  }
  // Every buffer exactly as large as its elements.
  void place() {
    const graph_view g = planned_.graph();
    const plan_view p = planned_.plan();
    addresses_.assign(static_cast<std::size_t>(g.count.nodes) + 1, 0);
    std::vector<std::uint64_t> slots, parameters(static_cast<std::size_t>(g.parameters) + 1, 0);
    for (int s = 0; s < p.count.slot_shapes; ++s) slots.push_back(make(p.slot_shapes[s], p.slot_types[s]));
    for (int id = 0; id < g.count.nodes; ++id) {
      const auto n = static_cast<std::size_t>(id);
      const node& x = g.nodes[id];
      if (x.op == &primitives::parameter) {
        addresses_[n] = parameters[static_cast<std::size_t>(x.attribute)] = make(x.shape, x.type);
        write(arguments_[static_cast<std::size_t>(x.attribute)], addresses_[n]);
      } else if (p.slots[id] >= 0)
        addresses_[n] = slots[static_cast<std::size_t>(p.slots[id])];
    }
    for (int r = g.count.roots - 1; r >= 0; --r) {
      const node& x = g.nodes[g.roots[r]];
      if (x.op == &primitives::parameter) continue;
      addresses_[static_cast<std::size_t>(g.roots[r])] =
          how_.donates && p.donors[r] >= 0 ? parameters[static_cast<std::size_t>(p.donors[r])] : make(x.shape, x.type);
    }
    for (const std::uint64_t a : addresses_) alignments_.push_back(static_cast<std::uint8_t>(a == 0 ? 16 : a % 16 == 0 ? 16 : a & (~a + 1)));
  }
  void write(const tensor& from, std::uint64_t to) {
    with_element(from.type, [&]<class T>() {
      const auto elements = std::make_unique<T[]>(from.at.size() + 1);
      for (std::size_t i = 0; i < from.at.size(); ++i) elements[i] = static_cast<T>(from.at[i]);
      if (!from.at.empty()) memory_.write(to, elements.get(), from.at.size() * sizeof(T));
    });
  }
  tensor fetch(std::uint64_t from, dtype type, int shape_id) const {
    tensor made;
    made.type = type;
    const core_shape& of = planned_.graph().shapes[shape_id];
    for (int i = 0; i < of.rank; ++i) made.extents.push_back(evaluate(of[i], symbols_.data()));
    made.at.resize(static_cast<std::size_t>(volume(shape_id)));
    with_element(type, [&]<class T>() {
      const auto elements = std::make_unique<T[]>(made.at.size() + 1);
      if (!made.at.empty()) memory_.read(from, elements.get(), made.at.size() * sizeof(T));
      for (std::size_t i = 0; i < made.at.size(); ++i) made.at[i] = static_cast<support::wide>(elements[i]);
    });
    return made;
  }
};

// One program of all their launches, each text once.
inline std::string texts_of(const std::vector<std::unique_ptr<emitted_plan>>& plans) {
  std::string made;
  std::set<std::string> names;
  for (const auto& p : plans)
    for (const written_launch& w : p->launches())
      if (!w.shape.is_empty && names.insert(w.text.name).second) made += w.text.text + "\n";
  return made;
}

}  // namespace cuda_tests

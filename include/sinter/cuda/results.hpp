// SPDX-License-Identifier: MIT
// The memory of a call's results: fresh, shared with an argument, or a donated argument's own.
#pragma once
#include <algorithm>
#include <utility>

#include "../plan/device_runner.hpp"
#include "replay.hpp"

namespace sinter::core::cuda {

// Gives the results up unless the call succeeds.
class held_results {
 public:
  // What they are results of, and the kernel that errors name.
  struct call {
    gpu& on;
    storage& memory;
    const program_view& of;
    const given_argument_view* in;
    const std::int64_t* symbols;
    started_kernel asker;
  };
  held_results(const call& of, buffer** out) : call_(of), out_(out) {
    for (int i = 0; i < count(); ++i) out[i] = nullptr;
  }
  held_results(const held_results&) = delete;
  ~held_results() {
    if (!is_kept_) drop();
  }
  void succeed() { is_kept_ = true; }

  // As core::call does on the host; what was taken before is given up. Where several launches are started one by one,
  // nothing is overwritten: `ignores_donors`. The context is current. Throws device_error.
  void take(device_memory& home, address* results, bool ignores_donors) {
    drop();
    const graph_view& graph = call_.of.graph;
    const given_argument_view* in = call_.in;
    for (int i = 0; i < count(); ++i) {
      const int id = graph.roots[i];
      const node& at = graph.nodes[id];
      int twin = 0;
      while (graph.roots[twin] != id) ++twin;
      const bool is_parameter = at.op == &primitives::parameter;
      const int donor = call_.of.plan.donors && !ignores_donors ? call_.of.plan.donors[i] : -1;
      if (twin < i || (is_parameter && in[at.attribute].memory)) {
        out_[i] = twin < i ? out_[twin] : in[at.attribute].memory;
        out_[i]->keep();
      } else if (!is_parameter && donor >= 0 && can_donate(in, graph.parameters, donor) && in[donor].memory->on == &home) {
        out_[i] = in[donor].memory;
        out_[i]->keep();
        out_[i]->forget_mirror();
      } else {
        std::int64_t extents[max_rank];
        const shape& s = graph.shapes[at.shape];
        std::size_t bytes = size_of(at.type);
        for (int k = 0; k < s.rank; ++k) bytes *= static_cast<std::size_t>(extents[k] = evaluate(s[k], call_.symbols));
        held_block block(call_.memory, std::max<std::size_t>(bytes, 8), call_.asker);
        out_[i] = buffer::wrap(home, at.type, s.rank, extents, reinterpret_cast<void*>(block.at()));
        block.keep();
      }
      results[i] = reinterpret_cast<address>(out_[i]->data);
    }
    store_numbers();
  }

 private:
  int count() const { return call_.of.graph.count.roots; }
  // Results that are numbers among the arguments.
  void store_numbers() {
    const graph_view& graph = call_.of.graph;
    for (int i = 0; i < count(); ++i) {
      const node& at = graph.nodes[graph.roots[i]];
      if (at.op != &primitives::parameter || call_.in[at.attribute].memory) continue;
      std::uint64_t bits = 0;
      std::memcpy(&bits, call_.in[at.attribute].data, size_of(at.type));
      replay::store_word(call_.on, call_.memory, reinterpret_cast<address>(out_[i]->data), bits, call_.asker);
    }
  }
  void drop() noexcept {
    for (int i = 0; i < count(); ++i)
      if (buffer* given_up = std::exchange(out_[i], nullptr)) given_up->drop();
  }

  const call call_;
  buffer** out_;
  bool is_kept_ = false;
};

}  // namespace sinter::core::cuda

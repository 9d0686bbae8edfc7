// SPDX-License-Identifier: MIT
// What a launch leaves behind for people: the report of SINTER_DEBUG_NANS, and what debug_print shows. Both wait for it.
#pragma once
#include <memory>

#include "../array/print.hpp"
#include "../plan/nans.hpp"
#include "replay.hpp"

namespace sinter::core::cuda {

// A launch that was started, of a call with these extents.
struct started_launch {
  gpu& on;
  storage& memory;
  const program_view& of;
  const prepared_launch& launch;
  const std::int64_t* symbols;

  // Waits for what was started, and copies.
  void read(void* to, address from, std::size_t bytes, const started_kernel& note) const {
    if (bytes)
      on.check(memory.with_room([&] { return on.api.cuMemcpyDtoHAsync(to, from, bytes, on.stream()); }), "cuMemcpyDtoHAsync",
               note);
    on.synchronise();
  }
};

// No kernel has reported a NaN.
inline constexpr std::uint64_t no_nan = ~std::uint64_t{0};

// The smallest report of a launch is its first instruction that made a NaN, at its first element (see sinter_report_nan).
inline void look_for_nans(const started_launch& started, address report, const started_kernel& note, const site* where) {
  const std::vector<int>& instructions = started.launch.code->text.nan_instructions;
  if (instructions.empty()) return;
  std::uint64_t found = no_nan;
  started.read(&found, report, sizeof found, note);
  if (found == no_nan) return;
  const program_view& of = started.of;
  const int instruction = instructions[static_cast<std::size_t>((found >> 40) - 1)];
  nan_has_arisen(of.graph, of.plan, of.plan.launches[started.launch.number].first + (instruction >> 16), instruction & 0xffff,
                 static_cast<std::int64_t>(found & ((std::uint64_t{1} << 40) - 1)), where);
}

// The kernel, number `kernel` of the plan, has copied its operand densely to its scratch memory.
inline void print_operand(const started_launch& started, int kernel, address scratch) {
  const program_view& of = started.of;
  const core::kernel& k = of.plan.kernels[kernel];
  const read& operand = of.plan.reads[k.first_read];
  const shape& s = of.graph.shape_of(operand.node);
  std::int64_t extents[max_rank];
  std::size_t count = 1;
  for (int i = 0; i < s.rank; ++i) count *= static_cast<std::size_t>(extents[i] = evaluate(s[i], started.symbols));
  const std::size_t bytes = count * size_of(operand.type);
  const std::unique_ptr<unsigned char[]> elements(new unsigned char[bytes + 1]);
  started.read(elements.get(), scratch, bytes, started.launch.code->note);
  print_labelled(of.graph.sites[of.graph.nodes[k.node].attribute].file, elements.get(), operand.type, s.rank, extents);
}

}  // namespace sinter::core::cuda

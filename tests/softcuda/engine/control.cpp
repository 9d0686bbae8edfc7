// SPDX-License-Identifier: MIT
// bra ret exit call trap, barriers of a block, fences, nanosleep.
#include "decode.hpp"
#include "launch_state.hpp"
#include "schedule.hpp"

namespace softcuda {

using syntax::scalar;

void fence_of(machine&, const instruction&);

namespace {

void trap(machine& m, const instruction&) { m.fail(violation::trap, "executes trap", __builtin_ctz(m.active)); }
void nothing_to_do(machine&, const instruction&) {}

void decode_barrier(decoder& d, const opcode& op) {
  instruction i;
  i.flow = flow::barrier;
  std::size_t k = 0;
  const bool is_reduction = op.has("red");
  barrier_kind kind = op.has("arrive") ? barrier_kind::arrive : barrier_kind::sync;
  if (is_reduction) {
    kind = op.has("popc") ? barrier_kind::count : op.has("and") ? barrier_kind::all : barrier_kind::any;
    i.d = d.result(k++, kind == barrier_kind::count ? scalar::u32 : scalar::pred);
  }
  i.variant = static_cast<std::uint16_t>(kind);
  i.is_wide = op.base == "barrier" && !op.has("aligned");  // lanes of a warp may arrive apart
  const std::size_t last = d.operand_count() - (is_reduction ? 1u : 0u);
  i.a = d.source(k++, scalar::b32);
  if (k < last) i.b = d.source(k++, scalar::b32);
  if (is_reduction) {
    i.c = d.source(k, scalar::pred);
    i.is_signed = d.operand(k).is_negated;
  }
  d.emit(i, instruction_class::barrier);
}

}  // namespace

void decode_control(decoder& d, const opcode& op) {
  if (op.base == "bra") return d.branch(0);
  if (op.base == "ret") return d.leave();
  if (op.base == "call") return d.call();
  if (op.base == "bar" || op.base == "barrier") {
    if (op.begins("cluster")) d.fail("barriers of clusters are not supported");
    return decode_barrier(d, op);
  }
  instruction i;
  i.run = nothing_to_do;
  instruction_class c = instruction_class::control;
  if (op.base == "exit")
    i.flow = flow::exit;
  else if (op.base == "trap")
    i.run = trap;
  else if (op.base == "nanosleep")
    i.flow = flow::yield;
  else if (op.base == "membar" || op.base == "fence") {
    if (op.begins("mbarrier") || op.begins("proxy")) d.fail("the fence is not supported");
    i.run = fence_of;
    c = instruction_class::barrier;
  }
  d.emit(i, c);
}

}  // namespace softcuda

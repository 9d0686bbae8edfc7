// SPDX-License-Identifier: MIT
// The interpreter's codes for a plan that is made at run time. Programs known to the compiler do without.
#pragma once
#include <vector>

#include "interpret.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// The codes of a plan made at run time, and what they point to. `Table` offers loop, fold and contract.
class interpreted_kernels {
 public:
  interpreted_kernels() = default;
  interpreted_kernels(const interpreted_kernels&) = delete;
  interpreted_kernels& operator=(const interpreted_kernels&) = delete;
  interpreted_kernels(interpreted_kernels&&) = default;
  interpreted_kernels& operator=(interpreted_kernels&&) = default;

  template <class Table> static interpreted_kernels make(const plan_view& plan, Table) {
    interpreted_kernels made;
    std::size_t instructions = 0, distinct = 0;
    for (int n = 0; n < plan.count.kernels; ++n) {
      if (plan.kernels[n].same_as != n) continue;
      instructions += static_cast<std::size_t>(plan.kernels[n].instructions);
      ++distinct;
    }
    made.roles_.resize(instructions + 1);
    made.loops_.resize(instructions + 1);
    made.folds_.resize(instructions + 1);
    made.functions_.reserve(distinct);  // what codes point to stays where it is
    made.codes_.resize(static_cast<std::size_t>(plan.count.kernels) + 1);
    std::size_t at = 0;
    for (int n = 0; n < plan.count.kernels; ++n) {
      const kernel& k = plan.kernels[n];
      kernel_code& code = made.codes_[static_cast<std::size_t>(n)];
      if (k.same_as != n)
        code = made.codes_[static_cast<std::size_t>(k.same_as)];
      else {
        made.fill<Table>(code, plan.program + k.first_instruction, k.instructions, at);
        at += static_cast<std::size_t>(k.instructions);
      }
      code.by = driver_of(k.what);
      const instruction* const program = plan.program + k.first_instruction;
      for (int i = 0; i < k.instructions; ++i)
        if (is_contraction(program[i])) code.contract = Table::contract(program[i].type);
      if (k.what == kernel_kind::scatter) code.sum = Table::fold(&primitives::reduce_sum, program[0].type);
    }
    return made;
  }
  const kernel_code* data() const { return codes_.data(); }

 private:
  // By phase; a phase without work has none. 16 phases are enough: plans have at most 8.
  struct functions {
    block_function full[16] = {}, narrow[16] = {};
  };

  template <class Table> void fill(kernel_code& code, const instruction* program, int count, std::size_t at) {
    role* const roles = roles_.data() + at;
    code.summary = assign_roles(program, count, roles);
    code.roles = roles;
    functions* const table = &functions_.emplace_back();
    for (int p = 0; p < 16; ++p) {
      if (p < code.summary.phases && has_work(program, count, roles, stage::full, p))
        table->full[p] = &detail::interpret<stage::full>;
      if (p < code.summary.levels && has_work(program, count, roles, stage::narrow, p))
        table->narrow[p] = &detail::interpret<stage::narrow>;
    }
    code.full = table->full;
    code.narrow = table->narrow;
    if (code.summary.has_scalars) code.scalar = &detail::interpret<stage::scalar>;
    for (int i = 0; i < count; ++i) {
      const instruction& x = program[i];
      const std::size_t n = at + static_cast<std::size_t>(i);
      if (is_reduction(x))
        folds_[n] = Table::fold(x.op, program[x.a].type);
      else if (x.a >= 0 && !x.broadcasts && x.op->kind == family::elementwise)
        loops_[n] = Table::loop(x, program);
    }
    code.loops = loops_.data() + at;
    code.folds = folds_.data() + at;
  }

  std::vector<kernel_code> codes_;
  std::vector<role> roles_;
  std::vector<loop_function> loops_;
  std::vector<const fold_code*> folds_;
  std::vector<functions> functions_;
};

// For a plan made at run time: instantiates all loops, in the translation units that call it.
template <class Table = full_table> interpreted_kernels interpreted_codes(const graph_view&, const plan_view& plan) {
  return interpreted_kernels::make(plan, Table{});
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

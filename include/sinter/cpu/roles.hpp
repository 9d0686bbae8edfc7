// SPDX-License-Identifier: MIT
// Which value of a kernel is loaded, computed and kept in which phase: decided once from its program, in constant
// evaluation for native kernels. A phase is one visit of a row; narrow levels stand between phases.
#pragma once
#include "../primitive/registry.hpp"
#include "block.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

constexpr bool is_input(const instruction& x) { return x.op == &primitives::input; }
constexpr bool is_known(const instruction& x) { return x.op == &primitives::constant; }
constexpr bool is_contraction(const instruction& x) { return x.op == &primitives::dot_general; }
constexpr bool is_reduction(const instruction& x) { return !x.broadcasts && x.op->kind == family::reduction; }
// A value that is another one repeated: it has no place of its own.
constexpr bool is_alias(const instruction& x) { return x.broadcasts || is_known(x); }

// An output of form scalar is a copy: stored at each index of the space.
constexpr stage stage_of_output(const role& r) { return r.at == stage::narrow ? stage::narrow : stage::full; }

namespace detail {

class role_maker {
 public:
  constexpr role_maker(const instruction* program, int count, role* roles)
      : program_(program), count_(count), roles_(roles) {}

  constexpr role_summary make() {
    for (int i = 0; i < count_; ++i) place_in_stage(i);
    for (int i = 0; i < count_; ++i) {
      if (is_reduction(program_[i])) {
        const int of = program_[i].a, phase = roles_[of].level;
        roles_[of].folds |= bit(phase);
        if (!is_input(program_[of])) {
          want(of, stage::full, phase);
          if (!is_alias(program_[of])) roles_[of].stores |= bit(phase);
        }
      } else if (program_[i].out >= 0)
        want(i, stage_of_output(roles_[i]), roles_[i].level);
    }
    for (int phase = last_level_; phase >= 0; --phase) expand(stage::full, phase);
    for (int level = last_level_; level >= 0; --level) expand(stage::narrow, level);
    expand(stage::scalar, 0);
    role_summary summary;
    measure(summary);
    hand_out_slots(summary);
    return summary;
  }

 private:
  static constexpr std::uint16_t bit(int phase) { return static_cast<std::uint16_t>(1u << phase); }

  constexpr void place_in_stage(int i) {
    const instruction& x = program_[i];
    role& r = roles_[i];
    r.level = x.level;
    if (x.level > last_level_) last_level_ = x.level;
    if (is_reduction(x)) {
      r.at = stage::narrow;
      return;
    }
    if (x.has == form::full)
      r.at = stage::full;
    else
      r.at = x.has == form::narrow || x.level > 0 ? stage::narrow : stage::scalar;
  }
  // Cheap work on what is at hand in every phase is repeated rather than kept.
  constexpr bool is_repeated(int i) const {
    const instruction& x = program_[i];
    if (x.broadcasts) return true;
    if (roles_[i].at != stage::full || x.op->kind != family::elementwise || x.op->flops > 2) return false;
    for (int o = 0; o < 3; ++o) {
      const int of = x.operand(o);
      if (of >= 0 && roles_[of].at == stage::full && !is_input(program_[of]) && !is_alias(program_[of])) return false;
    }
    return true;
  }
  constexpr void want(int i, stage in, int phase) {
    const instruction& x = program_[i];
    role& r = roles_[i];
    const int s = static_cast<int>(in);
    if (is_known(x))
      r.computes[s] |= bit(phase);
    else if (is_input(x) || is_contraction(x) || is_reduction(x))
      r.loads[s] |= bit(phase);
    else if (r.at == in && (r.level == phase || is_repeated(i)))
      r.computes[s] |= bit(phase);
    else {
      r.loads[s] |= bit(phase);
      r.stores |= bit(r.level);
      r.kept |= bit(r.level);
      r.computes[static_cast<int>(r.at)] |= bit(r.level);
    }
  }
  constexpr void expand(stage in, int phase) {
    const int s = static_cast<int>(in);
    for (int i = count_ - 1; i >= 0; --i)
      if (roles_[i].computes[s] & bit(phase))
        for (int o = 0; o < 3; ++o)
          if (program_[i].operand(o) >= 0) want(program_[i].operand(o), in, phase);
  }
  constexpr void measure(role_summary& summary) const {
    for (int i = 0; i < count_; ++i) {
      const role& r = roles_[i];
      const instruction& x = program_[i];
      for (int p = 0; p <= last_level_; ++p) {
        if (((r.computes[0] | r.folds) & bit(p)) && p + 1 > summary.phases) summary.phases = p + 1;
        if ((r.computes[1] & bit(p)) && !is_known(x) && p + 1 > summary.levels) summary.levels = p + 1;
        if ((r.computes[0] & bit(p)) && !is_alias(x)) summary.work += x.op->flops;
        if (((r.loads[0] | r.stores) & bit(p)) && r.at == stage::full) ++summary.work;
        if (r.folds & bit(p)) ++summary.work;
      }
      if (r.computes[2] && !is_known(x)) summary.has_scalars = true;
      if (r.at == stage::scalar && !is_known(x)) ++summary.scalars;
      if (r.at == stage::full && is_input(x)) ++summary.loads;
      const int size = static_cast<int>(size_of(x.type));
      if (size > summary.slot_size) summary.slot_size = size;
    }
  }
  // The interpreter's memory: a slot is free again after the last instruction that reads it.
  constexpr void hand_out_slots(role_summary& summary) {
    std::int16_t free[64] = {};
    int left = 0;
    for (int i = 0; i < count_; ++i) {
      role& r = roles_[i];
      const instruction& x = program_[i];
      if (r.at == stage::scalar && r.computes[2]) r.stores |= 1;
      if (is_alias(x) || is_input(x) || is_reduction(x) || is_contraction(x)) continue;
      if (!(r.computes[0] | r.computes[1])) continue;
      // Stored where it is computed once; a value that a later phase computes again needs a place there.
      r.is_direct = x.out >= 0 && reads_nothing_after(i) && !(r.computes[static_cast<int>(r.at)] & ~bit(r.level));
      const bool needs_one = !r.stores && !r.is_direct;
      // A loop may write where it reads only if its elements are as wide: else its groups would overtake.
      const auto release = [&](bool as_wide) {
        for (int o = 0; o < 3; ++o) {
          const int of = x.operand(o);
          if (of < 0 || roles_[of].slot < 0 || program_[of].out >= 0 || last_user(of) != i || left >= 64) continue;
          if ((size_of(program_[of].type) == size_of(x.type)) != as_wide) continue;
          bool seen = false;
          for (int q = 0; q < o; ++q) seen = seen || x.operand(q) == of;
          if (!seen) free[left++] = roles_[of].slot;
        }
      };
      release(true);
      if (needs_one) r.slot = left ? free[--left] : static_cast<std::int16_t>(summary.slots++);
      release(false);
    }
  }
  constexpr int last_user(int of) const {
    for (int i = count_ - 1; i > of; --i)
      if (program_[i].a == of || program_[i].b == of || program_[i].c == of) return i;
    return of;
  }
  constexpr bool reads_nothing_after(int at) const {
    for (int i = at + 1; i < count_; ++i)
      for (int o = 0; o < 3; ++o) {
        const int of = program_[i].operand(o);
        if (of >= 0 && !is_reduction(program_[i]) && (is_input(program_[of]) || is_contraction(program_[of])))
          return false;
      }
    return true;
  }

  const instruction* program_;
  int count_;
  role* roles_;
  int last_level_ = 0;
};

}  // namespace detail

// Whether native code folds the reduction `i` of a row as it computes its operand, instead of storing it for a fold.
constexpr bool folds_at_once(kernel_kind what, const instruction* program, int i) {
  const instruction& x = program[i];
  return what == kernel_kind::row && is_reduction(x) && x.op != &primitives::argmax && x.op != &primitives::argmin &&
         program[x.a].has == form::full && !is_input(program[x.a]) && !is_alias(program[x.a]);
}

// Whether a block function has anything to do.
constexpr bool has_work(const instruction* program, int count, const role* roles, stage in, int phase) {
  const int s = static_cast<int>(in);
  for (int i = 0; i < count; ++i) {
    if (!is_alias(program[i]) && (roles[i].computes[s] >> phase & 1)) return true;
    if (program[i].out >= 0 && !is_reduction(program[i]) && stage_of_output(roles[i]) == in && roles[i].level == phase)
      return true;
  }
  return false;
}

constexpr role_summary assign_roles(const instruction* program, int count, role* roles) {
  return detail::role_maker(program, count, roles).make();
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// The interpreter: the drivers of native kernels with one block function that loops over instructions, a few hundred
// elements at a time through one loop each. The same lanes in the same order, so the same bits as native kernels.
#pragma once
#include <cstring>

#include "ahead.hpp"
#include "frame.hpp"
#include "loops.hpp"
#include "nan_search.hpp"
#include "native.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

inline void copy_groups(const place& from, const place& to, std::int64_t groups, std::int64_t bytes) {
  if (from.step)
    std::memcpy(to.at, from.at, static_cast<std::size_t>(groups * bytes));
  else
    for (std::int64_t g = 0; g < groups; ++g) std::memcpy(to.at + g * bytes, from.at, static_cast<std::size_t>(bytes));
}

// One block: the places of its values are found once, then its loops run a piece after the other.
template <stage At> class interpretation {
 public:
  explicit interpretation(const block& b)
      : b_(b), k_(b.context->plan->kernels[b.kernel]), program_(b.context->plan->program + k_.first_instruction),
        roles_(b.code->roles), at_once_(slot_bytes / (group_size * b.code->summary.slot_size)) {
    const workspace room = workspace_of(k_, *b.code);
    here_ = reinterpret_cast<place*>(b.slots);
    targets_ = here_ + k_.instructions;
    order_ = reinterpret_cast<std::int16_t*>(b.slots + room.order);
    repeated_ = b.slots + room.repeated;
    slots_ = b.slots + room.slots;
  }
  void run() {
    if (b_.groups > at_once_)
      for (int o = 0; o < k_.outputs; ++o) targets_[o] = {nullptr, 0, 0};
    for (std::int64_t row = 0; row < b_.rows; ++row) {
      open_row(row);
      for (std::int64_t first = 0;;) {
        const std::int64_t left = b_.groups - first, groups = left < at_once_ ? left : at_once_;
        run_piece(row, first, groups, left - groups);
        if (groups == left) break;
        first += groups;
        for (place* p = here_; p != targets_ + k_.outputs; ++p) p->at += p->row;
      }
    }
  }

 private:
  bool is_computed(int i) const {
    return !is_alias(program_[i]) && (roles_[i].computes[static_cast<int>(At)] >> b_.phase & 1);
  }
  bool is_output(int i) const {
    return program_[i].out >= 0 && !is_reduction(program_[i]) && stage_of_output(roles_[i]) == At &&
           roles_[i].level == b_.phase;
  }
  // The interpreter's own places: a row of them is a piece.
  place moving(char* at, std::int64_t step) const { return {at, step, step * at_once_}; }
  place place_of(int i, std::int64_t row) const {
    const place& p = b_.values[i];
    if (At == stage::full && roles_[i].at == stage::narrow) row += b_.narrow_row;
    return moving(p.at + row * p.row, p.step);
  }
  place place_of_loaded(int i, std::int64_t row) {
    const role& r = roles_[i];
    const place nowhere{nullptr, 0, 0};
    if (program_[i].broadcasts) return here_[program_[i].a];
    if (!b_.values[i].at) return nowhere;
    if (At != stage::full || r.at != stage::narrow) return place_of(i, row);
    if (!(r.loads[0] >> b_.phase & 1)) return nowhere;
    char* const all = repeated_ + i * splat_bytes;  // one element of the row
    splat_group(place_of(i, row).at, static_cast<int>(size_of(program_[i].type)), all);
    return {all, 0, 0};
  }
  // The loops, and where values and outputs begin in a row.
  void open_row(std::int64_t row) {
    const instruction* const program = program_;
    place *const here = here_, *const targets = targets_;  // copies: the stores might alias them
    std::int16_t* order = order_;
    char* const slots = slots_;
    const int count = k_.instructions;
    const bool is_long = b_.groups > at_once_;
    bool copies = false;
    if (is_long) ahead_.clear();
    for (int i = 0; i < count; ++i) {
      const instruction& x = program[i];
      const role& r = roles_[i];
      const bool computes = is_computed(i), is_out = is_output(i);
      const std::int64_t size = static_cast<std::int64_t>(size_of(x.type)) * group_size;
      if (is_out) {
        const place& to = b_.outputs[x.out];
        targets[x.out] = moving(to.at + row * to.row, size);
        if (is_long) ahead_.add(targets[x.out]);
      }
      if (!computes)
        here[i] = place_of_loaded(i, row);
      else if (r.stores)
        here[i] = place_of(i, row);
      else if (is_out && r.is_direct)
        here[i] = targets[x.out];
      else
        here[i] = {slots + r.slot * slot_bytes, size, 0};
      if (computes) *order++ = static_cast<std::int16_t>(i);
      if (is_long && is_input(x)) ahead_.add(here[i]);
      copies = copies || (is_out && !(computes && r.is_direct && !r.stores));
    }
    copies_ = copies;
    count_ = static_cast<int>(order - order_);
    if (is_long && count_) share_ = (at_once_ + count_ - 1) / count_;
  }
  void run_piece(std::int64_t row, std::int64_t first, std::int64_t groups, std::int64_t left) {
    if (left) ahead_.open(left < at_once_ ? left : at_once_);
    for (const std::int16_t* i = order_; i != order_ + count_; ++i) {
      ahead_.some(share_);
      if (b_.context->nans) [[unlikely]]
        run_searching(*i, row, first, groups);
      else
        b_.code->loops[*i](here_, program_[*i], *i, groups);
    }
    if (!copies_) return;
    for (int i = 0; i < k_.instructions; ++i) {
      if (!is_output(i)) continue;
      const place& to = targets_[program_[i].out];
      if (to.at != here_[i].at) copy_groups(here_[i], to, groups, to.step);
    }
  }
  [[gnu::cold, gnu::noinline]] void run_searching(int i, std::int64_t row, std::int64_t first, std::int64_t groups) {
    nan_search search(b_, program_);
    search.remember(i, here_, groups);
    b_.code->loops[i](here_, program_[i], i, groups);
    search.look(i, here_, row, first, groups);
  }

  const block& b_;
  const kernel& k_;
  const instruction* program_;
  const role* roles_;
  std::int64_t at_once_;  // groups of a piece
  place *here_, *targets_;  // by instruction and by number of the output
  std::int16_t* order_;     // the instructions to run
  char *repeated_, *slots_;
  int count_ = 0;
  std::int64_t share_ = 0;  // groups of the next piece to ask for before each loop
  bool copies_ = false;
  fetching_ahead ahead_;
};

template <stage At> void interpret(const block& b) { interpretation<At>(b).run(); }

// Not keyed by its indices: they would stand one by one in the symbol.
template <class Kernel> struct kernel_loops {
  template <int J> static constexpr loop_function one() {
    constexpr instruction x = Kernel::program[J];
    if constexpr (x.a < 0 || x.broadcasts || x.op->kind != family::elementwise)
      return nullptr;
    else
      return loop_for<index_of(x.op), element<loop_type(x, Kernel::program)>, element<x.type>>();
  }
  struct table {
    loop_function at[Kernel::count + 1];
  };
  static constexpr table of = []<int... I>(std::integer_sequence<int, I...>) {
    return table{{one<I>()..., nullptr}};
  }(std::make_integer_sequence<int, Kernel::count>{});
};

// By phase; one more than there are, so that the table is never empty.
template <class Kernel, stage At, int Phases> struct interpreted_functions {
  block_function of[Phases + 1] = {};
  constexpr interpreted_functions() {
    for (int p = 0; p < Phases; ++p)
      if (has_work(Kernel::program, Kernel::count, Kernel::roles.of, At, p)) of[p] = &interpret<At>;
  }
};
template <class Kernel, stage At, int Phases>
inline constexpr interpreted_functions<Kernel, At, Phases> looped{};

template <class Kernel, class Original> constexpr kernel_code interpreted_kernel_code() {
  constexpr role_summary summary = Kernel::roles.summary;
  kernel_code code;
  code.roles = Kernel::roles.of;
  code.summary = summary;
  code.full = looped<Kernel, stage::full, summary.phases>.of;
  code.narrow = looped<Kernel, stage::narrow, summary.levels>.of;
  if constexpr (summary.has_scalars) code.scalar = &interpret<stage::scalar>;
  code.loops = kernel_loops<Kernel>::of.at;
  code.folds = kernel_folds<Kernel>::of.at;
  add_helpers<Original>(code);
  return code;
}

template <class Program>
inline constexpr auto interpreted_table = []<int... K>(std::integer_sequence<int, K...>) {
  return code_table<sizeof...(K)>{{interpreted_kernel_code<facts_of<Program, Program::plan.kernels.items[K].same_as>,
                                                           facts_of<Program, K>>()...,
                                   kernel_code{}}};
}(std::make_integer_sequence<int, Program::plan.count.kernels>{});

}  // namespace detail

// For a plan known to the compiler: only the loops it uses.
template <class Program> constexpr const kernel_code* interpreted_codes() {
  return detail::interpreted_table<Program>.of;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// The interpreter: the drivers of native kernels with one block function that loops over instructions, a few hundred
// elements at a time through one loop each. The same lanes in the same order, so the same bits as native kernels.
#pragma once
#include <atomic>
#include <cstring>
#include <vector>

#include "frame.hpp"
#include "loops.hpp"
#include "native.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

// Looks for a NaN of an instruction whose operands have none there.
class nan_search {
 public:
  nan_search(const block& b, const instruction* program) : b_(b), program_(program) {}

  // Which elements of the operands of instruction i are NaN. Asked before it runs: its result may take an operand's
  // place.
  void remember(int i, const place* here, std::int64_t groups) {
    came_in_.assign(static_cast<std::size_t>(groups * group_size), 0);
    for (int o = 0; o < 3; ++o) {
      const int operand = program_[i].operand(o);
      for (std::int64_t e = 0; operand >= 0 && e < groups * group_size; ++e)
        if (is_nan(operand, here, e)) came_in_[static_cast<std::size_t>(e)] = 1;
    }
  }
  void look(int i, const place* here, std::int64_t row, std::int64_t first_group, std::int64_t groups) const {
    if (!is_floating(program_[i].type)) return;
    for (std::int64_t e = 0; e < groups * group_size; ++e) {
      const std::int64_t group = first_group + e / group_size;
      if (group == b_.groups - 1 && e % group_size >= b_.count) break;
      if (is_nan(i, here, e) && !came_in_[static_cast<std::size_t>(e)])
        return report(i, index_of(i, row, b_.first + group * group_size + e % group_size));
    }
  }

 private:
  bool is_nan(int i, const place* here, std::int64_t e) const {
    const char* const group = here[i].at + e / group_size * here[i].step;
    if (program_[i].type == dtype::f32) {
      float value;
      std::memcpy(&value, group + e % group_size * 4, 4);
      return value != value;
    }
    if (is_halved(program_[i].type)) {
      std::uint16_t bits;
      std::memcpy(&bits, group + e % group_size * 2, 2);
      return (bits & 0x7fff) > (program_[i].type == dtype::f16 ? 0x7c00 : 0x7f80);
    }
    if (program_[i].type != dtype::f64) return false;
    double value;
    std::memcpy(&value, group + e % group_size * 8, 8);
    return value != value;
  }
  // The element of the instruction's array that a row of the block and a position in it are. Maps and what follows
  // contractions count through the whole space; other kernels go through the axes in the order of their drivers.
  std::int64_t index_of(int i, std::int64_t row, std::int64_t position) const {
    const kernel& k = b_.context->plan->kernels[b_.kernel];
    if (program_[i].has == form::scalar || (k.what != kernel_kind::row && k.what != kernel_kind::reduce)) return position;
    if (program_[i].has == form::narrow) return k.what == kernel_kind::row ? b_.first_row + position : position;
    const shape extents = extents_now(*b_.context, k.space);
    int order[max_rank], count = 0;  // outer axes, then inner ones
    int first_column = extents.rank, last = extents.rank - 1;
    while (last >= 0 && extents[last] == 1) --last;
    if (last >= 0 && !(k.reduced >> last & 1))
      while (first_column > 0 && (extents[first_column - 1] == 1 || !(k.reduced >> (first_column - 1) & 1))) --first_column;
    for (int a = 0; a < first_column; ++a)
      if (!(k.reduced >> a & 1)) order[count++] = a;
    const int outer = count;
    for (int a = 0; a < extents.rank; ++a)
      if (k.reduced >> a & 1) order[count++] = a;
    for (int a = first_column; a < extents.rank; ++a)
      if (!(k.reduced >> a & 1)) order[count++] = a;
    std::int64_t apart[max_rank], index = 0;
    for (std::int64_t a = extents.rank - 1, step = 1; a >= 0; --a) {
      apart[a] = step;
      step *= extents[static_cast<int>(a)];
    }
    std::int64_t left = position;
    for (int n = count - 1; n >= 0; --n) {
      if (n == outer - 1) left = b_.first_row + b_.narrow_row + row;
      index += left % extents[order[n]] * apart[order[n]];
      left /= extents[order[n]];
    }
    return index;
  }
  void report(int i, std::int64_t index) const {
    static std::atomic_flag busy = ATOMIC_FLAG_INIT;
    while (busy.test_and_set(std::memory_order_acquire)) {
    }
    nan_report& to = *b_.context->nans;
    const bool is_earlier = to.kernel == b_.kernel && (i < to.instruction || (i == to.instruction && index < to.index));
    if (!to.found || is_earlier) to = {true, b_.kernel, i, index};
    busy.clear(std::memory_order_release);
  }

  const block& b_;
  const instruction* program_;
  std::vector<char> came_in_;
};

inline void copy_groups(const place& from, const place& to, std::int64_t groups, std::int64_t bytes) {
  if (from.step)
    std::memcpy(to.at, from.at, static_cast<std::size_t>(groups * bytes));
  else
    for (std::int64_t g = 0; g < groups; ++g) std::memcpy(to.at + g * bytes, from.at, static_cast<std::size_t>(bytes));
}

// What the next elements of a block will touch in the user's memory: asked for bit by bit before each loop, because a loop
// of one instruction has too little to do while it waits.
class fetching_ahead {
 public:
  void add(const char* at, std::int64_t step) {
    if (count_ < most && step) ranges_[count_++] = {at, step};
  }
  void open(std::int64_t groups, std::int64_t loops) {
    left_ = groups;
    share_ = (groups + loops - 1) / loops;
  }
  void some() {
    if (left_ <= 0) return;
    const std::int64_t groups = left_ < share_ ? left_ : share_;
    for (range* r = ranges_; r != ranges_ + count_; ++r) {
      const char* const end = r->at + groups * r->step;
      for (const char* line = r->at; line < end; line += 64) __builtin_prefetch(line);
      r->at = end;
    }
    left_ -= groups;
  }

 private:
  static constexpr int most = 8;
  struct range {
    const char* at;
    std::int64_t step;
  };
  range ranges_[most];
  int count_ = 0;
  std::int64_t left_ = 0, share_ = 0;
};

// One row of a block.
template <stage At> void interpret_row(const block& b, std::int64_t row, const kernel& k, const instruction* program) {
  const role* const roles = b.code->roles;
  const int count = k.instructions;
  const std::int64_t at_once = slot_bytes / (group_size * b.code->summary.slot_size);
  place* const here = reinterpret_cast<place*>(b.slots);
  char* const repeated = b.slots + (static_cast<std::size_t>(count) * sizeof(place) + 63) / 64 * 64;  // narrow values
  char* const slots = repeated + (k.what == kernel_kind::row ? count * splat_bytes : 0);
  const auto is_output = [&](int i) {
    return program[i].out >= 0 && !is_reduction(program[i]) && stage_of_output(roles[i]) == At &&
           roles[i].level == b.phase;
  };
  const auto place_of = [&](int i, std::int64_t first) {
    const place& p = b.values[i];
    const std::int64_t of = At == stage::full && roles[i].at == stage::narrow ? b.narrow_row + row : row;
    return place{p.at + of * p.row + first * p.step, p.step, 0};
  };
  for (std::int64_t first = 0; first < b.groups; first += at_once) {
    const std::int64_t groups = b.groups - first < at_once ? b.groups - first : at_once;
    bool copies = false;
    fetching_ahead ahead;
    if (first + at_once < b.groups) {
      const std::int64_t next = first + at_once;
      int loops = 0;
      for (int i = 0; i < count; ++i) {
        loops += !is_alias(program[i]) && (roles[i].computes[static_cast<int>(At)] >> b.phase & 1);
        if (is_input(program[i]) && b.values[i].at)
          ahead.add(b.values[i].at + row * b.values[i].row + next * b.values[i].step, b.values[i].step);
        if (is_output(i)) {
          const place& to = b.outputs[program[i].out];
          ahead.add(to.at + row * to.row + next * to.step, to.step);
        }
      }
      if (loops) ahead.open(b.groups - next < at_once ? b.groups - next : at_once, loops);
    }
    for (int i = 0; i < count; ++i) {
      const instruction& x = program[i];
      const role& r = roles[i];
      const bool is_computed = !is_alias(x) && (r.computes[static_cast<int>(At)] >> b.phase & 1);
      const bool is_out = is_output(i);
      copies = copies || (is_out && !(is_computed && r.is_direct && !r.stores));
      if (!is_computed) {
        if (x.broadcasts)
          here[i] = here[x.a];
        else if (!b.values[i].at)
          continue;
        else if (At == stage::full && r.at == stage::narrow) {  // one element of the row
          if (!(r.loads[0] >> b.phase & 1)) continue;
          here[i] = {repeated + i * splat_bytes, 0, 0};
          if (first == 0) splat_group(place_of(i, 0).at, static_cast<int>(size_of(x.type)), here[i].at);
        } else
          here[i] = place_of(i, first);
        continue;
      }
      const std::int64_t size = static_cast<std::int64_t>(size_of(x.type)) * group_size;
      if (r.stores)
        here[i] = place_of(i, first);
      else if (is_out && r.is_direct)
        here[i] = {b.outputs[x.out].at + row * b.outputs[x.out].row + first * size, size, 0};
      else
        here[i] = {slots + r.slot * slot_bytes, size, 0};
      const place nowhere{nullptr, 0, 0};
      nan_search search(b, program);
      if (b.context->nans) search.remember(i, here, groups);
      ahead.some();
      b.code->loops[i](
          {groups, here[x.a], x.b < 0 ? nowhere : here[x.b], x.c < 0 ? nowhere : here[x.c], here[i], x.attribute});
      if (b.context->nans) search.look(i, here, row, first, groups);
    }
    if (!copies) continue;
    for (int i = 0; i < count; ++i) {
      if (!is_output(i)) continue;
      const std::int64_t size = static_cast<std::int64_t>(size_of(program[i].type)) * group_size;
      char* const to = b.outputs[program[i].out].at + row * b.outputs[program[i].out].row + first * size;
      if (to != here[i].at) copy_groups(here[i], {to, size, 0}, groups, size);
    }
  }
}

template <stage At> void interpret(const block& b) {
  const kernel& k = b.context->plan->kernels[b.kernel];
  const instruction* const program = b.context->plan->program + k.first_instruction;
  for (std::int64_t row = 0; row < b.rows; ++row) interpret_row<At>(b, row, k, program);
}

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
template <class Program> const kernel_code* interpreted_codes() {
  return detail::interpreted_table<Program>.of;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

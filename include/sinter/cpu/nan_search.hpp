// SPDX-License-Identifier: MIT
// SINTER_DEBUG_NANS in the interpreter: the first instruction of a kernel that makes a NaN of operands without one.
#pragma once
#include <atomic>
#include <cstring>
#include <vector>

#include "walk.hpp"

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

}  // namespace detail
}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// What groups and columns have in common: the values of a cell, the loop along its row, and partial states in scratch memory,
// which the block that is done last joins in order: no atomics on values, the same bits each time.
#pragma once
#include "choose.hpp"

namespace sinter::core::cuda {

class cell_writer {
 protected:
  cell_writer(kernel_text& text, const decision& d)
      : t_(text), s_(text.within), d_(d), cells_(reduced_volume(text.space(), text.k, false)),
        row_(reduced_volume(text.space(), text.k, true)) {}

  void linear(writer& to, const char* name, const std::string& text) {
    to.line("const ", s_.linear_type(), " ", name, " = ", text, ";");
  }
  std::string cells() { return s_.unsigned_factor(cells_); }
  std::string row() { return s_.unsigned_factor(row_); }

  // for (r = first; r < row; r += step), in blocks of 32 steps where sums are long. `passed`: how many elements one step of all
  // threads of a cell passes, as far as it is known here. `guard`: what else must hold, with its "&&".
  template <class Body>
  void along_row(writer& to, const std::string& first, const std::string& step, std::int64_t passed, int phase, const char* guard,
                 Body&& body) {
    std::vector<fold_text> sums;
    for (const int i : folds_of_phase(t_, phase))
      if (fold_text(t_, i).is_blocked()) sums.emplace_back(t_, i);
    const bool is_short = row_.is_static() && row_.number / passed <= 64;
    const auto head = [&](const char* from, const char* until) {
      return join("for (", s_.linear_type(), " r = ", from, "; ", guard, "r < ", until, "; r += ", step, ")");
    };
    if (sums.empty() || is_short) {
      to.open(head(first.c_str(), row().c_str()));
      body(to, false);
      to.close();
      return;
    }
    to.open("for (", s_.linear_type(), " block_r = ", first, "; ", guard, "block_r < ", row(), "; block_r += 32 * ", step, ")");
    for (const fold_text& f : sums) to.line(f.state_type(), " ", f.some(), " = ", f.identity(), ";");
    to.line("const ", s_.linear_type(), " end_r = min(block_r + 32 * ", step, ", ", row(), ");");
    to.open(head("block_r", "end_r"));
    body(to, true);
    to.close();
    for (const fold_text& f : sums) f.add(to, f.some());
    to.close();
  }
  static constexpr std::int64_t passed_by_blocks = std::int64_t{1} << 20;  // where blocks share a row

  // One after the other in scratch memory, 16 bytes for each state.
  void declare_partials(writer& to, const std::vector<int>& folds) {
    s_.uses_scratch = s_.uses_tickets = true;
    const std::string count = cells();
    for (std::size_t n = 0; n < folds.size(); ++n) {
      const fold_text f(t_, folds[n]);
      to.line(f.state_type(), "* const ", f.partial(), " = (", f.state_type(), "*)(scratch",
              n ? join(" + ", n, "ull * 16 * gridDim.y * ", count) : "", ");");
    }
  }

  // Whether full values are made of narrow ones.
  bool has_narrow_operands() const {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].broadcasts) return true;
    return false;
  }
  void narrow_inputs(writer& to) {
    index_frame frame = reduced_frame(s_, t_.k);
    writer inner(to.depth());
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_input(t_.program[i]) && t_.program[i].has == form::narrow) t_.load(inner, i, frame);
    frame.declare(to);
    to.append(inner);
  }
  // The narrow values of one level: they need no reduction of a later phase.
  void narrow_level(writer& to, int level) {
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (is_narrow(x) && x.level == level && is_computed(x)) t_.compute(to, i, "cell");
      if (is_narrow(x) && x.broadcasts && x.level == level) t_.at(i) = t_.at(x.a);
    }
  }
  void store_narrow(writer& to, const std::string& guard = "") {
    bool any = false;
    for (int i = 0; i < t_.k.instructions; ++i) any = any || is_narrow_output(i);
    if (!any) return;
    if (!guard.empty()) to.open("if (", guard, ")");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_narrow_output(i)) t_.store(to, i, "cell");
    if (!guard.empty()) to.close();
  }

  kernel_text& t_;
  scope& s_;
  const decision& d_;
  const product cells_, row_;

 private:
  bool is_narrow_output(int i) const {
    const instruction& x = t_.program[i];
    return x.out >= 0 && (is_reduction(x) || is_narrow(x));
  }
};

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// A group of threads, up to a block or several, takes a cell and passes its row, as often as the kernel has phases.
#pragma once
#include "cell.hpp"

namespace sinter::core::cuda {

class group_writer : cell_writer {
 public:
  group_writer(kernel_text& text, const decision& d)
      : cell_writer(text, d), phases_(phases_of(text.k, text.program)), group_(1 << d.group), beside_(d.block() / group_),
        is_guarded_(beside_ > 1 && !(cells_.is_static() && cells_.number % beside_ == 0)) {}

  void write(writer& to) {
    t_.scalars(to);
    to.line("// A cell is one place of the axes that stay, its row all of the reduced ones.");
    if (d_.splits) to.line("// Blocks share a cell; their parts are joined by the one that is done last.");
    else if (beside_ == 1) to.line("// A block takes a cell.");
    else to.line("// ", group_, group_ == 1 ? " thread takes" : " threads take", " a cell, a block ", beside_, " of them.");
    find_cell(to);
    narrow_inputs(to);
    narrow_level(to, 0);
    sweep_writer sweep(t_, d_.width(), phases_ > 1 ? d_.held * d_.width() : 0);
    sweep.declare_kept(to);
    for (int phase = 0; phase < phases_; ++phase) {
      const std::vector<int> folds = folds_of_phase(t_, phase);
      if (phases_ > 1) {
        std::string made;
        for (const int i : folds) made += join(made.empty() ? "" : ", ", t_.program[i].op->name);
        to.line("// phase ", phase, ": ", made.empty() ? "results" : made);
      }
      for (const int i : folds) fold_text(t_, i).start(to);
      pass(to, sweep, phase);
      if (!folds.empty()) join_group(to, folds, "");
      if (d_.splits) join_blocks(to, folds);
      for (const int i : folds) fold_text(t_, i).finish(to);
      narrow_level(to, phase + 1);
    }
    store_narrow(to, is_guarded_ ? "lane == 0 && is_there" : "lane == 0");
  }

 private:
  void find_cell(writer& to) {
    if (beside_ == 1) {
      linear(to, "cell", "blockIdx.x");
      to.line("const unsigned lane = threadIdx.x;");
      return;
    }
    to.line("const unsigned lane = threadIdx.x % ", group_, "u;");
    const std::string here =
        join(s_.is_wide ? "(unsigned long long)" : "", "blockIdx.x * ", beside_, "u + threadIdx.x / ", group_, "u");
    if (!is_guarded_) return linear(to, "cell", here);
    linear(to, "first_cell", here);
    to.line("const bool is_there = first_cell < ", cells(), ";");
    linear(to, "cell", join("is_there ? first_cell : ", cells(), " - 1"));  // all lanes of a warp take part in joining
  }

  void pass(writer& to, sweep_writer& sweep, int phase) {
    const int width = d_.width();
    // The text does not depend on symbols: that vectors fit has been decided.
    const std::vector<choosing::lie> lies = row_layout_of(s_, t_.k, width, choosing::zero_symbols(s_).data()).inputs;
    index_frame frame = reduced_frame(s_, t_.k);
    writer inner(to.depth());
    if (d_.held && phases_ > 1) {
      inner.line("#pragma unroll");
      inner.open("for (int c = 0; c < ", static_cast<int>(d_.held), "; ++c)");
      inner.line("const ", s_.linear_type(), " r = (c * ", group_, "u + lane)", width > 1 ? join(" * ", width, "u") : "", ";");
      const bool is_full_row = row_.is_static() && row_.number == std::int64_t{d_.held} * group_ * width;
      std::string test = is_full_row ? "" : join("r < ", row());
      if (is_guarded_) test = test.empty() ? "is_there" : "is_there && " + test;
      if (!test.empty()) inner.open("if (", test, ")");
      sweep.write(inner, phase, frame, width > 1 ? join("c * ", width) : "c", lies);
      if (!test.empty()) inner.close();
      inner.close();
    } else {
      std::string first = d_.splits ? join("blockIdx.y * ", group_, "u + lane") : "lane";
      if (width > 1) first = join(d_.splits ? "(" + first + ")" : first, " * ", width, "u");
      const std::string step = join(d_.splits ? "gridDim.y * " : "", group_ * width, "u");
      const std::int64_t passed = d_.splits ? passed_by_blocks : std::int64_t{group_} * width;
      along_row(inner, first, step, passed, phase, is_guarded_ ? "is_there && " : "", [&](writer& at, bool in_blocks) {
        sweep.is_in_blocks = in_blocks;
        sweep.write(at, phase, frame, "0", lies);
      });
    }
    to.append(inner);
  }

  // All threads of the group get the joined states.
  void join_group(writer& to, const std::vector<int>& folds, const char* part) {
    for (const int i : folds) fold_text(t_, i).across_lanes(to, std::min(group_, 32));
    if (group_ <= 32) return;
    const int warps = group_ / 32;
    for (const int i : folds) fold_text(t_, i).declare_shared(to, part, warps);
    to.open("if (threadIdx.x % 32u == 0)");
    for (const int i : folds) to.line(fold_text(t_, i).shared(part), "[threadIdx.x / 32u] = ", fold_text(t_, i).state(), ";");
    to.close();
    to.line("__syncthreads();");
    for (const int i : folds) {
      const fold_text f(t_, i);
      to.line(f.state(), " = ", f.shared(part), "[threadIdx.x % ", warps, "u];");
      f.across_lanes(to, warps);
    }
  }

  // Each block leaves its states in scratch memory; the one that is done last goes on with all of them.
  void join_blocks(writer& to, const std::vector<int>& folds) {
    declare_partials(to, folds);
    to.line("__shared__ bool is_last;");
    to.open("if (lane == 0)");
    for (const int i : folds)
      to.line(fold_text(t_, i).partial(), "[cell * gridDim.y + blockIdx.y] = ", fold_text(t_, i).state(), ";");
    to.line("__threadfence();");
    to.line("is_last = atomicInc(&tickets[cell], gridDim.y - 1) == gridDim.y - 1;");
    to.close();
    to.line("__syncthreads();");
    to.line("if (!is_last) return;");
    to.line("__threadfence();");
    for (const int i : folds) fold_text(t_, i).restart(to);
    to.open("for (unsigned part = lane; part < gridDim.y; part += ", group_, "u)");
    for (const int i : folds) fold_text(t_, i).add(to, join(fold_text(t_, i).partial(), "[cell * gridDim.y + part]"));
    to.close();
    join_group(to, folds, "_parts");
  }

  const int phases_, group_, beside_;  // beside_: the cells of a block
  const bool is_guarded_;              // the last block may have fewer
};

}  // namespace sinter::core::cuda

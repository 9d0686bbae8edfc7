// SPDX-License-Identifier: MIT
// Neighbouring threads take neighbouring cells and pass down their columns, so that what a warp reads lies together.
#pragma once
#include "cell.hpp"

namespace sinter::core::cuda {

class column_writer : cell_writer {
 public:
  column_writer(kernel_text& text, const decision& d)
      : cell_writer(text, d), folds_(folds_of_phase(text, 0)), wide_(1 << d.group), tall_(d.block() / wide_),
        is_whole_(cells_.is_static() && cells_.number % wide_ == 0) {}

  void write(writer& to) {
    t_.scalars(to);
    there_ = join("cell < ", cells());
    to.line("// ", wide_, " cells beside each other, ", tall_, " threads down each",
            d_.splits ? "; blocks share a cell, the one that is done last joins their parts" : "", ".");
    to.line("const unsigned column = threadIdx.x % ", wide_, "u, y = threadIdx.x / ", wide_, "u;");
    linear(to, "cell", join(s_.is_wide ? "(unsigned long long)" : "", "blockIdx.x * ", wide_, "u + column"));
    for (const int i : folds_) fold_text(t_, i).start(to);
    pass(to);
    join_column(to, "");
    if (d_.splits) join_blocks(to);
    to.open("if (y == 0", is_whole_ ? "" : " && " + there_, ")");
    for (const int i : folds_) fold_text(t_, i).finish(to);
    narrow_inputs(to);
    narrow_level(to, 0);
    narrow_level(to, 1);
    store_narrow(to);
    to.close();
  }

 private:
  void pass(writer& to) {
    if (!is_whole_) to.open("if (", there_, ")");
    if (has_narrow_operands()) {
      narrow_inputs(to);
      narrow_level(to, 0);
    }
    const std::string first = d_.splits ? join("blockIdx.y * ", tall_, "u + y") : "y";
    const std::string step = join(d_.splits ? "gridDim.y * " : "", tall_, "u");
    along_row(to, first, step, d_.splits ? passed_by_blocks : tall_, 0, "", [&](writer& at, bool in_blocks) {
      index_frame frame = reduced_frame(s_, t_.k);
      sweep_writer sweep(t_, 1, 0);
      sweep.is_in_blocks = in_blocks;
      sweep.write(at, 0, frame, "0", {});
    });
    if (!is_whole_) to.close();
  }

  // Halves of the block's rows are joined with the others until one is left.
  void join_column(writer& to, const char* part) {
    if (tall_ == 1) return;
    for (const int i : folds_) fold_text(t_, i).declare_shared(to, part, wide_ * tall_);
    for (const int i : folds_) to.line(fold_text(t_, i).shared(part), "[threadIdx.x] = ", fold_text(t_, i).state(), ";");
    to.line("__syncthreads();");
    to.line("#pragma unroll");
    to.open("for (unsigned half = ", tall_ / 2, "u; half > 0; half /= 2)");
    to.open("if (y < half)");
    for (const int i : folds_) {
      const fold_text f(t_, i);
      f.add(to, join(f.shared(part), "[threadIdx.x + half * ", wide_, "u]"));
      to.line(f.shared(part), "[threadIdx.x] = ", f.state(), ";");
    }
    to.close();
    to.line("__syncthreads();");
    to.close();
  }

  // Each block leaves its states in scratch memory; of those that share columns, the one that is done last goes on with all.
  void join_blocks(writer& to) {
    declare_partials(to, folds_);
    to.line("__shared__ bool is_last;");
    to.open("if (y == 0", is_whole_ ? "" : " && " + there_, ")");
    for (const int i : folds_)
      to.line(fold_text(t_, i).partial(), "[(", s_.linear_type(), ")blockIdx.y * ", cells(),
              " + cell] = ", fold_text(t_, i).state(), ";");
    to.line("__threadfence();");
    to.close();
    to.line("__syncthreads();");
    to.line("if (threadIdx.x == 0) is_last = atomicInc(&tickets[blockIdx.x], gridDim.y - 1) == gridDim.y - 1;");
    to.line("__syncthreads();");
    to.line("if (!is_last) return;");
    to.line("__threadfence();");
    for (const int i : folds_) fold_text(t_, i).restart(to);
    if (!is_whole_) to.open("if (", there_, ")");
    to.open("for (unsigned part = y; part < gridDim.y; part += ", tall_, "u)");
    for (const int i : folds_)
      fold_text(t_, i).add(to, join(fold_text(t_, i).partial(), "[(", s_.linear_type(), ")part * ", cells(), " + cell]"));
    to.close();
    if (!is_whole_) to.close();
    join_column(to, "_parts");
  }

  const std::vector<int> folds_;
  const int wide_, tall_;  // the threads of a block: cells beside each other, and those of one cell
  const bool is_whole_;    // no block has columns beyond the last
  std::string there_;      // the test that a thread's column is one
};

}  // namespace sinter::core::cuda

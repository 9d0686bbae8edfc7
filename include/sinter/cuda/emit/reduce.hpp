// SPDX-License-Identifier: MIT
// Reductions and rows. A group of threads takes a cell and passes its row, in registers where it fits; or neighbouring
// threads take neighbouring cells and pass down columns. Where cells are few, blocks share the reduced axes and the last one
// that is done joins their states in order: no atomics on values, the same bits each time.
#pragma once
#include "sweep.hpp"

namespace sinter::core::cuda {

inline std::int64_t ceiling(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }
inline int log2_ceiling(std::int64_t x) {
  int made = 0;
  while ((std::int64_t{1} << made) < x) ++made;
  return made;
}

struct reduce_sizes {
  std::int64_t cells = 1, row = 1;
};
inline reduce_sizes sizes_of(const situation& s, const kernel& k) {
  const shape& space = s.space(k);
  return {reduced_volume(space, k, false).value(s.symbols), reduced_volume(space, k, true).value(s.symbols)};
}
inline std::vector<choosing::lie> lies_along_row(scope& s, const kernel& k, int width, const std::int64_t* symbols, bool& fits) {
  std::vector<choosing::lie> made;
  index_frame frame = reduced_frame(s, k);
  const instruction* program = s.plan.program + k.first_instruction;
  fits = true;
  for (int i = 0; i < k.instructions; ++i) {
    made.push_back(choosing::lie::across);
    const instruction& x = program[i];
    if (is_full_output(x)) {
      const choosing::vector_view v = choosing::look(frame, row_major(s.graph.shapes[k.space]), width, symbols);
      if (v.lies != choosing::lie::along || !v.is_divisible) fits = false;
    }
    if (!is_input(x) || x.has != form::full) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what != read_kind::buffer) continue;
    const choosing::vector_view v = choosing::look(frame, affine_of(s, r), width, symbols);
    made.back() = v.lies == choosing::lie::along && !v.is_divisible ? choosing::lie::across : v.lies;
    if (made.back() == choosing::lie::across) fits = false;
  }
  return made;
}

inline bool is_column(const shape& space, const kernel& k) {
  const int last = choosing::last_axis(space);
  return k.what == kernel_kind::reduce && last >= 0 && !(k.reduced >> last & 1);
}

inline std::int64_t splits_for(const situation& s, const decision& d, const reduce_sizes& z) {
  if (z.row == 0) return 1;
  std::int64_t tiles = z.cells, pass = std::int64_t{d.block()} * d.width() * 4;
  if (d.how == way::column) {
    tiles = ceiling(z.cells, d.group == 0 ? 1 : 1 << d.group);
    pass = (d.block() >> d.group) * 8;
  }
  const std::int64_t wanted = std::min(ceiling(z.row, pass), ceiling(4 * s.device.multiprocessors, std::max<std::int64_t>(tiles, 1)));
  return std::max<std::int64_t>(1, std::min<std::int64_t>(wanted, 1024));
}

inline decision choose_reduce(const situation& s, const kernel& k) {
  decision made;
  scope unused(s.graph, s.plan, s.launch, false);
  const shape& space = s.space(k);
  const instruction* program = s.plan.program + k.first_instruction;
  const reduce_sizes z = sizes_of(s, k);
  if (is_column(space, k)) {
    made.how = way::column;
    made.group = static_cast<std::uint8_t>(std::min(5, log2_ceiling(z.cells)));  // lanes beside each other
    made.splits = splits_for(s, made, z) > 1;
    return made;
  }
  made.how = way::group;
  const int phases = phases_of(k, program);
  // vectors along the row
  std::size_t widest = 1;
  bool has_full = false;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    if ((is_input(x) && x.has == form::full) || is_full_output(x)) {
      widest = std::max(widest, size_of(x.type));
      has_full = true;
    }
  }
  int last = -1;
  for (int a = 0; a < space.rank; ++a)
    if ((k.reduced >> a & 1) && space[a] != 1) last = a;
  int log = !has_full || last < 0 || k.instructions > 40 ? 0 : widest == 8 ? 1 : 2;
  for (; log > 0; --log) {
    const int width = 1 << log;
    bool fits = s.extent(space[last]) % width == 0 && z.row >= 32 * width;
    if (fits) lies_along_row(unused, k, width, s.symbols, fits);
    for (int i = 0; i < k.instructions && fits; ++i) {
      const instruction& x = program[i];
      const auto bytes = static_cast<std::size_t>(width) * size_of(x.type);
      if (is_full_output(x)) fits = s.alignments[s.plan.outputs[k.first_output + x.out]] >= bytes;
      if (fits && is_input(x) && x.has == form::full) {
        const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
        if (r.what == read_kind::buffer) fits = s.alignments[r.value] >= bytes;
        else if (choosing::touches_memory(s, r)) fits = false;
      }
    }
    if (fits) break;
  }
  made.vector = static_cast<std::uint8_t>(log);
  const std::int64_t vectors = ceiling(z.row, std::int64_t{1} << log);
  if (z.row <= 1024) {
    made.group = static_cast<std::uint8_t>(std::min(5, log2_ceiling(std::max<std::int64_t>(vectors, 1))));
    made.threads = made.group == 5 && z.cells < 4 * s.device.multiprocessors ? 7 : 8;
  } else {
    const std::int64_t wanted = ceiling(z.row, 8);
    made.threads = static_cast<std::uint8_t>(std::max(7, std::min(10, log2_ceiling(wanted))));
    if (phases == 1) made.threads = static_cast<std::uint8_t>(std::min<int>(made.threads, 8));
    made.group = made.threads;
  }
  if (phases > 1) {
    const std::int64_t each = ceiling(vectors, std::int64_t{1} << made.group);
    std::int64_t words = 0;
    const std::vector<unsigned> needs = needs_of(k, program);
    for (int i = 0; i < k.instructions; ++i)
      if (is_full(program[i]) && !program[i].broadcasts && !is_constant(program[i]) && is_needed_later(program[i], needs[static_cast<std::size_t>(i)]))
        words += static_cast<std::int64_t>(std::max<std::size_t>(4, size_of(program[i].type)) / 4);
    const std::int64_t most = made.threads >= 10 ? 40 : 96;
    std::int64_t room = std::max<std::int64_t>(1, each);
    bool is_known = true;
    for (int a = 0; a < space.rank; ++a) is_known = is_known && !((k.reduced >> a & 1) && is_symbol(space[a]));
    if (!is_known) room = std::int64_t{1} << log2_ceiling(room);  // few classes
    if (room * (std::int64_t{1} << log) * words <= most && room <= 32) made.held = static_cast<std::uint8_t>(room);
  } else if (made.group == made.threads && z.cells < 2 * s.device.multiprocessors)
    made.splits = splits_for(s, made, z) > 1;
  return made;
}

class reduce_writer {
 public:
  reduce_writer(kernel_text& text, const decision& d) : t_(text), s_(text.within), d_(d) {
    cells_ = reduced_volume(t_.space(), t_.k, false);
    row_ = reduced_volume(t_.space(), t_.k, true);
    phases_ = phases_of(t_.k, t_.program);
  }

  void write(writer& to) {
    if (d_.how == way::column) columns(to);
    else groups(to);
  }

 private:
  void linear(writer& to, const char* name, const std::string& text) { to.line("const ", s_.linear_type(), " ", name, " = ", text, ";"); }
  std::string cells() { return s_.unsigned_factor(cells_); }
  std::string row() { return s_.unsigned_factor(row_); }

  void groups(writer& to) {
    const int group = 1 << d_.group, beside = d_.block() / group;
    const bool is_block = beside == 1;
    is_guarded_ = !is_block && !(cells_.is_static() && cells_.number % beside == 0);
    t_.scalars(to);
    to.line("// A cell is one place of the axes that stay, its row all of the reduced ones.");
    if (d_.splits) to.line("// Blocks share a cell; their parts are joined by the one that is done last.");
    else if (is_block) to.line("// A block takes a cell.");
    else to.line("// ", group, group == 1 ? " thread takes" : " threads take", " a cell, a block ", beside, " of them.");
    if (is_block) {
      linear(to, "cell", "blockIdx.x");
      to.line("const unsigned lane = threadIdx.x;");
    } else {
      to.line("const unsigned lane = threadIdx.x % ", group, "u;");
      const std::string here = join(s_.is_wide ? "(unsigned long long)" : "", "blockIdx.x * ", beside, "u + threadIdx.x / ", group, "u");
      if (is_guarded_) {
        linear(to, "first_cell", here);
        to.line("const bool is_there = first_cell < ", cells(), ";");
        linear(to, "cell", join("is_there ? first_cell : ", cells(), " - 1"));
      } else
        linear(to, "cell", here);
    }
    narrow_inputs(to);
    narrow_level(to, 0);
    const int each = d_.held * d_.width();
    sweep_writer sweep(t_, d_.width(), phases_ > 1 ? each : 0);
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
      if (d_.splits) return last_block(to, folds);
      for (const int i : folds) fold_text(t_, i).finish(to);
      narrow_level(to, phase + 1);
    }
    store_narrow(to, is_guarded_ ? "lane == 0 && is_there" : "lane == 0");
  }

  void pass(writer& to, sweep_writer& sweep, int phase) {
    const int group = 1 << d_.group, width = d_.width();
    bool fits = true;
    zeros_.assign(static_cast<std::size_t>(s_.graph.count.symbols) + 1, 0);
    const std::vector<choosing::lie> lies = lies_along_row(s_, t_.k, width, zeros_.data(), fits);
    writer inner(to.depth());
    if (d_.held && phases_ > 1) {
      inner.line("#pragma unroll");
      inner.open("for (int c = 0; c < ", static_cast<int>(d_.held), "; ++c)");
      inner.line("const ", s_.linear_type(), " r = (c * ", group, "u + lane)", width > 1 ? join(" * ", width, "u") : "", ";");
      const bool is_full_row = row_.is_static() && row_.number == std::int64_t{d_.held} * group * width;
      std::string test = is_full_row ? "" : join("r < ", row());
      if (is_guarded_) test = test.empty() ? "is_there" : "is_there && " + test;
      if (!test.empty()) inner.open("if (", test, ")");
      index_frame frame = reduced_frame(s_, t_.k);
      sweep.write(inner, phase, frame, width > 1 ? join("c * ", width) : "c", lies);
      if (!test.empty()) inner.close();
      inner.close();
    } else {
      std::string first = "lane", step = join(group * width, "u");
      if (d_.splits) {
        first = join("blockIdx.y * ", group, "u + lane");
        step = join("gridDim.y * ", group * width, "u");
      }
      if (width > 1) first = join(first.find(' ') == std::string::npos ? first : "(" + first + ")", " * ", width, "u");
      passing(inner, first, step, d_.splits ? std::int64_t{1} << 20 : std::int64_t{group} * width, phase, is_guarded_ ? "is_there && " : "", [&](writer& at, bool in_blocks) {
        index_frame frame = reduced_frame(s_, t_.k);
        sweep.is_in_blocks = in_blocks;
        sweep.write(at, phase, frame, "0", lies);
      });
    }
    to.append(inner);
  }

  // for (r = first; r < row; r += step), in blocks of 32 steps where sums are long.
  template <class Body>
  void passing(writer& to, const std::string& first, const std::string& step, std::int64_t known_step, int phase, const char* guard, Body&& body) {
    std::vector<fold_text> sums;
    for (const int i : folds_of_phase(t_, phase))
      if (fold_text(t_, i).is_blocked()) sums.emplace_back(t_, i);
    const bool is_short = row_.is_static() && row_.number / std::min<std::int64_t>(known_step, std::int64_t{1} << 20) <= 64;
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

  // All threads of the group get the joined states.
  void join_group(writer& to, const std::vector<int>& folds, const char* part) {
    const int group = 1 << d_.group;
    for (const int i : folds) fold_text(t_, i).across_lanes(to, std::min(group, 32));
    if (group <= 32) return;
    const int warps = group / 32;
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

  // Partial states go to scratch memory; the block that is done last joins them in order and finishes the cell.
  void last_block(writer& to, const std::vector<int>& folds) {
    s_.uses_scratch = s_.uses_tickets = true;
    declare_partials(to, folds, cells());
    to.line("__shared__ bool is_last;");
    to.open("if (lane == 0)");
    for (const int i : folds) to.line(fold_text(t_, i).partial(), "[cell * gridDim.y + blockIdx.y] = ", fold_text(t_, i).state(), ";");
    to.line("__threadfence();");
    to.line("is_last = atomicInc(&tickets[cell], gridDim.y - 1) == gridDim.y - 1;");
    to.close();
    to.line("__syncthreads();");
    to.line("if (!is_last) return;");
    to.line("__threadfence();");
    for (const int i : folds) to.line(fold_text(t_, i).state(), " = ", state_text(i), ";");
    to.open("for (unsigned part = lane; part < gridDim.y; part += ", 1 << d_.group, "u)");
    for (const int i : folds) fold_text(t_, i).add(to, join(fold_text(t_, i).partial(), "[cell * gridDim.y + part]"));
    to.close();
    join_group(to, folds, "_parts");
    for (const int i : folds) fold_text(t_, i).finish(to);
    narrow_level(to, 1);
    store_narrow(to, "lane == 0");
  }
  std::string state_text(int i) {
    const fold_text f(t_, i);
    return f.identity()[0] == '{' ? f.state_type() + f.identity() : f.identity();
  }
  // One after the other in scratch memory, 16 bytes for each state.
  void declare_partials(writer& to, const std::vector<int>& folds, const std::string& count) {
    for (std::size_t n = 0; n < folds.size(); ++n) {
      const fold_text f(t_, folds[n]);
      to.line(f.state_type(), "* const ", f.partial(), " = (", f.state_type(), "*)(scratch", n ? join(" + ", n, "ull * 16 * gridDim.y * ", count) : "", ");");
    }
  }

  void columns(writer& to) {
    const int wide = 1 << d_.group, tall = d_.block() / wide;
    t_.scalars(to);
    to.line("// ", wide, " cells beside each other, ", tall, " threads down each", d_.splits ? "; blocks share a cell, the one that is done last joins their parts" : "", ".");
    to.line("const unsigned column = threadIdx.x % ", wide, "u, y = threadIdx.x / ", wide, "u;");
    linear(to, "cell", join(s_.is_wide ? "(unsigned long long)" : "", "blockIdx.x * ", wide, "u + column"));
    const std::vector<int> folds = folds_of_phase(t_, 0);
    for (const int i : folds) fold_text(t_, i).start(to);
    const bool is_whole = cells_.is_static() && cells_.number % wide == 0;
    const std::string there = join("cell < ", cells());
    const bool is_early = has_narrow_operands();
    writer inner(to.depth());
    if (!is_whole) inner.open("if (", there, ")");
    if (is_early) {
      narrow_inputs(inner);
      narrow_level(inner, 0);
    }
    const std::string first = d_.splits ? join("blockIdx.y * ", tall, "u + y") : "y";
    const std::string step = d_.splits ? join("gridDim.y * ", tall, "u") : join(tall, "u");
    passing(inner, first, step, d_.splits ? std::int64_t{1} << 20 : tall, 0, "", [&](writer& at, bool in_blocks) {
      index_frame frame = reduced_frame(s_, t_.k);
      sweep_writer sweep(t_, 1, 0);
      sweep.is_in_blocks = in_blocks;
      sweep.write(at, 0, frame, "0", {});
    });
    if (!is_whole) inner.close();
    to.append(inner);
    join_column(to, folds, wide, tall, "");
    if (d_.splits) {
      s_.uses_scratch = s_.uses_tickets = true;
      declare_partials(to, folds, cells());
      to.line("__shared__ bool is_last;");
      to.open("if (y == 0", is_whole ? "" : " && " + there, ")");
      for (const int i : folds) to.line(fold_text(t_, i).partial(), "[(", s_.linear_type(), ")blockIdx.y * ", cells(), " + cell] = ", fold_text(t_, i).state(), ";");
      to.line("__threadfence();");
      to.close();
      to.line("__syncthreads();");
      to.line("if (threadIdx.x == 0) is_last = atomicInc(&tickets[blockIdx.x], gridDim.y - 1) == gridDim.y - 1;");
      to.line("__syncthreads();");
      to.line("if (!is_last) return;");
      to.line("__threadfence();");
      for (const int i : folds) to.line(fold_text(t_, i).state(), " = ", state_text(i), ";");
      if (!is_whole) to.open("if (", there, ")");
      to.open("for (unsigned part = y; part < gridDim.y; part += ", tall, "u)");
      for (const int i : folds) fold_text(t_, i).add(to, join(fold_text(t_, i).partial(), "[(", s_.linear_type(), ")part * ", cells(), " + cell]"));
      to.close();
      if (!is_whole) to.close();
      join_column(to, folds, wide, tall, "_parts");
    }
    to.open("if (y == 0", is_whole ? "" : " && " + there, ")");
    for (const int i : folds) fold_text(t_, i).finish(to);
    narrow_inputs(to);
    narrow_level(to, 0);
    narrow_level(to, 1);
    store_narrow(to, "");
    to.close();
  }
  // Halves of the block's rows are joined with the others until one is left.
  void join_column(writer& to, const std::vector<int>& folds, int wide, int tall, const char* part) {
    if (tall == 1) return;
    for (const int i : folds) fold_text(t_, i).declare_shared(to, part, wide * tall);
    for (const int i : folds) to.line(fold_text(t_, i).shared(part), "[threadIdx.x] = ", fold_text(t_, i).state(), ";");
    to.line("__syncthreads();");
    to.line("#pragma unroll");
    to.open("for (unsigned half = ", tall / 2, "u; half > 0; half /= 2)");
    to.open("if (y < half)");
    for (const int i : folds) {
      const fold_text f(t_, i);
      f.add(to, join(f.shared(part), "[threadIdx.x + half * ", wide, "u]"));
      to.line(f.shared(part), "[threadIdx.x] = ", f.state(), ";");
    }
    to.close();
    to.line("__syncthreads();");
    to.close();
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
  void narrow_level(writer& to, int level) {
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (is_narrow(x) && x.level == level && is_computed(x)) t_.compute(to, i, "cell");
      if (is_narrow(x) && x.broadcasts && x.level == level) t_.at(i) = t_.at(x.a);
    }
  }
  void store_narrow(writer& to, const std::string& guard) {
    bool any = false;
    for (int i = 0; i < t_.k.instructions; ++i) any = any || is_narrow_output(i);
    if (!any) return;
    if (!guard.empty()) to.open("if (", guard, ")");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_narrow_output(i)) t_.store(to, i, "cell");
    if (!guard.empty()) to.close();
  }
  bool is_narrow_output(int i) const {
    const instruction& x = t_.program[i];
    return x.out >= 0 && (is_reduction(x) || is_narrow(x));
  }

  kernel_text& t_;
  scope& s_;
  const decision& d_;
  product cells_, row_;
  int phases_ = 1;
  bool is_guarded_ = false;
  std::vector<std::int64_t> zeros_;
};

inline void measure_reduce(const situation& s, const kernel& k, const decision& d, geometry& made) {
  const reduce_sizes z = sizes_of(s, k);
  if (z.cells == 0) {
    made.is_empty = true;
    return;
  }
  const std::int64_t beside = d.how == way::column ? 1 << d.group : d.block() >> d.group;
  made.grid[0] = static_cast<std::uint32_t>(ceiling(z.cells, beside));
  if (!d.splits) return;
  const std::int64_t splits = splits_for(s, d, z);
  made.grid[1] = static_cast<std::uint32_t>(splits);
  int folds = 0;
  for (int i = 0; i < k.instructions; ++i) folds += is_reduction(s.plan.program[k.first_instruction + i]);
  made.scratch_bytes = static_cast<std::uint64_t>(folds) * 16u * static_cast<std::uint64_t>(z.cells * splits);
  made.tickets = made.grid[0];
}

}  // namespace sinter::core::cuda

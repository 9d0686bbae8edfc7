// SPDX-License-Identifier: MIT
// How threads share the cells of a reduction or row: a group of them along each row, or neighbours down columns; how much of a
// row each holds in registers; whether blocks share a cell.
#pragma once
#include "../sweep.hpp"

namespace sinter::core::cuda {

// How many cells there are, and how many elements the row of each has.
struct reduce_sizes {
  std::int64_t cells = 1, row = 1;
};
inline reduce_sizes sizes_of(const situation& s, const kernel& k) {
  const shape& space = s.space(k);
  return {reduced_volume(space, k, false).value(s.symbols), reduced_volume(space, k, true).value(s.symbols)};
}

// How inputs lie along the row, by instruction, and whether vectors of some width can pass it.
struct row_layout {
  std::vector<choosing::lie> inputs;
  bool fits = true;
};
inline row_layout row_layout_of(scope& s, const kernel& k, int width, const std::int64_t* symbols) {
  row_layout made;
  index_frame frame = reduced_frame(s, k);
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    made.inputs.push_back(choosing::lie::across);
    const instruction& x = program[i];
    if (is_full_output(x)) {
      const choosing::vector_view v = choosing::look(frame, row_major(s.graph.shapes[k.space]), width, symbols);
      if (v.lies != choosing::lie::along || !v.is_divisible) made.fits = false;
    }
    if (!is_input(x) || x.has != form::full) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what != read_kind::buffer) continue;
    const choosing::vector_view v = choosing::look(frame, affine_of(s, r), width, symbols);
    made.inputs.back() = v.lies == choosing::lie::along && !v.is_divisible ? choosing::lie::across : v.lies;
    if (made.inputs.back() == choosing::lie::across) made.fits = false;
  }
  return made;
}

namespace choosing {

// Whether the last axis stays: then neighbouring cells lie side by side.
inline bool is_column(const shape& space, const kernel& k) {
  const int last = innermost_axis(space);
  return k.what == kernel_kind::reduce && last >= 0 && !(k.reduced >> last & 1);
}

// Whether all that a row reads and writes begins on a boundary of vectors of `width` elements.
inline bool is_aligned_row(const situation& s, const kernel& k, int width) {
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    const auto bytes = static_cast<std::size_t>(width) * size_of(x.type);
    if (is_full_output(x) && s.alignments[s.plan.outputs[k.first_output + x.out]] < bytes) return false;
    if (!is_input(x) || x.has != form::full) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what == read_kind::buffer ? s.alignments[r.value] < bytes : touches_memory(s, r)) return false;
  }
  return true;
}

// log2 of the elements that a thread moves together along the row.
inline int vector_along_row(const situation& s, const kernel& k, const reduce_sizes& z) {
  scope unused(s.graph, s.plan, s.launch, false);
  const shape& space = s.space(k);
  const instruction* program = s.plan.program + k.first_instruction;
  std::size_t widest = 0;
  for (int i = 0; i < k.instructions; ++i)
    if ((is_input(program[i]) && program[i].has == form::full) || is_full_output(program[i]))
      widest = std::max(widest, size_of(program[i].type));
  int last = -1;
  for (int a = 0; a < space.rank; ++a)
    if ((k.reduced >> a & 1) && space[a] != 1) last = a;
  if (widest == 0 || last < 0 || k.instructions > 40) return 0;
  for (int log = widest == 8 ? 1 : 2; log > 0; --log) {
    const int width = 1 << log;
    if (s.extent(space[last]) % width != 0 || z.row < 32 * width) continue;
    if (row_layout_of(unused, k, width, s.symbols).fits && is_aligned_row(s, k, width)) return log;
  }
  return 0;
}

// How many vectors of its row a thread keeps from phase to phase: all of them, or none where registers would not do.
inline int held_vectors(const situation& s, const kernel& k, const decision& d, std::int64_t vectors_of_row) {
  const instruction* program = s.plan.program + k.first_instruction;
  const std::vector<unsigned> needs = needs_of(k, program);
  std::int64_t words = 0;  // of 32 bits, that an element keeps
  for (int i = 0; i < k.instructions; ++i)
    if (is_full(program[i]) && !program[i].broadcasts && !is_constant(program[i]) &&
        is_needed_later(program[i], needs[static_cast<std::size_t>(i)]))
      words += static_cast<std::int64_t>(std::max<std::size_t>(4, size_of(program[i].type)) / 4);
  std::int64_t vectors = std::max<std::int64_t>(1, ceiling(vectors_of_row, std::int64_t{1} << d.group));
  if (!reduced_volume(s.space(k), k, true).is_static()) vectors = std::int64_t{1} << log2_ceiling(vectors);  // few classes
  const std::int64_t most = d.threads >= 10 ? 40 : 96;
  return vectors * d.width() * words <= most && vectors <= 32 ? static_cast<int>(vectors) : 0;
}

// How many blocks share the row of each cell: enough for the whole GPU, as long as each has several passes to make.
inline std::int64_t blocks_of_row(const situation& s, const decision& d, const reduce_sizes& z) {
  if (z.row == 0) return 1;
  std::int64_t tiles = z.cells, pass = std::int64_t{d.block()} * d.width() * 4;
  if (d.how == way::column) {
    tiles = ceiling(z.cells, std::int64_t{1} << d.group);
    pass = (d.block() >> d.group) * 8;
  }
  const std::int64_t wanted =
      std::min(ceiling(z.row, pass), ceiling(4 * s.device.multiprocessors, std::max<std::int64_t>(tiles, 1)));
  return std::max<std::int64_t>(1, std::min<std::int64_t>(wanted, 1024));
}

}  // namespace choosing

inline decision choose_reduce(const situation& s, const kernel& k) {
  decision made;
  const reduce_sizes z = sizes_of(s, k);
  if (choosing::is_column(s.space(k), k)) {
    made.how = way::column;
    made.group = static_cast<std::uint8_t>(std::min(5, log2_ceiling(z.cells)));  // lanes beside each other
    made.splits = choosing::blocks_of_row(s, made, z) > 1;
    return made;
  }
  made.how = way::group;
  made.vector = static_cast<std::uint8_t>(choosing::vector_along_row(s, k, z));
  const int phases = phases_of(k, s.plan.program + k.first_instruction);
  const std::int64_t vectors = ceiling(z.row, made.width());
  if (z.row <= 1024) {
    made.group = static_cast<std::uint8_t>(std::min(5, log2_ceiling(std::max<std::int64_t>(vectors, 1))));
    made.threads = made.group == 5 && z.cells < 4 * s.device.multiprocessors ? 7 : 8;
  } else {
    const int most = phases == 1 ? 8 : 10;
    made.threads = static_cast<std::uint8_t>(std::max(7, std::min(most, log2_ceiling(ceiling(z.row, 8)))));
    made.group = made.threads;
  }
  if (phases > 1) made.held = static_cast<std::uint8_t>(choosing::held_vectors(s, k, made, vectors));
  else if (made.group == made.threads && z.cells < 2 * s.device.multiprocessors)
    made.splits = choosing::blocks_of_row(s, made, z) > 1;
  return made;
}

inline void measure_reduce(const situation& s, const kernel& k, const decision& d, geometry& made) {
  const reduce_sizes z = sizes_of(s, k);
  if (z.cells == 0) {
    made.is_empty = true;
    return;
  }
  const std::int64_t beside = d.how == way::column ? 1 << d.group : d.block() >> d.group;
  made.grid[0] = static_cast<std::uint32_t>(ceiling(z.cells, beside));
  if (!d.splits) return;
  const std::int64_t blocks = choosing::blocks_of_row(s, d, z);
  made.grid[1] = static_cast<std::uint32_t>(blocks);
  int folds = 0;
  for (int i = 0; i < k.instructions; ++i) folds += is_reduction(s.plan.program[k.first_instruction + i]);
  made.scratch_bytes = static_cast<std::uint64_t>(folds) * 16u * static_cast<std::uint64_t>(z.cells * blocks);
  made.tickets = made.grid[0];
}

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// How large the tiles of a contraction are, and which of its operands, and whether its epilogue, move in pieces of four
// elements. A decision has no fields of their own for these: `vector` is not 0 if the left operand does, `has_tail` if the
// right one does, `held` if the epilogue does.
#pragma once
#include "axes.hpp"

namespace sinter::core::cuda {

// Of a batch's result.
struct contract_sizes {
  std::int64_t batch = 1, rows = 1, columns = 1;

  std::int64_t tiles(std::int64_t side) const { return batch * ceiling(rows, side) * ceiling(columns, side); }
};
inline contract_sizes sizes_of(const situation& s, const kernel& k, const contract_axes& axes) {
  const shape &x = s.graph.shape_of(s.plan.reads[k.left].node), &y = s.graph.shape_of(s.plan.reads[k.right].node);
  return {volume_along(x, axes.batch_x).value(s.symbols), volume_along(x, axes.free_x).value(s.symbols),
          volume_along(y, axes.free_y).value(s.symbols)};
}

namespace choosing {

inline bool operand_fits(const situation& s, scope& unused, const kernel& k, const contract_axes& axes, bool is_right) {
  const read& r = s.plan.reads[is_right ? k.right : k.left];
  if (r.type != dtype::f32 || s.alignments[r.value] < 16) return false;
  index_frame frame = operand_frame(unused, k, axes, is_right, lies_along_depth(unused, k, axes, is_right));
  const vector_view v = look(frame, affine_of(unused, r), 4, s.symbols);
  if (v.lies != lie::along || !v.is_divisible || frame.first_source().axes.empty()) return false;
  return s.extent(frame.extents()[frame.first_source().axes.back()]) % 4 == 0;
}
inline bool epilogue_fits(const situation& s, scope& unused, const kernel& k, const contract_axes& axes, std::int64_t columns) {
  if (columns % 4 != 0 || axes.columns.empty() || s.extent(s.space(k)[axes.columns.back()]) % 4 != 0) return false;
  const instruction* program = s.plan.program + k.first_instruction;
  index_frame frame = space_frame(unused, k, axes);
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    const std::size_t bytes = 4 * size_of(x.type);
    if (x.out >= 0 && (bytes > 16 || s.alignments[s.plan.outputs[k.first_output + x.out]] < bytes)) return false;
    if (!is_input(x) || x.has != form::full) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what != read_kind::buffer) continue;
    const vector_view v = look(frame, affine_of(unused, r), 4, s.symbols);
    if (v.lies == lie::along && (bytes > 16 || !v.is_divisible || s.alignments[r.value] < bytes)) return false;
  }
  return true;
}

}  // namespace choosing

inline decision choose_contract(const situation& s, const kernel& k) {
  decision made;
  scope unused(s.graph, s.plan, s.launch, false);
  const contract_axes axes = axes_of(s.graph, s.plan, k);
  const contract_sizes z = sizes_of(s, k, axes);
  const bool is_large = z.rows >= 128 && z.columns >= 128 && z.tiles(128) >= 2 * s.device.multiprocessors;
  made.how = is_large && s.plan.reads[k.left].type == dtype::f32 ? way::block128 : way::block64;
  made.threads = 8;
  made.vector = choosing::operand_fits(s, unused, k, axes, false) ? 2 : 0;
  made.has_tail = choosing::operand_fits(s, unused, k, axes, true);
  made.held = choosing::epilogue_fits(s, unused, k, axes, z.columns);
  return made;
}

inline void measure_contract(const situation& s, const kernel& k, const decision& d, geometry& made) {
  const contract_sizes z = sizes_of(s, k, axes_of(s.graph, s.plan, k));
  made.is_empty = z.batch * z.rows * z.columns == 0;
  made.grid[0] = static_cast<std::uint32_t>(z.tiles(d.how == way::block128 ? 128 : 64));
}

}  // namespace sinter::core::cuda

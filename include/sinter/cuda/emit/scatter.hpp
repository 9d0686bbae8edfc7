// SPDX-License-Identifier: MIT
// scatter_add without atomics: a thread owns the elements of some range of the axis in one column, and walks all updates in
// the order of their indices, so sums are the same each time; sums of halves stand in scratch memory as floats until the last
// update. And debug_print, which copies its operand to scratch memory.
#pragma once
#include "map/choose.hpp"

namespace sinter::core::cuda {

struct scatter_sizes {
  product outer, inner, updates;  // updates: how many indices
  std::int64_t axis_extent = 0;
  int axis = 0;
};
inline scatter_sizes scatter_sizes_of(const graph_view& graph, const plan_view& plan, const kernel& k) {
  scatter_sizes made;
  made.axis = axis_of_index(k.attribute);
  const shape& of = graph.shape_of(k.node);
  for (int a = 0; a < of.rank; ++a) {
    if (a == made.axis) made.axis_extent = of[a];
    else (a < made.axis ? made.outer : made.inner) *= product_of_extent(of[a]);
  }
  made.updates = volume_of(graph.shape_of(plan.reads[k.left].node));
  return made;
}
// How many ranges the axis is cut into, so that there are threads enough.
inline std::int64_t scatter_ranges(const situation& s, const kernel& k) {
  const scatter_sizes z = scatter_sizes_of(s.graph, s.plan, k);
  const std::int64_t columns = std::max<std::int64_t>(1, z.outer.value(s.symbols) * z.inner.value(s.symbols)),
                     axis = s.extent(z.axis_extent);
  const std::int64_t wanted = ceiling(std::int64_t{512} * s.device.multiprocessors, columns);
  return std::max<std::int64_t>(1, std::min({axis, wanted, std::int64_t{65535}}));
}

inline void write_scatter(kernel_text& t, writer& to) {
  scope& s = t.within;
  const scatter_sizes z = scatter_sizes_of(s.graph, s.plan, t.k);
  const index_mode mode = mode_of_index(t.k.attribute);
  const read &chosen = s.plan.reads[t.k.left], &added = s.plan.reads[t.k.right];
  const shape &by = s.graph.shape_of(chosen.node), &updates = s.graph.shape_of(added.node), &space = s.graph.shape_of(t.k.node);
  const dtype type = t.program[0].type;
  const product columns = z.outer * z.inner;
  const std::string target = s.target(s.plan.outputs[t.k.first_output]);
  const bool is_half = is_halved(type);
  const std::string sums = is_half ? "sums" : target;
  if (is_half) s.uses_scratch = true;
  t.scalars(to);
  to.line("const ", s.linear_type(), " column = blockIdx.x * ", s.is_wide ? "256ull" : "256u", " + threadIdx.x;");
  to.line("if (column >= ", s.unsigned_factor(columns), ") return;");
  to.line("const ", s.linear_type(), " outer = column / ", s.unsigned_factor(z.inner), ", inner = column % ",
          s.unsigned_factor(z.inner), ";");
  const std::string extent = s.unsigned_factor(product_of_extent(z.axis_extent));
  to.line("const ", s.linear_type(), " first = (", s.linear_type(), ")((unsigned long long)", extent,
          " * blockIdx.y / gridDim.y);");
  to.line("const ", s.linear_type(), " last = (", s.linear_type(), ")((unsigned long long)", extent,
          " * (blockIdx.y + 1) / gridDim.y);");
  const std::string inner_extent = s.unsigned_factor(z.inner);
  if (is_half) to.line("float* const sums = (float*)scratch;");
  // the initial value
  to.open("for (", s.linear_type(), " a = first; a < last; ++a)");
  to.line("const ", s.linear_type(), " i = (outer * ", extent, " + a) * ", inner_extent, " + inner;");
  {
    index_frame frame(s, space);
    frame.add_source_of_all("i");
    writer inside(to.depth());
    if (is_input(t.program[0]) && t.program[0].has == form::full) t.load(inside, 0, frame);
    inside.line(sums, "[i] = ", is_half ? t.at(0) : stored_form(type, t.at(0)), ";");
    frame.declare(to);
    to.append(inside);
  }
  to.close();
  // the updates, in order
  to.open("for (", s.linear_type(), " u = 0; u < ", s.unsigned_factor(z.updates), "; ++u)");
  {
    index_frame frame(s, by);
    frame.add_source_of_all("u");
    writer inside(to.depth());
    read_writer reader(s, inside, "which_");
    inside.line("long long which = ", reader.value(chosen, frame), ";");
    frame.declare(to);
    to.append(inside);
  }
  const std::string bound = s.raw_extent(z.axis_extent);
  if (mode == index_mode::clip) to.line("which = which < 0 ? 0 : which >= ", bound, " ? ", bound, " - 1 : which;");
  to.open("if (which >= (long long)first && which < (long long)last)");
  to.line("const ", s.linear_type(), " update = (outer * ", s.unsigned_factor(z.updates), " + u) * ", inner_extent, " + inner;");
  to.line("const ", s.linear_type(), " i = (outer * ", extent, " + which) * ", inner_extent, " + inner;");
  {
    index_frame frame(s, updates);
    frame.add_source_of_all("update");
    writer inside(to.depth());
    read_writer reader(s, inside, "added_");
    inside.line("const ", words_of(type).computed, " added = ", reader.value(added, frame), ";");
    frame.declare(to);
    to.append(inside);
  }
  if (is_half) {
    to.line("sums[i] = sums[i] + added;");
  } else {
    const std::string sum = spelled(primitives::add, type, type, 0, "so_far", "added", "");
    to.line("const ", words_of(type).computed, " so_far = ", loaded(type, join(target, "[i]")), ";");
    to.line(target, "[i] = ", stored_form(type, sum), ";");
  }
  to.close();
  to.close();
  if (!is_half) return;
  to.open("for (", s.linear_type(), " a = first; a < last; ++a)");
  to.line("const ", s.linear_type(), " i = (outer * ", extent, " + a) * ", inner_extent, " + inner;");
  to.line(target, "[i] = ", stored_form(type, "sums[i]"), ";");
  to.close();
}
inline void measure_scatter(const situation& s, const kernel& k, geometry& made) {
  const scatter_sizes z = scatter_sizes_of(s.graph, s.plan, k);
  const std::int64_t columns = z.outer.value(s.symbols) * z.inner.value(s.symbols);
  const std::int64_t elements = columns * s.extent(z.axis_extent);
  made.is_empty = elements == 0;
  if (is_halved(s.graph.nodes[k.node].type)) made.scratch_bytes = static_cast<std::uint64_t>(elements) * sizeof(float);
  made.grid[0] = static_cast<std::uint32_t>(ceiling(columns, 256));
  made.grid[1] = static_cast<std::uint32_t>(scatter_ranges(s, k));
}

inline void write_print(kernel_text& t, writer& to) {
  scope& s = t.within;
  const read& r = s.plan.reads[t.k.first_read];
  const shape& of = s.graph.shape_of(r.node >= 0 ? r.node : t.k.node);
  s.uses_scratch = true;
  to.open("for (", s.linear_type(), " i = blockIdx.x * 256u + threadIdx.x; i < ", s.unsigned_factor(volume_of(of)),
          "; i += gridDim.x * 256u)");
  index_frame frame(s, of);
  frame.add_source_of_all("i");
  writer inside(to.depth());
  read_writer reader(s, inside, "x_");
  const char* const stored = words_of(r.type).stored;
  inside.line("((", stored, "*)scratch)[i] = ", stored_form(r.type, reader.value(r, frame)), ";");
  frame.declare(to);
  to.append(inside);
  to.close();
}
inline void measure_print(const situation& s, const kernel& k, geometry& made) {
  const read& r = s.plan.reads[k.first_read];
  const std::int64_t count = s.volume(s.graph.shape_of(r.node >= 0 ? r.node : k.node));
  made.is_empty = count == 0;
  made.grid[0] = static_cast<std::uint32_t>(blocks_for(count, 256, s.device));
  made.scratch_bytes = static_cast<std::uint64_t>(count) * size_of(r.type);
}

}  // namespace sinter::core::cuda

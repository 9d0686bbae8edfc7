// SPDX-License-Identifier: MIT
// Contractions: operands become matrices by strides, where strides cannot say it by a copy; the product goes into a
// result where one can hold it, and the elementwise epilogue runs over its rows while they are hot.
#pragma once
#include "../primitive/contraction.hpp"
#include "contraction.hpp"
#include "lanes.hpp"
#include "map.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

struct matrix_job {
  matrix_product product;
  const void *a, *b;
  void* c;
  void (*epilogue)(const void* user, std::int64_t member, std::int64_t first, std::int64_t last);  // or null
  const void* user;
};

namespace detail {

// A matrix of halves, or a batch of them, as floats that lie densely; the axis of unit stride keeps it. Gives its strides.
struct widened_matrices {
  const float* at;
  std::int64_t batch, row, column;
};
template <half T>
widened_matrices widened(const T* from, std::int64_t batches, std::int64_t rows, std::int64_t columns, std::int64_t batch,
                         std::int64_t row, std::int64_t column, arena& memory) {
  if (batch == 0) batches = 1;
  const bool by_columns = row == 1 && column != 1;
  const std::int64_t outer = by_columns ? columns : rows, inner = by_columns ? rows : columns;
  const std::int64_t outer_step = by_columns ? column : row, inner_step = by_columns ? row : column;
  float* const made = memory.take_array<float>(batches * rows * columns);
  parallel_for(batches * outer, grain_of_work(inner), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const T* const x = from + i / outer * batch + i % outer * outer_step;
      float* const to = made + i * inner;
      std::int64_t j = 0;
      if (inner_step == 1)
        for (; j + lane_count <= inner; j += lane_count)
          store(reinterpret_cast<char*>(to + j), load<T>(reinterpret_cast<const char*>(x + j)).wide);
      for (; j < inner; ++j) to[j] = static_cast<float>(x[j * inner_step]);
    }
  });
  return {made, batch == 0 ? 0 : rows * columns, by_columns ? 1 : columns, by_columns ? rows : 1};
}

// Halves are multiplied as floats; each finished panel is rounded into its place.
template <half T> void contract_halves(const matrix_job& job) {
  const matrix_product& p = job.product;
  arena memory;
  const widened_matrices a = widened(static_cast<const T*>(job.a), p.batch, p.m, p.k, p.a_batch, p.a_row, p.a_column, memory);
  const widened_matrices b = widened(static_cast<const T*>(job.b), p.batch, p.k, p.n, p.b_batch, p.b_row, p.b_column, memory);
  float* const c = memory.take_array<float>(p.batch * p.m * p.n);
  T* const to = static_cast<T*>(job.c);
  const matrix_product wide{p.batch, p.m,     p.n,   p.k,      a.batch,   a.row,
                            a.column, b.batch, b.row, b.column, p.m * p.n, p.n};
  multiply_panels(wide, a.at, b.at, c, [&](std::int64_t member, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      const char* const from = reinterpret_cast<const char*>(c + (member * p.m + row) * p.n);
      char* const at = reinterpret_cast<char*>(to + member * p.c_batch + row * p.c_row);
      std::int64_t j = 0;
      for (; j + lane_count <= p.n; j += lane_count) store(at + 2 * j, closed<T>(load<float>(from + 4 * j)));
      if (j < p.n) store_some(at + 2 * j, p.n - j, closed<T>(load_some(from + 4 * j, p.n - j, lanes<float>(0))));
    }
    if (job.epilogue) job.epilogue(job.user, member, first, last);
  });
}

}  // namespace detail

template <class T> void contract_as(const matrix_job& job) {
  if constexpr (is_half<T>)
    return detail::contract_halves<T>(job);
  else {
    const T *a = static_cast<const T*>(job.a), *b = static_cast<const T*>(job.b);
    T* c = static_cast<T*>(job.c);
    if (job.epilogue)
      multiply_panels(job.product, a, b, c, [&job](std::int64_t member, std::int64_t first, std::int64_t last) {
        job.epilogue(job.user, member, first, last);
      });
    else
      multiply(job.product, a, b, c);
  }
}

namespace detail {

// Axes of an operand that are to be one axis of a matrix.
struct axis_list {
  int count = 0;
  int of[max_rank] = {};
  void push(int axis) { of[count++] = axis; }
};
struct merged_axis {
  std::int64_t extent = 1, stride = 0;
  bool is_one = true;  // one non-negative stride passes them all
};
inline merged_axis merge(const axis_list& axes, const shape& extents, const strides& by) {
  merged_axis made;
  for (int i = axes.count - 1; i >= 0; --i) {
    const std::int64_t extent = extents[axes.of[i]], stride = by.of[axes.of[i]];
    if (extent == 1) continue;
    if (made.extent == 1)
      made.stride = stride;
    else
      made.is_one = made.is_one && stride == made.stride * made.extent;
    made.extent *= extent;
  }
  made.is_one = made.is_one && made.stride >= 0;
  return made;
}

// An operand as a batch of matrices.
struct matrix_operand {
  const char* at = nullptr;
  merged_axis batch, row, column;
};

// The elements of an operand in the order of `axes`.
inline char* rearranged(const char* base, int size, const axis_list& axes, const shape& extents, const strides& by,
                        arena& memory) {
  std::int64_t count = 1, index[max_rank] = {};
  for (int i = 0; i < axes.count; ++i) count *= extents[axes.of[i]];
  char* const made = memory.take(static_cast<std::size_t>(count * size));
  const std::int64_t run = axes.count ? extents[axes.of[axes.count - 1]] : 1;
  const std::int64_t step = axes.count ? by.of[axes.of[axes.count - 1]] : 0;
  for (std::int64_t done = 0; done < count; done += run) {
    std::int64_t offset = by.offset;
    for (int i = 0; i + 1 < axes.count; ++i) offset += by.of[axes.of[i]] * index[i];
    gather(base + offset * size, size, step, run, made + done * size);
    for (int i = axes.count - 2; i >= 0 && ++index[i] == extents[axes.of[i]]; --i) index[i] = 0;
  }
  return made;
}

// Which axes of an operand are its matrix's.
struct matrix_axes {
  axis_list batch, row, column;
};
// Copied into memory of its own where strides cannot say it; without memory, only counted in `bytes`.
inline matrix_operand operand_of(const run_context& context, const read& r, const matrix_axes& axes, arena* memory,
                                 std::size_t& bytes) {
  const shape extents = extents_now(context, context.graph->nodes[r.node].shape);
  const strides by = strides_of(context, r);
  const int size = static_cast<int>(size_of(r.type));
  const char* const base = static_cast<const char*>(context.buffers[r.value]);
  matrix_operand made{base + by.offset * size, merge(axes.batch, extents, by), merge(axes.row, extents, by),
                      merge(axes.column, extents, by)};
  if (made.batch.is_one && made.row.is_one && made.column.is_one) return made;
  axis_list all;
  for (const axis_list* list : {&axes.batch, &axes.row, &axes.column})
    for (int i = 0; i < list->count; ++i) all.push(list->of[i]);
  if (memory) made.at = rearranged(base, size, all, extents, by, *memory);
  made.column.stride = 1;
  made.row.stride = made.column.extent;
  made.batch.stride = made.row.extent * made.column.extent;
  bytes += lines_of<char>(made.batch.extent * made.batch.stride * size);
  return made;
}

// Whether a read touches the buffer at `memory`.
inline bool touches(const run_context& context, const read& r, const void* memory) {
  if (r.what == read_kind::buffer) return context.buffers[r.value] == memory;
  return (r.first >= 0 && touches(context, context.plan->reads[r.first], memory)) ||
         (r.second >= 0 && touches(context, context.plan->reads[r.second], memory));
}

struct epilogue_job {
  const run_context& context;
  int number, rank;
  std::int64_t rows, columns;
  char* panel;

  static void run(const void* user, std::int64_t member, std::int64_t first, std::int64_t last) {
    const epilogue_job& job = *static_cast<const epilogue_job*>(user);
    frame f(job.context, job.number, stage::full, visit_in_order(job.rank), frame::any_piece, 0, job.panel);
    run_map_range(f, (member * job.rows + first) * job.columns, (member * job.rows + last) * job.columns);
  }
};

// A kernel's product: its operands as matrices, and where it goes.
struct prepared_product {
  matrix_product product;
  matrix_operand a, b;
  char* panel = nullptr;     // null: memory of our own
  bool runs_after = false;   // whether something follows
  dtype type = dtype::f32;
  std::size_t copied = 0;    // bytes of operands that were rearranged
};
inline prepared_product prepare_product(const run_context& context, int number, arena* memory) {
  const kernel& k = context.plan->kernels[number];
  const instruction* const program = context.plan->program + k.first_instruction;
  const contraction how = contraction::unpack(k.attribute);
  const read &x = context.plan->reads[k.left], &y = context.plan->reads[k.right];
  matrix_axes left, right;
  for (int i = 0; i < how.batches; ++i) {
    left.batch.push(how.batch_x[i]);
    right.batch.push(how.batch_y[i]);
  }
  for (int i = 0; i < how.contracted; ++i) {
    left.column.push(how.x[i]);
    right.row.push(how.y[i]);
  }
  const int rank_x = context.graph->shape_of(x.node).rank, rank_y = context.graph->shape_of(y.node).rank;
  for (int i = 0; i < rank_x; ++i)
    if (how.free_axes(0, rank_x) >> i & 1) left.row.push(i);
  for (int i = 0; i < rank_y; ++i)
    if (how.free_axes(1, rank_y) >> i & 1) right.column.push(i);
  prepared_product made;
  const matrix_operand a = made.a = operand_of(context, x, left, memory, made.copied);
  const matrix_operand b = made.b = operand_of(context, y, right, memory, made.copied);
  made.product = {a.batch.extent,  a.row.extent,   b.column.extent, a.column.extent,
                  a.batch.stride,  a.row.stride,   a.column.stride, b.batch.stride,
                  b.row.stride,    b.column.stride, a.row.extent * b.column.extent, b.column.extent};

  // Where the product goes: its own result where it has one and no operand lies there; where the product is no result, another
  // of its type. Else memory of our own: others computed in place of the panel would be what is copied from it.
  int dot = 0;
  bool has_epilogue = false;
  for (int i = 0; i < k.instructions; ++i) {
    if (is_contraction(program[i]))
      dot = i;
    else
      has_epilogue = has_epilogue || program[i].out >= 0;
  }
  bool is_own = false;
  for (int i = k.instructions - 1; i >= -1 && !is_own; --i) {
    const instruction& candidate = program[i < 0 ? dot : i];
    if (candidate.out < 0 || candidate.type != program[dot].type || (candidate.has != form::full && i >= 0)) continue;
    char* const target = target_of(context, context.plan->outputs[k.first_output + candidate.out]);
    bool is_free = true;
    for (int r = 0; r < k.reads && is_free; ++r)
      is_free = !touches(context, context.plan->reads[k.first_read + r], target);
    if (!is_free) continue;
    made.panel = target;
    is_own = i < 0 || i == dot;
  }
  if (program[dot].out >= 0 && !is_own) made.panel = nullptr;
  made.runs_after = has_epilogue || (program[dot].out >= 0 && !is_own);
  made.type = program[dot].type;
  return made;
}

inline scratch_bytes room_of_product(dtype type, const matrix_product& p) {
  switch (type) {
    case dtype::f64:
      return dense::room_of_product<double>(p);
    case dtype::i64:
      return dense::room_of_product<std::int64_t>(p);
    case dtype::f16:
    case dtype::bf16: {  // as floats
      scratch_bytes made = dense::room_of_product<float>(p);
      made.around +=
          lines_of<float>(p.batch * p.m * p.k) + lines_of<float>(p.batch * p.k * p.n) + lines_of<float>(p.batch * p.m * p.n);
      return made;
    }
    case dtype::f32:
      return dense::room_of_product<float>(p);
    default:
      return dense::room_of_product<std::uint32_t>(p);
  }
}

}  // namespace detail

SINTER_RUNTIME scratch_bytes room_of_contract(const run_context& context, int number) {
  const std::int64_t count = elements_of(extents_now(context, context.plan->kernels[number].space));
  if (count == 0) return {};
  const detail::prepared_product of = detail::prepare_product(context, number, nullptr);
  scratch_bytes made = detail::room_of_product(of.type, of.product);
  made.around += of.copied + (of.panel ? 0 : lines_of<char>(count * static_cast<std::int64_t>(size_of(of.type))));
  if (of.runs_after) made.each += arena::beyond_stack(frame::room(context, number, stage::full, frame::any_piece, 0));
  return made;
}

SINTER_RUNTIME void run_contract(const run_context& context, int number) {
  const shape space = extents_now(context, context.plan->kernels[number].space);
  const std::int64_t count = elements_of(space);
  if (count == 0) return;
  arena memory;
  detail::prepared_product of = detail::prepare_product(context, number, &memory);
  if (!of.panel) of.panel = memory.take(static_cast<std::size_t>(count) * size_of(of.type));
  const detail::epilogue_job after{context, number, space.rank, of.product.m, of.product.n, of.panel};
  context.codes[number].contract(
      {of.product, of.a.at, of.b.at, of.panel, of.runs_after ? &detail::epilogue_job::run : nullptr, &after});
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// scatter_add: the initial value, then updates added in the order of their indices. Threads share what lies beside the
// axis, never the indices, so that sums do not depend on them. And debug_print, which needs its operand in one piece as
// well.
#pragma once
#include "map.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

// Halves as floats, and back.
[[gnu::cold, gnu::noinline]] inline char* widened_halves(dtype type, const char* from, std::int64_t count, arena& memory) {
  float* const made = memory.take_array<float>(count);
  const auto as = [&]<class T>(const T* x) {
    for (std::int64_t i = 0; i < count; ++i) made[i] = static_cast<float>(x[i]);
  };
  if (type == dtype::f16)
    as(reinterpret_cast<const float16*>(from));
  else
    as(reinterpret_cast<const bfloat16*>(from));
  return reinterpret_cast<char*>(made);
}

// Whether the elements of a read lie in row-major order.
inline bool is_row_major(const run_context& context, const read& r, const shape& extents) {
  if (r.what != read_kind::buffer) return false;
  const strides by = strides_of(context, r);
  std::int64_t step = 1;
  for (int d = extents.rank - 1; d >= 0; --d) {
    if (extents[d] != 1 && by.of[d] != step) return false;
    step *= extents[d];
  }
  return true;
}
// Its elements in that order, written out if they do not lie so.
inline const char* elements_of_read(const run_context& context, const read& r, const shape& extents, arena& memory) {
  const int size = static_cast<int>(size_of(r.type));
  if (is_row_major(context, r, extents))
    return static_cast<const char*>(context.buffers[r.value]) + strides_of(context, r).offset * size;
  const std::int64_t count = core::elements_of(extents);
  char* const made = memory.take(static_cast<std::size_t>(count * size));
  std::int64_t index[max_rank] = {};
  const int last = extents.rank - 1;
  const std::int64_t run = last < 0 ? 1 : extents[last];
  for (std::int64_t done = 0; done < count; done += run) {
    reader(context).write(r, index, last, 1, run, made + done * size);
    for (int d = last - 1; d >= 0 && ++index[d] == extents[d]; --d) index[d] = 0;
  }
  return made;
}

}  // namespace detail

SINTER_RUNTIME scratch_bytes room_of_scatter(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const node& made = context.graph->nodes[k.node];
  std::size_t around = 0;
  for (const int part : {k.left, k.right}) {
    const read& r = context.plan->reads[part];
    const shape extents = extents_now(context, context.graph->nodes[r.node].shape);
    if (!detail::is_row_major(context, r, extents))
      around += lines_of<char>(elements_of(extents) * static_cast<std::int64_t>(size_of(r.type)));
    if (part == k.right && is_halved(made.type))
      around += lines_of<float>(elements_of(extents)) + lines_of<float>(elements_of(extents_now(context, made.shape)));
  }
  return {arena::beyond_stack(around), room_of_map(context, number).each};
}

SINTER_RUNTIME void run_scatter(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  const node& made = context.graph->nodes[k.node];
  const shape extents = extents_now(context, made.shape);
  if (elements_of(extents) == 0) return;
  char* const target = target_of(context, context.plan->outputs[k.first_output]);
  const instruction& initial = context.plan->program[k.first_instruction];
  const bool is_there = is_input(initial) && context.plan->reads[k.first_read].what == read_kind::buffer &&
                        context.buffers[context.plan->reads[k.first_read].value] == target;
  arena memory;
  const read &by = context.plan->reads[k.left], &added = context.plan->reads[k.right];
  const shape index_extents = extents_now(context, context.graph->nodes[by.node].shape);
  const shape update_extents = extents_now(context, context.graph->nodes[added.node].shape);
  const std::int64_t indices = elements_of(index_extents), updates = elements_of(update_extents);
  const char* const numbers = indices ? detail::elements_of_read(context, by, index_extents, memory) : nullptr;
  const char* const elements = updates ? detail::elements_of_read(context, added, update_extents, memory) : nullptr;
  if (!is_there) run_map(context, number);
  if (updates == 0) return;

  const int axis = axis_of_index(made.attribute);
  const index_mode mode = mode_of_index(made.attribute);
  std::int64_t outer = 1, inner = 1;
  for (int i = 0; i < extents.rank; ++i) (i < axis ? outer : inner) *= i == axis ? 1 : extents[i];
  constexpr std::int64_t width = 256;
  const std::int64_t strips = (inner + width - 1) / width, size = static_cast<std::int64_t>(size_of(made.type));
  const fold_code& sum = *context.codes[number].sum;
  const bool is_wide = is_halved(made.type);  // halves are added up as floats
  const std::int64_t step = is_wide ? 4 : size, count_of_target = elements_of(extents);
  const char* const added_elements = is_wide ? detail::widened_halves(made.type, elements, updates, memory) : elements;
  char* const sums = is_wide ? detail::widened_halves(made.type, target, count_of_target, memory) : target;
  parallel_for(outer * strips, grain_of_work(indices * (inner < width ? inner : width)),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t item = begin; item < end; ++item) {
                   const std::int64_t o = item / strips, from = item % strips * width,
                                      count = inner - from < width ? inner - from : width;
                   for (std::int64_t i = 0; i < indices; ++i) {
                     std::int64_t number_of = index_at(numbers, by.type, i);
                     if (!settle_index(number_of, extents[axis], mode)) continue;
                     sum.join(sums + ((o * extents[axis] + number_of) * inner + from) * step,
                              added_elements + ((o * indices + i) * inner + from) * step, count);
                   }
                 }
               });
  if (is_wide) sum.finish(sums, count_of_target, target);
}

SINTER_RUNTIME void run_print(const run_context& context, int number) {
  const kernel& k = context.plan->kernels[number];
  if (!context.print) return;
  arena memory;
  const read& r = context.plan->reads[k.first_read];
  const shape extents = extents_now(context, context.graph->nodes[r.node >= 0 ? r.node : k.node].shape);
  const char* const elements = elements_of(extents) ? detail::elements_of_read(context, r, extents, memory) : nullptr;
  context.print(context.user, *context.graph, k.node, elements, r.type, extents);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// The shortest way through a native map whose inputs all lie in the order of its space: no frame, a few places on the
// stack. Ten elements should cost little more than their arithmetic.
#pragma once
#include "frame.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

struct flat_limits {
  static constexpr int instructions = 48, streams = 20, scalars = 12;
};

// Where the element of a read is that no axis moves: in its buffer, or written to `room`.
inline char* scalar_of(const run_context& context, const read& r, char* room) {
  if (r.what == read_kind::buffer && context.graph->shapes[r.shape].rank == 0)
    return static_cast<char*>(context.buffers[r.value]);
  const std::int64_t zero[max_rank] = {};
  reader(context).write(r, zero, -1, 1, 1, room);
  return room;
}

}  // namespace detail

// Whether a kernel is simple enough; what it computes does not depend on it.
inline bool is_short_way(const kernel& k, const kernel_code& code) {
  return k.is_flat && !code.loops && code.summary.loads + k.outputs <= detail::flat_limits::streams &&
         code.summary.scalars <= detail::flat_limits::scalars && k.instructions <= detail::flat_limits::instructions;
}

// Elements [begin, end) of the space.
inline void run_flat(const run_context& context, int number, std::int64_t begin, std::int64_t end) {
  const kernel& k = context.plan->kernels[number];
  const kernel_code& code = context.codes[number];
  const instruction* const program = context.plan->program + k.first_instruction;
  struct moving {
    place* at;
    int size;
  };
  place values[detail::flat_limits::instructions], outputs[detail::flat_limits::streams];
  moving inputs[detail::flat_limits::streams], written[detail::flat_limits::streams];
  alignas(64) char scalars[detail::flat_limits::scalars * splat_bytes];
  int input_count = 0, written_count = 0;
  char* scalar = scalars;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    const auto size = static_cast<int>(size_of(x.type));
    if (x.out >= 0) {
      char* const base = target_of(context, context.plan->outputs[k.first_output + x.out]);
      outputs[x.out] = {base + begin * size, group_size * size, 0};
      written[written_count++] = {outputs + x.out, size};
    }
    if (is_input(x)) {
      const read& from = context.plan->reads[k.first_read + x.attribute];
      if (x.has == form::full) {
        values[i] = {static_cast<char*>(context.buffers[from.value]) + begin * size, group_size * size, 0};
        inputs[input_count++] = {values + i, size};
      } else {
        values[i] = {detail::scalar_of(context, from, scalar), 0, 0};
        scalar += splat_bytes;
      }
    } else if (code.roles[i].at == stage::scalar && !is_known(x)) {
      values[i] = {scalar, 0, 0};
      scalar += splat_bytes;
    }
  }
  const std::int64_t groups = (end - begin) / group_size, rest = (end - begin) % group_size;
  block b;  // set one by one: g++ clears an aggregate first, as a whole and slowly
  b.groups = b.rows = 1;
  b.values = values;
  b.outputs = outputs;
  b.slots = nullptr;
  b.code = &code;
  b.phase = 0;
  b.context = &context;
  b.kernel = number;
  b.first = begin;
  b.count = group_size;
  b.folds = nullptr;
  b.opens = b.closes = true;
  b.narrow_row = 0;
  if (code.scalar) code.scalar(b);
  const block_function function = code.full[0];
  if (groups) {
    b.groups = groups;
    function(b);
  }
  if (rest == 0) return;
  alignas(64) char padded[detail::flat_limits::streams * splat_bytes];
  char* room = padded;
  for (const moving* in = inputs; in != inputs + input_count; ++in, room += splat_bytes) {
    pad_group(room, in->at->at + groups * in->at->step, rest * in->size, group_size * in->size);
    in->at->at = room;
  }
  char* const first_written = room;
  char* targets[detail::flat_limits::streams];
  for (int o = 0; o < written_count; ++o, room += splat_bytes) {
    targets[o] = written[o].at->at + groups * written[o].at->step;
    written[o].at->at = room;
  }
  b.groups = 1;
  b.first = begin + groups * group_size;
  b.count = rest;
  function(b);
  for (int o = 0; o < written_count; ++o)
    unpad_group(targets[o], first_written + o * splat_bytes, rest * written[o].size);
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

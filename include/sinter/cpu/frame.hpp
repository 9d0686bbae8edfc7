// SPDX-License-Identifier: MIT
// One thread's view of a running kernel: for each piece of its space the places of all values. Elements that lie in
// memory as they are needed are used there; others are written out first.
#pragma once
#include "roles.hpp"
#include "stream.hpp"
#include "workspace.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

class frame : public streams {
 public:
  const run_context& context;
  const kernel& k;
  const kernel_code& code;
  const int number;
  const instruction* const program;
  const role* const roles;
  const stage inner;
  arena memory;

  static constexpr std::int64_t any_piece = std::int64_t{1} << 62;

  // `piece`: at most so many inner elements at once; `kept`: how many a kept value has room for; `rows`: at most so
  // many positions of the outer axes at once.
  frame(const run_context& c, int kernel_number, stage at, const visit& order, std::int64_t piece, std::int64_t kept,
        char* panel = nullptr, std::int64_t rows = 1)
      : streams(c), context(c), k(c.plan->kernels[kernel_number]), code(c.codes[kernel_number]), number(kernel_number),
        program(c.plan->program + k.first_instruction), roles(code.roles), inner(at), piece_(piece), kept_(kept),
        most_rows_(rows) {
    const int size = k.instructions;
    values = memory.take_array<place>(2 * size);
    tail_ = values + size;
    for (int i = 0; i < size; ++i) values[i] = {nullptr, 0, 0};
    outputs = memory.take_array<place>(2 * (k.outputs + 1));
    output_tail_ = outputs + k.outputs;
    streams_ = memory.take_array<stream>(size + k.outputs);
    const shape extents = extents_now(context, k.space);
    open(extents, order, k.is_flat);
    for (int i = 0; i < size; ++i) open_value(i, panel);
    merge_axes();
    for (stream& s : *this) judge(s);
    if (piece_ == any_piece && !is_seamless_ && !(in_rows_ && extent_[rank_ - 1] >= short_row)) piece_ = unseamed(extents);
    if (code.loops) slots_ = memory.take(workspace_of(k, code).bytes);
    find_outer();
    for (int i = 0; i < size; ++i)
      if (program[i].broadcasts) values[i] = values[program[i].a];
    run_narrow(code.scalar, 0, 1);
  }

  // The most that a frame with these limits takes, to be reserved.
  [[gnu::noinline]] static std::size_t room(const run_context& context, int number, stage inner, std::int64_t piece,
                                            std::int64_t kept, std::int64_t rows = 1) {
    const kernel& k = context.plan->kernels[number];
    const kernel_code& code = context.codes[number];
    const instruction* const program = context.plan->program + k.first_instruction;
    const std::int64_t size = k.instructions,
                       most = piece == any_piece ? unseamed(extents_now(context, k.space)) : whole_groups(piece);
    std::size_t bytes = lines_of<place>(2 * size) + lines_of<place>(2 * (k.outputs + 1)) + lines_of<stream>(size + k.outputs) +
                        lines_of<char*>(size) + lines_of<char>(most * 8);
    if (code.loops) bytes += whole_lines(workspace_of(k, code).bytes);
    for (int i = 0; i < k.instructions; ++i) {
      const instruction& x = program[i];
      const role& r = code.roles[i];
      const auto element = static_cast<std::int64_t>(size_of(x.type));
      const int streams = (is_input(x) || is_contraction(x)) + (x.out >= 0);
      const std::int64_t piece_of_row = most * element < splat_bytes ? splat_bytes : most * element;
      bytes += static_cast<std::size_t>(streams * rows) * (whole_lines(static_cast<std::size_t>(piece_of_row)) + splat_bytes);
      bytes += splat_bytes + (r.at == inner && r.stores ? static_cast<std::size_t>(rows) *
                                                              whole_lines(static_cast<std::size_t>(whole_groups(kept) * element))
                                                        : 0);
    }
    return bytes;
  }

  place* values;                 // by instruction
  place* outputs;                // by number of the output
  fold_target* folds = nullptr;  // by instruction, where native code folds
  std::int64_t narrow_row = 0;   // the row at hand among those that narrow values are kept for
  std::int64_t first_row = 0;    // the first of those

  // Whether every stream passes all inner axes without a gap, or stands still.
  bool is_seamless() const { return is_seamless_; }

  // Goes to a position of the outer axes and one of the inner ones.
  void seek(std::int64_t outer, std::int64_t position) {
    seek_outer(outer);
    find_outer();
    seek_inner(position);
  }
  void next_outer(std::int64_t rows = 1) {
    step_outer(rows);
    find_outer();
  }
  void next_rows(std::int64_t rows) {  // within what is together
    if (outer_) index_[outer_ - 1] += rows;
    find_outer();
  }
  // How many elements to do next of the `left` ones: what lies together, else as much as is worth writing out.
  std::int64_t next_piece(std::int64_t left) const {
    const std::int64_t most = left < piece_ ? left : piece_;
    if (is_seamless_ || extent_[rank_ - 1] < short_row) return most;
    const std::int64_t in_row = extent_[rank_ - 1] - index_[rank_ - 1];
    return in_row < most ? in_row : most;
  }

  // The places of what phase `phase` reads, writes and keeps, for `count` elements from here on.
  void prepare(std::int64_t count, int phase, std::int64_t rows = 1) {
    for (stream& s : *this)
      if (is_used(s, phase)) prepare_stream(s, count, rows);
    if (kept_memory_)  // pieces of rows
      for (int i = 0; i < k.instructions; ++i)
        if (roles[i].stores && roles[i].at == inner && values[i].step)
          values[i].at = kept_memory_[i] + position_ * static_cast<std::int64_t>(size_of(program[i].type));
  }
  // The same for all phases at once, where rows are seamless and short enough to be one piece; then for the rows after.
  void prepare_rows(std::int64_t count, std::int64_t rows) {
    for (stream& s : *this)
      if (s.at == inner) prepare_stream(s, count, rows);
  }
  void step_rows(std::int64_t done, std::int64_t rows) {
    for (stream& s : *this) {
      if (s.at != inner) continue;  // the strides of a narrow one need not be set
      const std::int64_t step = row_step(s), bytes = done * step;
      if (bytes == 0) continue;
      s.here += bytes;
      place& to = s.number >= 0 ? outputs[s.number] : values[s.instruction];
      if (s.is_passed)
        to.at += bytes;
      else
        for (std::int64_t r = 0; r < rows; ++r) splat_group(s.here + r * step, s.size, s.memory + r * room_of_row(s));
    }
  }
  // The next piece of a seamless row.
  void step_piece(std::int64_t done) {
    position_ += done;
    for (stream& s : *this)
      if (s.at == inner && s.is_passed) (s.number >= 0 ? outputs[s.number] : values[s.instruction]).at += done * s.size;
  }
  // Narrow inputs of the next rows.
  void prepare_narrow(std::int64_t rows) {
    for (stream& s : *this) {
      if (s.at != stage::narrow || inner != stage::full || s.number >= 0) continue;
      if (s.is_affine)
        gather(s.here, s.size, outer_ ? s.stride[outer_ - 1] : 0, rows, s.memory);
      else
        write_rows(s, 1, rows, s.memory, s.size);
    }
  }

  // Runs one phase over the `count` elements that were prepared.
  void run(block_function function, int phase, std::int64_t count, std::int64_t rows = 1) {
    if (!function) return;
    const std::int64_t groups = count / group_size, rest = count % group_size;
    if (groups)
      function(block{groups, rows, values, outputs, slots_, &code, phase, &context, number, position_, group_size,
                     folds, true, rest == 0, narrow_row, first_row});
    if (rest) run_tail(function, phase, groups, rest, rows);
    if (!has_indirect_) return;
    for (stream& s : *this)
      if (s.number >= 0 && !s.is_external && is_used(s, phase)) read_rows(s, count, rows, room_of_row(s));
  }
  // Scalar work, or narrow work of up to 32 rows.
  void run_narrow(block_function function, int level, std::int64_t rows) {
    if (function)
      function(block{1, 1, values, outputs, slots_, &code, level, &context, number, 0, rows, nullptr, true, true, 0,
                     first_row});
  }

  // The elements of a value in one of the rows, one after the other.
  const char* elements(int i, std::int64_t count, std::int64_t row = 0) {
    const char* const at = values[i].at + row * values[i].row;
    if (values[i].step) return at;
    const int size = static_cast<int>(size_of(program[i].type));
    if (!expanded_) expanded_ = memory.take(static_cast<std::size_t>(whole_groups(piece_) * 8));
    char one[8];
    std::memcpy(one, at, static_cast<std::size_t>(size));
    repeat(one, size, count, expanded_);
    return expanded_;
  }

 private:
  static constexpr std::int64_t short_row = 256, unseamed_piece = 1024;

  static std::int64_t unseamed(const shape& extents) {
    const std::int64_t all = whole_groups(elements_of(extents));
    return all < unseamed_piece ? all : unseamed_piece;
  }

  bool is_used(const stream& s, int phase) const { return (s.phases >> phase & 1) && s.at == inner; }

  stream& add_stream(int i) {
    const role& r = roles[i];
    return add(i, program[i].type, r.at, r.loads[static_cast<int>(inner)] | (inner == stage::full ? r.folds : 0u));
  }
  void open_value(int i, char* panel) {
    const instruction& x = program[i];
    const role& r = roles[i];
    if (x.out >= 0 && !is_reduction(x) && stage_of_output(r) == inner) {
      stream& s = add(i, x.type, inner, 1u << r.level);
      s.number = x.out;
      s.base = target_of(context, context.plan->outputs[k.first_output + x.out]);
      if (inner == stage::full)
        set_row_major(s);
      else
        set_dense(s);
    }
    if (is_input(x)) return open_input(i);
    if (is_contraction(x)) {
      stream& s = add_stream(i);
      s.base = panel;
      return set_row_major(s);
    }
    if (is_known(x)) {
      if (!code.loops && !r.folds) return;  // native code has it in its instructions
      char one[8];
      put_constant(x.type, x.attribute, one);
      values[i] = splat(i, one);
      return;
    }
    const auto size = static_cast<std::int64_t>(size_of(x.type));
    if (r.at == inner && !x.broadcasts && !is_reduction(x)) {
      if (!r.stores) return;
      const std::int64_t row = whole_groups(kept_) * size;
      values[i] = {memory.take(static_cast<std::size_t>(most_rows_ * row)), group_size * size, row};
      if (kept_ > piece_) remember(i);
    } else if (r.at != stage::full && !x.broadcasts && !(is_reduction(x) && inner == stage::narrow)) {
      values[i] = {memory.take(splat_bytes), 0, r.at == stage::narrow ? size : 0};
      std::memset(values[i].at, 0, splat_bytes);
      if (x.out >= 0 && r.at == stage::narrow) outputs[x.out] = values[i];  // the driver takes it from there
    }
  }
  void open_input(int i) {
    const read& from = context.plan->reads[k.first_read + program[i].attribute];
    if (roles[i].at == stage::scalar) {
      char one[8];
      const std::int64_t zero[max_rank] = {};
      reader(context).write(from, zero, -1, 1, 1, one);
      values[i] = splat(i, one);
      return;
    }
    if (roles[i].at == stage::full && inner != stage::full) return;
    stream& s = add_stream(i);
    s.from = &from;
    s.is_affine = from.what == read_kind::buffer;
    if (s.is_affine) {
      s.base = static_cast<char*>(context.buffers[from.value]);
      if (k.is_flat)
        set_row_major(s);
      else {
        const strides by = strides_of(context, from);
        s.base += by.offset * s.size;
        set_strides(s, by.of);
      }
    }
    if (s.at == inner) return;
    s.memory = memory.take(splat_bytes);
    values[i] = {s.memory, 0, s.size};
  }
  place splat(int i, const char* one) {
    const place made{memory.take(splat_bytes), 0, 0};
    splat_group(one, static_cast<int>(size_of(program[i].type)), made.at);
    return made;
  }
  // Where a kept value begins: pieces of long rows move within it.
  void remember(int i) {
    if (!kept_memory_) kept_memory_ = memory.take_array<char*>(k.instructions);
    kept_memory_[i] = values[i].at;
  }

  void judge(stream& s) {
    measure(s);
    if (s.at != inner) return;
    const bool is_direct = s.is_passed || (s.is_still && s.number < 0);
    is_seamless_ = is_seamless_ && is_direct;
    has_indirect_ = has_indirect_ || (!is_direct && s.number >= 0);
    const bool is_in_rows = s.is_affine && (s.stride[rank_ - 1] == 1 || (s.stride[rank_ - 1] == 0 && s.number < 0));
    in_rows_ = in_rows_ && is_in_rows;
  }

  std::int64_t room_of_row(const stream& s) const {
    return piece_ == any_piece || piece_ <= 0 ? splat_bytes : whole_groups(piece_) * s.size;
  }
  char* room_for(stream& s) {
    if (!s.memory) s.memory = memory.take(static_cast<std::size_t>(most_rows_ * room_of_row(s)));
    return s.memory;
  }
  void prepare_stream(stream& s, std::int64_t count, std::int64_t rows) {
    place& to = s.number >= 0 ? outputs[s.number] : values[s.instruction];
    const std::int64_t group = group_size * s.size;
    s.is_external = s.is_passed || lies_together(s, count);
    if (s.is_external) {
      to = {s.is_passed ? s.here + position_ * s.size : element_of(s), group, row_step(s)};
      return;
    }
    char* const room = room_for(s);
    const std::int64_t apart = room_of_row(s);
    to = {room, group, apart};
    if (s.number >= 0) return;
    if (s.is_still || (s.is_affine && s.stride[rank_ - 1] == 0 && is_in_row(count))) {
      to.step = 0;
      if (!s.is_splat)
        for (std::int64_t r = 0; r < rows; ++r) splat_group(element_of(s) + r * row_step(s), s.size, room + r * apart);
      s.is_splat = s.is_still;
    } else
      write_rows(s, count, rows, room, apart);
  }

  // The last group of each row, with what lies in the user's memory copied: nothing past an end is read or written.
  void run_tail(block_function function, int phase, std::int64_t groups, std::int64_t rest, std::int64_t rows) {
    for (int i = 0; i < k.instructions; ++i)
      tail_[i] = {values[i].step ? values[i].at + groups * values[i].step : values[i].at, values[i].step,
                  values[i].row};
    for (int o = 0; o < k.outputs; ++o) output_tail_[o] = outputs[o];
    const std::int64_t room_of_stream = most_rows_ * splat_bytes;
    if (!tail_memory_) tail_memory_ = memory.take(static_cast<std::size_t>(room_of_stream * count()));
    char* room = tail_memory_;
    for (const stream& s : *this) {
      if (is_used(s, phase)) {
        place& last = s.number >= 0 ? output_tail_[s.number] : tail_[s.instruction];
        if (s.number >= 0 && !s.is_external)
          last.at += groups * group_size * s.size;
        else if (s.is_external) {
          for (std::int64_t r = 0; r < rows && s.number < 0; ++r)
            pad_group(room + r * splat_bytes, last.at + r * last.row, rest * s.size, group_size * s.size);
          last = {room, 0, splat_bytes};
        }
      }
      room += room_of_stream;
    }
    function(block{1, rows, tail_, output_tail_, slots_, &code, phase, &context, number,
                   position_ + groups * group_size, rest, folds, groups == 0, true, narrow_row, first_row});
    room = tail_memory_;
    for (const stream& s : *this) {
      if (s.number >= 0 && s.is_external && is_used(s, phase)) {
        const place& to = outputs[s.number];
        for (std::int64_t r = 0; r < rows; ++r)
          unpad_group(to.at + r * to.row + groups * group_size * s.size, room + r * splat_bytes, rest * s.size);
      }
      room += room_of_stream;
    }
  }

  std::int64_t piece_, kept_, most_rows_;
  bool is_seamless_ = true, in_rows_ = true, has_indirect_ = false;
  place *tail_, *output_tail_;
  char *slots_ = nullptr, *tail_memory_ = nullptr, *expanded_ = nullptr;
  char** kept_memory_ = nullptr;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

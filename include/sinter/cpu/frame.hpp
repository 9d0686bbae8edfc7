// SPDX-License-Identifier: MIT
// One thread's view of a running kernel: the order in which it visits its space, and for each piece of it the places of all
// values. Pieces whose elements lie in memory as they are needed are used there; others are written out first.
#pragma once
#include "arena.hpp"
#include "reads.hpp"
#include "roles.hpp"
#include "tail.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t group_size = 32;        // elements of a group
inline constexpr std::int64_t splat_bytes = group_bytes;
inline constexpr std::int64_t slot_bytes = 8192;  // of a value that only the interpreter sees: so much is done at once
constexpr std::int64_t whole_groups(std::int64_t count) { return (count + group_size - 1) / group_size * group_size; }

// The axes of a space in the order of a visit: `outer` ones that stay while a piece is worked on, then inner ones. Axes of one
// class may be visited as one.
struct visit {
  int rank = 0, outer = 0;
  int axis[max_rank + 1] = {};
  int kind[max_rank + 1] = {};
  void push(int original, int of_kind) {
    axis[rank] = original;
    kind[rank++] = of_kind;
  }
};

class frame {
 public:
  // Something with strides along the axes of the visit: an input, an output, the panel of a contraction.
  struct stream {
    int instruction;
    int number;            // of an output
    int size;
    stage at;
    bool is_affine;
    bool is_still;         // no inner axis moves it
    bool is_external;      // its place is the user's memory: nothing may be touched past its end
    int dense;             // so many last axes are passed without a gap
    unsigned phases;
    char* base;
    char* here;            // at the outer position
    char* memory;          // where pieces are written out
    bool is_passed;        // its inner elements lie one after the other
    bool is_splat;         // `memory` holds it for this outer position
    const read* from;
    std::int64_t stride[max_rank + 1];
  };

  const run_context& context;
  const kernel& k;
  const kernel_code& code;
  const int number;
  const instruction* const program;
  const role* const roles;
  const stage inner;
  arena memory;

  static constexpr std::int64_t any_piece = std::int64_t{1} << 62;

  // `piece`: at most so many inner elements at once; `kept`: how many a kept value has room for; `rows`: at most so many
  // positions of the outer axes at once.
  frame(const run_context& c, int kernel_number, stage at, const visit& order, std::int64_t piece, std::int64_t kept,
        char* panel = nullptr, std::int64_t rows = 1)
      : context(c), k(c.plan->kernels[kernel_number]), code(c.codes[kernel_number]), number(kernel_number),
        program(c.plan->program + k.first_instruction), roles(code.roles), inner(at), piece_(piece), kept_(kept), most_rows_(rows) {
    const int count = k.instructions;
    values = memory.take_array<place>(2 * count);
    tail_ = values + count;
    for (int i = 0; i < count; ++i) values[i] = {nullptr, 0, 0};
    outputs = memory.take_array<place>(2 * (k.outputs + 1));
    output_tail_ = outputs + k.outputs;
    streams_ = memory.take_array<stream>(count + k.outputs);
    open_order(order);
    for (int i = 0; i < count; ++i) open_value(i, panel);
    merge_axes();
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) measure(*s);
    if (piece_ == any_piece && !is_seamless_ && !(in_rows_ && extent_[rank_ - 1] >= short_row)) piece_ = unseamed_piece;
    if (code.loops)  // the interpreter's: a place for each value, narrow values repeated, slots
      slots_ = memory.take((static_cast<std::size_t>(count) * sizeof(place) + 63) / 64 * 64 +
                           static_cast<std::size_t>(k.what == kernel_kind::row ? count * splat_bytes : 0) +
                           static_cast<std::size_t>(code.summary.slots * slot_bytes));
    for (int d = 0; d < rank_; ++d) index_[d] = 0;
    find_outer();
    for (int i = 0; i < count; ++i)
      if (program[i].broadcasts) values[i] = values[program[i].a];
    if (code.scalar) {
      const block all{1, 1, values, outputs, slots_, &code, 0, &context, number, 0, 1, nullptr, true, true, 0};
      code.scalar(all);
    }
  }

  place* values;   // by instruction
  place* outputs;  // by number of the output
  fold_target* folds = nullptr;   // by instruction, where native code folds
  std::int64_t narrow_row = 0;    // the row at hand among those that narrow values are kept for

  // Whether every stream passes all inner axes without a gap.
  bool is_seamless() const { return is_seamless_; }
  std::int64_t last_extent() const { return extent_[rank_ - 1]; }
  std::int64_t inner_elements() const {
    std::int64_t count = 1;
    for (int d = outer_; d < rank_; ++d) count *= extent_[d];
    return count;
  }

  // Goes to a position of the outer axes and one of the inner ones.
  void seek(std::int64_t outer, std::int64_t position) {
    for (int d = outer_ - 1; d >= 0; --d) {
      index_[d] = outer % extent_[d];
      outer /= extent_[d];
    }
    find_outer();
    seek_inner(position);
  }
  void seek_inner(std::int64_t position) {
    position_ = position;
    if (rank_ - outer_ == 1 || position == 0) {  // an extent may be 0
      for (int d = outer_ + 1; d < rank_; ++d) index_[d] = 0;
      index_[outer_] = position;
      return;
    }
    for (int d = rank_ - 1; d >= outer_; --d) {
      index_[d] = position % extent_[d];
      position /= extent_[d];
    }
  }
  void advance(std::int64_t count) {
    position_ += count;
    int d = rank_ - 1;
    index_[d] += count;
    while (d > outer_ && index_[d] >= extent_[d]) {
      index_[d - 1] += index_[d] / extent_[d];
      index_[d] %= extent_[d];
      --d;
    }
  }
  // How many positions of the outer axes, from this one on, are the same step apart.
  std::int64_t rows_together(std::int64_t left) const {
    const std::int64_t in_axis = outer_ ? extent_[outer_ - 1] - index_[outer_ - 1] : 1;
    return in_axis < left ? in_axis : left;
  }
  void next_rows(std::int64_t rows) {  // within what is together
    if (outer_) index_[outer_ - 1] += rows;
    find_outer();
  }
  void next_outer(std::int64_t rows = 1) {
    if (outer_ == 0) return;
    index_[outer_ - 1] += rows;
    for (int d = outer_ - 1; d > 0 && index_[d] >= extent_[d]; --d) {
      index_[d] = 0;
      ++index_[d - 1];
    }
    find_outer();
  }
  std::int64_t position() const { return position_; }

  // How many elements to do next of the `left` ones: what lies together, else as much as is worth writing out.
  std::int64_t next_piece(std::int64_t left) const {
    const std::int64_t most = left < piece_ ? left : piece_;
    if (is_seamless_) return most;
    const std::int64_t in_row = extent_[rank_ - 1] - index_[rank_ - 1];
    if (extent_[rank_ - 1] >= short_row) return in_row < most ? in_row : most;
    return most;
  }

  // The places of what phase `phase` reads, writes and keeps, for `count` elements from here on.
  void prepare(std::int64_t count, int phase, std::int64_t rows = 1) {
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) {
      if (!(s->phases >> phase & 1) || s->at != inner) continue;
      if (s->number >= 0) prepare_output(*s, count);
      else prepare_input(*s, count, rows);
    }
    if (kept_memory_)  // pieces of rows
      for (int i = 0; i < k.instructions; ++i)
        if (roles[i].stores && roles[i].at == inner && values[i].step)
          values[i].at = kept_memory_[i] + position_ * static_cast<std::int64_t>(size_of(program[i].type));
  }
  // The same for all phases at once, where rows are seamless and short enough to be one piece; then for the rows after.
  void prepare_rows(std::int64_t count, std::int64_t rows) {
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) {
      if (s->at != inner) continue;
      if (s->number >= 0) prepare_output(*s, count);
      else prepare_input(*s, count, rows);
    }
  }
  void step_rows(std::int64_t done, std::int64_t rows) {
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) {
      const std::int64_t bytes = done * row_step(*s);
      if (s->at != inner || bytes == 0) continue;
      s->here += bytes;
      place& to = s->number >= 0 ? outputs[s->number] : values[s->instruction];
      if (s->is_passed) to.at += bytes;
      else
        for (std::int64_t r = 0; r < rows; ++r) splat_group(s->here + r * row_step(*s), s->size, s->memory + r * room_of_row(*s));
    }
  }
  // Narrow inputs of the next rows.
  void prepare_narrow(std::int64_t rows) {
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) {
      if (s->at != stage::narrow || inner != stage::full || s->number >= 0) continue;
      if (s->is_affine) gather(s->here, s->size, outer_ ? s->stride[outer_ - 1] : 0, rows, s->memory);
      else write_rows(*s, 1, rows, s->memory, s->size);
    }
  }

  // Runs one phase over the `count` elements that were prepared.
  void run(block_function function, int phase, std::int64_t count, std::int64_t rows = 1) {
    if (!function) return;
    const std::int64_t groups = count / group_size, rest = count % group_size;
    if (groups)
      function(block{groups, rows, values, outputs, slots_, &code, phase, &context, number, position_, group_size, folds, true,
                     rest == 0, narrow_row});
    if (rest) run_tail(function, phase, groups, rest, rows);
    if (has_indirect_) finish_outputs(count, phase);
  }
  // Narrow work of up to 32 rows.
  void run_narrow(block_function function, int level, std::int64_t rows) {
    if (function) function(block{1, 1, values, outputs, slots_, &code, level, &context, number, 0, rows, nullptr, true, true, 0});
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
  static constexpr std::int64_t short_row = 256;

  void open_order(const visit& order) {
    const shape extents = extents_now(context, k.space);
    rank_ = outer_ = 0;
    if (k.is_flat) {
      original_[0] = 0;
      kind_[0] = 1;
      extent_[0] = elements_of(extents);
      row_major_[0] = 1;
      rank_ = 1;
      return;
    }
    for (int i = 0; i < order.rank; ++i) {
      const std::int64_t extent = extents[order.axis[i]];
      if (extent == 1) continue;
      original_[rank_] = order.axis[i];
      kind_[rank_] = order.kind[i];
      extent_[rank_++] = extent;
      if (i < order.outer) ++outer_;
    }
    if (rank_ == outer_) {
      original_[rank_] = -1;
      kind_[rank_] = -1;
      extent_[rank_++] = 1;
    }
    std::int64_t step = 1;
    for (int i = extents.rank - 1; i >= 0; --i) {
      row_major_[i] = step;
      step *= extents[i];
    }
  }

  stream& open_stream(int i) {
    stream& s = streams_[stream_count_++];
    s.instruction = i;
    s.number = -1;
    s.size = static_cast<int>(size_of(program[i].type));
    s.at = roles[i].at;
    s.is_affine = true;
    s.is_still = s.is_external = s.is_passed = s.is_splat = false;
    s.memory = s.here = nullptr;
    s.from = nullptr;
    s.phases = static_cast<unsigned>(roles[i].loads[static_cast<int>(inner)] | (inner == stage::full ? roles[i].folds : 0u));
    return s;
  }
  void set_strides(stream& s, const strides& by) const {
    for (int d = 0; d < rank_; ++d) s.stride[d] = original_[d] < 0 ? 0 : by.of[original_[d]];
  }
  void set_row_major(stream& s) const {
    for (int d = 0; d < rank_; ++d) s.stride[d] = original_[d] < 0 ? 0 : row_major_[original_[d]];
  }

  void open_value(int i, char* panel) {
    const instruction& x = program[i];
    const role& r = roles[i];
    if (x.out >= 0 && !is_reduction(x) && stage_of_output(r) == inner) {
      stream& s = open_stream(i);
      s.number = x.out;
      s.at = inner;
      s.phases = 1u << r.level;
      s.base = target_of(context, context.plan->outputs[k.first_output + x.out]);
      if (inner == stage::full) set_row_major(s);
      else {  // dense over what is visited
        std::int64_t step = 1;
        for (int d = rank_ - 1; d >= 0; --d) {
          s.stride[d] = step;
          step *= extent_[d];
        }
      }
    }
    if (is_input(x)) open_input(i);
    else if (is_contraction(x)) {
      stream& s = open_stream(i);
      s.base = panel;
      set_row_major(s);
    } else if (is_known(x)) {
      if (!code.loops && !r.folds) return;
      char one[8];
      put_constant(x.type, x.attribute, one);
      values[i] = {memory.take(splat_bytes), 0, 0};
      splat_group(one, static_cast<int>(size_of(x.type)), values[i].at);
    } else if (x.broadcasts) return;
    else if (r.at == inner && !is_reduction(x)) {
      if (!r.stores) return;
      const auto size = static_cast<std::int64_t>(size_of(x.type));
      values[i] = {memory.take(static_cast<std::size_t>(most_rows_ * whole_groups(kept_) * size)), group_size * size,
                   whole_groups(kept_) * size};
      remember(i, values[i].at);
    } else if (r.at != stage::full && !(r.at == stage::narrow && is_reduction(x) && inner == stage::narrow)) {
      values[i] = {memory.take(splat_bytes), 0, r.at == stage::narrow ? static_cast<std::int64_t>(size_of(x.type)) : 0};
      std::memset(values[i].at, 0, splat_bytes);
      if (x.out >= 0 && r.at == stage::narrow) outputs[x.out] = values[i];  // the driver takes it from there
    }
  }

  void open_input(int i) {
    const instruction& x = program[i];
    const read& from = context.plan->reads[k.first_read + x.attribute];
    if (roles[i].at == stage::scalar) {
      char one[8];
      const std::int64_t zero[max_rank] = {};
      reader(context).write(from, zero, -1, 1, 1, one);
      values[i] = {memory.take(splat_bytes), 0, 0};
      splat_group(one, static_cast<int>(size_of(x.type)), values[i].at);
      return;
    }
    if (roles[i].at == stage::full && inner != stage::full) return;
    stream& s = open_stream(i);
    s.from = &from;
    s.is_affine = from.what == read_kind::buffer;
    if (k.is_flat) {
      s.base = static_cast<char*>(context.buffers[from.value]);
      set_row_major(s);
    } else if (s.is_affine) {
      const strides by = strides_of(context, from);
      s.base = static_cast<char*>(context.buffers[from.value]) + by.offset * s.size;
      set_strides(s, by);
    } else is_merged_ = false;
    if (s.at != inner) {
      s.memory = memory.take(splat_bytes);
      values[i] = {s.memory, 0, s.size};
    }
  }

  // Adjacent axes of one class that every stream passes as one.
  void merge_axes() {
    if (!is_merged_) return;
    int to = 0;
    for (int d = 1; d < rank_; ++d) {
      bool joined = kind_[to] == kind_[d];
      for (const stream* s = streams_; joined && s != streams_ + stream_count_; ++s)
        joined = s->stride[to] == s->stride[d] * extent_[d];
      if (joined) {
        extent_[to] *= extent_[d];
      } else {
        ++to;
        extent_[to] = extent_[d];
        kind_[to] = kind_[d];
      }
      for (stream* s = streams_; s != streams_ + stream_count_; ++s) s->stride[to] = s->stride[d];
    }
    rank_ = to + 1;
    outer_ = 0;
    while (outer_ < rank_ && kind_[outer_] == outer_kind) ++outer_;
  }

 public:
  static constexpr int outer_kind = 0;  // of the axes that are outer in a visit

 private:
  void find_outer() {
    for (stream* s = streams_; s != streams_ + stream_count_; ++s) {
      if (!s->is_affine) continue;
      std::int64_t offset = 0;
      for (int d = 0; d < outer_; ++d) offset += s->stride[d] * index_[d];
      s->here = s->base + offset * s->size;
      s->is_splat = false;
    }
  }

  void measure(stream& s) {
    s.dense = 0;
    s.is_still = true;
    if (!s.is_affine) {
      s.is_still = false;
    } else {
      std::int64_t step = 1;
      int d = rank_ - 1;
      while (d >= 0 && s.stride[d] == step) step *= extent_[d--];
      s.dense = rank_ - 1 - d;
      for (d = outer_; d < rank_; ++d) s.is_still = s.is_still && (s.stride[d] == 0 || extent_[d] == 1);
    }
    s.is_passed = s.is_affine && s.dense >= rank_ - outer_;
    if (s.at != inner) return;
    const bool is_direct = s.is_passed || (s.is_affine && s.is_still && s.number < 0);
    is_seamless_ = is_seamless_ && is_direct;
    if (!is_direct && s.number >= 0) has_indirect_ = true;
    in_rows_ = in_rows_ && s.is_affine && (s.stride[rank_ - 1] == 1 || (s.stride[rank_ - 1] == 0 && s.number < 0));
  }

  char* element_of(const stream& s) const {
    std::int64_t offset = 0;
    for (int d = outer_; d < rank_; ++d) offset += s.stride[d] * index_[d];
    return s.here + offset * s.size;
  }
  bool lies_together(const stream& s, std::int64_t count) const {
    return s.is_affine && s.stride[rank_ - 1] == 1 && index_[rank_ - 1] + count <= extent_[rank_ - 1];
  }
  std::int64_t room_of_row(const stream& s) const {
    return piece_ == any_piece || whole_groups(piece_) < group_size ? splat_bytes : whole_groups(piece_) * s.size;
  }
  char* room_for(stream& s) {
    if (!s.memory) s.memory = memory.take(static_cast<std::size_t>(most_rows_ * room_of_row(s)));
    return s.memory;
  }
  std::int64_t row_step(const stream& s) const { return outer_ ? s.stride[outer_ - 1] * s.size : 0; }

  void prepare_input(stream& s, std::int64_t count, std::int64_t rows) {
    place& to = values[s.instruction];
    if (s.is_passed) {
      to = {s.here + position_ * s.size, group_size * s.size, row_step(s)};
      s.is_external = true;
      return;
    }
    if (lies_together(s, count)) {
      to = {element_of(s), group_size * s.size, row_step(s)};
      s.is_external = true;
      return;
    }
    s.is_external = false;
    char* const room = room_for(s);
    if (s.is_still || (s.is_affine && s.stride[rank_ - 1] == 0 && index_[rank_ - 1] + count <= extent_[rank_ - 1])) {
      if (!s.is_splat)
        for (std::int64_t r = 0; r < rows; ++r) splat_group(element_of(s) + r * row_step(s), s.size, room + r * room_of_row(s));
      s.is_splat = s.is_still;
      to = {room, 0, room_of_row(s)};
      return;
    }
    write_rows(s, count, rows, room, room_of_row(s));
    to = {room, group_size * s.size, room_of_row(s)};
  }
  // The same elements of `rows` rows, which lie `apart` bytes from each other.
  void write_rows(stream& s, std::int64_t count, std::int64_t rows, char* to, std::int64_t apart) {
    for (std::int64_t r = 0; r < rows; ++r) {
      if (outer_) index_[outer_ - 1] += r;
      write_out(s, count, to + r * apart);
      if (outer_) index_[outer_ - 1] -= r;
    }
  }
  void prepare_output(stream& s, std::int64_t count) {
    s.is_external = s.is_passed || lies_together(s, count);
    char* const at = s.is_passed ? s.here + position_ * s.size : s.is_external ? element_of(s) : room_for(s);
    outputs[s.number] = {at, group_size * s.size, s.is_external ? row_step(s) : room_of_row(s)};
  }

  // The next `count` elements of a stream, run by run along the last axis.
  template <class F>
  void by_runs(std::int64_t count, F&& f) const {
    std::int64_t index[max_rank + 1];
    for (int d = 0; d < rank_; ++d) index[d] = index_[d];
    const int last = rank_ - 1;
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t left = extent_[last] - index[last], run = left < count - done ? left : count - done;
      f(index, run, done);
      done += run;
      index[last] += run;
      for (int d = last; d > 0 && index[d] >= extent_[d]; --d) {
        index[d] = 0;
        ++index[d - 1];
      }
    }
  }
  void write_out(const stream& s, std::int64_t count, char* to) const {
    by_runs(count, [&](const std::int64_t* index, std::int64_t run, std::int64_t done) {
      if (s.is_affine) {
        std::int64_t offset = 0;
        for (int d = 0; d < rank_; ++d) offset += s.stride[d] * index[d];
        gather(s.base + offset * s.size, s.size, s.stride[rank_ - 1], run, to + done * s.size);
        return;
      }
      std::int64_t whole[max_rank] = {};
      for (int d = 0; d < rank_; ++d)
        if (original_[d] >= 0) whole[original_[d]] = index[d];
      reader(context).write(*s.from, whole, original_[rank_ - 1], 1, run, to + done * s.size);
    });
  }
  void finish_outputs(std::int64_t count, int phase) const {
    for (const stream* s = streams_; s != streams_ + stream_count_; ++s) {
      if (s->number < 0 || s->is_external || !(s->phases >> phase & 1) || s->at != inner) continue;
      by_runs(count, [&](const std::int64_t* index, std::int64_t run, std::int64_t done) {
        std::int64_t offset = 0;
        for (int d = 0; d < rank_; ++d) offset += s->stride[d] * index[d];
        spread(s->memory + done * s->size, s->size, s->stride[rank_ - 1], run, s->base + offset * s->size);
      });
    }
  }

  // The last group of each row, with what lies in the user's memory copied: nothing past an end is read or written.
  void run_tail(block_function function, int phase, std::int64_t groups, std::int64_t rest, std::int64_t rows) {
    for (int i = 0; i < k.instructions; ++i)
      tail_[i] = {values[i].step ? values[i].at + groups * values[i].step : values[i].at, values[i].step, values[i].row};
    for (int o = 0; o < k.outputs; ++o) output_tail_[o] = outputs[o];
    const std::int64_t room_of_stream = most_rows_ * splat_bytes;
    if (!tail_memory_) tail_memory_ = memory.take(static_cast<std::size_t>(room_of_stream * stream_count_));
    char* room = tail_memory_;
    for (stream* s = streams_; s != streams_ + stream_count_; ++s, room += room_of_stream) {
      if (!(s->phases >> phase & 1) || s->at != inner) continue;
      if (s->number >= 0) {
        if (s->is_external) output_tail_[s->number] = {room, 0, splat_bytes};
        else output_tail_[s->number].at += groups * group_size * s->size;
      } else if (s->is_external) {
        const place from = tail_[s->instruction];
        for (std::int64_t r = 0; r < rows; ++r)
          pad_group(room + r * splat_bytes, from.at + r * from.row, rest * s->size, group_size * s->size);
        tail_[s->instruction] = {room, 0, splat_bytes};
      }
    }
    function(block{1, rows, tail_, output_tail_, slots_, &code, phase, &context, number, position_ + groups * group_size, rest, folds,
                   groups == 0, true, narrow_row});
    room = tail_memory_;
    for (stream* s = streams_; s != streams_ + stream_count_; ++s, room += room_of_stream) {
      if (s->number < 0 || !s->is_external || !(s->phases >> phase & 1) || s->at != inner) continue;
      const place& to = outputs[s->number];
      for (std::int64_t r = 0; r < rows; ++r)
        unpad_group(to.at + r * to.row + groups * group_size * s->size, room + r * splat_bytes, rest * s->size);
    }
  }

  // Where kept values begin: only rows move within them.
  void remember(int i, char* at) {
    if (kept_ <= piece_) return;
    if (!kept_memory_) kept_memory_ = memory.take_array<char*>(k.instructions);
    kept_memory_[i] = at;
  }
  std::int64_t piece_, kept_, most_rows_;
  static constexpr std::int64_t unseamed_piece = 1024;
  int rank_ = 0, outer_ = 0;
  std::int64_t extent_[max_rank + 1], index_[max_rank + 1], row_major_[max_rank];
  int original_[max_rank + 1], kind_[max_rank + 1];
  std::int64_t position_ = 0;
  bool is_merged_ = true, is_seamless_ = true, in_rows_ = true, has_indirect_ = false;
  stream* streams_ = nullptr;
  int stream_count_ = 0;
  place *tail_ = nullptr, *output_tail_ = nullptr;
  char *slots_ = nullptr, *tail_memory_ = nullptr, *expanded_ = nullptr;
  char** kept_memory_ = nullptr;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

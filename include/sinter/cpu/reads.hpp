// SPDX-License-Identifier: MIT
// Evaluating reads: how an index becomes elements. A buffer read is strides; everything else (pad, concatenate, take,
// iota) is written out run by run into memory that a block can load from.
#pragma once
#include "elements.hpp"
#include "indices.hpp"
#include "strides.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

// Writes what a read has at index, index + step, ... along one of the reader's axes (-1: at the one index).
class reader {
 public:
  explicit reader(const run_context& context) : context_(context) {}

  void write(const read& r, const std::int64_t* index, int axis, std::int64_t step, std::int64_t count,
             char* to) const {
    if (count <= 0) return;
    switch (r.what) {
      case read_kind::buffer:
        return write_buffer(r, index, axis, step, count, to);
      case read_kind::moved:
        return write_moved(r, index, axis, step, count, to);
      case read_kind::padded:
        return write_padded(r, index, axis, step, count, to);
      case read_kind::concatenated:
        return write_concatenated(r, index, axis, step, count, to);
      case read_kind::taken:
        return write_taken(r, index, axis, step, count, to);
      case read_kind::iota:
        return write_iota(r, index, axis, step, count, to);
      case read_kind::extent: {
        char one[8];
        put_integer(r.type, evaluate(r.attribute, context_.symbols), one);
        return repeat(one, size(r), count, to);
      }
      case read_kind::constant: {
        char one[8];
        put_constant(r.type, r.attribute, one);
        return repeat(one, size(r), count, to);
      }
    }
  }

 private:
  static int size(const read& r) { return static_cast<int>(size_of(r.type)); }
  const read& at(int id) const { return context_.plan->reads[id]; }
  // The extents that a read can be indexed with.
  shape extents(const read& r) const {
    return extents_now(context_, r.node >= 0 ? context_.graph->nodes[r.node].shape : r.shape);
  }

  [[gnu::cold, gnu::noinline]] void write_buffer(const read& r, const std::int64_t* index, int axis, std::int64_t step,
                                                 std::int64_t count, char* to) const {
    const strides s = strides_of(context_, r);
    std::int64_t offset = s.offset;
    for (int d = 0; d < max_rank; ++d)
      if (s.of[d]) offset += s.of[d] * index[d];
    gather(static_cast<const char*>(context_.buffers[r.value]) + offset * size(r), size(r),
           axis < 0 ? 0 : s.of[axis] * step, count, to);
  }

  [[gnu::cold, gnu::noinline]] void write_moved(const read& r, const std::int64_t* index, int axis, std::int64_t step,
                                                std::int64_t count, char* to) const {
    const read& from = at(r.first);
    const shape of = extents(from);
    std::int64_t moved[max_rank] = {};
    int along = -1, moving = 0;
    for (int d = 0; d < of.rank; ++d) {
      const axis_map& m = r.axes[d];
      const std::int64_t start = evaluate(m.start, context_.symbols);
      moved[d] = (m.from_end ? of[d] - 1 - start : start) + (m.axis >= 0 ? m.stride * index[m.axis] : 0);
      if (m.axis < 0 || m.axis != axis) continue;
      along = d;
      ++moving;
    }
    if (moving == 1) return write(from, moved, along, step * r.axes[along].stride, count, to);
    if (moving == 0) return repeat_one(from, moved, count, to);
    for (std::int64_t i = 0; i < count; ++i) {  // a diagonal
      std::int64_t here[max_rank];
      for (int d = 0; d < of.rank; ++d) here[d] = moved[d] + (r.axes[d].axis == axis ? r.axes[d].stride * step * i : 0);
      write(from, here, -1, 1, 1, to + i * size(r));
    }
  }

  [[gnu::cold, gnu::noinline]] void write_padded(const read& r, const std::int64_t* index, int axis, std::int64_t step,
                                                 std::int64_t count, char* to) const {
    const read& from = at(r.first);
    const shape of = extents(from);
    const std::int64_t* list = context_.graph->pool + r.attribute;
    std::int64_t inner[max_rank] = {};
    bool inside = true;
    for (int d = 0; d < of.rank; ++d) {
      if (d == axis) continue;
      const std::int64_t from_low = index[d] - evaluate(list[2 * d], context_.symbols), between = list[2 * d + 1] + 1;
      inside = inside && from_low >= 0 && from_low % between == 0 && from_low / between < of[d];
      inner[d] = from_low / between;
    }
    const std::int64_t zero[max_rank] = {};
    if (!inside) return repeat_one(at(r.second), zero, count, to);
    if (axis < 0) return write(from, inner, -1, 1, 1, to);
    const std::int64_t first = index[axis] - evaluate(list[2 * axis], context_.symbols),
                       between = list[2 * axis + 1] + 1;
    if (between == 1 && (step == 1 || step == -1)) {  // outside, inside, outside
      const std::int64_t entry = step > 0 ? -first : first - (of[axis] - 1),
                         leave = step > 0 ? of[axis] - first : first + 1;
      const std::int64_t begin = clamped(entry, 0, count), end = clamped(leave, begin, count);
      repeat_one(at(r.second), zero, begin, to);
      inner[axis] = first + step * begin;
      write(from, inner, axis, step, end - begin, to + begin * size(r));
      return repeat_one(at(r.second), zero, count - end, to + end * size(r));
    }
    repeat_one(at(r.second), zero, count, to);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t here = first + step * i;
      if (here < 0 || here % between != 0 || here / between >= of[axis]) continue;
      inner[axis] = here / between;
      write(from, inner, -1, 1, 1, to + i * size(r));
    }
  }

  [[gnu::cold, gnu::noinline]] void write_concatenated(const read& r, const std::int64_t* index, int axis,
                                                       std::int64_t step, std::int64_t count, char* to) const {
    const read &first = at(r.first), &second = at(r.second);
    const int joined = static_cast<int>(r.attribute);
    const shape of = extents(first);
    const std::int64_t edge = of[joined];
    std::int64_t here[max_rank] = {};
    for (int d = 0; d < of.rank; ++d) here[d] = index[d];
    const auto part = [&](bool is_first, std::int64_t begin, std::int64_t end) {
      here[joined] = index[joined] + (axis == joined ? step * begin : 0) - (is_first ? 0 : edge);
      write(is_first ? first : second, here, axis, step, end - begin, to + begin * size(r));
    };
    if (axis != joined) return part(index[joined] < edge, 0, count);
    const bool starts_first = index[joined] < edge;
    std::int64_t turn = count;  // the first element of the other part
    if (step > 0 && starts_first) turn = clamped((edge - index[joined] + step - 1) / step, 0, count);
    if (step < 0 && !starts_first) turn = clamped((index[joined] - edge) / -step + 1, 0, count);
    part(starts_first, 0, turn);
    part(!starts_first, turn, count);
  }

  [[gnu::cold, gnu::noinline]] void write_taken(const read& r, const std::int64_t* index, int axis, std::int64_t step,
                                                std::int64_t count, char* to) const {
    const read &from = at(r.first), &chosen = at(r.second);
    const shape of = extents(from), by = extents(chosen);
    const int taken = axis_of_index(r.attribute);
    const index_mode mode = mode_of_index(r.attribute);
    std::int64_t inner[max_rank] = {};
    for (int d = 0; d < of.rank; ++d)
      if (d != taken) inner[d] = index[d < taken ? d : d - 1 + by.rank];
    const bool along_indices = axis >= taken && axis < taken + by.rank;
    char outside[8];
    put_outside(r.type, mode, outside);
    if (!along_indices) {
      std::int64_t number;
      const int inner_axis = axis < 0 || axis < taken ? axis : axis - by.rank + 1;
      write_indices(chosen, index + taken, -1, 1, 1, &number);
      if (!settle_index(number, of[taken], mode)) return repeat(outside, size(r), count, to);
      inner[taken] = number;
      return inner_axis < 0 ? write(from, inner, -1, 1, 1, to) : write(from, inner, inner_axis, step, count, to);
    }
    const bool is_buffer = from.what == read_kind::buffer;
    strides s;
    const char* base = nullptr;
    if (is_buffer) {
      s = strides_of(context_, from);
      std::int64_t offset = s.offset;
      for (int d = 0; d < of.rank; ++d)
        if (d != taken) offset += s.of[d] * inner[d];
      base = static_cast<const char*>(context_.buffers[from.value]) + offset * size(r);
    }
    std::int64_t here[max_rank] = {};
    for (int d = 0; d < by.rank; ++d) here[d] = index[taken + d];
    std::int64_t numbers[64];
    for (std::int64_t done = 0; done < count; done += 64) {
      const std::int64_t some = count - done < 64 ? count - done : 64;
      write_indices(chosen, here, axis - taken, step, some, numbers);
      here[axis - taken] += step * some;
      for (std::int64_t i = 0; i < some; ++i) {
        char* const element = to + (done + i) * size(r);
        std::int64_t number = numbers[i];
        if (!settle_index(number, of[taken], mode))
          std::memcpy(element, outside, static_cast<std::size_t>(size(r)));
        else if (is_buffer)
          gather(base + number * s.of[taken] * size(r), size(r), 1, 1, element);
        else {
          inner[taken] = number;
          write(from, inner, -1, 1, 1, element);
        }
      }
    }
  }

  void write_indices(const read& chosen, const std::int64_t* index, int axis, std::int64_t step, std::int64_t count,
                     std::int64_t* to) const {
    char raw[64 * 8];
    write(chosen, index, axis, step, count, raw);
    for (std::int64_t i = 0; i < count; ++i) to[i] = index_at(raw, chosen.type, i);
  }

  [[gnu::cold, gnu::noinline]] void write_iota(const read& r, const std::int64_t* index, int axis, std::int64_t step,
                                               std::int64_t count, char* to) const {
    const int along = static_cast<int>(r.attribute);
    const std::int64_t first = index[along], by = axis == along ? step : 0;
    with_element(r.type, [&]<class T>() {
      for (std::int64_t i = 0; i < count; ++i) {
        const T value = static_cast<T>(first + by * i);
        std::memcpy(to + i * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
      }
    });
  }

  void repeat_one(const read& r, const std::int64_t* index, std::int64_t count, char* to) const {
    if (count <= 0) return;
    char one[8];
    write(r, index, -1, 1, 1, one);
    repeat(one, size(r), count, to);
  }

  const run_context& context_;
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

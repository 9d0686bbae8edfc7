// SPDX-License-Identifier: MIT
// Maps: the elements of a space side by side, some at once where they lie so. Several kernels of one launch take ranges of
// its blocks.
#pragma once
#include "choose.hpp"

namespace sinter::core::cuda {

namespace mapping {

inline bool is_full_input(const instruction& x) { return is_input(x) && x.has == form::full; }

// What a vector of a map is made of: by instruction, how an input lies.
struct layout {
  std::vector<choosing::lie> inputs;
  bool is_single = true;  // everything passes the whole space with one stride
};
inline layout layout_of(scope& s, const kernel& k, int width, const std::int64_t* symbols, bool& fits) {
  layout made;
  const shape& space = s.graph.shapes[k.space];
  index_frame frame(s, space);
  frame.add_source_of_all("i");
  const instruction* program = s.plan.program + k.first_instruction;
  fits = true;
  for (int i = 0; i < k.instructions; ++i) {
    made.inputs.push_back(choosing::lie::across);
    if (!is_full_input(program[i])) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(program[i].attribute)];
    auto& lies = made.inputs.back();
    if (r.what != read_kind::buffer) {
      made.is_single = false;
      continue;
    }
    const affine a = affine_of(s, r);
    const choosing::vector_view v = choosing::look(frame, a, width, symbols);
    lies = v.lies;
    if (lies == choosing::lie::along && !v.is_divisible) lies = choosing::lie::across;
    const auto steps = frame.steps(a);
    const bool is_whole = steps.size() == 1 && steps[0].first == 0 && frame.is_innermost(steps[0]);
    if (!is_whole && !steps.empty()) made.is_single = false;
    if (lies == choosing::lie::across) fits = false;
  }
  return made;
}

// A map some of whose reads run along another axis than the last: both sides are coalesced through a tile in shared memory.
struct turned {
  int along = -1, last = -1;   // the axis those reads lie along, and the space's last one
  std::vector<bool> is_turned; // by instruction
};
inline turned turned_of(scope& s, const kernel& k) {
  turned made;
  const shape& space = s.graph.shapes[k.space];
  made.last = choosing::last_axis(space);
  const instruction* program = s.plan.program + k.first_instruction;
  for (int i = 0; i < k.instructions; ++i) {
    made.is_turned.push_back(false);
    if (!is_full_input(program[i]) || made.last < 0) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(program[i].attribute)];
    if (r.what != read_kind::buffer) continue;
    const affine a = affine_of(s, r);
    if (a.of[made.last].empty()) continue;
    bool lies_last = false;
    int lies = -1;
    for (const product& by : a.of[made.last]) lies_last = lies_last || by.is(1);
    for (int d = 0; d < made.last; ++d)
      if (space[d] != 1 && a.of[d].size() == 1 && a.of[d][0].is(1)) lies = d;
    if (lies_last || lies < 0 || (made.along >= 0 && made.along != lies)) continue;
    made.along = lies;
    made.is_turned.back() = true;
  }
  return made;
}

}  // namespace mapping

inline decision choose_map(const situation& s, const kernel& k) {
  decision made;
  scope unused(s.graph, s.plan, s.launch, false);
  const instruction* program = s.plan.program + k.first_instruction;
  const shape& space = s.space(k);
  const std::int64_t count = s.volume(space);
  bool is_known = true;
  for (int i = 0; i < space.rank; ++i) is_known = is_known && !is_symbol(space[i]);
  if (is_known && count < 65536) made.threads = 7;
  std::size_t widest = 1;
  bool is_plain = true;
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& x = program[i];
    if (x.out >= 0) widest = std::max(widest, size_of(x.type));
    if (!mapping::is_full_input(x)) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(x.attribute)];
    if (r.what == read_kind::buffer) widest = std::max(widest, size_of(x.type));
    else if (choosing::touches_memory(s, r)) is_plain = false;
  }
  const mapping::turned turned = mapping::turned_of(unused, k);
  if (turned.along >= 0 && s.extent(space[turned.along]) >= 8 && s.extent(space[turned.last]) >= 8) {
    made.how = way::tiled;
    made.threads = 8;
    return made;
  }
  if (!is_plain) return made;
  int log = widest == 8 ? 1 : widest == 4 ? 2 : widest == 2 ? 3 : 4;
  if (k.instructions > 24 && log > 2) log = 2;
  const int last = choosing::last_axis(space);
  for (; log > 0; --log) {
    const int width = 1 << log;
    bool fits = true;
    const mapping::layout lies = mapping::layout_of(unused, k, width, s.symbols, fits);
    const std::int64_t inner = last < 0 ? 1 : s.extent(space[last]);
    if (!fits || count < width || (!lies.is_single && inner % width)) continue;
    for (int i = 0; i < k.instructions && fits; ++i) {
      const auto bytes = static_cast<std::size_t>(width) * size_of(program[i].type);
      if (program[i].out >= 0) fits = s.alignments[s.plan.outputs[k.first_output + program[i].out]] >= std::min<std::size_t>(bytes, 16);
      if (fits && mapping::is_full_input(program[i]) && lies.inputs[static_cast<std::size_t>(i)] == choosing::lie::along)
        fits = s.alignments[s.plan.reads[k.first_read + static_cast<int>(program[i].attribute)].value] >= std::min<std::size_t>(bytes, 16);
    }
    if (!fits) {
      made.has_tail = true;
      continue;
    }
    made.vector = static_cast<std::uint8_t>(log);
    made.has_tail = lies.is_single && count % width != 0;
    break;
  }
  return made;
}

// Blocks for `count` things of one thread each; the same words on host and device.
inline std::int64_t blocks_for(std::int64_t count, int threads, const device_description& device) {
  const std::int64_t wanted = (count + threads - 1) / threads, most = std::int64_t{16} * device.multiprocessors;
  return std::max<std::int64_t>(1, std::min(wanted, most));
}
inline std::int64_t map_blocks(const situation& s, const kernel& k, const decision& d, int threads) {
  const shape& space = s.space(k);
  const std::int64_t count = s.volume(space);
  if (d.how != way::tiled) return blocks_for(count / d.width(), threads, s.device);
  scope unused(s.graph, s.plan, s.launch, false);
  const mapping::turned turned = mapping::turned_of(unused, k);
  const std::int64_t p = s.extent(space[turned.along]), q = s.extent(space[turned.last]);
  if (count == 0) return 1;
  return blocks_for(count / p / q * ((p + 31) / 32) * ((q + 31) / 32), 1, s.device);
}

class map_writer {
 public:
  map_writer(kernel_text& text, const decision& d, int threads, std::string block, std::string blocks)
      : t_(text), d_(d), threads_(threads), block_(std::move(block)), blocks_(std::move(blocks)) {}

  void write(writer& to) {
    if (d_.how == way::tiled) return tiled(to);
    scope& s = t_.within;
    const product count = volume_of(t_.space());
    const std::string n = s.unsigned_factor(count);
    t_.scalars(to);
    const std::vector<std::string> kept = t_.value;
    const int width = d_.width();
    const std::string first = join(block_, " * ", threads_, "u + threadIdx.x"), step = join(blocks_, " * ", threads_, "u");
    if (width > 1) {
      const std::string vectors = count.is_static() ? to_text(count.number / width) + s.linear_suffix() : join(n, " / ", width);
      to.open("for (", s.linear_type(), " vector = ", first, "; vector < ", vectors, "; vector += ", step, ")");
      to.line("const ", s.linear_type(), " i = vector * ", width, ";");
      vector_body(to);
      to.close();
      if (d_.has_tail) {
        t_.value = kept;
        to.open("if (", block_, " == 0 && threadIdx.x < ", n, " % ", width, ")");
        to.line("const ", s.linear_type(), " i = ", n, " / ", width, " * ", width, " + threadIdx.x;");
        element_body(to);
        to.close();
      }
    } else if (const int out = first_output(); d_.has_tail && out >= 0) {
      // Off a boundary of 16 bytes: where arrays lie equally far off, warps begin on boundaries of 32 all the same.
      const std::size_t size = size_of(t_.program[out].type);
      to.line("const unsigned skew = (unsigned)((unsigned long long)", s.target(t_.output_node(out)), " % 32 / ", size, ");");
      to.open("for (", s.linear_type(), " place = ", first, "; place < ", n, " + skew; place += ", step, ")");
      to.line("if (place < skew) continue;");
      to.line("const ", s.linear_type(), " i = place - skew;");
      element_body(to);
      to.close();
    } else {
      to.open("for (", s.linear_type(), " i = ", first, "; i < ", n, "; i += ", step, ")");
      element_body(to);
      to.close();
    }
  }

  // Tiles of 32 x 32 elements of the axes p (along which turned reads lie) and q (the last one); o is all the others.
  std::string tile_count(const product& extent) {
    if (extent.is_static()) return join(ceiling_of_32(extent.number), "u");
    return join("((", t_.within.unsigned_factor(extent), " + 31) / 32)");
  }
  std::string total_tiles() {
    scope& s = t_.within;
    const mapping::turned turned = mapping::turned_of(s, t_.k);
    product others;
    for (int a = 0; a < t_.space().rank; ++a)
      if (a != turned.along && a != turned.last) others *= product_of_extent(t_.space()[a]);
    return join(tile_count(product_of_extent(t_.space()[turned.along])), " * ", tile_count(product_of_extent(t_.space()[turned.last])), " * ",
                s.unsigned_factor(others));
  }

 private:
  int first_output() const {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) return i;
    return -1;
  }
  // Of a tile's rows: an odd number of banks, so that columns pass all of them.
  static int pitch_of(dtype type) { return size_of(type) == 1 ? 36 : size_of(type) == 2 ? 34 : 33; }
  static std::int64_t ceiling_of_32(std::int64_t x) { return (x + 31) / 32; }
  void tiled(writer& to) {
    scope& s = t_.within;
    const mapping::turned turned = mapping::turned_of(s, t_.k);
    const product p = product_of_extent(t_.space()[turned.along]), q = product_of_extent(t_.space()[turned.last]);
    std::vector<int> others;
    for (int a = 0; a < t_.space().rank; ++a)
      if (a != turned.along && a != turned.last) others.push_back(a);
    t_.scalars(to);
    for (int i = 0; i < t_.k.instructions; ++i)
      if (turned.is_turned[static_cast<std::size_t>(i)])
        to.line("__shared__ ", words_of(t_.program[i].type).stored, " ", t_.name(i), "_tile[32][", pitch_of(t_.program[i].type), "];  // ", t_.describe(t_.read_of(i)));
    to.line("const unsigned x = threadIdx.x % 32u, y = threadIdx.x / 32u;");
    to.open("for (", s.linear_type(), " tile = ", block_, "; tile < ", total_tiles(), "; tile += ", blocks_, ")");
    to.line("const ", s.linear_type(), " first_q = tile % ", tile_count(q), " * 32;");
    to.line("const ", s.linear_type(), " first_p = tile / ", tile_count(q), " % ", tile_count(p), " * 32;");
    to.line("const ", s.linear_type(), " o = tile / (", tile_count(q), " * ", tile_count(p), ");");
    const auto frame_of = [&] {
      index_frame made(s, t_.space());
      made.add_source("q", {turned.last});
      made.add_source("p", {turned.along});
      made.add_source("o", others);
      return made;
    };
    const std::string rows = join("for (unsigned row = y; row < 32; row += ", threads_ / 32, "u)");
    to.line("#pragma unroll");
    to.open(rows);
    to.line("const ", s.linear_type(), " p = first_p + x, q = first_q + row;");
    to.open("if (p < ", s.unsigned_factor(p), " && q < ", s.unsigned_factor(q), ")");
    {
      index_frame frame = frame_of();
      writer inner(to.depth());
      for (int i = 0; i < t_.k.instructions; ++i)
        if (turned.is_turned[static_cast<std::size_t>(i)])
          inner.line(t_.name(i), "_tile[row][x] = ", s.source(t_.read_of(i).value), "[", frame.offset(affine_of(s, t_.read_of(i))), "];");
      frame.declare(to);
      to.append(inner);
    }
    to.close();
    to.close();
    to.line("__syncthreads();");
    to.line("#pragma unroll");
    to.open(rows);
    to.line("const ", s.linear_type(), " p = first_p + row, q = first_q + x;");
    to.open("if (p < ", s.unsigned_factor(p), " && q < ", s.unsigned_factor(q), ")");
    {
      index_frame frame = frame_of();
      writer inner(to.depth());
      const std::string place = frame.offset(row_major(t_.space()));
      for (int i = 0; i < t_.k.instructions; ++i) {
        if (!mapping::is_full_input(t_.program[i])) continue;
        if (!turned.is_turned[static_cast<std::size_t>(i)]) {
          t_.load(inner, i, frame);
          continue;
        }
        inner.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(t_.program[i].type, join(t_.name(i), "_tile[x][row]")), ";");
        t_.at(i) = t_.name(i);
      }
      for (int i = 0; i < t_.k.instructions; ++i)
        if (is_computed(t_.program[i]) && t_.program[i].has == form::full) t_.compute(inner, i, place);
      for (int i = 0; i < t_.k.instructions; ++i)
        if (t_.program[i].out >= 0) t_.store(inner, i, place);
      frame.declare(to);
      to.append(inner);
    }
    to.close();
    to.close();
    to.line("__syncthreads();");
    to.close();
  }
  void element_body(writer& to) {
    index_frame frame(t_.within, t_.space());
    frame.add_source_of_all("i");
    writer inner(to.depth());
    for (int i = 0; i < t_.k.instructions; ++i)
      if (mapping::is_full_input(t_.program[i])) t_.load(inner, i, frame);
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_computed(t_.program[i]) && t_.program[i].has == form::full) t_.compute(inner, i, "i");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) t_.store(inner, i, "i");
    frame.declare(to);
    to.append(inner);
  }
  void vector_body(writer& to) {
    scope& s = t_.within;
    const int width = d_.width();
    bool fits = true;
    const mapping::layout lies = mapping::layout_of(s, t_.k, width, zero_symbols(s), fits);
    index_frame frame(s, t_.space());
    frame.add_source_of_all("i");
    writer inner(to.depth());
    std::vector<int> later;
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!mapping::is_full_input(x)) continue;
      const read& r = t_.read_of(i);
      const bool is_buffer = r.what == read_kind::buffer;
      const choosing::lie lie = lies.inputs[static_cast<std::size_t>(i)];
      if (is_buffer && lie != choosing::lie::still) {
        inner.line(words_of(x.type).stored, " ", t_.name(i), "_all[", width, "];  // ", t_.describe(r));
        inner.line("sinter_load(", t_.name(i), "_all, ", s.source(r.value), " + ", frame.offset(affine_of(s, r)), ");");
        later.push_back(i);
      } else if (is_buffer) {
        t_.load(inner, i, frame);
      } else
        later.push_back(i);
    }
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0)
        inner.line(words_of(t_.program[i].type).stored, " ", t_.name(i), "_out[", width, "];");
    inner.line("#pragma unroll");
    inner.open("for (int j = 0; j < ", width, "; ++j)");
    frame.lane = "j";
    for (const int i : later) {
      const instruction& x = t_.program[i];
      if (t_.read_of(i).what == read_kind::buffer) {
        inner.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(x.type, join(t_.name(i), "_all[j]")), ";");
        t_.at(i) = t_.name(i);
      } else
        t_.load(inner, i, frame);
    }
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_computed(t_.program[i]) && t_.program[i].has == form::full) t_.compute(inner, i, "i + j");
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) inner.line(t_.name(i), "_out[j] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
    inner.close();
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) inner.line("sinter_store(", s.target(t_.output_node(i)), " + i, ", t_.name(i), "_out);");
    frame.declare(to);
    to.append(inner);
  }
  // The text does not depend on symbols: that a vector fits has been decided.
  const std::int64_t* zero_symbols(const scope& s) {
    zeros_.assign(static_cast<std::size_t>(s.graph.count.symbols) + 1, 0);
    return zeros_.data();
  }

  kernel_text& t_;
  const decision& d_;
  int threads_;
  std::string block_, blocks_;
  std::vector<std::int64_t> zeros_;
};

}  // namespace sinter::core::cuda

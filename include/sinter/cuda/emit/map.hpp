// SPDX-License-Identifier: MIT
// Maps: the elements of a space side by side, some at once where they lie so. Several kernels of one launch take ranges of
// its blocks.
#pragma once
#include "map/tiled.hpp"

namespace sinter::core::cuda {

class flat_map_writer {
 public:
  flat_map_writer(kernel_text& text, const decision& d, int threads) : t_(text), d_(d), threads_(threads) {}

  void write(writer& to, const std::string& block, const std::string& blocks) {
    scope& s = t_.within;
    const product count = volume_of(t_.space());
    const std::string n = s.unsigned_factor(count);
    t_.scalars(to);
    const std::vector<std::string> kept = t_.value;
    const int width = d_.width();
    const std::string first = join(block, " * ", threads_, "u + threadIdx.x"), step = join(blocks, " * ", threads_, "u");
    if (width > 1) {
      const std::string vectors = count.is_static() ? to_text(count.number / width) + s.linear_suffix() : join(n, " / ", width);
      to.open("for (", s.linear_type(), " vector = ", first, "; vector < ", vectors, "; vector += ", step, ")");
      to.line("const ", s.linear_type(), " i = vector * ", width, ";");
      vector_body(to);
      to.close();
      if (!d_.has_tail) return;
      t_.value = kept;
      to.open("if (", block, " == 0 && threadIdx.x < ", n, " % ", width, ")");
      to.line("const ", s.linear_type(), " i = ", n, " / ", width, " * ", width, " + threadIdx.x;");
    } else if (const int out = first_output(); d_.has_tail && out >= 0) {
      // Off a boundary of 16 bytes: where arrays lie equally far off, warps begin on boundaries of 32 all the same.
      const std::size_t size = size_of(t_.program[out].type);
      to.line("const unsigned skew = (unsigned)((unsigned long long)", s.target(t_.output_node(out)), " % 32 / ", size, ");");
      to.open("for (", s.linear_type(), " place = ", first, "; place < ", n, " + skew; place += ", step, ")");
      to.line("if (place < skew) continue;");
      to.line("const ", s.linear_type(), " i = place - skew;");
    } else
      to.open("for (", s.linear_type(), " i = ", first, "; i < ", n, "; i += ", step, ")");
    element_body(to);
    to.close();
  }

 private:
  int first_output() const {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) return i;
    return -1;
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
    const mapping::layout lies = mapping::layout_of(s, t_.k, width, choosing::zero_symbols(s).data());
    index_frame frame(s, t_.space());
    frame.add_source_of_all("i");
    writer inner(to.depth());
    std::vector<int> later;  // inputs that each element of the vector has its own of
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!mapping::is_full_input(x)) continue;
      const read& r = t_.read_of(i);
      const bool is_buffer = r.what == read_kind::buffer;
      if (is_buffer && lies.inputs[static_cast<std::size_t>(i)] == choosing::lie::still) {
        t_.load(inner, i, frame);
        continue;
      }
      later.push_back(i);
      if (!is_buffer) continue;
      inner.line(words_of(x.type).stored, " ", t_.name(i), "_all[", width, "];  // ", t_.describe(r));
      inner.line("sinter_load(", t_.name(i), "_all, ", s.source(r.value), " + ", frame.offset(affine_of(s, r)), ");");
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

  kernel_text& t_;
  const decision& d_;
  const int threads_;
};

// `block` of `blocks`: the place of a block among those of this kernel.
inline void write_map(kernel_text& text, const decision& d, int threads, const std::string& block, const std::string& blocks,
                      writer& to) {
  if (d.how == way::tiled) tiled_map_writer(text, threads).write(to, block, blocks);
  else flat_map_writer(text, d, threads).write(to, block, blocks);
}

// map_blocks on the device.
inline std::string map_blocks_text(kernel_text& text, const decision& d, int threads, const device_description& device) {
  const int most = 16 * device.multiprocessors;
  if (d.how == way::tiled)
    return join("sinter_blocks((unsigned long long)", tiled_map_writer(text, threads).tiles(), ", 1, ", most, ")");
  return join("sinter_blocks(", text.within.unsigned_factor(volume_of(text.space())), " / ", d.width(), ", ", threads, ", ", most,
              ")");
}

}  // namespace sinter::core::cuda

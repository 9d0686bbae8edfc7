// SPDX-License-Identifier: MIT
// A map with turned reads, in tiles of 32 x 32 elements of the axes p (along which turned reads lie) and q (the last one); o
// is all the others.
#pragma once
#include "../program.hpp"
#include "choose.hpp"

namespace sinter::core::cuda {

class tiled_map_writer {
 public:
  tiled_map_writer(kernel_text& text, int threads)
      : t_(text), s_(text.within), threads_(threads), turned_(mapping::turned_of(s_, text.k)),
        p_(product_of_extent(text.space()[turned_.along])), q_(product_of_extent(text.space()[turned_.last])) {
    for (int a = 0; a < t_.space().rank; ++a)
      if (a != turned_.along && a != turned_.last) others_.push_back(a);
  }

  // How many tiles there are.
  std::string tiles() {
    product others;
    for (const int a : others_) others *= product_of_extent(t_.space()[a]);
    return join(tiles_along(p_), " * ", tiles_along(q_), " * ", s_.unsigned_factor(others));
  }

  void write(writer& to, const std::string& block, const std::string& blocks) {
    t_.scalars(to);
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_turned(i))
        to.line("__shared__ ", words_of(t_.program[i].type).stored, " ", t_.name(i), "_tile[32][", pitch_of(t_.program[i].type),
                "];  // ", t_.describe(t_.read_of(i)));
    to.line("const unsigned x = threadIdx.x % 32u, y = threadIdx.x / 32u;");
    to.open("for (", s_.linear_type(), " tile = ", block, "; tile < ", tiles(), "; tile += ", blocks, ")");
    to.line("const ", s_.linear_type(), " first_q = tile % ", tiles_along(q_), " * 32;");
    to.line("const ", s_.linear_type(), " first_p = tile / ", tiles_along(q_), " % ", tiles_along(p_), " * 32;");
    to.line("const ", s_.linear_type(), " o = tile / (", tiles_along(q_), " * ", tiles_along(p_), ");");
    rows(to, "x", "row", [&](writer& inner, index_frame& frame) { fill(inner, frame); });
    to.line("__syncthreads();");
    rows(to, "row", "x", [&](writer& inner, index_frame& frame) { elements(inner, frame); });
    to.line("__syncthreads();");
    to.close();
  }

 private:
  bool is_turned(int i) const { return turned_.is_turned[static_cast<std::size_t>(i)]; }
  std::string tile(int i) const { return join(t_.name(i), "_tile"); }
  std::string tiles_along(const product& extent) {
    if (extent.is_static()) return join(ceiling(extent.number, 32), "u");
    return join("((", s_.unsigned_factor(extent), " + 31) / 32)");
  }
  // Of a tile's rows: an odd number of banks, so that columns pass all of them.
  static int pitch_of(dtype type) { return size_of(type) == 1 ? 36 : size_of(type) == 2 ? 34 : 33; }

  // The body at each element of a tile, row by row; `p_in` and `q_in` say where it lies in the tile.
  template <class Body> void rows(writer& to, const char* p_in, const char* q_in, Body&& body) {
    to.line("#pragma unroll");
    to.open("for (unsigned row = y; row < 32; row += ", threads_ / 32, "u)");
    to.line("const ", s_.linear_type(), " p = first_p + ", p_in, ", q = first_q + ", q_in, ";");
    to.open("if (p < ", s_.unsigned_factor(p_), " && q < ", s_.unsigned_factor(q_), ")");
    index_frame frame(s_, t_.space());
    frame.add_source("q", {turned_.last});
    frame.add_source("p", {turned_.along});
    frame.add_source("o", others_);
    writer inner(to.depth());
    body(inner, frame);
    frame.declare(to);
    to.append(inner);
    to.close();
    to.close();
  }
  void fill(writer& to, index_frame& frame) {
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_turned(i))
        to.line(tile(i), "[row][x] = ", s_.source(t_.read_of(i).value), "[", frame.offset(affine_of(s_, t_.read_of(i))), "];");
  }
  void elements(writer& to, index_frame& frame) {
    const std::string place = frame.offset(row_major(t_.space()));
    for (int i = 0; i < t_.k.instructions; ++i) {
      if (!mapping::is_full_input(t_.program[i])) continue;
      if (!is_turned(i)) {
        t_.load(to, i, frame);
        continue;
      }
      to.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(t_.program[i].type, join(tile(i), "[x][row]")), ";");
      t_.at(i) = t_.name(i);
    }
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_computed(t_.program[i]) && t_.program[i].has == form::full) t_.compute(to, i, place);
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) t_.store(to, i, place);
  }

  kernel_text& t_;
  scope& s_;
  const int threads_;
  const mapping::turned turned_;
  const product p_, q_;
  std::vector<int> others_;
};

}  // namespace sinter::core::cuda

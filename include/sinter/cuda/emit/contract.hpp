// SPDX-License-Identifier: MIT
// Contractions: tiles of the operands in shared memory, a small square of sums in each thread's registers, and the elementwise
// epilogue on them. Operands come with any strides: tiles are read along whatever lies together. Rows of a tile are permuted
// by an exclusive or that keeps 16-byte pieces whole, so that neither writing nor reading a tile meets a bank twice.
#pragma once
#include "contract/choose.hpp"

namespace sinter::core::cuda {

class contract_writer {
 public:
  static constexpr int tile_depth = 16, threads = 256;

  contract_writer(kernel_text& text, const decision& d)
      : t_(text), s_(text.within), d_(d), axes_(axes_of(s_.graph, s_.plan, text.k)), size_(d.how == way::block128 ? 128 : 64) {
    const shape &x = s_.graph.shape_of(left().node), &y = s_.graph.shape_of(right().node);
    m_ = volume_along(x, axes_.free_x);
    n_ = volume_along(y, axes_.free_y);
    k_ = volume_along(x, axes_.inner_x);
  }

  void write(writer& to) {
    t_.scalars(to);
    const char* const type = words_of(left().type).computed;
    const int each = size_ / 16;
    to.line("__shared__ __align__(16) ", type, " left[2][", tile_depth, "][", size_, "], right[2][", tile_depth, "][", size_,
            "];");
    const std::string columns = tiles(n_), rows = tiles(m_);
    to.line("const unsigned tile = blockIdx.x, first_n = tile % ", columns, " * ", size_, "u;");
    to.line("const unsigned first_m = tile / ", columns, " % ", rows, " * ", size_, "u;");
    to.line("const ", s_.linear_type(), " batch = tile / ", columns, " / ", rows, ";");
    to.line("const unsigned tx = threadIdx.x % 16u, ty = threadIdx.x / 16u;");
    to.line(type, " sums[", each, "][", each, "] = {};");
    to.line(
        "// While one pair of tiles is multiplied the next is on its way to registers, then to the other half of shared memory.");
    to.line("unsigned turn = 0;");
    to.open("for (", s_.linear_type(), " first_k = 0;; first_k += ", tile_depth, ")");
    fetch(to, false);
    fetch(to, true);
    to.open("if (first_k > 0)");
    to.line("#pragma unroll");
    to.open("for (int depth = 0; depth < ", tile_depth, "; ++depth)");
    to.line(type, " a[", each / 4, "][4], b[", each / 4, "][4];");
    to.line("#pragma unroll");
    to.open("for (int q = 0; q < ", each / 4, "; ++q)");
    const char* const move =
        size_of(left().type) == 4 && std::string_view(words_of(left().type).load).empty() ? "sinter_load" : "sinter_copy";
    to.line(move, "(a[q], &left[turn ^ 1][depth][(ty * 4u + q * 64) ^ (depth / 4 * 8)]);");
    to.line(move, "(b[q], &right[turn ^ 1][depth][(tx * 4u + q * 64) ^ (depth / 4 * 8)]);");
    to.close();
    to.line("#pragma unroll");
    to.open("for (int i = 0; i < ", each, "; ++i)");
    to.line("#pragma unroll");
    to.line("for (int j = 0; j < ", each,
            "; ++j) sums[i][j] = ", multiply_add("a[i / 4][i % 4]", "b[j / 4][j % 4]", "sums[i][j]"), ";");
    to.close();
    to.close();
    to.close();
    to.line("if (first_k >= ", s_.unsigned_factor(k_), ") break;");
    put(to, false);
    put(to, true);
    to.line("__syncthreads();");
    to.line("turn ^= 1;");
    to.close();
    epilogue(to, each);
  }

 private:
  const read& left() const { return s_.plan.reads[t_.k.left]; }
  const read& right() const { return s_.plan.reads[t_.k.right]; }
  std::string tiles(const product& extent) {
    if (extent.is_static()) return join(std::max<std::int64_t>(1, ceiling(extent.number, size_)), "u");
    return join("(unsigned)((", s_.unsigned_factor(extent), " + ", size_ - 1, ") / ", size_, ")");
  }
  std::string multiply_add(const char* x, const char* y, const char* z) const {
    const std::string_view type = words_of(left().type).computed;
    if (type == "float") return join("fmaf(", x, ", ", y, ", ", z, ")");
    if (type == "double") return join("fma(", x, ", ", y, ", ", z, ")");
    return join("sinter_plus(", z, ", sinter_times(", x, ", ", y, "))");
  }

  // How threads move a tile of an operand.
  struct pieces {
    bool along;         // the depth
    bool is_vector;     // pieces of 4
    int count;          // that a thread moves
    std::string place;  // where its piece e stands in the tile
  };
  pieces pieces_of(bool is_right) {
    pieces made;
    made.along = lies_along_depth(s_, t_.k, axes_, is_right);
    made.is_vector = is_right ? d_.has_tail : d_.vector;
    const int piece = made.is_vector ? 4 : 1, beside = (made.along ? tile_depth : size_) / piece;
    made.count = tile_depth * size_ / piece / threads;
    const std::string id = made.count > 1 ? join("(threadIdx.x + e * ", threads, "u)") : "threadIdx.x";
    const std::string fast = join(id, " % ", beside, "u", piece > 1 ? " * 4u" : ""), slow = join(id, " / ", beside, "u");
    made.place = join("const unsigned k_in = ", made.along ? fast : slow, ", ", is_right ? "n" : "m",
                      "_in = ", made.along ? slow : fast, ";");
    return made;
  }
  // A tile of one operand to registers, zeros beyond its end.
  void fetch(writer& to, bool is_right) {
    const read& r = is_right ? right() : left();
    const pieces p = pieces_of(is_right);
    index_frame frame = operand_frame(s_, t_.k, axes_, is_right, p.along);
    const char* const own = is_right ? "n" : "m";
    const char* const next = is_right ? "right_next" : "left_next";
    const product& extent = is_right ? n_ : m_;
    to.line(words_of(r.type).computed, " ", next, "[", p.count, "]", p.is_vector ? "[4]" : "", " = {};  // ", t_.describe(r));
    to.line("#pragma unroll");
    to.open("for (int e = 0; e < ", p.count, "; ++e)");
    to.line(p.place);
    to.line("const ", s_.linear_type(), " k = first_k + k_in, ", own, " = first_", own, " + ", own, "_in;");
    writer inner(to.depth() + 1);
    const std::string offset = frame.offset(affine_of(s_, r));
    if (p.is_vector) inner.line("sinter_load(", next, "[e], ", s_.source(r.value), " + ", offset, ");");
    else inner.line(next, "[e] = ", loaded(r.type, join(s_.source(r.value), "[", offset, "]")), ";");
    to.open("if (k < ", s_.unsigned_factor(k_), " && ", own, " < ", s_.unsigned_factor(extent), ")");
    frame.declare(to);
    to.append(inner);
    to.close();
    to.close();
  }
  // And to shared memory.
  void put(writer& to, bool is_right) {
    const pieces p = pieces_of(is_right);
    const char* const own = is_right ? "n" : "m";
    const char* const tile = is_right ? "right" : "left";
    to.line("#pragma unroll");
    to.open("for (int e = 0; e < ", p.count, "; ++e)");
    to.line(p.place);
    if (!p.is_vector) to.line(tile, "[turn][k_in][", own, "_in ^ (k_in / 4 * 8)] = ", tile, "_next[e];");
    else if (p.along) {
      to.line("#pragma unroll");
      to.line("for (int j = 0; j < 4; ++j) ", tile, "[turn][k_in + j][", own, "_in ^ (k_in / 4 * 8)] = ", tile, "_next[e][j];");
    } else
      to.line("sinter_store(&", tile, "[turn][k_in][", own, "_in ^ (k_in / 4 * 8)], ", tile, "_next[e]);");
    to.close();
  }

  void epilogue(writer& to, int each) {
    const bool is_vector = d_.held;
    const int groups = each / 4;
    to.line("#pragma unroll");
    to.open("for (int i = 0; i < ", each, "; ++i)");
    to.line("const ", s_.linear_type(), " m = first_m + ty * 4u + i", size_ == 64 ? "" : " % 4 + i / 4 * 64", ";");
    to.line("#pragma unroll");
    to.open("for (int q = 0; q < ", groups, "; ++q)");
    if (!is_vector) {  // one by one: the four may lie in different rows of the last axes
      to.line("#pragma unroll");
      to.open("for (int j = 0; j < 4; ++j)");
    }
    to.line("const ", s_.linear_type(), " n = first_n + tx * 4u + q * 64u", is_vector ? "" : " + j", ";");
    to.open("if (m < ", s_.unsigned_factor(m_), " && n < ", s_.unsigned_factor(n_), ")");
    index_frame frame = space_frame(s_, t_.k, axes_);
    to.line("const ", s_.linear_type(), " at = (batch * ", s_.unsigned_factor(m_), " + m) * ", s_.unsigned_factor(n_), " + n;");
    writer inner(to.depth());
    const std::vector<std::int64_t> zeros = choosing::zero_symbols(s_);
    std::vector<int> outputs, later, pieces_loaded;
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) outputs.push_back(i);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!is_input(x) || x.has != form::full) continue;
      const read& r = t_.read_of(i);
      if (is_vector && r.what == read_kind::buffer) {
        const affine a = affine_of(s_, r);
        const choosing::lie lies = choosing::look(frame, a, 4, zeros.data()).lies;
        if (lies == choosing::lie::still) {
          t_.load(inner, i, frame);
          continue;
        }
        if (lies == choosing::lie::along) {
          inner.line(words_of(x.type).stored, " ", t_.name(i), "_all[4];  // ", t_.describe(r));
          inner.line("sinter_load(", t_.name(i), "_all, ", s_.source(r.value), " + ", frame.offset(a), ");");
          pieces_loaded.push_back(i);
          continue;
        }
      }
      later.push_back(i);
    }
    if (is_vector) {
      for (const int i : outputs) inner.line(words_of(t_.program[i].type).stored, " ", t_.name(i), "_out[4];");
      inner.line("#pragma unroll");
      inner.open("for (int j = 0; j < 4; ++j)");
      frame.lane = "j";
    }
    for (const int i : pieces_loaded) {
      inner.line("const ", t_.type(i), " ", t_.name(i), " = ", loaded(t_.program[i].type, join(t_.name(i), "_all[j]")), ";");
      t_.at(i) = t_.name(i);
    }
    for (const int i : later) t_.load(inner, i, frame);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (is_dot(x)) {
        inner.line("const ", t_.type(i), " ", t_.name(i), " = ", rounded(x.type, "sums[i][q * 4 + j]"), ";  // dot_general");
        t_.at(i) = t_.name(i);
      } else if (x.has == form::full && is_computed(x))
        t_.compute(inner, i, is_vector ? "at + j" : "at");
    }
    for (const int i : outputs) {
      if (is_vector) inner.line(t_.name(i), "_out[j] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
      else t_.store(inner, i, "at");
    }
    if (is_vector) {
      inner.close();
      for (const int i : outputs) inner.line("sinter_store(", s_.target(t_.output_node(i)), " + at, ", t_.name(i), "_out);");
    }
    frame.declare(to);
    to.append(inner);
    to.close();
    if (!is_vector) to.close();
    to.close();
    to.close();
  }

  kernel_text& t_;
  scope& s_;
  const decision& d_;
  const contract_axes axes_;
  const int size_;  // of a tile's side
  product m_, n_, k_;
};

inline void write_contract(kernel_text& text, const decision& d, writer& to) { contract_writer(text, d).write(to); }

}  // namespace sinter::core::cuda

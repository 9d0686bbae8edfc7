// SPDX-License-Identifier: MIT
// Contractions: tiles of the operands in shared memory, a small square of sums in each thread's registers, and the elementwise
// epilogue on them. Operands come with any strides: tiles are read along whatever lies together. Rows of a tile are permuted
// by an exclusive or that keeps 16-byte pieces whole, so that neither writing nor reading a tile meets a bank twice.
#pragma once
#include "../../primitive/contraction.hpp"
#include "reduce.hpp"

namespace sinter::core::cuda {

inline constexpr int tile_depth = 16, contract_threads = 256;

// The axes of both operands by role, and what drives each axis of the kernel's space.
struct contract_axes {
  std::vector<int> batch_x, batch_y, inner_x, inner_y, free_x, free_y;
  std::vector<int> batch, rows, columns;  // of the space
};
inline contract_axes axes_of(const graph_view& graph, const plan_view& plan, const kernel& k) {
  contract_axes made;
  const contraction how = contraction::unpack(k.attribute);
  for (int i = 0; i < how.batches; ++i) {
    made.batch_x.push_back(how.batch_x[i]);
    made.batch_y.push_back(how.batch_y[i]);
  }
  for (int i = 0; i < how.contracted; ++i) {
    made.inner_x.push_back(how.x[i]);
    made.inner_y.push_back(how.y[i]);
  }
  const shape &x = graph.shape_of(plan.reads[k.left].node), &y = graph.shape_of(plan.reads[k.right].node);
  for (int i = 0; i < x.rank; ++i)
    if (how.free_axes(0, x.rank) >> i & 1) made.free_x.push_back(i);
  for (int i = 0; i < y.rank; ++i)
    if (how.free_axes(1, y.rank) >> i & 1) made.free_y.push_back(i);
  // The result's axes, those of extent 1 left out, are the space's in order.
  std::vector<int> roles;
  for (const int a : made.batch_x)
    if (x[a] != 1) roles.push_back(0);
  for (const int a : made.free_x)
    if (x[a] != 1) roles.push_back(1);
  for (const int a : made.free_y)
    if (y[a] != 1) roles.push_back(2);
  const shape& space = graph.shapes[k.space];
  std::size_t at = 0;
  for (int a = 0; a < space.rank; ++a) {
    if (space[a] == 1) continue;
    const int role = at < roles.size() ? roles[at] : 2;
    ++at;
    (role == 0 ? made.batch : role == 1 ? made.rows : made.columns).push_back(a);
  }
  return made;
}
inline product volume_along(const shape& of, const std::vector<int>& axes) {
  product made;
  for (const int a : axes) made *= product_of_extent(of[a]);
  return made;
}

// An operand over its own source ("m" or "n"), "k" and "batch"; the one its elements lie together along comes first.
inline index_frame operand_frame(scope& s, const kernel& k, const contract_axes& axes, bool is_right, bool along_depth) {
  const read& r = s.plan.reads[is_right ? k.right : k.left];
  index_frame made(s, s.graph.shape_of(r.node));
  const auto& own = is_right ? axes.free_y : axes.free_x;
  const auto& depth = is_right ? axes.inner_y : axes.inner_x;
  if (along_depth) made.add_source("k", depth);
  made.add_source(is_right ? "n" : "m", own);
  if (!along_depth) made.add_source("k", depth);
  made.add_source("batch", is_right ? axes.batch_y : axes.batch_x);
  return made;
}
inline bool lies_along_depth(scope& s, const kernel& k, const contract_axes& axes, bool is_right) {
  index_frame frame = operand_frame(s, k, axes, is_right, true);
  for (const index_frame::step& step : frame.steps(affine_of(s, s.plan.reads[is_right ? k.right : k.left])))
    if (step.by.is(1)) return step.from->name == "k";
  return is_right ? false : true;
}

// What a decision holds for contractions: `vector` 2: left in pieces of 16 bytes, `has_tail` the same of right, `held` of
// the epilogue.
inline bool operand_fits(const situation& s, scope& unused, const kernel& k, const contract_axes& axes, bool is_right) {
  const read& r = s.plan.reads[is_right ? k.right : k.left];
  if (r.type != dtype::f32 || s.alignments[r.value] < 16) return false;
  const bool along = lies_along_depth(unused, k, axes, is_right);
  index_frame frame = operand_frame(unused, k, axes, is_right, along);
  const choosing::vector_view v = choosing::look(frame, affine_of(unused, r), 4, s.symbols);
  if (v.lies != choosing::lie::along || !v.is_divisible || frame.first_source().axes.empty()) return false;
  return s.extent(frame.extents()[frame.first_source().axes.back()]) % 4 == 0;
}

// The kernel's space over the tile's sources.
inline index_frame space_frame(scope& s, const kernel& k, const contract_axes& axes) {
  index_frame made(s, s.graph.shapes[k.space]);
  made.add_source("n", axes.columns);
  made.add_source("m", axes.rows);
  made.add_source("batch", axes.batch);
  return made;
}

inline decision choose_contract(const situation& s, const kernel& k) {
  decision made;
  scope unused(s.graph, s.plan, s.launch, false);
  const contract_axes axes = axes_of(s.graph, s.plan, k);
  const shape &x = s.graph.shape_of(s.plan.reads[k.left].node), &y = s.graph.shape_of(s.plan.reads[k.right].node);
  const std::int64_t m = volume_along(x, axes.free_x).value(s.symbols), n = volume_along(y, axes.free_y).value(s.symbols),
                     batch = volume_along(x, axes.batch_x).value(s.symbols);
  const bool is_single = s.plan.reads[k.left].type == dtype::f32;
  const std::int64_t large = batch * ceiling(m, 128) * ceiling(n, 128);
  made.how = is_single && m >= 128 && n >= 128 && large >= 2 * s.device.multiprocessors ? way::block128 : way::block64;
  made.threads = 8;
  made.vector = operand_fits(s, unused, k, axes, false) ? 2 : 0;
  made.has_tail = operand_fits(s, unused, k, axes, true);
  // the epilogue
  const shape& space = s.space(k);
  bool fits = n % 4 == 0 && !axes.columns.empty() && s.extent(space[axes.columns.back()]) % 4 == 0;
  const instruction* program = s.plan.program + k.first_instruction;
  index_frame frame = space_frame(unused, k, axes);
  for (int i = 0; i < k.instructions && fits; ++i) {
    const instruction& of = program[i];
    const std::size_t bytes = 4 * size_of(of.type);
    if (of.out >= 0) fits = bytes <= 16 && s.alignments[s.plan.outputs[k.first_output + of.out]] >= bytes;
    if (!fits || !is_input(of) || of.has != form::full) continue;
    const read& r = s.plan.reads[k.first_read + static_cast<int>(of.attribute)];
    if (r.what != read_kind::buffer) continue;
    const choosing::vector_view v = choosing::look(frame, affine_of(unused, r), 4, s.symbols);
    if (v.lies == choosing::lie::along) fits = bytes <= 16 && v.is_divisible && s.alignments[r.value] >= bytes;
  }
  made.held = fits;
  return made;
}

class contract_writer {
 public:
  contract_writer(kernel_text& text, const decision& d)
      : t_(text), s_(text.within), d_(d), axes_(axes_of(s_.graph, s_.plan, text.k)), size_(d.how == way::block128 ? 128 : 64) {
    const shape &x = s_.graph.shape_of(left().node), &y = s_.graph.shape_of(right().node);
    m_ = volume_along(x, axes_.free_x);
    n_ = volume_along(y, axes_.free_y);
    k_ = volume_along(x, axes_.inner_x);
    for (int i = 0; i < t_.k.instructions; ++i)
      if (is_dot(t_.program[i])) dot_ = i;
  }

  void write(writer& to) {
    t_.scalars(to);
    const char* const type = words_of(left().type).computed;
    const int each = size_ / 16;
    to.line("__shared__ __align__(16) ", type, " left[2][", tile_depth, "][", size_, "], right[2][", tile_depth, "][", size_, "];");
    const std::string columns = tiles(n_), rows = tiles(m_);
    to.line("const unsigned tile = blockIdx.x, first_n = tile % ", columns, " * ", size_, "u;");
    to.line("const unsigned first_m = tile / ", columns, " % ", rows, " * ", size_, "u;");
    to.line("const ", s_.linear_type(), " batch = tile / ", columns, " / ", rows, ";");
    to.line("const unsigned tx = threadIdx.x % 16u, ty = threadIdx.x / 16u;");
    to.line(type, " sums[", each, "][", each, "] = {};");
    to.line("// While one pair of tiles is multiplied the next is on its way to registers, then to the other half of shared memory.");
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
    const char* const move = size_of(left().type) == 4 && std::string_view(words_of(left().type).load).empty() ? "sinter_load" : "sinter_copy";
    to.line(move, "(a[q], &left[turn ^ 1][depth][(ty * 4u + q * 64) ^ (depth / 4 * 8)]);");
    to.line(move, "(b[q], &right[turn ^ 1][depth][(tx * 4u + q * 64) ^ (depth / 4 * 8)]);");
    to.close();
    to.line("#pragma unroll");
    to.open("for (int i = 0; i < ", each, "; ++i)");
    to.line("#pragma unroll");
    to.line("for (int j = 0; j < ", each, "; ++j) sums[i][j] = ", multiply_add("a[i / 4][i % 4]", "b[j / 4][j % 4]", "sums[i][j]"), ";");
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

  struct pieces {
    bool along;      // the depth
    bool is_vector;  // pieces of 4
    int count;       // that a thread moves
    std::string place;
  };
  // Piece e of a thread: where it stands in the tile.
  pieces pieces_of(bool is_right) {
    pieces made;
    made.along = lies_along_depth(s_, t_.k, axes_, is_right);
    made.is_vector = is_right ? d_.has_tail : d_.vector;
    const int piece = made.is_vector ? 4 : 1, beside = (made.along ? tile_depth : size_) / piece;
    made.count = tile_depth * size_ / piece / contract_threads;
    const std::string id = made.count > 1 ? join("(threadIdx.x + e * ", contract_threads, "u)") : "threadIdx.x";
    const std::string fast = join(id, " % ", beside, "u", piece > 1 ? " * 4u" : ""), slow = join(id, " / ", beside, "u");
    made.place = join("const unsigned k_in = ", made.along ? fast : slow, ", ", is_right ? "n" : "m", "_in = ", made.along ? slow : fast, ";");
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
    std::vector<int> outputs, later, pieces_loaded;
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) outputs.push_back(i);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!is_input(x) || x.has != form::full) continue;
      const read& r = t_.read_of(i);
      if (is_vector && r.what == read_kind::buffer) {
        const affine a = affine_of(s_, r);
        const choosing::lie lies = choosing::look(frame, a, 4, zeros()).lies;
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
    if (is_vector)
      for (const int i : outputs) inner.line(words_of(t_.program[i].type).stored, " ", t_.name(i), "_out[4];");
    if (is_vector) {
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
    if (is_vector) inner.close();
    if (is_vector)
      for (const int i : outputs) inner.line("sinter_store(", s_.target(t_.output_node(i)), " + at, ", t_.name(i), "_out);");
    frame.declare(to);
    to.append(inner);
    to.close();
    if (!is_vector) to.close();
    to.close();
    to.close();
  }
  const std::int64_t* zeros() {
    zeros_.assign(static_cast<std::size_t>(s_.graph.count.symbols) + 1, 0);
    return zeros_.data();
  }

  kernel_text& t_;
  scope& s_;
  const decision& d_;
  contract_axes axes_;
  int size_, dot_ = 0;
  product m_, n_, k_;
  std::vector<std::int64_t> zeros_;
};

inline void measure_contract(const situation& s, const kernel& k, const decision& d, geometry& made) {
  const contract_axes axes = axes_of(s.graph, s.plan, k);
  const shape &x = s.graph.shape_of(s.plan.reads[k.left].node), &y = s.graph.shape_of(s.plan.reads[k.right].node);
  const int size = d.how == way::block128 ? 128 : 64;
  const std::int64_t m = volume_along(x, axes.free_x).value(s.symbols), n = volume_along(y, axes.free_y).value(s.symbols),
                     batch = volume_along(x, axes.batch_x).value(s.symbols);
  made.is_empty = m * n * batch == 0;
  made.grid[0] = static_cast<std::uint32_t>(batch * ceiling(m, size) * ceiling(n, size));
}

}  // namespace sinter::core::cuda

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
  for (int i = 0; i < k.instructions && fits; ++i)
    if (program[i].out >= 0) fits = s.alignments[s.plan.outputs[k.first_output + program[i].out]] >= std::min<std::size_t>(16, 4 * size_of(program[i].type)) && size_of(program[i].type) <= 4;
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
    to.line("__shared__ __align__(16) ", type, " left[", tile_depth, "][", size_, "], right[", tile_depth, "][", size_, "];");
    const std::string columns = tiles(n_), rows = tiles(m_);
    to.line("const unsigned tile = blockIdx.x, first_n = tile % ", columns, " * ", size_, "u;");
    to.line("const unsigned first_m = tile / ", columns, " % ", rows, " * ", size_, "u;");
    to.line("const ", s_.linear_type(), " batch = tile / ", columns, " / ", rows, ";");
    to.line("const unsigned tx = threadIdx.x % 16u, ty = threadIdx.x / 16u;");
    to.line(type, " sums[", each, "][", each, "] = {};");
    to.open("for (", s_.linear_type(), " first_k = 0; first_k < ", s_.unsigned_factor(k_), "; first_k += ", tile_depth, ")");
    load(to, false);
    load(to, true);
    to.line("__syncthreads();");
    to.line("#pragma unroll");
    to.open("for (int depth = 0; depth < ", tile_depth, "; ++depth)");
    to.line(type, " a[", each, "], b[", each, "];");
    to.line("#pragma unroll");
    to.open("for (int i = 0; i < ", each, "; ++i)");
    to.line("a[i] = left[depth][", place("ty", "i"), "];");
    to.line("b[i] = right[depth][", place("tx", "i"), "];");
    to.close();
    to.line("#pragma unroll");
    to.open("for (int i = 0; i < ", each, "; ++i)");
    to.line("#pragma unroll");
    to.line("for (int j = 0; j < ", each, "; ++j) sums[i][j] = ", multiply_add("a[i]", "b[j]", "sums[i][j]"), ";");
    to.close();
    to.close();
    to.line("__syncthreads();");
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
  // Where element i of a thread stands in a row of a tile.
  std::string place(const char* thread, const char* i) const {
    const std::string at = size_ == 64 ? join(thread, " * 4u + ", i) : join(thread, " * 4u + ", i, " % 4 + ", i, " / 4 * 64");
    return join("(", at, ") ^ (depth / 4 * 8)");
  }
  std::string multiply_add(const char* x, const char* y, const char* z) const {
    const std::string_view type = words_of(left().type).computed;
    if (type == "float") return join("fmaf(", x, ", ", y, ", ", z, ")");
    if (type == "double") return join("fma(", x, ", ", y, ", ", z, ")");
    return join("sinter_plus(", z, ", sinter_times(", x, ", ", y, "))");
  }

  // A tile of one operand to shared memory, zeros beyond its end.
  void load(writer& to, bool is_right) {
    const read& r = is_right ? right() : left();
    const bool along = lies_along_depth(s_, t_.k, axes_, is_right), is_vector = is_right ? d_.has_tail : d_.vector;
    index_frame frame = operand_frame(s_, t_.k, axes_, is_right, along);
    const char* const own = is_right ? "n" : "m";
    const char* const tile = is_right ? "right" : "left";
    const product& extent = is_right ? n_ : m_;
    const char* const type = words_of(r.type).computed;
    const int piece = is_vector ? 4 : 1, pieces = tile_depth * size_ / piece / contract_threads;
    const int beside = (along ? tile_depth : size_) / piece;
    to.line("#pragma unroll");
    to.open("for (int e = 0; e < ", pieces, "; ++e)");
    to.line("const unsigned id = threadIdx.x + e * ", contract_threads, "u;  // ", tile, ": ", t_.describe(r));
    const std::string fast = join("id % ", beside, "u", piece > 1 ? " * 4u" : ""), slow = join("id / ", beside, "u");
    to.line("const unsigned k_in = ", along ? fast : slow, ", ", own, "_in = ", along ? slow : fast, ";");
    to.line("const ", s_.linear_type(), " k = first_k + k_in, ", own, " = first_", own, " + ", own, "_in;");
    const std::string inside = join("k < ", s_.unsigned_factor(k_), " && ", own, " < ", s_.unsigned_factor(extent));
    writer inner(to.depth() + 1);
    if (is_vector) {
      to.line(type, " some[4] = {};");
      inner.line("sinter_load(some, ", s_.source(r.value), " + ", frame.offset(affine_of(s_, r)), ");");
    } else {
      to.line(type, " one = ", literal(r.type, 0), ";");
      inner.line("one = ", loaded(r.type, join(s_.source(r.value), "[", frame.offset(affine_of(s_, r)), "]")), ";");
    }
    to.open("if (", inside, ")");
    frame.declare(to);
    to.append(inner);
    to.close();
    if (!is_vector) to.line(tile, "[k_in][", own, "_in ^ (k_in / 4 * 8)] = one;");
    else if (along) to.line("for (int j = 0; j < 4; ++j) ", tile, "[k_in + j][", own, "_in ^ (k_in / 4 * 8)] = some[j];");
    else to.line("sinter_store(&", tile, "[k_in][", own, "_in ^ (k_in / 4 * 8)], some);");
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
    to.line("const ", s_.linear_type(), " n = first_n + tx * 4u + q * 64u;");
    to.open("if (m < ", s_.unsigned_factor(m_), " && n < ", s_.unsigned_factor(n_), ")");
    index_frame frame(s_, t_.space());
    frame.add_source("n", axes_.columns);
    frame.add_source("m", axes_.rows);
    frame.add_source("batch", axes_.batch);
    to.line("const ", s_.linear_type(), " at = (batch * ", s_.unsigned_factor(m_), " + m) * ", s_.unsigned_factor(n_), " + n;");
    writer inner(to.depth());
    std::vector<int> outputs, later;
    for (int i = 0; i < t_.k.instructions; ++i)
      if (t_.program[i].out >= 0) outputs.push_back(i);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (!is_input(x) || x.has != form::full) continue;
      const read& r = t_.read_of(i);
      bool loads_now = false;
      if (is_vector && r.what == read_kind::buffer) {
        const affine a = affine_of(s_, r);
        const choosing::vector_view v = choosing::look(frame, a, 4, zeros());
        if (v.lies == choosing::lie::still) {
          t_.load(inner, i, frame);
          loads_now = true;
        }
      }
      if (!loads_now) later.push_back(i);
    }
    if (is_vector)
      for (const int i : outputs) inner.line(words_of(t_.program[i].type).stored, " ", t_.name(i), "_out[4];");
    inner.line("#pragma unroll");
    inner.open("for (int j = 0; j < 4; ++j)");
    if (!is_vector) inner.open("if (n + j < ", s_.unsigned_factor(n_), ")");
    frame.lane = "j";
    for (const int i : later) t_.load(inner, i, frame);
    for (int i = 0; i < t_.k.instructions; ++i) {
      const instruction& x = t_.program[i];
      if (is_dot(x)) {
        inner.line("const ", t_.type(i), " ", t_.name(i), " = ", rounded(x.type, "sums[i][q * 4 + j]"), ";  // dot_general");
        t_.at(i) = t_.name(i);
      } else if (x.has == form::full && is_computed(x))
        t_.compute(inner, i, "at + j");
    }
    for (const int i : outputs) {
      if (is_vector) inner.line(t_.name(i), "_out[j] = ", stored_form(t_.program[i].type, t_.at(i)), ";");
      else t_.store(inner, i, "at + j");
    }
    if (!is_vector) inner.close();
    inner.close();
    if (is_vector)
      for (const int i : outputs) inner.line("sinter_store(", s_.target(t_.output_node(i)), " + at, ", t_.name(i), "_out);");
    frame.declare(to);
    to.append(inner);
    to.close();
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

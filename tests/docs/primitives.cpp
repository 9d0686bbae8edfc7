// SPDX-License-Identifier: MIT
// docs/primitives.md is made from the registry: a line for each row, its derivative printed by running the row's own rule on
// symbols. SINTER_UPDATE_GOLDEN=1 rewrites the page.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include <sinter/primitive/print.hpp>
#include <sinter/transform/differentiate.hpp>

#include "pages.hpp"

namespace {

using namespace sinter::core;

constexpr const char* page = "docs/primitives.md";

int shape_id(builder& graph, std::initializer_list<std::int64_t> extents) {
  shape made;
  for (const std::int64_t e : extents) made.push(e);
  return graph.intern(made);
}

// A node of the row over operands x, y, z, and their names.
struct example {
  builder graph;
  std::vector<std::string> names;
  term x, y, z, out;

  term add(const char* name, dtype type, std::initializer_list<std::int64_t> extents) {
    const term made = parameter(graph, type, shape_id(graph, extents));
    name_it(made, name);
    return made;
  }
  void name_it(term t, const char* name) {
    if (names.size() <= static_cast<std::size_t>(t.id)) names.resize(static_cast<std::size_t>(t.id) + 1);
    names[static_cast<std::size_t>(t.id)] = name;
  }
  operands at() {
    return {x, y, z, out, graph.nodes[out.id]};
  }
};

// An operand's element type: the first that the row takes of f64, i32, bool.
dtype usual(const primitive& op) {
  return op.takes & only(dtype::f64) ? dtype::f64 : op.takes & only(dtype::i32) ? dtype::i32 : dtype::b8;
}

void build(example& e, const primitive& op) {
  auto is = [&](const primitive& other) { return row_pointer(&op) == &other; };
  const dtype type = usual(op);
  if (is(primitives::select_n)) {
    e.x = e.add("x", dtype::b8, {}), e.y = e.add("y", dtype::f64, {}), e.z = e.add("z", dtype::f64, {});
    e.out = select(e.x, e.y, e.z);
  } else if (is(primitives::convert_element_type)) {
    e.x = e.add("x", dtype::f32, {});
    e.out = cast(e.x, dtype::f64);
  } else if (is(primitives::integer_pow)) {
    e.x = e.add("x", type, {});
    e.out = integer_pow(e.x, 3);
  } else if (op.kind == family::elementwise || op.kind == family::marker) {
    if (op.arity > 0) e.x = e.add("x", type, {});
    if (op.arity > 1) e.y = e.add("y", type, {});
    if (op.arity > 2) e.z = e.add("z", type, {});
    e.out = emit(op, e.x, e.y, e.z);
  } else if (op.kind == family::reduction) {
    e.x = e.add("x", type, {2});
    e.out = emit(op, e.x, {}, {}, 1);
  } else if (is(primitives::dot_general)) {
    e.x = e.add("x", type, {2, 3}), e.y = e.add("y", type, {3, 4});
    e.out = matmul(e.x, e.y);
  } else if (is(primitives::take)) {
    e.x = e.add("x", type, {5}), e.y = e.add("y", dtype::i32, {3});
    e.out = take(e.x, e.y, 0, index_mode::fill);
  } else if (is(primitives::scatter_add)) {
    e.x = e.add("x", type, {5}), e.y = e.add("y", dtype::i32, {3}), e.z = e.add("z", type, {3});
    e.out = scatter_add(e.x, e.y, e.z, 0, index_mode::fill);
  } else if (is(primitives::concatenate)) {
    e.x = e.add("x", type, {2}), e.y = e.add("y", type, {3});
    e.out = concatenate(e.x, e.y, 0);
  } else if (is(primitives::pad)) {
    const pad_axis axes[] = {{1, 2, 0}};
    e.x = e.add("x", type, {4}), e.y = e.add("y", type, {});
    e.out = pad(e.x, e.y, axes);
  } else if (is(primitives::slice)) {
    const slice_axis axes[] = {{1, 1, 3}};
    e.x = e.add("x", type, {6});
    e.out = slice(e.x, axes);
  } else if (is(primitives::reshape)) {
    e.x = e.add("x", type, {2, 3});
    e.out = reshape(e.x, shape_id(e.graph, {6}));
  } else if (is(primitives::transpose)) {
    e.x = e.add("x", type, {2, 3});
    e.out = transpose(e.x, axis_to(0, 1) | axis_to(1, 0));
  } else if (is(primitives::broadcast_in_dim)) {
    e.x = e.add("x", type, {3});
    e.out = stretch(e.x, shape_id(e.graph, {2, 3}));
  } else if (is(primitives::rev)) {
    e.x = e.add("x", type, {3});
    e.out = reverse(e.x, 1);
  }
  if (e.out) e.name_it(e.out, "out");
}

std::string number(double value) {
  char digits[40];
  for (int precision = 1; precision <= 17; ++precision) {
    std::snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (std::strtod(digits, nullptr) == value) break;
  }
  return digits;
}

// A term as mathematics: + - * / and comparisons between their operands, the rest as calls.
class formula {
 public:
  explicit formula(const example& e) : e_(e) {}
  std::string operator()(int id) const { return text(id, 0); }
  std::string reciprocal(int id) const { return "1 / " + text(id, 7); }

 private:
  const example& e_;
  static constexpr const char* infix[][3] = {{"add", "+", "5"},    {"sub", "-", "5"},    {"mul", "*", "6"},     {"div", "/", "6"},
                                             {"eq", "==", "4"},    {"ne", "!=", "4"},    {"lt", "<", "4"},      {"le", "<=", "4"},
                                             {"gt", ">", "4"},     {"ge", ">=", "4"},    {"and", "&", "3"},     {"or", "|", "2"}};

  std::string text(int id, int around) const {
    const auto at = static_cast<std::size_t>(id);
    if (at < e_.names.size() && !e_.names[at].empty()) return e_.names[at];
    const node& n = e_.graph.nodes[id];
    const std::string name = n.op->name;
    if (n.op == &primitives::constant) return is_floating(n.type) ? number(std::bit_cast<double>(n.attribute)) : std::to_string(n.attribute);
    if (n.op == &primitives::neg) return in_brackets("-" + text(n.a, 7), around > 5);
    if (n.op == &primitives::integer_pow) return text(n.a, 8) + "^" + std::to_string(n.attribute);
    if (n.op == &primitives::select_n) return "where(" + text(n.a, 0) + ", " + text(n.c, 0) + ", " + text(n.b, 0) + ")";
    for (const auto& [word, sign, binds] : infix) {
      if (name != word) continue;
      const int level = binds[0] - '0';
      return in_brackets(text(n.a, level) + " " + sign + " " + text(n.b, level + 1), around > level);
    }
    std::string call = name + "(";
    for (int i = 0; i < 3 && n.operand(i) >= 0; ++i) call += (i ? ", " : "") + text(n.operand(i), 0);
    return call + ")";
  }
  static std::string in_brackets(const std::string& text, bool needed) { return needed ? "(" + text + ")" : text; }
};

std::string code(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return "`" + escaped + "`";
}

std::string derivative_of(const primitive& op) {
  if (op.differentiates == derivative::zero) return "0";
  if (op.differentiates == derivative::none) return "none: asking for it is an error";
  example e;
  build(e, op);
  if (!e.out) return "?";
  const formula print(e);
  std::string text;
  auto add = [&](const char* of, const std::string& slope) { text += (text.empty() ? "" : "<br>") + std::string(of) + code(slope); };
  const char* operand_names[] = {"x: ", "y: ", "z: "};
  if (op.differentiates == derivative::partials) {
    const slopes s = op.partials(e.at());
    std::string scale;  // has a name: it stands in a slope several times
    for (int id = 0; id < e.graph.nodes.size() && op.kind == family::elementwise; ++id)
      if (e.graph.nodes[id].op == &primitives::stop_gradient) {
        scale = print(id);
        e.name_it({&e.graph, id}, "s");
      }
    for (int i = 0; i < op.arity; ++i) {
      const slope& one = s[i];
      const char* of = op.arity == 1 ? "" : operand_names[i];
      switch (one.what) {
        case slope::kind::zero: add(of, "0"); break;
        case slope::kind::one: add(of, "1"); break;
        case slope::kind::minus_one: add(of, "-1"); break;
        case slope::kind::over: add(of, print.reciprocal(one.value.id)); break;
        default: add(of, one.value.type() == dtype::b8 ? "where(" + print(one.value.id) + ", 1, 0)" : print(one.value.id));
      }
    }
    if (!scale.empty()) add("s: ", scale);
    return text;
  }
  if (op.differentiates == derivative::linear) {
    const term g = parameter(e.graph, e.out.type(), e.out.shape_id());
    e.name_it(g, "g");
    for (int i = 0; i < op.arity; ++i)
      if (op.linear_in >> i & 1) {
        const term back = op.transpose(e.at(), i, g);
        add(op.arity == 1 ? "g -> " : (std::string(operand_names[i]) + "g -> ").c_str(), print(back.id));
      }
    return text;
  }
  const term t = parameter(e.graph, e.x.type(), e.x.shape_id());
  e.name_it(t, "t");
  const term pushed = op.push(e.at(), {t, {}, {}, {}, e.graph.nodes[e.out.id]});
  add("t -> ", print(pushed.id));
  return text;
}

std::string types_of(const primitive& op) {
  if (op.arity == 0) return "";
  if (op.takes == anything) return "any";
  if (op.takes == numbers) return "numbers";
  if (op.takes == floats) return "floats";
  if (op.takes == integers) return "integers";
  if (op.takes == booleans) return "bool";
  if (op.takes == (integers | booleans)) return "integers, bool";
  std::string list;
  for (int i = 0; i < dtype_count; ++i)
    if (op.takes >> i & 1) list += (list.empty() ? "" : ", ") + std::string(name_of(static_cast<dtype>(i)));
  return list;
}
std::string result_of_row(const primitive& op) {
  switch (op.gives) {
    case result::boolean: return "bool";
    case result::index: return "i32";
    case result::declared: return "declared";
    default: return "same";
  }
}
std::string algebra_of(const primitive& op) {
  std::string list;
  auto add = [&](bool holds, const char* word) {
    if (holds) list += (list.empty() ? "" : ", ") + std::string(word);
  };
  add(op.commutative, "commutative");
  add(op.idempotent, "idempotent");
  add(op.involutory, "involutory");
  add(op.rounds_alike, "folded");
  return list;
}

std::string plain(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string cuda_of(const primitive& op) {
  const std::string floating = op.cuda.floating, whole = op.cuda.whole;
  if (floating.empty()) return "";
  const std::string first = "`" + plain((op.takes & floats) ? floating : whole) + "`";
  return floating == whole || !(op.takes & floats) || !(op.takes & ~floats) ? first : first + "<br>`" + plain(whole) + "`";
}

void table(std::ostream& out, family kind, const char* title, const char* about) {
  out << "\n## " << title << "\n\n" << about << "\n\n"
      << "| name | operands | takes | gives | derivative | algebra | meaning | CUDA |\n|---|---|---|---|---|---|---|---|\n";
  for (const primitive* op : primitives::all::at)
    if (op->kind == kind)
      out << "| `" << op->name << "` | " << op->arity << " | " << types_of(*op) << " | " << result_of_row(*op) << " | "
          << derivative_of(*op) << " | " << algebra_of(*op) << " | " << plain(op->doc) << " | " << cuda_of(*op) << " |\n";
}

std::string reference_page() {
  std::ostringstream out;
  out << "# Primitives\n\n"
         "The " << primitive_count << " operations that a graph is made of. Everything a user calls is one of these or a composition of them. This page is\n"
         "printed from the registry (`include/sinter/primitive/registry.hpp`); a test compares the two.\n\n"
         "- **takes**: element types. Floats are f32, f64, f16 and bf16; integers u8, i32, u32 and i64; numbers both.\n"
         "- **gives**: the element type of the result; *declared* where whoever builds the operation chooses it.\n"
         "- **derivative**: the row's own rule, run on symbols. `x`, `y`, `z` are the operands and `out` is the result. For an elementwise\n"
         "  row it is the partial derivative by each operand. `g -> ...` is the cotangent of an operand that the operation is linear in,\n"
         "  `t -> ...` the tangent of the result; `where(p, a, b)` is a where p holds, else b. The reverse of a rule `t -> ...` is\n"
         "  its transpose, found by sinter.\n"
         "- **algebra**: what simplification may use. *Folded*: an operation on constants is computed while compiling, because every\n"
         "  compiler rounds it alike.\n"
         "- **CUDA**: how kernels spell it: `$x $y $z` stand for the operands, `$T` for the result's type, `$X` for that of x, `$n` for the\n"
         "  attribute; of a reduction, how two values are joined. A second line is for integers. Functions that begin with `sinter_` are\n"
         "  device functions that the text brings along (`include/sinter/cuda/emit/prelude.hpp`).\n";
  table(out, family::elementwise, "Elementwise", "One value of each operand makes one value of the result; operands are broadcast.");
  table(out, family::reduction, "Reductions", "Axes are folded. The rules are printed for a vector of two elements.");
  table(out, family::contraction, "Contractions", "Sums of products over pairs of axes. The rule is printed for a matrix product.");
  table(out, family::view, "Views", "An operand's values under another index.");
  table(out, family::indexing, "Indexing", "The index is data. The second operand holds the indices.");
  table(out, family::source, "Sources", "Operations without operands.");
  table(out, family::marker, "Markers", "They pass their operand on.");
  return out.str();
}

}  // namespace

TEST_CASE("the reference page says what the registry says") {
  const std::string text = reference_page();
  CHECK(text.find("| ? |") == std::string::npos);
  if (docs::is_updating()) docs::write_file(page, text);
  CHECK(docs::read_file(page) == text);
}

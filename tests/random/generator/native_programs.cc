// SPDX-License-Identifier: MIT
// Writes the programs of tests/random/native/: two hundred functions, twenty a file, from one seed. By hand only:
//   c++ -std=c++20 tests/random/generator/native_programs.cc -o /tmp/generate && /tmp/generate tests/random/native
// Each program has at most ten operations, drawn among those that the values at hand allow. Values are preferred that are
// new, so that chains grow; but any may be used again, so that expressions are shared. All values that nothing uses are
// results.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr int files = 10, programs_of_a_file = 20;
constexpr std::uint64_t seed = 20;

struct random_source {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& among(const std::vector<T>& of) { return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))]; }
};

struct dim {
  int length;
  bool is_dyn = false;
};
using dims = std::vector<dim>;

struct value {
  std::string name;
  char type;  // f d i u b
  dims extents;
  bool is_used = false;
  bool is_parameter = false;
  int rank() const { return static_cast<int>(extents.size()); }
  int size() const {
    int n = 1;
    for (const dim& d : extents) n *= d.length;
    return n;
  }
  bool is_floating() const { return type == 'f' || type == 'd'; }
  bool is_integer() const { return type == 'i' || type == 'u'; }
};

std::string list_of(const dims& extents) {
  std::string text;
  for (const dim& d : extents) text += (text.empty() ? "" : ", ") + (d.is_dyn ? std::string("dyn") : std::to_string(d.length));
  return text;
}
std::string array_type(char type, const dims& extents) {
  const std::string list = list_of(extents);
  switch (type) {
    case 'f': return "f32<" + list + ">";
    case 'd': return "f64<" + list + ">";
    case 'i': return "i32<" + list + ">";
    case 'u': return "u8<" + list + ">";
    default: return "b8<" + list + ">";
  }
}
const char* element_type(char type) {
  switch (type) {
    case 'f': return "float";
    case 'd': return "double";
    case 'i': return "std::int32_t";
    case 'u': return "std::uint8_t";
    default: return "bool";
  }
}

// Extents that broadcast, trailing axes aligned: equal, or statically 1, or absent.
bool meet(const dims& x, const dims& y, dims& both) {
  const std::size_t rank = std::max(x.size(), y.size());
  both.assign(rank, {1});
  for (std::size_t i = 0; i < rank; ++i) {
    const dim a = i < x.size() ? x[x.size() - 1 - i] : dim{1}, b = i < y.size() ? y[y.size() - 1 - i] : dim{1};
    dim& to = both[rank - 1 - i];
    if (!a.is_dyn && a.length == 1) to = b;
    else if (!b.is_dyn && b.length == 1) to = a;
    else if (a.length == b.length) to = a.is_dyn ? b : a;
    else return false;
  }
  return true;
}

class program {
 public:
  // Floating elements are of one type in a file, though casts may bring in the other, and every second file multiplies
  // matrices: so files share code among their programs and compile faster.
  program(std::string name, std::uint64_t from, char floating, bool multiplies)
      : random_{from}, name_(std::move(name)), floating_(floating), multiplies_(multiplies) {}

  void make() {
    make_parameters();
    const int wanted = 4 + std::min(random_.below(7), random_.below(7));
    for (int tries = 0; operations_ < wanted && tries < 4000; ++tries) add_operation();
  }
  std::string function() const {
    std::string text = "constexpr auto " + name_ + " = [](";
    for (const value& v : values_)
      if (v.is_parameter) text += (v.name == "a" ? "" : ", ") + std::string(v.is_used ? "" : "[[maybe_unused]] ") + "const " + array_type(v.type, v.extents) + "& " + v.name;
    text += ") {\n" + body_;
    std::vector<const value*> results;
    for (const value& v : values_)
      if (!v.is_used && !v.is_parameter) results.push_back(&v);
    text += results.size() == 1 ? "  return " : "  return std::tuple(";
    for (std::size_t i = 0; i < results.size(); ++i)
      text += (i ? ", " : "") + array_type(results[i]->type, results[i]->extents) + "(" + results[i]->name + ")";
    return text + (results.size() == 1 ? ";\n};\n" : ");\n};\n");
  }
  std::string call(int number, bool is_special) const {
    std::string text = "  check<" + name_ + ">(\"" + name_ + "\"";
    int i = 0;
    for (const value& v : values_)
      if (v.is_parameter) {
        text += ", given<" + array_type(v.type, v.extents) + ">(" + std::to_string(number * 10 + i++) + (is_special ? ", true, {" : ", false, {");
        bool first = true;
        for (const dim& d : v.extents)
          if (d.is_dyn) {
            text += (first ? "" : ", ") + std::to_string(d.length);
            first = false;
          }
        text += "}, " + std::to_string(v.size()) + ")";
      }
    return text + ");\n";
  }

 private:
  using wish = std::function<bool(const value&)>;

  random_source random_;
  std::string name_, body_;
  char floating_;
  bool multiplies_;
  std::vector<value> values_;
  int operations_ = 0;

  void make_parameters() {
    const std::vector<int> lengths{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33};
    const dim n{random_.among(lengths), random_.one_in(3)}, m{random_.among(lengths)}, k{random_.among(std::vector<int>{2, 3, 4, 6})};
    const std::vector<dims> shapes{{n, m}, {m}, {n, {1}}, {m, k}, {k, n, m}, {n, m}, {}, {n}};
    std::string types = random_.one_in(4) ? "iiufub" : "fffifub";
    std::replace(types.begin(), types.end(), 'f', floating_);
    const int count = 1 + random_.below(3);
    for (int i = 0; i < count; ++i) {
      value v{std::string(1, static_cast<char>('a' + i)), types[i == 0 ? 0 : static_cast<std::size_t>(random_.below(static_cast<int>(types.size())))],
              i == 0 ? (random_.one_in(4) ? dims{n} : random_.one_in(6) ? dims{k, n, m} : dims{n, m}) : random_.among(shapes)};
      v.is_parameter = true;
      values_.push_back(v);
    }
  }

  // A value that answers a wish, the newer the likelier; -1 if there is none.
  int pick(const wish& wanted) {
    std::vector<int> fitting;
    for (int i = 0; i < static_cast<int>(values_.size()); ++i)
      if (wanted(values_[static_cast<std::size_t>(i)])) fitting.push_back(i);
    if (fitting.empty()) return -1;
    const int count = static_cast<int>(fitting.size());
    return fitting[static_cast<std::size_t>(std::max(random_.below(count), random_.below(count)))];
  }
  const value& at(int i) const { return values_[static_cast<std::size_t>(i)]; }

  void add(const std::string& expression, char type, dims extents, const std::vector<int>& of) {
    int size = 1;
    for (const dim& d : extents) size *= d.length;
    if (size > 3000 || extents.size() > 4) return;
    for (int i : of) values_[static_cast<std::size_t>(i)].is_used = true;
    const std::string name = "v" + std::to_string(operations_++);
    const bool is_lazy = random_.one_in(5);
    body_ += "  const " + (is_lazy ? std::string("auto") : array_type(type, extents)) + " " + name + " = " + expression + ";\n";
    values_.push_back({name, type, std::move(extents)});
  }

  std::string literal(char type, int low = -9, int high = 9) {
    if (type == 'u') return std::to_string(1 + random_.below(20));
    const int n = low + random_.below(high - low + 1);
    if (type == 'i') return std::to_string(n);
    const std::string text = std::to_string(n) + (random_.one_in(2) ? ".5" : ".25");
    return type == 'f' ? text + "f" : text;
  }

  void add_operation() {
    switch (random_.below(multiplies_ ? 34 : 31)) {
      case 0: case 1: case 2: case 3: case 4: case 5: return add_unary();
      case 7: case 8: case 9: case 10: return add_binary();
      case 11: return add_with_literal();
      case 12: return add_comparison();
      case 13: return add_where();
      case 14: return add_cast();
      case 15: case 16: case 17: return add_reduction();
      case 18: return add_argmax();
      case 19: return multiplies_ ? add_matmul() : add_unary();
      case 20: return add_transpose();
      case 21: return add_slice();
      case 22: return add_concatenate();
      case 23: return add_flip_or_roll();
      case 24: return add_broadcast();
      case 6: case 25: return add_row_function();
      case 26: case 27: return add_take();
      case 28: return add_one_hot();
      case 29: return add_clip();
      case 30: return add_pad();
      default: return add_matmul();
    }
  }

  void add_unary() {
    const int x = pick([](const value&) { return true; });
    const value& v = at(x);
    const std::vector<std::string> floating{"exp", "log", "tanh", "sin", "cos", "sqrt", "logistic", "relu", "gelu", "silu", "abs", "floor",
                                            "square", "erf", "-", "log1p", "expm1", "round", "reciprocal", "softplus", "sign", "rsqrt", "atan"};
    const std::vector<std::string> integer{"abs", "-", "~", "square", "sign", "relu"};
    const std::string f = v.is_floating() ? random_.among(floating) : v.type == 'i' ? random_.among(integer) : v.type == 'u' ? "~" : "!";
    add(f.size() == 1 ? f + v.name : f + "(" + v.name + ")", v.type, v.extents, {x});
  }
  void add_binary() {
    const int x = pick([](const value&) { return true; });
    dims both;
    const int y = pick([&](const value& w) { return w.type == at(x).type && meet(at(x).extents, w.extents, both); });
    if (y < 0) return;
    meet(at(x).extents, at(y).extents, both);
    const char type = at(x).type;
    const std::vector<std::string> floating{"+", "-", "*", "/", "+", "*", "maximum", "minimum", "atan2"}, integer{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "maximum", "minimum", "shift_right_logical"}, logical{"&", "|", "^"};
    const std::string f = at(x).is_floating() ? random_.among(floating) : type == 'b' ? random_.among(logical) : random_.among(integer);
    add(f.size() <= 2 ? at(x).name + " " + f + " " + at(y).name : f + "(" + at(x).name + ", " + at(y).name + ")", type, both, {x, y});
  }
  void add_with_literal() {
    const int x = pick([](const value& v) { return v.type != 'b'; });
    if (x < 0) return;
    const value& v = at(x);
    if (v.is_integer() && random_.one_in(2)) return add(v.name + (random_.one_in(2) ? " << " : " >> ") + std::to_string(random_.below(9)), v.type, v.extents, {x});
    const std::string f = random_.among(std::vector<std::string>{" + ", " - ", " * ", " / "});
    add(random_.one_in(3) ? literal(v.type, 1) + f + v.name : v.name + f + literal(v.type, 1), v.type, v.extents, {x});
  }
  void add_comparison() {
    const int x = pick([](const value& v) { return v.type != 'b'; });
    if (x < 0) return;
    const std::string f = random_.among(std::vector<std::string>{" < ", " <= ", " > ", " >= ", " == ", " != "});
    dims both;
    const int y = random_.one_in(2) ? -1 : pick([&](const value& w) { return w.type == at(x).type && meet(at(x).extents, w.extents, both); });
    if (y < 0) return add(at(x).name + f + literal(at(x).type, -2, 2), 'b', at(x).extents, {x});
    meet(at(x).extents, at(y).extents, both);
    add(at(x).name + f + at(y).name, 'b', both, {x, y});
  }
  void add_where() {
    const int x = pick([](const value&) { return true; });
    dims both, all;
    const int y = random_.one_in(3) ? -1 : pick([&](const value& w) { return w.type == at(x).type && meet(at(x).extents, w.extents, both); });
    if (y < 0) both = at(x).extents;
    else meet(at(x).extents, at(y).extents, both);
    if (y < 0 && at(x).type == 'b') return;
    const std::string other = y < 0 ? literal(at(x).type) : at(y).name;
    const int c = pick([&](const value& w) { return meet(w.extents, both, all); });
    meet(at(c).extents, both, all);
    const std::string condition = at(c).type == 'b' ? at(c).name : at(c).name + " > " + literal(at(c).type, -1, 1);
    std::vector<int> of{x, c};
    if (y >= 0) of.push_back(y);
    add("where(" + condition + ", " + at(x).name + ", " + other + ")", at(x).type, all, of);
  }
  void add_cast() {
    const int x = pick([](const value&) { return true; });
    const char to = random_.among(std::vector<char>{floating_, floating_, random_.one_in(2) ? 'd' : 'f', 'i', 'i', 'u', 'b'});
    if (to == at(x).type) return;
    add("cast<" + std::string(element_type(to)) + ">(" + at(x).name + ")", to, at(x).extents, {x});
  }

  // Axes to reduce, as an option, and what is left; false where nothing can be.
  bool choose_axes(const value& v, std::string& option, dims& left) {
    if (v.rank() == 0) return false;
    const bool keeps = random_.one_in(3);
    const int first = random_.below(v.rank()), last = v.rank() > 1 && random_.one_in(4) ? (first + 1) % v.rank() : first;
    const bool everything = random_.one_in(6);
    left.clear();
    for (int i = 0; i < v.rank(); ++i) {
      if (everything || i == first || i == last) {
        if (keeps) left.push_back({1});
      } else left.push_back(v.extents[static_cast<std::size_t>(i)]);
    }
    option = everything ? "" : first == last ? ", axis<" + std::to_string(random_.one_in(2) ? first : first - v.rank()) + ">"
                                             : ", axes<" + std::to_string(first) + ", " + std::to_string(last) + ">";
    if (keeps) option += ", keep_dims";
    return true;
  }
  void add_reduction() {
    const int x = pick([](const value& v) { return v.rank() > 0; });
    std::string option;
    dims left;
    if (x < 0 || !choose_axes(at(x), option, left)) return;
    const value& v = at(x);
    const std::vector<std::string> floating{"sum", "max", "mean", "min", "logsumexp", "mean", "var", "prod"}, integer{"sum", "max", "min"};
    const std::string f = v.is_floating() ? random_.among(floating) : v.type == 'b' ? (random_.one_in(3) ? "sum" : random_.one_in(2) ? "any" : "all") : random_.among(integer);
    add(f + "(" + v.name + option + ")", v.type == 'b' && f == "sum" ? 'i' : v.type, left, {x});
  }
  void add_argmax() {
    const int x = pick([](const value& v) { return v.rank() > 0 && v.type != 'b'; });
    if (x < 0) return;
    const value& v = at(x);
    const int axis = random_.below(v.rank());
    dims left = v.extents;
    left.erase(left.begin() + axis);
    add((random_.one_in(2) ? "argmax(" : "argmin(") + v.name + ", axis<" + std::to_string(axis) + ">)", 'i', left, {x});
  }
  void add_matmul() {
    const int x = pick([&](const value& v) { return v.type == (random_.one_in(30) ? 'i' : floating_) && v.rank() >= 1 && v.rank() <= 2; });
    if (x < 0) return;
    const dim inner = at(x).extents.back();
    const auto meets = [&](const dim& d) { return d.length == inner.length; };
    if (at(x).rank() == 2 && random_.one_in(5)) {  // with itself, transposed
      const dims& e = at(x).extents;
      return random_.one_in(2) ? add("matmul(" + at(x).name + ", transpose<1, 0>(" + at(x).name + "))", at(x).type, {e[0], e[0]}, {x})
                               : add("matmul(transpose<1, 0>(" + at(x).name + "), " + at(x).name + ")", at(x).type, {e[1], e[1]}, {x});
    }
    const int y = pick([&](const value& w) {
      return w.type == at(x).type && w.rank() >= 1 && w.rank() <= 2 && (meets(w.extents[0]) || (w.rank() == 2 && meets(w.extents[1])));
    });
    if (y < 0) return;
    const value& w = at(y);
    const bool turns = !meets(w.extents[0]);
    dims made(at(x).extents.begin(), at(x).extents.end() - 1);
    if (w.rank() == 2) made.push_back(w.extents[turns ? 0 : 1]);
    add("matmul(" + at(x).name + ", " + (turns ? "transpose<1, 0>(" + w.name + ")" : w.name) + ")", at(x).type, made, {x, y});
  }
  void add_transpose() {
    const int x = pick([](const value& v) { return v.rank() >= 2; });
    if (x < 0) return;
    const value& v = at(x);
    std::vector<int> order;
    for (int i = 0; i < v.rank(); ++i) order.push_back(i);
    for (int i = v.rank() - 1; i > 0; --i) std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random_.below(i + 1))]);
    if (v.rank() == 2) order = {1, 0};
    std::string list;
    dims made;
    for (int i : order) {
      list += (list.empty() ? "" : ", ") + std::to_string(i);
      made.push_back(v.extents[static_cast<std::size_t>(i)]);
    }
    add("transpose<" + list + ">(" + v.name + ")", v.type, made, {x});
  }
  void add_slice() {
    const int x = pick([](const value& v) { return v.rank() >= 1; });
    if (x < 0) return;
    const value& v = at(x);
    const int axis = random_.below(v.rank());
    const dim d = v.extents[static_cast<std::size_t>(axis)];
    if (d.length < 2) return;
    const int start = random_.below(d.length), stride = random_.one_in(3) ? 2 : 1, limit = random_.one_in(2) ? d.length : start + 1 + random_.below(d.length - start);
    dims made = v.extents;
    const bool to_end = limit == d.length;
    made[static_cast<std::size_t>(axis)] = {(limit - start + stride - 1) / stride, d.is_dyn && to_end};
    add("slice<" + std::to_string(start) + ", " + (to_end ? "to_end" : std::to_string(limit)) + (stride > 1 ? ", 2" : "") + ">(" + v.name + ", axis<" + std::to_string(axis) + ">)",
        v.type, made, {x});
  }
  void add_concatenate() {
    const int x = pick([](const value& v) { return v.rank() >= 1; });
    if (x < 0) return;
    const int axis = random_.below(at(x).rank());
    const int y = pick([&](const value& w) {
      if (w.type != at(x).type || w.rank() != at(x).rank()) return false;
      for (int i = 0; i < w.rank(); ++i) {
        const dim d = w.extents[static_cast<std::size_t>(i)], e = at(x).extents[static_cast<std::size_t>(i)];
        if (i != axis && d.length != e.length) return false;
      }
      return true;
    });
    if (y < 0) return;
    dims made = at(x).extents;
    for (int i = 0; i < at(x).rank(); ++i) {
      dim& d = made[static_cast<std::size_t>(i)];
      const dim e = at(y).extents[static_cast<std::size_t>(i)];
      if (i == axis) d = {d.length + e.length, d.is_dyn || e.is_dyn};
      else if (d.is_dyn) d = e;
    }
    add("concatenate<" + std::to_string(axis) + ">(" + at(x).name + ", " + at(y).name + ")", at(x).type, made, {x, y});
  }
  void add_flip_or_roll() {
    const int x = pick([](const value& v) { return v.rank() >= 1; });
    if (x < 0) return;
    const value& v = at(x);
    const std::string axis = "axis<" + std::to_string(random_.below(v.rank())) + ">";
    const bool is_static = std::none_of(v.extents.begin(), v.extents.end(), [](const dim& d) { return d.is_dyn; });
    if (is_static && random_.one_in(2)) return add("roll<" + std::to_string(random_.below(9) - 4) + ">(" + v.name + ", " + axis + ")", v.type, v.extents, {x});
    add("flip(" + v.name + (random_.one_in(3) ? "" : ", " + axis) + ")", v.type, v.extents, {x});
  }
  void add_broadcast() {
    const int x = pick([](const value& v) { return v.rank() <= 2 && v.size() <= 300; });
    if (x < 0) return;
    const value& v = at(x);
    const int axis = random_.below(v.rank() + 1);
    dims made = v.extents;
    if (random_.one_in(2)) {
      made.insert(made.begin() + axis, {1});
      return add("expand_dims<" + std::to_string(axis) + ">(" + v.name + ")", v.type, made, {x});
    }
    made.insert(made.begin(), {2 + random_.below(4)});
    add("broadcast_to<" + list_of(made) + ">(" + v.name + ")", v.type, made, {x});
  }
  void add_row_function() {
    const int x = pick([](const value& v) { return v.is_floating() && v.rank() >= 1; });
    if (x < 0) return;
    const std::string f = random_.among(std::vector<std::string>{"softmax", "layer_norm", "log_softmax", "layer_norm"});
    const int axis = f == "layer_norm" || random_.one_in(2) ? at(x).rank() - 1 : random_.below(at(x).rank());
    add(f + "(" + at(x).name + ", axis<" + std::to_string(axis) + ">)", at(x).type, at(x).extents, {x});
  }
  void add_take() {
    const int x = pick([](const value& v) { return v.rank() >= 1; });
    const int index = pick([](const value& v) { return v.type == 'i' && v.rank() <= 1; });
    if (x < 0 || index < 0) return;
    const value& v = at(x);
    const int axis = random_.below(v.rank());
    dims made = v.extents;
    made.erase(made.begin() + axis);
    made.insert(made.begin() + axis, at(index).extents.begin(), at(index).extents.end());
    add("take(" + v.name + ", " + at(index).name + ", axis<" + std::to_string(axis) + ">" + (random_.one_in(2) ? ", clip_mode" : "") + ")", v.type, made, {x, index});
  }
  void add_one_hot() {
    const int x = pick([](const value& v) { return v.is_integer() && v.rank() <= 2; });
    if (x < 0) return;
    const int classes = 2 + random_.below(5);
    dims made = at(x).extents;
    made.push_back({classes});
    const char to = random_.one_in(3) ? 'i' : floating_;
    add("one_hot<" + std::to_string(classes) + (to == 'i' ? ", int" : to == 'd' ? ", double" : "") + ">(" + at(x).name + ")", to, made, {x});
  }
  void add_clip() {
    const int x = pick([](const value& v) { return v.type != 'b'; });
    if (x < 0) return;
    const value& v = at(x);
    add("clip(" + v.name + ", " + (v.type == 'u' ? "3" : literal(v.type, -3, -1)) + ", " + (v.type == 'u' ? "200" : literal(v.type, 1, 3)) + ")", v.type, v.extents, {x});
  }
  void add_pad() {
    const int x = pick([](const value& v) { return v.rank() >= 1 && v.type != 'b'; });
    if (x < 0) return;
    const value& v = at(x);
    const int axis = random_.below(v.rank()), low = random_.below(3), high = random_.below(3);
    dims made = v.extents;
    made[static_cast<std::size_t>(axis)].length += low + high;
    add("pad<" + std::to_string(low) + ", " + std::to_string(high) + ">(" + v.name + ", axis<" + std::to_string(axis) + ">)", v.type, made, {x});
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: native_programs FOLDER\n", stderr);
    return 2;
  }
  for (int f = 0; f < files; ++f) {
    const std::string number = (f + 1 < 10 ? "0" : "") + std::to_string(f + 1);
    std::string functions, calls;
    for (int p = 0; p < programs_of_a_file; ++p) {
      const int at = f * programs_of_a_file + p;
      program made("program_" + std::to_string(at), seed * 1000003u + static_cast<std::uint64_t>(at), f % 3 == 2 ? 'd' : 'f', f % 2 == 0);
      made.make();
      functions += made.function();
      calls += made.call(at, at % 4 == 0);
    }
    std::ofstream(std::string(arguments[1]) + "/native_" + number + ".cpp")
        << "// SPDX-License-Identifier: MIT\n// Made by random/generator/native_programs.cc; not to be edited.\n"
           "#include \"../native_programs.hpp\"\n\nusing namespace sinter;\nusing namespace random_programs;\n\nnamespace {\n\n"
        << functions << "\n}  // namespace\n\nTEST_CASE(\"random programs " << number << "\") {\n" << calls << "}\n";
  }
}

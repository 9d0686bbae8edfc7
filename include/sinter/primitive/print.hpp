// SPDX-License-Identifier: MIT
// A graph as text in JAX's notation: { lambda ; a:f32[n,784]. let b:f32[n,128] = tanh a in (b,) }. Extents that a call
// decides are n, or n0, n1, ... where there are several.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../graph/graph.hpp"
#include "registry.hpp"

namespace sinter::core {

class jaxpr_printer {
 public:
  explicit jaxpr_printer(const graph_view& graph) : graph_(graph), names_(static_cast<std::size_t>(graph.count.nodes)) {}

  std::string print() {
    text_ = "{ lambda ;";
    for (int p = 0; p < graph_.parameters; ++p) {
      const int id = parameter_node(p);
      text_ += ' ';
      if (id < 0) text_ += "_";
      else text_ += name(id) + ":" + type(id);
    }
    text_ += ". let\n";
    for (int id = 0; id < graph_.count.nodes; ++id)
      if (graph_.nodes[id].op != &primitives::parameter && graph_.nodes[id].op != &primitives::constant) equation(id);
    text_ += "  in (";
    for (int i = 0; i < graph_.count.roots; ++i) {
      if (i) text_ += ", ";
      text_ += reference(graph_.roots[i]);
    }
    text_ += graph_.count.roots == 1 ? ",) }" : ") }";
    return text_;
  }

  std::string extent(std::int64_t code) const {
    if (!is_symbol(code)) return std::to_string(code);
    const symbol& s = graph_.symbols[symbol_of(code)];
    const char* between = s.from == origin::sum ? "+" : s.from == origin::difference ? "-" : s.from == origin::product ? "*"
                          : s.from == origin::quotient ? "/" : nullptr;
    if (between) return "(" + extent(s.x) + between + extent(s.y) + ")";
    if (s.from == origin::dilation) return "dilate(" + extent(s.x) + "," + extent(s.y) + ")";
    if (s.from == origin::ceiling) return "ceil(" + extent(s.x) + "/" + extent(s.y) + ")";
    int opened = 0, before = 0;
    for (int i = 0; i < graph_.count.symbols; ++i) {
      const symbol& other = graph_.symbols[i];
      if (other.from > origin::argument || other.parent != i || other.value >= 0) continue;
      before += i < symbol_of(code);
      ++opened;
    }
    return opened > 1 ? "n" + std::to_string(before) : "n";
  }
  std::string extents(const shape& of) const {
    std::string text = "[";
    for (int i = 0; i < of.rank; ++i) text += (i ? "," : "") + extent(of[i]);
    return text + "]";
  }
  std::string type(int id) const { return name_of(graph_.nodes[id].type) + extents(graph_.shape_of(id)); }

 private:
  graph_view graph_;
  std::vector<std::string> names_;
  std::string text_;
  int next_name_ = 0;

  int parameter_node(int number) const {
    for (int id = 0; id < graph_.count.nodes; ++id)
      if (graph_.nodes[id].op == &primitives::parameter && graph_.nodes[id].attribute == number) return id;
    return -1;
  }
  const std::string& name(int id) {
    std::string& known = names_[static_cast<std::size_t>(id)];
    if (known.empty()) {
      int number = next_name_++;
      do known.insert(known.begin(), static_cast<char>('a' + number % 26));
      while ((number = number / 26) > 0);
    }
    return known;
  }
  static std::string number(std::int64_t bits, dtype type) {
    if (type == dtype::b8) return bits ? "True" : "False";
    if (!is_floating(type)) return std::to_string(bits);
    const double value = std::bit_cast<double>(bits);
    if (value != value) return "nan";
    char digits[40];
    for (int precision = 1; precision <= 17; ++precision) {
      std::snprintf(digits, sizeof digits, "%.*g", precision, value);
      const double back = std::strtod(digits, nullptr);
      if (bits_of(back, type) == bits) break;
    }
    std::string text = digits;
    if (text.find_first_of(".einf") == std::string::npos) text += ".0";
    return text;
  }
  std::string reference(int id) {
    const node& at = graph_.nodes[id];
    if (at.op == &primitives::constant) return number(at.attribute, at.type) + ":" + type(id);
    return name(id);
  }
  template <class Item>
  static std::string list(int count, Item item) {
    std::string text = "(";
    for (int i = 0; i < count; ++i) text += (i ? ", " : "") + item(i);
    return text + (count == 1 ? ",)" : ")");
  }
  static std::string axes(std::int64_t mask) {
    std::string text = "(";
    int count = 0;
    for (int i = 0; i < max_rank; ++i)
      if (mask >> i & 1) text += (count++ ? ", " : "") + std::to_string(i);
    return text + (count == 1 ? ",)" : ")");
  }
  std::string attributes(const node& at) const {
    const shape& to = graph_.shapes[at.shape];
    const int from_rank = at.a >= 0 ? graph_.shape_of(at.a).rank : 0;
    const std::int64_t* pool = graph_.pool + at.attribute;
    auto sizes = [&] { return list(to.rank, [&](int i) { return extent(to[i]); }); };
    switch (at.op->holds) {
      case attribute::nothing: return at.op == &primitives::dimension_size ? "[size=" + extent(at.attribute) + "]" : "";
      case attribute::axes: return "[axes=" + axes(at.attribute) + "]";
      case attribute::exponent: return "[y=" + std::to_string(at.attribute) + "]";
      case attribute::new_type: return std::string("[new_dtype=") + name_of(at.type) + "]";
      case attribute::new_shape: return "[new_sizes=" + sizes() + "]";
      case attribute::permutation:
        return "[permutation=" + list(to.rank, [&](int i) {
                 for (int k = 0; k < to.rank; ++k)
                   if (axis_at(at.attribute, k) == i) return std::to_string(k);
                 return std::string("?");
               }) + "]";
      case attribute::broadcast:
        return "[broadcast_dimensions=" + list(from_rank, [&](int i) { return std::to_string(axis_at(at.attribute, i)); }) +
               " shape=" + sizes() + "]";
      case attribute::slice:
        return "[start_indices=" + list(to.rank, [&](int i) { return extent(pool[2 * i]); }) + " sizes=" + sizes() +
               " strides=" + list(to.rank, [&](int i) { return std::to_string(pool[2 * i + 1]); }) + "]";
      case attribute::padding:
        return "[low=" + list(to.rank, [&](int i) { return extent(pool[2 * i]); }) +
               " interior=" + list(to.rank, [&](int i) { return std::to_string(pool[2 * i + 1]); }) + " shape=" + sizes() + "]";
      case attribute::dimension:
        return "[dimension=" + std::to_string(at.attribute) + (at.op == &primitives::iota ? " shape=" + sizes() : std::string()) + "]";
      case attribute::index: {
        constexpr const char* modes[] = {"fill", "clip", "promise_in_bounds", "zero"};
        return "[axis=" + std::to_string(axis_of_index(at.attribute)) +
               " mode=" + modes[static_cast<int>(mode_of_index(at.attribute))] + "]";
      }
      default: {
        const contraction how = contraction::unpack(at.attribute);
        auto square = [](int count, const std::int8_t* axes) {
          std::string text = "[";
          for (int i = 0; i < count; ++i) text += (i ? ", " : "") + std::to_string(axes[i]);
          return text + "]";
        };
        return "[dimension_numbers=((" + square(how.contracted, how.x) + ", " + square(how.contracted, how.y) + "), (" +
               square(how.batches, how.batch_x) + ", " + square(how.batches, how.batch_y) + "))]";
      }
    }
  }
  void equation(int id) {
    const node& at = graph_.nodes[id];
    text_ += "    " + name(id) + ":" + type(id) + " = " + at.op->name + attributes(at);
    for (int k = 0; k < 3; ++k)
      if (at.operand(k) >= 0) text_ += " " + reference(at.operand(k));
    text_ += "\n";
  }
};

inline std::string jaxpr(const graph_view& graph) { return jaxpr_printer(graph).print(); }

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
#include "recipe.hpp"

#include <stdexcept>

#include <sinter/graph/graph.hpp>

namespace recipes {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::shape;

bool same(const primitive* op, const primitive& other) { return op == &other; }

// ---- printing ----

std::string row_name(const primitive* op) {
  const std::string name = op->name;
  if (name == "and" || name == "or" || name == "xor" || name == "not") return "bitwise_" + name;
  return name == "scatter-add" ? "scatter_add" : name;
}
std::string type_name(dtype type) {
  const char* names[] = {"b8", "u8", "i32", "u32", "i64", "f32", "f64", "f16", "bf16"};
  return std::string("dtype::") + names[static_cast<int>(type)];
}
std::string v(int step) { return "v" + std::to_string(step); }
std::string list_of(const extent_list& extents) {
  std::string text;
  for (std::size_t i = 0; i < extents.size(); ++i) text += (i ? ", " : "") + std::to_string(extents[i]);
  return text;
}
std::string shape_text(const extent_list& extents) {
  return "g.intern({" + std::to_string(extents.size()) + ", {" + list_of(extents) + "}})";
}

std::string statement(const recipe& from, int number, int parameter) {
  const step& at = from.steps[static_cast<std::size_t>(number)];
  const std::string declare = "const term " + v(number) + " = ", x = at.x >= 0 ? v(at.x) : "", y = at.y >= 0 ? v(at.y) : "", z = at.z >= 0 ? v(at.z) : "";
  const std::string row = "primitives::" + row_name(at.op);
  if (same(at.op, primitives::parameter)) {
    std::string extents;
    for (std::size_t i = 0; i < at.extents.size(); ++i) {
      if (i) extents += ", ";
      extents += at.symbols >> i & 1 ? "g.open(origin::parameter, " + std::to_string(parameter) + ", " + std::to_string(i) + ") /* " + std::to_string(at.extents[i]) + " */"
                                     : std::to_string(at.extents[i]);
    }
    return declare + "parameter(g, " + type_name(at.type) + ", g.intern({" + std::to_string(at.extents.size()) + ", {" + extents + "}}));";
  }
  if (same(at.op, primitives::constant)) {
    const std::string value = support::text_of(static_cast<wide>(at.number));
    if (at.x >= 0) return declare + "constant(g, " + value + ", " + type_name(at.type) + ", " + x + ".shape_id());";
    return declare + "constant(g, " + value + ", " + type_name(at.type) + ", " + shape_text(at.extents) + ");";
  }
  if (same(at.op, primitives::iota)) return declare + "iota(g, " + type_name(at.type) + ", " + shape_text(at.extents) + ", " + std::to_string(at.attribute) + ");";
  if (same(at.op, primitives::dimension_size))
    return declare + "dimension_size(g, " + x + ".extents()[" + std::to_string(at.attribute) + "], " + type_name(at.type) + ");";
  if (same(at.op, primitives::reshape)) {
    std::string text = "shape s" + std::to_string(number) + "; ";
    for (const new_axis& axis : at.axes) {
      text += "s" + std::to_string(number) + ".push(";
      if (axis.last < 0) text += std::to_string(axis.first);
      else {
        std::string product = axis.first == axis.last ? "1" : x + ".extents()[" + std::to_string(axis.first) + "]";
        for (int i = axis.first + 1; i < axis.last; ++i) product = "g.define(origin::product, " + product + ", " + x + ".extents()[" + std::to_string(i) + "])";
        text += product;
      }
      text += "); ";
    }
    return text + declare + "reshape(" + x + ", g.intern(s" + std::to_string(number) + "));";
  }
  if (same(at.op, primitives::broadcast_in_dim)) {
    std::string text = "shape s" + std::to_string(number) + "; ";
    for (std::size_t i = 0; i < at.extents.size(); ++i) {
      std::string extent = std::to_string(at.extents[i]);
      if (at.extents[i] < 0)
        for (int k = 0; k < 8; ++k)
          if (core::axis_at(at.attribute, k) == static_cast<int>(i) && (k > 0 || core::axis_at(at.attribute, 0) == static_cast<int>(i))) { extent = x + ".extents()[" + std::to_string(k) + "]"; break; }
      text += "s" + std::to_string(number) + ".push(" + extent + "); ";
    }
    return text + declare + "broadcast_in_dim(" + x + ", g.intern(s" + std::to_string(number) + "), " + std::to_string(at.attribute) + ");";
  }
  if (same(at.op, primitives::slice)) {
    std::string text = "const slice_axis s" + std::to_string(number) + "[] = {";
    for (std::size_t i = 0; i < at.along.size(); ++i) {
      const axis_numbers& a = at.along[i];
      std::string length = x + ".extents()[" + std::to_string(i) + "]";
      if (a.start + a.cut) length = "g.define(origin::difference, " + length + ", " + std::to_string(a.start + a.cut) + ")";
      if (a.stride > 1) length = "g.define(origin::ceiling, " + length + ", " + std::to_string(a.stride) + ")";
      text += (i ? ", {" : "{") + std::to_string(a.start) + ", " + std::to_string(a.stride) + ", " + length + "}";
    }
    return text + "}; " + declare + "slice(" + x + ", s" + std::to_string(number) + ");";
  }
  if (same(at.op, primitives::pad)) {
    std::string text = "const pad_axis s" + std::to_string(number) + "[] = {";
    for (std::size_t i = 0; i < at.along.size(); ++i)
      text += (i ? ", {" : "{") + std::to_string(at.along[i].start) + ", " + std::to_string(at.along[i].cut) + ", " + std::to_string(at.along[i].stride) + "}";
    return text + "}; " + declare + "pad(" + x + ", " + y + ", s" + std::to_string(number) + ");";
  }
  if (same(at.op, primitives::transpose)) return declare + "transpose(" + x + ", " + std::to_string(at.attribute) + ");";
  if (same(at.op, primitives::dot_general)) return declare + "dot_general(" + x + ", " + y + ", contraction::unpack(" + std::to_string(at.attribute) + "));";
  if (same(at.op, primitives::barrier)) return declare + "barrier(" + x + ");";
  std::string text = declare + "emit(" + row + ", " + x;
  text += at.y >= 0 ? ", " + y : ", {}";
  text += at.z >= 0 ? ", " + z : ", {}";
  text += ", " + std::to_string(at.attribute);
  if (at.op->gives == core::result::declared) text += ", " + type_name(at.type);
  return text + ");";
}

}  // namespace

std::string print(const recipe& from) {
  std::string text = "// seed " + std::to_string(from.seed) + "\nbuilder g;\n";
  int parameter = 0;
  for (int i = 0; i < static_cast<int>(from.steps.size()); ++i) {
    text += statement(from, i, parameter) + "\n";
    parameter += same(from.steps[static_cast<std::size_t>(i)].op, primitives::parameter);
  }
  for (const int root : from.roots) text += "g.roots.push(" + v(root) + ".id);\n";
  parameter = 0;
  for (const step& at : from.steps)
    if (same(at.op, primitives::parameter)) {
      text += "// argument " + std::to_string(parameter++) + ":";
      for (const wide value : at.value.at) text += " " + support::text_of(value);
      text += "\n";
    }
  return text;
}

term build_step(builder& graph, const step& at, const std::vector<term>& before) {
  auto given = [&](int i) { return at.operand(i) >= 0 ? before[static_cast<std::size_t>(at.operand(i))] : term{}; };
  const term x = given(0), y = given(1), z = given(2);
  // A step that was made for an operand of another rank: shrinking puts one in its place.
  auto must_be_axes_of_x = [&](bool holds) {
    if (!holds) throw std::invalid_argument("axes that the operand has not");
  };
  auto plain_shape = [&] {
    shape made;
    for (const std::int64_t extent : at.extents) made.push(extent);
    return graph.intern(made);
  };
  if (same(at.op, primitives::parameter)) {
    shape made;
    for (std::size_t i = 0; i < at.extents.size(); ++i)
      made.push(at.symbols >> i & 1 ? graph.open(core::origin::parameter, graph.parameters, static_cast<std::int64_t>(i)) : at.extents[i]);
    return core::parameter(graph, at.type, graph.intern(made));
  }
  if (same(at.op, primitives::constant)) return core::constant(graph, at.number, at.type, x ? x.shape_id() : plain_shape());
  if (same(at.op, primitives::iota)) return core::iota(graph, at.type, plain_shape(), static_cast<int>(at.attribute));
  if (same(at.op, primitives::dimension_size)) return core::dimension_size(graph, x.extents()[static_cast<int>(at.attribute)], at.type);
  if (same(at.op, primitives::barrier)) return core::barrier(x);
  if (same(at.op, primitives::transpose)) return core::transpose(x, at.attribute);
  if (same(at.op, primitives::dot_general)) return core::dot_general(x, y, core::contraction::unpack(at.attribute));
  if (same(at.op, primitives::reshape)) {
    shape made;
    for (const new_axis& axis : at.axes) {
      must_be_axes_of_x(axis.last <= x.rank());
      if (axis.last < 0) {
        made.push(axis.first);
        continue;
      }
      std::int64_t product = 1;
      for (int i = axis.first; i < axis.last; ++i) product = i == axis.first ? graph.resolve(x.extents()[i]) : graph.define(core::origin::product, product, x.extents()[i]);
      made.push(product);
    }
    return core::reshape(x, graph.intern(made));
  }
  if (same(at.op, primitives::broadcast_in_dim)) {
    shape made;
    for (const std::int64_t extent : at.extents) made.push(extent);
    for (int k = 0; k < x.rank(); ++k) {
      must_be_axes_of_x(core::axis_at(at.attribute, k) < made.rank);
      std::int64_t& extent = made.extents[core::axis_at(at.attribute, k)];
      if (extent < 0) extent = graph.resolve(x.extents()[k]);
    }
    return core::broadcast_in_dim(x, graph.intern(made), at.attribute);
  }
  if (same(at.op, primitives::slice)) {
    must_be_axes_of_x(at.along.size() == static_cast<std::size_t>(x.rank()));
    std::vector<core::slice_axis> axes(at.along.size() + 1);
    for (int i = 0; i < x.rank(); ++i) {
      const axis_numbers& a = at.along[static_cast<std::size_t>(i)];
      std::int64_t length = graph.resolve(x.extents()[i]);
      if (a.start + a.cut) length = graph.define(core::origin::difference, length, a.start + a.cut);
      if (a.stride > 1) length = graph.define(core::origin::ceiling, length, a.stride);
      axes[static_cast<std::size_t>(i)] = {a.start, a.stride, length};
    }
    return core::slice(x, axes.data());
  }
  if (same(at.op, primitives::pad)) {
    must_be_axes_of_x(at.along.size() == static_cast<std::size_t>(x.rank()));
    std::vector<core::pad_axis> axes(at.along.size() + 1);
    for (std::size_t i = 0; i < at.along.size(); ++i) axes[i] = {at.along[i].start, at.along[i].cut, at.along[i].stride};
    return core::pad(x, y, axes.data());
  }
  return core::emit(*at.op, x, y, z, at.attribute, at.type);
}

std::vector<term> build(builder& graph, const recipe& from) {
  std::vector<term> made;
  for (const step& at : from.steps) made.push_back(build_step(graph, at, made));
  for (const int root : from.roots) graph.roots.push(made[static_cast<std::size_t>(root)].id);
  return made;
}

std::vector<tensor> arguments_of(const recipe& from) {
  std::vector<tensor> made;
  for (const step& at : from.steps)
    if (same(at.op, primitives::parameter)) made.push_back(at.value);
  return made;
}

recipe without_symbols(recipe from) {
  for (step& at : from.steps) at.symbols = 0;
  return from;
}

}  // namespace recipes

// SPDX-License-Identifier: MIT
#include "values.hpp"

namespace examples {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using support::precision;
using support::random_numbers;
using support::wide;

int shape_id(builder& graph, const extent_list& extents) {
  core::shape made;
  for (const std::int64_t extent : extents) made.push(extent);
  return graph.intern(made);
}

struct prepared {
  extent_list extents;  // of the parameter
  std::function<term(builder&, term)> view;
};
prepared prepare(const operand& from, through how) {
  const std::size_t rank = from.extents.size();
  prepared made{from.extents, nullptr};
  if (how == through::transpose && rank >= 2) {
    std::int64_t map = 0;
    for (std::size_t i = 0; i < rank; ++i) {
      made.extents[i] = from.extents[rank - 1 - i];
      map |= core::axis_to(static_cast<int>(i), static_cast<int>(rank - 1 - i));
    }
    made.view = [map](builder&, term x) { return core::transpose(x, map); };
  } else if (how == through::slice && rank >= 1) {
    std::vector<core::slice_axis> axes;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::int64_t stride = i % 2 ? 1 : 2;
      made.extents[i] = 1 + from.extents[i] * stride + 1;
      axes.push_back({1, stride, from.extents[i]});
    }
    made.view = [axes](builder&, term x) { return core::slice(x, axes.data()); };
  } else if (how == through::reverse && rank >= 1) {
    const unsigned mask = rank > 1 ? 1u << (rank - 1) | 1u : 1u;
    made.view = [mask](builder&, term x) { return core::reverse(x, mask); };
  } else if (how == through::broadcast && rank >= 1) {
    made.extents.erase(made.extents.begin());
    std::int64_t map = 0;
    for (std::size_t i = 0; i + 1 < rank; ++i) map |= core::axis_to(static_cast<int>(i), static_cast<int>(i + 1));
    made.view = [to = from.extents, map](builder& graph, term x) { return core::broadcast_in_dim(x, shape_id(graph, to), map); };
  }
  return made;
}

tensor sample(random_numbers& random, const operand& from, const extent_list& extents, bool extremes, int& place) {
  tensor made{from.type, extents, {}};
  for (std::int64_t i = support::volume(extents); i > 0; --i) {
    if (core::is_floating(from.type)) {
      // half of the domain that derivatives have, half of everywhere
      const domain samples = extremes && random.one_in(2) ? domain::real : from.samples;
      made.at.push_back(support::rounded_to(from.type, static_cast<wide>(support::real_sample(random, samples, place++))));
    } else if (from.limit > 0) {
      made.at.push_back(random.below(from.limit + 4) - 2);
    } else if (from.limit < 0) {
      made.at.push_back(random.below(-from.limit));
    } else {
      made.at.push_back(support::integer_sample(random, from.type, from.samples, extremes));
    }
  }
  return made;
}

// How near a backend must come.
enum class nearness : std::uint8_t { exact, some_ulps, sum, product };

nearness demanded(const primitive* op, dtype type) {
  if (!core::is_floating(type) || !support::rounds(op)) return nearness::exact;
  if (op == &primitives::reduce_sum || op == &primitives::dot_general) return nearness::sum;
  if (op == &primitives::reduce_prod) return nearness::product;
  for (const primitive* one : {static_cast<const primitive*>(&primitives::sqrt), static_cast<const primitive*>(&primitives::integer_pow),
                               static_cast<const primitive*>(&primitives::convert_element_type), static_cast<const primitive*>(&primitives::bitcast_convert_type),
                               static_cast<const primitive*>(&primitives::scatter_add), static_cast<const primitive*>(&primitives::parameter)})
    if (op == one) return nearness::exact;
  return op->rounds_alike ? nearness::exact : nearness::some_ulps;
}
// Extremes may take either zero.
bool any_zero(const primitive* op) {
  return op == &primitives::max || op == &primitives::min || op == &primitives::reduce_max || op == &primitives::reduce_min || op == &primitives::clamp;
}

}  // namespace

std::string difference(const example& of, const builder& graph, const std::vector<tensor>& arguments, const tensor& given,
                       int most_ulps) {
  const core::graph_view view = core::view_of(graph);
  const nearness demand = demanded(of.op, given.type);
  const precision as = demand == nearness::exact ? precision::own : precision::extended;
  std::vector<wide> magnitudes;
  const int root = graph.roots[0];
  const tensor expected = support::evaluate(view, arguments, {as, [&](int id, dtype, wide value, const support::orders& known) {
                                              if (id == root) magnitudes.push_back(known.magnitude);
                                              return value;
                                            }})[0];
  if (given.extents != expected.extents || given.type != expected.type) return "extents " + support::text_of(given.extents) + ", expected " + support::text_of(expected.extents);
  for (std::size_t i = 0; i < given.at.size(); ++i) {
    const wide x = given.at[i], y = support::rounded_to(given.type, expected.at[i]);
    bool near = support::same_value(x, y, any_zero(of.op));
    const wide eps = core::is_floating(given.type) ? support::epsilon(given.type) : 0;
    if (!near && demand == nearness::some_ulps) near = support::ulps(given.type, x, y) <= static_cast<std::uint64_t>(most_ulps);
    if (!near && demand == nearness::sum) near = std::fabs(x - y) <= 8 * eps * magnitudes.at(i);
    if (!near && demand == nearness::product) near = std::fabs(x - y) <= 80 * eps * std::fabs(y);
    if (!near) {
      std::string text = "element " + std::to_string(i) + " is " + support::text_of(x) + ", expected " + support::text_of(y) + "; first elements of the operands:";
      for (const tensor& one : arguments) text += one.at.empty() ? " none" : " " + support::text_of(one.at[i < one.at.size() ? i : 0]);
      return text;
    }
  }
  return "";
}

value_case make_value_case(const example& of, through how, random_numbers& random, bool specials) {
  value_case made;
  std::vector<term> operands;
  std::vector<prepared> views;
  int place = 0;
  for (const operand& one : of.operands) {
    views.push_back(prepare(one, how));
    operands.push_back(core::parameter(made.graph, one.type, shape_id(made.graph, views.back().extents)));
    made.arguments.push_back(sample(random, one, views.back().extents, true, place));
  }
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (views[i].view) operands[i] = views[i].view(made.graph, operands[i]);
  if (specials) {  // every combination of special values, as one long operand each
    const auto& values = support::special_values();
    std::size_t count = 1;
    for (std::size_t i = 0; i < of.operands.size(); ++i) count *= values.size();
    operands.clear();
    made.graph = builder();
    for (std::size_t k = 0, step = 1; k < of.operands.size(); ++k, step *= values.size()) {
      const dtype type = of.operands[k].type;
      tensor& one = made.arguments[k] = {type, {static_cast<std::int64_t>(count)}, {}};
      for (std::size_t i = 0; i < count; ++i)
        one.at.push_back(core::is_floating(type) ? support::rounded_to(type, static_cast<wide>(values[i / step % values.size()]))
                                                 : support::integer_sample(random, type, domain::real, true));
      operands.push_back(core::parameter(made.graph, type, shape_id(made.graph, one.extents)));
    }
  }
  made.graph.roots.push(of.make(made.graph, operands).id);
  return made;
}

}  // namespace examples

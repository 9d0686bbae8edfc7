// SPDX-License-Identifier: MIT
#include "derivatives.hpp"

#include <sinter/transform/differentiate.hpp>

namespace examples {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;

int shape_id(builder& graph, const extent_list& extents) {
  core::shape made;
  for (const std::int64_t extent : extents) made.push(extent);
  return graph.intern(made);
}

// f traced over arguments with a node of their own, ready to be differentiated by those.
struct traced {
  terms arguments, results;
  core::growing<int> fresh;

  traced(builder& graph, const function& f, const terms& given) : arguments(given) {
    for (std::size_t i = 0; i < given.size(); ++i)
      if (f.differentiated[i]) {
        arguments[i] = core::barrier(given[i]);
        fresh.push(arguments[i].id);
      }
    results = f.of(graph, arguments);
  }
  core::differentiation differentiation(builder& graph) const {
    return {graph, fresh[0], graph.nodes.size() - 1, fresh.data(), fresh.size()};
  }
};

term derivative_or_zero(term found, term of) { return found ? found : core::like(of, 0); }
bool is_float(term x) { return core::is_floating(x.type()); }

}  // namespace

function jvp(const function& f) {
  function made;
  made.differentiated = f.differentiated;
  for (const bool one : f.differentiated)
    if (one) made.differentiated.push_back(true);
  made.of = [f](builder& graph, const terms& given) {
    const std::size_t count = f.differentiated.size();
    const traced at(graph, f, terms(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(count)));
    core::differentiation forward = at.differentiation(graph);
    for (std::size_t i = 0, t = count; i < count; ++i)
      if (f.differentiated[i]) forward.set(at.arguments[i].id, given[t++]);
    core::growing<int> outs;
    for (const term& result : at.results) outs.push(result.id);
    forward.sweep_forward(forward.reached_by(outs.data(), outs.size()));
    terms tangents;
    for (const term& result : at.results)
      if (is_float(result)) tangents.push_back(derivative_or_zero(forward.get(result.id), result));
    return tangents;
  };
  return made;
}

function vjp(const function& f, std::size_t results) {
  function made;
  made.differentiated = f.differentiated;
  made.differentiated.insert(made.differentiated.end(), results, true);
  made.of = [f](builder& graph, const terms& given) {
    const std::size_t count = f.differentiated.size();
    const traced at(graph, f, terms(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(count)));
    core::differentiation reverse = at.differentiation(graph);
    std::size_t c = count;
    for (const term& result : at.results)
      if (is_float(result)) reverse.add(result.id, given[c++]);
    reverse.sweep_back();
    terms cotangents;
    for (std::size_t i = 0; i < count; ++i)
      if (f.differentiated[i]) cotangents.push_back(derivative_or_zero(reverse.get(at.arguments[i].id), at.arguments[i]));
    return cotangents;
  };
  return made;
}

builder graph_of(const function& f, const std::vector<tensor>& arguments) {
  builder graph;
  terms parameters;
  for (const tensor& one : arguments) parameters.push_back(core::parameter(graph, one.type, shape_id(graph, one.extents)));
  for (const term& result : f.of(graph, parameters)) graph.roots.push(result.id);
  return graph;
}

std::vector<tensor> floating_results(const builder& graph, const std::vector<tensor>& values) {
  std::vector<tensor> made;
  for (int i = 0; i < graph.roots.size(); ++i)
    if (core::is_floating(graph.nodes[graph.roots[i]].type)) made.push_back(values[static_cast<std::size_t>(i)]);
  return made;
}

tensor random_like(random_numbers& random, const tensor& other) {
  tensor made = other;
  for (wide& value : made.at) value = support::rounded_to(other.type, static_cast<wide>(random.normal()));
  return made;
}
std::vector<tensor> random_direction(random_numbers& random, const function& f, const std::vector<tensor>& at) {
  std::vector<tensor> made;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (f.differentiated[i]) made.push_back(random_like(random, at[i]));
  return made;
}
std::vector<tensor> joined(std::vector<tensor> list, const std::vector<tensor>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}
wide product(const std::vector<tensor>& x, const std::vector<tensor>& y, wide& magnitude) {
  wide sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t k = 0; k < x[i].at.size(); ++k) {
      sum += x[i].at[k] * y[i].at[k];
      magnitude += std::fabs(x[i].at[k] * y[i].at[k]);
    }
  return sum;
}

gates gates_of(dtype type) {
  if (type == dtype::f64) return {1e-6L, 1e-6L, 1e-8L, 1e-12L};
  return {1e-4L, 2e-3L, 1e-4L, 1e-4L};
}

std::string first_far(const std::vector<tensor>& given, const std::vector<tensor>& expected, wide relative, wide absolute) {
  if (given.size() != expected.size()) return "another number of results";
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].at.size() != expected[i].at.size()) return "another number of elements";
    for (std::size_t k = 0; k < given[i].at.size(); ++k) {
      const wide x = given[i].at[k], y = expected[i].at[k];
      if (support::same_value(x, y, true) || std::fabs(x - y) <= absolute + relative * std::fabs(y)) continue;
      return "element " + std::to_string(k) + " of result " + std::to_string(i) + " is " + support::text_of(x) + ", expected " + support::text_of(y);
    }
  }
  return "";
}

differentiable sample_differentiable(const example& one, dtype type, random_numbers& random) {
  differentiable made;
  made.f.of = [make = one.make](builder& graph, const terms& x) { return terms{make(graph, x)}; };
  bool any = false, other_float = false;
  int place = 0;
  for (const operand& from : one.operands) {
    tensor sampled{from.type, from.extents, {}};
    for (std::int64_t i = support::volume(from.extents); i > 0; --i) {
      if (core::is_floating(from.type)) {
        double value = support::real_sample(random, from.samples, place++);
        if (one.op == &primitives::clamp && made.at.size() != 1) value = value / 4 + (made.at.empty() ? -5 : 5);  // the bounds in order
        sampled.at.push_back(support::rounded_to(from.type, static_cast<wide>(value)));
      }
      else if (from.limit > 0) sampled.at.push_back(random.below(from.limit + 4) - 2);
      else if (from.limit < 0) sampled.at.push_back(random.below(-from.limit));
      else sampled.at.push_back(support::integer_sample(random, from.type, from.samples, false));
    }
    made.at.push_back(sampled);
    made.f.differentiated.push_back(core::is_floating(from.type) && from.differentiated);
    any = any || made.f.differentiated.back();
    other_float = other_float || (core::is_floating(from.type) && from.type != type);
  }
  if (!any || other_float) return made;
  const builder graph = graph_of(made.f, made.at);
  made.result = graph.nodes[graph.roots[0]].type;
  made.is_one = !core::is_halved(made.result);  // differences of halves tell nothing; half.cpp compares with f32
  return made;
}

}  // namespace examples

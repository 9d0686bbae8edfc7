// SPDX-License-Identifier: MIT
// Derivatives of order 1 to 3 of every row that has them, by the method of the reference: forward mode against central
// differences along a random direction, reverse mode against forward mode, and the same of the function's own jvp and vjp
// for each further order. In f64 every element of the Jacobian of small arrays has to agree.
//
// Differences are taken of the oracle in long double, so that they are exact to far below the gates.
#include <doctest/doctest.h>

#include <sinter/transform/differentiate.hpp>

#include "examples.hpp"
#include "support/interpret.hpp"

namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using examples::example;
using sinter::core::domain;
using support::builder;
using support::dtype;
using support::extent_list;
using support::primitive;
using support::random_numbers;
using support::tensor;
using support::term;
using support::wide;

using terms = std::vector<term>;
// A function of arrays: from the terms of its arguments to those of its results.
struct function {
  std::function<terms(builder&, const terms&)> of;
  std::vector<bool> differentiated;  // by argument
};

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

// (x, t) -> the derivative of the floating results at x along t.
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

// (x, c) -> the cotangents of the differentiated arguments. `results` is how many floating results f has.
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

std::vector<tensor> moved(std::vector<tensor> at, const function& f, const std::vector<tensor>& along, wide by) {
  std::size_t t = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (f.differentiated[i]) {
      for (std::size_t k = 0; k < at[i].at.size(); ++k) at[i].at[k] += by * along[t].at[k];
      ++t;
    }
  return at;
}

// (f(x + e t) - f(x - e t)) / 2e of the oracle.
std::vector<tensor> central_difference(const function& f, const builder& graph, const std::vector<tensor>& at, const std::vector<tensor>& along, wide step) {
  const core::graph_view view = core::view_of(graph);
  const std::vector<tensor> held = support::evaluate_nodes(view, at);
  const support::request how{.held = &held};
  std::vector<tensor> above = floating_results(graph, support::evaluate(view, moved(at, f, along, step), how));
  const std::vector<tensor> below = floating_results(graph, support::evaluate(view, moved(at, f, along, -step), how));
  for (std::size_t i = 0; i < above.size(); ++i)
    for (std::size_t k = 0; k < above[i].at.size(); ++k) {
      const wide rise = above[i].at[k] - below[i].at[k];
      above[i].at[k] = !std::isfinite(above[i].at[k]) && !std::isfinite(below[i].at[k]) ? 0 : rise / (2 * step);
    }
  return above;
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
wide largest(const std::vector<tensor>& list) {
  wide found = 0;
  for (const tensor& one : list)
    for (const wide value : one.at) found = std::max(found, std::fabs(value));
  return found;
}

// The gates: of differences, and of forward against reverse.
struct gates {
  wide step, relative, absolute, between_modes;
};
gates gates_of(dtype type) {
  if (type == dtype::f64) return {1e-6L, 1e-6L, 1e-8L, 1e-12L};
  return {1e-4L, 2e-3L, 1e-4L, 1e-4L};
}

void compare(const std::vector<tensor>& given, const std::vector<tensor>& expected, wide relative, wide absolute, const std::string& what) {
  REQUIRE(given.size() == expected.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    REQUIRE(given[i].at.size() == expected[i].at.size());
    for (std::size_t k = 0; k < given[i].at.size(); ++k) {
      const wide x = given[i].at[k], y = expected[i].at[k];
      if (support::same_value(x, y, true) || std::fabs(x - y) <= absolute + relative * std::fabs(y)) continue;
      FAIL_CHECK(what << ": element " << k << " of result " << i << " is " << support::text_of(x) << ", expected " << support::text_of(y));
      return;
    }
  }
}

// One graph with every Jacobian element where arrays are small, else a random direction.
void check_gradients(const function& f, const std::vector<tensor>& at, dtype type, int order, bool whole, random_numbers& random) {
  const gates gate = gates_of(type);
  const builder graph = graph_of(f, at);
  const std::vector<tensor> results = floating_results(graph, support::evaluate(core::view_of(graph), at));
  if (results.empty()) return;

  const function push = jvp(f), pull = vjp(f, results.size());
  const std::vector<tensor> along = random_direction(random, f, at);
  std::vector<tensor> cotangents;
  for (const tensor& one : results) cotangents.push_back(random_like(random, one));
  const builder push_graph = graph_of(push, joined(at, along)), pull_graph = graph_of(pull, joined(at, cotangents));
  const support::interpreted_program pushed(push_graph), pulled(pull_graph);
  for (const support::interpreted_program* one : {&pushed, &pulled})
    if (const char* fault = one->fault()) FAIL_CHECK(std::string(fault));

  const std::vector<tensor> tangent = pushed(joined(at, along));
  compare(tangent, support::evaluate(core::view_of(push_graph), joined(at, along)), gate.relative, gate.absolute, "the forward graph against the oracle: " + pushed.jaxpr());
  compare(tangent, central_difference(f, graph, at, along, gate.step), gate.relative, gate.absolute, "forward mode against the difference");
  const std::vector<tensor> gradient = pulled(joined(at, cotangents));
  compare(gradient, support::evaluate(core::view_of(pull_graph), joined(at, cotangents)), gate.relative, gate.absolute, "the reverse graph against the oracle: " + pulled.jaxpr());
  wide magnitude = 1e-30L;
  const wide by_pull = product(gradient, along, magnitude), by_push = product(cotangents, tangent, magnitude);
  if (!(std::fabs(by_pull - by_push) <= gate.between_modes * magnitude))
    FAIL_CHECK("reverse mode against forward mode: " << support::text_of(by_pull) << ", expected " << support::text_of(by_push));

  std::int64_t inputs = 0, outputs = 0;
  for (const tensor& one : along) inputs += support::volume(one.extents);
  for (const tensor& one : results) outputs += support::volume(one.extents);
  if (whole && type == dtype::f64 && inputs <= 24 && outputs <= 64 && inputs * outputs > 0) {
    std::vector<std::vector<wide>> by_forward, by_reverse;
    auto flat = [](const std::vector<tensor>& list) {
      std::vector<wide> made;
      for (const tensor& one : list) made.insert(made.end(), one.at.begin(), one.at.end());
      return made;
    };
    auto unit = [](std::vector<tensor> list, std::size_t n) {
      for (tensor& one : list)
        for (wide& value : one.at) value = n-- == 0 ? 1 : 0;
      return list;
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(inputs); ++i) {
      const std::vector<tensor> axis = unit(along, i), column = pushed(joined(at, axis));
      compare(column, central_difference(f, graph, at, axis, gate.step), gate.relative, gate.absolute, "a column of the Jacobian against the difference");
      by_forward.push_back(flat(column));
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(outputs); ++i) by_reverse.push_back(flat(pulled(joined(at, unit(cotangents, i)))));
    for (std::size_t i = 0; i < by_forward.size(); ++i)
      for (std::size_t k = 0; k < by_reverse.size(); ++k) {
        const wide x = by_reverse[k][i], y = by_forward[i][k];
        if (support::same_value(x, y, true) || std::fabs(x - y) <= gate.between_modes * std::max(std::fabs(y), 1e-3L * largest(tangent))) continue;
        FAIL_CHECK("the Jacobian by reverse mode: element " << k << ", " << i << " is " << support::text_of(x) << ", expected " << support::text_of(y));
      }
  }
  if (order > 1) {
    check_gradients(push, joined(at, along), type, order - 1, false, random);
    check_gradients(pull, joined(at, cotangents), type, order - 1, false, random);
  }
}

}  // namespace

TEST_CASE("derivatives of order 1 to 3 of every primitive that has them") {
  random_numbers random(2);
  for (const primitive* op : primitives::all::at) {
    if (op->differentiates == core::derivative::none || op->kind == core::family::source) continue;
    for (const dtype type : {dtype::f64, dtype::f32}) {
      if (!(op->takes & core::only(type)) && op != &primitives::select_n) continue;
      const dtype asked = op->takes & core::only(type) ? type : dtype::b8;
      for (const example& one : examples::of(op, asked)) {
        std::vector<tensor> at;
        function f;
        f.of = [&](builder& graph, const terms& x) { return terms{one.make(graph, x)}; };
        bool any = false, other_float = false;
        int place = 0;
        for (const examples::operand& operand : one.operands) {
          tensor made{operand.type, operand.extents, {}};
          for (std::int64_t i = support::volume(operand.extents); i > 0; --i) {
            if (core::is_floating(operand.type)) {
              double value = support::real_sample(random, operand.samples, place++);
              if (op == &primitives::clamp && at.size() != 1) value = value / 4 + (at.empty() ? -5 : 5);  // the bounds in order
              made.at.push_back(support::rounded_to(operand.type, static_cast<wide>(value)));
            }
            else if (operand.limit > 0) made.at.push_back(random.below(operand.limit + 4) - 2);
            else if (operand.limit < 0) made.at.push_back(random.below(-operand.limit));
            else made.at.push_back(support::integer_sample(random, operand.type, operand.samples, false));
          }
          at.push_back(made);
          f.differentiated.push_back(core::is_floating(operand.type) && operand.differentiated);
          any = any || f.differentiated.back();
          other_float = other_float || (core::is_floating(operand.type) && operand.type != type);
        }
        if (!any || other_float) continue;
        const builder graph = graph_of(f, at);
        const dtype result = graph.nodes[graph.roots[0]].type;
        if (core::is_halved(result)) continue;  // differences of halves tell nothing; half.cpp compares with f32
        CAPTURE(one.name);
        try {
          check_gradients(f, at, result == dtype::f32 ? dtype::f32 : type, 3, true, random);
        } catch (const std::exception& problem) {
          const std::string text = problem.what();
          CHECK_MESSAGE(text.empty(), text);
        }
      }
    }
  }
}

TEST_CASE("a primitive without a derivative says so") {
  for (const primitive* op : primitives::all::at) {
    if (op->differentiates != core::derivative::none) continue;
    builder graph;
    const term x = core::barrier(core::parameter(graph, dtype::f32, shape_id(graph, {3})));
    const term out = core::emit(*op, x, {}, {}, 0, dtype::f32);
    core::differentiation reverse(graph, x.id, out.id, &x.id, 1);
    reverse.add(out.id, core::like(out, 1));
    CHECK_THROWS_AS(reverse.sweep_back(), sinter::error);
  }
}

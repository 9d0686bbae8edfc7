// SPDX-License-Identifier: MIT
// Derivatives of order 1 to 3 of every row that has them, by the method of the reference: forward mode against central
// differences along a random direction, reverse mode against forward mode, and the same of the function's own jvp and vjp
// for each further order. In f64 every element of the Jacobian of small arrays has to agree.
//
// Differences are taken of the oracle in long double, so that they are exact to far below the gates.
#include <doctest/doctest.h>

#include <sinter/transform/differentiate.hpp>

#include "derivatives.hpp"
#include "support/interpret.hpp"

namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using examples::example;
using examples::floating_results;
using examples::function;
using examples::gates;
using examples::gates_of;
using examples::graph_of;
using examples::joined;
using examples::jvp;
using examples::product;
using examples::random_direction;
using examples::random_like;
using examples::vjp;
using sinter::core::domain;
using support::builder;
using support::dtype;
using support::extent_list;
using support::primitive;
using support::random_numbers;
using support::tensor;
using support::term;
using support::wide;

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

wide largest(const std::vector<tensor>& list) {
  wide found = 0;
  for (const tensor& one : list)
    for (const wide value : one.at) found = std::max(found, std::fabs(value));
  return found;
}

void compare(const std::vector<tensor>& given, const std::vector<tensor>& expected, wide relative, wide absolute, const std::string& what) {
  const std::string far = examples::first_far(given, expected, relative, absolute);
  if (!far.empty()) FAIL_CHECK(what << ": " << far);
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
        const examples::differentiable made = examples::sample_differentiable(one, type, random);
        if (!made.is_one) continue;
        CAPTURE(one.name);
        try {
          check_gradients(made.f, made.at, made.result == dtype::f32 ? dtype::f32 : type, 3, true, random);
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
    core::shape three;
    three.push(3);
    const term x = core::barrier(core::parameter(graph, dtype::f32, graph.intern(three)));
    const term out = core::emit(*op, x, {}, {}, 0, dtype::f32);
    core::differentiation reverse(graph, x.id, out.id, &x.id, 1);
    reverse.add(out.id, core::like(out, 1));
    CHECK_THROWS_AS(reverse.sweep_back(), sinter::error);
  }
}

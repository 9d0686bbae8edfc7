// SPDX-License-Identifier: MIT
// Derivatives on a GPU: the forward and the reverse graph of every row that has them against the oracle, and against each
// other, by the gates of the CPU's tests; those take the differences that tell whether a rule is right, which is the same on
// every backend. Of each row and element type some examples, evenly spaced, are tried at order 1, and one at orders 2 and 3.
#include <doctest/doctest.h>

#include "primitive/derivatives.hpp"
#include "support/device.hpp"

namespace {

namespace core = sinter::core;
using examples::function;
using support::builder;
using support::dtype;
using support::tensor;
using support::wide;

constexpr std::size_t most_examples = 8;

struct derivative_counts {
  int rows = 0, functions = 0, of_order[4] = {};
};

// What both graphs of one function tell.
struct both_ways {
  std::vector<tensor> at, along, cotangents, tangent;
  builder push, pull;
  examples::gates gate;
};

void add_gradients(support::device_batch& batch, const std::string& name, const function& f, const std::vector<tensor>& at, dtype type, int order, int most,
                   support::random_numbers& random, derivative_counts& counts) {
  const builder graph = examples::graph_of(f, at);
  const std::vector<tensor> results = examples::floating_results(graph, support::evaluate(core::view_of(graph), at));
  if (results.empty()) return;
  const auto known = std::make_shared<both_ways>();
  known->gate = examples::gates_of(type);
  known->at = at;
  known->along = examples::random_direction(random, f, at);
  for (const tensor& one : results) known->cotangents.push_back(examples::random_like(random, one));
  const function push = examples::jvp(f), pull = examples::vjp(f, results.size());
  const std::vector<tensor> forwards = examples::joined(at, known->along), backwards = examples::joined(at, known->cotangents);
  known->push = examples::graph_of(push, forwards);
  known->pull = examples::graph_of(pull, backwards);
  const std::string text = name + ", order " + std::to_string(order);
  batch.add(known->push, support::extents_of(forwards), text + ", forward", [known, forwards, text](const support::device_program& program) {
    known->tangent = program(forwards);
    const std::string far = examples::first_far(known->tangent, support::evaluate(core::view_of(known->push), forwards), known->gate.relative, known->gate.absolute);
    if (!far.empty()) FAIL_CHECK(text << ": the forward graph: " << far << "\n" << program.jaxpr());
  });
  batch.add(known->pull, support::extents_of(backwards), text + ", reverse", [known, backwards, text](const support::device_program& program) {
    const std::vector<tensor> gradient = program(backwards);
    const std::string far = examples::first_far(gradient, support::evaluate(core::view_of(known->pull), backwards), known->gate.relative, known->gate.absolute);
    if (!far.empty()) FAIL_CHECK(text << ": the reverse graph: " << far << "\n" << program.jaxpr());
    wide magnitude = 1e-30L;
    const wide by_pull = examples::product(gradient, known->along, magnitude), by_push = examples::product(known->cotangents, known->tangent, magnitude);
    if (!(std::fabs(by_pull - by_push) <= known->gate.between_modes * magnitude))
      FAIL_CHECK(text << ": reverse against forward: " << support::text_of(by_pull) << " and " << support::text_of(by_push));
  });
  ++counts.of_order[order];
  if (order == most) return;
  add_gradients(batch, name + " of forward", push, forwards, type, order + 1, most, random, counts);
  add_gradients(batch, name + " of reverse", pull, backwards, type, order + 1, most, random, counts);
}

}  // namespace

TEST_CASE("derivatives on a GPU: every primitive that has them") {
  SINTER_NEEDS_GPU();
  support::random_numbers random(21);
  support::device_batch batch;
  derivative_counts counts;
  for (const core::primitive* op : core::primitives::all::at) {
    if (op->differentiates == core::derivative::none || op->kind == core::family::source) continue;
    ++counts.rows;
    for (const dtype type : {dtype::f64, dtype::f32}) {
      if (!(op->takes & core::only(type)) && op != &core::primitives::select_n) continue;
      const auto all = examples::of(op, op->takes & core::only(type) ? type : dtype::b8);
      const std::size_t stride = (all.size() + most_examples - 1) / most_examples;
      bool is_first = true;  // the first example has several elements
      for (std::size_t i = 0; i < all.size(); i += stride) {
        const examples::differentiable made = examples::sample_differentiable(all[i], type, random);
        if (!made.is_one) continue;
        add_gradients(batch, all[i].name, made.f, made.at, made.result == dtype::f32 ? dtype::f32 : type, 1, is_first ? 3 : 1, random, counts);
        is_first = false;
        ++counts.functions;
      }
    }
  }
  batch.finish();
  const support::device_tally& made = batch.tally();
  MESSAGE(counts.rows << " rows, " << counts.functions << " functions; both ways: " << counts.of_order[1] << " of order 1, " << counts.of_order[2] << " of order 2, "
                      << counts.of_order[3] << " of order 3; " << made.launches << " launches, " << made.kernels << " kernels in " << made.programs << " programs, "
                      << made.rewritten << " rewritten");
  CHECK(counts.functions > 4 * counts.rows);
  CHECK(counts.of_order[3] > counts.rows);
  for (const std::string& name : made.spilling) FAIL_CHECK("spills: " << name);
}

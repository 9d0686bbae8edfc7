// SPDX-License-Identifier: MIT
// A plan as text, and what validate says of plans that are wrong.
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <sinter/plan/explain.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/plan/validate.hpp>
#include <sinter/primitive/registry.hpp>

using namespace sinter::core;

namespace {

int shape_of(builder& g, std::initializer_list<std::int64_t> extents) {
  shape s;
  for (auto e : extents) s.push(e);
  return g.intern(s);
}
std::string text_of(const builder& g) {
  plan_builder p;
  make_plan(view_of(g), p);
  CHECK(validate(view_of(g), view_of(p)) == nullptr);
  std::ostringstream to;
  explain(to, view_of(g), view_of(p));
  return to.str();
}

}  // namespace

TEST_CASE("a plan explains itself") {
  builder g;
  const term x = parameter(g, dtype::f32, shape_of(g, {4, 4}));
  g.at(site{"model.cpp", 11});
  const term doubled = x * like(x, 2);
  g.at(site{"model.cpp", 12});
  const term y = x + transpose(doubled, axis_to(0, 1) | axis_to(1, 0));
  g.roots.push(y.id);
  CHECK(text_of(g) ==
        "2 launches, 2 kernels, 2 distinct\n"
        "launch 0:\n"
        "  kernel 0: map over [4,4], flat\n"
        "    computes mul\n"
        "    reads argument 0:f32[4,4]\n"
        "    writes %2:f32[4,4] in slot 0\n"
        "launch 1:\n"
        "  kernel 1: map over [4,4]\n"
        "    computes add\n"
        "    reads argument 0:f32[4,4]\n"
        "    reads %2:f32[4,4] as f32[4,4]\n"
        "    writes %4:f32[4,4] as result 0, in the place of argument 0 if that is given up\n"
        "add (model.cpp:12) did not join the kernel of mul (model.cpp:11): it reads that value through a view that crosses elements\n");
}

TEST_CASE("an extent that is known at the call has a name") {
  builder g;
  const std::int64_t n = g.open(origin::parameter, 0, 0);
  const term x = parameter(g, dtype::f32, shape_of(g, {n, 4}));
  g.roots.push(reduce_sum(exp(x), 2).id);
  CHECK(text_of(g).find("kernel 0: reduce over [s0,4*]\n    computes exp reduce_sum\n") != std::string::npos);
}

TEST_CASE("attention reads its heads through views") {
  builder g;
  const int batch = 2, time = 8, heads = 2, width = 4, all = heads * width;
  const term x = parameter(g, dtype::f32, shape_of(g, {batch, time, all}));
  auto head = [&] {
    const term made = matmul(x, parameter(g, dtype::f32, shape_of(g, {all, all})));
    return transpose(reshape(made, shape_of(g, {batch, time, heads, width})), axis_to(1, 2) | axis_to(2, 1) | axis_to(3, 3));
  };
  const term q = head(), k = head(), v = head();
  contraction over_width, over_time;
  for (contraction* how : {&over_width, &over_time}) {
    how->batch(0, 0);
    how->batch(1, 1);
  }
  over_width.contract(3, 3);
  over_time.contract(3, 2);
  term score = 0.5 * dot_general(q, k, over_width);
  const int s = score.shape_id();
  score = select(greater_equal(iota(g, dtype::i32, s, 2), iota(g, dtype::i32, s, 3)), like(score, -1e30), score);
  const term e = exp(score - spread(reduce_max(score, 8), score, 8));
  const term weights = e / spread(reduce_sum(e, 8), e, 8);
  const term mixed = transpose(dot_general(weights, v, over_time), axis_to(1, 2) | axis_to(2, 1) | axis_to(3, 3));
  g.roots.push((x + matmul(reshape(mixed, shape_of(g, {batch, time, all})), parameter(g, dtype::f32, shape_of(g, {all, all})))).id);
  plan_builder p;
  make_plan(view_of(g), p);
  CHECK(validate(view_of(g), view_of(p)) == nullptr);
  // three projections, scores with their mask, softmax, the mixture, its heads side by side, the last projection
  CHECK(p.kernels.size() == 8);
  CHECK(p.kernels[3].what == kernel_kind::contract);
  CHECK(p.kernels[4].what == kernel_kind::row);
  CHECK(p.kernels[6].what == kernel_kind::map);
}

TEST_CASE("validate finds what is wrong") {
  builder g;
  const term x = parameter(g, dtype::f32, shape_of(g, {4, 4}));
  const term y = matmul(x, x), z = matmul(y, x), last = matmul(z, y);
  g.roots.push(last.id);
  const graph_view graph = view_of(g);
  auto planned = [&] {
    plan_builder p;
    make_plan(graph, p);
    return p;
  };
  CHECK(validate(graph, view_of(planned())) == nullptr);
  plan_builder p = planned();
  p.slots[z.id] = p.slots[y.id];  // y is read once more
  CHECK(std::string(validate(graph, view_of(p))) == "two live values in one slot");
  p = planned();
  p.kernels[0].outputs = 0;
  CHECK(validate(graph, view_of(p)) != nullptr);
  p = planned();
  p.reads[p.kernels[0].first_read].value = z.id;
  CHECK(std::string(validate(graph, view_of(p))) == "a read of a value that is not written yet");
  p = planned();
  p.launches[0].count = 2;
  CHECK(validate(graph, view_of(p)) != nullptr);
}

// SPDX-License-Identifier: MIT
// Native kernels, the interpreter with the loops of one graph and the interpreter with all loops: the same bits, for
// any extents, any number of threads, fused or not; and values near those of the graph node by node.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include <sinter/cpu/native.hpp>

#include "run.hpp"

using namespace cpu_tests;

namespace {

constexpr int shape_id(builder& g, std::initializer_list<std::int64_t> extents) {
  shape s;
  for (const std::int64_t extent : extents) s.push(extent);
  return g.intern(s);
}
constexpr term argument(builder& g, std::initializer_list<std::int64_t> extents, dtype type = dtype::f32) {
  return parameter(g, type, shape_id(g, extents));
}
// Two symbols, the extents of parameter 0.
struct matrix_extents {
  std::int64_t rows, columns;
  constexpr explicit matrix_extents(builder& g)
      : rows(g.open(origin::parameter, 0, 0)), columns(g.open(origin::parameter, 0, 1)) {}
};

struct gelu_and_more {  // two outputs, one input twice
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), y = argument(g, {e.rows, e.columns});
    const term gelu = 0.5 * (x * (1 + tanh(0.7978845608 * (x + 0.044715 * (x * x * x)))));
    g.roots.push((gelu + y).id);
    g.roots.push((erf(y) * log1p(abs(gelu)) - sin(x)).id);
  }
};
struct mixed_widths {  // f32, f64, i32, i64, u8 and bool in one kernel, with division of integers
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), y = argument(g, {e.rows, e.columns}),
               k = argument(g, {e.columns}, dtype::i32);
    const term keys = stretch(k, x.shape_id());
    const term wide = cast(x, dtype::f64) * cast(y, dtype::f64) + exp(cast(y, dtype::f64));
    const term whole = cast(x * like(x, 1000), dtype::i32), quotient = whole / keys;
    const term rest = cast(remainder(whole, keys), dtype::i64) * cast(wide, dtype::i64);
    const term chosen = select(bitwise_and(less(x, y), greater(whole, keys)), cast(rest, dtype::f32), x);
    g.roots.push(chosen.id);
    g.roots.push(cast(wide, dtype::u8).id);
    g.roots.push(bitwise_or(equal(quotient, keys), less(wide, like(wide, 1))).id);
    g.roots.push(rest.id);
  }
};
struct bias_and_column {  // broadcast along either axis, and a scalar
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), b = argument(g, {e.columns}), c = argument(g, {e.rows, 1}),
               s = argument(g, {});
    g.roots.push((maximum(x + stretch(b, x.shape_id()), stretch(c, x.shape_id())) * stretch(exp(s), x.shape_id())).id);
  }
};
struct transposed {
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), y = argument(g, {e.columns, e.rows});
    g.roots.push((x + transpose(y, axis_to(0, 1) | axis_to(1, 0)) * x).id);
  }
};
struct softmax {
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), shifted = exp(x - spread(reduce_max(x, 2), x, 2));
    g.roots.push((shifted / spread(reduce_sum(shifted, 2), x, 2)).id);
  }
};
struct layer_norm {
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), w = argument(g, {e.columns}), b = argument(g, {e.columns});
    const term sum = reduce_sum(x, 2), n = stretch(dimension_size(g, e.columns, dtype::f32), sum.shape_id());
    const term mean = sum / n, centred = x - spread(mean, x, 2);
    const term scale = rsqrt(reduce_sum(centred * centred, 2) / n + like(sum, 1e-5));
    g.roots.push((centred * spread(scale, x, 2) * stretch(w, x.shape_id()) + stretch(b, x.shape_id())).id);
    g.roots.push(mean.id);
  }
};
struct log_sum_exp {
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), top = reduce_max(x, 2);
    g.roots.push((log(reduce_sum(exp(x - spread(top, x, 2)), 2)) + top).id);
    g.roots.push(argmax(x, 1).id);
  }
};
struct sums {  // full, rows, columns, with maps before and narrow work after
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const term x = argument(g, {e.rows, e.columns}), y = argument(g, {e.rows, e.columns});
    g.roots.push(sqrt(reduce_sum(x * x, 3)).id);
    g.roots.push((exp(like(reduce_sum(x, 1), 0.1) * reduce_sum(x * y, 1))).id);
    g.roots.push(reduce_sum(x - y, 2).id);
    g.roots.push(reduce_prod(x, 2).id);
    g.roots.push(reduce_min(y, 1).id);
    g.roots.push(argmin(y, 0).id);
    g.roots.push(reduce_or(less(x, y), 1).id);
  }
};
struct dense_layer {
  static constexpr void build(builder& g) {
    const matrix_extents e(g);
    const std::int64_t n = g.open(origin::parameter, 1, 1);
    const term x = argument(g, {e.rows, e.columns}), w = argument(g, {e.columns, n}), b = argument(g, {n});
    const term y = matmul(x, w) + stretch(b, shape_id(g, {e.rows, n}));
    g.roots.push(maximum(y, like(y, 0)).id);
    g.roots.push(less(y, like(y, 0)).id);
  }
};

template <class Build> struct compiled {
  static constexpr auto with_graph(auto&& use) {
    builder g;
    Build::build(g);
    return use(view_of(g));
  }
  static constexpr graph_sizes graph_size = with_graph([](const graph_view& v) { return v.count; });
  static constexpr stored_graph<graph_size> graph =
      with_graph([](const graph_view& v) { return stored_graph<graph_size>(v); });
  static constexpr auto with_plan(auto&& use) {
    plan_builder p;
    make_plan(graph.view(), p);
    return use(view_of(p));
  }
  static constexpr plan_sizes plan_size = with_plan([](const plan_view& v) { return v.count; });
  static constexpr stored_plan<plan_size> plan =
      with_plan([](const plan_view& v) { return stored_plan<plan_size>(v); });
};

tensor sample(dtype type, const support::extent_list& extents, unsigned seed) {
  tensor made;
  made.type = type;
  made.extents = extents;
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, 1);
  for (std::int64_t i = 0; i < support::volume(extents); ++i)
    made.at.push_back(type == dtype::i32 ? static_cast<support::wide>(static_cast<int>(random() % 41) - 20)
                                         : static_cast<support::wide>(static_cast<float>(normal(random))));
  return made;
}

bool same_bits(const tensor& x, const tensor& y) {
  if (x.type != y.type || x.extents != y.extents) return false;
  for (std::size_t i = 0; i < x.at.size(); ++i)
    if (!(x.at[i] == y.at[i] && std::signbit(x.at[i]) == std::signbit(y.at[i])) &&
        !(x.at[i] != x.at[i] && y.at[i] != y.at[i]))
      return false;
  return true;
}

template <class Build> void check_program(const support::extent_list& extents, std::int64_t other = 5) {
  using p = compiled<Build>;
  const graph_view graph = p::graph.view();
  const plan_view plan = p::plan.view();
  std::vector<std::int64_t> symbols = {extents[0], extents[1], other};
  std::vector<tensor> arguments;
  for (int id = 0; id < graph.count.nodes; ++id) {
    const node& x = graph.nodes[id];
    if (x.op != &primitives::parameter) continue;
    support::extent_list of;
    for (int i = 0; i < graph.shape_of(id).rank; ++i) of.push_back(evaluate(graph.shape_of(id)[i], symbols.data()));
    arguments.push_back(sample(x.type, of, static_cast<unsigned>(id + 1)));
  }
  const std::vector<tensor> native = run_plan(graph, plan, native_codes<p>(), arguments);
  const std::vector<tensor> own_loops = run_plan(graph, plan, interpreted_codes<p>(), arguments);
  const interpreted_kernels all = all_codes(graph, plan), of_graph = interpreted_codes<graph_table<p>>(graph, plan);
  const std::vector<tensor> all_loops = run_plan(graph, plan, all.data(), arguments);
  const std::vector<tensor> graph_loops = run_plan(graph, plan, of_graph.data(), arguments);
  const std::vector<tensor> donated = run_plan(graph, plan, native_codes<p>(), arguments, true);
  const std::vector<tensor> expected =
      support::evaluate(graph, arguments, {.as = support::precision::extended, .disturb = {}});
  for (std::size_t r = 0; r < native.size(); ++r) {
    CAPTURE(r);
    CHECK(same_bits(native[r], own_loops[r]));
    CHECK(same_bits(native[r], all_loops[r]));
    CHECK(same_bits(native[r], graph_loops[r]));
    CHECK(same_bits(native[r], donated[r]));
    if (!is_floating(native[r].type)) continue;  // a rounding may tip a whole number or a comparison
    double worst = 0;
    for (std::size_t i = 0; i < native[r].at.size(); ++i) {
      const support::wide size = 1 + std::fabs(expected[r].at[i]);
      if (native[r].at[i] != native[r].at[i] && expected[r].at[i] != expected[r].at[i]) continue;
      if (native[r].at[i] == expected[r].at[i]) continue;
      worst = std::max(worst, static_cast<double>(std::fabs(native[r].at[i] - expected[r].at[i]) / size));
    }
    if (!std::is_same_v<Build, mixed_widths>) CHECK(worst < 1e-4);
  }
}

template <class Build> void check_extents() {
  for (const support::extent_list& extents : {support::extent_list{1, 1},
                                              {3, 7},
                                              {1, 32},
                                              {5, 33},
                                              {70, 2},
                                              {33, 64},
                                              {2, 300},
                                              {9, 1000},
                                              {600, 40},
                                              {1, 10000},
                                              {3, 4097},
                                              {0, 5},
                                              {40, 1}}) {
    CAPTURE(extents[0]);
    CAPTURE(extents[1]);
    check_program<Build>(extents);
  }
}

}  // namespace

TEST_CASE("maps") {
  check_extents<gelu_and_more>();
  check_extents<mixed_widths>();
  check_extents<bias_and_column>();
  check_extents<transposed>();
}
TEST_CASE("rows") {
  check_extents<softmax>();
  check_extents<layer_norm>();
  check_extents<log_sum_exp>();
}
TEST_CASE("reductions") {
  static_assert(compiled<sums>::plan.count.kernels >= 3);
  for (const support::extent_list& extents : {support::extent_list{1, 1},
                                              {3, 7},
                                              {5, 33},
                                              {70, 2},
                                              {33, 64},
                                              {2, 300},
                                              {130, 1000},
                                              {1, 10000},
                                              {5000, 3},
                                              {3, 4097},
                                              {40, 1}}) {
    CAPTURE(extents[0]);
    CAPTURE(extents[1]);
    check_program<sums>(extents);
  }
}
TEST_CASE("contractions with an epilogue") {
  for (const std::int64_t n : {1, 5, 64, 70})
    for (const support::extent_list& extents : {support::extent_list{1, 1}, {3, 7}, {64, 64}, {130, 33}, {300, 5}}) {
      CAPTURE(extents[0]);
      CAPTURE(extents[1]);
      CAPTURE(n);
      check_program<dense_layer>(extents, n);
    }
}

#if defined(_OPENMP)
#include <omp.h>

TEST_CASE("results do not depend on threads") {
  const auto with_threads = []<class Build>(std::type_identity<Build>, const support::extent_list& extents,
                                            int threads) {
    using p = compiled<Build>;
    const graph_view graph = p::graph.view();
    std::vector<tensor> arguments;
    for (int id = 0; id < graph.count.nodes; ++id) {
      if (graph.nodes[id].op != &primitives::parameter) continue;
      support::extent_list of;
      for (int i = 0; i < graph.shape_of(id).rank; ++i) of.push_back(evaluate(graph.shape_of(id)[i], extents.data()));
      arguments.push_back(sample(graph.nodes[id].type, of, static_cast<unsigned>(id + 1)));
    }
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    const std::vector<tensor> results = run_plan(graph, p::plan.view(), native_codes<p>(), arguments);
    omp_set_num_threads(before);
    return results;
  };
  const auto compare = [&]<class Build>(std::type_identity<Build> which, const support::extent_list& extents) {
    const std::vector<tensor> one = with_threads(which, extents, 1);
    for (const int threads : {2, 3, 7}) {
      const std::vector<tensor> several = with_threads(which, extents, threads);
      for (std::size_t r = 0; r < one.size(); ++r) CHECK(same_bits(one[r], several[r]));
    }
  };
  compare(std::type_identity<gelu_and_more>{}, {300, 401});
  compare(std::type_identity<bias_and_column>{}, {1001, 300});
  compare(std::type_identity<softmax>{}, {500, 401});
  compare(std::type_identity<layer_norm>{}, {5000, 60});
  for (const support::extent_list& extents : {support::extent_list{700, 600}, {3, 150000}, {150000, 3}})
    compare(std::type_identity<sums>{}, extents);
}
#endif

TEST_CASE("the interpreter finds where a NaN comes from") {
  using p = compiled<log_sum_exp>;
  const graph_view graph = p::graph.view();
  std::vector<tensor> arguments = {sample(dtype::f32, {4, 50}, 1)};
  nan_report report;
  run_plan(graph, p::plan.view(), interpreted_codes<p>(), arguments, false, &report);
  CHECK_FALSE(report.found);
  arguments[0].at[50 + 37] = std::numeric_limits<double>::infinity();  // infinity - infinity in row 1
  run_plan(graph, p::plan.view(), interpreted_codes<p>(), arguments, false, &report);
  REQUIRE(report.found);
  const kernel& k = p::plan.view().kernels[report.kernel];
  CHECK(p::plan.view().program[k.first_instruction + report.instruction].op == &primitives::sub);
  CHECK(report.index == 50 + 37);  // in the whole array
}

// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <sinter/simplify/simplify.hpp>
#include <sinter/transform/differentiate.hpp>

#include "derived.hpp"
#include "support/interpret.hpp"

namespace recipes {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::family;
using core::graph_view;
using core::node;
using terms = std::vector<term>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// ---- unfused: each node a program of its own ----

std::vector<tensor> run_node_by_node(const graph_view& graph, const std::vector<tensor>& arguments) {
  std::vector<extent_list> given;
  for (const tensor& one : arguments) given.push_back(one.extents);
  const std::vector<std::int64_t> symbols = support::symbol_values(graph, given);
  auto number = [&](std::int64_t extent) { return core::evaluate(extent, symbols.data()); };
  std::vector<tensor> values(index(graph.count.nodes));
  std::vector<bool> live(values.size());
  for (int i = 0; i < graph.count.roots; ++i) live[index(graph.roots[i])] = true;
  for (int id = graph.count.nodes; id-- > 0;)
    for (int k = 0; k < 3 && live[index(id)]; ++k)
      if (const int of = graph.nodes[id].operand(k); of >= 0) live[index(of)] = true;
  for (int id = 0; id < graph.count.nodes; ++id) {
    if (!live[index(id)]) continue;
    const node& at = graph.nodes[id];
    if (at.op == &primitives::parameter) {
      values[index(id)] = arguments[index(static_cast<int>(at.attribute))];
      continue;
    }
    builder alone;
    auto shape_of = [&](const core::shape& of) {
      core::shape made;
      for (int i = 0; i < of.rank; ++i) made.push(number(of[i]));
      return alone.intern(made);
    };
    node copy = at;
    copy.site = 0;
    copy.shape = shape_of(graph.shapes[at.shape]);
    std::vector<tensor> operands;
    int ids[3] = {-1, -1, -1};
    for (int k = 0; k < 3; ++k) {
      const int of = at.operand(k);
      if (of < 0) continue;
      for (int q = 0; q < k; ++q)
        if (at.operand(q) == of) ids[k] = ids[q];
      if (ids[k] >= 0) continue;
      if (graph.nodes[of].op == &primitives::constant) {
        node constant = graph.nodes[of];
        constant.shape = shape_of(graph.shapes[constant.shape]);
        ids[k] = alone.append(constant);
        continue;
      }
      operands.push_back(values[index(of)]);
      ids[k] = core::parameter(alone, operands.back().type, shape_of(graph.shape_of(of))).id;
    }
    copy.a = ids[0];
    copy.b = ids[1];
    copy.c = ids[2];
    if (at.op == &primitives::reshape) copy.attribute = copy.shape;
    if (at.op == &primitives::dimension_size) {
      const int constant = core::constant_of_bits(alone, core::bits_of_integer(number(at.attribute), at.type), at.type, copy.shape).id;
      alone.roots.push(constant);
      values[index(id)] = support::interpret(alone, {})[0];
      continue;
    }
    if (at.op == &primitives::slice || at.op == &primitives::pad) {
      std::int64_t list[2 * core::max_rank] = {};
      const int count = 2 * graph.shape_of(at.a).rank;
      for (int i = 0; i < count; ++i) list[i] = i % 2 ? graph.pool[at.attribute + i] : number(graph.pool[at.attribute + i]);
      copy.attribute = core::keep_in_pool(alone, list, count);
    }
    alone.roots.push(alone.append(copy));
    values[index(id)] = support::interpret(alone, operands)[0];
  }
  return values;
}

// Nodes whose bits may depend on the order in which something is added up: floating sums and products, and what reads them.
std::vector<bool> depends_on_order(const graph_view& graph) {
  std::vector<bool> made(index(graph.count.nodes));
  for (int id = 0; id < graph.count.nodes; ++id) {
    const node& at = graph.nodes[id];
    const bool folds = at.op == &primitives::reduce_sum || at.op == &primitives::reduce_prod || at.op == &primitives::dot_general;
    made[index(id)] = folds && core::is_floating(at.type);
    for (int k = 0; k < 3; ++k)
      if (at.operand(k) >= 0 && made[index(at.operand(k))]) made[index(id)] = true;
  }
  return made;
}

std::string first_difference(const tensor& x, const tensor& y) {
  if (x.extents != y.extents || x.type != y.type) return "extents " + support::text_of(x.extents) + " and " + support::text_of(y.extents);
  for (std::size_t i = 0; i < x.at.size(); ++i)
    if (!support::same_value(x.at[i], y.at[i])) return "element " + std::to_string(i) + " is " + support::text_of(x.at[i]) + " and " + support::text_of(y.at[i]);
  return "";
}

bool has_extremes(const graph_view& graph) {
  for (int id = 0; id < graph.count.nodes; ++id)
    for (const primitive* one : {static_cast<const primitive*>(&primitives::max), static_cast<const primitive*>(&primitives::min), static_cast<const primitive*>(&primitives::reduce_max),
                                 static_cast<const primitive*>(&primitives::reduce_min), static_cast<const primitive*>(&primitives::clamp)})
      if (graph.nodes[id].op == one) return true;
  return false;
}

// Fused against unfused, bit for bit; fused against the oracle; donated arguments and other choices of roots change nothing.
std::string check_values(const builder& graph, const std::vector<tensor>& arguments, tally& counts, const char* what, bool thoroughly) {
  const graph_view view = core::view_of(graph);
  const support::interpreted_program program(graph);
  if (const char* fault = program.fault()) return std::string(what) + ": plan: " + fault;
  const std::vector<tensor> fused = program(arguments);
  if (std::string wrong = compare_with_oracle(view, arguments, fused, counts, what); !wrong.empty()) return wrong;
  if (!thoroughly) return "";
  const std::vector<tensor> donated = program(arguments, true);
  for (std::size_t r = 0; r < fused.size(); ++r)
    if (const std::string wrong = first_difference(fused[r], donated[r]); !wrong.empty()) return std::string(what) + ": donated arguments: result " + std::to_string(r) + ": " + wrong;
  // Simplification changes no bits, except that an extreme may take the other of two zeros when its operands change places:
  // so the nodes that run alone are the simplified ones.
  builder simple;
  core::simplify(view, simple);
  const graph_view simplified = core::view_of(simple);
  const std::vector<tensor> before = support::evaluate(view, arguments, {.as = support::precision::own}), after = support::evaluate(simplified, arguments, {.as = support::precision::own});
  for (std::size_t r = 0; r < before.size() && !has_extremes(view); ++r)
    if (const std::string wrong = first_difference(before[r], after[r]); !wrong.empty()) return std::string(what) + ": simplify: result " + std::to_string(r) + ": " + wrong;
  const std::vector<tensor> alone = run_node_by_node(simplified, arguments);
  const std::vector<bool> ordered = depends_on_order(simplified);
  for (std::size_t r = 0; r < fused.size(); ++r) {
    const int root = simplified.roots[r];
    if (ordered[index(root)]) continue;
    if (const std::string wrong = first_difference(fused[r], alone[index(root)]); !wrong.empty())
      return std::string(what) + ": fused and unfused: result " + std::to_string(r) + ": " + wrong;
  }
  return "";
}

// f(x + e t) by the oracle.
std::vector<tensor> values_along(const graph_view& graph, std::vector<tensor> at, const std::vector<tensor>& held, const std::vector<int>& by, const std::vector<tensor>& along, wide step,
                                 const decltype(support::request::disturb)& disturb = {}) {
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < along[i].at.size(); ++k) at[index(by[i])].at[k] += step * along[i].at[k];
  return support::evaluate(graph, at, {.disturb = disturb, .held = &held});
}
// <c, f - g>: what does not change counts as 0, however large; a NaN says nothing. `rounding` gains what that of f and g may have done.
wide weighed_change(const std::vector<tensor>& f, const std::vector<tensor>& g, const std::vector<tensor>& cotangents, wide& rounding) {
  wide sum = 0;
  std::size_t c = 0;
  for (std::size_t r = 0; r < f.size(); ++r) {
    if (!core::is_floating(f[r].type)) continue;
    for (std::size_t k = 0; k < f[r].at.size(); ++k) {
      if (std::isnan(f[r].at[k])) return f[r].at[k];
      if (support::same_value(f[r].at[k], g[r].at[k], true)) continue;
      sum += (f[r].at[k] - g[r].at[k]) * cotangents[c].at[k];
      rounding += 0x1p-63L * std::fabs(f[r].at[k]);
    }
    ++c;
  }
  return sum;
}

// Where element i of an array goes when the axes of the mask are folded.
std::size_t reduced_index(const extent_list& extents, unsigned mask, std::size_t i) {
  std::size_t made = 0, stride = 1;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    const auto extent = static_cast<std::size_t>(extents[axis]);
    if (!(mask >> axis & 1)) {
      made += i % extent * stride;
      stride *= extent;
    }
    i /= extent;
  }
  return made;
}

// Whether something that is constant almost everywhere (a rounding, a comparison, an index) changes between two points.
bool jumps_between(const graph_view& graph, const std::vector<tensor>& x, const std::vector<tensor>& y) {
  for (int id = 0; id < graph.count.nodes; ++id) {
    const node& one = graph.nodes[id];
    if (one.op == &primitives::rem && core::is_floating(one.type)) {
      for (std::size_t i = 0; i < x[index(id)].at.size(); ++i)
        if (std::trunc(x[index(one.a)].at[i] / x[index(one.b)].at[i]) != std::trunc(y[index(one.a)].at[i] / y[index(one.b)].at[i])) return true;
    }
    if ((one.op == &primitives::max || one.op == &primitives::min) && core::is_floating(one.type)) {  // a kink is passed
      for (std::size_t i = 0; i < x[index(id)].at.size(); ++i)
        if ((x[index(one.a)].at[i] < x[index(one.b)].at[i]) != (y[index(one.a)].at[i] < y[index(one.b)].at[i])) return true;
    }
    if ((one.op == &primitives::reduce_max || one.op == &primitives::reduce_min) && core::is_floating(one.type)) {
      const tensor &at_x = x[index(one.a)], &at_y = y[index(one.a)];
      for (std::size_t i = 0; i < at_x.at.size() && !x[index(id)].at.empty(); ++i) {  // another element is the extreme
        const std::size_t to = reduced_index(at_x.extents, static_cast<unsigned>(one.attribute), i);
        if ((at_x.at[i] == x[index(id)].at[to]) != (at_y.at[i] == y[index(id)].at[to])) return true;
      }
    }
    if (core::is_floating(one.type) && one.op->differentiates != core::derivative::zero) continue;
    if (one.op->kind == family::source || one.op == &primitives::stop_gradient) continue;
    for (std::size_t i = 0; i < x[index(id)].at.size(); ++i)
      if (!support::same_value(x[index(id)].at[i], y[index(id)].at[i], true)) return true;
  }
  return false;
}

// The rounding of the oracle itself: every result one last place up or down. log1p(erf(-4.8)) has lost half of its digits, and
// differences of it all of them. Differences see it only where something depends on what moves.
class last_places {
 public:
  // Only nodes that depend on the parameters `by`, or all where there are none.
  last_places(const graph_view& graph, const std::vector<int>& by, random_numbers& random) : graph_(graph), random_(random), moves_(index(graph.count.nodes), by.empty()) {
    for (int id = 0; id < graph.count.nodes; ++id) {
      const node& one = graph.nodes[id];
      if (one.op == &primitives::parameter && std::find(by.begin(), by.end(), static_cast<int>(one.attribute)) != by.end()) moves_[index(id)] = true;
      for (int k = 0; k < 3; ++k)
        if (one.operand(k) >= 0 && moves_[index(one.operand(k))]) moves_[index(id)] = true;
    }
  }
  decltype(support::request::disturb) disturb() const {
    return [this](int id, dtype, wide value, const support::orders& known) {
      const primitive* op = &*graph_.nodes[id].op;
      if (op->kind == family::source || !support::rounds(op) || !moves_[index(id)]) return value;
      const wide last_place = 0x1p-63L * std::max(std::fabs(value), known.magnitude);
      return random_.one_in(2) ? value + last_place : value - last_place;
    };
  }

 private:
  const graph_view& graph_;
  random_numbers& random_;
  std::vector<bool> moves_;
};

// What a comparison with differences may answer besides a fault: nothing can be said here.
const std::string undecided = "undecided";

// The oracle's gradient against central differences of the order below; undecided at kinks, at poles and where differences
// do not settle.
std::string compare_with_difference(const graph_view& below, const std::vector<tensor>& at, const graph_view& gradient, const std::vector<tensor>& arguments,
                                    const std::vector<int>& by, const std::vector<tensor>& cotangents, random_numbers& random, int order) {
  std::vector<tensor> along;
  for (const int one : by) along.push_back(random_like(random, at[index(one)]));
  const std::vector<tensor> slopes = support::evaluate(gradient, arguments);
  wide expected = 0, size = 1;
  for (std::size_t i = 0; i < by.size(); ++i)
    for (std::size_t k = 0; k < along[i].at.size(); ++k) {
      expected += slopes[i].at[k] * along[i].at[k];
      size += std::fabs(slopes[i].at[k] * along[i].at[k]);
    }
  if (!std::isfinite(expected) || size > 1e12L) return undecided;  // at a pole
  const std::vector<tensor> held = support::evaluate_nodes(below, at);
  const wide step = 1e-6L;
  auto nodes_at = [&](wide by_steps) {
    std::vector<tensor> there = at;
    for (std::size_t i = 0; i < by.size(); ++i)
      for (std::size_t k = 0; k < along[i].at.size(); ++k) there[index(by[i])].at[k] += by_steps * step * along[i].at[k];
    return support::evaluate_nodes(below, there, {.held = &held});
  };
  if (jumps_between(below, nodes_at(1), held) || jumps_between(below, held, nodes_at(-1))) return undecided;
  wide rounding = 0;
  auto value = [&](wide by_steps) { return values_along(below, at, held, by, along, by_steps * step); };
  auto change = [&](const std::vector<tensor>& to, const std::vector<tensor>& from) { return weighed_change(to, from, cotangents, rounding); };
  const std::vector<tensor> middle = value(0), above = value(1), under = value(-1);
  const wide right = change(above, middle) / step, left = change(middle, under) / step;
  const wide difference = change(above, under) / (2 * step), finer = change(value(0.5L), value(-0.5L)) / step;
  const bool settles = std::isfinite(difference) && std::isfinite(finer) && std::fabs(difference - finer) <= 1e-7L * (size + std::fabs(difference)) &&
                       std::fabs(right - left) <= 1e-2L * (size + std::fabs(difference)) && rounding / step <= 1e-7L * (size + std::fabs(difference));
  if (!settles) return undecided;
  // Rounding looks settled at one step: atanh(tanh(22)) is lost in tanh. A wider step has less of it.
  const wide wider = change(value(100), value(-100)) / (200 * step);
  if (!(std::fabs(wider - difference) <= 1e-3L * (size + std::fabs(difference)))) return undecided;
  // Nor may a narrower one say something else: cos(expm1(exp(3))) turns many times within a step.
  const wide narrow = change(value(0x1p-10L), value(-0x1p-10L)) * 0x1p9L / step;
  if (!(std::fabs(narrow - difference) <= 0.1L * (std::fabs(narrow) + std::fabs(difference)) + 1e-3L * (1 + std::fabs(difference)) + 0x1p10L * rounding / step)) return undecided;
  // In f32 the constants of a rule are rounded: 2 / sqrt(pi) is right to 2^-25. Where higher orders cancel, or a large value is
  // an angle, that decides: the strict gate is f64's.
  wide gate = 1e-6L;
  for (int id = 0; id < gradient.count.nodes; ++id)
    if (gradient.nodes[id].type == dtype::f32) gate = 1e-4L;
  if (gate > 1e-6L && size > 1e6L) return undecided;
  const wide off = std::fabs(expected - finer);
  if (off <= gate * (size + std::fabs(finer))) return "";
  // What the last places of the oracle decide decides nothing.
  wide noise = 0;
  for (int tries = 0; tries < 16; ++tries) {
    const last_places changing(below, by, random), all(gradient, {}, random);
    const std::vector<tensor> f = values_along(below, at, held, by, along, 0.5L * step, changing.disturb()), g = values_along(below, at, held, by, along, -0.5L * step, changing.disturb());
    const std::vector<tensor> noisy = support::evaluate(gradient, arguments, {.disturb = all.disturb()});
    wide slope = 0;
    for (std::size_t i = 0; i < by.size(); ++i)
      for (std::size_t k = 0; k < along[i].at.size(); ++k) slope += noisy[i].at[k] * along[i].at[k];
    const wide seen = std::fabs(change(f, g) / step - finer) + std::fabs(slope - expected);
    if (std::isnan(seen)) return undecided;  // log1p of what is -1 up to its last place
    noise = std::max(noise, seen);
  }
  if (!(off > 16 * noise)) return undecided;
  return "gradient of order " + std::to_string(order) + ": " + support::text_of(expected) + " along a direction, expected " + support::text_of(finer);
}

bool has(const recipe& from, bool (*is_wanted)(dtype)) {
  return std::any_of(from.steps.begin(), from.steps.end(), [&](const step& one) { return is_wanted(one.type); });
}
recipe in_f64(recipe from) {
  for (step& one : from.steps) {
    if (core::is_floating(one.type)) one.type = dtype::f64;
    if (core::is_floating(one.value.type)) one.value.type = dtype::f64;
  }
  return from;
}

// The gradients of orders `from_order` to `order` against differences, at several places where one decides nothing.
std::string check_slopes(const recipe& from, int from_order, int order, tally& counts) {
  if (order < from_order) return "";
  std::vector<char> is_open(index(order) + 1, 1), is_met(is_open.size(), 0);
  constexpr int attempts = 6;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const recipe here = moved(from, attempt);
    random_numbers random(here.seed ^ 0x5eed);
    const std::string wrong = each_order(here, order, random, [&](int n, const builder& below, const std::vector<tensor>& at, const builder& gradient, const std::vector<tensor>& arguments,
                                                                  const std::vector<int>& by, const std::vector<tensor>& cotangents) {
      if (n < from_order || !is_open[index(n)]) return std::string();
      is_met[index(n)] = 1;
      const std::string said = compare_with_difference(core::view_of(below), at, core::view_of(gradient), arguments, by, cotangents, random, n);
      if (said == undecided) return std::string();
      is_open[index(n)] = 0;
      return said;
    });
    if (!wrong.empty()) return wrong;
    if (std::find(is_open.begin() + from_order, is_open.end(), 1) == is_open.end()) break;
  }
  for (int n = from_order; n <= order; ++n) {
    counts.gradients += is_met[index(n)];
    counts.gradients_skipped += is_met[index(n)] && is_open[index(n)];
  }
  return "";
}

// Values of the gradients as of any graph; their slopes against differences, with halves, and above the first order with f32,
// in f64: the constants of rules are rounded to the element type (2 / sqrt(pi) is right to 2^-25), and higher orders cancel.
std::string check_gradients(const recipe& from, int order, tally& counts) {
  const recipe here = moved(from, 0);
  random_numbers random(here.seed ^ 0x5eed);
  const std::string wrong = each_order(here, order, random, [&](int n, const builder&, const std::vector<tensor>&, const builder& gradient, const std::vector<tensor>& arguments,
                                                                const std::vector<int>&, const std::vector<tensor>&) {
    return check_values(gradient, arguments, counts, n == 1 ? "gradient" : "higher gradient", false);
  });
  if (!wrong.empty()) return wrong;
  const bool has_halves = has(from, core::is_halved);
  const bool promotes = has_halves || (order > 1 && has(from, [](dtype type) { return type == dtype::f32; }));
  const int as_it_is = has_halves ? 0 : promotes ? 1 : order;  // up to this order
  if (std::string steep = check_slopes(from, 1, as_it_is, counts); !steep.empty()) return steep;
  return promotes ? check_slopes(in_f64(from), as_it_is + 1, order, counts) : "";
}

// Everything before the numbers: two faults of one kind have the same.
std::string kind_of(const std::string& fault) {
  std::string kind;
  for (const char c : fault) {
    if (c >= '0' && c <= '9') break;
    kind += c;
  }
  return kind;
}

// Steps that no root needs are dropped.
recipe without_unused(const recipe& from) {
  std::vector<bool> live(from.steps.size());
  for (const int root : from.roots) live[index(root)] = true;
  for (std::size_t i = from.steps.size(); i-- > 0;)
    for (int k = 0; k < 3 && live[i]; ++k)
      if (from.steps[i].operand(k) >= 0) live[index(from.steps[i].operand(k))] = true;
  recipe made;
  made.seed = from.seed;
  std::vector<int> to(from.steps.size(), -1);
  for (std::size_t i = 0; i < from.steps.size(); ++i) {
    if (!live[i]) continue;
    step copy = from.steps[i];
    for (int k = 0; k < 3; ++k)
      if (copy.operand(k) >= 0) copy.operand(k) = to[index(copy.operand(k))];
    to[i] = static_cast<int>(made.steps.size());
    made.steps.push_back(copy);
  }
  for (const int root : from.roots) made.roots.push_back(to[index(root)]);
  return made;
}

// The values of all steps by the oracle in their own precision.
std::vector<tensor> step_values(const recipe& from) {
  builder graph;
  recipe all = from;
  all.roots.clear();
  for (std::size_t i = 0; i < from.steps.size(); ++i) all.roots.push_back(static_cast<int>(i));
  build(graph, all);
  std::vector<tensor> values = support::evaluate(core::view_of(graph), arguments_of(from));
  for (tensor& one : values)
    for (wide& value : one.at) value = support::rounded_to(one.type, value);
  return values;
}

}  // namespace

std::string fault_of(const recipe& from, int order, tally& counts) {
  try {
    builder graph;
    try {
      build(graph, from);
    } catch (const std::exception& problem) {
      return std::string("does not build: ") + problem.what();
    }
    if (std::string wrong = check_values(graph, arguments_of(from), counts, "values", true); !wrong.empty()) return wrong;
    return order > 0 ? check_gradients(from, order, counts) : "";
  } catch (const std::exception& problem) {
    return std::string("thrown: ") + problem.what();
  }
}

namespace {

// The fault as another process finds it: a crash is a fault, too.
std::string fault_in_child(const recipe& from, int order) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    std::signal(SIGABRT, SIG_DFL);
    tally unused;
    const std::string fault = fault_of(from, order, unused);
    const ssize_t written = write(ends[1], fault.data(), fault.size());
    _exit(written < 0);
  }
  close(ends[1]);
  std::string fault;
  char text[512];
  for (ssize_t got; (got = read(ends[0], text, sizeof text)) > 0;) fault.append(text, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? "crashed" : fault;
}

}  // namespace

recipe shrunk(recipe from, int order, const std::string& fault) {
  const std::string kind = kind_of(fault);
  auto fails = [&](const recipe& one) {
    return !one.roots.empty() && kind_of(fault_in_child(one, order)) == kind;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    auto accept = [&](const recipe& candidate) {
      const recipe clean = without_unused(candidate);
      if (!fails(clean)) return false;
      from = clean;
      return smaller = true;
    };
    for (std::size_t r = from.roots.size(); r-- > 0 && from.roots.size() > 1;) {
      recipe candidate = from;
      candidate.roots.erase(candidate.roots.begin() + static_cast<std::ptrdiff_t>(r));
      accept(candidate);
      if (r > from.roots.size()) r = from.roots.size();
    }
    for (std::size_t r = 0; r < from.roots.size(); ++r)  // an operand of the root as the root
      for (int k = 0; k < 3; ++k) {
        recipe candidate = from;
        const int of = from.steps[index(from.roots[r])].operand(k);
        if (of < 0) continue;
        candidate.roots[r] = of;
        if (accept(candidate)) break;
      }
    for (std::size_t i = 0; i < from.steps.size(); ++i) {  // a step as an argument of its value
      if (from.steps[i].op == &primitives::parameter) continue;
      try {
        recipe candidate = from;
        step& at = candidate.steps[i];
        const tensor value = step_values(from)[i];
        at = step{};
        at.op = &primitives::parameter;
        at.type = value.type;
        at.extents = value.extents;
        at.value = value;
        accept(candidate);
      } catch (const std::exception&) {
      }
    }
    for (std::size_t i = 0; i < from.steps.size(); ++i)  // a step passed over
      for (std::size_t k = 0; k < i; ++k) {
        recipe candidate = from;
        bool used = false;
        for (std::size_t j = i + 1; j < candidate.steps.size(); ++j)
          for (int o = 0; o < 3; ++o)
            if (candidate.steps[j].operand(o) == static_cast<int>(i)) candidate.steps[j].operand(o) = static_cast<int>(k), used = true;
        if (used && i < from.steps.size() && accept(candidate)) break;
      }
    if (smaller) continue;
    for (std::int64_t extent = 130; extent > 0 && !smaller; --extent)  // all extents of one size smaller
      for (const std::int64_t to : {std::int64_t{1}, extent / 2, extent - 1}) {
        if (to >= extent) continue;
        recipe candidate = from;
        bool changed = false;
        auto shrink = [&](std::int64_t& one) {
          if (one == extent) one = to, changed = true;
        };
        for (step& at : candidate.steps) {
          for (std::int64_t& one : at.extents) shrink(one);
          for (new_axis& axis : at.axes)
            if (axis.last < 0 && axis.first == extent) axis.first = static_cast<int>(to), changed = true;
          if (at.op == &primitives::parameter) {
            at.value.extents = at.extents;
            at.value.at.resize(static_cast<std::size_t>(support::volume(at.extents)), 0);
          }
        }
        if (changed && accept(candidate)) break;
      }
    for (std::size_t i = 0; i < from.steps.size(); ++i)
      if (from.steps[i].symbols) {
        recipe candidate = from;
        candidate.steps[i].symbols &= candidate.steps[i].symbols - 1;
        accept(candidate);
      }
  }
  return from;
}

void run_share(int part, int parts) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  std::int64_t graphs = 2000;
#else
  std::int64_t graphs = 20000;
#endif
  std::uint64_t first = 0;
  if (const char* fuzz = std::getenv("SINTER_FUZZ"); fuzz && fuzz[0] == '1') graphs = 1000000, first = 1000000;
  tally counts;
  int failures = 0, most_failures = 3;
  if (const char* most = std::getenv("SINTER_FAILURES")) most_failures = std::atoi(most);
  std::int64_t share = graphs / parts;
  first += static_cast<std::uint64_t>(part * share);
  // Seeds to see again, "seed" or "first:count", the first part's. One alone runs in a process of its own, so that a crash is
  // shrunk as well.
  const char* const asked = std::getenv("SINTER_SEED");
  if (asked) {
    char* rest = nullptr;
    first = std::strtoull(asked, &rest, 10);
    share = part > 0 ? 0 : *rest == ':' ? std::atoll(rest + 1) : 1;
  }
  const bool is_alone = asked && share == 1;
  for (std::int64_t i = 0; i < share && failures < most_failures; ++i) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
    INFO("seed ", seed, "; after a crash SINTER_SEED shrinks it");
    const recipe one = generate(seed);
    const int order = seed % 50 == 0 ? 3 : seed % 8 == 0 ? 2 : 1;
    ++counts.graphs;
    const std::string fault = is_alone ? fault_in_child(one, order) : fault_of(one, order, counts);
    if (fault.empty()) continue;
    ++failures;
    const recipe least = shrunk(one, order, fault);
    FAIL_CHECK("seed " << seed << ": " << fault << "\nshrunk: " << fault_in_child(least, order) << "\n" << print(least));
  }
  MESSAGE(counts.graphs << " graphs, " << counts.elements << " elements, " << counts.skipped << " skipped (" << counts.at_jump << " at a jump, " << counts.ill_conditioned
                        << " ill-conditioned), " << counts.gradients << " gradients, " << counts.gradients_skipped << " skipped");
  CHECK(counts.skipped * 20 <= counts.elements);
  CHECK(counts.gradients_skipped * 20 <= counts.gradients);
}

}  // namespace recipes

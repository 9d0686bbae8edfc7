// SPDX-License-Identifier: MIT
#include "derived.hpp"

#include <algorithm>

#include <sinter/transform/differentiate.hpp>

namespace recipes {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::node;
using terms = std::vector<term>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct derived {
  builder graph;           // its roots: cotangents of the floating parameters
  std::vector<int> by;     // those parameters' numbers
  std::vector<tensor> cotangents;
};

// The pullback of the roots of a recipe, `order` times over: the cotangents become arguments too, and are differentiated as well.
derived pull_back(const recipe& from, const std::vector<tensor>& values, random_numbers& random) {
  derived made;
  builder& graph = made.graph;
  terms built;
  core::growing<int> fresh;
  for (const step& at : from.steps) {
    term one = build_step(graph, at, built);
    if (at.op == &primitives::parameter && core::is_floating(at.type)) {
      made.by.push_back(static_cast<int>(one.origin().attribute));
      one = core::barrier(one);
      fresh.push(one.id);
    }
    built.push_back(one);
  }
  if (!fresh.size()) return made;
  terms cotangents;
  const int high = graph.nodes.size() - 1;
  for (std::size_t r = 0; r < from.roots.size(); ++r) {
    const term root = built[index(from.roots[r])];
    if (!core::is_floating(root.type())) {
      cotangents.push_back({});
      continue;
    }
    cotangents.push_back(core::parameter(graph, root.type(), root.shape_id()));
    made.cotangents.push_back(random_like(random, values[r]));
  }
  core::differentiation reverse(graph, fresh[0], high, fresh.data(), fresh.size());
  for (std::size_t r = 0; r < from.roots.size(); ++r)
    if (cotangents[r]) reverse.add(built[index(from.roots[r])].id, cotangents[r]);
  reverse.sweep_back();
  for (int i = 0; i < fresh.size(); ++i) {
    const term found = reverse.get(fresh[i]);
    graph.roots.push(found ? found.id : core::like({&graph, fresh[i]}, 0).id);
  }
  return made;
}

// The pullback of a graph by its floating arguments: for orders above the first.
builder pull_back_again(const builder& of, const std::vector<tensor>& arguments, const std::vector<tensor>& values, random_numbers& random,
                        std::vector<int>& by, std::vector<tensor>& cotangents) {
  builder graph = of;
  core::growing<int> fresh, to(of.nodes.size(), -1);
  by.clear();
  cotangents.clear();
  terms ends;
  for (int r = 0; r < of.roots.size(); ++r) {
    cotangents.push_back(random_like(random, values[index(r)]));
    ends.push_back(core::parameter(graph, cotangents.back().type, of.nodes[of.roots[r]].shape));
  }
  // the whole graph once more over arguments of their own
  const int low = graph.nodes.size();
  for (int id = 0; id < of.nodes.size(); ++id) {
    node at = of.nodes[id];
    if (at.op == &primitives::parameter) {
      const bool floating = core::is_floating(arguments[index(static_cast<int>(at.attribute))].type);
      to[id] = floating ? core::barrier({&graph, id}).id : id;
      if (floating) {
        by.push_back(static_cast<int>(at.attribute));
        fresh.push(to[id]);
      }
      continue;
    }
    if (at.a >= 0) at.a = to[at.a];
    if (at.b >= 0) at.b = to[at.b];
    if (at.c >= 0) at.c = to[at.c];
    to[id] = graph.append(at);
  }
  core::differentiation reverse(graph, low, graph.nodes.size() - 1, fresh.data(), fresh.size());
  for (int r = 0; r < of.roots.size(); ++r) reverse.add(to[of.roots[r]], ends[index(r)]);
  reverse.sweep_back();
  graph.roots.clear();
  for (int i = 0; i < fresh.size(); ++i) {
    const term found = reverse.get(fresh[i]);
    graph.roots.push(found ? found.id : core::like({&graph, fresh[i]}, 0).id);
  }
  return graph;
}

}  // namespace

tensor random_like(random_numbers& random, const tensor& other) {
  tensor made = other;
  for (wide& value : made.at) value = support::rounded_to(other.type, static_cast<wide>(random.uniform(0.25, 1) * (random.one_in(2) ? 1 : -1)));
  return made;
}

std::string each_order(const recipe& from, int order, random_numbers& random, const order_body& body) {
  if (from.roots.empty()) return "";
  const std::vector<tensor> at = arguments_of(from);
  builder graph;
  build(graph, from);
  derived first = pull_back(from, support::evaluate(core::view_of(graph), at), random);
  if (first.by.empty() || first.cotangents.empty()) return "";
  std::vector<tensor> arguments = at;
  arguments.insert(arguments.end(), first.cotangents.begin(), first.cotangents.end());
  if (std::string wrong = body(1, graph, at, first.graph, arguments, first.by, first.cotangents); !wrong.empty()) return wrong;
  builder below = std::move(first.graph);
  for (int n = 2; n <= order && below.nodes.size() < 400; ++n) {
    std::vector<int> by;
    std::vector<tensor> cotangents;
    builder above = pull_back_again(below, arguments, support::evaluate(core::view_of(below), arguments), random, by, cotangents);
    std::vector<tensor> all = arguments;
    all.insert(all.end(), cotangents.begin(), cotangents.end());
    if (std::string wrong = body(n, below, arguments, above, all, by, cotangents); !wrong.empty()) return wrong;
    below = std::move(above);
    arguments = std::move(all);
  }
  return "";
}

recipe moved(recipe from, int attempt) {
  random_numbers random(from.seed ^ 0xabcdef ^ static_cast<std::uint64_t>(attempt) << 32);
  const double most = attempt == 0 ? 0.05 : 0.3;
  for (step& one : from.steps)
    if (core::is_floating(one.type))
      for (wide& value : one.value.at) value = support::rounded_to(one.type, value + static_cast<wide>(random.uniform(0.01, most)));
  builder all;
  build(all, from);
  std::vector<int> finite;
  const std::vector<tensor> results = support::evaluate(core::view_of(all), arguments_of(from));
  for (std::size_t r = 0; r < results.size(); ++r) {
    bool is_finite = true;
    for (const wide value : results[r].at) is_finite = is_finite && std::fabs(value) < 1e9L;
    if (is_finite) finite.push_back(from.roots[r]);
  }
  from.roots = finite;
  return from;
}

}  // namespace recipes

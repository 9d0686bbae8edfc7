// SPDX-License-Identifier: MIT
// A finished graph. `graph_view` is what passes read: pointers and counts, the same in constant evaluation and at run time.
// `stored_graph` holds one in arrays of fixed size, as a constexpr value that a type carries.
#pragma once
#include <array>

#include "builder.hpp"

namespace sinter::core {

struct graph_sizes {
  int nodes = 0, shapes = 0, symbols = 0, checks = 0, sites = 0, pool = 0, roots = 0, effects = 0;
};

struct graph_view {
  const node* nodes = nullptr;
  const shape* shapes = nullptr;
  const symbol* symbols = nullptr;
  const check* checks = nullptr;
  const site* sites = nullptr;
  const std::int64_t* pool = nullptr;
  const std::int32_t* roots = nullptr;
  const std::int32_t* effects = nullptr;
  graph_sizes count;
  int parameters = 0;
  int extent_arguments = 0;

  constexpr const shape& shape_of(int id) const { return shapes[nodes[id].shape]; }
  constexpr const site& site_of(int id) const { return sites[nodes[id].site]; }
};

constexpr graph_view view_of(const builder& graph) {
  return {graph.nodes.data(),   graph.shapes.data(), graph.symbols.data(), graph.checks.data(),
          graph.sites.data(),   graph.pool.data(),   graph.roots.data(),   graph.effects.data(),
          {graph.nodes.size(), graph.shapes.size(), graph.symbols.size(), graph.checks.size(), graph.sites.size(),
           graph.pool.size(), graph.roots.size(), graph.effects.size()},
          graph.parameters,     graph.extent_arguments};
}

template <class T, int N>
struct stored {
  T items[N > 0 ? N : 1] = {};
  constexpr void take(const T* from, int count) {
    for (int i = 0; i < count && i < N; ++i) items[i] = from[i];
  }
};

template <graph_sizes Z>
struct stored_graph {
  stored<node, Z.nodes> nodes;
  stored<shape, Z.shapes> shapes;
  stored<symbol, Z.symbols> symbols;
  stored<check, Z.checks> checks;
  stored<site, Z.sites> sites;
  stored<std::int64_t, Z.pool> pool;
  stored<std::int32_t, Z.roots> roots;
  stored<std::int32_t, Z.effects> effects;
  graph_sizes count;  // of the graph itself: more than fits if the guess was too small
  int parameters = 0;
  int extent_arguments = 0;

  constexpr explicit stored_graph(const graph_view& from)
      : count(from.count), parameters(from.parameters), extent_arguments(from.extent_arguments) {
    nodes.take(from.nodes, count.nodes);
    shapes.take(from.shapes, count.shapes);
    symbols.take(from.symbols, count.symbols);
    checks.take(from.checks, count.checks);
    sites.take(from.sites, count.sites);
    pool.take(from.pool, count.pool);
    roots.take(from.roots, count.roots);
    effects.take(from.effects, count.effects);
  }
  constexpr bool is_whole() const {
    return count.nodes <= Z.nodes && count.shapes <= Z.shapes && count.symbols <= Z.symbols &&
           count.checks <= Z.checks && count.sites <= Z.sites && count.pool <= Z.pool && count.roots <= Z.roots &&
           count.effects <= Z.effects;
  }
  constexpr graph_view view() const {
    return {nodes.items, shapes.items, symbols.items, checks.items,    sites.items,
            pool.items,  roots.items,  effects.items, count, parameters, extent_arguments};
  }
};

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Arrays and extents inside a trace: the members of `array` that touch the graph, and how an array becomes a term.
#pragma once
#include "../array/array.hpp"
#include "../primitive/registry.hpp"

namespace sinter {

constexpr extent::operator std::int64_t() const {
  if (!is_symbolic()) return code_;
  const std::int64_t known = graph_->resolve(code_);
  if (known < 0) core::a_branch_on_a_dyn_extent();
  return known;
}

namespace core {

// Copies what node `id` depends on into another graph.
constexpr term splice(const builder& from, int id, builder& to) {
  growing<bool> live(id + 1);
  growing<int> moved(id + 1);
  live[id] = true;
  for (int i = id; i >= 0; --i)
    for (int k = 0; k < 3 && live[i]; ++k)
      if (const int operand = from.nodes[i].operand(k); operand >= 0) live[operand] = true;
  for (int i = 0; i <= id; ++i) {
    if (!live[i]) continue;
    node copied = from.nodes[i];
    if (copied.a >= 0) copied.a = moved[copied.a];
    if (copied.b >= 0) copied.b = moved[copied.b];
    if (copied.c >= 0) copied.c = moved[copied.c];
    copied.shape = to.intern(from.shapes[copied.shape]);
    if (copied.op == &primitives::reshape) copied.attribute = copied.shape;
    if (copied.op == &primitives::slice || copied.op == &primitives::pad)
      copied.attribute = keep_in_pool(to, from.pool.data() + copied.attribute, 2 * from.shape_of(from.nodes[i].a).rank);
    moved[i] = to.append(copied);
  }
  return {&to, moved[id]};
}

// The shape of a type: a number for each static extent, a new symbol for each dyn one.
template <int... Extents>
constexpr int open_shape(builder& graph, origin from, std::int64_t number) {
  constexpr std::int64_t items[] = {Extents..., 0};
  shape opened;
  for (int i = 0; i < static_cast<int>(sizeof...(Extents)); ++i)
    opened.push(items[i] == dyn ? graph.open(from, number, i) : items[i]);
  return graph.intern(opened);
}

// A parameter of the graph for an operand of this type.
template <class T, int... Extents>
constexpr term open_parameter(builder& graph, const typed<T, Extents...>*) {
  const int shape_id = open_shape<Extents...>(graph, origin::parameter, graph.parameters);
  return parameter(graph, dtype_of<T>, shape_id);
}

// The array as a term of `graph`.
template <class T, int... Extents>
constexpr term append(const array<T, Extents...>& x, builder& graph) {
  if (x.state() == holds::node) return {&graph, x.node()};
  if (x.state() == holds::loose) return splice(*x.any_graph(), x.node(), graph);
  if (x.state() != holds::literal) x.has_no_value();  // an array in memory belongs to no trace
  constexpr std::int64_t items[] = {Extents..., 0};
  shape fixed;
  for (int i = 0; i < array<T, Extents...>::rank; ++i) fixed.push(items[i]);
  return constant_of_bits(graph, x.literal(), dtype_of<T>, graph.intern(fixed));
}

// In a trace: `into` becomes the node that the statement computes.
template <class X, class T, int... Extents>
constexpr void bind_traced(const X& statement, array<T, Extents...>& into, const std::source_location& where) {
  constexpr std::int64_t items[] = {Extents..., 0};
  if (builder* graph = graph_of(statement)) {
    graph->at(where);
    const term made = append(statement, *graph);
    for (int i = 0; i < array<T, Extents...>::rank; ++i)
      if (items[i] != dyn) graph->join(made.extents()[i], items[i]);
    into.become_node(graph, made.id);
  } else {
    auto* own = new builder;
    own->owners = 1;
    const int id = append(statement, *own).id;
    into.become_loose(own, id);
  }
}

}  // namespace core

template <class T, int... Extents>
constexpr void array<T, Extents...>::keep() {
  if (holds_ == core::holds::memory) buffer_->keep();
  else if (holds_ == core::holds::loose) ++graph_->owners;
}

template <class T, int... Extents>
constexpr void array<T, Extents...>::drop() {
  if (holds_ == core::holds::memory) buffer_->drop();
  else if (holds_ == core::holds::loose && __builtin_is_constant_evaluated() && --graph_->owners == 0) delete graph_;
  forget();
}

template <class T, int... Extents>
constexpr void array<T, Extents...>::become_loose(core::builder* graph, int node) {
  drop();
  graph_ = graph;
  node_ = node;
  holds_ = core::holds::loose;
}

template <class T, int... Extents>
constexpr sinter::extent array<T, Extents...>::extent(int axis) const {
  constexpr int items[] = {Extents..., 0};
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) core::axes_must_lie_within_the_rank(axis, rank);
  if (items[axis] != dyn) return items[axis];
  if (holds_ == core::holds::memory) return buffer_->extents[axis];
  if (holds_ == core::holds::nothing) has_no_value();
  const std::int64_t code = graph_->resolve(graph_->shape_of(node_)[axis]);
  return holds_ == core::holds::loose ? sinter::extent(code) : sinter::extent(graph_, code);
}

template <class T, int... Extents>
constexpr sinter::extent array<T, Extents...>::size() const {
  constexpr std::int64_t known = (std::int64_t{1} * ... * (Extents == dyn ? 1 : Extents));
  if constexpr (has_static_extents) return known;
  if (holds_ == core::holds::memory) return buffer_->size;
  if (holds_ == core::holds::nothing) has_no_value();
  return {graph_, graph_->size_of_shape(graph_->shape_of(node_))};
}

template <class T, int... Extents>
constexpr array<T, Extents...>::operator bool() const
  requires(rank == 0)
{
  if (__builtin_is_constant_evaluated()) core::a_branch_on_an_array_would_depend_on_its_data();
  return (*this)() != T(0);
}

template <class T, int... Extents>
constexpr void array<T, Extents...>::fill_with(std::int64_t bits, const core::given_list& given) {
  if constexpr (list::is_static) {
    become_literal(bits);
  } else if (!__builtin_is_constant_evaluated()) {
    std::int64_t lengths[rank];
    resolve_extents(given, lengths);
    (void)core::elements_of(rank, lengths, given.where());
    array made = unset(lengths);
    const auto value = core::is_real<T> ? static_cast<T>(std::bit_cast<double>(bits)) : static_cast<T>(bits);
    std::fill_n(static_cast<T*>(made.buffer_->data), made.buffer_->size, value);
    swap(made);
  } else {
    constexpr int items[] = {Extents..., 0};
    core::shape wanted;
    core::builder* graph = nullptr;
    const sinter::extent* next = given.begin();
    for (int i = 0; i < rank; ++i) {
      if (items[i] != dyn) {
        wanted.push(items[i]);
        continue;
      }
      if (next->graph()) graph = next->graph();
      if (!next->is_symbolic() && next->code() < 0) core::extent_must_not_be_negative(next->code(), given.where());
      wanted.push((next++)->code());
    }
    const bool is_loose = graph == nullptr;
    if (is_loose) graph = new core::builder;
    const int node = core::constant_of_bits(*graph, bits, core::dtype_of<T>, graph->intern(wanted)).id;
    if (is_loose) {
      graph->owners = 1;
      become_loose(graph, node);
    } else {
      become_node(graph, node);
    }
  }
}

// Elements written out in a trace: constants of one element, concatenated.
template <class T, int... Extents>
constexpr void array<T, Extents...>::trace_elements(const typename core::nested_list<T, rank>::type& elements,
                                                    const std::int64_t* lengths, const std::source_location& where) {
  std::int64_t count = 1;
  core::shape wanted;
  for (int i = 0; i < rank; ++i) {
    wanted.push(lengths[i]);
    count *= lengths[i];
  }
  auto* graph = new core::builder;
  graph->owners = 1;
  T* flat = new T[static_cast<std::size_t>(count) + 1]{};
  T* to = flat;
  flatten<0>(elements, lengths, to, where);
  core::shape single;
  single.push(1);
  const int one = graph->intern(single);
  core::growing<int> parts;
  for (std::int64_t i = 0; i < count; ++i)
    parts.push(core::constant_of_bits(*graph, literal_bits(flat[i]), core::dtype_of<T>, one).id);
  delete[] flat;
  while (parts.size() > 1) {  // halves, so that an element lies below log n concatenations
    core::growing<int> joined;
    for (int i = 0; i + 1 < parts.size(); i += 2)
      joined.push(core::concatenate({graph, parts[i]}, {graph, parts[i + 1]}, 0).id);
    if (parts.size() % 2) joined.push(parts.back());
    parts = joined;
  }
  const int shape_id = graph->intern(wanted);
  const int id = count == 0 ? core::constant(*graph, 0, core::dtype_of<T>, shape_id).id
                            : core::reshape({graph, parts[0]}, shape_id).id;
  become_loose(graph, id);
}

}  // namespace sinter

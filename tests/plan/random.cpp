// SPDX-License-Identifier: MIT
// Random graphs, run twice: node by node, and as a plan tells it, in the arena, with every argument given up, kernels of a launch in
// reverse order. All values are whole numbers, so both must agree exactly.
#include <cmath>
#include <random>
#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include <sinter/plan/cost.hpp>
#include <sinter/plan/explain.hpp>
#include <sinter/plan/make_plan.hpp>
#include <sinter/plan/validate.hpp>
#include <sinter/primitive/registry.hpp>

using namespace sinter::core;

namespace {

using index = std::vector<std::int64_t>;
using values = std::vector<double>;

struct place {
  const graph_view& graph;
  const std::int64_t* symbols;

  std::int64_t number(std::int64_t extent) const { return evaluate(extent, symbols); }
  index extents(int shape_id) const {
    index made;
    for (int i = 0; i < graph.shapes[shape_id].rank; ++i) made.push_back(number(graph.shapes[shape_id][i]));
    return made;
  }
  static std::int64_t count(const index& extents) {
    std::int64_t n = 1;
    for (auto e : extents) n *= e;
    return n;
  }
  static std::size_t offset(const index& extents, const index& at) {
    std::int64_t o = 0;
    for (std::size_t i = 0; i < extents.size(); ++i) o = o * extents[i] + at[i];
    return static_cast<std::size_t>(o);
  }
  template <class Body>
  static void each(const index& extents, Body body) {
    index at(extents.size(), 0);
    for (std::int64_t n = count(extents); n > 0; --n) {
      body(at);
      for (std::size_t i = extents.size(); i-- > 0;) {
        if (++at[i] < extents[i]) break;
        at[i] = 0;
      }
    }
  }
};

double apply(row_pointer op, double x, double y, double z) {
  if (op == &primitives::add) return x + y;
  if (op == &primitives::sub) return x - y;
  if (op == &primitives::mul) return x * y;
  if (op == &primitives::max) return x > y ? x : y;
  if (op == &primitives::rem) return std::fmod(x, y);
  if (op == &primitives::neg) return -x;
  if (op == &primitives::abs) return x < 0 ? -x : x;
  if (op == &primitives::select_n) return x != 0 ? z : y;
  if (op == &primitives::gt) return x > y;
  if (op == &primitives::convert_element_type) return x;
  throw "an operation that the test does not know";
}
double constant_value(const node& x) {
  return is_floating(x.type) ? std::bit_cast<double>(x.attribute) : static_cast<double>(x.attribute);
}
double identity_of(row_pointer op) { return op == &primitives::reduce_sum ? 0 : -1e300; }
struct accumulator {
  double value;
  std::int64_t best = 0;
};
void accumulate(row_pointer op, accumulator& a, double x, std::int64_t at) {
  if (op == &primitives::reduce_sum) a.value += x;
  else if (x > a.value) {
    a.value = x;
    a.best = at;
  }
}
double result(row_pointer op, const accumulator& a) {
  return op == &primitives::argmax ? static_cast<double>(a.best) : a.value;
}

// The value of each node, one after another.
struct reference {
  place p;
  std::vector<values> of;

  reference(const graph_view& graph, const std::int64_t* symbols, const std::vector<values>& arguments)
      : p{graph, symbols}, of(static_cast<std::size_t>(graph.count.nodes)) {
    for (int id = 0; id < graph.count.nodes; ++id) {
      const node& x = graph.nodes[id];
      const index to = p.extents(x.shape);
      values& out = of[static_cast<std::size_t>(id)];
      out.assign(static_cast<std::size_t>(place::count(to)), 0);
      if (x.op == &primitives::parameter) {
        out = arguments[static_cast<std::size_t>(x.attribute)];
      } else if (x.op == &primitives::constant) {
        for (double& v : out) v = constant_value(x);
      } else if (x.op == &primitives::dimension_size) {
        out[0] = static_cast<double>(p.number(x.attribute));
      } else if (x.op == &primitives::iota) {
        place::each(to, [&](const index& at) { out[place::offset(to, at)] = static_cast<double>(at[static_cast<std::size_t>(x.attribute)]); });
      } else if (x.op->kind == family::marker) {
        out = operand(x.a);
      } else if (x.op->kind == family::elementwise) {
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = apply(x.op, operand(x.a)[i], x.b < 0 ? 0 : operand(x.b)[i], x.c < 0 ? 0 : operand(x.c)[i]);
      } else {
        other(x, to, out);
      }
    }
  }
  const values& operand(int id) const { return of[static_cast<std::size_t>(id)]; }

  void other(const node& x, const index& to, values& out) {
    const graph_view& graph = p.graph;
    const index from = p.extents(graph.nodes[x.a].shape);
    const values& a = operand(x.a);
    const std::int64_t* pool = graph.pool + x.attribute;
    if (x.op->kind == family::reduction) {
      std::vector<accumulator> sums(out.size(), {identity_of(x.op)});
      place::each(from, [&](const index& at) {
        index kept;
        std::int64_t along = 0;
        for (std::size_t i = 0; i < at.size(); ++i)
          if (!(x.attribute >> i & 1)) kept.push_back(at[i]);
          else along = at[i];
        accumulate(x.op, sums[place::offset(to, kept)], a[place::offset(from, at)], along);
      });
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = result(x.op, sums[i]);
    } else if (x.op == &primitives::dot_general) {
      const index other = p.extents(graph.nodes[x.b].shape);
      const contraction how = contraction::unpack(x.attribute);
      place::each(from, [&](const index& i) {
        place::each(other, [&](const index& j) {
          index at;
          bool meets = true;
          auto axis = [](const index& v, int d) { return v[static_cast<std::size_t>(d)]; };
          for (int b = 0; b < how.batches; ++b) {
            meets = meets && axis(i, how.batch_x[b]) == axis(j, how.batch_y[b]);
            at.push_back(axis(i, how.batch_x[b]));
          }
          for (int c = 0; c < how.contracted; ++c) meets = meets && axis(i, how.x[c]) == axis(j, how.y[c]);
          if (!meets) return;
          for (std::size_t d = 0; d < i.size(); ++d)
            if (how.free_axes(0, static_cast<int>(i.size())) >> d & 1) at.push_back(i[d]);
          for (std::size_t d = 0; d < j.size(); ++d)
            if (how.free_axes(1, static_cast<int>(j.size())) >> d & 1) at.push_back(j[d]);
          out[place::offset(to, at)] += a[place::offset(from, i)] * operand(x.b)[place::offset(other, j)];
        });
      });
    } else if (x.op == &primitives::scatter_add) {
      out = a;
      const index many = p.extents(graph.nodes[x.b].shape), updates = p.extents(graph.nodes[x.c].shape);
      const int axis = axis_of_index(x.attribute);
      place::each(updates, [&](const index& at) {
        const index which(at.begin() + axis, at.begin() + axis + static_cast<int>(many.size()));
        index into(at.begin(), at.begin() + axis);
        into.push_back(static_cast<std::int64_t>(operand(x.b)[place::offset(many, which)]));
        into.insert(into.end(), at.begin() + axis + static_cast<int>(many.size()), at.end());
        out[place::offset(to, into)] += operand(x.c)[place::offset(updates, at)];
      });
    } else if (x.op == &primitives::reshape) {
      out = a;
    } else {
      place::each(to, [&](const index& at) {
        index i(from.size());
        double& v = out[place::offset(to, at)];
        if (x.op == &primitives::take) {
          const index many = p.extents(graph.nodes[x.b].shape);
          const int axis = axis_of_index(x.attribute);
          const index which(at.begin() + axis, at.begin() + axis + static_cast<int>(many.size()));
          i.assign(at.begin(), at.begin() + axis);
          i.push_back(static_cast<std::int64_t>(operand(x.b)[place::offset(many, which)]));
          i.insert(i.end(), at.begin() + axis + static_cast<int>(many.size()), at.end());
          v = a[place::offset(from, i)];
          return;
        }
        for (std::size_t d = 0; d < from.size(); ++d) {
          const int k = static_cast<int>(d);
          if (x.op == &primitives::transpose) i[d] = at[static_cast<std::size_t>(axis_at(x.attribute, k))];
          if (x.op == &primitives::broadcast_in_dim) i[d] = from[d] == 1 ? 0 : at[static_cast<std::size_t>(axis_at(x.attribute, k))];
          if (x.op == &primitives::slice) i[d] = p.number(pool[2 * d]) + pool[2 * d + 1] * at[d];
          if (x.op == &primitives::rev) i[d] = x.attribute >> d & 1 ? from[d] - 1 - at[d] : at[d];
          if (x.op == &primitives::pad) {
            const std::int64_t low = p.number(pool[2 * d]), every = pool[2 * d + 1] + 1;
            if (at[d] < low || (at[d] - low) % every || (at[d] - low) / every >= from[d]) {
              v = operand(x.b)[0];
              return;
            }
            i[d] = (at[d] - low) / every;
          }
          if (x.op == &primitives::concatenate) i[d] = at[d];
        }
        if (x.op == &primitives::concatenate) {
          const auto d = static_cast<std::size_t>(x.attribute);
          if (at[d] >= from[d]) {
            i[d] = at[d] - from[d];
            v = operand(x.b)[place::offset(p.extents(graph.nodes[x.b].shape), i)];
            return;
          }
        }
        v = a[place::offset(from, i)];
      });
    }
  }
};

// What a plan says, to the letter.
struct machine {
  place p;
  const plan_view& plan;
  std::vector<values> arguments, results, slots;  // results: by number of root, empty where a donor serves
  std::vector<std::pair<int, values>> printed;

  machine(const graph_view& graph, const plan_view& what, const std::int64_t* symbols, std::vector<values> given, bool gives_up)
      : p{graph, symbols}, plan(what), arguments(std::move(given)) {
    for (int r = 0; r < graph.count.roots; ++r) {
      const bool donated = gives_up && plan.donors[r] >= 0;
      results.emplace_back(donated ? 0u : static_cast<std::size_t>(place::count(p.extents(graph.nodes[graph.roots[r]].shape))), -777.0);
    }
    donated_ = gives_up;
    for (int s = 0; s < plan.count.slot_shapes; ++s)
      slots.emplace_back(static_cast<std::size_t>(place::count(p.extents(plan.slot_shapes[s]))), -999.0);
    for (int l = 0; l < plan.count.launches; ++l)
      for (int k = plan.launches[l].first + plan.launches[l].count - 1; k >= plan.launches[l].first; --k) kernel_at(plan.kernels[k]);
  }
  const values& result_of(int root) {  // number of a root
    const node& at = p.graph.nodes[p.graph.roots[root]];
    if (at.op == &primitives::parameter) return arguments[static_cast<std::size_t>(at.attribute)];  // a call shares it
    for (int r = 0; r < root; ++r)
      if (p.graph.roots[r] == p.graph.roots[root]) return result_of(r);
    return donated_ && plan.donors[root] >= 0 ? arguments[static_cast<std::size_t>(plan.donors[root])]
                                              : results[static_cast<std::size_t>(root)];
  }
  values& stored(int id) {
    for (int r = 0; r < p.graph.count.roots; ++r)
      if (p.graph.roots[r] == id) return const_cast<values&>(result_of(r));
    return slots[static_cast<std::size_t>(plan.slots[id])];
  }
  const values& buffer(int id) {
    if (p.graph.nodes[id].op == &primitives::parameter) return arguments[static_cast<std::size_t>(p.graph.nodes[id].attribute)];
    return stored(id);
  }
  double read_at(int r, const index& at) {
    const sinter::core::read& from = plan.reads[r];
    switch (from.what) {
      case read_kind::constant: return is_floating(from.type) ? std::bit_cast<double>(from.attribute) : static_cast<double>(from.attribute);
      case read_kind::extent: return static_cast<double>(p.number(from.attribute));
      case read_kind::iota: return static_cast<double>(at[static_cast<std::size_t>(from.attribute)]);
      case read_kind::buffer:
      case read_kind::moved: {
        const bool is_buffer = from.what == read_kind::buffer;
        const index source = p.extents(is_buffer ? from.shape : p.graph.nodes[plan.reads[from.first].node].shape);
        index i(source.size());
        for (std::size_t d = 0; d < source.size(); ++d) {
          const axis_map& m = from.axes[d];
          const std::int64_t start = p.number(m.start);
          i[d] = (m.from_end ? source[d] - 1 - start : start) + (m.axis < 0 ? 0 : m.stride * at[static_cast<std::size_t>(m.axis)]);
          REQUIRE(i[d] >= 0);
          REQUIRE(i[d] < source[d]);
        }
        return is_buffer ? buffer(from.value)[place::offset(source, i)] : read_at(from.first, i);
      }
      default: break;
    }
    const index source = p.extents(p.graph.nodes[plan.reads[from.first].node].shape);
    index i(source.size());
    if (from.what == read_kind::taken) {
      const index many = p.extents(p.graph.nodes[plan.reads[from.second].node].shape);
      const int axis = axis_of_index(from.attribute);
      i.assign(at.begin(), at.begin() + axis);
      i.push_back(static_cast<std::int64_t>(read_at(from.second, index(at.begin() + axis, at.begin() + axis + static_cast<int>(many.size())))));
      i.insert(i.end(), at.begin() + axis + static_cast<int>(many.size()), at.end());
      return read_at(from.first, i);
    }
    if (from.what == read_kind::concatenated) {
      i = at;
      const auto d = static_cast<std::size_t>(from.attribute);
      if (at[d] < source[d]) return read_at(from.first, i);
      i[d] -= source[d];
      return read_at(from.second, i);
    }
    for (std::size_t d = 0; d < source.size(); ++d) {
      const std::int64_t low = p.number(p.graph.pool[from.attribute + static_cast<std::int64_t>(2 * d)]);
      const std::int64_t every = p.graph.pool[from.attribute + static_cast<std::int64_t>(2 * d + 1)] + 1;
      if (at[d] < low || (at[d] - low) % every || (at[d] - low) / every >= source[d]) return read_at(from.second, {});
      i[d] = (at[d] - low) / every;
    }
    return read_at(from.first, i);
  }

  void kernel_at(const kernel& q) {
    const index space = p.extents(q.space);
    const instruction* program = plan.program + q.first_instruction;
    const auto count = static_cast<std::size_t>(q.instructions);
    values now(count);
    if (q.what == kernel_kind::print) {
      values shown;
      place::each(space, [&](const index& at) { shown.push_back(read_at(q.first_read, at)); });
      printed.emplace_back(q.node, shown);
      return;
    }
    index outer, inner;  // the axes that stay, and those that are reduced
    for (std::size_t d = 0; d < space.size(); ++d) (q.reduced >> d & 1 ? inner : outer).push_back(space[d]);
    if (!q.reduced) {
      outer = space;
      inner.clear();
    }
    std::vector<values> kept(count);  // full values of a row
    place::each(outer, [&](const index& row) {
      auto whole = [&](const index& along) {
        index at;
        std::size_t o = 0, i = 0;
        for (std::size_t d = 0; d < space.size(); ++d) at.push_back(q.reduced >> d & 1 ? along[i++] : row[o++]);
        return at;
      };
      auto value = [&](int i, std::size_t along) {
        return program[i].has == form::full ? kept[static_cast<std::size_t>(i)][along] : now[static_cast<std::size_t>(i)];
      };
      auto compute = [&](const instruction& x, std::size_t along, const index& at) {
        const int r = q.first_read + static_cast<int>(x.attribute);
        if (x.op == &primitives::input && q.is_flat && x.has == form::full)
          return buffer(plan.reads[r].value)[place::offset(space, at)];
        if (x.op == &primitives::input) return read_at(r, at);
        if (x.op == &primitives::constant) return is_floating(x.type) ? std::bit_cast<double>(x.attribute) : static_cast<double>(x.attribute);
        if (x.broadcasts) return value(x.a, along);
        if (x.op == &primitives::dot_general) return product(q, at);
        return apply(x.op, value(x.a, along), x.b < 0 ? 0 : value(x.b, along), x.c < 0 ? 0 : value(x.c, along));
      };
      std::vector<accumulator> sums(count);
      for (std::size_t i = 0; i < count; ++i) {
        kept[i].assign(static_cast<std::size_t>(place::count(inner)), 0);
        sums[i] = {program[i].op->kind == family::reduction ? identity_of(program[i].op) : 0};
      }
      const index nothing = whole(index(inner.size(), 0));
      for (std::size_t i = 0; i < count; ++i)
        if (program[i].has != form::full && program[i].level == 0) now[i] = compute(program[i], 0, nothing);
      for (int phase = 0; phase < q.phases; ++phase) {
        std::size_t along = 0;
        place::each(inner, [&](const index& i_along) {
          const index at = whole(i_along);
          for (std::size_t i = 0; i < count; ++i) {
            const instruction& x = program[i];
            if (x.has == form::full && x.level == phase) kept[i][along] = compute(x, along, at);
            if (x.op->kind == family::reduction && x.level == phase + 1)
              accumulate(x.op, sums[i], value(x.a, along), static_cast<std::int64_t>(along));
            const bool copies = x.has != form::narrow && x.level == phase && x.out >= 0;
            if (copies) stored(plan.outputs[q.first_output + x.out])[place::offset(space, at)] = value(static_cast<int>(i), along);
          }
          ++along;
        });
        for (std::size_t i = 0; i < count; ++i) {
          const instruction& x = program[i];
          if (x.op->kind == family::reduction && x.level == phase + 1) now[i] = result(x.op, sums[i]);
          else if (x.has == form::narrow && x.level == phase + 1) now[i] = compute(x, 0, nothing);
        }
      }
      for (std::size_t i = 0; i < count; ++i)
        if (program[i].has == form::narrow && program[i].out >= 0)
          stored(plan.outputs[q.first_output + program[i].out])[place::offset(outer, row)] = now[i];
    });
    if (q.what == kernel_kind::scatter) scatter(q);
  }
  double product(const kernel& q, const index& at) {
    const index x = p.extents(p.graph.nodes[plan.reads[q.left].node].shape), y = p.extents(p.graph.nodes[plan.reads[q.right].node].shape);
    const contraction how = contraction::unpack(q.attribute);
    index over, i(x.size()), j(y.size());
    for (int c = 0; c < how.contracted; ++c) over.push_back(x[static_cast<std::size_t>(how.x[c])]);
    std::size_t next = 0;
    for (int b = 0; b < how.batches; ++b)
      i[static_cast<std::size_t>(how.batch_x[b])] = j[static_cast<std::size_t>(how.batch_y[b])] = at[next++];
    for (std::size_t d = 0; d < x.size(); ++d)
      if (how.free_axes(0, static_cast<int>(x.size())) >> d & 1) i[d] = at[next++];
    for (std::size_t d = 0; d < y.size(); ++d)
      if (how.free_axes(1, static_cast<int>(y.size())) >> d & 1) j[d] = at[next++];
    double sum = 0;
    place::each(over, [&](const index& c) {
      for (std::size_t n = 0; n < c.size(); ++n)
        i[static_cast<std::size_t>(how.x[n])] = j[static_cast<std::size_t>(how.y[n])] = c[n];
      sum += read_at(q.left, i) * read_at(q.right, j);
    });
    return sum;
  }
  void scatter(const kernel& q) {
    const index space = p.extents(q.space), many = p.extents(p.graph.nodes[plan.reads[q.left].node].shape),
                updates = p.extents(p.graph.nodes[plan.reads[q.right].node].shape);
    const int axis = axis_of_index(q.attribute);
    values& out = stored(plan.outputs[q.first_output]);
    place::each(updates, [&](const index& at) {
      index into(at.begin(), at.begin() + axis);
      into.push_back(static_cast<std::int64_t>(read_at(q.left, index(at.begin() + axis, at.begin() + axis + static_cast<int>(many.size())))));
      into.insert(into.end(), at.begin() + axis + static_cast<int>(many.size()), at.end());
      out[place::offset(space, into)] += read_at(q.right, at);
    });
  }

 private:
  bool donated_ = false;
};

struct maker {
  std::mt19937 random;
  builder g;
  std::vector<term> terms;   // f32
  std::vector<term> choices; // i32 of rank 1 below 2

  int upto(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  term any() { return terms[static_cast<std::size_t>(upto(3) ? std::max(0, static_cast<int>(terms.size()) - 1 - upto(8)) : upto(static_cast<int>(terms.size())))]; }
  // A term of the same shape, if there is one among some tries.
  term like_shape(term x) {
    for (int i = 0; i < 20; ++i)
      if (term y = any(); y.shape_id() == x.shape_id()) return y;
    return x;
  }
  static std::int64_t size(const builder& g, term x) {
    std::int64_t n = 1;
    for (int i = 0; i < x.rank(); ++i) n *= is_symbol(x.extents()[i]) ? 3 : x.extents()[i];
    (void)g;
    return n;
  }
  int printed_last() { return g.effects.size() ? g.effects.back() : any().id; }
  term small(term x) { return remainder(x, like(x, 97)); }

  explicit maker(unsigned seed, bool symbols, int steps) : random(seed) {
    std::int64_t n = 3, m = 2;
    if (symbols) {
      n = g.open(origin::parameter, 0, 0);
      m = g.open(origin::parameter, 0, 1);
    }
    auto id = [&](std::initializer_list<std::int64_t> e) {
      shape s;
      for (auto x : e) s.push(x);
      return g.intern(s);
    };
    const int shapes[] = {id({n, 4}), id({n, 4}), id({4}), id({n}), id({n, 1}), id({}), id({m, n, 4}), id({4, n}), id({4, 4}), id({1, 4})};
    for (int i = 0; i < 6; ++i) terms.push_back(parameter(g, dtype::f32, shapes[upto(10)]));
    terms.push_back(parameter(g, dtype::f32, shapes[0]));
    choices.push_back(parameter(g, dtype::i32, id({5})));
    choices.push_back(parameter(g, dtype::i32, id({n})));
    for (int i = 0; i < steps; ++i) grow();
    const int roots = 1 + upto(4);
    for (int i = 0; i < roots; ++i) g.roots.push(any().id);
    if (upto(3) == 0) g.roots.push(g.roots[0]);
    if (upto(4) == 0) g.roots.push(printed_last());
    // what is not needed goes, as simplify would do
    std::vector<char> needed(static_cast<std::size_t>(g.nodes.size()));
    for (int i = 0; i < g.roots.size(); ++i) needed[static_cast<std::size_t>(g.roots[i])] = 1;
    std::vector<int> to(needed.size(), -1);
    for (int i = 0; i < g.effects.size(); ++i) needed[static_cast<std::size_t>(g.effects[i])] = 1;
    for (int i = g.nodes.size() - 1; i >= 0; --i) {
      if (g.nodes[i].op == &primitives::parameter) needed[static_cast<std::size_t>(i)] = 1;
      if (needed[static_cast<std::size_t>(i)])
        for (int o = 0; o < 3; ++o)
          if (g.nodes[i].operand(o) >= 0) needed[static_cast<std::size_t>(g.nodes[i].operand(o))] = 1;
    }
    growing<node> kept;
    for (int i = 0; i < g.nodes.size(); ++i) {
      if (!needed[static_cast<std::size_t>(i)]) continue;
      node x = g.nodes[i];
      if (x.a >= 0) x.a = to[static_cast<std::size_t>(x.a)];
      if (x.b >= 0) x.b = to[static_cast<std::size_t>(x.b)];
      if (x.c >= 0) x.c = to[static_cast<std::size_t>(x.c)];
      to[static_cast<std::size_t>(i)] = kept.push(x);
    }
    for (int i = 0; i < g.roots.size(); ++i) g.roots[i] = to[static_cast<std::size_t>(g.roots[i])];
    for (int i = 0; i < g.effects.size(); ++i) g.effects[i] = to[static_cast<std::size_t>(g.effects[i])];
    g.nodes = kept;
  }
  void keep(term x) {
    if (size(g, x) <= 400) terms.push_back(x);
  }
  void grow() {
    const term x = any();
    const int rank = x.rank();
    switch (upto(27)) {
      case 0: case 1: case 2: return keep(x + like_shape(x));
      case 3: case 4: return keep(x - like_shape(x));
      case 5: return keep(maximum(x, like_shape(x)));
      case 6: return keep(-x);
      case 7: return keep(select(greater(x, like(x, 1)), like_shape(x), x));
      case 8: return keep(abs(x) + 2.0 * x);
      case 9: case 10: {
        if (!rank) return;
        const unsigned mask = 1u << (upto(3) ? rank - 1 : upto(rank));
        const term r = upto(2) ? reduce_max(x, mask) : small(reduce_sum(x, mask));
        keep(r);
        if (upto(2)) keep(x - spread(r, x, mask));
        return;
      }
      case 11: {
        if (!rank) return;
        const term r = small(reduce_sum(x, all_axes(rank)));
        keep(r);
        if (upto(3) == 0) keep(spread(r, x, all_axes(rank)) + x);
        return;
      }
      case 12: {  // keep_dims
        if (!rank) return;
        shape s = x.extents();
        s.extents[rank - 1] = 1;
        const term r = reshape(reduce_max(x, 1u << (rank - 1)), g.intern(s));
        keep(r + like(r, 1));
        keep(x + broadcast_in_dim(r + like(r, 1), x.shape_id(), trailing_axes(rank, rank)));
        return;
      }
      case 13: {
        if (rank < 2) return;
        std::int64_t map = 0;
        const int turn = 1 + upto(rank - 1);
        for (int i = 0; i < rank; ++i) map |= axis_to(i, (i + turn) % rank);
        const term t = transpose(x, map);
        keep(t);
        if (t.shape_id() == x.shape_id()) keep(x + t);
        return;
      }
      case 14: return keep(reverse(x, static_cast<unsigned>(upto(1 << rank))));
      case 15: {
        if (!rank) return;
        slice_axis axes[max_rank];
        for (int i = 0; i < rank; ++i) axes[i] = {0, 1, x.extents()[i]};
        const int axis = upto(rank);
        const std::int64_t e = x.extents()[axis];
        const std::int64_t least = is_symbol(e) ? 2 : e;
        if (least < 2 || e < -2) return;  // a derived extent may be 1
        axes[axis] = upto(2) ? slice_axis{1, 1, g.define(origin::difference, e, 1)} : slice_axis{upto(2), least > 2 ? 1 + upto(2) : 1, 1};
        if (least >= 4 && upto(2)) axes[axis] = {upto(2), 2, 2};
        return keep(slice(x, axes));
      }
      case 16: {
        if (!rank) return;
        pad_axis axes[max_rank];
        axes[upto(rank)] = {upto(2), upto(3), upto(2)};
        const term none = upto(2) ? constant(g, 5, dtype::f32, g.intern({})) : small(reduce_sum(x, all_axes(rank)));
        return keep(pad(x, none, axes));
      }
      case 17: {
        if (!rank) return;
        const term y = like_shape(x);
        return keep(concatenate(x, y, upto(rank)));
      }
      case 18: {
        if (!rank) return;
        const int axis = upto(rank);
        if (x.extents()[axis] == 1 || x.extents()[axis] < -2) return;
        return keep(take(x, choices[static_cast<std::size_t>(upto(2))], axis, index_mode::promise));
      }
      case 19: {
        if (!rank) return;
        const int axis = upto(rank);
        if (x.extents()[axis] == 1 || x.extents()[axis] < -2) return;
        const term which = choices[static_cast<std::size_t>(upto(2))];
        const term updates = take(upto(2) ? x : like_shape(x), which, axis, index_mode::promise);
        return keep(scatter_add(upto(2) ? x : like(x, 3), which, upto(2) ? updates : updates + updates, axis, index_mode::promise));
      }
      case 20: case 21: {
        if (rank < 2) return;
        std::int64_t back = trailing_axes(rank, rank);
        back = (back & ~(axis_to(rank - 1, 15) | axis_to(rank - 2, 15))) | axis_to(rank - 1, rank - 2) | axis_to(rank - 2, rank - 1);
        const term y = like_shape(x), t = transpose(upto(2) ? y : small(y + x), back);
        const term made = small(matmul(x, t));
        keep(made);
        return keep(made + iota(g, dtype::f32, made.shape_id(), upto(made.rank())));
      }
      case 22: {
        shape s = x.extents();
        if (rank == 0 || rank >= 4) return;
        if (upto(2)) {
          s.push(1);
          return keep(reshape(x, g.intern(s)));
        }
        shape flat;
        std::int64_t n = 1;
        for (int i = 0; i < rank; ++i) n = g.define(origin::product, n, s[i]);
        flat.push(n);
        return keep(reshape(x, g.intern(flat)));
      }
      case 23: {
        if (rank > 2) return;
        shape s;
        s.push(2);
        for (int i = 0; i < rank; ++i) s.push(x.extents()[i]);
        const term wide = broadcast_in_dim(x, g.intern(s), trailing_axes(rank, rank + 1));
        keep(wide);
        return keep(wide + iota(g, dtype::f32, wide.shape_id(), 0));
      }
      case 24: {  // scalars meet arrays
        const term s = small(reduce_sum(x, all_axes(rank))) + constant(g, 2, dtype::f32, g.intern({}));
        return keep(x + broadcast_in_dim(upto(2) ? s : dimension(x) * s, x.shape_id(), 0));
      }
      case 25: {
        if (upto(3)) return;
        const term shown = emit(primitives::debug_print, x, {}, {}, g.nodes.size());
        g.effects.push(shown.id);
        keep(shown);
        return keep(shown + like(x, 1));
      }
      default: {
        if (!rank) return;
        const term r = argmax(x, upto(2) ? rank - 1 : upto(rank));
        keep(cast(r, dtype::f32));
        return keep(barrier(x));
      }
    }
  }
  term dimension(term x) {
    return x.rank() ? dimension_size(g, x.extents()[0], dtype::f32) : constant(g, 3, dtype::f32, g.intern({}));
  }
};

void compare(unsigned seed, bool symbols, int steps) {
  maker made(seed, symbols, steps);
  const graph_view graph = view_of(made.g);
  plan_builder built;
  make_plan(graph, built);
  const plan_view plan = view_of(built);
  std::ostringstream text;
  explain(text, graph, plan);
  CAPTURE(seed);
  CAPTURE(steps);
  const char* wrong = validate(graph, plan);
  if (wrong) {
    INFO(text.str());
    FAIL(std::string(wrong));
  }
  std::vector<std::int64_t> symbol_values(static_cast<std::size_t>(graph.count.symbols) + 1);
  for (int s = 0; s < graph.count.symbols; ++s) {
    const symbol& of = graph.symbols[s];
    const auto x = of.from == origin::parameter ? 0 : evaluate(of.x, symbol_values.data());
    const auto y = of.from == origin::parameter ? 0 : evaluate(of.y, symbol_values.data());
    symbol_values[static_cast<std::size_t>(s)] = of.from == origin::parameter    ? (s == 0 ? 3 : 2)
                                                 : of.from == origin::sum        ? x + y
                                                 : of.from == origin::difference ? x - y
                                                 : of.from == origin::product    ? x * y
                                                 : of.from == origin::quotient   ? x / y
                                                 : of.from == origin::dilation   ? x + y * (x > 0 ? x - 1 : 0)
                                                                                 : (x + y - 1) / y;
  }
  const place p{graph, symbol_values.data()};
  std::vector<values> arguments(static_cast<std::size_t>(graph.parameters));
  for (int id = 0; id < graph.count.nodes; ++id)
    if (graph.nodes[id].op == &primitives::parameter) {
      values& v = arguments[static_cast<std::size_t>(graph.nodes[id].attribute)];
      v.resize(static_cast<std::size_t>(place::count(p.extents(graph.nodes[id].shape))));
      for (double& x : v) x = graph.nodes[id].type == dtype::i32 ? made.upto(2) : made.upto(19) - 9;
    }
  const reference expected(graph, symbol_values.data(), arguments);
  for (const bool gives_up : {false, true}) {
    machine ran(graph, plan, symbol_values.data(), arguments, gives_up);
    for (int r = 0; r < graph.count.roots; ++r) {
      CAPTURE(r);
      if (ran.result_of(r) != expected.operand(graph.roots[r])) {
        INFO(text.str());
        FAIL("another value");
      }
    }
  }
  for (const bool gives_up : {false, true}) {
    const machine ran(graph, plan, symbol_values.data(), arguments, gives_up);
    REQUIRE(static_cast<int>(ran.printed.size()) == graph.count.effects);
    for (std::size_t i = 0; i < ran.printed.size(); ++i) {
      CHECK(ran.printed[i].first == graph.effects[i]);
      CHECK(ran.printed[i].second == expected.operand(graph.effects[i]));
    }
  }
  CHECK((plan.count.outputs == 0 || cost_of(graph, plan, symbol_values.data()).bytes_written > 0));
  CHECK(peak_bytes(graph, plan, symbol_values.data()) > 0);
}

}  // namespace

TEST_CASE("random graphs planned run as they do node by node") {
  for (unsigned seed = 0; seed < 400; ++seed) compare(seed, false, 4 + static_cast<int>(seed % 40));
  for (unsigned seed = 0; seed < 400; ++seed) compare(10000 + seed, true, 4 + static_cast<int>(seed % 40));
}
TEST_CASE("large random graphs") {
  for (unsigned seed = 0; seed < 20; ++seed) compare(20000 + seed, seed % 2 == 0, 300);
}

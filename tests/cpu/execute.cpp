// SPDX-License-Identifier: MIT
// Planned and fused against node by node, on random graphs of every kind of kernel. All numbers are whole and small, so
// that sums are exact in any order and both must agree exactly.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <sstream>

#include <sinter/plan/explain.hpp>
#include <sinter/plan/validate.hpp>

#include "run.hpp"

using namespace cpu_tests;
using support::extent_list;

namespace {

class graph_maker {
 public:
  builder graph;
  std::vector<tensor> arguments;

  explicit graph_maker(unsigned seed) : random_(seed) {}

  void make(int steps) {
    for (int i = 0; i < 3; ++i) new_parameter(pick_shape(), dtype::f32);
    for (int i = 0; i < steps; ++i) step();
    const int roots = 1 + number(3);
    for (int i = 0; i < roots; ++i)
      graph.roots.push(terms_[terms_.size() - 1 -
                              static_cast<std::size_t>(number(std::min<int>(8, static_cast<int>(terms_.size()))))]
                           .id);
  }

 private:
  int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  term any() { return terms_[static_cast<std::size_t>(number(static_cast<int>(terms_.size())))]; }
  term recent() {
    return number(3) ? terms_[terms_.size() - 1 -
                              static_cast<std::size_t>(number(std::min<int>(4, static_cast<int>(terms_.size()))))]
                     : any();
  }
  void keep(term t) {
    if (t.rank() > 5) return;
    std::int64_t count = 1;
    for (int i = 0; i < t.rank(); ++i) count *= t.extents()[i];
    if (count > 40000) return;
    terms_.push_back(t);
  }
  shape pick_shape() {
    static const std::int64_t extents[] = {1, 2, 3, 5, 7, 31, 32, 33, 65, 300, 0};
    shape s;
    const int rank = number(4);
    std::int64_t count = 1;
    for (int i = 0; i < rank; ++i) {
      std::int64_t extent = extents[number(number(12) ? 10 : 11)];
      if (count * extent > 20000) extent = 2;
      count *= extent;
      s.push(extent);
    }
    return s;
  }
  term new_parameter(const shape& s, dtype type, int low = -3, int high = 4) {
    const term t = parameter(graph, type, graph.intern(s));
    if (type == dtype::b8 || type == dtype::u8) {
      low = 0;
      high = type == dtype::b8 ? 2 : 5;
    }
    tensor value;
    value.type = type;
    std::int64_t count = 1;
    for (int i = 0; i < s.rank; ++i) {
      value.extents.push_back(s[i]);
      count *= s[i];
    }
    for (std::int64_t i = 0; i < count; ++i) value.at.push_back(low + number(high - low));
    arguments.push_back(value);
    terms_.push_back(t);
    return t;
  }
  // A value of x's shape and type: another of the graph, or a parameter that broadcasts to it.
  term partner(term x) {
    for (int i = 0; i < 4; ++i) {
      const term y = recent();
      if (y.shape_id() == x.shape_id() && y.type() == x.type()) return y;
    }
    shape s;
    const int from = number(x.rank() + 1);
    for (int i = from; i < x.rank(); ++i) s.push(number(3) ? x.extents()[i] : 1);
    return new_parameter(s, x.type());
  }
  // Whole numbers stay small.
  term small(term x) {
    if (x.type() == dtype::b8 || x.type() == dtype::u8) return x;
    return remainder(x, constant(graph, 8, x.type(), x.shape_id()));
  }
  void step() {
    const term x = recent();
    const bool is_bool = x.type() == dtype::b8;
    switch (number(16)) {
      case 0:
      case 1:
      case 2:
      case 3: {
        const term y = partner(x);
        if (is_bool) return keep(number(2) ? bitwise_and(x, y) : bitwise_xor(x, y));
        const int which = number(5);
        return keep(which == 0   ? x + y
                    : which == 1 ? small(x * y)
                    : which == 2 ? maximum(x, y)
                    : which == 3 ? x - y
                                 : select(less(x, y), x + y, small(y)));
      }
      case 4:
        return keep(is_bool ? bitwise_not(x) : number(2) ? less(x, partner(x)) : abs(small(x)));
      case 5: {
        static const dtype types[] = {dtype::f32, dtype::f64, dtype::i32, dtype::i64, dtype::b8, dtype::f32, dtype::u8};
        const dtype to = types[number(7)];
        if (to == dtype::u8 && !is_bool) return keep(cast(abs(small(x)), to));
        return keep(cast(x, to));
      }
      case 6:
      case 7: {
        if (!x.rank()) return;
        const auto mask = static_cast<unsigned>(number(3) ? 1 << number(x.rank()) : 1 + number((1 << x.rank()) - 1));
        if (is_bool) return keep(number(2) ? reduce_and(x, mask) : reduce_or(x, mask));
        for (int i = 0; i < x.rank(); ++i)
          if ((mask >> i & 1) && x.extents()[i] == 0) return keep(reduce_sum(x, mask));
        return keep(number(2) ? small(reduce_sum(x, mask)) : reduce_max(x, mask));
      }
      case 8: {  // a row: shifted by its largest, then divided among its sum
        if (!x.rank() || is_bool || x.extents()[x.rank() - 1] == 0) return;
        const unsigned mask = 1u << (x.rank() - 1);
        const term shifted = x - spread(reduce_max(x, mask), x, mask);
        const term sum = small(reduce_sum(shifted, mask));
        return keep(maximum(shifted, spread(sum, x, mask)));
      }
      case 9: {
        if (x.rank() < 2) return;
        std::int64_t map = 0;
        const int by = 1 + number(x.rank() - 1);
        for (int i = 0; i < x.rank(); ++i) map |= axis_to(i, (i + by) % x.rank());
        return keep(transpose(x, map));
      }
      case 10: {
        if (!x.rank()) return;
        const int axis = number(x.rank());
        slice_axis axes[max_rank];
        for (int i = 0; i < x.rank(); ++i) axes[i] = {0, 1, x.extents()[i]};
        const std::int64_t n = x.extents()[axis];
        if (n < 2) return keep(reverse(x, 1u << axis));
        axes[axis].start = number(static_cast<int>(n));
        axes[axis].stride = 1 + number(3);
        axes[axis].extent = (n - axes[axis].start + axes[axis].stride - 1) / axes[axis].stride;
        const term made = slice(x, axes);
        return keep(number(2) ? made : reverse(made, 1u << axis));
      }
      case 11: {
        if (!x.rank()) return;
        pad_axis axes[max_rank] = {};
        for (int i = 0; i < x.rank(); ++i)
          if (x.extents()[i] < 40) axes[i] = {number(3), number(3), x.extents()[i] ? number(2) : 0};
        return keep(pad(x, constant(graph, is_bool ? 1 : 2, x.type(), graph.intern({})), axes));
      }
      case 12: {
        if (!x.rank()) return;
        return keep(concatenate(x, partner_of_rank(x), number(x.rank())));
      }
      case 13: {
        if (!x.rank()) return;
        const int axis = number(x.rank());
        const auto n = static_cast<int>(x.extents()[axis]);
        if (n == 0) return;
        shape s;
        if (number(2)) s.push(1 + number(40));
        const term indices = new_parameter(s, number(2) ? dtype::i32 : dtype::i64, -1, n + 1);
        static const index_mode modes[] = {index_mode::clip, index_mode::nothing};
        const index_mode mode = modes[number(2)];
        if (number(2) || is_bool || x.rank() - 1 + s.rank > 4) return keep(take(x, indices, axis, mode));
        shape updates;
        for (int i = 0; i < axis; ++i) updates.push(x.extents()[i]);
        for (int i = 0; i < s.rank; ++i) updates.push(s[i]);
        for (int i = axis + 1; i < x.rank(); ++i) updates.push(x.extents()[i]);
        return keep(scatter_add(small(x), indices, new_parameter(updates, x.type()), axis, mode));
      }
      case 14: {
        if (x.rank() < 2 || is_bool) return;
        contraction how;
        const int axis = number(x.rank()), batch = number(2) ? (axis + 1) % x.rank() : -1;
        shape s;
        s.push(1 + number(9));
        s.push(x.extents()[axis]);
        if (batch >= 0) {
          s.push(x.extents()[batch]);
          how.batch(batch, 2);
        }
        how.contract(axis, 1);
        const term y = new_parameter(s, x.type());
        return keep(number(2) ? dot_general(small(x), y, how) + dot_general(small(x), y, how)
                              : small(dot_general(small(x), y, how)));
      }
      default: {
        shape s = pick_shape();
        if (!s.rank) s.push(3);
        const term i = iota(graph, number(2) ? dtype::i32 : dtype::f32, graph.intern(s), number(s.rank));
        terms_.push_back(i);
        if (x.rank() && !is_bool && x.extents()[x.rank() - 1] > 0 && x.extents()[0] > 0)
          keep(number(2) ? argmax(x, x.rank() - 1) : argmin(x, 0));
      }
    }
  }
  term partner_of_rank(term x) {
    const term y = partner(x);
    return y.rank() == x.rank() && y.shape_id() == x.shape_id()
               ? y
               : broadcast_in_dim(y, x.shape_id(), trailing_axes(y.rank(), x.rank()));
  }

  std::mt19937 random_;
  std::vector<term> terms_;
};

bool agree(const tensor& x, const tensor& y) {
  if (x.type != y.type || x.extents != y.extents || x.at.size() != y.at.size()) return false;
  for (std::size_t i = 0; i < x.at.size(); ++i)
    if (!(x.at[i] == y.at[i] || (x.at[i] != x.at[i] && y.at[i] != y.at[i]))) return false;
  return true;
}

}  // namespace

TEST_CASE("fused kernels have the values of the graph") {
  const char* const asked = std::getenv("SINTER_FUZZ");
  const unsigned graphs = asked ? static_cast<unsigned>(std::atoi(asked)) : 400u;
  const char* const from = std::getenv("SINTER_FUZZ_SEED");
  const unsigned seed = from ? static_cast<unsigned>(std::atoi(from)) : 1u;
  for (unsigned n = 0; n < graphs; ++n) {
    CAPTURE(seed + n);
    graph_maker maker(seed + n);
    maker.make(4 + static_cast<int>(n % 24));
    plan_builder plan;
    const graph_view graph = view_of(maker.graph);
    make_plan(graph, plan);
    REQUIRE(validate(graph, view_of(plan)) == nullptr);
    const std::vector<tensor> expected =
        support::evaluate(graph, maker.arguments, {.as = support::precision::own, .disturb = {}});
    const interpreted_kernels codes = all_codes(graph, view_of(plan));
    for (const bool donates : {false, true}) {
      const std::vector<tensor> got = run_plan(graph, view_of(plan), codes.data(), maker.arguments, donates);
      REQUIRE(got.size() == expected.size());
      for (std::size_t r = 0; r < got.size(); ++r) {
        const bool same = agree(got[r], expected[r]);
        CHECK_MESSAGE(same, "root " << r << (donates ? " with donation" : ""));
        if (!same && std::getenv("SINTER_EXPLAIN")) {
          MESSAGE(support::volume(got[r].extents));
          for (std::size_t i = 0; i < got[r].at.size(); ++i)
            if (got[r].at[i] != expected[r].at[i]) {
              MESSAGE("at " << i << ": " << static_cast<double>(got[r].at[i]) << " for "
                            << static_cast<double>(expected[r].at[i]));
              break;
            }
        }
      }
    }
  }
}

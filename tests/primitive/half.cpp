// SPDX-License-Identifier: MIT
// Halves are computed as floats and rounded once: each elementwise row for all 65,536 operands, folds and contractions,
// against the same graph in f32.
#include <doctest/doctest.h>

#include <string>

#include <sinter/primitive/contraction.hpp>
#include <sinter/transform/differentiate.hpp>

#include "examples.hpp"
#include "support/interpret.hpp"

namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::family;
using support::builder;
using support::dtype;
using support::extent_list;
using support::primitive;
using support::tensor;
using support::term;
using support::wide;

using making = std::function<term(builder&, const std::vector<term>&)>;

tensor as(dtype type, const tensor& x) {
  tensor made{type, x.extents, x.at};
  for (wide& value : made.at) value = support::rounded_to(type, value);
  return made;
}

// The graph over operands of one floating type.
tensor run(dtype type, const std::vector<tensor>& operands, const making& make) {
  builder graph;
  std::vector<term> terms;
  std::vector<tensor> given;
  for (const tensor& one : operands) {
    core::shape extents;
    for (const std::int64_t extent : one.extents) extents.push(extent);
    given.push_back(core::is_floating(one.type) ? as(type, one) : one);
    terms.push_back(core::parameter(graph, given.back().type, graph.intern(extents)));
  }
  graph.roots.push(make(graph, terms).id);
  return support::interpret(graph, given)[0];
}

// In halves, and in f32 and then rounded.
void check(const std::string& name, dtype type, const std::vector<tensor>& operands, const making& make) {
  const tensor half = run(type, operands, make), single = run(dtype::f32, operands, make);
  CHECK_MESSAGE(half.extents == single.extents, name);
  for (std::size_t i = 0; i < half.at.size(); ++i) {
    const wide expected = single.type == dtype::f32 ? support::rounded_to(type, single.at[i]) : single.at[i];
    if (support::same_value(half.at[i], expected)) continue;
    FAIL_CHECK(name << " of " << core::name_of(type) << ", element " << i << ": " << support::text_of(half.at[i]) << ", expected " << support::text_of(expected));
    return;
  }
}

tensor every_number(dtype type) {
  tensor made{type, {65536}, {}};
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    made.at.push_back(type == dtype::f16 ? static_cast<wide>(sinter::float16::of_bits(pattern)) : static_cast<wide>(sinter::bfloat16::of_bits(pattern)));
  }
  return made;
}
tensor mixed(const tensor& of, std::uint64_t seed) {  // the same numbers in another order
  tensor made = of;
  support::random_numbers random(seed);
  for (wide& value : made.at) value = of.at[random.bits() % of.at.size()];
  return made;
}
tensor normal(dtype type, const extent_list& extents, double size, std::uint64_t seed) {
  tensor made{type, extents, {}};
  support::random_numbers random(seed);
  for (std::int64_t i = support::volume(extents); i > 0; --i) made.at.push_back(support::rounded_to(type, static_cast<wide>(size * random.normal())));
  return made;
}

constexpr dtype halves[] = {dtype::f16, dtype::bf16};

}  // namespace

TEST_CASE("elementwise rows for every half") {
  int rows = 0;
  for (const dtype type : halves) {
    const tensor x = every_number(type), y = mixed(x, 1), z = mixed(x, 2);
    for (const primitive* op : primitives::all::at) {
      if (op->kind != family::elementwise || !(op->takes & core::only(type)) || op->gives == core::result::declared || op == &primitives::integer_pow) continue;
      std::vector<tensor> operands = {x, y, z};
      operands.resize(static_cast<std::size_t>(op->arity));
      check(op->name, type, operands, [op](builder&, const std::vector<term>& t) {
        return core::emit(*op, t[0], t.size() > 1 ? t[1] : term{}, t.size() > 2 ? t[2] : term{});
      });
      ++rows;
    }
    for (const int n : {-2, -1, 0, 1, 2, 3, 5})
      check("integer_pow", type, {x}, [n](builder&, const std::vector<term>& t) { return core::integer_pow(t[0], n); });
    for (const dtype to : {dtype::b8, dtype::u8, dtype::i32, dtype::u32, dtype::i64, dtype::f32, dtype::f64})
      check("convert_element_type", type, {x}, [to](builder&, const std::vector<term>& t) { return core::emit(primitives::convert_element_type, t[0], {}, {}, 0, to); });
  }
  CHECK(rows > 80);
}

TEST_CASE("a half survives f32 and f64, and a chain rounds after each step") {
  for (const dtype type : halves) {
    const tensor x = every_number(type);
    for (const dtype through : {dtype::f32, dtype::f64}) {
      // behind a barrier, so that nothing is simplified
      const tensor back = run(type, {x}, [&](builder&, const std::vector<term>& t) { return core::cast(core::barrier(core::cast(t[0], through)), type); });
      int wrong = 0;
      for (std::size_t i = 0; i < x.at.size(); ++i) wrong += !support::same_value(back.at[i], x.at[i]);
      CHECK(wrong == 0);
    }
    const tensor y = mixed(x, 3);
    const tensor chain = run(type, {x, y}, [](builder&, const std::vector<term>& t) { return core::exp(t[0] * t[1]) - t[0]; });
    const tensor product = run(type, {x, y}, [](builder&, const std::vector<term>& t) { return t[0] * t[1]; });
    const tensor power = run(type, {product}, [](builder&, const std::vector<term>& t) { return core::exp(t[0]); });
    const tensor last = run(type, {power, x}, [](builder&, const std::vector<term>& t) { return t[0] - t[1]; });
    int wrong = 0;
    for (std::size_t i = 0; i < x.at.size(); ++i) wrong += !support::same_value(chain.at[i], last.at[i]);
    CHECK(wrong == 0);
  }
}

TEST_CASE("folds add up in f32 and round once") {
  for (const dtype type : halves)
    for (const extent_list& extents : std::vector<extent_list>{{10000}, {3, 5000}, {5000, 3}, {70, 2, 70}, {1, 33}, {0, 4}, {9, 1100}}) {
      const tensor x = normal(type, extents, 1, 4);
      for (const primitive* op : {static_cast<const primitive*>(&primitives::reduce_sum), static_cast<const primitive*>(&primitives::reduce_prod), static_cast<const primitive*>(&primitives::reduce_max),
                                  static_cast<const primitive*>(&primitives::reduce_min), static_cast<const primitive*>(&primitives::argmax), static_cast<const primitive*>(&primitives::argmin)})
        for (unsigned mask = 1; mask < 1u << extents.size(); ++mask) {
          const bool is_index = op->gives == core::result::index, is_extreme = is_index || op == &primitives::reduce_max || op == &primitives::reduce_min;
          if ((is_index && (mask & (mask - 1))) || (is_extreme && extents[0] == 0)) continue;
          check(op->name, type, {x}, [op, mask](builder&, const std::vector<term>& t) { return core::emit(*op, t[0], {}, {}, mask); });
        }
      // softmax's shape: a row kernel with two folds
      if (extents.size() == 2 && extents[0] > 0) {
        const tensor rows = run(type, {x}, [](builder&, const std::vector<term>& t) {
          const term shifted = t[0] - core::spread(core::reduce_max(t[0], 2), t[0], 2), e = core::exp(shifted);
          return e / core::spread(core::reduce_sum(e, 2), e, 2);
        });
        const tensor large = run(type, {x}, [](builder&, const std::vector<term>& t) { return core::spread(core::reduce_max(t[0], 2), t[0], 2); });
        const tensor e = run(type, {x, large}, [](builder&, const std::vector<term>& t) { return core::exp(t[0] - t[1]); });
        const tensor sums = run(type, {e}, [](builder&, const std::vector<term>& t) { return core::spread(core::reduce_sum(t[0], 2), t[0], 2); });
        const tensor expected = run(type, {e, sums}, [](builder&, const std::vector<term>& t) { return t[0] / t[1]; });
        int wrong = 0;
        for (std::size_t i = 0; i < rows.at.size(); ++i) wrong += !support::same_value(rows.at[i], expected.at[i]);
        CHECK(wrong == 0);
      }
    }
  // 4096 ones and more: a sum kept in halves would stand still
  tensor ones{dtype::bf16, {4096}, std::vector<wide>(4096, 1)};
  CHECK(run(dtype::bf16, {ones}, [](builder&, const std::vector<term>& t) { return core::reduce_sum(t[0], 1); }).at[0] == 4096);
}

TEST_CASE("contractions add up in f32 and round once") {
  struct way { extent_list x, y; int axis_x, axis_y, batches; };
  for (const dtype type : halves)
    for (const way& w : std::vector<way>{{{5, 40}, {40, 7}, 1, 0, 0}, {{64, 300}, {300, 65}, 1, 0, 0}, {{300, 33}, {300, 9}, 0, 0, 0}, {{3, 17, 20}, {3, 20, 8}, 2, 1, 1}, {{50, 70}, {70}, 1, 0, 0}, {{90}, {90}, 0, 0, 0}}) {
      core::contraction how;
      for (int i = 0; i < w.batches; ++i) how.batch(i, i);
      how.contract(w.axis_x, w.axis_y);
      check("dot_general", type, {normal(type, w.x, 1, 5), normal(type, w.y, 1, 6)}, [how](builder&, const std::vector<term>& t) { return core::dot_general(t[0], t[1], how); });
      // with an epilogue, which takes the rounded product
      const tensor x = normal(type, w.x, 1, 5), y = normal(type, w.y, 1, 6);
      const tensor product = run(type, {x, y}, [how](builder&, const std::vector<term>& t) { return core::dot_general(t[0], t[1], how); });
      const tensor after = run(type, {x, y}, [how](builder&, const std::vector<term>& t) { return core::tanh(0.125 * core::dot_general(t[0], t[1], how)); });
      const tensor expected = run(type, {product}, [](builder&, const std::vector<term>& t) { return core::tanh(0.125 * t[0]); });
      for (std::size_t i = 0; i < after.at.size(); ++i) CHECK(support::same_value(after.at[i], expected.at[i]));
    }
}

TEST_CASE("a scatter adds up in f32 and rounds once") {
  for (const dtype type : halves) {
    tensor updates{type, {3000, 2}, {}}, indices{dtype::i32, {3000}, {}};
    for (int i = 0; i < 3000; ++i) {
      indices.at.push_back(i % 3);
      updates.at.push_back(1);
      updates.at.push_back(0.5L);
    }
    const tensor made = run(type, {normal(type, {4, 2}, 0, 1), indices, updates}, [](builder&, const std::vector<term>& t) { return core::scatter_add(t[0], t[1], t[2], 0, core::index_mode::fill); });
    CHECK(made.at[0] == support::rounded_to(type, 1000));
    CHECK(made.at[5] == support::rounded_to(type, 500));
    CHECK(made.at[6] == 0);
  }
}

namespace {

// The cotangents of the floating operands of an example, in its element type.
std::vector<tensor> gradient(const examples::example& of, const std::vector<tensor>& at, const tensor& cotangent) {
  builder graph;
  std::vector<term> terms;
  core::growing<int> fresh;
  std::vector<tensor> given = at;
  given.push_back(cotangent);
  for (std::size_t i = 0; i <= at.size(); ++i) {
    core::shape extents;
    for (const std::int64_t extent : given[i].extents) extents.push(extent);
    terms.push_back(core::parameter(graph, given[i].type, graph.intern(extents)));
  }
  const term seed = terms.back();
  terms.pop_back();
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!core::is_floating(at[i].type) || !of.operands[i].differentiated) continue;
    terms[i] = core::barrier(terms[i]);
    fresh.push(terms[i].id);
  }
  const term out = of.make(graph, terms);
  core::differentiation reverse(graph, fresh[0], out.id, fresh.data(), fresh.size());
  reverse.add(out.id, seed);
  reverse.sweep_back();
  for (int i = 0; i < fresh.size(); ++i) {
    const term found = reverse.get(fresh[i]);
    graph.roots.push(found ? found.id : core::like({&graph, fresh[i]}, 0).id);
  }
  return support::interpret(graph, given);
}

}  // namespace

TEST_CASE("gradients of halves are near those of f32") {
  support::random_numbers random(8);
  int compared = 0;
  for (const dtype type : halves)
    for (const primitive* op : primitives::all::at) {
      if (op->differentiates == core::derivative::none || op->differentiates == core::derivative::zero || op->kind == family::source) continue;
      if (!(op->takes & core::only(type)) || op == &primitives::convert_element_type || op == &primitives::rem) continue;  // rem jumps
      const std::vector<examples::example> half = examples::of(op, type), single = examples::of(op, dtype::f32);
      REQUIRE(half.size() == single.size());
      for (std::size_t e = 0; e < half.size(); ++e) {
        std::vector<tensor> at, wide_at;
        int place = 0;
        for (const examples::operand& operand : half[e].operands) {
          tensor made{operand.type, operand.extents, {}};
          for (std::int64_t i = support::volume(operand.extents); i > 0; --i) {
            if (core::is_floating(operand.type)) made.at.push_back(support::rounded_to(type, static_cast<wide>(support::real_sample(random, operand.samples, place++))));
            else if (operand.limit > 0) made.at.push_back(random.below(operand.limit));
            else made.at.push_back(operand.limit < 0 ? random.below(-operand.limit) : 1);
          }
          at.push_back(made);
          wide_at.push_back(core::is_floating(operand.type) ? as(dtype::f32, made) : made);
        }
        const tensor out = run(dtype::f32, wide_at, single[e].make);
        tensor cotangent{type, out.extents, {}};
        for (std::size_t i = 0; i < out.at.size(); ++i) cotangent.at.push_back(support::rounded_to(type, static_cast<wide>(random.uniform(0.5, 1))));
        const std::vector<tensor> given = gradient(half[e], at, cotangent), expected = gradient(single[e], wide_at, as(dtype::f32, cotangent));
        for (std::size_t r = 0; r < given.size(); ++r) {
          wide largest = 0x1p-6L;  // below, tails cancel: (1 + tanh x) (1 - tanh x)
          for (const wide one : expected[r].at) largest = std::isfinite(one) ? std::max(largest, std::fabs(one)) : largest;
          if (type == dtype::f16 && largest > 2000) continue;  // on the way there f16 may overflow
          for (std::size_t i = 0; i < given[r].at.size(); ++i) {
            const wide x = given[r].at[i], y = expected[r].at[i];
            ++compared;
            if (support::same_value(x, y, true) || std::fabs(x - y) <= 24 * support::epsilon(type) * largest) continue;
            FAIL_CHECK(half[e].name << ": element " << i << " of operand " << r << " is " << support::text_of(x) << ", expected " << support::text_of(y));
            break;
          }
        }
      }
    }
  CHECK(compared > 10000);
}

// SPDX-License-Identifier: MIT
// The generator: it knows every primitive, element type, broadcast and view; operands are shared because they are drawn from
// all earlier steps.
#include <sinter/graph/graph.hpp>

#include "recipe.hpp"

namespace recipes {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using core::domain;
using core::family;

constexpr std::int64_t most_elements = 200;
constexpr int highest_rank = 4;

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed), has_halves_(seed % 16 == 7) { made_.seed = seed; }

  recipe run() {
    has_symbols_ = random_.one_in(3);
    const int parameters = 1 + random_.below(3), steps = 3 + random_.below(random_.one_in(4) ? 22 : 10);
    for (int i = 0; i < parameters; ++i) add_parameter(draw_type(), draw_extents());
    for (int tries = 0; static_cast<int>(made_.steps.size()) < parameters + steps && tries < 200; ++tries) propose();
    std::vector<bool> used(made_.steps.size());
    for (const step& at : made_.steps)
      for (int k = 0; k < 3; ++k)
        if (at.operand(k) >= 0) used[static_cast<std::size_t>(at.operand(k))] = true;
    for (int i = static_cast<int>(made_.steps.size()); i-- > 0;)  // what nothing reads is a result, others now and then
      if (made_.roots.empty() || (!used[static_cast<std::size_t>(i)] && made_.roots.size() < 5) || random_.one_in(12)) made_.roots.push_back(i);
    if (random_.one_in(20)) made_.roots.push_back(made_.roots.front());
    return std::move(made_);
  }

 private:
  random_numbers random_;
  bool has_halves_;  // in these graphs half of the types drawn are f16 or bf16
  recipe made_;
  builder graph_;
  std::vector<term> terms_;
  std::vector<extent_list> numbers_;  // the extents of each step as numbers
  std::vector<extent_list> parameters_;
  bool has_symbols_ = false;

  int count() const { return static_cast<int>(made_.steps.size()); }
  const extent_list& extents(int i) const { return numbers_[static_cast<std::size_t>(i)]; }
  int rank(int i) const { return static_cast<int>(extents(i).size()); }
  dtype type(int i) const { return terms_[static_cast<std::size_t>(i)].type(); }
  std::int64_t extent(int i, int axis) const { return extents(i)[static_cast<std::size_t>(axis)]; }
  bool is_static(int i, int axis) { return graph_.resolve(terms_[static_cast<std::size_t>(i)].extents()[axis]) >= 0; }

  dtype draw_type() {
    if (has_halves_ && random_.one_in(2)) return random_.one_in(2) ? dtype::f16 : dtype::bf16;
    const dtype types[] = {dtype::f32, dtype::f32, dtype::f32, dtype::f32, dtype::f64, dtype::f64, dtype::f64, dtype::i32, dtype::i32,
                           dtype::i64, dtype::u8, dtype::u32, dtype::b8};
    return types[random_.below(13)];
  }
  extent_list draw_extents() {
    if (!numbers_.empty() && random_.one_in(3)) return numbers_[static_cast<std::size_t>(random_.below(static_cast<int>(numbers_.size())))];
    extent_list made;
    const int wanted = random_.below(highest_rank + 1);
    std::int64_t size = 1;
    for (int i = 0; i < wanted; ++i) {
      std::int64_t extent = random_.one_in(5) ? 1 : random_.one_in(30) ? 0 : 2 + random_.below(random_.one_in(3) ? 8 : 4);
      if (size * extent > most_elements) extent = 1;
      size *= extent > 0 ? extent : 1;
      made.push_back(extent);
    }
    if (wanted == 1 && random_.one_in(3)) made[0] = 30 + random_.below(100);  // several groups of lanes
    return made;
  }
  tensor draw_values(dtype of, const extent_list& extents) {
    tensor made{of, extents, {}};
    const int kind = random_.below(6);
    for (std::int64_t i = support::volume(extents); i > 0; --i) {
      wide value = 0;
      if (!core::is_floating(of)) value = support::integer_sample(random_, of, domain::real, kind == 0);
      else if (kind == 0) value = random_.below(7) - 3;  // ties and jumps
      else if (kind == 1) value = static_cast<wide>(random_.uniform(0.1, 2));
      else value = static_cast<wide>(random_.normal() * (kind == 2 ? 3 : 1));
      made.at.push_back(support::rounded_to(of, value));
    }
    return made;
  }

  void add_parameter(dtype of, const extent_list& extents) {
    step at;
    at.op = &primitives::parameter;
    at.type = of;
    at.extents = extents;
    if (has_symbols_)
      for (std::size_t i = 0; i < extents.size(); ++i)
        if (random_.one_in(2)) at.symbols |= 1u << i;
    at.value = draw_values(of, extents);
    add(at);
  }

  // Appends a step if it fits; false if it does not.
  bool add(const step& at) {
    builder kept = graph_;
    try {
      std::vector<term> terms = terms_;
      for (term& one : terms) one.graph = &kept;
      const term made = build_step(kept, at, terms);
      std::vector<extent_list> parameters = parameters_;
      if (at.op == &primitives::parameter) parameters.push_back(at.extents);
      const std::vector<std::int64_t> symbols = support::symbol_values(core::view_of(kept), parameters);
      if (symbols.empty()) return false;
      extent_list numbers;
      for (int i = 0; i < made.rank(); ++i) {
        numbers.push_back(core::evaluate(made.extents()[i], symbols.data()));
        if (numbers.back() < 0) return false;
      }
      if (support::volume(numbers) > most_elements || numbers.size() > static_cast<std::size_t>(highest_rank) + 1) return false;
      graph_ = kept;
      terms_ = terms;
      terms_.push_back(made);
      for (term& one : terms_) one.graph = &graph_;
      numbers_.push_back(numbers);
      parameters_ = parameters;
      made_.steps.push_back(at);
      return true;
    } catch (const sinter::error&) {
      return false;
    }
  }

  // A step of one of the types, preferring late ones; -1 if there is none.
  int draw(core::dtype_set types) {
    std::vector<int> fit;
    for (int i = 0; i < count(); ++i)
      if (types & core::only(type(i))) {
        fit.push_back(i);
        if (i + 4 >= count()) fit.push_back(i);
      }
    return fit.empty() ? -1 : random_.of(fit);
  }
  // A step that can be broadcast with the given extents, of this type.
  int draw_partner(dtype of, int with) {
    std::vector<int> fit;
    for (int i = 0; i < count(); ++i) {
      if (type(i) != of) continue;
      bool fits = true;
      std::int64_t size = 1;
      for (int k = 1; k <= std::max(rank(i), rank(with)); ++k) {
        const bool has_x = k <= rank(i), has_y = k <= rank(with);
        const std::int64_t ex = has_x ? extent(i, rank(i) - k) : 1, ey = has_y ? extent(with, rank(with) - k) : 1;
        const bool stretches = !has_x || !has_y || (ex == 1 && is_static(i, rank(i) - k)) || (ey == 1 && is_static(with, rank(with) - k));
        fits = fits && (ex == ey || stretches);
        size *= ex == 1 ? ey : ex;
      }
      if (fits && size <= most_elements) fit.push_back(i);
    }
    if (fit.empty() || random_.one_in(6)) return add_constant(of, with);
    return random_.of(fit);
  }
  int add_constant(dtype of, int like) {
    step at;
    at.op = &primitives::constant;
    at.type = of;
    at.number = of == dtype::b8 ? random_.below(2) : core::is_floating(of) ? (random_.below(13) - 4) * 0.5 : random_.below(of == dtype::u8 || of == dtype::u32 ? 6 : 9);
    if (core::is_signed(of) && !core::is_floating(of)) at.number -= 3;
    if (random_.one_in(2)) at.x = like;
    return add(at) ? count() - 1 : -1;
  }

  void propose() {
    switch (random_.below(20)) {
      case 0: reduction(); break;
      case 1: reduction(); break;
      case 2: case 3: case 4: view(); break;
      case 5: contraction(); break;
      case 6: indexing(); break;
      case 7: source(); break;
      default: elementwise();
    }
  }

  void elementwise() {
    // Often the well-behaved ones, so that graphs do not drown in infinities; else any row.
    static const std::vector<const primitive*> tame = {&primitives::add, &primitives::sub, &primitives::mul, &primitives::max, &primitives::min, &primitives::tanh,
                                                       &primitives::sin, &primitives::cos, &primitives::logistic, &primitives::neg, &primitives::abs, &primitives::select_n,
                                                       &primitives::add, &primitives::mul, &primitives::lt, &primitives::gt, &primitives::convert_element_type, &primitives::atan,
                                                       &primitives::clamp, &primitives::erf, &primitives::integer_pow, &primitives::div};
    static const std::vector<const primitive*> all = [] {
      std::vector<const primitive*> made;
      for (const primitive* op : primitives::all::at)
        if (op->kind == family::elementwise || op->kind == family::marker) made.push_back(op);
      return made;
    }();
    const primitive* op = random_.one_in(3) ? random_.of(all) : random_.of(tame);
    if (op == &primitives::debug_print) return;  // it prints
    step at;
    at.op = op;
    at.x = draw(op == &primitives::threefry2x32 ? core::only(dtype::u32) : op->takes);
    if (at.x < 0) return;
    const dtype of = type(at.x);
    if (op == &primitives::select_n) {
      at.y = draw(core::anything);
      at.z = draw_partner(type(at.y), at.y);
    } else if (op == &primitives::threefry2x32) {
      at.y = draw_partner(dtype::u32, at.x);
      at.z = draw_partner(dtype::i64, at.x);
    } else {
      if (op->arity > 1) at.y = draw_partner(of, at.x);
      if (op->arity > 2) at.z = draw_partner(of, at.x);
    }
    if ((op->arity > 1 && at.y < 0) || (op->arity > 2 && at.z < 0)) return;
    if (op->arity == 2 && random_.one_in(3)) std::swap(at.x, at.y);
    if (op == &primitives::integer_pow) at.attribute = core::is_floating(of) ? random_.below(7) - 2 : random_.below(5);
    if (op == &primitives::convert_element_type) {
      at.type = draw_type();
      if (at.type == of) return;
    }
    if (op == &primitives::bitcast_convert_type) {
      at.type = draw_type();
      // bits of floats are compared as values, so a NaN must not show its payload
      if (at.type == of || core::size_of(at.type) != core::size_of(of) || of == dtype::b8 || at.type == dtype::b8 || core::is_floating(of) || core::is_floating(at.type)) return;
    }
    add(at);
  }

  void reduction() {
    static const std::vector<const primitive*> rows = {&primitives::reduce_sum, &primitives::reduce_sum, &primitives::reduce_max, &primitives::reduce_min, &primitives::reduce_prod,
                                                       &primitives::reduce_and, &primitives::reduce_or, &primitives::argmax, &primitives::argmin};
    step at;
    at.op = random_.of(rows);
    at.x = draw(at.op->takes);
    if (at.x < 0 || rank(at.x) == 0) return;
    if (at.op == &primitives::argmax || at.op == &primitives::argmin) at.attribute = std::int64_t{1} << random_.below(rank(at.x));
    else at.attribute = random_.one_in(2) ? std::int64_t{1} << (rank(at.x) - 1) : 1 + random_.below((1 << rank(at.x)) - 1);
    const bool extreme = at.op != &primitives::reduce_sum && at.op != &primitives::reduce_prod && at.op != &primitives::reduce_and && at.op != &primitives::reduce_or;
    for (int i = 0; i < rank(at.x) && extreme; ++i)
      if ((at.attribute >> i & 1) && extent(at.x, i) == 0) return;
    const int of = at.x;
    if (!add(at) || !random_.one_in(2)) return;
    // softmax and its like: the result spread over what was reduced, and combined with it
    step spread;
    spread.op = &primitives::broadcast_in_dim;
    spread.x = count() - 1;
    int to = 0;
    for (int i = 0; i < rank(of); ++i) {
      const bool reduced = at.attribute >> i & 1;
      if (reduced && !is_static(of, i)) return;
      spread.extents.push_back(reduced ? extent(of, i) : -1);
      if (!reduced) spread.attribute |= core::axis_to(to++, i);
    }
    if (!add(spread) || type(count() - 1) != type(of)) return;
    step joined;
    if (!core::is_floating(type(of))) return;
    joined.op = &primitives::sub;
    if (random_.one_in(2)) joined.op = &primitives::mul;
    joined.x = of;
    joined.y = count() - 1;
    add(joined);
  }

  void view() {
    step at;
    at.x = draw(core::anything);
    if (at.x < 0) return;  // no parameter fitted yet
    const int of = rank(at.x);
    switch (random_.below(8)) {
      case 0: {
        if (of < 2) return;
        at.op = &primitives::transpose;
        std::vector<int> order;
        for (int i = 0; i < of; ++i) order.insert(order.begin() + random_.below(i + 1), i);
        for (int i = 0; i < of; ++i) at.attribute |= core::axis_to(i, order[static_cast<std::size_t>(i)]);
        break;
      }
      case 1: {
        at.op = &primitives::broadcast_in_dim;
        int axis = 0;
        for (int i = 0; i < of; ++i) {
          if (random_.one_in(3)) at.extents.push_back(random_.one_in(4) ? 1 : 2 + random_.below(4)), ++axis;
          const bool stretches = extent(at.x, i) == 1 && is_static(at.x, i) && random_.one_in(2);
          at.extents.push_back(stretches ? 2 + random_.below(5) : -1);
          at.attribute |= core::axis_to(i, axis++);
        }
        if (of == 0 || random_.one_in(4)) at.extents.push_back(1 + random_.below(6));
        break;
      }
      case 2: {
        if (of < 1) return;
        at.op = &primitives::slice;
        for (int i = 0; i < of; ++i) {
          const auto n = static_cast<int>(extent(at.x, i));
          axis_numbers a;
          if (random_.one_in(2)) a.start = random_.below(n + 1);
          if (random_.one_in(3)) a.cut = random_.below(n - static_cast<int>(a.start) + 1);
          if (random_.one_in(3)) a.stride = 1 + random_.below(3);
          at.along.push_back(a);
        }
        break;
      }
      case 3: {
        at.op = &primitives::concatenate;
        if (of < 1) return;
        const int axis = random_.below(of);
        std::vector<int> fit;
        for (int i = 0; i < count(); ++i) {
          bool fits = type(i) == type(at.x) && rank(i) == of;
          for (int k = 0; k < of && fits; ++k) fits = k == axis || extent(i, k) == extent(at.x, k);
          if (fits) fit.push_back(i);
        }
        at.y = random_.of(fit);
        at.attribute = axis;
        break;
      }
      case 4: {
        if (of < 1) return;
        at.op = &primitives::pad;
        for (int i = 0; i < of; ++i) {
          axis_numbers a{0, 0, 0};
          if (random_.one_in(2)) a.start = random_.below(3);
          if (random_.one_in(2)) a.cut = random_.below(3);
          if (random_.one_in(3) && (is_static(at.x, i) || extent(at.x, i) > 0)) a.stride = random_.below(3);
          at.along.push_back(a);
        }
        std::vector<int> fit;
        for (int i = 0; i < count(); ++i)
          if (type(i) == type(at.x) && rank(i) == 0) fit.push_back(i);
        at.y = fit.empty() || random_.one_in(2) ? -1 : random_.of(fit);
        if (at.y < 0) {
          step value;
          value.op = &primitives::constant;
          value.type = type(at.x);
          value.number = random_.below(2);
          if (!add(value)) return;
          at.y = count() - 1;
        }
        break;
      }
      case 5:
        if (of < 1) return;
        at.op = &primitives::rev;
        at.attribute = 1 + random_.below((1 << of) - 1);
        break;
      default: {
        at.op = &primitives::reshape;
        for (int i = 0; i < of;) {
          const auto n = static_cast<int>(extent(at.x, i));
          if (random_.one_in(4)) at.axes.push_back({1, -1});
          if (is_static(at.x, i) && n > 3 && random_.one_in(2)) {  // one axis as two
            int divisor = 2;
            while (n % divisor) ++divisor;
            at.axes.push_back({divisor, -1});
            at.axes.push_back({n / divisor, -1});
            ++i;
            continue;
          }
          const int last = std::min(of, i + 1 + random_.below(3));
          at.axes.push_back({i, last});
          i = last;
        }
        if (random_.one_in(4)) at.axes.push_back({1, -1});
      }
    }
    add(at);
  }

  void contraction() {
    step at;
    at.op = &primitives::dot_general;
    at.x = draw(core::numbers);
    if (at.x < 0) return;
    at.y = draw(core::only(type(at.x)));
    core::contraction how;
    unsigned taken = 0;
    for (int i = 0; i < rank(at.x); ++i)
      for (int k = 0; k < rank(at.y); ++k)
        if (!(taken >> k & 1) && extent(at.x, i) == extent(at.y, k) && !random_.one_in(3)) {
          if (random_.one_in(3)) how.batch(i, k);
          else how.contract(i, k);
          taken |= 1u << k;
          break;
        }
    at.attribute = how.packed();
    add(at);
  }

  void indexing() {
    step at;
    const bool takes = random_.one_in(2);
    at.op = takes ? static_cast<const primitive*>(&primitives::take) : &primitives::scatter_add;
    at.x = draw(at.op->takes);
    if (at.x < 0 || rank(at.x) == 0) return;
    const int axis = random_.below(rank(at.x));
    const auto n = static_cast<int>(extent(at.x, axis));
    const auto mode = static_cast<core::index_mode>(random_.below(4));
    if (n == 0 && (mode == core::index_mode::promise || mode == core::index_mode::clip)) return;
    step indices;
    indices.op = &primitives::parameter;
    indices.type = random_.one_in(2) ? dtype::i32 : dtype::i64;
    for (int i = random_.below(3); i > 0; --i) indices.extents.push_back(random_.one_in(10) ? 0 : 1 + random_.below(4));
    indices.value = {indices.type, indices.extents, {}};
    for (std::int64_t i = support::volume(indices.extents); i > 0; --i)
      indices.value.at.push_back(mode == core::index_mode::promise ? random_.below(n) : random_.below(n + 4) - 2);
    if (!add(indices)) return;
    at.y = count() - 1;
    at.attribute = axis | static_cast<std::int64_t>(mode) << 4;
    if (!takes) {
      extent_list reached(extents(at.x).begin(), extents(at.x).begin() + axis);
      reached.insert(reached.end(), indices.extents.begin(), indices.extents.end());
      reached.insert(reached.end(), extents(at.x).begin() + axis + 1, extents(at.x).end());
      if (support::volume(reached) > most_elements) return;
      std::vector<int> fit;
      for (int i = 0; i < count(); ++i)
        if (type(i) == type(at.x) && extents(i) == reached) fit.push_back(i);
      if (fit.empty() || random_.one_in(2)) {
        add_parameter(type(at.x), reached);
        at.z = count() - 1;
      } else at.z = random_.of(fit);
    }
    add(at);
  }

  void source() {
    step at;
    switch (random_.below(3)) {
      case 0: {
        at.op = &primitives::iota;
        at.type = draw_type();
        at.extents = draw_extents();
        if (at.type == dtype::b8 || at.extents.empty()) return;
        at.attribute = random_.below(static_cast<int>(at.extents.size()));
        break;
      }
      case 1:
        at.op = &primitives::dimension_size;
        at.x = draw(core::anything);
        if (at.x < 0 || rank(at.x) == 0) return;
        at.attribute = random_.below(rank(at.x));
        at.type = random_.one_in(2) ? dtype::f32 : random_.one_in(2) ? dtype::f64 : dtype::i32;
        break;
      default:
        add_constant(draw_type(), draw(core::anything));
        return;
    }
    add(at);
  }
};

}  // namespace

recipe generate(std::uint64_t seed) { return generator(seed).run(); }

}  // namespace recipes

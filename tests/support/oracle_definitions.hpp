// SPDX-License-Identifier: MIT
// The oracle's body: included by oracle.cpp alone.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "oracle.hpp"

namespace support {
namespace {

namespace core = sinter::core;
namespace primitives = sinter::core::primitives;
using sinter::core::family;
using sinter::core::shape;

template <class Row>
constexpr bool same(const Row& op, const primitive& other) { return op->hash == other.hash; }

// Calls body.operator()<C>() with the type that a node of `type` is computed in.
template <class Body>
void with_computed(dtype type, precision as, Body&& body) {
  if (as == precision::extended && core::is_floating(type)) body.template operator()<wide>();
  else core::with_element(type, body);
}

// What an element type can hold of a value computed more widely: too large is infinite, too small is zero.
wide in_range(wide value, dtype type) {
  const wide size = std::fabs(value);
  if (type == dtype::f32) {
    if (size > 0x1.ffffffp127L) return std::copysign(std::numeric_limits<wide>::infinity(), value);
    if (size < 0x1p-150L) return std::copysign(0.0L, value);
  } else if (type == dtype::f64) {
    if (size > 0x1.fffffffffffff8p1023L) return std::copysign(std::numeric_limits<wide>::infinity(), value);
    if (size < 0x1p-1075L) return std::copysign(0.0L, value);
  } else if (core::is_halved(type)) {
    const bool is_f16 = type == dtype::f16;
    if (size >= (is_f16 ? 65520.0L : 0x1.ffp127L)) return std::copysign(std::numeric_limits<wide>::infinity(), value);
    if (size <= (is_f16 ? 0x1p-25L : 0x1p-134L)) return std::copysign(0.0L, value);
  }
  return value;
}

template <class To, class From>
wide same_bits(From value) {
  if constexpr (sizeof(To) == sizeof(From)) return static_cast<wide>(std::bit_cast<To>(value));
  else throw std::logic_error("oracle: bits of another size");
}

// ---- what other orders of a fold may find ----

// The value of the lowest bit that is set; infinite for 0, which has none.
wide lowest_bit(wide x) {
  if (x == 0 || !std::isfinite(x)) return std::numeric_limits<wide>::infinity();
  int exponent = 0;
  const wide fraction = std::frexp(std::fabs(x), &exponent);
  const auto digits = static_cast<std::uint64_t>(std::ldexp(fraction, 64));
  return std::ldexp(1.0L, exponent - 64 + std::countr_zero(digits));
}

// An element type's numbers.
struct range_of {
  wide largest = 0, least_normal = 0, least = 0;
  wide whole = 0;  // integers up to it need no rounding
  explicit range_of(dtype type) {
    core::with_element(type, [&]<class T>() {
      if constexpr (core::is_floating(core::dtype_of<T>)) {
        using limits = std::numeric_limits<T>;
        largest = static_cast<wide>(limits::max());
        least_normal = static_cast<wide>(limits::min());
        least = static_cast<wide>(limits::denorm_min());
        whole = std::ldexp(1.0L, limits::digits);
      }
    });
  }
};

class added_up {
 public:
  // `multiple`: the term is a multiple of it.
  void add(wide term, wide multiple) {
    (term < 0 ? fallen_ : risen_) += std::fabs(term);
    multiple_ = std::min(multiple_, multiple);
  }
  void add(wide term) { add(term, lowest_bit(term)); }
  // `inside`: the type in which terms are added.
  orders known(const range_of& inside) const {
    orders made;
    made.magnitude = risen_ + fallen_;
    // Terms that are multiples of one number add up without rounding while their count of it is small.
    made.is_exact = made.magnitude == 0 || made.magnitude <= multiple_ * inside.whole;
    made.may_rise = risen_ > inside.largest;
    made.may_fall = fallen_ > inside.largest;
    made.may_be_nan = made.may_rise && made.may_fall;
    return made;
  }

 private:
  wide risen_ = 0, fallen_ = 0, multiple_ = std::numeric_limits<wide>::infinity();
};

// The largest or smallest of some numbers.
orders orders_of_extreme(const wide* from, std::size_t count, wide value) {
  orders made;
  made.magnitude = std::fabs(value);
  for (std::size_t i = 0; i < count && value == 0; ++i) made.may_be_other_zero |= from[i] == 0 && std::signbit(from[i]) != std::signbit(value);
  return made;
}

orders orders_of_product(const std::vector<wide>& factors, wide value, const range_of& inside) {
  wide largest = 1, smallest = 1;  // partial products
  wide odd = 1;                    // the product without its powers of two
  bool has_zero = false;
  for (const wide one : factors) {
    const wide size = std::fabs(one);
    if (size == 0) has_zero = true;
    else (size > 1 ? largest : smallest) *= size;
    if (size != 0 && std::isfinite(size)) odd *= size / lowest_bit(size);
  }
  const bool overflows = largest > inside.largest, vanishes = smallest < inside.least;
  orders made;
  made.magnitude = std::fabs(value);
  made.is_exact = !overflows && (has_zero || (odd <= inside.whole && smallest >= inside.least * inside.whole));
  if (smallest < inside.least_normal) made.underflow = std::fabs(value) * (vanishes ? 1 : inside.least / smallest);
  made.may_rise = overflows && !has_zero && !std::signbit(value);
  made.may_fall = overflows && !has_zero && std::signbit(value);
  made.may_be_nan = overflows && (has_zero || vanishes);
  return made;
}

// One element of an elementwise row over operands x[0 .. arity - 1].
using cell_function = wide (*)(precision, const dtype* types, const wide* x, std::int64_t attribute, dtype to);

template <const auto& Row>
wide elementwise_cell(precision as, const dtype* types, const wide* x, std::int64_t attribute, dtype to) {
  wide made = 0;
  constexpr auto is = [](const primitive& other) { return Row.hash == other.hash; };
  if constexpr (is(primitives::bitcast_convert_type)) {
    core::with_element(types[0], [&]<class T>() {
      core::with_element(to, [&]<class U>() { made = same_bits<U>(static_cast<T>(x[0])); });
    });
  } else if constexpr (is(primitives::convert_element_type)) {
    with_computed(types[0], as, [&]<class T>() {
      with_computed(to, as, [&]<class U>() {
        made = static_cast<wide>(Row.meaning(static_cast<T>(x[0]), std::type_identity<U>{}));
      });
    });
  } else if constexpr (is(primitives::select_n)) {
    made = x[0] != 0 ? x[2] : x[1];
  } else if constexpr (is(primitives::threefry2x32)) {
    made = static_cast<wide>(Row.meaning(static_cast<std::uint32_t>(x[0]), static_cast<std::uint32_t>(x[1]), static_cast<std::int64_t>(x[2])));
  } else {
    with_computed(types[0], as, [&]<class T>() {
      constexpr bool is_wide = std::is_same_v<T, wide>;
      constexpr dtype type = is_wide ? dtype::f64 : core::dtype_of<std::conditional_t<is_wide, double, T>>;
      if constexpr ((Row.takes & core::only(type)) != 0) {
        // halves are computed in float, and a result that is a number is rounded
        using C = core::computed<T>;
        const auto element = [](auto value) {
          if constexpr (std::is_same_v<decltype(value), C>) return static_cast<wide>(static_cast<T>(value));
          else return static_cast<wide>(value);
        };
        if constexpr (is(primitives::integer_pow)) made = element(Row.meaning(static_cast<C>(x[0]), attribute));
        else if constexpr (Row.arity == 1) made = element(Row.meaning(static_cast<C>(x[0])));
        else if constexpr (Row.arity == 2) made = element(Row.meaning(static_cast<C>(x[0]), static_cast<C>(x[1])));
        else made = element(Row.meaning(static_cast<C>(x[0]), static_cast<C>(x[1]), static_cast<C>(x[2])));
      } else throw std::logic_error(std::string("oracle: ") + Row.name + " does not take " + core::name_of(types[0]));
    });
  }
  return made;
}

// A fold of consecutive elements, the first at position 0.
using fold_function = wide (*)(precision, dtype, const std::vector<wide>&);

template <const auto& Row>
wide fold_cells(precision as, dtype type, const std::vector<wide>& x) {
  wide made = 0;
  with_computed(type, as, [&]<class T>() {
    constexpr bool is_wide = std::is_same_v<T, wide>;
    constexpr dtype taken = is_wide ? dtype::f64 : core::dtype_of<std::conditional_t<is_wide, double, T>>;
    if constexpr ((Row.takes & core::only(taken)) != 0) {
      using C = core::computed<T>;  // halves are added up in float and rounded once
      C folded = Row.identity(std::type_identity<C>{});
      for (const wide one : x) folded = Row.join(folded, static_cast<C>(one));
      made = static_cast<wide>(static_cast<T>(folded));
    } else throw std::logic_error(std::string("oracle: ") + Row.name + " does not take " + core::name_of(type));
  });
  return made;
}

struct table_entry {
  cell_function cell = nullptr;
  fold_function fold = nullptr;
};
template <const auto&... Rows>
constexpr auto make_table(core::row_list<Rows...>) {
  struct { table_entry at[sizeof...(Rows)]; } table{};
  int n = 0;
  auto one = [&]<const auto& Row>() {
    if constexpr (requires { Row.meaning; }) table.at[n].cell = &elementwise_cell<Row>;
    if constexpr (requires { Row.identity; }) table.at[n].fold = &fold_cells<Row>;
    ++n;
  };
  (one.template operator()<Rows>(), ...);
  return table;
}
constexpr auto table = make_table(primitives::all{});

// An index by axis. No memory is asked for: one is made for each element.
class place {
 public:
  place() = default;
  explicit place(std::size_t rank) : size_(rank) {}
  std::size_t size() const { return size_; }
  std::int64_t& operator[](std::size_t axis) { return at_[axis]; }
  std::int64_t operator[](std::size_t axis) const { return at_[axis]; }
  void push_back(std::int64_t one) { at_.at(size_++) = one; }
  void insert(std::size_t axis, std::int64_t one) {
    push_back(0);
    for (std::size_t i = size_ - 1; i > axis; --i) at_[i] = at_[i - 1];
    at_[axis] = one;
  }

 private:
  std::array<std::int64_t, 2 * core::max_rank> at_{};
  std::size_t size_ = 0;
};

// Visits all indices of some extents in row-major order.
class index_walk {
 public:
  explicit index_walk(const extent_list& extents) : extents_(extents), at(extents.size()), more_(volume(extents) > 0) {}
  explicit operator bool() const { return more_; }
  void next() {
    for (std::size_t i = extents_.size(); i-- > 0;) {
      if (++at[i] < extents_[i]) return;
      at[i] = 0;
    }
    more_ = false;
  }

 private:
  const extent_list& extents_;

 public:
  place at;

 private:
  bool more_;
};

std::size_t offset(const extent_list& extents, const place& index) {
  std::int64_t at = 0;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (index[i] < 0 || index[i] >= extents[i]) throw std::logic_error("oracle: an index outside the extents");
    at = at * extents[i] + index[i];
  }
  return static_cast<std::size_t>(at);
}

wide constant_value(std::int64_t bits, dtype type) {
  if (core::is_floating(type)) return static_cast<wide>(std::bit_cast<double>(bits));
  wide made = 0;
  core::with_element(type, [&]<class T>() { made = static_cast<wide>(static_cast<T>(bits)); });
  return made;
}
wide from_integer(std::int64_t value, dtype type) {
  wide made = 0;
  core::with_element(type, [&]<class T>() { made = static_cast<wide>(static_cast<T>(value)); });
  return made;
}
wide outside(dtype type) {  // what `fill` reads
  switch (type) {
    case dtype::b8: return 1;
    case dtype::u8: return 255;
    case dtype::i32: return static_cast<wide>(std::numeric_limits<std::int32_t>::min());
    case dtype::u32: return static_cast<wide>(std::numeric_limits<std::uint32_t>::max());
    case dtype::i64: return static_cast<wide>(std::numeric_limits<std::int64_t>::min());
    default: return std::numeric_limits<wide>::quiet_NaN();
  }
}

class evaluator {
 public:
  evaluator(const graph_view& graph, const std::vector<tensor>& arguments, const request& how)
      : graph_(graph), how_(how), values_(static_cast<std::size_t>(graph.count.nodes)) {
    std::vector<extent_list> extents;
    for (const tensor& argument : arguments) extents.push_back(argument.extents);
    symbols_ = symbol_values(graph, extents);
    if (symbols_.empty()) throw std::logic_error("oracle: the extents do not fit");
    std::vector<bool> live(values_.size());
    for (int i = 0; i < graph.count.roots; ++i) live[index(graph.roots[i])] = true;
    for (int id = graph.count.nodes; id-- > 0;)
      for (int k = 0; k < 3 && live[index(id)]; ++k)
        if (const int of = graph.nodes[id].operand(k); of >= 0) live[index(of)] = true;
    for (int id = 0; id < graph.count.nodes; ++id)
      if (live[index(id)]) {
        values_[index(id)] = make(id, arguments);
        disturb(id);
      }
  }
  std::vector<tensor> take() { return std::move(values_); }

 private:
  const graph_view& graph_;
  const request& how_;
  std::vector<tensor> values_;
  std::vector<std::int64_t> symbols_;
  std::vector<orders> orders_;  // of the elements of the node at hand, if it is a fold that is disturbed

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::int64_t number(std::int64_t extent) const { return core::evaluate(extent, symbols_.data()); }

  void disturb(int id) {
    const node& at = graph_.nodes[id];
    tensor& made = values_[index(id)];
    if (core::is_floating(at.type) && how_.disturb && (rounds(&*at.op) || is_extreme(at.op)))
      for (std::size_t i = 0; i < made.at.size(); ++i)
        made.at[i] = how_.disturb(id, at.type, made.at[i], orders_.empty() ? orders{.magnitude = std::fabs(made.at[i])} : orders_[i]);
    if (core::is_floating(at.type) && how_.as == precision::extended)
      for (wide& value : made.at) value = in_range(value, at.type);
    orders_.clear();
  }
  template <class Row>
  static bool is_extreme(const Row& op) {
    return same(op, primitives::max) || same(op, primitives::min) || same(op, primitives::clamp) || same(op, primitives::reduce_max) || same(op, primitives::reduce_min);
  }
  bool keeps_orders(dtype type) const { return how_.disturb && core::is_floating(type); }

  tensor make(int id, const std::vector<tensor>& arguments) {
    const node& at = graph_.nodes[id];
    const shape& of = graph_.shapes[at.shape];
    tensor made{at.type, {}, {}};
    for (int i = 0; i < of.rank; ++i) {
      made.extents.push_back(number(of[i]));
      if (made.extents.back() < 0) throw std::logic_error("oracle: a negative extent");
    }
    if (same(at.op, primitives::parameter)) {
      const tensor& given = arguments.at(index(static_cast<int>(at.attribute)));
      if (given.extents != made.extents || given.type != made.type) throw std::logic_error("oracle: an argument of other extents or type");
      return given;
    }
    made.at.resize(static_cast<std::size_t>(volume(made.extents)));
    const tensor* x = at.a >= 0 ? &values_[index(at.a)] : nullptr;
    const tensor* y = at.b >= 0 ? &values_[index(at.b)] : nullptr;
    const tensor* z = at.c >= 0 ? &values_[index(at.c)] : nullptr;
    switch (at.op->kind) {
      case family::elementwise:
        elementwise(at, made, x, y, z);
        if (how_.held && same(at.op, primitives::clamp)) hold_at_bounds(at, how_.held->at(index(id)), made);
        break;
      case family::marker:
        made.at = how_.held && same(at.op, primitives::stop_gradient) ? how_.held->at(index(id)).at : x->at;
        break;
      case family::reduction: reduction(at, made, *x); break;
      case family::view: view(at, made, *x, y); break;
      case family::contraction: contraction(at, made, *x, *y); break;
      case family::indexing: indexing(at, made, *x, *y, z); break;
      case family::source: source(at, made); break;
    }
    return made;
  }

  void source(const node& at, tensor& made) const {
    if (same(at.op, primitives::constant)) {
      for (wide& value : made.at) value = constant_value(at.attribute, at.type);
    } else if (same(at.op, primitives::dimension_size)) {
      made.at[0] = from_integer(number(at.attribute), at.type);
    } else if (same(at.op, primitives::iota)) {
      std::size_t n = 0;
      for (index_walk i(made.extents); i; i.next()) made.at[n++] = from_integer(i.at[static_cast<std::size_t>(at.attribute)], at.type);
    } else throw std::logic_error(std::string("oracle: an unknown source: ") + at.op->name);
  }

  void elementwise(const node& at, tensor& made, const tensor* x, const tensor* y, const tensor* z) {
    const dtype types[3] = {x->type, y ? y->type : x->type, z ? z->type : x->type};
    const cell_function cell = table.at[core::index_of(at.op)].cell;
    const bool compares = keeps_orders(at.type) && is_extreme(at.op);
    for (const tensor* one : {x, y, z})
      if (one && one->extents != made.extents) throw std::logic_error("oracle: operands of other extents");
    for (std::size_t i = 0; i < made.at.size(); ++i) {
      const wide operands[3] = {x->at[i], y ? y->at[i] : 0, z ? z->at[i] : 0};
      made.at[i] = cell(how_.as, types, operands, at.attribute, at.type);
      if (compares) orders_.push_back(orders_of_extreme(operands, z ? 3 : 2, made.at[i]));
    }
  }

  // A clamp that met a bound, or bounds that cross: no operand has a slope by convention.
  void hold_at_bounds(const node& at, const tensor& held, tensor& made) const {
    const tensor &low = how_.held->at(index(at.a)), &x = how_.held->at(index(at.b)), &high = how_.held->at(index(at.c));
    for (std::size_t i = 0; i < made.at.size(); ++i) {
      const wide l = low.at[i], m = x.at[i], h = high.at[i];
      if (!(m < l && l < h) && !(l < m && m < h) && !(m > h)) made.at[i] = held.at[i];
    }
  }

  void reduction(const node& at, tensor& made, const tensor& x) {
    std::vector<std::vector<wide>> groups(made.at.size());
    std::size_t n = 0;
    for (index_walk i(x.extents); i; i.next()) {
      place kept;
      for (std::size_t k = 0; k < i.at.size(); ++k)
        if (!(at.attribute >> k & 1)) kept.push_back(i.at[k]);
      groups[offset(made.extents, kept)].push_back(x.at[n++]);
    }
    const bool sums = same(at.op, primitives::reduce_sum), multiplies = same(at.op, primitives::reduce_prod);
    const range_of inside(accumulated(x.type));
    for (std::size_t k = 0; k < made.at.size(); ++k) {
      if (same(at.op, primitives::argmax) || same(at.op, primitives::argmin)) {
        made.at[k] = static_cast<wide>(extreme(groups[k], same(at.op, primitives::argmax)));
        continue;
      }
      made.at[k] = table.at[core::index_of(at.op)].fold(how_.as, x.type, groups[k]);
      if (!keeps_orders(x.type)) continue;
      if (multiplies) orders_.push_back(orders_of_product(groups[k], made.at[k], inside));
      if (is_extreme(at.op)) orders_.push_back(orders_of_extreme(groups[k].data(), groups[k].size(), made.at[k]));
      if (sums) {
        added_up terms;
        for (const wide one : groups[k]) terms.add(one);
        orders_.push_back(terms.known(inside));
      }
    }
  }
  static std::size_t extreme(const std::vector<wide>& x, bool largest) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
      if (std::isnan(x[best])) break;
      if (std::isnan(x[i]) || (largest ? x[i] > x[best] : x[i] < x[best])) best = i;
    }
    return best;
  }

  void view(const node& at, tensor& made, const tensor& x, const tensor* y) const {
    if (same(at.op, primitives::reshape)) {
      made.at = x.at;
      return;
    }
    std::size_t n = 0;
    if (same(at.op, primitives::pad)) {
      for (wide& value : made.at) value = y->at.at(0);
      for (index_walk i(x.extents); i; i.next()) {
        place to;
        for (std::size_t k = 0; k < i.at.size(); ++k)
          to.push_back(number(pool(at, 2 * k)) + i.at[k] * (pool(at, 2 * k + 1) + 1));
        made.at[offset(made.extents, to)] = x.at[n++];
      }
      return;
    }
    for (index_walk i(made.extents); i; i.next()) {
      place from(x.extents.size());
      const tensor* source = &x;
      for (std::size_t k = 0; k < from.size(); ++k) {
        if (same(at.op, primitives::transpose)) from[k] = i.at[static_cast<std::size_t>(core::axis_at(at.attribute, static_cast<int>(k)))];
        else if (same(at.op, primitives::broadcast_in_dim)) {
          const std::size_t axis = static_cast<std::size_t>(core::axis_at(at.attribute, static_cast<int>(k)));
          from[k] = x.extents[k] == 1 ? 0 : i.at[axis];
        } else if (same(at.op, primitives::slice)) from[k] = number(pool(at, 2 * k)) + i.at[k] * pool(at, 2 * k + 1);
        else if (same(at.op, primitives::rev)) from[k] = at.attribute >> k & 1 ? x.extents[k] - 1 - i.at[k] : i.at[k];
        else if (same(at.op, primitives::concatenate)) {
          const bool second = k == static_cast<std::size_t>(at.attribute) && i.at[k] >= x.extents[k];
          if (second) source = y;
          from[k] = second ? i.at[k] - x.extents[k] : i.at[k];
        } else throw std::logic_error(std::string("oracle: an unknown view: ") + at.op->name);
      }
      made.at[n++] = source->at[offset(source->extents, from)];
    }
  }
  std::int64_t pool(const node& at, std::size_t i) const { return graph_.pool[static_cast<std::size_t>(at.attribute) + i]; }

  void contraction(const node& at, tensor& made, const tensor& x, const tensor& y) {
    const auto bits = static_cast<std::uint64_t>(at.attribute);
    const std::size_t batches = bits & 15, contracted = bits >> 4 & 15;
    std::vector<std::size_t> of_x, of_y;  // paired axes: batches, then contracted
    extent_list depth;
    for (std::size_t i = 0; i < batches + contracted; ++i) {
      of_x.push_back(bits >> (8 + 8 * i) & 15);
      of_y.push_back(bits >> (12 + 8 * i) & 15);
      if (i >= batches) depth.push_back(x.extents[of_x.back()]);
    }
    auto is_paired = [](const std::vector<std::size_t>& list, std::size_t axis) {
      for (const std::size_t one : list)
        if (one == axis) return true;
      return false;
    };
    const dtype inside = accumulated(x.type);
    const range_of range(inside);
    std::vector<wide> products;
    std::size_t n = 0;
    for (index_walk i(made.extents); i; i.next(), ++n) {
      place at_x(x.extents.size()), at_y(y.extents.size());
      std::size_t axis = 0;
      for (; axis < batches; ++axis) at_x[of_x[axis]] = at_y[of_y[axis]] = i.at[axis];
      for (std::size_t k = 0; k < at_x.size(); ++k)
        if (!is_paired(of_x, k)) at_x[k] = i.at[axis++];
      for (std::size_t k = 0; k < at_y.size(); ++k)
        if (!is_paired(of_y, k)) at_y[k] = i.at[axis++];
      products.clear();
      added_up terms;
      for (index_walk d(depth); d; d.next()) {
        for (std::size_t c = 0; c < contracted; ++c) at_x[of_x[batches + c]] = at_y[of_y[batches + c]] = d.at[c];
        const wide operands[3] = {x.at[offset(x.extents, at_x)], y.at[offset(y.extents, at_y)], 0};
        const dtype types[3] = {inside, inside, inside};
        products.push_back(elementwise_cell<primitives::mul>(how_.as, types, operands, 0, inside));
        if (keeps_orders(x.type)) terms.add(products.back(), lowest_bit(operands[0]) * lowest_bit(operands[1]));
      }
      if (keeps_orders(x.type)) orders_.push_back(terms.known(range));
      made.at[n] = fold_cells<primitives::reduce_sum>(how_.as, x.type, products);
    }
  }

  // What elements are added up in.
  static dtype accumulated(dtype type) { return core::is_halved(type) ? dtype::f32 : type; }

  // Where an index of `indices` leads along an axis, or -1.
  static std::int64_t place_of(wide index, std::int64_t extent, core::index_mode mode) {
    auto at = static_cast<std::int64_t>(index);
    if (mode == core::index_mode::clip) at = at < 0 ? 0 : at >= extent ? extent - 1 : at;
    return at < 0 || at >= extent ? -1 : at;
  }
  void indexing(const node& at, tensor& made, const tensor& x, const tensor& indices, const tensor* updates) {
    const auto axis = static_cast<std::size_t>(at.attribute & 15);
    const auto mode = static_cast<core::index_mode>(at.attribute >> 4);
    const bool takes = same(at.op, primitives::take);
    const std::size_t count = indices.extents.size();
    std::vector<added_up> terms;
    if (!takes) made.at = x.at;
    if (!takes && keeps_orders(x.type)) {
      terms.resize(x.at.size());
      for (std::size_t i = 0; i < x.at.size(); ++i) terms[i].add(x.at[i]);
    }
    std::size_t n = 0;
    for (index_walk i(takes ? made.extents : updates->extents); i; i.next(), ++n) {
      place of_index, of_x;
      for (std::size_t k = 0; k < i.at.size(); ++k)
        if (k < axis || k >= axis + count) of_x.push_back(i.at[k]);
        else of_index.push_back(i.at[k]);
      const std::int64_t where = place_of(indices.at[offset(indices.extents, of_index)], x.extents[axis], mode);
      of_x.insert(axis, where);
      if (takes) {
        made.at[n] = where >= 0 ? x.at[offset(x.extents, of_x)] : mode == core::index_mode::nothing ? 0 : outside(x.type);
      } else if (where >= 0) {
        const std::size_t to = offset(made.extents, of_x);
        const wide operands[3] = {made.at[to], updates->at[n], 0};
        const dtype inside = accumulated(x.type), types[3] = {inside, inside, inside};
        made.at[to] = elementwise_cell<primitives::add>(how_.as, types, operands, 0, inside);
        if (!terms.empty()) terms[to].add(updates->at[n]);
      }
    }
    const range_of inside(accumulated(x.type));
    for (const added_up& one : terms) orders_.push_back(one.known(inside));
    if (how_.as == precision::own && core::is_halved(x.type))
      core::with_element(x.type, [&]<class T>() {
        for (wide& value : made.at) value = static_cast<wide>(static_cast<T>(value));
      });
  }
};

}  // namespace

bool rounds(const primitive* op) {
  switch (op->kind) {
    case family::view:
    case family::marker: return false;
    case family::source: return same(op, primitives::parameter);
    case family::indexing: return same(op, primitives::scatter_add);
    case family::contraction: return true;
    case family::reduction: return same(op, primitives::reduce_sum) || same(op, primitives::reduce_prod);
    case family::elementwise: break;
  }
  for (const primitive* exact : {static_cast<const primitive*>(&primitives::neg), static_cast<const primitive*>(&primitives::abs),
                                 static_cast<const primitive*>(&primitives::sign), static_cast<const primitive*>(&primitives::max),
                                 static_cast<const primitive*>(&primitives::min), static_cast<const primitive*>(&primitives::floor),
                                 static_cast<const primitive*>(&primitives::ceil), static_cast<const primitive*>(&primitives::round_half_away),
                                 static_cast<const primitive*>(&primitives::round_half_even), static_cast<const primitive*>(&primitives::select_n),
                                 static_cast<const primitive*>(&primitives::clamp), static_cast<const primitive*>(&primitives::rem)})
    if (op == exact) return false;
  return true;
}

std::vector<std::int64_t> symbol_values(const graph_view& graph, const std::vector<extent_list>& parameters) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(graph.count.symbols) + 1, 0);
  for (int i = 0; i < graph.count.symbols; ++i) {
    const core::symbol& s = graph.symbols[i];
    std::int64_t& value = values[static_cast<std::size_t>(i)];
    if (s.from == core::origin::parameter) {
      value = parameters.at(static_cast<std::size_t>(s.x)).at(static_cast<std::size_t>(s.y));
      continue;
    }
    const std::int64_t x = core::evaluate(s.x, values.data()), y = core::evaluate(s.y, values.data());
    switch (s.from) {
      case core::origin::sum: value = x + y; break;
      case core::origin::difference: value = x - y; break;
      case core::origin::product: value = x * y; break;
      case core::origin::dilation: value = x <= 0 ? 0 : x + y * (x - 1); break;
      case core::origin::ceiling: value = x <= 0 ? 0 : (x + y - 1) / y; break;
      case core::origin::quotient:
        if (y == 0 ? x != 0 : x % y != 0) return {};
        value = y == 0 ? 0 : x / y;
        break;
      default: return {};
    }
  }
  for (int i = 0; i < graph.count.checks; ++i)
    if (!graph.checks[i].holds(core::evaluate(graph.checks[i].x, values.data()), core::evaluate(graph.checks[i].y, values.data()))) return {};
  return values;
}

std::vector<tensor> evaluate_nodes(const graph_view& graph, const std::vector<tensor>& arguments, const request& how) {
  return evaluator(graph, arguments, how).take();
}
std::vector<tensor> evaluate(const graph_view& graph, const std::vector<tensor>& arguments, const request& how) {
  const std::vector<tensor> nodes = evaluate_nodes(graph, arguments, how);
  std::vector<tensor> roots;
  for (int i = 0; i < graph.count.roots; ++i) roots.push_back(nodes[static_cast<std::size_t>(graph.roots[i])]);
  return roots;
}

}  // namespace support

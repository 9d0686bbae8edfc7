// SPDX-License-Identifier: MIT
// Folding axes. `attribute` is the mask of the axes that go.
#pragma once
#include <limits>

#include "conversion.hpp"
#include "view.hpp"

namespace sinter::core {

constexpr term reduce_prod(term x, unsigned mask);
constexpr term push_product(const operands& at, const operands& tangents);

// A reduction's result repeated along the axes that it folded.
constexpr term spread(term reduced, term over, unsigned mask) {
  return broadcast_in_dim(reduced, over.shape_id(), kept_axes(mask, over.rank()));
}

constexpr void infer_reduction(builder& graph, node& made) {
  const shape from = graph.shapes[made.shape];
  shape to;
  for (int i = 0; i < from.rank; ++i)
    if (!(made.attribute >> i & 1)) to.push(from[i]);
  made.shape = graph.intern(to);
}
constexpr void infer_extreme(builder& graph, node& made) {
  const shape from = graph.shapes[made.shape];
  for (int i = 0; i < from.rank; ++i)
    if ((made.attribute >> i & 1) && from[i] == 0) axis_must_not_be_empty(graph.sites[graph.site_now], an_extreme_needs_elements);
  infer_reduction(graph, made);
}

namespace primitives {
// The lowest and the highest value of an element type, infinities where there are.
struct lowest_value {
  template <class T> constexpr T operator()(std::type_identity<T>) const {
    if constexpr (std::numeric_limits<T>::has_infinity) return -std::numeric_limits<T>::infinity();
    else return std::numeric_limits<T>::lowest();
  }
};
struct highest_value {
  template <class T> constexpr T operator()(std::type_identity<T>) const {
    if constexpr (std::numeric_limits<T>::has_infinity) return std::numeric_limits<T>::infinity();
    else return std::numeric_limits<T>::max();
  }
};

inline constexpr reduction reduce_sum{
    {.name = "reduce_sum", .kind = family::reduction, .infer = infer_reduction, .differentiates = derivative::linear,
     .transpose = [](const operands& a, int, term cotangent) {
       return spread(cotangent, a.x, static_cast<unsigned>(a.at.attribute));
     },
     .holds = attribute::axes, .doc = "the sum over axes, in blocks so that the error grows with log n; 0 if empty",
     .cuda = {"$x + $y", "sinter_plus($x, $y)"}},
    []<class T>(std::type_identity<T>) { return T(0); },
    [](auto x, auto y) { using scalar::plus; return plus(x, y); }};

// The tangent is shared among the elements that reach the extreme; where the result is NaN it is NaN.
constexpr term push_extreme(const operands& at, const operands& tangents) {
  const auto mask = static_cast<unsigned>(at.at.attribute);
  const term reached = equal(at.x, spread(at.out, at.x, mask));
  const term count = core::reduce_sum(core::cast(reached, at.x.type()), mask);
  return core::reduce_sum(select(reached, like(at.x, 0), tangents.x), mask) / count;
}
inline constexpr reduction reduce_max{
    {.name = "reduce_max", .kind = family::reduction, .infer = infer_extreme, .differentiates = derivative::push,
     .push = push_extreme, .idempotent = true, .samples = domain::distinct,
     .holds = attribute::axes, .doc = "the largest over axes; NaN wins; the derivative is shared by equal maxima",
     .cuda = "sinter_max($x, $y)"},
    lowest_value{}, [](auto x, auto y) { using scalar::maximum; return maximum(x, y); }};

inline constexpr reduction reduce_min{
    {.name = "reduce_min", .kind = family::reduction, .infer = infer_extreme, .differentiates = derivative::push,
     .push = push_extreme, .idempotent = true, .samples = domain::distinct,
     .holds = attribute::axes, .doc = "the smallest over axes; NaN wins; the derivative is shared by equal minima",
     .cuda = "sinter_min($x, $y)"},
    highest_value{}, [](auto x, auto y) { using scalar::minimum; return minimum(x, y); }};

// The product of all but each element, never by division: zeros must work. Along an axis of known extent halves are
// multiplied pairwise; where the extent is not known an element is left out of a product n times.
inline constexpr reduction reduce_prod{
    {.name = "reduce_prod", .kind = family::reduction, .infer = infer_reduction, .differentiates = derivative::push,
     .push = push_product, .samples = domain::nonzero, .holds = attribute::axes, .doc = "the product over axes; 1 if empty",
     .cuda = {"$x * $y", "sinter_times($x, $y)"}},
    []<class T>(std::type_identity<T>) { return T(1); },
    [](auto x, auto y) { using scalar::times; return times(x, y); }};

inline constexpr reduction reduce_and{
    {.name = "reduce_and", .kind = family::reduction, .takes = booleans, .infer = infer_reduction,
     .differentiates = derivative::zero, .idempotent = true, .samples = domain::boolean, .holds = attribute::axes, .doc = "all; true if empty",
     .cuda = "$x & $y"},
    []<class T>(std::type_identity<T>) { return T(1); }, [](auto x, auto y) { return decltype(x)(x & y); }};

inline constexpr reduction reduce_or{
    {.name = "reduce_or", .kind = family::reduction, .takes = booleans, .infer = infer_reduction,
     .differentiates = derivative::zero, .idempotent = true, .samples = domain::boolean, .holds = attribute::axes, .doc = "any; false if empty",
     .cuda = "$x | $y"},
    []<class T>(std::type_identity<T>) { return T(0); }, [](auto x, auto y) { return decltype(x)(x | y); }};

// One axis; a NaN wins, then the lowest index of the extreme.
inline constexpr primitive argmax{.name = "argmax", .kind = family::reduction, .gives = result::index,
                                  .infer = infer_extreme, .differentiates = derivative::zero,
                                  .samples = domain::distinct, .holds = attribute::axes, .doc = "the first index of the largest along an axis",
     .cuda = "sinter_later_is_larger($x, $y)"};
inline constexpr primitive argmin{.name = "argmin", .kind = family::reduction, .gives = result::index,
                                  .infer = infer_extreme, .differentiates = derivative::zero,
                                  .samples = domain::distinct, .holds = attribute::axes, .doc = "the first index of the smallest along an axis",
     .cuda = "sinter_later_is_smaller($x, $y)"};
}  // namespace primitives

// Element i of a bool: number, for sums of truth.
constexpr term reduce(const primitive& op, term x, unsigned mask) {
  if (mask >> x.rank()) axes_must_lie_within_the_rank(max_rank, x.rank());
  return mask ? emit(op, x, {}, {}, mask) : x;
}
constexpr term reduce_sum(term x, unsigned mask) { return reduce(primitives::reduce_sum, x, mask); }
constexpr term reduce_prod(term x, unsigned mask) { return reduce(primitives::reduce_prod, x, mask); }
constexpr term reduce_max(term x, unsigned mask) { return reduce(primitives::reduce_max, x, mask); }
constexpr term reduce_min(term x, unsigned mask) { return reduce(primitives::reduce_min, x, mask); }
constexpr term reduce_and(term x, unsigned mask) { return reduce(primitives::reduce_and, x, mask); }
constexpr term reduce_or(term x, unsigned mask) { return reduce(primitives::reduce_or, x, mask); }
constexpr term argmax(term x, int axis) { return emit(primitives::argmax, x, {}, {}, std::int64_t{1} << axis); }
constexpr term argmin(term x, int axis) { return emit(primitives::argmin, x, {}, {}, std::int64_t{1} << axis); }

// The elements of x from `start` on along an axis, `count` of them.
constexpr term part(term x, int axis, std::int64_t start, std::int64_t count) {
  slice_axis axes[max_rank];
  for (int i = 0; i < x.rank(); ++i) axes[i] = {0, 1, x.extents()[i]};
  axes[axis].start = start;
  axes[axis].extent = count;
  return slice(x, axes);
}

constexpr term push_product(const operands& at, const operands& tangents) {
  builder& graph = *at.x.graph;
  term x = at.x, t = tangents.x;
  const auto mask = static_cast<unsigned>(at.at.attribute);
  for (int axis = x.rank() - 1; axis >= 0; --axis) {
    if (!(mask >> axis & 1)) continue;
    const std::int64_t n = graph.resolve(x.extents()[axis]);
    if (is_symbol(n)) {  // sum over i of t_i times the product over j of (j = i ? 1 : x_j)
      shape pairs = x.extents();
      for (int i = pairs.rank; i > axis; --i) pairs.extents[i] = pairs.extents[i - 1];
      ++pairs.rank;
      if (pairs.rank > max_rank) rank_must_be_at_most_8(pairs.rank);
      const int id = graph.intern(pairs);
      std::int64_t inner = 0;  // x along the second of the two axes
      for (int i = 0; i < x.rank(); ++i) inner |= axis_to(i, i < axis ? i : i + 1);
      const term same = equal(iota(graph, dtype::i64, id, axis), iota(graph, dtype::i64, id, axis + 1));
      const term wide = broadcast_in_dim(x, id, inner);
      const term others = reduce_prod(select(same, wide, like(wide, 1)), 1u << (axis + 1));
      t = reduce_sum(t * others, 1u << axis);
      x = reduce_prod(x, 1u << axis);
      continue;
    }
    for (std::int64_t left = n; left > 1;) {
      const std::int64_t half = left / 2;
      const term xa = part(x, axis, 0, half), xb = part(x, axis, half, half);
      const term ta = part(t, axis, 0, half), tb = part(t, axis, half, half);
      term product = xa * xb, tangent = ta * xb + xa * tb;
      if (left % 2) {
        product = concatenate(product, part(x, axis, 2 * half, 1), axis);
        tangent = concatenate(tangent, part(t, axis, 2 * half, 1), axis);
      }
      x = product;
      t = tangent;
      left = half + left % 2;
    }
    t = reduce_sum(t, 1u << axis);
    x = reduce_prod(x, 1u << axis);
  }
  return t;
}

}  // namespace sinter::core

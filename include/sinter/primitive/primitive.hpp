// SPDX-License-Identifier: MIT
// What the rules of a primitive compute with, and rows that have a value. Rows live in namespace `primitives`, a family a
// header; `row.hpp` in graph/ says what they declare.
#pragma once
#include "../graph/term.hpp"

namespace sinter::core {

// What a rule sees: the operands, the result, and the node for its attributes.
struct operands {
  term x, y, z, out;
  node at;
};

// A partial derivative. Zero, one and minus one are known by structure, so that no arithmetic arises from them. A value
// multiplies the cotangent, or selects it where the value is boolean; `over(x)` divides it.
struct slope {
  enum class kind : std::uint8_t { zero, one, minus_one, value, over };
  kind what = kind::zero;
  term value;
  constexpr slope() = default;
  constexpr slope(kind k) : what(k) {}
  constexpr slope(term t) : what(kind::value), value(t) {}
};
inline constexpr slope::kind unit = slope::kind::one, minus_unit = slope::kind::minus_one;
constexpr slope over(term x) {
  slope s(x);
  s.what = slope::kind::over;
  return s;
}
struct slopes {
  slope x, y, z;
  constexpr const slope& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

// A primitive with a value: one generic lambda over scalars and vectors of lanes.
template <class Meaning>
struct elementwise : primitive {
  Meaning meaning;
};
template <class Meaning>
elementwise(primitive, Meaning) -> elementwise<Meaning>;

// A reduction: `identity` gives the neutral value of an element type, `join` folds two values.
template <class Identity, class Join>
struct reduction : primitive {
  Identity identity;
  Join join;
};
template <class Identity, class Join>
reduction(primitive, Identity, Join) -> reduction<Identity, Join>;

}  // namespace sinter::core

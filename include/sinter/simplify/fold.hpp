// SPDX-License-Identifier: MIT
// Constant folding: an operation on constants becomes a constant, where every compiler rounds it the same. The values come
// from the rows' own meanings.
#pragma once
#include "../primitive/registry.hpp"

namespace sinter::core {

// A constant as a C++ value. Constant evaluation refuses infinities and NaN that arithmetic makes, so only moderate
// operands are folded.
template <class T>
constexpr T value_of_bits(std::int64_t bits) {
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(std::bit_cast<double>(bits));
  else return static_cast<T>(bits);
}
template <class T>
constexpr std::int64_t bits_of_value(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<std::int64_t>(static_cast<double>(value));
  else return static_cast<std::int64_t>(value);
}
template <class T>
constexpr bool is_moderate(T value) {
  if constexpr (std::is_floating_point_v<T>) return value == 0 || (value > -1e15 && value < 1e15 && (value > 1e-15 || value < -1e-15));
  else return true;
}

struct folded {
  bool done = false;
  std::int64_t bits = 0;
};

// Row applied to constants of element type T.
template <const auto& Row, class T>
constexpr folded fold_row(const std::int64_t* bits) {
  T operands[3] = {};
  for (int i = 0; i < Row.arity; ++i) {
    operands[i] = value_of_bits<T>(bits[i]);
    if (!is_moderate(operands[i])) return {};
  }
  if constexpr (Row.arity == 1) {
    return {true, bits_of_value(Row.meaning(operands[0]))};
  } else {
    if (row_pointer(&Row) == &primitives::div && operands[1] == T(0)) return {};
    return {true, bits_of_value(Row.meaning(operands[0], operands[1]))};
  }
}
template <const auto& Row>
constexpr folded fold_as(dtype type, const std::int64_t* bits) {
  folded found;
  if constexpr (Row.kind == family::elementwise && Row.rounds_alike && Row.arity <= 2) {
    with_computed(type, [&]<class T>() {
      if constexpr ((Row.takes & only(dtype_of<T>)) != 0) found = fold_row<Row, T>(bits);
    });
    if (is_halved(type) && Row.gives == result::same) found.bits = bits_of(std::bit_cast<double>(found.bits), type);
  }
  return found;
}

using fold_function = folded (*)(dtype, const std::int64_t*);
struct fold_entry {
  row_pointer op;
  fold_function fold;
};
template <class List>
struct fold_table;
template <const auto&... Rows>
struct fold_table<row_list<Rows...>> {
  static constexpr int size = ((Rows.rounds_alike ? 1 : 0) + ...);
  struct entries { fold_entry at[size]; };
  static constexpr entries all = [] {
    entries made{};
    int n = 0;
    ((Rows.rounds_alike ? void(made.at[n++] = {&Rows, &fold_as<Rows>}) : void()), ...);
    return made;
  }();
};

// The constant that an elementwise node over constants is, or an empty term.
constexpr term fold(term x, term y, term z, const node& at) {
  builder& graph = *x.graph;
  if (!at.op->rounds_alike || !is_constant(x) || (y && !is_constant(y)) || (z && !is_constant(z))) return {};
  if (at.op == &primitives::select_n)
    return constant_of_bits(graph, (x.origin().attribute ? z : y).origin().attribute, at.type, at.shape);
  const std::int64_t bits[3] = {x.origin().attribute, y ? y.origin().attribute : 0, 0};
  for (const fold_entry& entry : fold_table<primitives::all>::all.at)
    if (entry.op == at.op)
      if (const folded value = entry.fold(x.type(), bits); value.done)
        return constant_of_bits(graph, value.bits, at.type, at.shape);
  return {};
}

}  // namespace sinter::core

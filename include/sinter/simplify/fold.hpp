// SPDX-License-Identifier: MIT
// Constant folding: an operation on constants becomes a constant, where every compiler rounds it the same. The values come
// from the rows' own meanings.
#pragma once
#include "../primitive/registry.hpp"

namespace sinter::core {

// Constants are computed in double and in 64-bit integers and then narrowed: f32 rounds twice, which + - x / do not notice,
// and integers keep their low bits. So each meaning is compiled twice, not once an element type.
template <class T>
constexpr T value_of_bits(std::int64_t bits) {
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<double>(bits);
  else return bits;
}
constexpr std::int64_t narrowed(double value, dtype type) { return bits_of(value, type); }
constexpr std::int64_t narrowed(bool value, dtype) { return value; }
constexpr std::int64_t narrowed(std::int64_t value, dtype type) {
  switch (type) {
    case dtype::b8: return value & 1;
    case dtype::u8: return static_cast<std::uint8_t>(value);
    case dtype::i32: return static_cast<std::int32_t>(value);
    case dtype::u32: return static_cast<std::uint32_t>(value);
    default: return value;
  }
}
// Constant evaluation refuses infinities and NaN that arithmetic makes, so only moderate operands are folded. Of integers, all
// but those whose width matters: a shift to the right of a negative number, or by more than the width.
constexpr bool is_foldable(row_pointer op, double x, double y, dtype) {
  auto is_moderate = [](double v) { return v == 0 || (v > -1e15 && v < 1e15 && (v > 1e-15 || v < -1e-15)); };
  return is_moderate(x) && is_moderate(y) && !(op == &primitives::div && y == 0);
}
constexpr bool is_foldable(row_pointer op, std::int64_t x, std::int64_t y, dtype type) {
  if (op == &primitives::shift_right_logical || op == &primitives::shift_right_arithmetic)
    return x >= 0 && y >= 0 && y < static_cast<std::int64_t>(8 * size_of(type));
  return !(op == &primitives::div && y == 0);
}

struct folded {
  bool done = false;
  std::int64_t bits = 0;
};

// Row applied to constants of the element type `type`, computed in T.
template <const auto& Row, class T>
constexpr folded fold_row(dtype type, const std::int64_t* bits) {
  const T x = value_of_bits<T>(bits[0]), y = value_of_bits<T>(bits[1]);
  if (!is_foldable(&Row, x, y, type)) return {};
  if constexpr (Row.arity == 1) return {true, narrowed(Row.meaning(x), type)};
  else return {true, narrowed(Row.meaning(x, y), type)};
}
template <const auto& Row>
constexpr folded fold_as(dtype type, const std::int64_t* bits) {
  if constexpr (Row.kind == family::elementwise && Row.rounds_alike && Row.arity <= 2) {
    if constexpr ((Row.takes & floats) != 0)
      if (is_floating(type)) return fold_row<Row, double>(type, bits);
    if constexpr ((Row.takes & ~floats) != 0)
      if (!is_floating(type)) return fold_row<Row, std::int64_t>(type, bits);
  }
  return {};
}

using fold_function = folded (*)(dtype, const std::int64_t*);
struct fold_entry {
  row_pointer op;
  fold_function fold;
};
template <int N>
struct fold_entries { fold_entry at[N]; };
template <const auto&... Rows>
consteval auto fold_entries_of(row_list<Rows...>) {
  fold_entries<((Rows.rounds_alike ? 1 : 0) + ...)> made{};
  int n = 0;
  ((Rows.rounds_alike ? void(made.at[n++] = {&Rows, &fold_as<Rows>}) : void()), ...);
  return made;
}
template <class List>
inline constexpr auto fold_table = fold_entries_of(List{});

// The constant that an elementwise node over constants is, or an empty term. The list is a template argument so that the
// meanings are compiled only where a graph is simplified.
template <class Rows>
constexpr term fold(term x, term y, term z, const node& at) {
  builder& graph = *x.graph;
  if (!at.op->rounds_alike || !is_constant(x) || (y && !is_constant(y)) || (z && !is_constant(z))) return {};
  if (at.op == &primitives::select_n)
    return constant_of_bits(graph, (x.origin().attribute ? z : y).origin().attribute, at.type, at.shape);
  const std::int64_t bits[3] = {x.origin().attribute, y ? y.origin().attribute : 0, 0};
  for (const fold_entry& entry : fold_table<Rows>.at)
    if (entry.op == at.op)
      if (const folded value = entry.fold(x.type(), bits); value.done)
        return constant_of_bits(graph, value.bits, at.type, at.shape);
  return {};
}

}  // namespace sinter::core

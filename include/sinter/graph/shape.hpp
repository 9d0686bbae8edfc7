// SPDX-License-Identifier: MIT
// Extents inside a graph. An extent is a code of 64 bits: a number when >= 0, otherwise the symbol -(code + 1), which stands
// for an extent known at the call. Shapes are interned: nodes and kernels compare shape ids, never extents.
#pragma once
#include <cstdint>

#include "../array/error.hpp"

namespace sinter::core {

inline constexpr int max_rank = 8;

constexpr bool is_symbol(std::int64_t extent) { return extent < 0; }
constexpr int symbol_of(std::int64_t extent) { return static_cast<int>(-extent - 1); }
constexpr std::int64_t extent_of_symbol(int symbol) { return -static_cast<std::int64_t>(symbol) - 1; }

// Not constexpr, as all of failure.hpp.
[[noreturn]] inline void rank_must_be_at_most_8(int rank) {
  throw shape_error(sentence() << "array: the rank must be at most 8; given " << rank);
}

struct shape {
  int rank = 0;
  std::int64_t extents[max_rank] = {};

  constexpr std::int64_t operator[](int axis) const { return extents[axis]; }
  constexpr void push(std::int64_t extent) {
    if (rank == max_rank) rank_must_be_at_most_8(rank + 1);
    extents[rank++] = extent;
  }
  constexpr bool operator==(const shape& other) const {
    if (rank != other.rank) return false;
    for (int i = 0; i < rank; ++i)
      if (extents[i] != other.extents[i]) return false;
    return true;
  }
};
// The last axis with another extent than 1, or -1.
constexpr int innermost_axis(const shape& of) {
  int last = of.rank - 1;
  while (last >= 0 && of[last] == 1) --last;
  return last;
}

// How a symbol gets its number at a call.
enum class origin : std::uint8_t {
  parameter,  // extent `axis` of parameter `x`
  argument,   // the extent given as extent argument number `x` of a statement
  sum,        // x + y, difference x - y, product x * y: of extents
  difference,
  product,
  quotient,   // x / y, which must leave no rest
  ceiling,    // (x + y - 1) / y, at least 0: the length of a slice with stride y
  dilation,   // x + y max(x - 1, 0): the length of x values with y others between two
};

struct symbol {
  int parent = 0;            // union-find over symbols that a check has joined
  std::int64_t value = -1;   // >= 0: joined with this number
  origin from = origin::parameter;
  std::int64_t x = 0, y = 0;  // extents, or a parameter and its axis
  int site = 0;               // where the program asked for it
};

// Two extents that a call has to find equal, or unequal, where the program asked for it, and what is said where they are not.
struct check {
  std::int64_t x = 0, y = 0;
  int site = 0;
  const char* sentence = "";
  bool is_equal = true;

  constexpr bool holds(std::int64_t left, std::int64_t right) const { return (left == right) == is_equal; }
};

// A line of the user's program.
struct site {
  const char* file = "";
  unsigned line = 0;
};

// Evaluates extents for one call: `values[s]` is the number of symbol s.
constexpr std::int64_t evaluate(std::int64_t extent, const std::int64_t* values) {
  return is_symbol(extent) ? values[symbol_of(extent)] : extent;
}

// Axes as nibbles: nibble i of a map says which axis of the result axis i of the operand becomes.
constexpr int axis_at(std::int64_t map, int i) { return static_cast<int>(map >> (4 * i) & 15); }
constexpr std::int64_t axis_to(int i, int axis) { return static_cast<std::int64_t>(axis) << (4 * i); }
constexpr std::int64_t trailing_axes(int rank, int of) {
  std::int64_t map = 0;
  for (int i = 0; i < rank; ++i) map |= axis_to(i, i + of - rank);
  return map;
}
// The map of the axes that a reduction over `mask` keeps.
constexpr std::int64_t kept_axes(unsigned mask, int rank) {
  std::int64_t map = 0;
  for (int i = 0, k = 0; i < rank; ++i)
    if (!(mask >> i & 1)) map |= axis_to(k++, i);
  return map;
}
constexpr unsigned all_axes(int rank) { return (1u << rank) - 1; }

}  // namespace sinter::core

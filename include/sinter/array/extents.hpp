// SPDX-License-Identifier: MIT
// Extents as a user writes them: `dyn` in a type, `extent` as a value, and the base that every array and expression shares.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <source_location>

#include "error.hpp"

namespace sinter {

// An extent known at run time.
inline constexpr int dyn = -1;

namespace core {
class builder;
}

// The length of an axis. At run time and for static axes it is a number and converts to one. In a trace the extent of a
// `dyn` axis is a symbol: it serves as an extent and as a value of rank 0, and converting it to a number is an error.
class extent {
 public:
  constexpr extent() = default;
  template <std::integral I>
  constexpr extent(I number) : code_(static_cast<std::int64_t>(number)) {}
  constexpr extent(core::builder* graph, std::int64_t code) : graph_(graph), code_(code) {}

  constexpr operator std::int64_t() const;
  constexpr bool is_symbolic() const { return graph_ != nullptr && code_ < 0; }
  constexpr core::builder* graph() const { return graph_; }
  constexpr std::int64_t code() const { return code_; }

 private:
  core::builder* graph_ = nullptr;
  std::int64_t code_ = 0;
};

namespace core {
struct expression_base {};

// An extent and the user's line: the argument of f32<dyn>(n) and rows(x, first, n).
class given_extent {
 public:
  template <class N>
    requires(std::integral<N> || std::same_as<N, extent>)
  constexpr given_extent(N length, std::source_location where = std::source_location::current())
      : length_(length), where_(where) {}
  constexpr const extent& length() const { return length_; }
  constexpr const std::source_location& where() const { return where_; }

 private:
  extent length_;
  std::source_location where_;
};
// Extents in braces, one for each dyn axis, and the user's line: the argument of zeros<f32<dyn, 3>>({n}).
class given_list {
 public:
  constexpr given_list(std::initializer_list<extent> extents = {}, std::source_location where = std::source_location::current())
      : extents_(extents), where_(where) {}
  constexpr const extent* begin() const { return extents_.begin(); }
  constexpr const extent* end() const { return extents_.end(); }
  constexpr std::size_t size() const { return extents_.size(); }
  constexpr const std::source_location& where() const { return where_; }

 private:
  std::initializer_list<extent> extents_;
  std::source_location where_;
};
}
// An array, or what an operator on arrays has made and no statement has bound yet.
template <class X>
concept expression = std::derived_from<X, core::expression_base>;

// What an expression is made of, for deduction: `array c = a + b;` finds T and Extents here.
template <class T, int... Extents>
struct typed : core::expression_base {
  using element = T;
  static constexpr int rank = sizeof...(Extents);
};

// Extents spelled in an error message.
template <int... Extents>
struct given_extents {};
template <class... T>
struct given_types {};

namespace core {

// No array has more elements, so that bytes and offsets fit 64 bits and the memory of a whole program does.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 58;

// The product of extents; -1 where one is negative, or where it is above most_elements even without the extents of 0: the
// product of a part of them must fit too.
constexpr std::int64_t product_of_extents(int rank, const std::int64_t* extents) {
  std::int64_t elements = 1;
  bool is_empty = false;
  for (int i = 0; i < rank; ++i) {
    if (extents[i] == 0) is_empty = true;
    else if (extents[i] < 0 || __builtin_mul_overflow(elements, extents[i], &elements) || elements > most_elements) return -1;
  }
  return is_empty ? 0 : elements;
}

// x + y and x y, or the greatest number, which is the extent of no array.
constexpr std::int64_t bounded_sum(std::int64_t x, std::int64_t y) {
  std::int64_t made = 0;
  return __builtin_add_overflow(x, y, &made) ? INT64_MAX : made;
}
constexpr std::int64_t bounded_product(std::int64_t x, std::int64_t y) {
  std::int64_t made = 0;
  return __builtin_mul_overflow(x, y, &made) ? INT64_MAX : made;
}

[[noreturn]] inline void extent_must_not_be_negative(std::int64_t given, const std::source_location& where) {
  throw shape_error(located(where) << "array: an extent must not be negative; given " << given);
}
// `text` begins with the user's line where it is known.
[[noreturn]] inline void extents_must_be_those_of_an_array(sentence text, int rank, const std::int64_t* extents) {
  for (int i = 0; i < rank; ++i)
    if (extents[i] < 0) throw shape_error(text << "array: an extent must not be negative; given " << extents[i]);
  text << "array: it must not hold more than 2^58 elements; given the extents ";
  for (int i = 0; i < rank; ++i) text << (i ? " x " : "") << extents[i];
  throw shape_error(text);
}
// How many elements an array of these extents has. Throws shape_error where they are those of no array.
inline std::int64_t elements_of(int rank, const std::int64_t* extents, const std::source_location& where = {}) {
  const std::int64_t elements = product_of_extents(rank, extents);
  if (elements < 0) extents_must_be_those_of_an_array(located(where), rank, extents);
  return elements;
}

template <int... Extents>
struct extent_list {
  static constexpr int rank = sizeof...(Extents);
  static constexpr int items[rank + 1] = {Extents..., 0};
  static constexpr int dynamic = ((Extents == dyn ? 1 : 0) + ... + 0);
  static constexpr bool is_static = dynamic == 0;
  // Whether an array may have them, with 1 for dyn.
  static constexpr bool is_possible = [] {
    const std::int64_t known[] = {(Extents == dyn ? 1 : Extents)..., 0};
    return product_of_extents(rank, known) >= 0;
  }();
};

}  // namespace core
}  // namespace sinter

// SPDX-License-Identifier: MIT
// The row that a node points to: what a primitive declares about itself, apart from its value. From rows follow printing,
// derivatives, simplification, both ways of running on the CPU, the reference page and the tests.
#pragma once
#include <cstdint>

#include "../array/dtype.hpp"

namespace sinter::core {

class builder;
struct node;
struct term;
struct operands;
struct slopes;

enum class family : std::uint8_t {
  source,       // parameter, constant, iota: no operands that are read
  elementwise,  // one value of each operand makes one value of the result
  reduction,    // folds axes with an associative operation
  view,         // an operand's values under another index
  contraction,  // dot_general
  indexing,     // take, scatter_add: the index is data
  marker        // barrier, debug_print: passes its operand on
};

// Which element types an operand may have.
using dtype_set = unsigned;
constexpr dtype_set only(dtype type) { return 1u << static_cast<int>(type); }
inline constexpr dtype_set floats = only(dtype::f32) | only(dtype::f64) | only(dtype::f16) | only(dtype::bf16);
inline constexpr dtype_set integers = only(dtype::u8) | only(dtype::i32) | only(dtype::u32) | only(dtype::i64);
inline constexpr dtype_set booleans = only(dtype::b8);
inline constexpr dtype_set numbers = floats | integers;
inline constexpr dtype_set anything = numbers | booleans;

// The element type of the result.
enum class result : std::uint8_t { same, boolean, index, declared };  // index is i32; declared: by whoever builds the node

// How a primitive is differentiated. A row that does not say so does not compile.
enum class derivative : std::uint8_t {
  undeclared,
  partials,  // elementwise: the push is the sum of slope * tangent, the pullback slope * cotangent
  linear,    // in each operand of `linear_in`: pushed by applying it, pulled back by its transpose
  push,      // neither: its push is declared, and its pullback is that push transposed
  zero,      // constant almost everywhere
  none       // asking for it is an error
};

// Where a test may sample the operands (reference/operators: sampling domains).
enum class domain : std::uint8_t {
  real, small, positive, nonzero, not_small, unit_interval, inside_unit, above_one, bounded, distinct, fraction, index, boolean
};

// What a node's attribute holds, for printing.
enum class attribute : std::uint8_t {
  nothing, axes, permutation, broadcast, new_shape, slice, padding, dimension, exponent, new_type, contraction, index
};

constexpr std::uint32_t hash_of_text(const char* text) {  // FNV-1a
  std::uint32_t hash = 2166136261u;
  for (; *text; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 16777619u;
  return hash;
}

// A function that a row may declare. It remembers whether it was given: under the undefined-behaviour sanitizer g++ does not
// compare a function's address with null in constant evaluation.
template <class Signature>
class rule;
template <class R, class... A>
class rule<R(A...)> {
 public:
  constexpr rule() = default;
  template <class F>
  constexpr rule(F function) : function_(function), is_given_(true) {}
  constexpr explicit operator bool() const { return is_given_; }
  constexpr R operator()(A... arguments) const { return function_(arguments...); }

 private:
  R (*function_)(A...) = nullptr;
  bool is_given_ = false;
};

// How a row is spelled in CUDA C++. $x $y $z stand for the operands, $T for the result's type, $X for that of x, $n for the
// attribute; names that begin with sinter_ are device functions that the CUDA room defines. Of a reduction: the join of two
// values. `whole` serves integers and booleans.
struct spelling {
  const char *floating = "", *whole = "";
  constexpr spelling() = default;
  constexpr spelling(const char* both) : floating(both), whole(both) {}
  constexpr spelling(const char* of_floats, const char* of_others) : floating(of_floats), whole(of_others) {}
};

struct primitive {
  const char* name = "";
  std::uint32_t hash = hash_of_text(name);
  family kind = family::elementwise;
  int arity = 1;
  dtype_set takes = numbers;
  result gives = result::same;
  // Sets the node's shape, and its type where `gives` is declared; elementwise rows leave it out.
  rule<void(builder&, node&)> infer = {};
  derivative differentiates = derivative::undeclared;
  rule<slopes(const operands&)> partials = {};
  unsigned linear_in = 1;  // bit i: linear in operand i
  // The cotangent of operand i of node `at` from the cotangent of its result.
  rule<term(const operands& at, int i, term cotangent)> transpose = {};
  // The tangent of the result from the tangents of the operands (empty terms are zero).
  rule<term(const operands& at, const operands& tangents)> push = {};
  // Algebra, read by simplify.
  bool commutative = false;  // x o y = y o x
  bool idempotent = false;   // f f x = f x, x o x = x
  bool involutory = false;   // f f x = x
  bool rounds_alike = false; // every compiler rounds it the same, so constants may be folded
  domain samples = domain::real;
  int flops = 1;             // the planner's guess an element
  attribute holds = attribute::nothing;
  const char* doc = "";
  spelling cuda = {};        // of elementwise rows and reductions
};

// Stands for no primitive.
inline constexpr primitive no_primitive{};

// Which primitive: a pointer to its row, compared by the hash of the name. Under the undefined-behaviour sanitizer g++ does not
// compare addresses of different objects in constant evaluation; the registry asserts that no two hashes are equal.
struct row_pointer {
  const primitive* row;  // what constant evaluation reads in its loops: that is no call

  constexpr row_pointer() : row(&no_primitive) {}
  constexpr row_pointer(const primitive* given) : row(given) {}
  constexpr const primitive* operator->() const { return row; }
  constexpr const primitive& operator*() const { return *row; }
  constexpr const primitive* get() const { return row; }
  friend constexpr bool operator==(row_pointer x, row_pointer y) { return x.row->hash == y.row->hash; }
  friend constexpr bool operator==(row_pointer x, const primitive* y) { return x.row->hash == y->hash; }
};

}  // namespace sinter::core

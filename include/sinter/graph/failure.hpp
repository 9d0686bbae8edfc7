// SPDX-License-Identifier: MIT
// What can go wrong while a graph is built. These functions are not constexpr on purpose: reaching one in constant
// evaluation is the compile error, and its name is the message; at run time it throws the sentence with its numbers.
#pragma once
#include "../array/dtype.hpp"
#include "../array/error.hpp"
#include "shape.hpp"

namespace sinter::core {

inline sentence located(const site& where) {
  sentence text;
  if (where.line) text << where.file << ":" << static_cast<int>(where.line) << ": ";
  return text;
}

[[noreturn]] inline void extents_must_be_equal(std::int64_t given, std::int64_t expected, const site& where,
                                               const char* said = "extents must be equal") {
  throw shape_error(located(where) << said << "; given " << given << " and " << expected);
}
inline constexpr const char* an_extreme_needs_elements =
    "max, min, argmax, argmin: the reduced axes must not be empty; test the extent first";
[[noreturn]] inline void axis_must_not_be_empty(const site& where, const char* said) {
  throw shape_error(located(where) << said);
}
[[noreturn]] inline void reshape_must_keep_the_number_of_elements(std::int64_t elements, std::int64_t divisor, const site& where) {
  throw shape_error(located(where) << "reshape: the number of elements must stay the same; " << elements
                                   << " elements do not divide by " << divisor);
}
[[noreturn]] inline void axes_must_lie_within_the_rank(int axis, int rank) {
  throw shape_error(sentence() << "axis: must lie within the rank; axis " << axis << " of an array of rank " << rank);
}
[[noreturn]] inline void slice_must_lie_within_the_extent(std::int64_t bound, std::int64_t extent, const site& where) {
  throw shape_error(located(where) << "slice: its bounds must lie within the extent; given the bound " << bound
                                   << " and the extent " << extent);
}
[[noreturn]] inline void element_types_must_be_equal(dtype given, dtype expected) {
  throw error(sentence() << "element types must be equal; given " << name_of(given) << " and " << name_of(expected)
                         << "; use cast");
}
[[noreturn]] inline void element_type_is_not_accepted(const char* operation, dtype given) {
  throw error(sentence() << operation << ": does not take elements of type " << name_of(given));
}
[[noreturn]] inline void not_differentiable(const char* operation) {
  throw error(sentence() << operation << ": has no derivative");
}
[[noreturn]] inline void too_many_axes_to_contract(int pairs) {
  throw shape_error(sentence() << "dot_general: at most 7 pairs of axes; given " << pairs);
}
[[noreturn]] inline void a_branch_on_a_dyn_extent() {
  throw error("a branch on a dyn extent: in a trace its number is not known; make the extent static");
}
[[noreturn]] inline void a_branch_on_an_array_would_depend_on_its_data() {
  throw error("a branch on an array would depend on its data: use where(condition, a, b)");
}

}  // namespace sinter::core

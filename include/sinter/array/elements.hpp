// SPDX-License-Identifier: MIT
// How the elements of an array are written and read: nested braces, indices, the span of a literal; and what is refused there.
#pragma once
#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <source_location>
#include <type_traits>

#include "dtype.hpp"
#include "error.hpp"
#include "half.hpp"

namespace sinter::core {

// A number written out among the elements of an array of halves, which no number converts to by itself.
template <class T>
struct written {
  T value;
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr written(N number) : value(number) {}
  constexpr written(T element) : value(element) {}
  constexpr operator T() const { return value; }
};
template <class T, int Rank>
struct nested_list {
  using type = std::initializer_list<typename nested_list<T, Rank - 1>::type>;
};
template <class T>
struct nested_list<T, 0> {
  using type = std::conditional_t<is_half<T>, written<T>, T>;
};

// An index of an element: any integer, and nothing that would have to be converted to one.
class element_index {
 public:
  template <std::integral I>
  constexpr element_index(I index) : index_(static_cast<std::int64_t>(index)) {}
  constexpr operator std::int64_t() const { return index_; }

 private:
  std::int64_t index_;
};
template <int Extent>
using index_along = element_index;  // one for each extent of a list

// Memory for the const span of a literal, which has none of its own and may be a constant. One block for each value, grown
// when a longer span is asked for; spans handed out stay valid, so nothing is freed.
template <class T>
const T* memory_of_literal(T value, std::size_t count) {
  struct block {
    T value;
    std::size_t count;
    T* data;
    block* next;
  };
  static std::atomic<bool> busy{false};
  static block* first = nullptr;
  while (busy.exchange(true, std::memory_order_acquire)) {}
  struct leaving {
    ~leaving() { busy.store(false, std::memory_order_release); }
  } on_every_way_out;
  block* found = first;
  while (found && (std::memcmp(&found->value, &value, sizeof value) != 0 || found->count < count)) found = found->next;
  if (!found) {
    auto data = std::make_unique<T[]>(count + 16);
    std::fill_n(data.get(), count + 16, value);
    first = found = new block{value, count + 16, data.get(), first};
    data.release();
  }
  return found->data;
}

// `place` is the user's line, or the function and which of its arguments, where it is known. `where` is the user's line.
[[noreturn]] inline void read_before_assigned(std::string_view place = {}) {
  throw shape_error(sentence() << place << "array: it is read before it was assigned; its extents that are dyn have no value yet");
}
[[noreturn]] inline void read_after_it_was_moved(std::string_view place = {}) {
  throw shape_error(sentence() << place << "array: it was moved from or donated, and has not been assigned since");
}
[[noreturn]] inline void index_out_of_range(std::int64_t index, std::int64_t extent, int axis, const std::source_location& where) {
  throw shape_error(located(where) << "array: index " << index << " is outside axis " << axis << " of extent " << extent);
}
[[noreturn]] inline void list_has_wrong_length(std::int64_t given, std::int64_t expected, const std::source_location& where) {
  throw shape_error(located(where) << "array: the lists of elements must have equal lengths; given " << given
                               << " where " << expected << " are needed");
}
[[noreturn]] inline void list_must_fill_the_axis(std::int64_t given, std::int64_t expected, int axis, bool of_elements,
                                                 const std::source_location& where) {
  throw shape_error(located(where) << "array: the list must fill axis " << axis << " of extent " << expected << "; given " << given
                               << (of_elements ? " elements" : " lists"));
}
[[noreturn]] inline void elements_must_fill_the_array(std::int64_t given, std::int64_t expected,
                                                      const std::source_location& where) {
  throw shape_error(located(where) << "from: the number of elements must be the product of the extents; given " << given
                               << ", needed " << expected);
}
[[noreturn]] inline void one_extent_is_needed_for_each_dyn_axis(std::size_t given, int needed, const std::source_location& where) {
  throw shape_error(located(where) << "extents: one is needed for each dyn axis; given " << given << ", needed " << needed);
}
[[noreturn]] inline void literal_must_fit_the_element_type(std::int64_t given, const char* type,
                                                           const std::source_location& where) {
  throw shape_error(located(where) << "literal: " << given << " does not fit elements of type " << type);
}

}  // namespace sinter::core

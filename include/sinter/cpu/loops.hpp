// SPDX-License-Identifier: MIT
// The interpreter's loops: one function for each primitive and element type, over the groups of a block. A program that knows
// its graph names only the loops it needs; the full table is for graphs made at run time.
#pragma once
#include "contract.hpp"
#include "fold.hpp"
#include "lanes.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

template <int Row, class T, class To>
struct row_loop {
  static constexpr const auto& op = row<Row>;
  static constexpr bool is(const primitive& other) { return row_pointer(&op) == &other; }
  static constexpr bool converts = is(primitives::convert_element_type) || is(primitives::bitcast_convert_type);
  using first = std::conditional_t<is(primitives::select_n), bool, T>;
  using third = std::conditional_t<is(primitives::threefry2x32), std::int64_t, T>;

  static void run(const loop_arguments& a) {
    for (std::int64_t g = 0; g < a.groups; ++g) {
      const lanes<first> x = load<first>(a.x.at + g * a.x.step);
      if constexpr (converts) store(a.out.at + g * a.out.step, op.meaning(x, std::type_identity<To>{}));
      else if constexpr (is(primitives::integer_pow)) store(a.out.at + g * a.out.step, op.meaning(x, a.attribute));
      else if constexpr (op.arity == 1) store(a.out.at + g * a.out.step, op.meaning(x));
      else if constexpr (op.arity == 2) store(a.out.at + g * a.out.step, op.meaning(x, load<T>(a.y.at + g * a.y.step)));
      else store(a.out.at + g * a.out.step, op.meaning(x, load<T>(a.y.at + g * a.y.step), load<third>(a.z.at + g * a.z.step)));
    }
  }
};

template <int Row>
constexpr bool takes(dtype type) {
  constexpr const primitive& op = row<Row>;
  return row_pointer(&op) == &primitives::select_n || (op.takes & only(type)) != 0;
}

}  // namespace detail

// The element type that chooses among a primitive's loops.
constexpr dtype loop_type(const instruction& x, const instruction* program) {
  return program[x.op == &primitives::select_n ? x.b : x.a].type;
}

// The loop of row Row for elements of type T that makes elements of type To, or null.
template <int Row, class T, class To>
constexpr loop_function loop_for() {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::elementwise || !detail::takes<Row>(dtype_of<T>)) return nullptr;
  else if constexpr (row_pointer(&op) == &primitives::convert_element_type) return &detail::row_loop<Row, T, To>::run;
  else if constexpr (row_pointer(&op) == &primitives::bitcast_convert_type) {
    if constexpr (sizeof(T) == sizeof(To)) return &detail::row_loop<Row, T, To>::run;
    else return nullptr;
  } else return &detail::row_loop<Row, T, T>::run;
}

namespace detail {

template <int Row>
constexpr loop_function find_in_row(dtype from, dtype to) {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::elementwise) return nullptr;
  else
    return with_element(from, [&]<class T>() -> loop_function {
      if constexpr (row_pointer(&op) == &primitives::convert_element_type || row_pointer(&op) == &primitives::bitcast_convert_type)
        return with_element(to, [&]<class To>() -> loop_function { return loop_for<Row, T, To>(); });
      else return loop_for<Row, T, T>();
    });
}
template <int Row>
constexpr const fold_code* find_fold_in_row(dtype type) {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::reduction) return nullptr;
  else return with_element(type, [&]<class T>() -> const fold_code* { return fold_code_of<Row, T>(); });
}

}  // namespace detail

// All loops, folds and contractions: instantiates every primitive for every element type.
struct full_table {
  static loop_function loop(const instruction& x, const instruction* program) {
    loop_function found = nullptr;
    const dtype from = loop_type(x, program);
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>(((x.op == row_pointer(&row<I>) && (found = detail::find_in_row<I>(from, x.type), true)) || ...));
    }(std::make_integer_sequence<int, primitive_count>{});
    return found;
  }
  static const fold_code* fold(row_pointer op, dtype type) {
    const fold_code* found = nullptr;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>(((op == row_pointer(&row<I>) && (found = detail::find_fold_in_row<I>(type), true)) || ...));
    }(std::make_integer_sequence<int, primitive_count>{});
    return found;
  }
  static contract_function contract(dtype type) {
    return with_element(type, []<class T>() -> contract_function {
      if constexpr (std::is_same_v<T, bool>) return nullptr;
      else return &contract_as<T>;
    });
  }
};

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

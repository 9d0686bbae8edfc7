// SPDX-License-Identifier: MIT
// The interpreter's loops: one function for each primitive and element type, over the groups of a block. A program that
// knows its graph names only the loops it needs; the full table is for graphs made at run time.
#pragma once
#include "drivers.hpp"
#include "fold.hpp"
#include "lanes.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

namespace detail {

template <int Row, class T, class To> struct row_loop {
  static constexpr const auto& op = row<Row>;
  static constexpr bool is(const primitive& other) { return row_pointer(&op) == &other; }
  static constexpr bool converts = is(primitives::convert_element_type) || is(primitives::bitcast_convert_type);
  using first = std::conditional_t<is(primitives::select_n), bool, T>;
  using third = std::conditional_t<is(primitives::threefry2x32), std::int64_t, T>;

  [[gnu::flatten]] static void run(const place* of, const instruction& i, int number, std::int64_t groups) {
    const std::int64_t attribute = i.attribute;  // copies, all: the stores might alias
    const place from_x = of[i.a], from_y = of[op.arity > 1 ? i.b : i.a], from_z = of[op.arity > 2 ? i.c : i.a];
    const place out = of[number];
    for (std::int64_t g = 0; g < groups; ++g) {
      const lanes<first> x = load<first>(from_x.at + g * from_x.step);
      char* const to = out.at + g * out.step;
      if constexpr (converts)
        store(to, op.meaning(x, std::type_identity<To>{}));
      else if constexpr (is(primitives::integer_pow))
        store(to, op.meaning(x, attribute));
      else if constexpr (op.arity == 1)
        store(to, op.meaning(x));
      else if constexpr (op.arity == 2)
        store(to, op.meaning(x, load<T>(from_y.at + g * from_y.step)));
      else
        store(to, op.meaning(x, load<T>(from_y.at + g * from_y.step), load<third>(from_z.at + g * from_z.step)));
    }
  }
};

// Halves go through the loop for floats, some groups at a time. Which operands are halves, and the result: by bits.
using half_mover = void (*)(const char* from, std::int64_t groups, char* to);
template <half T> void widen_groups(const char* from, std::int64_t groups, char* to) {
  for (std::int64_t g = 0; g < groups; ++g)
    store(to + g * lane_count * 4, load<T>(from + g * lane_count * 2).wide);
}
template <half T> void narrow_groups(const char* from, std::int64_t groups, char* to) {
  for (std::int64_t g = 0; g < groups; ++g)
    store(to + g * lane_count * 2, closed<T>(load<float>(from + g * lane_count * 4)));
}
inline void run_in_floats(const place* of, const instruction& x, const place& out, std::int64_t groups,
                          loop_function loop, unsigned halves, half_mover widen, half_mover narrow) {
  constexpr std::int64_t at_once = 8, bytes = 4 * lane_count;
  constexpr int last = 3;
  alignas(64) char room[4][at_once * bytes];
  place moved[4] = {};
  instruction in_floats = x;
  in_floats.a = 0;
  in_floats.b = 1;
  in_floats.c = 2;
  for (std::int64_t g = 0; g < groups; g += at_once) {
    const std::int64_t some = groups - g < at_once ? groups - g : at_once;
    for (int o = 0; o < 3 && x.operand(o) >= 0; ++o) {
      const place& from = of[x.operand(o)];
      char* const at = from.at + g * from.step;
      moved[o] = {at, from.step, 0};
      if (!(halves >> o & 1)) continue;
      if (g == 0 || from.step) widen(at, from.step ? some : 1, room[o]);
      moved[o] = {room[o], from.step ? bytes : 0, 0};
    }
    char* const to = out.at + g * out.step;
    const bool is_half_result = halves >> last & 1;
    moved[last] = is_half_result ? place{room[last], bytes, 0} : place{to, out.step, 0};
    loop(moved, in_floats, last, some);
    if (is_half_result) narrow(room[last], some, to);
  }
}

template <int Row, class T> struct half_loop {
  static constexpr const primitive& op = row<Row>;
  static constexpr bool chooses = row_pointer(&op) == &primitives::select_n;
  static constexpr unsigned halves = (chooses ? 6u : 7u) | (op.gives == result::boolean ? 0u : 8u);
  static void run(const place* of, const instruction& x, int i, std::int64_t groups) {
    run_in_floats(of, x, of[i], groups, &row_loop<Row, float, float>::run, halves, &widen_groups<T>, &narrow_groups<T>);
  }
};

template <int Row> constexpr bool takes(dtype type) {
  constexpr const primitive& op = row<Row>;
  return row_pointer(&op) == &primitives::select_n || (op.takes & only(type)) != 0;
}

}  // namespace detail

// The element type that chooses among a primitive's loops.
constexpr dtype loop_type(const instruction& x, const instruction* program) {
  return program[x.op == &primitives::select_n ? x.b : x.a].type;
}

// The loop of row Row for elements of type T that makes elements of type To, or null.
template <int Row, class T, class To> constexpr loop_function loop_for() {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::elementwise || !detail::takes<Row>(dtype_of<T>))
    return nullptr;
  else if constexpr (row_pointer(&op) == &primitives::convert_element_type)
    return &detail::row_loop<Row, T, To>::run;
  else if constexpr (row_pointer(&op) == &primitives::bitcast_convert_type) {
    if constexpr (sizeof(T) == sizeof(To))
      return &detail::row_loop<Row, T, To>::run;
    else
      return nullptr;
  } else if constexpr (is_half<T>)
    return &detail::half_loop<Row, T>::run;
  else
    return &detail::row_loop<Row, T, T>::run;
}

namespace detail {

template <int Row> constexpr loop_function find_in_row(dtype from, dtype to) {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::elementwise)
    return nullptr;
  else
    return with_element(from, [&]<class T>() -> loop_function {
      if constexpr (row_pointer(&op) == &primitives::convert_element_type ||
                    row_pointer(&op) == &primitives::bitcast_convert_type)
        return with_element(to, [&]<class To>() -> loop_function { return loop_for<Row, T, To>(); });
      else
        return loop_for<Row, T, T>();
    });
}
template <int Row> constexpr const fold_code* find_fold_in_row(dtype type) {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::reduction)
    return nullptr;
  else
    return with_element(type, [&]<class T>() -> const fold_code* { return fold_code_of<Row, T>(); });
}

}  // namespace detail

// What a graph known to the compiler needs, for plans of it that are made at run time. `Program` has a `graph`,
// simplified as the one that is planned.
template <class Program> struct graph_table {
  static constexpr int nodes = Program::graph.count.nodes;

  static loop_function loop(const instruction& x, const instruction* program) {
    loop_function found = nullptr;
    const dtype from = loop_type(x, program);
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>((((found = loop_of_node<I>(x.op, from, x.type)) != nullptr) || ...));
    }(std::make_integer_sequence<int, nodes>{});
    return found;
  }
  static const fold_code* fold(row_pointer op, dtype type) {
    const fold_code* found = nullptr;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>((((found = fold_of_node<I>(op, type)) != nullptr) || ...));
    }(std::make_integer_sequence<int, nodes>{});
    return found;
  }
  static contract_function contract(dtype type) {
    contract_function found = nullptr;
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>((((found = contraction_of_node<I>(type)) != nullptr) || ...));
    }(std::make_integer_sequence<int, nodes>{});
    return found;
  }

 private:
  template <int I> static constexpr node at = Program::graph.nodes.items[I];

  template <int I> static loop_function loop_of_node(row_pointer op, dtype from, dtype to) {
    if constexpr (at<I>.op->kind == family::elementwise) {
      constexpr dtype key = Program::graph.nodes.items[at<I>.op == &primitives::select_n ? at<I>.b : at<I>.a].type;
      if (op == at<I>.op && from == key && to == at<I>.type)
        return loop_for<index_of(at<I>.op), element<key>, element<at<I>.type>>();
    }
    return nullptr;
  }
  template <int I> static const fold_code* fold_of_node(row_pointer op, dtype type) {
    if constexpr (at<I>.op->kind == family::reduction) {
      constexpr dtype key = Program::graph.nodes.items[at<I>.a].type;
      if (op == at<I>.op && type == key) return fold_code_of<index_of(at<I>.op), element<key>>();
    }
    if constexpr (at<I>.op == &primitives::scatter_add) {
      constexpr row_pointer sum = &primitives::reduce_sum;
      if (op == sum && type == at<I>.type) return fold_code_of<index_of(sum), element<at<I>.type>>();
    }
    return nullptr;
  }
  template <int I> static contract_function contraction_of_node(dtype type) {
    if constexpr (at<I>.op == &primitives::dot_general)
      if (type == at<I>.type) return &contract_as<element<at<I>.type>>;
    return nullptr;
  }
};

// All loops, folds and contractions: instantiates every primitive for every element type. A template, so that only who
// names it pays.
template <class = void> struct every_loop {
  static loop_function loop(const instruction& x, const instruction* program) {
    loop_function found = nullptr;
    const dtype from = loop_type(x, program);
    [&]<int... I>(std::integer_sequence<int, I...>) {
      static_cast<void>(
          ((x.op == row_pointer(&row<I>) && (found = detail::find_in_row<I>(from, x.type), true)) || ...));
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
      if constexpr (std::is_same_v<T, bool>)
        return nullptr;
      else
        return &contract_as<T>;
    });
  }
};
using full_table = every_loop<>;

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

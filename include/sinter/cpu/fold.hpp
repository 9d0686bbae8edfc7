// SPDX-License-Identifier: MIT
// Folding elements into states, the same way for native kernels and the interpreter. The order depends on positions
// alone: blocks of 4096, in each 64 accumulators, then halves; blocks are joined in pairs. So the error of a sum grows
// with log n and its bits depend neither on threads nor on the width of vectors.
#pragma once
#include "../primitive/registry.hpp"
#include "block.hpp"
#include "lanes.hpp"

namespace sinter::core {
inline namespace SINTER_CPU_NAMESPACE {

inline constexpr std::int64_t fold_block = 4096;  // elements of a row that one state takes
inline constexpr std::int64_t fold_rows = 64;     // rows of a column that one state takes

// Joins states 0 .. count - 1 in pairs, then the results in pairs, into state 0. Each is `width` states of fold.state
// bytes.
inline void join_pairwise(const fold_code& fold, char* states, std::int64_t count, std::int64_t width) {
  const std::int64_t size = width * fold.state;
  for (std::int64_t apart = 1; apart < count; apart *= 2)
    for (std::int64_t i = 0; i + apart < count; i += 2 * apart)
      fold.join(states + i * size, states + (i + apart) * size, width);
}

namespace detail {

// Lane i with lane i + Half, then halves of that: the result is lane 0.
template <int Row, int Half = lane_count / 2, class T> SINTER_LANES lanes<T> across(const lanes<T>& x) {
  const lanes<T> joined = row<Row>.join(x, turned<Half>(x));
  if constexpr (Half == 1)
    return joined;
  else
    return across<Row, Half / 2>(joined);
}
template <class T> SINTER_LANES void put_first(char* to, const lanes<T>& x) {
  if constexpr (std::is_same_v<T, bool>)
    *to = static_cast<char>(x.bits & 1);
  else {
    const T first = x.v[0][0];
    std::memcpy(to, &first, sizeof(T));
  }
}

// States are of the type that arithmetic computes in: halves are folded as floats and rounded when all are there.
template <int Row, class T> struct value_fold {
  using C = computed<T>;
  static constexpr const auto& op = row<Row>;
  static constexpr C identity = op.identity(std::type_identity<C>{});

  static void start(char* states, std::int64_t count) {
    const lanes<C> all(identity);
    for (std::int64_t i = 0; i < count; i += lane_count) {
      if (count - i < lane_count)
        store_some(states + i * state_size, count - i, all);
      else
        store(states + i * state_size, all);
    }
  }
  static void fold(const char* x, std::int64_t count, std::int64_t, char* state) {
    lanes<C> even(identity), odd(identity);
    std::int64_t i = 0;
    for (; i + 2 * lane_count <= count; i += 2 * lane_count) {
      even = op.join(even, opened(load<T>(x + i * size)));
      odd = op.join(odd, opened(load<T>(x + (i + lane_count) * size)));
    }
    if (i + lane_count <= count) {
      even = op.join(even, opened(load<T>(x + i * size)));
      i += lane_count;
      if (i < count) odd = op.join(odd, opened(load_some<T>(x + i * size, count - i, lanes<T>(identity))));
    } else if (i < count)
      even = op.join(even, opened(load_some<T>(x + i * size, count - i, lanes<T>(identity))));
    put_first(state, across<Row>(op.join(even, odd)));
  }
  static void columns(const char* x, std::int64_t stride, std::int64_t rows, std::int64_t count, std::int64_t,
                      char* states) {
    std::int64_t c = 0;
    for (; c + 2 * lane_count <= count; c += 2 * lane_count) {
      lanes<C> low = load<C>(states + c * state_size), high = load<C>(states + (c + lane_count) * state_size);
      const char* at = x + c * size;
      for (std::int64_t r = 0; r < rows; ++r, at += stride) {
        low = op.join(low, opened(load<T>(at)));
        high = op.join(high, opened(load<T>(at + lane_count * size)));
      }
      store(states + c * state_size, low);
      store(states + (c + lane_count) * state_size, high);
    }
    for (; c < count; c += lane_count) {
      lanes<C> some = load<C>(states + c * state_size);
      const char* at = x + c * size;
      if (count - c >= lane_count)
        for (std::int64_t r = 0; r < rows; ++r, at += stride) some = op.join(some, opened(load<T>(at)));
      else
        for (std::int64_t r = 0; r < rows; ++r, at += stride)
          some = op.join(some, opened(load_some<T>(at, count - c, lanes<T>(identity))));
      store(states + c * state_size, some);
    }
  }
  static void join(char* states, const char* later, std::int64_t count) {
    if (count == 1) {  // of the blocks of a row
      C first, second;
      std::memcpy(&first, states, sizeof(C));
      std::memcpy(&second, later, sizeof(C));
      first = op.join(first, second);
      std::memcpy(states, &first, sizeof(C));
      return;
    }
    for (std::int64_t i = 0; i < count; i += lane_count) {
      if (count - i >= lane_count)
        store(states + i * state_size, op.join(load<C>(states + i * state_size), load<C>(later + i * state_size)));
      else {
        const lanes<C> rest(identity);
        store_some(states + i * state_size, count - i,
                   op.join(load_some(states + i * state_size, count - i, rest),
                           load_some(later + i * state_size, count - i, rest)));
      }
    }
  }
  // Halves: the one rounding.
  static void finish(const char* states, std::int64_t count, char* results) {
    std::int64_t i = 0;
    for (; i + lane_count <= count; i += lane_count)
      store(results + i * size, closed<T>(load<C>(states + i * state_size)));
    if (i < count)
      store_some(results + i * size, count - i,
                 closed<T>(load_some(states + i * state_size, count - i, lanes<C>(identity))));
  }

 private:
  static constexpr int size = static_cast<int>(sizeof(T)), state_size = static_cast<int>(sizeof(C));
};

// The extreme and where it first stood. A NaN beats every number, an earlier one a later one. Index -1: nothing yet.
template <bool Largest, class T> struct index_fold {
  using C = computed<T>;
  struct state {
    C value;
    std::int32_t index;
  };
  static bool beats(C x, C y) {  // x, which stands later, takes the place of y
    if constexpr (std::is_floating_point_v<C>) {
      if (y != y) return false;
      if (x != x) return true;
    }
    return Largest ? x > y : x < y;
  }
  static void put(char* states, std::int64_t i, const state& s) {
    std::memcpy(states + i * static_cast<std::int64_t>(sizeof(state)), &s, sizeof(state));
  }
  static state get(const char* states, std::int64_t i) {
    state s;
    std::memcpy(&s, states + i * static_cast<std::int64_t>(sizeof(state)), sizeof(state));
    return s;
  }
  static C element(const char* x, std::int64_t i) {
    T value;
    std::memcpy(&value, x + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    return static_cast<C>(value);
  }
  static void start(char* states, std::int64_t count) {
    state none;
    std::memset(&none, 0, sizeof(none));
    none.index = -1;
    for (std::int64_t i = 0; i < count; ++i) put(states, i, none);
  }
  static void fold(const char* x, std::int64_t count, std::int64_t index, char* to) {
    using extreme = value_fold<index_of(Largest ? &static_cast<const primitive&>(primitives::reduce_max)
                                                : &static_cast<const primitive&>(primitives::reduce_min)),
                               T>;
    state best;
    std::memset(&best, 0, sizeof(best));
    extreme::fold(x, count, 0, reinterpret_cast<char*>(&best.value));
    const lanes<C> wanted(best.value);
    const bool is_nan = best.value != best.value;
    std::int64_t i = 0;
    for (; i + lane_count <= count; i += lane_count) {
      const lanes<T> loaded = load<T>(x + i * static_cast<std::int64_t>(sizeof(T)));
      const lanes<C>& some = opened(loaded);
      const std::uint32_t hits = is_nan ? (some != some).bits : (some == wanted).bits;
      if (!hits) continue;
      i += __builtin_ctz(hits);
      best.index = static_cast<std::int32_t>(index + i);
      return put(to, 0, best);
    }
    while (i + 1 < count && (is_nan ? element(x, i) == element(x, i) : element(x, i) != best.value)) ++i;
    best.index = static_cast<std::int32_t>(index + i);
    put(to, 0, best);
  }
  static void columns(const char* x, std::int64_t stride, std::int64_t rows, std::int64_t count, std::int64_t index,
                      char* states) {
    for (std::int64_t r = 0; r < rows; ++r, x += stride)
      for (std::int64_t c = 0; c < count; ++c) {
        const state s = get(states, c);
        const C value = element(x, c);
        if (s.index < 0 || beats(value, s.value)) {
          state now;
          std::memset(&now, 0, sizeof(now));
          now.value = value;
          now.index = static_cast<std::int32_t>(index + r);
          put(states, c, now);
        }
      }
  }
  static void join(char* states, const char* later, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      const state s = get(states, i), l = get(later, i);
      if (l.index >= 0 && (s.index < 0 || beats(l.value, s.value))) put(states, i, l);
    }
  }
  static void finish(const char* states, std::int64_t count, char* results) {
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int32_t index = get(states, i).index;
      std::memcpy(results + 4 * i, &index, 4);
    }
  }
};

template <int Row, class T> constexpr auto finish_of() -> decltype(fold_code::finish) {
  if constexpr (is_half<T>)
    return &value_fold<Row, T>::finish;
  else
    return nullptr;
}

}  // namespace detail

template <int Row, class T>
inline constexpr fold_code fold_of = {sizeof(computed<T>),
                                      detail::value_fold<Row, T>::start,
                                      detail::value_fold<Row, T>::fold,
                                      detail::value_fold<Row, T>::columns,
                                      detail::value_fold<Row, T>::join,
                                      detail::finish_of<Row, T>()};
template <bool Largest, class T>
inline constexpr fold_code index_fold_of = {sizeof(typename detail::index_fold<Largest, T>::state),
                                            detail::index_fold<Largest, T>::start,
                                            detail::index_fold<Largest, T>::fold,
                                            detail::index_fold<Largest, T>::columns,
                                            detail::index_fold<Largest, T>::join,
                                            detail::index_fold<Largest, T>::finish};

// The fold of a row of the registry for elements of type T, or null.
template <int Row, class T> constexpr const fold_code* fold_code_of() {
  constexpr const primitive& op = row<Row>;
  if constexpr (op.kind != family::reduction || !(op.takes & only(dtype_of<T>)))
    return nullptr;
  else if constexpr (row_pointer(&op) == &primitives::argmax || row_pointer(&op) == &primitives::argmin)
    return &index_fold_of<row_pointer(&op) == &primitives::argmax, T>;
  else
    return &fold_of<Row, T>;
}

}  // namespace SINTER_CPU_NAMESPACE
}  // namespace sinter::core

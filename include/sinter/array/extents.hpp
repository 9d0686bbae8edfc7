// SPDX-License-Identifier: MIT
// Extents as a user writes them: `dyn` in a type, `extent` as a value, and the base that every array and expression shares.
#pragma once
#include <concepts>
#include <cstdint>

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

template <int... Extents>
struct extent_list {
  static constexpr int rank = sizeof...(Extents);
  static constexpr int items[rank + 1] = {Extents..., 0};
  static constexpr int dynamic = ((Extents == dyn ? 1 : 0) + ... + 0);
  static constexpr bool is_static = dynamic == 0;
};

}  // namespace core
}  // namespace sinter

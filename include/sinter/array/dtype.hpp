// SPDX-License-Identifier: MIT
// Element types: their names, sizes, and the map between C++ types and values of `dtype`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "half.hpp"

namespace sinter::core {

enum class dtype : std::uint8_t { b8, u8, i32, u32, i64, f32, f64, f16, bf16 };
inline constexpr int dtype_count = 9;

// A digit each, not a switch: short calls ask often.
constexpr std::size_t size_of(dtype type) { return 0x228484411 >> 4 * static_cast<int>(type) & 15; }
static_assert(size_of(dtype::b8) == 1 && size_of(dtype::u8) == 1 && size_of(dtype::i32) == 4 && size_of(dtype::u32) == 4 &&
              size_of(dtype::i64) == 8 && size_of(dtype::f32) == 4 && size_of(dtype::f64) == 8 && size_of(dtype::f16) == 2 &&
              size_of(dtype::bf16) == 2);

// The name a jaxpr prints: f32, i32, bool.
constexpr const char* name_of(dtype type) {
  constexpr const char* names[] = {"bool", "u8", "i32", "u32", "i64", "f32", "f64", "f16", "bf16"};
  return names[static_cast<int>(type)];
}

constexpr bool is_halved(dtype type) { return type == dtype::f16 || type == dtype::bf16; }
constexpr bool is_floating(dtype type) { return type == dtype::f32 || type == dtype::f64 || is_halved(type); }
constexpr bool is_signed(dtype type) { return is_floating(type) || type == dtype::i32 || type == dtype::i64; }

template <class T>
inline constexpr bool is_element = std::is_same_v<T, bool> || std::is_same_v<T, std::uint8_t> ||
                                   std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t> ||
                                   std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> ||
                                   std::is_same_v<T, double> || is_half<T>;

template <class T>
inline constexpr dtype dtype_of = std::is_same_v<T, bool>            ? dtype::b8
                                  : std::is_same_v<T, std::uint8_t>  ? dtype::u8
                                  : std::is_same_v<T, std::int32_t>  ? dtype::i32
                                  : std::is_same_v<T, std::uint32_t> ? dtype::u32
                                  : std::is_same_v<T, std::int64_t>  ? dtype::i64
                                  : std::is_same_v<T, float>         ? dtype::f32
                                  : std::is_same_v<T, float16>       ? dtype::f16
                                  : std::is_same_v<T, bfloat16>      ? dtype::bf16
                                                                     : dtype::f64;

template <dtype D> struct element_type;
template <> struct element_type<dtype::b8> { using type = bool; };
template <> struct element_type<dtype::u8> { using type = std::uint8_t; };
template <> struct element_type<dtype::i32> { using type = std::int32_t; };
template <> struct element_type<dtype::u32> { using type = std::uint32_t; };
template <> struct element_type<dtype::i64> { using type = std::int64_t; };
template <> struct element_type<dtype::f32> { using type = float; };
template <> struct element_type<dtype::f64> { using type = double; };
template <> struct element_type<dtype::f16> { using type = float16; };
template <> struct element_type<dtype::bf16> { using type = bfloat16; };
template <dtype D> using element = typename element_type<D>::type;

// Calls body.template operator()<T>() with the C++ type that a run-time dtype is computed in: that of halves is float.
template <class Body>
constexpr decltype(auto) with_computed(dtype type, Body&& body) {
  switch (type) {
    case dtype::b8: return body.template operator()<bool>();
    case dtype::u8: return body.template operator()<std::uint8_t>();
    case dtype::i32: return body.template operator()<std::int32_t>();
    case dtype::u32: return body.template operator()<std::uint32_t>();
    case dtype::i64: return body.template operator()<std::int64_t>();
    case dtype::f64: return body.template operator()<double>();
    default: return body.template operator()<float>();
  }
}
// The same with the type of its elements.
template <class Body>
constexpr decltype(auto) with_element(dtype type, Body&& body) {
  if (type == dtype::f16) return body.template operator()<float16>();
  if (type == dtype::bf16) return body.template operator()<bfloat16>();
  return with_computed(type, body);
}

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// Floating numbers of 16 bits: float16 is IEEE 754's binary16, bfloat16 the upper half of a float. They store; arithmetic
// happens in float, which both convert to without loss. Into them everything rounds once, to nearest even.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sinter {

struct float16;
struct bfloat16;

namespace core {

template <class T> inline constexpr bool is_half = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;
// Elements with a fraction: what <type_traits> calls floating, and halves.
template <class T> inline constexpr bool is_real = std::is_floating_point_v<T> || is_half<T>;
template <class T> concept half = is_half<T>;
template <class T> inline constexpr bool is_number = std::is_arithmetic_v<T> || is_half<T>;
// What arithmetic on elements of type T computes in.
template <class T> using computed = std::conditional_t<is_half<T>, float, T>;

// The 16 bits nearest to x: a sign, an exponent of bias Bias, Fraction bits. A NaN stays one and becomes quiet.
template <int Fraction, int Bias>
constexpr std::uint16_t half_bits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t size = bits & ~(std::uint64_t{1} << 63), infinity = std::uint64_t{0x7ff} << 52;
  const auto sign = static_cast<std::uint64_t>(bits >> 63 << 15), most = std::uint64_t{0x7fff} >> Fraction << Fraction;
  if (size > infinity)
    return static_cast<std::uint16_t>(sign | most | std::uint64_t{1} << (Fraction - 1) |
                                      (size >> (52 - Fraction) & ((std::uint64_t{1} << Fraction) - 1)));
  const int exponent = static_cast<int>(size >> 52) - 1023, least = 1 - Bias;
  if (exponent > Bias) return static_cast<std::uint16_t>(sign | most);
  const int shift = 52 - Fraction + (exponent < least ? least - exponent : 0);  // subnormals have fewer bits
  if (shift > 53 || exponent == -1023) return static_cast<std::uint16_t>(sign);
  const std::uint64_t whole = (size & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52;
  const std::uint64_t rest = whole & ((std::uint64_t{1} << shift) - 1), middle = std::uint64_t{1} << (shift - 1);
  std::uint64_t kept = whole >> shift;
  kept += rest > middle || (rest == middle && (kept & 1)) ? 1 : 0;
  if (exponent > least) kept += static_cast<std::uint64_t>(exponent - least) << Fraction;  // a carry is the next exponent
  return static_cast<std::uint16_t>(sign | kept);
}

// A number as a double that rounds to every half as the number does: below 2^53 itself, else with a bit for what is cut.
template <class N>
constexpr double to_be_halved(N x) {
  if constexpr (std::is_integral_v<N> && sizeof(N) == 8) {
    const N low = 0xfff;
    if constexpr (std::is_signed_v<N>) {
      if (x > -(N{1} << 53) && x < N{1} << 53) return static_cast<double>(x);
    } else if (x < N{1} << 53) return static_cast<double>(x);
    return static_cast<double>((x & static_cast<N>(~low)) | ((x & low) != 0 ? low + 1 : 0));
  } else return static_cast<double>(x);
}

template <class N, class Self>
concept becomes_half = std::is_arithmetic_v<N> || (is_half<N> && !std::is_same_v<N, Self>);

constexpr float float_of_bfloat16(std::uint16_t bits) {
  const bool is_nan = (bits & 0x7fffu) > 0x7f80u;
  return std::bit_cast<float>(std::uint32_t{bits} << 16 | (is_nan ? 0x400000u : 0u));
}
constexpr float float_of_float16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16, size = bits & 0x7fffu;
  if (size < 0x0400u) {
    const float small = static_cast<float>(size) * 0x1p-24f;
    return sign ? -small : small;
  }
  if (size >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | size << 13 | (size > 0x7c00u ? 0x400000u : 0u));
  return std::bit_cast<float>(sign | ((size << 13) + (std::uint32_t{112} << 23)));
}

}  // namespace core

// IEEE 754 binary16: 11 significant bits, up to 65504.
struct float16 {
  std::uint16_t bits;

  float16() = default;
  template <class N>
    requires core::becomes_half<N, float16>
  constexpr explicit float16(N x) : bits(core::half_bits<10, 15>(core::to_be_halved(x))) {}
  // A number that is written to an element takes its type, as in braces; other halves do not.
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr float16& operator=(N x) { return *this = float16(x); }
  static constexpr float16 of_bits(std::uint16_t bits) {
    float16 made(0);
    made.bits = bits;
    return made;
  }
  constexpr operator float() const { return core::float_of_float16(bits); }
  friend constexpr float16 operator-(float16 x) { return of_bits(static_cast<std::uint16_t>(x.bits ^ 0x8000u)); }
};

// The upper 16 bits of a float: 8 significant bits, a float's range.
struct bfloat16 {
  std::uint16_t bits;

  bfloat16() = default;
  template <class N>
    requires core::becomes_half<N, bfloat16>
  constexpr explicit bfloat16(N x) : bits(core::half_bits<7, 127>(core::to_be_halved(x))) {}
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr bfloat16& operator=(N x) { return *this = bfloat16(x); }
  static constexpr bfloat16 of_bits(std::uint16_t bits) {
    bfloat16 made(0);
    made.bits = bits;
    return made;
  }
  constexpr operator float() const { return core::float_of_bfloat16(bits); }
  friend constexpr bfloat16 operator-(bfloat16 x) { return of_bits(static_cast<std::uint16_t>(x.bits ^ 0x8000u)); }
};

}  // namespace sinter

namespace sinter::core {
// What std::numeric_limits says of T, whose greatest exponent field is `most`.
template <class T, int Digits, int Digits10, int MaxDigits10, int MinExponent, int MaxExponent, unsigned Fraction>
struct half_limits {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false,
                        has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = false, is_iec559 = true,
                        is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr int radix = 2, digits = Digits, digits10 = Digits10, max_digits10 = MaxDigits10,
                       min_exponent = MinExponent, max_exponent = MaxExponent;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr T of(unsigned bits) { return T::of_bits(static_cast<std::uint16_t>(bits)); }
  static constexpr unsigned most = 0x7fffu >> Fraction << Fraction;
  static constexpr T min() { return of(1u << Fraction); }
  static constexpr T max() { return of(most - 1); }
  static constexpr T lowest() { return of(0x8000u | (most - 1)); }
  static constexpr T infinity() { return of(most); }
  static constexpr T quiet_NaN() { return of(most | 1u << (Fraction - 1)); }
  static constexpr T denorm_min() { return of(1); }
  static constexpr T epsilon() { return T(Fraction == 10 ? 0x1p-10 : 0x1p-7); }
  static constexpr T round_error() { return T(0.5); }
};
}  // namespace sinter::core

template <>
struct std::numeric_limits<sinter::float16> : sinter::core::half_limits<sinter::float16, 11, 3, 5, -13, 16, 10> {};
template <>
struct std::numeric_limits<sinter::bfloat16> : sinter::core::half_limits<sinter::bfloat16, 8, 2, 4, -125, 128, 7> {};

// SPDX-License-Identifier: MIT
// add sub mul mad div rem min max abs neg sad dp4a dp2a of integers.
#include "decode.hpp"
#include "lanes.hpp"

namespace softcuda {
namespace {

using syntax::scalar;
template <class T> using unsigned_of = std::make_unsigned_t<T>;
template <class T>
using wide_of = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                   std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
__extension__ typedef __int128 signed128;
__extension__ typedef unsigned __int128 unsigned128;

// arithmetic in an unsigned type of at least 32 bits: wraps
template <class T> using ring = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T> T add(T a, T b) { return static_cast<T>(static_cast<ring<T>>(a) + static_cast<ring<T>>(b)); }
template <class T> T sub(T a, T b) { return static_cast<T>(static_cast<ring<T>>(a) - static_cast<ring<T>>(b)); }
template <class T> T mul(T a, T b) { return static_cast<T>(static_cast<ring<T>>(a) * static_cast<ring<T>>(b)); }
template <class T> T mul_high(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using wide = std::conditional_t<std::is_signed_v<T>, signed128, unsigned128>;
    return static_cast<T>((static_cast<wide>(a) * static_cast<wide>(b)) >> 64);
  } else
    return static_cast<T>((static_cast<wide_of<T>>(a) * static_cast<wide_of<T>>(b)) >> (8 * sizeof(T)));
}
template <class T> wide_of<T> mul_wide(T a, T b) {
  return static_cast<wide_of<T>>(static_cast<wide_of<T>>(a) * static_cast<wide_of<T>>(b));
}
template <class T> T mad(T a, T b, T c) { return add<T>(mul<T>(a, b), c); }
template <class T> T mad_high(T a, T b, T c) { return add<T>(mul_high<T>(a, b), c); }
template <class T> wide_of<T> mad_wide(T a, T b, wide_of<T> c) { return add<wide_of<T>>(mul_wide<T>(a, b), c); }
template <class T> T add_saturated(T a, T b) {
  const std::int64_t r = std::int64_t{a} + std::int64_t{b};
  return static_cast<T>(r > 0x7FFFFFFF ? 0x7FFFFFFF : r < -0x80000000ll ? -0x80000000ll : r);
}
template <class T> T sub_saturated(T a, T b) {
  const std::int64_t r = std::int64_t{a} - std::int64_t{b};
  return static_cast<T>(r > 0x7FFFFFFF ? 0x7FFFFFFF : r < -0x80000000ll ? -0x80000000ll : r);
}
std::int32_t mad_high_saturated(std::int32_t a, std::int32_t b, std::int32_t c) {
  return add_saturated<std::int32_t>(mul_high<std::int32_t>(a, b), c);
}
// Operands of 24 bits, of which .hi takes the upper 32 of 48.
template <class T> std::int64_t low24(T a) {
  return std::is_signed_v<T> ? static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << 40) >> 40 : a & 0xFFFFFF;
}
template <class T> T mul24(T a, T b) { return static_cast<T>(low24(a) * low24(b)); }
template <class T> T mul24_high(T a, T b) { return static_cast<T>((low24(a) * low24(b)) >> 16); }
template <class T> T mad24(T a, T b, T c) { return add<T>(mul24<T>(a, b), c); }
template <class T> T mad24_high(T a, T b, T c) { return add<T>(mul24_high<T>(a, b), c); }
// Division by zero is unspecified; all bits set is what GPUs are seen to give.
template <class T> T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return sub<T>(T(0), a);
  return static_cast<T>(a / b);
}
template <class T> T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>)
    if (b == -1) return 0;
  return static_cast<T>(a % b);
}
template <class T> T smaller(T a, T b) { return a < b ? a : b; }
template <class T> T larger(T a, T b) { return a > b ? a : b; }
std::int32_t smaller_relu(std::int32_t a, std::int32_t b) { return larger(smaller(a, b), 0); }
std::int32_t larger_relu(std::int32_t a, std::int32_t b) { return larger(larger(a, b), 0); }
template <class T> T absolute(T a) { return a < 0 ? sub<T>(T(0), a) : a; }
template <class T> T negated(T a) { return sub<T>(T(0), a); }
template <class T> T sad(T a, T b, T c) { return add<T>(c, a < b ? sub<T>(b, a) : sub<T>(a, b)); }
template <class A, class B> std::uint32_t dp4a(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned k = 0; k < 32; k += 8)
    c += static_cast<std::uint32_t>(static_cast<A>(a >> k & 255) * static_cast<B>(b >> k & 255));
  return c;
}
template <class A, class A8, class B8, unsigned Low>
std::uint32_t dp2a(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  for (unsigned k = 0; k < 2; ++k)
    c += static_cast<std::uint32_t>(static_cast<A>(a >> k * 16 & 0xFFFF)) *
         static_cast<std::uint32_t>(static_cast<B8>(b >> (Low + k * 8) & 255));
  return c;
}
template <class T> std::uint32_t pair_add(std::uint32_t a, std::uint32_t b) {
  return ((a + b) & 0xFFFFu) | (((a >> 16) + (b >> 16)) << 16);
}
template <class T, bool IsMax> std::uint32_t pair_extreme(std::uint32_t a, std::uint32_t b) {
  const auto pick = [](T x, T y) { return static_cast<std::uint16_t>((x < y) == IsMax ? y : x); };
  return pick(static_cast<T>(a & 0xFFFF), static_cast<T>(b & 0xFFFF)) |
         static_cast<std::uint32_t>(pick(static_cast<T>(a >> 16), static_cast<T>(b >> 16))) << 16;
}

template <class T> handler two(const opcode& op) {
  if (op.base == "add")
    return op.has("sat") && sizeof(T) == 4 ? map2<add_saturated<std::int32_t>, std::int32_t, std::int32_t>
                                           : map2<add<T>, T, T>;
  if (op.base == "sub")
    return op.has("sat") && sizeof(T) == 4 ? map2<sub_saturated<std::int32_t>, std::int32_t, std::int32_t>
                                           : map2<sub<T>, T, T>;
  if constexpr (sizeof(T) == 4) {
    if (op.base == "mul24") return op.has("hi") ? map2<mul24_high<T>, T, T> : map2<mul24<T>, T, T>;
    if (op.base == "mad24") return op.has("hi") ? map3<mad24_high<T>, T, T> : map3<mad24<T>, T, T>;
    if (op.base == "mad" && op.has("hi") && op.has("sat")) return map3<mad_high_saturated, std::int32_t, std::int32_t>;
    if (op.base == "min" && op.has("relu")) return map2<smaller_relu, std::int32_t, std::int32_t>;
    if (op.base == "max" && op.has("relu")) return map2<larger_relu, std::int32_t, std::int32_t>;
  }
  if (op.base == "mul") return op.has("hi") ? map2<mul_high<T>, T, T> : map2<mul<T>, T, T>;
  if (op.base == "div") return map2<quotient<T>, T, T>;
  if (op.base == "rem") return map2<remainder<T>, T, T>;
  if (op.base == "min") return map2<smaller<T>, T, T>;
  if (op.base == "max") return map2<larger<T>, T, T>;
  if (op.base == "abs") return map1<absolute<std::make_signed_t<T>>, std::make_signed_t<T>, std::make_signed_t<T>>;
  if (op.base == "neg") return map1<negated<T>, T, T>;
  if (op.base == "mad") return op.has("hi") ? map3<mad_high<T>, T, T> : map3<mad<T>, T, T>;
  if (op.base == "sad") return map3<sad<T>, T, T>;
  return nullptr;
}
template <class T> handler widening(const opcode& op) {
  if (op.base == "mul") return map2<mul_wide<T>, wide_of<T>, T>;
  return map3<mad_wide<T>, wide_of<T>, T, T, wide_of<T>>;
}
handler dot(const opcode& op) {
  const std::vector<scalar> t = op.types();
  const bool a = !t.empty() && t[0] == scalar::s32, b = t.size() > 1 && t[1] == scalar::s32;
  using std::int16_t, std::uint16_t, std::int8_t, std::uint8_t, std::uint32_t;
  if (op.base == "dp4a") {
    if (a) return b ? map3<dp4a<int8_t, int8_t>, uint32_t, uint32_t> : map3<dp4a<int8_t, uint8_t>, uint32_t, uint32_t>;
    return b ? map3<dp4a<uint8_t, int8_t>, uint32_t, uint32_t> : map3<dp4a<uint8_t, uint8_t>, uint32_t, uint32_t>;
  }
  if (op.has("lo")) {
    if (a)
      return b ? map3<dp2a<int16_t, int, int8_t, 0>, uint32_t, uint32_t>
               : map3<dp2a<int16_t, int, uint8_t, 0>, uint32_t, uint32_t>;
    return b ? map3<dp2a<uint16_t, int, int8_t, 0>, uint32_t, uint32_t>
             : map3<dp2a<uint16_t, int, uint8_t, 0>, uint32_t, uint32_t>;
  }
  if (a)
    return b ? map3<dp2a<int16_t, int, int8_t, 16>, uint32_t, uint32_t>
             : map3<dp2a<int16_t, int, uint8_t, 16>, uint32_t, uint32_t>;
  return b ? map3<dp2a<uint16_t, int, int8_t, 16>, uint32_t, uint32_t>
           : map3<dp2a<uint16_t, int, uint8_t, 16>, uint32_t, uint32_t>;
}

}  // namespace

void decode_integer(decoder& d, const opcode& op) {
  const scalar t = op.type();
  instruction i;
  scalar in = t, out = t;
  const bool is_three =
      op.base == "mad" || op.base == "mad24" || op.base == "sad" || op.base == "dp4a" || op.base == "dp2a";
  const bool is_one = op.base == "abs" || op.base == "neg";
  if (op.base == "dp4a" || op.base == "dp2a") {
    i.run = dot(op);
    in = out = scalar::u32;
  } else if (op.has("wide")) {
    switch (t) {
      case scalar::u16:
        i.run = widening<std::uint16_t>(op), out = scalar::u32;
        break;
      case scalar::s16:
        i.run = widening<std::int16_t>(op), out = scalar::s32;
        break;
      case scalar::u32:
        i.run = widening<std::uint32_t>(op), out = scalar::u64;
        break;
      case scalar::s32:
        i.run = widening<std::int32_t>(op), out = scalar::s64;
        break;
      default:
        break;
    }
  } else {
    const auto pairs = [&]<class T>(T) {
      if (op.base == "add") i.run = map2<pair_add<T>, std::uint32_t, std::uint32_t>;
      if (op.base == "min") i.run = map2<pair_extreme<T, false>, std::uint32_t, std::uint32_t>;
      if (op.base == "max") i.run = map2<pair_extreme<T, true>, std::uint32_t, std::uint32_t>;
    };
    switch (t) {
      case scalar::u16:
        i.run = two<std::uint16_t>(op);
        break;
      case scalar::s16:
        i.run = two<std::int16_t>(op);
        break;
      case scalar::u32:
        i.run = two<std::uint32_t>(op);
        break;
      case scalar::s32:
        i.run = two<std::int32_t>(op);
        break;
      case scalar::u64:
        i.run = two<std::uint64_t>(op);
        break;
      case scalar::s64:
        i.run = two<std::int64_t>(op);
        break;
      case scalar::u16x2:
        pairs(std::uint16_t{});
        break;
      case scalar::s16x2:
        pairs(std::int16_t{});
        break;
      default:
        break;
    }
  }
  if (i.run == nullptr) d.fail("the integer instruction is not known");
  i.a = d.source(1, in);
  if (!is_one) i.b = d.source(2, in);
  if (is_three) i.c = d.source(3, out);
  i.d = d.result(0, out);
  d.emit(i, instruction_class::integer);
}

}  // namespace softcuda

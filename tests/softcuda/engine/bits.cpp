// SPDX-License-Identifier: MIT
// shl shr shf bfi bfe bfind clz popc brev prmt lop3 szext fns bmsk.
#include <bit>

#include "decode.hpp"
#include "lanes.hpp"

namespace softcuda {
namespace {

using std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t;
using syntax::scalar;

// A shift by the width or more gives 0, or the sign.
template <class T> T left(T a, uint32_t n) {
  constexpr uint32_t width = sizeof(T) * 8;
  return n >= width ? T(0) : static_cast<T>(static_cast<uint64_t>(a) << n);
}
inline uint32_t left32(uint32_t a, uint32_t n) { return n > 31 ? 0 : a << (n & 31); }
template <class T> T right(T a, uint32_t n) {
  constexpr uint32_t width = sizeof(T) * 8;
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(a >> (n >= width ? width - 1 : n));
  else
    return n >= width ? T(0) : static_cast<T>(a >> (n & (width - 1)));
}
template <bool IsLeft, bool IsWrap> uint32_t funnel(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  const uint32_t n = IsWrap ? c & 31 : (c > 32 ? 32 : c);
  return static_cast<uint32_t>(IsLeft ? (n == 32 ? both << 32 : both << n) >> 32 : both >> n);
}
template <class T> T field_inserted(T a, T b, uint32_t position, uint32_t length) {
  constexpr uint32_t width = sizeof(T) * 8;
  position &= 255;
  length &= 255;
  if (length == 0 || position >= width) return b;
  const T ones = length >= width ? static_cast<T>(~T(0)) : static_cast<T>((T(1) << length) - 1);
  const T mask = static_cast<T>(ones << position);
  return static_cast<T>((b & ~mask) | ((a << position) & mask));
}
template <class T> T field(T a, uint32_t position, uint32_t length) {
  using U = std::make_unsigned_t<T>;
  constexpr uint32_t width = sizeof(T) * 8;
  position &= 255;
  length &= 255;
  const uint32_t top =
      position + length == 0 ? 0 : (position + length - 1 > width - 1 ? width - 1 : position + length - 1);
  const bool sign = std::is_signed_v<T> && length != 0 && (static_cast<U>(a) >> top & 1) != 0;
  U r = 0;
  for (uint32_t k = 0; k < width; ++k) {
    const bool bit = k < length && position + k < width ? (static_cast<U>(a) >> (position + k) & 1) != 0 : sign;
    r = static_cast<U>(r | static_cast<U>(bit ? U(1) << k : 0));
  }
  return static_cast<T>(r);
}
template <class T, bool IsAmount> uint32_t highest(T a) {
  using U = std::make_unsigned_t<T>;
  const U u = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~static_cast<U>(a) : static_cast<U>(a));
  if (u == 0) return 0xFFFFFFFFu;
  const auto zeros = static_cast<uint32_t>(std::countl_zero(u));
  return IsAmount ? zeros : static_cast<uint32_t>(sizeof(T) * 8 - 1) - zeros;
}
template <class T> uint32_t leading_zeros(T a) { return static_cast<uint32_t>(std::countl_zero(a)); }
template <class T> uint32_t ones(T a) { return static_cast<uint32_t>(std::popcount(a)); }
template <class T> T reversed(T a) {
  T r = 0;
  for (unsigned k = 0; k < sizeof(T) * 8; ++k) r = static_cast<T>(r << 1 | (a >> k & 1));
  return r;
}
uint32_t byte_of(uint64_t both, uint32_t selector) {
  const auto byte = static_cast<uint32_t>(both >> (selector & 7) * 8 & 255);
  return (selector & 8) != 0 ? ((byte & 128) != 0 ? 255u : 0u) : byte;
}
uint32_t permuted(uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  return byte_of(both, c) | byte_of(both, c >> 4) << 8 | byte_of(both, c >> 8) << 16 | byte_of(both, c >> 12) << 24;
}
enum class pick : unsigned { f4e, b4e, rc8, ecl, ecr, rc16 };
template <pick P> uint32_t permuted_as(uint32_t a, uint32_t b, uint32_t c) {
  constexpr uint32_t table[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                    {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                    {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  return permuted(a, b, table[static_cast<unsigned>(P)][c & 3]);
}
void lop3(machine& m, const instruction& i) {
  alignas(64) uint32_t r[32];
  const auto *a = m.lanes<uint32_t>(i.a), *b = m.lanes<uint32_t>(i.b), *c = m.lanes<uint32_t>(i.c);
  for (unsigned l = 0; l < 32; ++l) {
    uint32_t v = 0;
    for (unsigned k = 0; k < 8; ++k)
      if ((i.immediate >> k & 1) != 0)
        v |= ((k & 4) != 0 ? a[l] : ~a[l]) & ((k & 2) != 0 ? b[l] : ~b[l]) & ((k & 1) != 0 ? c[l] : ~c[l]);
    r[l] = v;
  }
  m.put(i.d, r);
}
template <class T> void insert(machine& m, const instruction& i) {
  alignas(64) T r[32];
  const auto *a = m.lanes<T>(i.a), *b = m.lanes<T>(i.b);
  const auto *c = m.lanes<uint32_t>(i.c), *e = m.lanes<uint32_t>(i.e);
  for (unsigned l = 0; l < 32; ++l) r[l] = field_inserted<T>(a[l], b[l], c[l], e[l]);
  m.put(i.d, r);
}

}  // namespace

void decode_bits(decoder& d, const opcode& op) {
  instruction i;
  scalar t = op.type(), out = t, b = scalar::u32;
  unsigned arity = 2;
  const int width = container(t);
  if (op.base == "shl") {
    i.run = width == 2   ? map2<left<uint16_t>, uint16_t, uint16_t, uint32_t>
            : width == 4 ? map2<left32, uint32_t, uint32_t>
                         : map2<left<uint64_t>, uint64_t, uint64_t, uint32_t>;
  } else if (op.base == "shr") {
    switch (t) {
      case scalar::s16:
        i.run = map2<right<int16_t>, int16_t, int16_t, uint32_t>;
        break;
      case scalar::s32:
        i.run = map2<right<int32_t>, int32_t, int32_t, uint32_t>;
        break;
      case scalar::s64:
        i.run = map2<right<int64_t>, int64_t, int64_t, uint32_t>;
        break;
      default:
        i.run = width == 2   ? map2<right<uint16_t>, uint16_t, uint16_t, uint32_t>
                : width == 4 ? map2<right<uint32_t>, uint32_t, uint32_t>
                             : map2<right<uint64_t>, uint64_t, uint64_t, uint32_t>;
    }
  } else if (op.base == "shf") {
    arity = 3;
    if (op.has("l"))
      i.run =
          op.has("wrap") ? map3<funnel<true, true>, uint32_t, uint32_t> : map3<funnel<true, false>, uint32_t, uint32_t>;
    else
      i.run = op.has("wrap") ? map3<funnel<false, true>, uint32_t, uint32_t>
                             : map3<funnel<false, false>, uint32_t, uint32_t>;
  } else if (op.base == "bfi") {
    i.run = width == 8 ? insert<uint64_t> : insert<uint32_t>;
    arity = 4;
    b = t;
  } else if (op.base == "bfe") {
    arity = 3;
    switch (t) {
      case scalar::s32:
        i.run = map3<field<int32_t>, int32_t, int32_t, uint32_t, uint32_t>;
        break;
      case scalar::s64:
        i.run = map3<field<int64_t>, int64_t, int64_t, uint32_t, uint32_t>;
        break;
      case scalar::u64:
        i.run = map3<field<uint64_t>, uint64_t, uint64_t, uint32_t, uint32_t>;
        break;
      default:
        i.run = map3<field<uint32_t>, uint32_t, uint32_t>;
    }
  } else if (op.base == "bfind") {
    arity = 1;
    out = scalar::u32;
    const bool is_amount = op.has("shiftamt");
    switch (t) {
      case scalar::s32:
        i.run = is_amount ? map1<highest<int32_t, true>, uint32_t, int32_t>
                          : map1<highest<int32_t, false>, uint32_t, int32_t>;
        break;
      case scalar::s64:
        i.run = is_amount ? map1<highest<int64_t, true>, uint32_t, int64_t>
                          : map1<highest<int64_t, false>, uint32_t, int64_t>;
        break;
      case scalar::u64:
        i.run = is_amount ? map1<highest<uint64_t, true>, uint32_t, uint64_t>
                          : map1<highest<uint64_t, false>, uint32_t, uint64_t>;
        break;
      default:
        i.run = is_amount ? map1<highest<uint32_t, true>, uint32_t, uint32_t>
                          : map1<highest<uint32_t, false>, uint32_t, uint32_t>;
    }
  } else if (op.base == "clz" || op.base == "popc") {
    arity = 1;
    out = scalar::u32;
    if (op.base == "clz")
      i.run = width == 8 ? map1<leading_zeros<uint64_t>, uint32_t, uint64_t>
                         : map1<leading_zeros<uint32_t>, uint32_t, uint32_t>;
    else
      i.run = width == 8 ? map1<ones<uint64_t>, uint32_t, uint64_t> : map1<ones<uint32_t>, uint32_t, uint32_t>;
  } else if (op.base == "brev") {
    arity = 1;
    i.run = width == 8 ? map1<reversed<uint64_t>, uint64_t, uint64_t> : map1<reversed<uint32_t>, uint32_t, uint32_t>;
  } else if (op.base == "prmt") {
    arity = 3;
    i.run = op.has("f4e")    ? map3<permuted_as<pick::f4e>, uint32_t, uint32_t>
            : op.has("b4e")  ? map3<permuted_as<pick::b4e>, uint32_t, uint32_t>
            : op.has("rc8")  ? map3<permuted_as<pick::rc8>, uint32_t, uint32_t>
            : op.has("ecl")  ? map3<permuted_as<pick::ecl>, uint32_t, uint32_t>
            : op.has("ecr")  ? map3<permuted_as<pick::ecr>, uint32_t, uint32_t>
            : op.has("rc16") ? map3<permuted_as<pick::rc16>, uint32_t, uint32_t>
                             : map3<permuted, uint32_t, uint32_t>;
  } else if (op.base == "lop3") {
    arity = 3;
    i.run = lop3;
    i.immediate = d.integer(4);
  }
  if (i.run == nullptr) d.fail("the bit instruction is not known");
  i.a = d.source(1, t);
  if (arity > 1) i.b = d.source(2, b);
  if (arity > 2) i.c = d.source(3, scalar::u32);
  if (arity > 3) i.e = d.source(4, scalar::u32);
  i.d = d.result(0, out);
  d.emit(i, instruction_class::integer);
}

}  // namespace softcuda

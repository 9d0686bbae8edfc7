// SPDX-License-Identifier: MIT
// Extended precision: add.cc addc sub.cc subc mad.cc madc, with one carry flag a thread.
#include "decode.hpp"
#include "lanes.hpp"

namespace softcuda {
namespace {

using syntax::scalar;
__extension__ typedef __int128 signed128;
__extension__ typedef unsigned __int128 unsigned128;

enum : std::uint16_t { takes = 1, gives = 2, subtracts = 4, multiplies = 8, high = 16 };

template <class T> void chain(machine& m, const instruction& i) {
  using U = std::make_unsigned_t<T>;
  const aliasing<T>*a = m.lanes<T>(i.a), *b = m.lanes<T>(i.b), *c = i.c == nothing ? nullptr : m.lanes<T>(i.c);
  aliasing<T>* d = m.lanes<T>(i.d);
  each_lane(m.active, [&](unsigned l) {
    std::uint64_t& carry = m.warp->carry[l];
    U x = static_cast<U>(a[l]), y = static_cast<U>(b[l]);
    if ((i.variant & multiplies) != 0) {
      const signed128 product = std::is_signed_v<T> ? static_cast<signed128>(a[l]) * b[l]
                                                    : static_cast<signed128>(static_cast<unsigned128>(x) * y);
      x = static_cast<U>((i.variant & high) != 0 ? product >> (8 * sizeof(T)) : product);
      y = static_cast<U>(c[l]);
    }
    const unsigned128 in = (i.variant & takes) != 0 ? carry : 0;
    unsigned128 sum;
    bool out;
    if ((i.variant & subtracts) != 0) {  // the flag is the borrow
      sum = static_cast<unsigned128>(x) - y - in;
      out = static_cast<unsigned128>(x) < static_cast<unsigned128>(y) + in;
    } else {
      sum = static_cast<unsigned128>(x) + y + in;
      out = (sum >> (8 * sizeof(T))) != 0;
    }
    d[l] = static_cast<T>(static_cast<U>(sum));
    if ((i.variant & gives) != 0) carry = out ? 1 : 0;
  });
}

}  // namespace

void decode_carry(decoder& d, const opcode& op) {
  const scalar t = op.type();
  instruction i;
  const bool is_mad = op.base == "mad" || op.base == "madc";
  i.variant = static_cast<std::uint16_t>((op.base.back() == 'c' ? takes : 0) | (op.has("cc") ? gives : 0) |
                                         (op.base.substr(0, 3) == "sub" ? subtracts : 0) | (is_mad ? multiplies : 0) |
                                         (op.has("hi") ? high : 0));
  switch (t) {
    case scalar::u32:
      i.run = chain<std::uint32_t>;
      break;
    case scalar::s32:
      i.run = chain<std::int32_t>;
      break;
    case scalar::u64:
      i.run = chain<std::uint64_t>;
      break;
    case scalar::s64:
      i.run = chain<std::int64_t>;
      break;
    default:
      d.fail("the carry instruction is not known");
  }
  i.a = d.source(1, t);
  i.b = d.source(2, t);
  if (is_mad) i.c = d.source(3, t);
  i.d = d.result(0, t);
  d.emit(i, instruction_class::integer);
}

}  // namespace softcuda

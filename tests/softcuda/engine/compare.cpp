// SPDX-License-Identifier: MIT
// setp set selp slct testp.
#include "decode.hpp"
#include "lanes.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

struct half_bits {
  std::uint16_t bits;
};
struct bfloat_bits {
  std::uint16_t bits;
};
template <class T> struct lane_of {
  using type = T;
  static T value(T x) { return x; }
};
template <> struct lane_of<half_bits> {
  using type = std::uint16_t;
  static float value(std::uint16_t x) { return half_value(x); }
};
template <> struct lane_of<bfloat_bits> {
  using type = std::uint16_t;
  static float value(std::uint16_t x) { return bfloat_value(x); }
};

enum class how { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

template <class T, how H> bool holds(T a, T b) {
  if constexpr (H == how::eq)
    return a == b;
  else if constexpr (H == how::ne)
    return std::is_floating_point_v<T> ? (a < b || a > b) : a != b;  // ordered
  else if constexpr (H == how::lt)
    return a < b;
  else if constexpr (H == how::le)
    return a <= b;
  else if constexpr (H == how::gt)
    return a > b;
  else if constexpr (H == how::ge)
    return a >= b;
  else if constexpr (H == how::equ)
    return !(a < b || a > b);
  else if constexpr (H == how::neu)
    return a != b;
  else if constexpr (H == how::ltu)
    return !(a >= b);
  else if constexpr (H == how::leu)
    return !(a > b);
  else if constexpr (H == how::gtu)
    return !(a <= b);
  else if constexpr (H == how::geu)
    return !(a < b);
  else if constexpr (H == how::num)
    return a == a && b == b;
  else
    return a != a || b != b;
}

enum : std::uint16_t { combine_and = 1, combine_or = 2, combine_xor = 3, negated = 4, as_float = 8 };

template <class T, how H, bool Ftz> std::uint32_t compared(machine& m, const instruction& i) {
  using lane = lane_of<T>;
  const auto *a = m.lanes<typename lane::type>(i.a), *b = m.lanes<typename lane::type>(i.b);
  if constexpr (Ftz)
    return bits_where(
        [&](unsigned l) { return holds<float, H>(flushed(lane::value(a[l])), flushed(lane::value(b[l]))); });
  else
    return bits_where(
        [&](unsigned l) { return holds<decltype(lane::value(a[l])), H>(lane::value(a[l]), lane::value(b[l])); });
}
std::uint32_t combined(machine& m, const instruction& i, std::uint32_t bits) {
  if (i.c == nothing) return bits;
  const std::uint32_t c = m.predicate(i.c) ^ ((i.variant & negated) != 0 ? 0xFFFFFFFFu : 0);
  switch (i.variant & 3) {
    case combine_and:
      return bits & c;
    case combine_or:
      return bits | c;
    default:
      return bits ^ c;
  }
}
template <class T, how H, bool Ftz> void setp(machine& m, const instruction& i) {
  const std::uint32_t bits = compared<T, H, Ftz>(m, i);
  const std::uint32_t yes = combined(m, i, bits), no = i.e == nothing ? 0 : combined(m, i, ~bits);
  m.put_predicate(i.d, yes);
  if (i.e != nothing) m.put_predicate(i.e, no);
}
template <class T, how H, bool Ftz>
void set(machine& m, const instruction& i) {  // a 32-bit or, with lanes == 2, a 16-bit result
  const std::uint32_t bits = combined(m, i, compared<T, H, Ftz>(m, i));
  const auto yes = static_cast<std::uint32_t>(i.immediate);
  if (i.register_width == 2) {
    std::uint16_t r[32];
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<std::uint16_t>((bits >> l & 1) != 0 ? yes : 0);
    m.put(i.d, r);
  } else {
    std::uint32_t r[32];
    for (unsigned l = 0; l < 32; ++l) r[l] = (bits >> l & 1) != 0 ? yes : 0;
    m.put(i.d, r);
  }
}
template <class T, how H> void set_pairs(machine& m, const instruction& i) {  // f16x2 -> two halves
  using lane = lane_of<T>;
  std::uint32_t r[32];
  const auto *a = m.lanes<std::uint32_t>(i.a), *b = m.lanes<std::uint32_t>(i.b);
  const auto yes = static_cast<std::uint32_t>(i.immediate);
  for (unsigned l = 0; l < 32; ++l) {
    const bool low =
        holds<float, H>(lane::value(static_cast<std::uint16_t>(a[l])), lane::value(static_cast<std::uint16_t>(b[l])));
    const bool high = holds<float, H>(lane::value(static_cast<std::uint16_t>(a[l] >> 16)),
                                      lane::value(static_cast<std::uint16_t>(b[l] >> 16)));
    r[l] = (low ? yes : 0) | (high ? yes << 16 : 0);
  }
  m.put(i.d, r);
}
template <class T, how H> void setp_pairs(machine& m, const instruction& i) {  // p | q: low and high half
  using lane = lane_of<T>;
  const auto *a = m.lanes<std::uint32_t>(i.a), *b = m.lanes<std::uint32_t>(i.b);
  const auto part = [&](unsigned shift) {
    return combined(m, i, bits_where([&](unsigned l) {
                      return holds<float, H>(lane::value(static_cast<std::uint16_t>(a[l] >> shift)),
                                             lane::value(static_cast<std::uint16_t>(b[l] >> shift)));
                    }));
  };
  const std::uint32_t low = part(0), high = part(16);
  m.put_predicate(i.d, low);
  if (i.e != nothing) m.put_predicate(i.e, high);
}

enum class shape { setp, set, set_pairs, setp_pairs };
template <class T, how H> handler shaped(shape s, bool is_ftz) {
  if constexpr (std::is_same_v<T, half_bits> || std::is_same_v<T, bfloat_bits>) {
    if (s == shape::set_pairs) return set_pairs<T, H>;
    if (s == shape::setp_pairs) return setp_pairs<T, H>;
  }
  if constexpr (std::is_same_v<T, float>)
    if (is_ftz) return s == shape::setp ? static_cast<handler>(setp<T, H, true>) : set<T, H, true>;
  return s == shape::setp ? static_cast<handler>(setp<T, H, false>) : set<T, H, false>;
}
template <class T> handler choose(const opcode& op, shape s) {
  const bool f = op.has("ftz");
  constexpr bool is_integer = std::is_integral_v<T>;
  if (op.has("eq")) return shaped<T, how::eq>(s, f);
  if (op.has("ne")) return shaped<T, how::ne>(s, f);
  if (op.has("lt") || (is_integer && op.has("lo"))) return shaped<T, how::lt>(s, f);
  if (op.has("le") || (is_integer && op.has("ls"))) return shaped<T, how::le>(s, f);
  if (op.has("gt") || (is_integer && op.has("hi"))) return shaped<T, how::gt>(s, f);
  if (op.has("ge") || (is_integer && op.has("hs"))) return shaped<T, how::ge>(s, f);
  if constexpr (!is_integer) {
    if (op.has("equ")) return shaped<T, how::equ>(s, f);
    if (op.has("neu")) return shaped<T, how::neu>(s, f);
    if (op.has("ltu")) return shaped<T, how::ltu>(s, f);
    if (op.has("leu")) return shaped<T, how::leu>(s, f);
    if (op.has("gtu")) return shaped<T, how::gtu>(s, f);
    if (op.has("geu")) return shaped<T, how::geu>(s, f);
    if (op.has("num")) return shaped<T, how::num>(s, f);
    if (op.has("nan")) return shaped<T, how::nan>(s, f);
  }
  return nullptr;
}
handler comparison(const opcode& op, scalar t, shape s) {
  switch (t) {
    case scalar::b16:
    case scalar::u16:
      return choose<std::uint16_t>(op, s);
    case scalar::s16:
      return choose<std::int16_t>(op, s);
    case scalar::b32:
    case scalar::u32:
      return choose<std::uint32_t>(op, s);
    case scalar::s32:
      return choose<std::int32_t>(op, s);
    case scalar::b64:
    case scalar::u64:
      return choose<std::uint64_t>(op, s);
    case scalar::s64:
      return choose<std::int64_t>(op, s);
    case scalar::f32:
      return choose<float>(op, s);
    case scalar::f64:
      return choose<double>(op, s);
    case scalar::f16:
      return choose<half_bits>(op, s);
    case scalar::bf16:
      return choose<bfloat_bits>(op, s);
    case scalar::f16x2:
      return choose<half_bits>(op, s == shape::setp ? shape::setp_pairs : shape::set_pairs);
    case scalar::bf16x2:
      return choose<bfloat_bits>(op, s == shape::setp ? shape::setp_pairs : shape::set_pairs);
    default:
      return nullptr;
  }
}

template <class T> void selp(machine& m, const instruction& i) {
  const std::uint32_t p = m.predicate(i.c) ^ ((i.variant & negated) != 0 ? 0xFFFFFFFFu : 0);
  const auto *a = m.lanes<T>(i.a), *b = m.lanes<T>(i.b);
  map<T>(m, i.d, [=](unsigned l) {
    const auto yes = static_cast<T>(0 - static_cast<T>(p >> l & 1));
    return static_cast<T>((a[l] & yes) | (b[l] & static_cast<T>(~yes)));
  });
}
template <class T, class C> void slct(machine& m, const instruction& i) {
  T r[32];
  const auto *a = m.lanes<T>(i.a), *b = m.lanes<T>(i.b);
  const auto* c = m.lanes<C>(i.c);
  for (unsigned l = 0; l < 32; ++l) r[l] = c[l] >= 0 ? a[l] : b[l];
  m.put(i.d, r);
}
template <class T> void testp(machine& m, const instruction& i) {
  const auto* a = m.lanes<T>(i.a);
  m.put_predicate(i.d, bits_where([&](unsigned l) {
                    switch (i.variant) {
                      case 0:
                        return std::isfinite(a[l]);
                      case 1:
                        return std::isinf(a[l]);
                      case 2:
                        return !std::isnan(a[l]);
                      case 3:
                        return std::isnan(a[l]);
                      case 4:
                        return std::isnormal(a[l]);
                      default:
                        return std::fpclassify(a[l]) == FP_SUBNORMAL;
                    }
                  }));
}

void decode_testp(decoder& d, const opcode& op) {
  constexpr std::string_view names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  instruction i;
  for (std::uint16_t k = 0; k < 6; ++k)
    if (op.has(names[k])) i.variant = k;
  i.run = op.type() == scalar::f64 ? testp<double> : testp<float>;
  i.a = d.source(1, op.type());
  i.d = d.result(0, scalar::pred);
  d.emit(i, instruction_class::predicate);
}

}  // namespace

void decode_compare(decoder& d, const opcode& op) {
  instruction i;
  if (op.base == "testp") return decode_testp(d, op);
  if (op.base == "selp" || op.base == "slct") {
    const std::vector<scalar> types = op.types();
    const scalar t = types.at(0);
    const int width = container(t);
    i.a = d.source(1, t);
    i.b = d.source(2, t);
    if (op.base == "selp") {
      i.c = d.source(3, scalar::pred);
      if (d.operand(3).is_negated) i.variant = negated;
      i.run = width == 2 ? selp<std::uint16_t> : width == 4 ? selp<std::uint32_t> : selp<std::uint64_t>;
    } else {
      const bool is_float = types.at(1) == scalar::f32;
      i.c = d.source(3, types.at(1));
      if (width == 2)
        i.run = is_float ? slct<std::uint16_t, float> : slct<std::uint16_t, std::int32_t>;
      else if (width == 8)
        i.run = is_float ? slct<std::uint64_t, float> : slct<std::uint64_t, std::int32_t>;
      else
        i.run = is_float ? slct<std::uint32_t, float> : slct<std::uint32_t, std::int32_t>;
    }
    i.d = d.result(0, t);
    d.emit(i, instruction_class::predicate);
    return;
  }
  const scalar t = op.type();
  const bool is_setp = op.base == "setp";
  i.run = comparison(op, t, is_setp ? shape::setp : shape::set);
  if (i.run == nullptr) d.fail("the comparison is not known");
  std::size_t k = 1;
  if (is_setp) {
    i.d = d.result(0, scalar::pred);
    const std::size_t plain = op.has("and") || op.has("or") || op.has("xor") ? 4 : 3;
    if (d.operand_count() > plain) i.e = d.result(k++, scalar::pred);
  } else {
    const scalar out = op.types().at(0);
    i.d = d.result(0, out);
    i.register_width = static_cast<std::uint8_t>(container(out));
    i.immediate = out == scalar::f32                             ? 0x3F800000
                  : out == scalar::f16 || out == scalar::f16x2   ? 0x3C00
                  : out == scalar::bf16 || out == scalar::bf16x2 ? 0x3F80
                  : (t == scalar::f16x2 || t == scalar::bf16x2)  ? 0xFFFF
                                                                 : -1;
  }
  i.a = d.source(k, t);
  i.b = d.source(k + 1, t);
  if (d.operand_count() > k + 2) {
    i.c = d.source(k + 2, scalar::pred);
    i.variant = op.has("and") ? combine_and : op.has("or") ? combine_or : combine_xor;
    if (d.operand(k + 2).is_negated) i.variant = static_cast<std::uint16_t>(i.variant | negated);
  }
  d.emit(i, instruction_class::predicate);
}

}  // namespace softcuda

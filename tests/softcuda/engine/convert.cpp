// SPDX-License-Identifier: MIT
// cvt: every type to every type, with rounding, saturation and flushing.
#include "decode.hpp"
#include "lanes.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

struct f16 {
  std::uint16_t bits;
};
struct bf16 {
  std::uint16_t bits;
};
template <class T> struct in {
  using lane = T;
  static T get(T x) { return x; }
};
template <> struct in<std::int8_t> {
  using lane = std::uint16_t;
  static std::int8_t get(lane x) { return static_cast<std::int8_t>(x); }
};
template <> struct in<std::uint8_t> {
  using lane = std::uint16_t;
  static std::uint8_t get(lane x) { return static_cast<std::uint8_t>(x); }
};
template <> struct in<f16> {
  using lane = std::uint16_t;
  static float get(lane x) { return half_value(x); }
};
template <> struct in<bf16> {
  using lane = std::uint16_t;
  static float get(lane x) { return bfloat_value(x); }
};
template <class T> constexpr bool is_small_float = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <class T> constexpr bool is_float = std::is_floating_point_v<T> || is_small_float<T>;

enum : std::uint16_t {
  to_nearest = 0,
  to_zero = 1,
  down = 2,
  up = 3,
  away = 4,
  mode_mask = 7,
  is_integral = 8,
  is_sat = 16,
  is_ftz = 32,
  is_relu = 64
};

template <class T> T integral(T x, std::uint16_t mode) {
  switch (mode) {
    case to_zero:
      return std::trunc(x);
    case down:
      return std::floor(x);
    case up:
      return std::ceil(x);
    default:
      return std::nearbyint(x);
  }
}
template <class D, class S>
D from_float(S x, std::uint16_t v) {  // clamped; NaN is 0, or the top bit if a side has 64 bits
  const double r = integral(static_cast<double>(x), v & mode_mask);
  if (r != r) return sizeof(D) == 8 || sizeof(S) == 8 ? static_cast<D>(std::uint64_t{1} << (8 * sizeof(D) - 1)) : D(0);
  constexpr double low = static_cast<double>(std::numeric_limits<D>::min()),
                   high = static_cast<double>(std::numeric_limits<D>::max());
  if (r <= low) return std::numeric_limits<D>::min();
  if (r >= high) return std::numeric_limits<D>::max();
  return static_cast<D>(r);
}
template <class D, class S> D from_integer(S x, std::uint16_t v) {
  if ((v & is_sat) == 0) return static_cast<D>(x);
  if constexpr (std::is_signed_v<S>) {
    if (x < 0) {
      if constexpr (!std::is_signed_v<D>)
        return 0;
      else
        return static_cast<std::int64_t>(x) < static_cast<std::int64_t>(std::numeric_limits<D>::min())
                   ? std::numeric_limits<D>::min()
                   : static_cast<D>(x);
    }
  }
  return static_cast<std::uint64_t>(x) > static_cast<std::uint64_t>(std::numeric_limits<D>::max())
             ? std::numeric_limits<D>::max()
             : static_cast<D>(x);
}
tie tie_of(std::uint16_t v) {
  return (v & mode_mask) == to_zero ? tie::zero
         : (v & mode_mask) == down  ? tie::down
         : (v & mode_mask) == up    ? tie::up
                                    : tie::even;
}

// A double with a sticky last bit for what 64 bits of an integer do not fit.
template <class S> double sticky(S x) {
  if constexpr (std::is_integral_v<S> && sizeof(S) == 8) {
    const bool is_negative = std::is_signed_v<S> && x < 0;
    std::uint64_t magnitude = is_negative ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
    if (magnitude >> 53 != 0) magnitude = (magnitude & ~std::uint64_t{2047}) | ((magnitude & 2047) != 0 ? 2048u : 0u);
    return is_negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  } else
    return static_cast<double>(x);
}

template <class D, class S> auto converted(S x, std::uint16_t v) {
  if constexpr (is_small_float<D>) {
    double y = sticky(x);
    if ((v & is_integral) != 0) y = integral(y, v & mode_mask);
    if ((v & is_sat) != 0) y = saturated(y);
    if ((v & is_relu) != 0 && !(y > 0) && y == y) y = 0;
    return std::is_same_v<D, f16> ? to_half(y, (v & is_integral) != 0 ? tie::even : tie_of(v))
                                  : to_bfloat(y, (v & is_integral) != 0 ? tie::even : tie_of(v));
  } else if constexpr (is_float<D>) {
    D y;
    if constexpr (std::is_same_v<S, float>)
      y = static_cast<D>((v & is_ftz) != 0 ? flushed(x) : x);
    else
      y = static_cast<D>(x);
    if ((v & is_integral) != 0) y = integral(y, v & mode_mask);
    if ((v & is_sat) != 0) y = saturated(y);
    if constexpr (std::is_same_v<D, float>)
      if ((v & is_ftz) != 0) y = flushed(y);
    return y;
  } else if constexpr (std::is_floating_point_v<S>) {
    if constexpr (std::is_same_v<S, float>)
      return from_float<D>((v & is_ftz) != 0 ? flushed(x) : x, v);
    else
      return from_float<D>(x, v);
  } else
    return from_integer<D>(x, v);
}

template <class D>
using lane_result = std::conditional_t<
    is_small_float<D>, std::uint16_t,
    std::conditional_t<sizeof(D) == 1, std::conditional_t<std::is_signed_v<D>, std::int16_t, std::uint16_t>, D>>;

template <class D, class S> void cvt(machine& m, const instruction& i) {
  using R = lane_result<D>;
  alignas(64) R r[32];
  const auto* a = m.lanes<typename in<S>::lane>(i.a);
  const std::uint16_t v = i.variant;
  if (v == 0)
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<R>(converted<D>(in<S>::get(a[l]), std::uint16_t{0}));
  else
    each_lane(m.active, [&](unsigned l) { r[l] = static_cast<R>(converted<D>(in<S>::get(a[l]), v)); });
  m.put(i.d, r);
}
template <class D, class S>
void cvt_directed(machine& m, const instruction& i) {  // between f32, f64 and integers with .rz .rm .rp
  std::fesetround((i.variant & mode_mask) == to_zero ? FE_TOWARDZERO
                  : (i.variant & mode_mask) == down  ? FE_DOWNWARD
                                                     : FE_UPWARD);
  using R = lane_result<D>;
  volatile R r[32] = {};
  const auto* a = m.lanes<typename in<S>::lane>(i.a);
  each_lane(m.active, [&](unsigned l) {
    volatile auto x = in<S>::get(a[l]);  // read twice, so that no compiler folds the two cases into one
    if (std::is_integral_v<S> && x == 0)
      r[l] = 0;  // hosts without an instruction for it subtract halves, which rounds 0 down to -0
    else
      r[l] = static_cast<R>(converted<D>(static_cast<decltype(in<S>::get(a[l]))>(x), i.variant));
  });
  std::fesetround(FE_TONEAREST);
  R copy[32];
  for (unsigned l = 0; l < 32; ++l) copy[l] = r[l];
  m.put(i.d, copy);
}
template <bool IsBfloat> void cvt_pair(machine& m, const instruction& i) {  // a becomes the upper half
  std::uint32_t r[32];
  const auto *a = m.lanes<float>(i.a), *b = m.lanes<float>(i.b);
  each_lane(m.active, [&](unsigned l) {
    using D = std::conditional_t<IsBfloat, bf16, f16>;
    r[l] = static_cast<std::uint32_t>(converted<D>(a[l], i.variant)) << 16 | converted<D>(b[l], i.variant);
  });
  m.put(i.d, r);
}
void to_tf32(machine& m, const instruction& i) {  // 10 bits of fraction, ties away or truncated
  std::uint32_t r[32];
  const auto* a = m.lanes<std::uint32_t>(i.a);
  for (unsigned l = 0; l < 32; ++l) {
    const bool is_finite = (a[l] & 0x7F800000u) != 0x7F800000u;
    r[l] = is_finite ? (a[l] + (i.variant == to_zero ? 0u : 0x1000u)) & 0xFFFFE000u : a[l];
  }
  m.put(i.d, r);
}

template <class D, class S> handler one(std::uint16_t v) {
  constexpr bool may_round = is_float<D> && !is_small_float<D> && (!is_float<S> || sizeof(D) < sizeof(S));
  if constexpr (may_round)
    if ((v & mode_mask) != 0 && (v & is_integral) == 0) return cvt_directed<D, S>;
  return cvt<D, S>;
}
template <class D> handler from(scalar s, std::uint16_t v) {
  switch (s) {
    case scalar::u8:
    case scalar::b8:
      return one<D, std::uint8_t>(v);
    case scalar::s8:
      return one<D, std::int8_t>(v);
    case scalar::u16:
    case scalar::b16:
      return one<D, std::uint16_t>(v);
    case scalar::s16:
      return one<D, std::int16_t>(v);
    case scalar::u32:
    case scalar::b32:
      return one<D, std::uint32_t>(v);
    case scalar::s32:
      return one<D, std::int32_t>(v);
    case scalar::u64:
    case scalar::b64:
      return one<D, std::uint64_t>(v);
    case scalar::s64:
      return one<D, std::int64_t>(v);
    case scalar::f16:
      return one<D, f16>(v);
    case scalar::bf16:
      return one<D, bf16>(v);
    case scalar::f32:
      return one<D, float>(v);
    case scalar::f64:
      return one<D, double>(v);
    default:
      return nullptr;
  }
}
handler conversion(scalar to, scalar s, std::uint16_t v) {
  switch (to) {
    case scalar::u8:
    case scalar::b8:
      return from<std::uint8_t>(s, v);
    case scalar::s8:
      return from<std::int8_t>(s, v);
    case scalar::u16:
    case scalar::b16:
      return from<std::uint16_t>(s, v);
    case scalar::s16:
      return from<std::int16_t>(s, v);
    case scalar::u32:
    case scalar::b32:
      return from<std::uint32_t>(s, v);
    case scalar::s32:
      return from<std::int32_t>(s, v);
    case scalar::u64:
    case scalar::b64:
      return from<std::uint64_t>(s, v);
    case scalar::s64:
      return from<std::int64_t>(s, v);
    case scalar::f16:
      return from<f16>(s, v);
    case scalar::bf16:
      return from<bf16>(s, v);
    case scalar::f32:
      return from<float>(s, v);
    case scalar::f64:
      return from<double>(s, v);
    default:
      return nullptr;
  }
}
bool is_real(scalar t) { return t == scalar::f16 || t == scalar::bf16 || t == scalar::f32 || t == scalar::f64; }

}  // namespace

void decode_convert(decoder& d, const opcode& op) {
  const std::vector<scalar> types = op.types();
  if (types.size() != 2) d.fail("a conversion has two types");
  const scalar to = types[0], s = types[1];
  instruction i;
  unsigned v = 0;
  if (op.has("rz") || op.has("rzi")) v = to_zero;
  if (op.has("rm") || op.has("rmi")) v = down;
  if (op.has("rp") || op.has("rpi")) v = up;
  if (is_real(to) && (op.has("rni") || op.has("rzi") || op.has("rmi") || op.has("rpi"))) v |= is_integral;
  if (op.has("sat")) v |= is_sat;
  if (op.has("ftz")) v |= is_ftz;
  if (op.has("relu")) v |= is_relu;
  i.variant = static_cast<std::uint16_t>(v);
  if (to == scalar::f16x2 || to == scalar::bf16x2) {
    i.run = to == scalar::bf16x2 ? cvt_pair<true> : cvt_pair<false>;
    i.a = d.source(1, scalar::f32);
    i.b = d.source(2, scalar::f32);
  } else {
    i.run = to == scalar::tf32 ? to_tf32 : conversion(to, s, i.variant);
    if (i.run == nullptr) d.fail("the conversion is not known");
    i.a = d.source(1, s);
  }
  i.d = d.result(0, to);
  d.emit(i, instruction_class::conversion);
}

}  // namespace softcuda

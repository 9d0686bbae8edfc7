// SPDX-License-Identifier: MIT
// Rules of the PTX specification that several chapters of the corpus share, as plain functions on bits: rounding to
// every format in every mode, flushing, saturation, minimum and maximum, conversion to integers. Written for clarity,
// not speed.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace softcuda::rules {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;
using s32 = std::int32_t;

inline float f32(u64 b) { return std::bit_cast<float>(static_cast<u32>(b)); }
inline double f64(u64 b) { return std::bit_cast<double>(b); }
inline u64 bits(float x) { return std::bit_cast<u32>(x); }
inline u64 bits(double x) { return std::bit_cast<u64>(x); }
inline s32 as_s32(u64 b) { return static_cast<s32>(static_cast<u32>(b)); }
inline s64 as_s64(u64 b) { return static_cast<s64>(b); }

// A binary format: sign, exponent and fraction bits; every one here is IEEE-like with infinities.
struct format {
  int exponent, fraction;
};
inline constexpr format half{5, 10}, brain{8, 7}, single{8, 23}, twice{11, 52};
enum class mode : std::uint8_t { rn, rz, rm, rp, rna };

constexpr u64 nan_of(format f) { return (u64{1} << (f.exponent + f.fraction)) - 1; }
constexpr u64 infinity_of(format f) { return ((u64{1} << f.exponent) - 1) << f.fraction; }
constexpr u64 sign_of(format f) { return u64{1} << (f.exponent + f.fraction); }
constexpr bool is_nan(format f, u64 b) { return (b & ~sign_of(f) & (sign_of(f) * 2 - 1)) > infinity_of(f); }
constexpr bool is_subnormal(format f, u64 b) {
  return (b & infinity_of(f)) == 0 && (b & ((u64{1} << f.fraction) - 1)) != 0;
}
/// .ftz: a subnormal becomes a zero of its sign.
constexpr u64 flushed(format f, u64 b) { return is_subnormal(f, b) ? b & sign_of(f) : b; }

/// 2^e for a normal double: ldexp for the many.
inline double two_to(int e) { return std::bit_cast<double>(static_cast<u64>(e + 1023) << 52); }

/// The exact value of a format narrower than double.
inline double value(format f, u64 b) {
  const int bias = (1 << (f.exponent - 1)) - 1;
  const u64 fraction = b & ((u64{1} << f.fraction) - 1);
  const int e = static_cast<int>((b & infinity_of(f)) >> f.fraction);
  double v = 0;
  if (e == (1 << f.exponent) - 1)
    v = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  else if (e == 0)
    v = static_cast<double>(fraction) * two_to(1 - bias - f.fraction);
  else
    v = static_cast<double>(fraction | (u64{1} << f.fraction)) * two_to(e - bias - f.fraction);
  return (b & sign_of(f)) != 0 ? -v : v;
}

/// Rounds |v|, an integer and a remainder below it, in a mode; `odd` says whether the integer is odd.
inline bool rounds_up(mode m, bool negative, double rest, bool odd) {
  switch (m) {
    case mode::rn:
      return rest > 0.5 || (rest == 0.5 && odd);
    case mode::rna:
      return rest >= 0.5;
    case mode::rz:
      return false;
    case mode::rm:
      return negative && rest > 0;
    case mode::rp:
      return !negative && rest > 0;
  }
  return false;
}

/// A double rounded to a narrower format.
inline u64 rounded(format f, double v, mode m = mode::rn) {
  if (std::isnan(v)) return nan_of(f);
  const bool negative = std::signbit(v);
  const u64 sign = negative ? sign_of(f) : 0;
  if (std::isinf(v)) return sign | infinity_of(f);
  if (v == 0) return sign;
  const int bias = (1 << (f.exponent - 1)) - 1;
  const u64 double_bits = bits(std::fabs(v));
  int e = static_cast<int>(double_bits >> 52) - 1023;  // a subnormal double is far below every format here
  if (e < 1 - bias) e = 1 - bias;
  const double scaled = std::fabs(v) * two_to(f.fraction - e);
  const double whole = std::floor(scaled);
  u64 n = static_cast<u64>(whole);
  if (rounds_up(m, negative, scaled - whole, (n & 1) != 0)) ++n;
  // n counts units of the last place at exponent e: below the hidden bit it is subnormal, a carry moves to the next
  // exponent.
  u64 b = (static_cast<u64>(e + bias - 1) << f.fraction) + n;
  if (b >= infinity_of(f)) {
    const bool to_infinity =
        m == mode::rn || m == mode::rna || (m == mode::rp && !negative) || (m == mode::rm && negative);
    b = to_infinity ? infinity_of(f) : infinity_of(f) - 1;
  }
  return sign | b;
}

/// The sum in double with its last bit made sticky: rounding it once more, to 50 bits or fewer, is rounding the exact
/// sum.
inline double sum_to_odd(double a, double b) {
  const double s = a + b;
  if (!std::isfinite(s)) return s;
  const double t = s - a, error = (a - (s - t)) + (b - t);
  if (error == 0 || (bits(s) & 1) != 0) return s;
  return std::nextafter(s,
                        error > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
}
/// An exact zero sum of opposite signs is +0, but -0 towards minus infinity.
inline double signed_sum(double a, double b, mode m) {
  const double s = sum_to_odd(a, b);
  return s == 0 && m == mode::rm && std::signbit(a) != std::signbit(b) ? -0.0 : s;
}
inline double made_odd(double q, double error_sign) {
  if (error_sign == 0 || !std::isfinite(q) || q == 0 || (bits(q) & 1) != 0) return q;
  return std::nextafter(
      q, error_sign > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity());
}
inline double quotient_to_odd(double a, double b) {
  const double q = a / b, rest = std::fma(-q, b, a);
  return made_odd(q, b > 0 ? rest : -rest);
}
inline double root_to_odd(double a) {
  const double s = std::sqrt(a);
  return made_odd(s, std::fma(-s, s, a));
}

inline u64 add(format f, u64 x, u64 y, mode m = mode::rn) {
  return rounded(f, signed_sum(value(f, x), value(f, y), m), m);
}
inline u64 negated(format f, u64 x) { return x ^ sign_of(f); }
inline u64 sub(format f, u64 x, u64 y, mode m = mode::rn) { return add(f, x, negated(f, y), m); }
inline u64 mul(format f, u64 x, u64 y, mode m = mode::rn) { return rounded(f, value(f, x) * value(f, y), m); }
inline u64 fma(format f, u64 x, u64 y, u64 z, mode m = mode::rn) {
  return rounded(f, signed_sum(value(f, x) * value(f, y), value(f, z), m), m);
}
inline u64 div(u64 x, u64 y, mode m = mode::rn) {
  return rounded(single, quotient_to_odd(value(single, x), value(single, y)), m);
}
inline u64 sqrt(u64 x, mode m = mode::rn) { return rounded(single, root_to_odd(value(single, x)), m); }

/// .sat: into [0, 1], a NaN becomes +0.
inline u64 saturated(format f, u64 b) {
  if (is_nan(f, b) || (b & sign_of(f)) != 0) return 0;
  const u64 one = rounded(f, 1.0);
  return b > one ? one : b;
}
/// .relu: negative values and NaN: max(x, 0), and a NaN stays a NaN.
inline u64 relu(format f, u64 b) { return is_nan(f, b) ? nan_of(f) : (b & sign_of(f)) != 0 ? 0 : b; }

/// min and max: one NaN loses (.NaN: it wins), +0 is above -0.
inline u64 extreme(format f, u64 x, u64 y, bool is_max, bool nan_wins = false) {
  const bool xn = is_nan(f, x), yn = is_nan(f, y);
  if ((xn && yn) || (nan_wins && (xn || yn))) return nan_of(f);
  if (xn) return y;
  if (yn) return x;
  const auto order = [f](u64 b) {  // monotone in the value, -0 just below +0
    const s64 magnitude = static_cast<s64>(b & (sign_of(f) - 1));
    return (b & sign_of(f)) != 0 ? -magnitude - 1 : magnitude;
  };
  return (order(x) > order(y)) == is_max ? x : y;
}

/// A float (as a double) to the nearest integral value in a mode.
inline double integral(double v, mode m) {
  if (!std::isfinite(v)) return v;
  const double magnitude = std::fabs(v), whole = std::floor(magnitude);
  const double r = rounds_up(m, std::signbit(v), magnitude - whole, std::fmod(whole, 2) != 0) ? whole + 1 : whole;
  return std::signbit(v) ? -r : r;
}

/// Float to integer: rounds, then clamps to the range. A NaN is 0, but the topmost bit where the source is f64 or the
/// destination has 64 bits.
inline u64 to_integer(double v, mode m, int width, bool is_signed, bool source_is_f64) {
  const u64 mask = width == 64 ? ~u64{0} : (u64{1} << width) - 1;
  if (std::isnan(v)) return source_is_f64 || width == 64 ? u64{1} << (width - 1) : 0;
  const double r = integral(v, m);
  const double low = is_signed ? -std::ldexp(1.0, width - 1) : 0,
               above = std::ldexp(1.0, is_signed ? width - 1 : width);
  if (r >= above) return is_signed ? mask >> 1 : mask;
  if (r <= low) return is_signed ? u64{1} << (width - 1) : 0;
  return (r < 0 ? static_cast<u64>(static_cast<s64>(r)) : static_cast<u64>(r)) & mask;
}

/// A 64-bit integer to a format, exactly rounded once.
inline u64 from_integer(format f, bool negative, u64 magnitude, mode m) {
  if (magnitude == 0) return 0;
  const int top = 63 - std::countl_zero(magnitude);
  u64 n = magnitude;
  const int shift = top - f.fraction;
  if (shift > 0) {
    const u64 rest = magnitude & ((u64{1} << shift) - 1), half_way = u64{1} << (shift - 1);
    n = magnitude >> shift;
    const double part = rest == 0 ? 0 : rest < half_way ? 0.25 : rest == half_way ? 0.5 : 0.75;
    if (rounds_up(m, negative, part, (n & 1) != 0)) ++n;
  } else {
    n = magnitude << -shift;
  }
  const int bias = (1 << (f.exponent - 1)) - 1;
  u64 b = top + bias >= (1 << f.exponent) - 1 ? infinity_of(f) : (static_cast<u64>(top + bias - 1) << f.fraction) + n;
  if (b >= infinity_of(f))
    b = m == mode::rn || (m == mode::rp && !negative) || (m == mode::rm && negative) ? infinity_of(f)
                                                                                     : infinity_of(f) - 1;
  return b | (negative ? sign_of(f) : 0);
}

}  // namespace softcuda::rules

// SPDX-License-Identifier: MIT
// ex2 lg2 rcp rsqrt sqrt div sin cos tanh with .approx: not defined to the bit. Computed in double and rounded; under
// jitter the result is off by what the specification allows, by the seed.
#include "decode.hpp"
#include "lanes.hpp"
#include "launch_state.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

// 2^x for |x| < 1100, by a polynomial on [-1/2, 1/2]; error below 2^-40.
double power_of_two(double x) {
  x = x < -1000 ? -1000 : x > 1000 ? 1000 : x;  // a NaN falls through
  constexpr double shifter = 0x1.8p52;
  const double n = (x + shifter) - shifter, f = x - n;
  double p = 1.0178086e-7;
  p = __builtin_fma(p, f, 1.32154867901e-6);
  p = __builtin_fma(p, f, 1.52527338041e-5);
  p = __builtin_fma(p, f, 1.54035303934e-4);
  p = __builtin_fma(p, f, 1.33335581464284e-3);
  p = __builtin_fma(p, f, 9.61812910762848e-3);
  p = __builtin_fma(p, f, 5.55041086648216e-2);
  p = __builtin_fma(p, f, 2.40226506959101e-1);
  p = __builtin_fma(p, f, 6.93147180559945e-1);
  p = __builtin_fma(p, f, 1.0);
  const std::uint64_t scale = (std::bit_cast<std::uint64_t>(n + 0x1.8p52) + 1023) << 52;
  return p * std::bit_cast<double>(scale);
}
// log2 of a positive, normal double: m in [sqrt(1/2), sqrt(2)), series in s = (m-1)/(m+1).
double log_of_two(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t shifted = bits - 0x3FE6A09E667F3BCDu;
  const auto e = static_cast<std::int32_t>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>(bits - (shifted & 0xFFF0000000000000u));
  const double s = (m - 1) / (m + 1), t = s * s;
  double p = 1.0 / 15;
  p = __builtin_fma(p, t, 1.0 / 13);
  p = __builtin_fma(p, t, 1.0 / 11);
  p = __builtin_fma(p, t, 1.0 / 9);
  p = __builtin_fma(p, t, 1.0 / 7);
  p = __builtin_fma(p, t, 1.0 / 5);
  p = __builtin_fma(p, t, 1.0 / 3);
  p = __builtin_fma(p, t, 1.0);
  return 2.8853900817779268 * (s * p) + e;
}

enum class what : std::uint16_t { ex2, lg2, rcp, rsqrt, sqrt, div, sin, cos, tanh };
enum : std::uint16_t { ftz = 1, full = 2 };

// Stays within the errors that the PTX specification allows: tanh 2^-11 of it, rcp and sqrt the other neighbour of the
// exact value, the others a neighbour of the rounded one.
template <what W> void jitter(machine& m, float (&r)[32], const float (&x)[32]) {
  for (unsigned l = 0; l < 32; ++l) {
    if (!std::isfinite(r[l]) || r[l] == 0 || std::fabs(r[l]) < 0x1p-120f) continue;
    const std::uint64_t random = m.launch->next_random();
    if constexpr (W == what::tanh) {
      r[l] *= 1 + static_cast<float>(static_cast<double>(random & 0xFFFF) / 65536 - 0.5) * 0x1p-11f;
    } else {
      if (W == what::ex2 && x[l] == std::rint(x[l]))
        continue;  // powers of two are exact, and CUDA's tanh of f64 relies on it
      int ulps = static_cast<int>(random % 3) - 1;
      if constexpr (W == what::rcp || W == what::sqrt) {
        const auto wide = static_cast<double>(x[l]);
        const double exact = std::fabs(W == what::rcp ? 1 / wide : __builtin_sqrt(wide)),
                     got = std::fabs(static_cast<double>(r[l]));
        ulps = (random & 1) != 0 ? (exact > got) - (exact < got) : 0;
      }
      r[l] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(r[l]) + static_cast<std::uint32_t>(ulps));
    }
  }
}

template <what W> void approximate(machine& m, const instruction& i) {
  alignas(64) float r[32];
  alignas(64) float x[32];
  const auto* a = m.lanes<float>(i.a);
  if ((i.variant & ftz) != 0)
    for (unsigned l = 0; l < 32; ++l) x[l] = flushed(a[l]);
  else
    for (unsigned l = 0; l < 32; ++l) x[l] = a[l];
  if constexpr (W == what::ex2) {
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<float>(power_of_two(static_cast<double>(x[l])));
    std::uint32_t is_nan = 0;
    for (unsigned l = 0; l < 32; ++l) is_nan |= x[l] != x[l] ? 1u : 0u;
    if (is_nan != 0)
      for (unsigned l = 0; l < 32; ++l) r[l] = x[l] != x[l] ? canonical_nan_f32 : r[l];
  }
  if constexpr (W == what::lg2) {
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<float>(log_of_two(static_cast<double>(x[l])));
    std::uint32_t is_odd = 0;
    for (unsigned l = 0; l < 32; ++l) is_odd |= !(x[l] > 0 && x[l] <= 0x1.fffffep127f) ? 1u : 0u;
    if (is_odd != 0)
      for (unsigned l = 0; l < 32; ++l)
        if (!(x[l] > 0 && x[l] <= 0x1.fffffep127f))
          r[l] = x[l] == 0 ? -std::numeric_limits<float>::infinity() : x[l] > 0 ? x[l] : canonical_nan_f32;
  }
  if constexpr (W == what::rcp)
    for (unsigned l = 0; l < 32; ++l) r[l] = 1.0f / x[l];
  if constexpr (W == what::sqrt)
    for (unsigned l = 0; l < 32; ++l) r[l] = __builtin_sqrtf(x[l]);
  if constexpr (W == what::rsqrt)
    for (unsigned l = 0; l < 32; ++l) r[l] = static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x[l])));
  if constexpr (W == what::div) {
    const auto* b = m.lanes<float>(i.b);
    for (unsigned l = 0; l < 32; ++l) {
      const float y = (i.variant & ftz) != 0 ? flushed(b[l]) : b[l];
      // for 2^126 < |y| < 2^128 the approximation is by a reciprocal of 0
      const bool is_large = std::fabs(y) > 0x1p126f && std::isfinite(y) && (i.variant & full) == 0;
      r[l] = is_large ? x[l] * std::copysign(0.0f, y) : x[l] / y;
    }
  }
  if constexpr (W == what::sin || W == what::cos)
    each_lane(m.active, [&](unsigned l) {
      r[l] = static_cast<float>(W == what::sin ? std::sin(static_cast<double>(x[l]))
                                               : std::cos(static_cast<double>(x[l])));
    });
  if constexpr (W == what::tanh)
    each_lane(m.active, [&](unsigned l) { r[l] = static_cast<float>(std::tanh(static_cast<double>(x[l]))); });
  if (m.launch->chosen.jitters) jitter<W>(m, r, x);
  if ((i.variant & ftz) != 0)
    for (unsigned l = 0; l < 32; ++l) r[l] = flushed(r[l]);
  m.put(i.d, r);
}
// f64: the low 32 bits of operand and result do not count; a subnormal is a zero.
template <bool IsRoot> void approximate_f64(machine& m, const instruction& i) {
  double r[32];
  const auto* a = m.lanes<std::uint64_t>(i.a);
  for (unsigned l = 0; l < 32; ++l) {
    std::uint64_t bits = a[l] & 0xFFFFFFFF00000000u;
    if ((bits & 0x7FF0000000000000u) == 0) bits &= std::uint64_t{1} << 63;
    const double x = std::bit_cast<double>(bits);
    auto out = std::bit_cast<std::uint64_t>(IsRoot ? 1.0 / __builtin_sqrt(x) : 1.0 / x) & 0xFFFFFFFF00000000u;
    // the quotient lies between this and the next upper half
    if (m.launch->chosen.jitters && std::isfinite(std::bit_cast<double>(out)) && (out << 1) != 0)
      out += (m.launch->next_random() & 1) << 32;
    if ((out & 0x7FF0000000000000u) == 0) out &= std::uint64_t{1} << 63;
    r[l] = std::bit_cast<double>(out);
  }
  m.put(i.d, r);
}

void rsqrt_f64(machine& m, const instruction& i) {  // without .ftz: all bits count
  double r[32];
  const auto* a = m.lanes<double>(i.a);
  for (unsigned l = 0; l < 32; ++l) {
    r[l] = 1.0 / __builtin_sqrt(a[l]);
    if (m.launch->chosen.jitters && std::isfinite(r[l]) && r[l] != 0)
      r[l] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(r[l]) + m.launch->next_random() % 3 - 1);
  }
  m.put(i.d, r);
}

}  // namespace

void decode_approximate(decoder& d, const opcode& op) {
  const scalar t = op.type();
  instruction i;
  i.variant = static_cast<std::uint16_t>((op.has("ftz") ? ftz : 0) | (op.has("full") ? full : 0));
  if (t == scalar::f64) {
    if (op.base == "rcp") i.run = approximate_f64<false>;
    if (op.base == "rsqrt") i.run = op.has("ftz") ? approximate_f64<true> : rsqrt_f64;
  } else if (t == scalar::f32) {
    if (op.base == "ex2") i.run = approximate<what::ex2>;
    if (op.base == "lg2") i.run = approximate<what::lg2>;
    if (op.base == "rcp") i.run = approximate<what::rcp>;
    if (op.base == "rsqrt") i.run = approximate<what::rsqrt>;
    if (op.base == "sqrt") i.run = approximate<what::sqrt>;
    if (op.base == "div") i.run = approximate<what::div>;
    if (op.base == "sin") i.run = approximate<what::sin>;
    if (op.base == "cos") i.run = approximate<what::cos>;
    if (op.base == "tanh") i.run = approximate<what::tanh>;
  }
  if (i.run == nullptr) d.fail("the approximate instruction is not known");
  i.a = d.source(1, t);
  if (op.base == "div") i.b = d.source(2, t);
  i.d = d.result(0, t);
  d.emit(i, instruction_class::special);
}

}  // namespace softcuda

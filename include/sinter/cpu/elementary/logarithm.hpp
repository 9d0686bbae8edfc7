// SPDX-License-Identifier: MIT
// log, log1p and log2, after fdlibm's e_log.c, s_log1p.c and FreeBSD's e_log2.c: with f = m - 1 and s = f /
// (2 + f), log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + R)), R = log(1 + f) / s - 2 a polynomial in s^2. Our own
// polynomials.
#pragma once

#include <sinter/cpu/elementary/bits.hpp>

namespace sinter::core::elementary {

// log((1 + s) / (1 - s)) = 2 s + s z series(z), z = s^2, for |s| <= 0.1716.
template <class T, class Accuracy = T> struct logarithm_terms;

template <> struct logarithm_terms<float, float> {
  static constexpr float series[] = {0x1.555556p-1f, 0x1.9999ecp-2f, 0x1.245c38p-2f, 0x1.ddd172p-3f};
};

template <> struct logarithm_terms<double, double> {
  static constexpr double series[] = {0x1.5555555555558p-1, 0x1.99999999952b2p-2, 0x1.2492492df6947p-2,
                                      0x1.c71c62debf86bp-3, 0x1.7462b69705382p-3, 0x1.39fe208c33457p-3,
                                      0x1.2b5b5fb2eac92p-3};
};

template <> struct logarithm_terms<double, float> {
  static constexpr double series[] = {0x1.5555554bae5e4p-1, 0x1.9999eb792e453p-2, 0x1.245c3741a294p-2,
                                      0x1.ddd171deebc7p-3};
};

// ln(2) and log2(e) in two parts each; products of the first parts with exponents and with a masked f are
// exact.
template <class T> struct logarithm_constants;

template <> struct logarithm_constants<float> {
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float log2_e_high = 0x1.714p+0f, log2_e_low = 0x1.47652cp-12f;
  static constexpr std::uint32_t upper_half = 0xfffff000;
};

template <> struct logarithm_constants<double> {
  static constexpr double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double log2_e_high = 0x1.71547p+0, log2_e_low = 0x1.94ae0bf85ddf4p-22;
  static constexpr std::uint64_t upper_half = 0xffffffff00000000;
};

// log(1 + f) = f - (half_square - bend), for 1 + f within [sqrt(1/2), sqrt(2)].
template <class T, class A> struct logarithm_parts {
  batch<T, A> half_square, bend;
};

template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline logarithm_parts<T, A> bend_logarithm(const batch<T, A>& f) {
  const batch<T, A> half_square = batch<T, A>(T(0.5)) * f * f;
  const batch<T, A> s = f / (batch<T, A>(T(2)) + f), z = s * s;
  return {half_square, s * (half_square + z * polynomial(z, logarithm_terms<T, Accuracy>::series))};
}

// exponent ln(2) + log(1 + f).
template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline batch<T, A> assemble_logarithm(const batch<T, A>& exponent,
                                                             const batch<T, A>& f) {
  using constants = logarithm_constants<T>;
  const auto parts = bend_logarithm<Accuracy>(f);
  const batch<T, A> low = fused(exponent, batch<T, A>(constants::ln2_low), parts.bend);
  return exponent * batch<T, A>(constants::ln2_high) - ((parts.half_square - low) - f);
}

// The value where x is not a positive finite number: -infinity at 0, NaN below, x itself for infinity and
// NaN.
template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> finish_logarithm(const batch<T, A>& x, const batch<T, A>& value) {
  const batch<T, A> zero(T(0)), top(infinity<T>), none(not_a_number<T>);
  const batch<T, A> outside = xsimd::select(x < zero, none, xsimd::select(x == zero, negated(top), x));
  return xsimd::select((x > zero) & (x < top), value, outside);
}

template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline batch<T, A> natural_logarithm(const batch<T, A>& x) {
  const auto [exponent, mantissa] = separate(x);
  return finish_logarithm(x, assemble_logarithm<Accuracy>(exponent, mantissa - batch<T, A>(T(1))));
}

// The natural logarithm. Measured: f32 0.84 ulp, f64 0.86 ulp.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> log(const batch<T, A>& x) { return natural_logarithm<T>(x); }

// log(1 + x). With 1 + x = 2^k m, f = m - 1 = x 2^-k + (2^-k - 1) loses nothing of a small x.
template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline batch<T, A> logarithm_of_one_plus(const batch<T, A>& x) {
  const batch<T, A> one(T(1)), sum = one + x;
  const auto [exponent, mantissa] = separate(sum);
  const batch<T, A> shrink = power_of_two(negated(exponent));
  const auto is_large = x > batch<T, A>(format<T>::two_to_mantissa * T(4));
  const batch<T, A> f = xsimd::select(is_large, mantissa - one, x * shrink + (shrink - one));
  const auto is_tiny = absolute(x) < batch<T, A>(std::numeric_limits<T>::epsilon() / 4);
  return xsimd::select(is_tiny, x, finish_logarithm(sum, assemble_logarithm<Accuracy>(exponent, f)));
}

// log(1 + x). Measured: f32 1.41 ulp, f64 1.37 ulp.
template <class T, class A> batch<T, A> log1p(const batch<T, A>& x) { return logarithm_of_one_plus<T>(x); }

// log2(x) = exponent + log2(e) log(1 + f), with log(1 + f) in two parts, the upper one short.
template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline batch<T, A> binary_logarithm(const batch<T, A>& x) {
  using constants = logarithm_constants<T>;
  const auto [exponent, mantissa] = separate(x);
  const batch<T, A> f = mantissa - batch<T, A>(T(1));
  const auto parts = bend_logarithm<Accuracy>(f);
  const batch<T, A> upper = batch<T, A>(constants::log2_e_high), lower = batch<T, A>(constants::log2_e_low);
  const batch<T, A> high =
      as_value<T, A>(as_bits(f - parts.half_square) & bits_batch<T, A>(constants::upper_half));
  const batch<T, A> low = ((f - high) - parts.half_square) + parts.bend;
  const batch<T, A> main = high * upper, sum = exponent + main;
  const batch<T, A> rest = ((exponent - sum) + main) + fused(low + high, lower, low * upper);
  return finish_logarithm(x, sum + rest);
}

// The binary logarithm, exact at powers of two. Measured: f32 0.83 ulp, f64 0.83 ulp.
template <class T, class A> batch<T, A> log2(const batch<T, A>& x) { return binary_logarithm<T>(x); }

}  // namespace sinter::core::elementary

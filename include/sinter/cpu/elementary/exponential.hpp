// SPDX-License-Identifier: MIT
// exp, exp2, expm1 and logistic. Argument reduction after Cody and Waite ("Software Manual for the Elementary
// Functions", 1980); the polynomials are our own, interpolated at Chebyshev nodes with mpmath.
#pragma once

#include <sinter/cpu/elementary/bits.hpp>

namespace sinter::core::elementary {

// exp(r) = 1 + r + r^2 tail(r) for |r| <= ln(2) / 2;  exp2(r) = 1 + r power(r) for |r| <= 1/2.
template <class T, class Accuracy = T> struct exponential_terms;

template <> struct exponential_terms<float, float> {
  static constexpr float tail[] = {0x1.0p-1f, 0x1.5554d8p-3f, 0x1.555516p-5f, 0x1.12106cp-7f,
                                   0x1.6d1606p-10f};
  static constexpr float power[] = {0x1.62e43p-1f,  0x1.ebfbep-3f,   0x1.c6af62p-5f,
                                    0x1.3b2a4ep-7f, 0x1.5f104ep-10f, 0x1.4418e6p-13f};
};

template <> struct exponential_terms<double, double> {
  static constexpr double tail[] = {0x1.0p-1,
                                    0x1.5555555555557p-3,
                                    0x1.5555555555556p-5,
                                    0x1.111111110ff87p-7,
                                    0x1.6c16c16c16212p-10,
                                    0x1.a01a01aca0134p-13,
                                    0x1.a01a01a741b3cp-16,
                                    0x1.71ddffef9e7b1p-19,
                                    0x1.27e4da1a3bf04p-22,
                                    0x1.af52906239de4p-26,
                                    0x1.1f75aba0b1e2ep-29};
  static constexpr double power[] = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,  0x1.c6b08d704a0c7p-5,
                                     0x1.3b2ab6fba4e79p-7,  0x1.5d87fe78a3c54p-10, 0x1.430912f86b68ep-13,
                                     0x1.ffcbfc6ef38e4p-17, 0x1.62c022433c30ap-20, 0x1.b524e8826a748p-24,
                                     0x1.e4cf0e401dce7p-28, 0x1.e9f1f24867f81p-32, 0x1.c4a72f8a76148p-36};
};

template <> struct exponential_terms<double, float> {
  static constexpr double tail[] = {0x1.0000000c4592ep-1, 0x1.5555555ac911fp-3,  0x1.5554e4aacef45p-5,
                                    0x1.1110df02bfbecp-7, 0x1.6d4920bf2569bp-10, 0x1.a12a42f159d0ep-13};
  static constexpr double power[] = {0x1.62e42fef9c354p-1,  0x1.ebfbdff82a4afp-3,  0x1.c6b08daa6be27p-5,
                                     0x1.3b2ab70bc184ap-7,  0x1.5d877007fbef1p-10, 0x1.4308c402dfe7ap-13,
                                     0x1.00c54cfbe0e14p-16, 0x1.63b7ba10b7fcfp-20};
};

// ln(2) in two parts: the first leaves room for an exact product with any exponent. Outside [lowest, highest]
// even exp(x) / 2 is 0 or infinite.
template <class T> struct exponential_range;

template <> struct exponential_range<float> {
  static constexpr float log2_e = 0x1.715476p+0f, ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float lowest = -106.f, highest = 91.f, lowest_minus_one = -18.f;
};

template <> struct exponential_range<double> {
  static constexpr double log2_e = 0x1.71547652b82fep+0, ln2_high = 0x1.62e42fefa3800p-1,
                          ln2_low = 0x1.ef35793c76730p-45;
  static constexpr double lowest = -748., highest = 712., lowest_minus_one = -38.;
};

// x = exponent ln(2) + rest + rest_low with |rest| <= ln(2) / 2, for x within the range; another part of x,
// beneath its rounding, may follow. exp(rest) = 1 + rest + rest^2 tail.
template <class T, class A> struct exponential_parts {
  batch<T, A> exponent, rest, rest_low, tail;
};

template <class Accuracy, class T, class A, class... Low>
[[gnu::always_inline]] inline exponential_parts<T, A> separate_exponential(const batch<T, A>& x,
                                                                           const Low&... low) {
  using range = exponential_range<T>;
  const batch<T, A> magic(format<T>::magic), ln2_low(range::ln2_low);
  const batch<T, A> exponent = fused(x, batch<T, A>(range::log2_e), magic) - magic;
  const batch<T, A> coarse = (fused_less(exponent, batch<T, A>(range::ln2_high), x) + ... + low);
  const batch<T, A> rest = fused_less(exponent, ln2_low, coarse);
  const batch<T, A> rest_low = fused_less(exponent, ln2_low, coarse - rest);
  return {exponent, rest, rest_low, polynomial(rest, exponential_terms<T, Accuracy>::tail)};
}

// exp(rest) 2^exponent.
template <class T, class A>
[[gnu::always_inline]] inline batch<T, A> assemble_exponential(const exponential_parts<T, A>& parts,
                                                               const batch<T, A>& exponent) {
  const batch<T, A> fraction = fused(parts.rest * parts.rest, parts.tail, parts.rest);
  return scaled(fraction + batch<T, A>(T(1)), exponent);
}

template <class Accuracy, class T, class A, class... Low>
[[gnu::always_inline]] inline batch<T, A> exponential(const batch<T, A>& x, const Low&... low) {
  using range = exponential_range<T>;
  const auto parts = separate_exponential<Accuracy>(held_within(x, range::lowest, range::highest), low...);
  return assemble_exponential(parts, parts.exponent);
}

// e^x / 2, finite also where e^x is not.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> half_exponential(const batch<T, A>& x) {
  using range = exponential_range<T>;
  const auto parts = separate_exponential<T>(held_within(x, range::lowest, range::highest));
  return assemble_exponential(parts, parts.exponent - batch<T, A>(T(1)));
}

// e^x, out of exp(rest) = 1 + (rest + rest^2 tail(rest)). Measured: f32 1.06 ulp, f64 0.97 ulp.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> exp(const batch<T, A>& x) { return exponential<T>(x); }

// 2^x = 2^n (1 + r power(r)), n the integer nearest x and r = x - n; a `low` part beneath x's rounding may
// follow.
template <class Accuracy, class T, class A, class... Low>
[[gnu::always_inline]] inline batch<T, A> power_of_two_anywhere(const batch<T, A>& x, const Low&... low) {
  constexpr T limit = static_cast<T>(format<T>::bias + format<T>::mantissa) + T(2);
  const batch<T, A> magic(format<T>::magic), held = held_within(x, -limit, limit);
  const batch<T, A> exponent = (held + magic) - magic;
  const batch<T, A> rest = ((held - exponent) + ... + low);
  const batch<T, A> one(T(1));
  return scaled(fused(rest, polynomial(rest, exponential_terms<T, Accuracy>::power), one), exponent);
}

// 2^x, exact at integers. Measured: f32 1.13 ulp, f64 1.15 ulp.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> exp2(const batch<T, A>& x) {
  return power_of_two_anywhere<T>(x);
}

// e^x - 1 = 2 ((s - 1/2) + s rest + s rest^2 tail), s = 2^(exponent - 1); the sum of the first two terms is
// exact in two parts. Measured: f32 1.39 ulp, f64 1.11 ulp.
template <class T, class A> batch<T, A> expm1(const batch<T, A>& x) {
  using range = exponential_range<T>;
  const auto parts = separate_exponential<T>(held_within(x, range::lowest_minus_one, range::highest - T(2)));
  const batch<T, A> scale = power_of_two(parts.exponent - batch<T, A>(T(1)));
  const batch<T, A> shift = scale - batch<T, A>(T(0.5)), slope = scale * parts.rest, main = shift + slope;
  const batch<T, A> curve = fused(parts.rest * parts.rest, parts.tail, parts.rest_low);
  const batch<T, A> halved = main + fused(scale, curve, (shift - main) + slope);
  const auto is_tiny = absolute(x) < batch<T, A>(std::numeric_limits<T>::epsilon() / 4);
  return xsimd::select(is_tiny, x, halved + halved);
}

// 1 / (1 + e^-x), as e^x / (1 + e^x) for negative x: relative accuracy in both tails. The rounding of the
// divisor is made good. Measured: f32 1.97 ulp, f64 1.85 ulp.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> logistic(const batch<T, A>& x) {
  const batch<T, A> one(T(1)), decay = exponential<T>(negated(absolute(x)));
  const batch<T, A> divisor = one + decay, missing = (one - divisor) + decay;
  const auto is_negative = x < batch<T, A>(T(0));
  const batch<T, A> quotient = xsimd::select(is_negative, decay, one) / divisor;
  return xsimd::select(is_negative, fused_less(quotient * (one - quotient), missing, quotient), quotient);
}

}  // namespace sinter::core::elementary

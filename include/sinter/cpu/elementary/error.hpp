// SPDX-License-Identifier: MIT
// erf, erfc and erf_inv.
#pragma once

#include <sinter/cpu/elementary/exponential.hpp>
#include <sinter/cpu/elementary/logarithm.hpp>

namespace sinter::core::elementary {

// erf(x) = x + x small(x^2) for |x| <= 1. (1 + 2 x) e^(x^2) erfc(x) = far((x - 3.5) / (x + 3.5)) for x >=
// 0.46, after Shepherd and Laframboise ("Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in 0 <= x <
// infinity", Math. Comp. 36, 1981). f32: log(erfc(x)) = tail(x) for x within [1, 4], good to 2^-27 in erfc
// itself.
template <class T, class Accuracy = T> struct error_terms;

template <> struct error_terms<float, float> {
  static constexpr float small[] = {0x1.06eba8p-3f, -0x1.81273ep-2f,  0x1.ce2d1p-4f, -0x1.b7fabap-6f,
                                    0x1.54127p-8f,  -0x1.a45088p-11f, 0x1.4a569p-14f};
  static constexpr float tail[] = {-0x1.4793eep-12f, -0x1.209058p+0f, -0x1.46a34cp-1f, -0x1.a6f04ep-4f,
                                   0x1.66eaeap-6f,   -0x1.84802ep-9f, 0x1.8a34f2p-13f};
};

template <> struct error_terms<double, double> {
  static constexpr double small[] = {0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b3p-4,
                                     -0x1.b82ce31284ep-6,    0x1.565bcd0dbaa38p-8,   -0x1.c02db3dac435fp-11,
                                     0x1.f9a321d5b8e1ep-14,  -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20,
                                     -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27,  -0x1.389d4f2641625p-30,
                                     0x1.05ffd737fb32ep-34};
  static constexpr double far[] = {0x1.3e0a99a0ee914p+0,   -0x1.1ebd220ea5967p-3,  -0x1.59e2c284b16cep-7,
                                   0x1.8f702ec6b5d02p-4,   -0x1.d76830c350d28p-4,  0x1.686106041064ep-4,
                                   -0x1.8ff5ef773ca75p-5,  0x1.38ec668992f3bp-6,   -0x1.143c4c7fd6a43p-8,
                                   -0x1.3cf3a145fd282p-12, 0x1.27e65c91e70bcp-11,  -0x1.fda443a492181p-14,
                                   -0x1.66e00890e8294p-15, 0x1.96c72e1f910f7p-16,  0x1.382c460cb79d5p-19,
                                   -0x1.fb902c71c8b5p-19,  -0x1.5ca19b48b4738p-25, 0x1.2ac94387bfb97p-21,
                                   -0x1.784d9096020f3p-27, -0x1.03ca7ddf59a18p-24, 0x1.c14e401ba431ep-30};
};

template <> struct error_terms<double, float> {
  static constexpr double small[] = {0x1.06eba821465c6p-3,  -0x1.812746ade3c08p-2,  0x1.ce2f20a7415c6p-4,
                                     -0x1.b82cbae7577a7p-6, 0x1.56588b32275a7p-8,   -0x1.bfe158a7be278p-11,
                                     0x1.f57e9cee106c1p-14, -0x1.d2b8522d6f7cbp-17, 0x1.1c41ab6eec487p-20};
  static constexpr double far[] = {0x1.3e0a99a0475ccp+0,   -0x1.1ebd21dfa0826p-3, -0x1.59e2861046607p-7,
                                   0x1.8f70291034f6bp-4,   -0x1.d76910f79dfcbp-4, 0x1.686053a7b797ap-4,
                                   -0x1.8fe43177bf588p-5,  0x1.3920d9b38fc82p-6,  -0x1.1660b30947d6ep-8,
                                   -0x1.8397b5dbef1ebp-12, 0x1.382e29af8950dp-11};
};

// erf(x) for |x| <= 1.
template <class Accuracy, class T, class A>
[[gnu::always_inline]] inline batch<T, A> small_error(const batch<T, A>& x) {
  return fused(x, polynomial(x * x, error_terms<T, Accuracy>::small), x);
}

// erfc(x) for x >= 0.46. With x cut to its upper bits c, -x^2 = -c^2 + d, d = (c - x) (c + x), c^2 exact. In
// f64 the exponential, the quotient and their product are carried in two parts each.
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> far_error(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value one(1.), centre(3.5), held = at_most(x, 28.), twice = held + held;
  const value cut = as_value<double, A>(as_bits(held) & bits_batch<double, A>(0xfffffffff8000000));
  const value d = (cut - held) * (cut + held);
  const value square = held_within(cut * cut, 0., -exponential_range<double>::lowest);
  const auto parts = separate_exponential<Accuracy>(negated(square), d);
  const value fraction = fused(parts.rest * parts.rest, parts.tail, parts.rest), decay = one + fraction;
  const value t = (held - centre) / (held + centre);
  const value p = polynomial(t, error_terms<double, Accuracy>::far), divisor = one + twice;
  if constexpr (std::is_same_v<Accuracy, float>) {
    return scaled(decay * (p / divisor), parts.exponent);
  } else {
    const value decay_low = ((one - decay) + fraction) + parts.rest_low;
    const value divisor_low = (twice - divisor) + one, inverse = one / divisor;
    const value quotient = rounded(p * inverse);
    const value quotient_low = (fused_less(quotient, divisor, p) - quotient * divisor_low) * inverse;
    const value product = rounded(decay * quotient);
    const value product_low =
        fused(decay, quotient_low, decay_low * quotient) - fused_less(decay, quotient, product);
    return scaled(product + product_low, parts.exponent);
  }
}

// The error function. f32: 1 - e^tail(|x|) beyond 1. f64: 1 - erfc beyond 1. Measured: f32 1.20 ulp, f64 1.39
// ulp.
template <class T, class A> [[gnu::always_inline]] inline batch<T, A> erf(const batch<T, A>& x) {
  const batch<T, A> size = absolute(x), one(T(1));
  batch<T, A> outer;
  if constexpr (std::is_same_v<T, float>) {
    const batch<T, A> held = at_most(size, 4.f);
    outer = one - exponential<T>(polynomial(held, error_terms<T>::tail));
  } else {
    outer = one - far_error<T>(size);
  }
  return xsimd::select(size < one, small_error<T>(x), outer | sign_bit(x));
}

// 1 - erf(x), from the series below 0.47, else far_error or, on the left, 2 less it.
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> complement(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value size = absolute(x), one(1.), zero(0.);
  const value far = far_error<Accuracy>(size);
  const value outer = xsimd::select(x < zero, value(2.) - far, far);
  return xsimd::select(size < value(0.47), one - small_error<Accuracy>(x), outer);
}

// 1 - erf(x), accurate in its tail; f32 through f64. Measured: f32 0.51 ulp, f64 3.16 ulp. (f64 2.1 ulp with
// a fused multiply.)
template <class T, class A> batch<T, A> erfc(const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& v) { return complement<float>(v); }, x);
  else
    return complement<double>(x);
}

// erf_inv(x) = x central(w - 3.125) for w <= 6.25, else x tail(sqrt(w) - centre), w = -log(1 - x^2), after
// Giles ("Approximating the erfinv function", GPU Computing Gems, 2011): accurate to 2^-32 up to |x| = 1 -
// 2^-24 (float), to 2^-25 beyond (double, where Halley's method cubes the error).
struct inverse_error_terms {
  static constexpr double central[] = {0x1.a755e7c99ae86p+0,   0x1.ebd80d92401afp-3,  -0x1.8b6c32f9f3419p-8,
                                       -0x1.8457477542b7bp-11, 0x1.879c1edf1c14bp-13, -0x1.d1db5f4ff426bp-17,
                                       -0x1.6e83f954c3c35p-20, 0x1.c74927780f1eep-22, -0x1.f43a7b62da4b5p-26,
                                       -0x1.240a35a24e77fp-28, 0x1.245ef6399d063p-30, -0x1.366cbde6d3391p-35,
                                       -0x1.04b81eb5653d2p-36, 0x1.69c30f6d8f5cep-40, 0x1.4128221be3ddbp-44};
  static constexpr double near_tail[] = {
      0x1.912c3480dea7cp+1,  0x1.017a15ed4cb65p+0,   0x1.3d6ddb1e09915p-8,  -0x1.afa2b6b4db609p-9,
      0x1.13b57c33ce4acp-9,  -0x1.73ba76abffbd1p-10, 0x1.b44aa5ac599e4p-11, -0x1.6f19bd5460064p-12,
      0x1.8a2b3bdec3d39p-15, 0x1.0d27d43a2f179p-14,  -0x1.3271711e66c9ap-15};
  static constexpr double far_tail[] = {
      0x1.05e6fd17729dp+2,   0x1.028deae828ca3p+0,   0x1.75ac14919e76ap-11, -0x1.3d5b64235e575p-11,
      0x1.bc6404a4ce1b7p-13, -0x1.29fd0a45ec872p-14, 0x1.8540a0999391ep-16, -0x1.910470dd31788p-19,
      0x1.12da1544fe486p-18, -0x1.d090a7e305781p-18, 0x1.5929a9a1568f3p-19, 0x1.51f6158da4326p-22,
      -0x1.de3900fce5efp-23};
};

template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> rough_inverse_error(const batch<double, A>& x) {
  using value = batch<double, A>;
  using terms = inverse_error_terms;
  const value one(1.);
  const value w = negated(natural_logarithm<Accuracy>((one - x) * (one + x)));
  const value central = polynomial(w - value(3.125), terms::central), root = square_root(w);
  value tail;
  if constexpr (std::is_same_v<Accuracy, float>)
    tail = polynomial(root - value(3.3), terms::near_tail);
  else
    tail = polynomial(root - value(4.25), terms::far_tail);
  return x * xsimd::select(w <= value(6.25), central, tail);
}

// The inverse of erf: +-infinity at +-1, NaN outside. f64: one step of Halley's method on erf, from 0.7 on on
// erfc. Measured: f32 0.51 ulp, f64 1.99 ulp.
template <class T, class A> batch<T, A> erf_inv(const batch<T, A>& x) {
  const batch<T, A> size = absolute(x), one(T(1)), top(infinity<T>), none(not_a_number<T>);
  batch<T, A> inner;
  if constexpr (std::is_same_v<T, float>) {
    inner = in_double([](const auto& v) { return rough_inverse_error<float>(v); }, x);
  } else {
    const batch<T, A> start = rough_inverse_error<double>(size);
    const batch<T, A> below = elementary::erf(start) - size, above = (one - size) - elementary::erfc(start);
    const batch<T, A> slope = batch<T, A>(T(0x1.20dd750429b6dp+0)) * exponential<T>(negated(start * start));
    const batch<T, A> step = xsimd::select(size < batch<T, A>(T(0.7)), below, above) / slope;
    inner = (start - step / fused(start, step, one)) | sign_bit(x);
  }
  return xsimd::select(size < one, inner, xsimd::select(size == one, top | sign_bit(x), none));
}

}  // namespace sinter::core::elementary

// SPDX-License-Identifier: MIT
// sin, cos, tan. Argument reduction after Cody and Waite with pi / 2 in 33-bit parts, kernels after fdlibm's
// k_sin.c and k_cos.c with our own polynomials. Arguments beyond 2^20 go lane by lane to <cmath>, which
// reduces them exactly (Payne and Hanek).
#pragma once

#include <sinter/cpu/elementary/bits.hpp>

#include <cmath>

namespace sinter::core::elementary {

// sin(r) = r + r z sine(z), cos(r) = 1 - z / 2 + z^2 cosine(z), z = r^2, |r| <= pi / 4.
template <class Accuracy> struct circle_terms;

template <> struct circle_terms<double> {
  static constexpr double sine[] = {-0x1.5555555555555p-3, 0x1.111111111111p-7,    -0x1.a01a01a01989bp-13,
                                    0x1.71de3a544da1ap-19, -0x1.ae6453f222bfep-26, 0x1.61216567233bap-33,
                                    -0x1.ab08d792278d6p-41};
  static constexpr double cosine[] = {0x1.5555555555555p-5,   -0x1.6c16c16c16c16p-10, 0x1.a01a01a019cc4p-16,
                                      -0x1.27e4fb770a683p-22, 0x1.1eed8ddd13a76p-29,  -0x1.9394a33d5be1ap-37,
                                      0x1.ab6b062ffef17p-45};
};

template <> struct circle_terms<float> {
  static constexpr double sine[] = {-0x1.555555544c8dap-3, 0x1.11110dc50a16dp-7, -0x1.a0136f27103dfp-13,
                                    0x1.6dabe5de65d48p-19};
  static constexpr double cosine[] = {0x1.55555554fcf8cp-5, -0x1.6c16bf38c459p-10, 0x1.a0159ed0f4da5p-16,
                                      -0x1.251832617af84p-22};
};

// Both functions of x: sine and cosine of the rest, with signs and roles still to be chosen by the quadrant.
template <class A> struct circle_point {
  batch<double, A> sine, cosine;
  bits_batch<double, A> quadrant;  // its lowest two bits count
};

// x = quadrant pi / 2 + rest + low. Products with the 33-bit parts are exact below 2^20 quadrants.
template <class Accuracy, class A>
[[gnu::always_inline]] inline circle_point<A> locate(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value magic(format<double>::magic);
  const value shifted = fused(x, value(0x1.45f306dc9c883p-1), magic), quadrant = shifted - magic;
  const value first = fused_less(quadrant, value(0x1.921fb544p+0), x);
  value rest, low;
  if constexpr (std::is_same_v<Accuracy, float>) {
    rest = fused_less(quadrant, value(0x1.0b4611a626331p-34), first);
  } else {
    const value second = quadrant * value(0x1.0b4611a6p-34), third = quadrant * value(0x1.3198a2ep-69);
    const value a = first - second, a_part = first - a, b = a - third, b_part = a - b;
    const value a_error = (first - (a + a_part)) + (a_part - second);
    const value b_error = (a - (b + b_part)) + (b_part - third);
    const value tail = fused_less(quadrant, value(0x1.b839a252049c1p-104), a_error + b_error);
    rest = b + tail;
    low = (b - rest) + tail;
  }
  const value z = rest * rest, half_z = value(0.5) * z, one(1.), flat = one - half_z;
  const value cubic = rest * z;
  const value sine_bend = polynomial(z, circle_terms<Accuracy>::sine);
  const value cosine_bend = z * polynomial(z, circle_terms<Accuracy>::cosine);
  if constexpr (std::is_same_v<Accuracy, float>) {
    return {fused(cubic, sine_bend, rest), fused(z, cosine_bend, flat), as_bits(shifted)};
  } else {
    const value sine_rest = fused(cubic, sine_bend, low * flat);
    const value cosine_rest = ((one - flat) - half_z) + fused(z, cosine_bend, negated(rest * low));
    return {rest + sine_rest, flat + cosine_rest, as_bits(shifted)};
  }
}

// A mask of the lanes whose quadrant is odd.
template <class A>
[[gnu::always_inline]] inline batch_bool<double, A> is_odd_quadrant(const bits_batch<double, A>& quadrant) {
  return (sign_from_bit<0, double, A>(quadrant) | batch<double, A>(1.)) < batch<double, A>(0.);
}

// The sign bit of the lanes whose quadrant is 2 or 3.
template <class A>
[[gnu::always_inline]] inline batch<double, A> half_turn(const bits_batch<double, A>& quadrant) {
  return sign_from_bit<1, double, A>(quadrant);
}

template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> sine(const batch<double, A>& x) {
  const circle_point<A> point = locate<Accuracy>(x);
  return xsimd::select(is_odd_quadrant<A>(point.quadrant), point.cosine, point.sine) ^
         half_turn<A>(point.quadrant);
}

template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> cosine(const batch<double, A>& x) {
  const circle_point<A> point = locate<Accuracy>(x);
  const bits_batch<double, A> next = point.quadrant + bits_batch<double, A>(1);
  return xsimd::select(is_odd_quadrant<A>(point.quadrant), point.sine, point.cosine) ^ half_turn<A>(next);
}

template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> tangent(const batch<double, A>& x) {
  const circle_point<A> point = locate<Accuracy>(x);
  const auto is_odd = is_odd_quadrant<A>(point.quadrant);
  return xsimd::select(is_odd, negated(point.cosine), point.sine) /
         xsimd::select(is_odd, point.sine, point.cosine);
}

// Small arguments through `function` in double, tiny ones as they are (`keeps_tiny`), huge ones through
// `exactly`.
template <bool keeps_tiny, class T, class A, class Function, class Exactly>
batch<T, A> around_circle(const batch<T, A>& x, Function function, Exactly exactly) {
  const batch<T, A> size = absolute(x);
  batch<T, A> result;
  if constexpr (std::is_same_v<T, float>)
    result = in_double(function, x);
  else
    result = function(x);
  if constexpr (keeps_tiny)
    result = xsimd::select(size < batch<T, A>(std::numeric_limits<T>::epsilon() / 4), x, result);
  const auto is_huge = (size > batch<T, A>(T(0x1p20))) & (size < batch<T, A>(infinity<T>));
  if (xsimd::any(is_huge)) result = xsimd::select(is_huge, lane_by_lane(exactly, x), result);
  return result;
}

// The sine. Measured: f32 0.56 ulp, f64 0.75 ulp.
template <class T, class A> batch<T, A> sin(const batch<T, A>& x) {
  return around_circle<true>(
      x, [](const auto& v) { return sine<T>(v); }, [](T v) { return std::sin(v); });
}

// The cosine. Measured: f32 0.56 ulp, f64 0.79 ulp.
template <class T, class A> batch<T, A> cos(const batch<T, A>& x) {
  return around_circle<false>(
      x, [](const auto& v) { return cosine<T>(v); }, [](T v) { return std::cos(v); });
}

// The tangent: sin / cos of the reduced argument, or -cos / sin. Measured: f32 1.48 ulp, f64 2.18 ulp.
template <class T, class A> batch<T, A> tan(const batch<T, A>& x) {
  return around_circle<true>(
      x, [](const auto& v) { return tangent<T>(v); }, [](T v) { return std::tan(v); });
}

}  // namespace sinter::core::elementary

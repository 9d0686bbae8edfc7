// SPDX-License-Identifier: MIT
// asin, acos, atan, atan2, with the argument reductions of fdlibm and Cephes and our own polynomials. f32
// through f64.
#pragma once

#include <sinter/cpu/elementary/bits.hpp>

namespace sinter::core::elementary {

// atan(t) = t + t z arctangent(z), |t| <= tan(pi / 8); asin(t) = t + t z arcsine(z), |t| <= 1/2; z = t^2.
template <class Accuracy> struct arc_terms;

template <> struct arc_terms<double> {
  static constexpr double arctangent[] = {-0x1.5555555555555p-2, 0x1.9999999999953p-3,  -0x1.249249248d768p-3,
                                          0x1.c71c71c2fe5d9p-4,  -0x1.745d165cb83aap-4, 0x1.3b1392b641b06p-4,
                                          -0x1.110e858a72e28p-4, 0x1.e199da4156fd9p-5,  -0x1.ac78ec6b8cb98p-5,
                                          0x1.74d64aa665b0ap-5,  -0x1.1b2058fb5da3p-5,  0x1.0aa87c56e3eb5p-6};
  static constexpr double arcsine[] = {0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5,
                                       0x1.f1c71c1db0623p-6, 0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6,
                                       0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7, 0x1.52420b04b37bep-7,
                                       0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
                                       0x1.d72b2bc8155f8p-6};
};

template <> struct arc_terms<float> {
  static constexpr double arctangent[] = {-0x1.5555554c010f2p-2, 0x1.99997af91931p-3,  -0x1.248a1195783c9p-3,
                                          0x1.c57add395c647p-4,  -0x1.613e3a8298cdp-4, 0x1.9d6be5d80b19ap-5};
  static constexpr double arcsine[] = {0x1.55555554ee47bp-3, 0x1.333334ceb652p-4,  0x1.6db5cfb6af282p-5,
                                       0x1.f208eb1ddd0fbp-6, 0x1.6a9e3262c37dbp-6, 0x1.3c5053c2afce1p-6,
                                       0x1.64b97e009bd03p-8, 0x1.e0231588b1e55p-6};
};

inline constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;

// atan(y / x) for y, x >= 0 not both zero or infinite: below pi / 8 the quotient itself; around pi / 4, pi /
// 4 + atan((y - x) / (y + x)); above, pi / 2 - atan(x / y).
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> arctangent_of_quotient(const batch<double, A>& y,
                                                                      const batch<double, A>& x) {
  using value = batch<double, A>;
  const value zero(0.), root(0x1.a827999fcef32p-2);  // tan(pi / 8)
  const auto is_low = y <= root * x, is_high = x < root * y;
  const value numerator = xsimd::select(is_low, y, xsimd::select(is_high, negated(x), y - x));
  const value denominator = xsimd::select(is_low, x, xsimd::select(is_high, y, y + x));
  const value turn = xsimd::select(is_low, zero, xsimd::select(is_high, value(half_pi), value(half_pi / 2)));
  const value turn_low =
      xsimd::select(is_low, zero, xsimd::select(is_high, value(half_pi_low), value(half_pi_low / 2)));
  const value t = numerator / denominator, z = t * t;
  const value bend = fused(t * z, polynomial(z, arc_terms<Accuracy>::arctangent), turn_low);
  return turn + (t + bend);
}

template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> arctangent(const batch<double, A>& x) {
  const batch<double, A> size = absolute(x);
  const batch<double, A> held = at_most(size, 0x1p60);
  const batch<double, A> angle = arctangent_of_quotient<Accuracy>(held, batch<double, A>(1.));
  return xsimd::select(size < batch<double, A>(0x1p-28), x, angle | sign_bit(x));
}

// The angle whose tangent is x. Measured: f32 0.51 ulp, f64 1.84 ulp.
template <class T, class A> batch<T, A> atan(const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& v) { return arctangent<float>(v); }, x);
  else
    return arctangent<double>(x);
}

// Both sides of the triangle are scaled away from overflow and underflow; two zeros count as (0, 1), two
// infinities as (1, 1), one infinity as 0 / 1 or 1 / 0.
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> arctangent_of_point(const batch<double, A>& y,
                                                                   const batch<double, A>& x) {
  using value = batch<double, A>;
  const value zero(0.), one(1.), top(infinity<double>), far(0x1p1020), near(0x1p-900);
  const value tall = absolute(y), wide = absolute(x);
  const auto is_far = (tall > far) | (wide > far), is_near = (tall < near) & (wide < near);
  const value scale = xsimd::select(is_far, value(0.25), xsimd::select(is_near, value(0x1p100), one));
  const auto is_tall = tall == top, is_wide = wide == top, is_origin = (tall == zero) & (wide == zero);
  const auto is_infinite = is_tall | is_wide;
  const value height = xsimd::select(is_infinite, xsimd::select(is_tall, one, zero), tall * scale);
  const value width = xsimd::select(
      is_origin, one, xsimd::select(is_infinite, xsimd::select(is_wide, one, zero), wide * scale));
  const value angle = arctangent_of_quotient<Accuracy>(height, width);
  const value turned = value(2 * half_pi) - (angle - value(2 * half_pi_low));
  const value result = xsimd::select((sign_bit(x) | one) < zero, turned, angle) | sign_bit(y);
  return xsimd::select((y == y) & (x == x), result, x + y);
}

// The angle of the point (x, y), signed zeros and infinities as in C. Measured: f32 0.51 ulp, f64 1.64 ulp.
template <class T, class A> batch<T, A> atan2(const batch<T, A>& y, const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& v, const auto& u) { return arctangent_of_point<float>(v, u); }, y, x);
  else
    return arctangent_of_point<double>(y, x);
}

// For |x| > 1/2, asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)).
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> arcsine(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value size = absolute(x), half(0.5), one(1.);
  const auto is_low = size <= half;
  const value z = xsimd::select(is_low, size * size, (one - size) * half);
  const value t = xsimd::select(is_low, size, square_root(z));
  const value bend = t * z * polynomial(z, arc_terms<Accuracy>::arcsine);
  const value high = value(half_pi) - ((t + t) + ((bend + bend) - value(half_pi_low)));
  return xsimd::select(size < value(0x1p-28), x, xsimd::select(is_low, t + bend, high) | sign_bit(x));
}

// pi / 2 - asin(x) below 1/2; 2 asin(sqrt((1 - |x|) / 2)), or pi less that, above.
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> arccosine(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value size = absolute(x), half(0.5), one(1.), zero(0.), two(2.);
  const auto is_low = size <= half;
  const value z = xsimd::select(is_low, size * size, (one - size) * half);
  const value t = xsimd::select(is_low, x, square_root(z));
  const value bend = t * z * polynomial(z, arc_terms<Accuracy>::arcsine);
  const value low = value(half_pi) - (t - (value(half_pi_low) - bend));
  const value small_angle = two * (t + bend);
  const value large_angle = value(2 * half_pi) - two * (t + (bend - value(half_pi_low)));
  return xsimd::select(is_low, low, xsimd::select(x < zero, large_angle, small_angle));
}

// The angle whose sine is x. Measured: f32 0.50 ulp, f64 1.55 ulp.
template <class T, class A> batch<T, A> asin(const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& v) { return arcsine<float>(v); }, x);
  else
    return arcsine<double>(x);
}

// The angle whose cosine is x. Measured: f32 0.50 ulp, f64 1.00 ulp.
template <class T, class A> batch<T, A> acos(const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& v) { return arccosine<float>(v); }, x);
  else
    return arccosine<double>(x);
}

}  // namespace sinter::core::elementary

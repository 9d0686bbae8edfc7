// SPDX-License-Identifier: MIT
// sqrt, rsqrt, cbrt and pow.
#pragma once

#include <sinter/cpu/elementary/exponential.hpp>
#include <sinter/cpu/elementary/logarithm.hpp>
#include <sinter/cpu/elementary/rounding.hpp>

#include <cmath>

namespace sinter::core::elementary {

// The square root, correctly rounded by the hardware.
template <class T, class A> batch<T, A> sqrt(const batch<T, A>& x) { return square_root(x); }

// 1 / sqrt(x), two correct roundings; +-infinity at +-0. Measured: f32 1.48 ulp, f64 1.48 ulp.
template <class T, class A> batch<T, A> rsqrt(const batch<T, A>& x) {
  return batch<T, A>(T(1)) / square_root(x);
}

// cbrt(m) to 2^-9 for m within [sqrt(1/2), 4 sqrt(2)].
struct cube_root_terms {
  static constexpr double start[] = {0x1.153c63ff3d058p-1, 0x1.3bd225b863277p-1,  -0x1.9a4bec8e3589ep-3,
                                     0x1.79ee0a2148585p-5, -0x1.75f50595b1f42p-8, 0x1.2b69ece7b07dcp-12};
};

// One step of Halley's method for y^3 = m, written as a small correction: the error is cubed.
template <class A>
[[gnu::always_inline]] inline batch<double, A> halley_cube_root(const batch<double, A>& m,
                                                                const batch<double, A>& y) {
  const batch<double, A> cube = y * y * y;
  return y - y * ((cube - m) / (cube + cube + m));
}

// |x| = 8^k m with m in [sqrt(1/2), 4 sqrt(2)), then a polynomial and one or two of Halley's steps.
template <class Accuracy, class A>
[[gnu::always_inline]] inline batch<double, A> cube_root(const batch<double, A>& x) {
  const batch<double, A> size = absolute(x), third(1. / 3);
  const auto [exponent, mantissa] = separate(size);
  const batch<double, A> thirds = elementary::floor((exponent + batch<double, A>(0.25)) * third);
  const batch<double, A> m = mantissa * power_of_two(exponent - thirds * batch<double, A>(3.));
  batch<double, A> y = halley_cube_root(m, polynomial(m, cube_root_terms::start));
  if constexpr (std::is_same_v<Accuracy, double>) y = halley_cube_root(m, y);
  const batch<double, A> root = y * power_of_two(thirds) | sign_bit(x);
  return xsimd::select((size > batch<double, A>(0.)) & (size < batch<double, A>(infinity<double>)), root, x);
}

// The cube root; f32 through f64. Measured: f32 0.55 ulp, f64 0.92 ulp.
template <class T, class A> batch<T, A> cbrt(const batch<T, A>& x) {
  if constexpr (std::is_same_v<T, float>)
    return in_double([](const auto& wide) { return cube_root<float>(wide); }, x);
  else
    return cube_root<double>(x);
}

// C's rules for pow around 2^(y log2 |x|): 1 for y = 0 and x = 1 (even with NaN) and pow(-1, +-infinity); the
// sign of x for odd y; NaN for a finite negative x and a y that is no integer. `value` is right for |x|
// otherwise.
template <class A>
[[gnu::always_inline]] inline batch<double, A> finish_power(const batch<double, A>& x,
                                                            const batch<double, A>& y,
                                                            batch<double, A> value) {
  const batch<double, A> zero(0.), one(1.), half(0.5), top(infinity<double>), size = absolute(x);
  const auto is_integer = elementary::floor(y) == y;
  const auto is_even = elementary::floor(y * half) == y * half;
  const batch<double, A> flip = xsimd::select(is_even, zero, xsimd::select(is_integer, sign_bit(x), zero));
  value = value ^ flip;
  const auto is_undefined = (x < zero) & (size < top) & !is_integer;
  value = xsimd::select(is_undefined, batch<double, A>(not_a_number<double>), value);
  const auto is_one = (y == zero) | (x == one) | ((size == one) & (absolute(y) == top));
  return xsimd::select(is_one, one, value);
}

// (atanh(s) / s - 1 - z / 3) / z^2, z = s^2, for |s| <= 0.1716.
struct power_terms {
  static constexpr double series[] = {0x1.999999999999ap-3, 0x1.2492492492522p-3, 0x1.c71c71c6ea871p-4,
                                      0x1.745d177aad02ap-4, 0x1.3b1395c88122p-4,  0x1.1118c9ee5b8a4p-4,
                                      0x1.df7c5bc7c7563p-5, 0x1.e032e4d8436a1p-5};
};

// A value in two parts, the lower one beneath the rounding of the upper.
template <class A> struct two_parts {
  batch<double, A> high, low;
};

// log2(x) to 2^-66 relative, for a positive finite x and hardware with a fused multiply: with m = x / 2^k and
// s = (m - 1) / (m + 1), log2(m) = 2 / ln(2) (s + s z (1/3 + z series(z))), the large terms in two parts
// each.
template <class A>
[[gnu::always_inline]] inline two_parts<A> long_binary_logarithm(const batch<double, A>& x) {
  using value = batch<double, A>;
  const value one(1.), third(0x1.5555555555555p-2), third_low(0x1.5555555555555p-56);
  const value scale(0x1.71547652b82fep+1), scale_low(0x1.777d0ffda0d24p-55);
  const auto [exponent, mantissa] = separate(x);
  const value f = mantissa - one, sum = mantissa + one, sum_low = mantissa - (sum - one), inverse = one / sum;
  const value s = rounded(f * inverse), s_low = fused_less(s, sum_low, fused_less(s, sum, f)) * inverse;
  const value z = s * s, z_low = fused(s + s, s_low, negated(fused_less(s, s, z)));
  const value bend = rounded(z * polynomial(z, power_terms::series));
  const value p = third + bend, p_low = ((third - p) + bend) + third_low;
  const value t = z * p, t_low = fused(z, p_low, z_low * p) - fused_less(z, p, t);
  const value u = rounded(s * t), u_low = fused(s, t_low, s_low * t) - fused_less(s, t, u);
  const value area = s + u, area_low = ((s - area) + u) + (u_low + s_low);
  const value main = rounded(area * scale);
  const value main_low = fused(area, scale_low, area_low * scale) - fused_less(area, scale, main);
  const value high = exponent + main;
  return {high, ((exponent - high) + main) + main_low};
}

// 2^(y log2 x) for x >= 0.
template <class A>
[[gnu::always_inline]] inline batch<double, A> long_power(const batch<double, A>& x,
                                                          const batch<double, A>& y) {
  using value = batch<double, A>;
  const two_parts<A> logarithm = long_binary_logarithm(x);
  const value high = finish_logarithm(x, logarithm.high), product = y * high;
  const value product_low = fused(y, logarithm.low, negated(fused_less(y, high, product)));
  const value low = xsimd::select(absolute(product) < value(1100.), product_low, value(0.));
  return power_of_two_anywhere<double>(product, low);
}

// x^y. f32: through double, 2^(y log2 |x|) with f32-grade polynomials. f64: with log2 |x| in two parts; lane
// by lane through std::pow where the hardware has no fused multiply. Measured: f32 0.51 ulp, f64 0.98 ulp.
template <class T, class A> batch<T, A> pow(const batch<T, A>& x, const batch<T, A>& y) {
  if constexpr (std::is_same_v<T, float>) {
    return in_double(
        [](const auto& base, const auto& exponent) {
          const batch<double, A> product = exponent * binary_logarithm<float>(absolute(base));
          return finish_power(base, exponent, power_of_two_anywhere<float>(product));
        },
        x, y);
  } else if constexpr (has_fused<A>) {
    return finish_power(x, y, long_power(absolute(x), y));
  } else {
    return lane_by_lane([](T base, T exponent) { return std::pow(base, exponent); }, x, y);
  }
}

}  // namespace sinter::core::elementary

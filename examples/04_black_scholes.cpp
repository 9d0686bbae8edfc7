// SPDX-License-Identifier: MIT
// 04 The Black-Scholes price of a call with all first and second Greeks by differentiation, against the closed forms.
#include <cmath>
#include <cstdio>

#include <sinter/sinter.hpp>

using namespace sinter;

// [price]
constexpr f64<> normal_cdf(const f64<>& x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

constexpr f64<> price(const f64<>& spot, const f64<>& strike, const f64<>& years, const f64<>& rate, const f64<>& vol) {
  f64<> spread = vol * sqrt(years);
  f64<> d1 = (log(spot / strike) + (rate + 0.5 * vol * vol) * years) / spread;
  return spot * normal_cdf(d1) - strike * exp(-rate * years) * normal_cdf(d1 - spread);
}

inline constexpr auto first_order = grad<price, args<0, 2, 3, 4>>;  // delta, -theta, rho, vega
inline constexpr auto delta = grad<price, args<0>>;
inline constexpr auto vega = grad<price, args<4>>;
inline constexpr auto gamma_of = grad<delta, args<0>>;
inline constexpr auto vanna_of = grad<delta, args<4>>;
inline constexpr auto volga_of = grad<vega, args<4>>;
// [price]

int main() {
  const double s = 100, k = 110, t = 0.75, r = 0.03, v = 0.25;
  const f64<> spot = s, strike = k, years = t, rate = r, vol = v;
  const auto [d_spot, d_years, d_rate, d_vol] = jit<first_order>(spot, strike, years, rate, vol);

  const double w = v * std::sqrt(t), d1 = (std::log(s / k) + (r + 0.5 * v * v) * t) / w, d2 = d1 - w;
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const double density = std::exp(-0.5 * d1 * d1) / std::sqrt(2 * 3.14159265358979323846), discount = std::exp(-r * t);
  const struct {
    const char* name;
    double found, closed;
  } greeks[] = {
      {"price", jit<price>(spot, strike, years, rate, vol)(), s * cdf(d1) - k * discount * cdf(d2)},
      {"delta", d_spot(), cdf(d1)},
      {"theta", -d_years(), -s * density * v / (2 * std::sqrt(t)) - r * k * discount * cdf(d2)},
      {"rho", d_rate(), k * t * discount * cdf(d2)},
      {"vega", d_vol(), s * density * std::sqrt(t)},
      {"gamma", jit<gamma_of>(spot, strike, years, rate, vol)(), density / (s * w)},
      {"vanna", jit<vanna_of>(spot, strike, years, rate, vol)(), -density * d2 / v},
      {"volga", jit<volga_of>(spot, strike, years, rate, vol)(), s * density * std::sqrt(t) * d1 * d2 / v},
  };
  bool all_agree = true;
  std::printf("%-8s %20s %20s\n", "", "by differentiation", "closed form");
  for (const auto& greek : greeks) {
    std::printf("%-8s %20.12f %20.12f\n", greek.name, greek.found, greek.closed);
    all_agree = all_agree && std::abs(greek.found - greek.closed) <= 1e-10 * (1 + std::abs(greek.closed));
  }
  return all_agree ? 0 : 1;
}

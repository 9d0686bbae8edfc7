// SPDX-License-Identifier: MIT
// Random numbers that are the same everywhere, samples of the domains that rows name, and distances in ulp.
#pragma once
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "oracle.hpp"

namespace support {

class random_numbers {
 public:
  explicit random_numbers(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u) {}
  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53; }
  double normal() { return std::sqrt(-2 * std::log(uniform(0x1p-60, 1))) * std::cos(6.283185307179586 * uniform(0, 1)); }
  // 0 ... count - 1
  int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
  bool one_in(int count) { return below(count) == 0; }
  template <class T>
  const T& of(const std::vector<T>& list) { return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))]; }

 private:
  std::uint64_t state_;
};

inline wide rounded_to(dtype type, wide value) {
  if (type == dtype::f32) return static_cast<float>(value);
  if (type == dtype::f64) return static_cast<double>(value);
  if (type == dtype::f16) return static_cast<wide>(sinter::float16(value));
  if (type == dtype::bf16) return static_cast<wide>(sinter::bfloat16(value));
  return value;
}

inline wide integer_sample(random_numbers& random, dtype type, sinter::core::domain samples, bool extremes) {
  using sinter::core::domain;
  wide made = 0;
  if (type == dtype::b8) return random.below(2);
  sinter::core::with_element(type, [&]<class T>() {
    if (extremes && random.one_in(4)) {
      const T some[] = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(1), T(0), static_cast<T>(-1)};
      made = static_cast<wide>(some[random.below(5)]);
      return;
    }
    if (extremes && random.one_in(3)) {
      made = static_cast<wide>(static_cast<T>(random.bits()));
      return;
    }
    const int high = samples == domain::index ? 70 : 9, low = std::is_unsigned_v<T> || samples == domain::index ? 0 : -9;
    int value = low + random.below(high - low + 1);
    if (value == 0 && (samples == domain::nonzero || samples == domain::not_small)) value = 1;
    made = static_cast<wide>(static_cast<T>(value));
  });
  return made;
}

// A number of the domain. `place` numbers all samples of one test, for domains where no two may be equal.
inline double real_sample(random_numbers& random, sinter::core::domain samples, int place) {
  using sinter::core::domain;
  switch (samples) {
    case domain::small: return random.uniform(-3, 3);
    case domain::positive: return random.uniform(1, 3);
    case domain::nonzero: {
      const double size = random.uniform(0.3, 4);
      return random.one_in(2) ? size : -size;
    }
    case domain::not_small: {
      const double x = 3 * random.normal();
      return x + std::copysign(10, x);
    }
    case domain::unit_interval: return random.uniform(0.05, 0.95);
    case domain::inside_unit: return random.uniform(-0.9, 0.9);
    case domain::above_one: return random.uniform(1.2, 5);
    case domain::bounded: return random.uniform(-1.3, 1.3);
    case domain::distinct: return (place * 37 % 101) * 0.25 - 12 + 0.05 * random.uniform(-1, 1);
    case domain::fraction: return random.uniform(0.1, 0.4);
    default: return 3 * random.normal();
  }
}

inline const std::vector<double>& special_values() {
  static const std::vector<double> all = {0.0, -0.0, 1, -1, 0.5, -2, std::numeric_limits<double>::infinity(),
                                          -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN(),
                                          1e-310, -1e-40, 1e-40, 3.4028234663852886e38, -3.4028234663852886e38, 1.7976931348623157e308,
                                          88.7, -103.9, 2.5, 3, -3};
  return all;
}

// Distance in steps of the element type; 0 for two NaN, huge for one.
inline std::uint64_t ulps(dtype type, wide x, wide y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y) ? 0 : ~std::uint64_t{0};
  auto order = [&](wide value) -> std::int64_t {
    if (sinter::core::is_halved(type)) {
      const auto bits = type == dtype::f16 ? sinter::float16(value).bits : sinter::bfloat16(value).bits;
      return bits & 0x8000 ? -static_cast<std::int64_t>(bits & 0x7fff) : bits;
    }
    if (type == dtype::f32) {
      const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(value));
      return bits < 0 ? -static_cast<std::int64_t>(bits & 0x7fffffff) : bits;
    }
    const auto bits = std::bit_cast<std::int64_t>(static_cast<double>(value));
    return bits < 0 ? -(bits & std::numeric_limits<std::int64_t>::max()) : bits;
  };
  const std::int64_t a = order(x), b = order(y);
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b) : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

// The same value; zeros of the same sign unless `any_zero`; NaN equals NaN.
inline bool same_value(wide x, wide y, bool any_zero = false) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return x == y && (any_zero || x != 0 || std::signbit(x) == std::signbit(y));
}

inline wide epsilon(dtype type) {
  if (sinter::core::is_halved(type)) return type == dtype::f16 ? 0x1p-10L : 0x1p-7L;
  return type == dtype::f32 ? 0x1p-23L : 0x1p-52L;
}

inline std::string text_of(wide value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.19Lg", value);
  return text;
}
inline std::string text_of(const extent_list& extents) {
  std::string text = "(";
  for (std::size_t i = 0; i < extents.size(); ++i) text += (i ? "," : "") + std::to_string(extents[i]);
  return text + ")";
}

}  // namespace support

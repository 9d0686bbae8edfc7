// SPDX-License-Identifier: MIT
// The neighbourhoods where random bit patterns seldom fall: changes of branch, thresholds of overflow and
// underflow, zeros of the result, multiples of pi / 6.
#include <initializer_list>

#include "compare.hpp"

using namespace elementary_test;

namespace {

// 20,000 neighbours of every point at steps of 1, 977 and 1,000,003 units in the last place (f32: 1, 3, 7).
template <class T, class Function, class Reference>
void check_around(const char* name, Function function, Reference reference,
                  std::initializer_list<double> points) {
  constexpr std::int64_t steps[] = {1, sizeof(T) == 4 ? 3 : 977, sizeof(T) == 4 ? 7 : 1'000'003};
  worst_case<T> worst;
  for (const double point : points) {
    const auto centre = static_cast<std::int64_t>(std::bit_cast<bits_of<T>>(static_cast<T>(point)));
    compare_unary(
        worst, 20'000, function, [&](T x) { return reference(static_cast<long double>(x)); },
        [=](std::uint64_t i) {
          const std::int64_t offset = (static_cast<std::int64_t>(i) - 10'000) * steps[i % 3];
          return std::bit_cast<T>(static_cast<bits_of<T>>(centre + offset));
        });
  }
  report(name, worst, 4);
}

template <class Function, class Reference>
void check_corners(const char* name, Function function, Reference reference,
                   std::initializer_list<double> points) {
  check_around<float>(name, function, reference, points);
  check_around<double>(name, function, reference, points);
}

// The doubles nearest to the multiples of pi / 6 below 2^20.
template <class Function, class Reference>
void check_circle(const char* name, Function function, Reference reference) {
  worst_case<double> worst;
  compare_unary(
      worst, 500'000, function, [&](double x) { return reference(static_cast<long double>(x)); },
      [](std::uint64_t i) {
        return static_cast<double>(static_cast<long double>(i * 4 + i % 4) *
                                   0.523598775598298873077107230546583814L);
      });
  report(name, worst, 4);
}

}  // namespace

#define CORNERS(name, reference, ...)                           \
  check_corners(                                                \
      #name, [](const auto& x) { return elementary::name(x); }, \
      [](long double x) -> long double { return reference; }, {__VA_ARGS__})

TEST_CASE("elementary corners of exponentials and logarithms") {
  CORNERS(exp, std::exp(x), 709.78, 88.72, -745.13, -708.4, -103.97, -87.33, 0.3466, -0.3466, 1e-17, -37.4);
  CORNERS(exp2, std::exp2(x), 1023.999, 127.999, -1074.9, -1022, -149.5, -126, 0.5, -0.5);
  CORNERS(expm1, std::expm1(x), 709.78, 88.72, -37.4, -17.3, 0.3466, -0.3466, 1e-8, 1e-16, 1.04);
  CORNERS(logistic, 1 / (1 + std::exp(-x)), -745.1, -708.4, -103.97, -87.3, 36.7, 16.6, 1e-9);
  CORNERS(log, std::log(x), 1, 0.7071, 1.41421, 2, 5e-320, 2.3e-308, 1.7e308, 1.4e-42, 1.2e-38);
  CORNERS(log2, std::log2(x), 1, 0.7071, 1.41421, 2, 5e-320, 2.3e-308, 1.7e308, 1.4e-42, 1.2e-38);
  CORNERS(log1p, std::log1p(x), -0.9999999, -0.5, -0.2929, 0.41421, 1, 1e-16, 1e-8, 1e16, 3e16, 1e300, 3e38);
  CORNERS(rsqrt, 1 / std::sqrt(x), 1, 4, 5e-320, 2.2e-308, 1.4e-42);
  CORNERS(cbrt, std::cbrt(x), 1, 8, 2, 5e-320, 2.2e-308, 1.4e-42, 0.7071);
}

TEST_CASE("elementary corners of trigonometric functions") {
  CORNERS(sin, std::sin(x), 3.14159265358979, 1.5707963267949, 0.785398163, 1048576, 1e22, 355);
  CORNERS(cos, std::cos(x), 3.14159265358979, 1.5707963267949, 0.785398163, 1048576, 1e22, 355);
  CORNERS(tan, std::tan(x), 3.14159265358979, 1.5707963267949, 0.785398163, 1048576, 1e22, 355);
  CORNERS(asin, std::asin(x), 0.5, -0.5, 0.99999999999, 1e-8, 3.7e-9);
  CORNERS(acos, std::acos(x), 0.5, -0.5, 0.99999999999, -0.99999999999, 1e-8);
  CORNERS(atan, std::atan(x), 0.41421356, 2.41421356, 1, 1e16, 3.7e-9, 1e18);
  check_circle(
      "sin", [](const auto& x) { return elementary::sin(x); }, [](long double x) { return std::sin(x); });
  check_circle(
      "cos", [](const auto& x) { return elementary::cos(x); }, [](long double x) { return std::cos(x); });
  check_circle(
      "tan", [](const auto& x) { return elementary::tan(x); }, [](long double x) { return std::tan(x); });
}

TEST_CASE("elementary corners of hyperbolic and error functions") {
  CORNERS(sinh, std::sinh(x), 1, 710.4758, 89.4159, 1e-8, 20);
  CORNERS(cosh, std::cosh(x), 1, 710.4758, 89.4159, 1e-8, 20);
  CORNERS(tanh, std::tanh(x), 0.6, 1e-8, 19.06, 9.01, 0.3);
  CORNERS(asinh, std::asinh(x), 1e-8, 1, 2.68435456e8, 0.5, 1.152921504606846976e18);
  CORNERS(acosh, std::acosh(x), 1.0000001, 1.0000000000001, 1.5, 1.152921504606846976e18);
  CORNERS(atanh, std::atanh(x), 0.5, 0.99999999999, 1e-8, 3.7e-9);
  CORNERS(erf, std::erf(x), 1, 5.92, 3.92, 0.47, 1e-9);
  CORNERS(erfc, std::erfc(x), 0.47, -0.47, 26.54, 27.2, 26.6, 9.19, 10.05, 1, -5.86, 6);
}

// Powers whose exponents run through the whole range of results, where an error in the logarithm counts a
// thousandfold; a third of the bases lie just above 1.
TEST_CASE("elementary corners of pow") {
  using batch = xsimd::batch<double>;
  worst_case<double> worst;
  alignas(64) double x[batch::size], y[batch::size], out[batch::size];
  for (std::uint64_t first = 0; first < 500'000; first += batch::size) {
    for (std::uint64_t lane = 0; lane < batch::size; ++lane) {
      const std::uint64_t random = scrambled(first + lane), other = scrambled(~random);
      x[lane] = std::bit_cast<double>(random & 0x7fefffffffffffff);
      if ((first + lane) % 3 == 0) x[lane] = 1 + static_cast<double>(random % 1'000'000 + 1) * 1e-9;
      y[lane] = (static_cast<double>(other % 2'200'000) - 1'100'000) * 1e-3 / std::log2(x[lane]);
    }
    elementary::pow(batch::load_aligned(x), batch::load_aligned(y)).store_aligned(out);
    for (std::size_t lane = 0; lane < batch::size; ++lane)
      worst.add(ulp_error(out[lane],
                          std::pow(static_cast<long double>(x[lane]), static_cast<long double>(y[lane]))),
                x[lane], y[lane], out[lane]);
  }
  report("pow", worst, 4);
}

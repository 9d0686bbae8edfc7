// SPDX-License-Identifier: MIT
// Approximate instructions within the error that the specification allows, jitter included.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

double two_to(double e) { return std::exp2(e); }  // fractions of a bit too

struct unary {
  const char* opcode;
  double (*exact)(double);
  double relative, absolute;
};

void of_f32(const visitor& visit) {
  const double least = two_to(-149);
  // rcp is good to 1 ulp, ex2 and rsqrt to 2^-22 or a little better; sqrt to 2^-22.
  const unary table[] = {{"ex2.approx", [](double x) { return std::exp2(x); }, two_to(-22), least},
                         {"rcp.approx", [](double x) { return 1 / x; }, two_to(-23), least},
                         {"rsqrt.approx", [](double x) { return 1 / std::sqrt(x); }, two_to(-22.4), least},
                         {"sqrt.approx", [](double x) { return std::sqrt(x); }, two_to(-22), least},
                         // 2^-22 absolute between 1/2 and 2, relative elsewhere
                         {"lg2.approx", [](double x) { return std::log2(x); }, two_to(-22), two_to(-22)}};
  for (const unary& u : table)
    for (const bool ftz : {false, true})
      visit_approximation(visit,
                          {"f32 <- f32", std::string(u.opcode) + (ftz ? ".ftz" : "") + ".f32 %o0, %x;",
                           [exact = u.exact](double x, double) { return exact(x); }, u.relative, u.absolute, ftz});
  visit_approximation(visit, {"f32 <- f32", "tanh.approx.f32 %o0, %x;", [](double x, double) { return std::tanh(x); },
                              two_to(-11), least});
  // sin and cos have a bound in [-pi, pi] only, 2^-20.5 absolute.
  for (const bool ftz : {false, true}) {
    const std::string suffix = std::string(".approx") + (ftz ? ".ftz" : "") + ".f32 %o0, %x;";
    visit_approximation(
        visit, {"f32 <- angle", "sin" + suffix, [](double x, double) { return std::sin(x); }, 0, two_to(-20.5), ftz});
    visit_approximation(
        visit, {"f32 <- angle", "cos" + suffix, [](double x, double) { return std::cos(x); }, 0, two_to(-20.5), ftz});
  }
}

// div.approx: 2 ulp while 2^-126 <= |y| <= 2^126; above, a finite quotient is 0 and an infinite one NaN. div.full: 2
// ulp, everywhere.
void divisions(const visitor& visit) {
  const auto large = [](double x, double y) {
    return std::fabs(y) > two_to(126) && std::isfinite(y) ? x * std::copysign(0.0, y) : x / y;
  };
  visit_approximation(visit,
                      {"f32 <- f32 large_divisor", "div.approx.f32 %o0, %x, %y;", large, two_to(-22), two_to(-148)});
  for (const bool ftz : {false, true}) {
    const std::string suffix = std::string(ftz ? ".ftz" : "") + ".f32 %o0, %x, %y;";
    visit_approximation(visit, {"f32 <- f32 divisor", "div.approx" + suffix, [](double x, double y) { return x / y; },
                                two_to(-22), two_to(-148), ftz});
    visit_approximation(visit, {"f32 <- f32 divisor", "div.full" + suffix, [](double x, double y) { return x / y; },
                                two_to(-22), two_to(-148), ftz});
  }
}

// f16: 2^-9.9 relative for ex2, 2^-10.987 absolute for tanh; bf16: 2^-7 for ex2, which flushes, and 2^-8 for tanh.
void of_halves(const visitor& visit) {
  const auto exp2 = [](double x, double) { return std::exp2(x); };
  const auto tanh = [](double x, double) { return std::tanh(x); };
  visit_approximation(visit, {"f16 <- f16", "ex2.approx.f16 %o0, %x;", exp2, two_to(-9.9), two_to(-24)});
  visit_approximation(visit, {"f16 <- f16", "tanh.approx.f16 %o0, %x;", tanh, 0, two_to(-10.987)});
  visit_approximation(visit,
                      {"bf16 <- bf16", "ex2.approx.ftz.bf16 %o0, %x;", exp2, two_to(-7), two_to(-133), true, 90});
  visit_approximation(visit, {"bf16 <- bf16", "tanh.approx.bf16 %o0, %x;", tanh, 0, two_to(-8), false, 90});
}

// f64: what is right in 20 bits of fraction, from an operand cut to its upper half; results have a lower half of zeros.
void of_f64(const visitor& visit) {
  const auto cut = [](double x) { return rules::f64(rules::bits(x) & 0xFFFFFFFF00000000); };
  for (const bool is_root : {false, true})
    visit_approximation(
        visit, {"f64 <- f64", std::string(is_root ? "rsqrt" : "rcp") + ".approx.ftz.f64 %o0, %x;",
                [=](double x, double) { return is_root ? 1 / std::sqrt(cut(x)) : 1 / cut(x); }, two_to(-19), 0, true});
  visit_approximation(visit, {"f64 <- f64", "rsqrt.approx.f64 %o0, %x;",
                              [](double x, double) { return 1 / std::sqrt(x); }, two_to(-19), 0});
}

}  // namespace

void approximate_tests(const visitor& visit) {
  of_f32(visit);
  divisions(visit);
  of_halves(visit);
  of_f64(visit);
}

}  // namespace softcuda::corpus

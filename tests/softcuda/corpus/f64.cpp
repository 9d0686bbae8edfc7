// SPDX-License-Identifier: MIT
// f64 arithmetic that is exactly rounded, the other rounding modes by those of this processor.
#include <cfenv>

#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
struct named {
  const char* text;
  int m;
};
constexpr named modes[] = {{".rn", FE_TONEAREST}, {".rz", FE_TOWARDZERO}, {".rm", FE_DOWNWARD}, {".rp", FE_UPWARD}};

// An operation under a rounding mode; volatile keeps the compiler from moving or folding it.
template <class Operation> rule rounded_by(int m, Operation operation) {
  return [m, operation](u64 x, u64 y, u64 z) {
    volatile double a = rules::f64(x), b = rules::f64(y), c = rules::f64(z);
    std::fesetround(m);
    volatile double r = operation(a, b, c);
    std::fesetround(FE_TONEAREST);
    return rules::bits(double{r});
  };
}

}  // namespace

void f64_tests(const visitor& visit) {
  constexpr auto number = comparison::number;
  for (const named& r : modes) {
    const std::string s = r.text;
    visit_element(visit, {"f64 <- f64 f64",
                          "add" + s + ".f64 %o0, %x, %y;",
                          {rounded_by(r.m, [](double a, double b, double) { return a + b; })},
                          number});
    visit_element(visit, {"f64 <- f64 f64",
                          "sub" + s + ".f64 %o0, %x, %y;",
                          {rounded_by(r.m, [](double a, double b, double) { return a - b; })},
                          number});
    visit_element(visit, {"f64 <- f64 f64",
                          "mul" + s + ".f64 %o0, %x, %y;",
                          {rounded_by(r.m, [](double a, double b, double) { return a * b; })},
                          number});
    visit_element(visit, {"f64 <- f64 f64",
                          "div" + s + ".f64 %o0, %x, %y;",
                          {rounded_by(r.m, [](double a, double b, double) { return a / b; })},
                          number});
    visit_element(visit, {"f64 <- f64",
                          "rcp" + s + ".f64 %o0, %x;",
                          {rounded_by(r.m, [](double a, double, double) { return 1 / a; })},
                          number});
    visit_element(visit, {"f64 <- f64",
                          "sqrt" + s + ".f64 %o0, %x;",
                          {rounded_by(r.m, [](double a, double, double) { return std::sqrt(a); })},
                          number});
    visit_element(visit, {"f64 <- f64 f64 f64",
                          "fma" + s + ".f64 %o0, %x, %y, %z;",
                          {rounded_by(r.m, [](double a, double b, double c) { return std::fma(a, b, c); })},
                          number});
  }
  const auto plain = [](auto operation) { return rounded_by(FE_TONEAREST, operation); };
  visit_element(
      visit,
      {"f64 <- f64 f64", "add.f64 %o0, %x, %y;", {plain([](double a, double b, double) { return a + b; })}, number});
  visit_element(
      visit,
      {"f64 <- f64 f64", "sub.f64 %o0, %x, %y;", {plain([](double a, double b, double) { return a - b; })}, number});
  visit_element(
      visit,
      {"f64 <- f64 f64", "mul.f64 %o0, %x, %y;", {plain([](double a, double b, double) { return a * b; })}, number});
  visit_element(visit, {"f64 <- f64 f64 f64",
                        "mad.rn.f64 %o0, %x, %y, %z;",
                        {plain([](double a, double b, double c) { return std::fma(a, b, c); })},
                        number});
  visit_element(visit, {"f64 <- f64",
                        "fma.rn.f64 %o0, %x, 0d400921FB54442D18, 0dC000000000000000;",
                        {plain([](double a, double, double) { return std::fma(a, 3.141592653589793, -2.0); })},
                        number});
  visit_element(visit,
                {"f64 <- f64", "neg.f64 %o0, %x;", {[](u64 x, u64, u64) { return x ^ sign_of(twice); }}, number});
  visit_element(visit,
                {"f64 <- f64", "abs.f64 %o0, %x;", {[](u64 x, u64, u64) { return x & ~sign_of(twice); }}, number});
  visit_element(visit, {"f64 <- f64 f64", "copysign.f64 %o0, %x, %y;", {[](u64 x, u64 y, u64) {
                          return (x & sign_of(twice)) | (y & ~sign_of(twice));
                        }}});
  for (const bool is_max : {false, true})
    visit_element(visit, {"f64 <- f64 f64",
                          std::string(is_max ? "max" : "min") + ".f64 %o0, %x, %y;",
                          {[=](u64 x, u64 y, u64) { return extreme(twice, x, y, is_max); }},
                          number});
}

}  // namespace softcuda::corpus

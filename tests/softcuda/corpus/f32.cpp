// SPDX-License-Identifier: MIT
// f32 arithmetic that is exactly rounded: every rounding mode, .ftz and .sat.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
constexpr format f = single;
struct named {
  const char* text;
  mode m;
};
constexpr named modes[] = {{".rn", mode::rn}, {".rz", mode::rz}, {".rm", mode::rm}, {".rp", mode::rp}};

// The instruction plain and with .ftz, .sat and both; `law` is the rule without them.
void variants(const visitor& visit, const std::string& types, const std::string& opcode, const std::string& operands,
              bool has_sat, const rule& law) {
  for (const bool ftz : {false, true})
    for (const bool sat : {false, true}) {
      if (sat && !has_sat) continue;
      const rule full = [=](u64 x, u64 y, u64 z) {
        const auto in = [ftz](u64 b) { return ftz ? flushed(f, b) : b; };
        const u64 b = in(law(in(x), in(y), in(z)));
        return sat ? saturated(f, b) : b;
      };
      visit_element(visit, {types,
                            opcode + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + ".f32 " + operands,
                            {full},
                            sat ? comparison::value : comparison::number});
    }
}

void minimum_and_maximum(const visitor& visit) {
  for (const bool is_max : {false, true}) {
    const std::string base = is_max ? "max" : "min";
    variants(visit, "f32 <- f32 f32", base, "%o0, %x, %y;", false,
             [=](u64 x, u64 y, u64) { return extreme(f, x, y, is_max); });
    variants(visit, "f32 <- f32 f32", base, "%o0, %y, %x;", false,
             [=](u64 x, u64 y, u64) { return extreme(f, y, x, is_max); });
    visit_element(visit, {"f32 <- f32 f32",
                          base + ".NaN.f32 %o0, %x, %y;",
                          {[=](u64 x, u64 y, u64) { return extreme(f, x, y, is_max, true); }},
                          comparison::number});
    visit_element(visit, {"f32 <- f32 f32",
                          base + ".ftz.NaN.f32 %o0, %x, %y;",
                          {[=](u64 x, u64 y, u64) { return extreme(f, flushed(f, x), flushed(f, y), is_max, true); }},
                          comparison::number});
    visit_element(visit, {"f32 <- f32 f32",
                          base + ".xorsign.abs.f32 %o0, %x, %y;",
                          {[=](u64 x, u64 y, u64) {
                            const u64 m = extreme(f, x & 0x7FFFFFFF, y & 0x7FFFFFFF, is_max);
                            return (m & 0x7FFFFFFF) | ((x ^ y) & 0x80000000);
                          }},
                          comparison::number,
                          86});
  }
}

}  // namespace

void f32_tests(const visitor& visit) {
  for (const named& r : modes) {
    const mode m = r.m;
    const std::string s = r.text;
    variants(visit, "f32 <- f32 f32", "add" + s, "%o0, %x, %y;", true,
             [m](u64 x, u64 y, u64) { return add(f, x, y, m); });
    variants(visit, "f32 <- f32 f32", "sub" + s, "%o0, %x, %y;", true,
             [m](u64 x, u64 y, u64) { return sub(f, x, y, m); });
    variants(visit, "f32 <- f32 f32", "mul" + s, "%o0, %x, %y;", true,
             [m](u64 x, u64 y, u64) { return mul(f, x, y, m); });
    variants(visit, "f32 <- f32 f32 f32", "fma" + s, "%o0, %x, %y, %z;", true,
             [m](u64 x, u64 y, u64 z) { return fma(f, x, y, z, m); });
    variants(visit, "f32 <- f32 f32", "div" + s, "%o0, %x, %y;", false,
             [m](u64 x, u64 y, u64) { return div(x, y, m); });
    variants(visit, "f32 <- f32", "rcp" + s, "%o0, %x;", false, [m](u64 x, u64, u64) { return div(0x3F800000, x, m); });
    variants(visit, "f32 <- f32", "sqrt" + s, "%o0, %x;", false, [m](u64 x, u64, u64) { return rules::sqrt(x, m); });
  }
  variants(visit, "f32 <- f32 f32", "add", "%o0, %x, %y;", true, [](u64 x, u64 y, u64) { return add(f, x, y); });
  variants(visit, "f32 <- f32 f32", "sub", "%o0, %x, %y;", true, [](u64 x, u64 y, u64) { return sub(f, x, y); });
  variants(visit, "f32 <- f32 f32", "mul", "%o0, %x, %y;", true, [](u64 x, u64 y, u64) { return mul(f, x, y); });
  variants(visit, "f32 <- f32 f32 f32", "mad.rn", "%o0, %x, %y, %z;", true,
           [](u64 x, u64 y, u64 z) { return fma(f, x, y, z); });
  variants(visit, "f32 <- f32", "neg", "%o0, %x;", false, [](u64 x, u64, u64) { return negated(f, x); });
  variants(visit, "f32 <- f32", "abs", "%o0, %x;", false, [](u64 x, u64, u64) { return x & 0x7FFFFFFF; });
  minimum_and_maximum(visit);
  // copysign d, a, b: the sign of a, the magnitude of b.
  visit_element(visit, {"f32 <- f32 f32", "copysign.f32 %o0, %x, %y;", {[](u64 x, u64 y, u64) {
                          return (x & 0x80000000) | (y & 0x7FFFFFFF);
                        }}});
  // As the generator of compute_100 writes it: registers of .b32.
  visit_element(visit, {"f32 <- f32 f32 f32",
                        "fma.rn.f32 %o0, %x, %y, %z;",
                        {[](u64 x, u64 y, u64 z) { return fma(f, x, y, z); }},
                        comparison::number,
                        100});
  visit_element(visit, {"f32 <- f32 f32",
                        "max.f32 %o0, %x, %y;",
                        {[](u64 x, u64 y, u64) { return extreme(f, x, y, true); }},
                        comparison::number,
                        100});
  // Immediates, as bits and as decimals, in each place.
  visit_element(visit, {"f32 <- f32",
                        "add.f32 %o0, 0f3F000000, %x;",
                        {[](u64 x, u64, u64) { return add(f, 0x3F000000, x); }},
                        comparison::number});
  visit_element(visit, {"f32 <- f32",
                        "fma.rn.f32 %o0, %x, 0fC0490FDB, 0fFF800000;",
                        {[](u64 x, u64, u64) { return fma(f, x, 0xC0490FDB, 0xFF800000); }},
                        comparison::number});
  visit_element(visit, {"f32 <- f32",
                        "mul.f32 %o0, %x, -2.5;",
                        {[](u64 x, u64, u64) { return mul(f, x, 0xC0200000); }},
                        comparison::number});
}

}  // namespace softcuda::corpus

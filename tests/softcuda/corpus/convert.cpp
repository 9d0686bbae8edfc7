// SPDX-License-Identifier: MIT
// cvt between all types: roundings, saturation, NaN, flushing, packed pairs.
#include <algorithm>

#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
__extension__ typedef __int128 s128;

struct integer_kind {
  const char* type;
  int width;
  bool is_signed;
};
constexpr integer_kind integers[] = {{"s8", 8, true},   {"u8", 8, false},   {"s16", 16, true}, {"u16", 16, false},
                                     {"s32", 32, true}, {"u32", 32, false}, {"s64", 64, true}, {"u64", 64, false}};
struct float_kind {
  const char* type;
  format f;
};
constexpr float_kind floats[] = {{"f16", half}, {"f32", single}, {"f64", twice}};
struct named {
  const char* text;
  mode m;
};
constexpr named integral_modes[] = {{"rni", mode::rn}, {"rzi", mode::rz}, {"rmi", mode::rm}, {"rpi", mode::rp}};
constexpr named modes[] = {{"rn", mode::rn}, {"rz", mode::rz}, {"rm", mode::rm}, {"rp", mode::rp}};

double wide_value(const float_kind& k, u64 b) { return k.f.fraction == 52 ? rules::f64(b) : value(k.f, b); }
s128 integer_value(const integer_kind& k, u64 b) {
  return k.is_signed ? static_cast<s128>(static_cast<s64>(b << (64 - k.width)) >> (64 - k.width))
                     : static_cast<s128>(b);
}
u64 mask_of(int width) { return width == 64 ? ~u64{0} : (u64{1} << width) - 1; }
std::string types(const std::string& to, const std::string& from) { return to + " <- " + from; }

void between_integers(const visitor& visit) {
  for (const integer_kind& to : integers)
    for (const integer_kind& from : integers) {
      if (&to == &from) continue;
      const std::string pair = std::string(to.type) + "." + from.type + " %o0, %x;";
      visit_element(visit, {types(to.type, from.type), "cvt." + pair, {[=](u64 x, u64, u64) {
                              return static_cast<u64>(integer_value(from, x)) & mask_of(to.width);
                            }}});
      // .sat is refused where every value fits.
      const bool fits = to.width > from.width && (to.is_signed || !from.is_signed);
      if (fits) continue;
      const s128 least = to.is_signed ? -(s128{1} << (to.width - 1)) : 0,
                 most = (s128{1} << (to.is_signed ? to.width - 1 : to.width)) - 1;
      visit_element(visit, {types(to.type, from.type), "cvt.sat." + pair, {[=](u64 x, u64, u64) {
                              return static_cast<u64>(std::clamp(integer_value(from, x), least, most)) &
                                     mask_of(to.width);
                            }}});
    }
}

void float_to_integer(const visitor& visit) {
  for (const float_kind& from : floats)
    for (const integer_kind& to : integers)
      for (const named& r : integral_modes)
        for (const bool ftz : {false, true}) {
          if (ftz && from.f.fraction != 23) continue;
          visit_element(visit,
                        {types(to.type, from.type),
                         std::string("cvt.") + r.text + (ftz ? ".ftz." : ".") + to.type + "." + from.type + " %o0, %x;",
                         {[=](u64 x, u64, u64) {
                           return to_integer(wide_value(from, ftz ? flushed(from.f, x) : x), r.m, to.width,
                                             to.is_signed, from.f.fraction == 52);
                         }}});
        }
}

void integer_to_float(const visitor& visit) {
  for (const float_kind& to : floats)
    for (const integer_kind& from : integers)
      for (const named& r : modes)
        visit_element(visit, {types(to.type, from.type),
                              std::string("cvt.") + r.text + "." + to.type + "." + from.type + " %o0, %x;",
                              {[=](u64 x, u64, u64) {
                                const s128 v = integer_value(from, x);
                                return from_integer(to.f, v < 0, static_cast<u64>(v < 0 ? -v : v), r.m);
                              }},
                              comparison::number});
}

void between_floats(const visitor& visit) {
  constexpr auto number = comparison::number;
  const auto put = [&](const std::string& t, const std::string& opcode, const rule& law,
                       comparison how = comparison::number, int architecture = 80) {
    visit_element(visit, {t, opcode + " %o0, %x;", {law}, how, architecture});
  };
  const rule to_double_half = [](u64 x, u64, u64) { return rules::bits(value(half, x)); };
  put("f64 <- f16", "cvt.f64.f16", to_double_half);
  put("f32 <- f16", "cvt.f32.f16", [](u64 x, u64, u64) { return rounded(single, value(half, x)); });
  put("f32 <- f16", "cvt.ftz.f32.f16", [](u64 x, u64, u64) { return rounded(single, value(half, x)); });
  put(
      "f32 <- bf16", "cvt.f32.bf16", [](u64 x, u64, u64) { return x << 16; }, number, 90);
  put("f64 <- f32", "cvt.f64.f32", [](u64 x, u64, u64) { return rules::bits(value(single, x)); });
  put("f64 <- f32", "cvt.ftz.f64.f32", [](u64 x, u64, u64) { return rules::bits(value(single, flushed(single, x))); });
  for (const named& r : modes) {
    const mode m = r.m;
    const std::string c = std::string("cvt.") + r.text;
    put("f32 <- f64", c + ".f32.f64", [m](u64 x, u64, u64) { return rounded(single, rules::f64(x), m); });
    put("f32 <- f64", c + ".ftz.f32.f64",
        [m](u64 x, u64, u64) { return flushed(single, rounded(single, rules::f64(x), m)); });
    put("f16 <- f32", c + ".f16.f32", [m](u64 x, u64, u64) { return rounded(half, value(single, x), m); });
    put("f16 <- f64", c + ".f16.f64", [m](u64 x, u64, u64) { return rounded(half, rules::f64(x), m); });
  }
  for (const named& r : integral_modes) {
    const mode m = r.m;
    const std::string c = std::string("cvt.") + r.text;
    put("f32 <- f32", c + ".f32.f32", [m](u64 x, u64, u64) { return rounded(single, integral(value(single, x), m)); });
    put("f32 <- f32", c + ".ftz.f32.f32",
        [m](u64 x, u64, u64) { return rounded(single, integral(value(single, flushed(single, x)), m)); });
    put("f64 <- f64", c + ".f64.f64", [m](u64 x, u64, u64) { return rules::bits(integral(rules::f64(x), m)); });
    put("f16 <- f16", c + ".f16.f16", [m](u64 x, u64, u64) { return rounded(half, integral(value(half, x), m)); });
  }
  put(
      "f32 <- f32", "cvt.sat.f32.f32", [](u64 x, u64, u64) { return saturated(single, x); }, comparison::value);
  put("f32 <- f32", "cvt.ftz.f32.f32", [](u64 x, u64, u64) { return flushed(single, x); });
  put(
      "f32 <- f32", "cvt.rni.sat.f32.f32",
      [](u64 x, u64, u64) { return saturated(single, rounded(single, integral(value(single, x), mode::rn))); },
      comparison::value);
  put(
      "f32 <- f64", "cvt.rn.sat.f32.f64",
      [](u64 x, u64, u64) { return saturated(single, rounded(single, rules::f64(x))); }, comparison::value);
  put(
      "f16 <- f32", "cvt.rn.sat.f16.f32",
      [](u64 x, u64, u64) { return saturated(half, rounded(half, value(single, x))); }, comparison::value);
  put("f16 <- f32", "cvt.rn.relu.f16.f32", [](u64 x, u64, u64) { return relu(half, rounded(half, value(single, x))); });
  put("f16 <- f32", "cvt.rz.relu.f16.f32",
      [](u64 x, u64, u64) { return relu(half, rounded(half, value(single, x), mode::rz)); });
  put("bf16 <- f32", "cvt.rn.bf16.f32", [](u64 x, u64, u64) { return rounded(brain, value(single, x)); });
  put("bf16 <- f32", "cvt.rz.bf16.f32", [](u64 x, u64, u64) { return rounded(brain, value(single, x), mode::rz); });
  put("bf16 <- f32", "cvt.rn.relu.bf16.f32",
      [](u64 x, u64, u64) { return relu(brain, rounded(brain, value(single, x))); });
  visit_element(visit, {"f32 <- f32",
                        "cvt.rna.tf32.f32 %r0, %x; mov.b32 %o0, %r0;",
                        {[](u64 x, u64, u64) {
                          return rounded({8, 10}, value(single, x), mode::rna) << 13;
                        }},
                        number});
}

// The first of the two sources goes to the upper half.
void pairs(const visitor& visit) {
  for (const bool relus : {false, true})
    for (const named& r : {modes[0], modes[1]}) {
      const std::string c = std::string("cvt.") + r.text + (relus ? ".relu" : "");
      const auto law = [relus, r](format f) {
        return rule([relus, r, f](u64 x, u64 y, u64) {
          const u64 high = rounded(f, value(single, x), r.m), low = rounded(f, value(single, y), r.m);
          return relus ? relu(f, high) << 16 | relu(f, low) : high << 16 | low;
        });
      };
      visit_element(visit, {"f16x2 <- f32 f32", c + ".f16x2.f32 %o0, %x, %y;", {law(half)}, comparison::number});
      visit_element(visit, {"bf16x2 <- f32 f32", c + ".bf16x2.f32 %o0, %x, %y;", {law(brain)}, comparison::number});
    }
}

}  // namespace

void convert_tests(const visitor& visit) {
  between_integers(visit);
  float_to_integer(visit);
  integer_to_float(visit);
  between_floats(visit);
  pairs(visit);
}

}  // namespace softcuda::corpus

// SPDX-License-Identifier: MIT
// Integer arithmetic: wrapping, high and wide products, saturation, division, sums of products and differences.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
__extension__ typedef __int128 s128;

struct kind {
  const char* type;
  int width;
  bool is_signed;
  u64 mask() const { return width == 64 ? ~u64{0} : (u64{1} << width) - 1; }
  s128 value(u64 b) const {
    if (!is_signed) return static_cast<s128>(b & mask());
    return static_cast<s128>(static_cast<s64>(b << (64 - width)) >> (64 - width));
  }
  u64 low(s128 v) const { return static_cast<u64>(v) & mask(); }
  u64 high(s128 v) const { return static_cast<u64>(v >> width) & mask(); }
};
constexpr kind kinds[] = {{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                          {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};

using law = std::function<s128(s128, s128, s128)>;
rule low_of(const kind& k, const law& f) {
  return [k, f](u64 x, u64 y, u64 z) { return k.low(f(k.value(x), k.value(y), k.value(z))); };
}
rule high_of(const kind& k, const law& f) {
  return [k, f](u64 x, u64 y, u64 z) { return k.high(f(k.value(x), k.value(y), k.value(z))); };
}

void of_every_kind(const visitor& visit, const kind& k) {
  const std::string t = k.type, one = t + " <- " + t, two = one + " " + t, three = two + " " + t;
  const auto put = [&](const std::string& types, const std::string& opcode, const std::string& operands, const law& f) {
    visit_element(visit, {types, opcode + "." + t + " " + operands, {low_of(k, f)}});
  };
  const law product = [](s128 x, s128 y, s128) {  // wraps in 128 bits as it should: unsigned multiplication
    __extension__ typedef unsigned __int128 u128;
    return static_cast<s128>(static_cast<u128>(x) * static_cast<u128>(y));
  };
  put(two, "add", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x + y; });
  put(two, "sub", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x - y; });
  put(two, "mul.lo", "%o0, %x, %y;", product);
  put(three, "mad.lo", "%o0, %x, %y, %z;",
      [=](s128 x, s128 y, s128 z) { return static_cast<s128>(static_cast<u64>(product(x, y, 0))) + z; });
  visit_element(visit, {two, "mul.hi." + t + " %o0, %x, %y;", {high_of(k, product)}});
  visit_element(visit, {three, "mad.hi." + t + " %o0, %x, %y, %z;", {[=](u64 x, u64 y, u64 z) {
                          return k.low(static_cast<s128>(k.high(product(k.value(x), k.value(y), 0))) + k.value(z));
                        }}});
  put(two, "min", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x < y ? x : y; });
  put(two, "max", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x > y ? x : y; });
  put(three, "sad", "%o0, %x, %y, %z;", [](s128 x, s128 y, s128 z) { return z + (x < y ? y - x : x - y); });
  // A quotient that does not fit wraps, as hardware has it; the specification leaves it open.
  const std::string divided = t + " <- " + t + " nonzero" + std::to_string(k.width);
  put(divided, "div", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x / y; });
  put(divided, "rem", "%o0, %x, %y;", [](s128 x, s128 y, s128) { return x % y; });
  if (k.is_signed) {
    put(one, "neg", "%o0, %x;", [](s128 x, s128, s128) { return -x; });
    put(one, "abs", "%o0, %x;", [](s128 x, s128, s128) { return x < 0 ? -x : x; });
  }
  if (k.width == 64) return;
  const std::string wide = t.substr(0, 1) + std::to_string(k.width * 2);
  const kind w{wide.c_str(), k.width * 2, k.is_signed};
  visit_element(visit, {wide + " <- " + t + " " + t, "mul.wide." + t + " %o0, %x, %y;", {[=](u64 x, u64 y, u64) {
                          return w.low(k.value(x) * k.value(y));
                        }}});
  visit_element(visit, {wide + " <- " + t + " " + t + " " + wide,
                        "mad.wide." + t + " %o0, %x, %y, %z;",
                        {[=](u64 x, u64 y, u64 z) { return w.low(k.value(x) * k.value(y) + w.value(z)); }}});
}

s128 clamped(s128 v) { return v > 0x7FFFFFFF ? s128{0x7FFFFFFF} : v < -s128{0x80000000LL} ? -s128{0x80000000LL} : v; }

void of_32_bits(const visitor& visit) {
  const kind s{"s32", 32, true}, u{"u32", 32, false};
  visit_element(
      visit,
      {"s32 <- s32 s32", "add.sat.s32 %o0, %x, %y;", {low_of(s, [](s128 x, s128 y, s128) { return clamped(x + y); })}});
  visit_element(
      visit,
      {"s32 <- s32 s32", "sub.sat.s32 %o0, %x, %y;", {low_of(s, [](s128 x, s128 y, s128) { return clamped(x - y); })}});
  visit_element(visit, {"s32 <- s32 s32 s32", "mad.hi.sat.s32 %o0, %x, %y, %z;", {low_of(s, [](s128 x, s128 y, s128 z) {
                          return clamped(((x * y) >> 32) + z);
                        })}});
  for (const kind& k : {s, u}) {
    const auto short24 = [k](s128 v) {
      return k.is_signed ? static_cast<s128>((static_cast<s64>(v) << 40) >> 40) : v & 0xFFFFFF;
    };
    const std::string t = k.type, two = t + " <- " + t + " " + t;
    visit_element(visit, {two, "mul24.lo." + t + " %o0, %x, %y;", {low_of(k, [=](s128 x, s128 y, s128) {
                            return short24(x) * short24(y);
                          })}});
    visit_element(visit, {two, "mul24.hi." + t + " %o0, %x, %y;", {low_of(k, [=](s128 x, s128 y, s128) {
                            return (short24(x) * short24(y)) >> 16;
                          })}});
    visit_element(visit, {two + " " + t, "mad24.lo." + t + " %o0, %x, %y, %z;", {low_of(k, [=](s128 x, s128 y, s128 z) {
                            return short24(x) * short24(y) + z;
                          })}});
  }
  // dp4a: four products of bytes and c; dp2a: two of halves with two bytes, the lower or upper ones.
  for (const char* a : {"s32", "u32"})
    for (const char* b : {"s32", "u32"}) {
      const bool as = a[0] == 's', bs = b[0] == 's';
      const auto part = [](u64 v, int k, int width, bool is_signed) {
        const u64 p = (v >> (k * width)) & ((u64{1} << width) - 1);
        return is_signed ? static_cast<s64>(p << (64 - width)) >> (64 - width) : static_cast<s64>(p);
      };
      const std::string types = std::string(as || bs ? "s32" : "u32") + " <- b32 b32 b32";
      const std::string suffix = std::string(".") + a + "." + b + " %o0, %x, %y, %z;";
      visit_element(visit, {types, "dp4a" + suffix, {[=](u64 x, u64 y, u64 z) {
                              s64 sum = static_cast<s64>(z);
                              for (int k = 0; k < 4; ++k) sum += part(x, k, 8, as) * part(y, k, 8, bs);
                              return static_cast<u64>(sum) & 0xFFFFFFFF;
                            }}});
      for (const int from : {0, 2})
        visit_element(visit,
                      {types, std::string("dp2a.") + (from == 0 ? "lo" : "hi") + suffix, {[=](u64 x, u64 y, u64 z) {
                         s64 sum = static_cast<s64>(z);
                         for (int k = 0; k < 2; ++k) sum += part(x, k, 16, as) * part(y, from + k, 8, bs);
                         return static_cast<u64>(sum) & 0xFFFFFFFF;
                       }}});
    }
  // Pairs of 16 bits, from sm_90.
  const auto halves = [](auto f) {
    return rule(
        [f](u64 x, u64 y, u64) { return (f(x & 0xFFFF, y & 0xFFFF) & 0xFFFF) | (f(x >> 16, y >> 16) & 0xFFFF) << 16; });
  };
  const auto signed16 = [](u64 v) { return static_cast<s64>(static_cast<std::int16_t>(v)); };
  visit_element(
      visit,
      {"b32 <- b32 b32", "add.u16x2 %o0, %x, %y;", {halves([](u64 x, u64 y) { return x + y; })}, comparison::bits, 90});
  visit_element(
      visit,
      {"b32 <- b32 b32", "add.s16x2 %o0, %x, %y;", {halves([](u64 x, u64 y) { return x + y; })}, comparison::bits, 90});
  visit_element(visit, {"b32 <- b32 b32",
                        "min.u16x2 %o0, %x, %y;",
                        {halves([](u64 x, u64 y) { return x < y ? x : y; })},
                        comparison::bits,
                        90});
  visit_element(visit, {"b32 <- b32 b32",
                        "max.s16x2 %o0, %x, %y;",
                        {halves([=](u64 x, u64 y) { return signed16(x) > signed16(y) ? x : y; })},
                        comparison::bits,
                        90});
  visit_element(visit, {"s32 <- s32 s32",
                        "min.relu.s32 %o0, %x, %y;",
                        {low_of(s, [](s128 x, s128 y, s128) { return x < 0 || y < 0 ? s128{0}
                                                                     : x < y        ? x
                                                                                    : y; })},
                        comparison::bits,
                        90});
}

}  // namespace

void integer_tests(const visitor& visit) {
  for (const kind& k : kinds) of_every_kind(visit, k);
  of_32_bits(visit);
  visit_element(visit, {"s32 <- s32", "add.s32 %o0, %x, -7;", {[](u64 x, u64, u64) { return (x - 7) & 0xFFFFFFFF; }}});
  visit_element(
      visit,
      {"s32 <- s32", "mad.lo.s32 %o0, %x, 0x10, 010;", {[](u64 x, u64, u64) { return (x * 16 + 8) & 0xFFFFFFFF; }}});
  visit_element(visit,
                {"s32 <- s32", "sub.s32 %o0, 0b101, %x;", {[](u64 x, u64, u64) { return (5 - x) & 0xFFFFFFFF; }}});
  visit_element(visit,
                {"u64 <- u64", "add.u64 %o0, %x, 0xFFFFFFFFFFFFFFF0U;", {[](u64 x, u64, u64) { return x - 16; }}});
}

}  // namespace softcuda::corpus

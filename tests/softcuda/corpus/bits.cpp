// SPDX-License-Identifier: MIT
// Logic, shifts past the width, bit fields, counts, permutes and funnel shifts.
#include <algorithm>

#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;

void logic(const visitor& visit) {
  for (const int width : {16, 32, 64}) {
    const std::string t = "b" + std::to_string(width), one = t + " <- " + t, two = one + " " + t;
    const u64 mask = width == 64 ? ~u64{0} : (u64{1} << width) - 1;
    visit_element(visit, {two, "and." + t + " %o0, %x, %y;", {[](u64 x, u64 y, u64) { return x & y; }}});
    visit_element(visit, {two, "or." + t + " %o0, %x, %y;", {[](u64 x, u64 y, u64) { return x | y; }}});
    visit_element(visit, {two, "xor." + t + " %o0, %x, %y;", {[](u64 x, u64 y, u64) { return x ^ y; }}});
    visit_element(visit, {one, "not." + t + " %o0, %x;", {[=](u64 x, u64, u64) { return ~x & mask; }}});
    visit_element(visit, {one, "cnot." + t + " %o0, %x;", {[](u64 x, u64, u64) { return u64{x == 0}; }}});
    // Shift amounts are unsigned 32 bits for every type and count up to the width.
    const auto width_of = static_cast<u64>(width);
    const std::string shifted = one + " shift", u = "u" + std::to_string(width), s = "s" + std::to_string(width);
    const rule right = [=](u64 x, u64 y, u64) { return y >= width_of ? 0 : x >> y; };
    const rule arithmetic = [=](u64 x, u64 y, u64) {
      const s64 v = static_cast<s64>(x << (64 - width)) >> (64 - width);
      return static_cast<u64>(v >> std::min(y, u64{63})) & mask;
    };
    visit_element(visit, {shifted, "shl." + t + " %o0, %x, %y;", {[=](u64 x, u64 y, u64) {
                            return y >= width_of ? 0 : x << y & mask;
                          }}});
    visit_element(visit, {shifted, "shr." + t + " %o0, %x, %y;", {right}});
    visit_element(visit, {shifted, "shr." + u + " %o0, %x, %y;", {right}});
    visit_element(visit, {shifted, "shr." + s + " %o0, %x, %y;", {arithmetic}});
    visit_element(visit, {one, "shr." + s + " %o0, %x, 9;", {[=](u64 x, u64, u64) { return arithmetic(x, 9, 0); }}});
    visit_element(visit, {one, "shl." + t + " %o0, %x, 64;", {[](u64, u64, u64) { return u64{0}; }}});
  }
}

void fields(const visitor& visit) {
  for (const int width : {32, 64}) {
    const std::string w = std::to_string(width), t = "b" + w;
    const int msb = width - 1;
    for (const char sign : {'u', 's'})
      visit_element(visit, {t + " <- " + t + " shift shift",
                            std::string("bfe.") + sign + w + " %o0, %x, %y, %z;",
                            {[=](u64 x, u64 y, u64 z) {
                              const int at = static_cast<int>(y & 0xFF), length = static_cast<int>(z & 0xFF);
                              const u64 fill = sign == 'u' || length == 0 ? 0 : x >> std::min(at + length - 1, msb) & 1;
                              u64 d = 0;
                              for (int i = 0; i <= msb; ++i)
                                d |= (i < length && at + i <= msb ? x >> (at + i) & 1 : fill) << i;
                              return d;
                            }}});
    // bfi d, a, b, c, d: here with the length as the position's complement, and with the operands in registers.
    const auto insert = [=](u64 a, u64 b, u64 position, u64 size) {
      const int at = static_cast<int>(position & 0xFF), length = static_cast<int>(size & 0xFF);
      for (int i = 0; i < length && at + i <= msb; ++i) b = (b & ~(u64{1} << (at + i))) | (a >> i & 1) << (at + i);
      return b;
    };
    visit_element(visit, {t + " <- " + t + " " + t + " shift",
                          "shr.u32 %r0, %z, 3; bfi." + t + " %o0, %x, %y, %z, %r0;",
                          {[=](u64 x, u64 y, u64 z) { return insert(x, y, z, z >> 3); }}});
    visit_element(visit, {t + " <- " + t + " " + t + " shift",
                          "bfi." + t + " %o0, %x, %y, 5, %z;",
                          {[=](u64 x, u64 y, u64 z) { return insert(x, y, 5, z); }}});
    visit_element(visit, {t + " <- " + t, "brev." + t + " %o0, %x;", {[=](u64 x, u64, u64) {
                            u64 d = 0;
                            for (int i = 0; i <= msb; ++i) d |= (x >> i & 1) << (msb - i);
                            return d;
                          }}});
    visit_element(visit, {"u32 <- " + t, "popc." + t + " %o0, %x;", {[](u64 x, u64, u64) {
                            return static_cast<u64>(std::popcount(x));
                          }}});
    visit_element(visit, {"u32 <- " + t, "clz." + t + " %o0, %x;", {[=](u64 x, u64, u64) {
                            return static_cast<u64>(std::countl_zero(x) - (64 - width));
                          }}});
    for (const char sign : {'u', 's'})
      for (const bool amount : {false, true})
        visit_element(visit, {"u32 <- " + t,
                              std::string("bfind") + (amount ? ".shiftamt." : ".") + sign + w + " %o0, %x;",
                              {[=](u64 x, u64, u64) {
                                const bool negative = sign == 's' && (x >> msb & 1) != 0;
                                const u64 mask = width == 64 ? ~u64{0} : 0xFFFFFFFF;
                                const u64 v = negative ? ~x & mask : x;
                                if (v == 0) return u64{0xFFFFFFFF};
                                const int top = 63 - std::countl_zero(v);
                                return static_cast<u64>(amount ? msb - top : top);
                              }}});
  }
}

void permutes(const visitor& visit) {
  const auto byte = [](u64 x, u64 y, u64 k) { return (x | y << 32) >> (8 * (k & 7)) & 0xFF; };
  visit_element(visit, {"b32 <- b32 b32 selector", "prmt.b32 %o0, %x, %y, %z;", {[=](u64 x, u64 y, u64 z) {
                          u64 d = 0;
                          for (int i = 0; i < 4; ++i) {
                            const u64 control = z >> (4 * i) & 15, b = byte(x, y, control);
                            d |= ((control & 8) != 0 ? ((b & 0x80) != 0 ? 0xFF : 0) : b) << (8 * i);
                          }
                          return d;
                        }}});
  // The six modes, by the table of the specification: source bytes for d.b3 … d.b0 at c & 3 = 0 … 3.
  struct mode_table {
    const char* name;
    int from[4][4];
  };
  static constexpr mode_table tables[] = {{"f4e", {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}}},
                                          {"b4e", {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}}},
                                          {"rc8", {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}},
                                          {"ecl", {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}}},
                                          {"ecr", {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}}},
                                          {"rc16", {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}}}};
  for (const mode_table& m : tables)
    visit_element(visit, {"b32 <- b32 b32 selector",
                          std::string("prmt.b32.") + m.name + " %o0, %x, %y, %z;",
                          {[&m, byte](u64 x, u64 y, u64 z) {
                            u64 d = 0;
                            for (int i = 0; i < 4; ++i) d = d << 8 | byte(x, y, static_cast<u64>(m.from[z & 3][i]));
                            return d;
                          }}});
  for (const bool left : {true, false})
    for (const bool wraps : {true, false})
      visit_element(visit,
                    {"b32 <- b32 b32 shift",
                     std::string("shf.") + (left ? "l" : "r") + (wraps ? ".wrap" : ".clamp") + ".b32 %o0, %x, %y, %z;",
                     {[=](u64 x, u64 y, u64 z) {
                       const u64 n = wraps ? z & 31 : std::min(z, u64{32}), both = y << 32 | x;
                       if (left) return n == 32 ? x : (both << n) >> 32;
                       return (both >> n) & 0xFFFFFFFF;
                     }}});
  for (const u64 table : {u64{0x96}, u64{0xE8}, u64{0x1B}, u64{0xFE}, u64{0x80}, u64{0x3C}})
    visit_element(
        visit,
        {"b32 <- b32 b32 b32", "lop3.b32 %o0, %x, %y, %z, " + std::to_string(table) + ";", {[=](u64 x, u64 y, u64 z) {
           u64 d = 0;
           for (int i = 0; i < 32; ++i) d |= (table >> ((x >> i & 1) * 4 + (y >> i & 1) * 2 + (z >> i & 1)) & 1) << i;
           return d;
         }}});
}

}  // namespace

void bits_tests(const visitor& visit) {
  logic(visit);
  fields(visit);
  permutes(visit);
}

}  // namespace softcuda::corpus

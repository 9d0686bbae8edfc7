// SPDX-License-Identifier: MIT
// Carry chains: what writes CC.CF, what reads it, and that nothing between disturbs it.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
__extension__ typedef unsigned __int128 u128;

}  // namespace

void carry_tests(const visitor& visit) {
  const std::string split = "mov.b64 {%r0, %r1}, %x; mov.b64 {%r2, %r3}, %y;\n\t", joined = " mov.b64 %o0, {%r4, %r5};";
  visit_element(visit, {"u64 <- u64 u64",
                        split + "add.cc.u32 %r4, %r0, %r2; addc.u32 %r5, %r1, %r3;" + joined,
                        {[](u64 x, u64 y, u64) { return x + y; }}});
  visit_element(visit, {"u64 <- u64 u64",
                        split + "sub.cc.u32 %r4, %r0, %r2; subc.u32 %r5, %r1, %r3;" + joined,
                        {[](u64 x, u64 y, u64) { return x - y; }}});
  visit_element(visit, {"u64 <- u64 u64",
                        split + "add.cc.s32 %r4, %r0, %r2; xor.b32 %r6, %r0, %r2; addc.s32 %r5, %r1, %r3;" + joined,
                        {[](u64 x, u64 y, u64) { return x + y; }}});
  // Three words: addc.cc passes the carry on; it lands in the second result.
  visit_element(visit, {"u64 <- u64 u64",
                        split + "add.cc.u32 %r4, %r0, %r2; addc.cc.u32 %r5, %r1, %r3; addc.u32 %r6, 0, 0;" + joined +
                            " cvt.u64.u32 %o1, %r6;",
                        {[](u64 x, u64 y, u64) { return x + y; }, [](u64 x, u64 y, u64) { return u64{x + y < x}; }}});
  visit_element(visit,
                {"u64 <- u64 u64",
                 split + "sub.cc.u32 %r4, %r0, %r2; subc.cc.u32 %r5, %r1, %r3; subc.u32 %r6, 0, 0;" + joined +
                     " cvt.s64.s32 %o1, %r6;",
                 {[](u64 x, u64 y, u64) { return x - y; }, [](u64 x, u64 y, u64) { return x < y ? ~u64{0} : 0; }}});
  // The product of 64 by 64 bits in four words, as the slow path of f64 trigonometry does it.
  visit_element(visit,
                {"u64 <- u64 u64",
                 split +
                     "mul.lo.u32 %r4, %r0, %r2; mul.hi.u32 %r5, %r0, %r2;\n\t"
                     "mad.lo.cc.u32 %r5, %r0, %r3, %r5; madc.hi.u32 %r6, %r0, %r3, 0;\n\t"
                     "mad.lo.cc.u32 %r5, %r1, %r2, %r5; madc.hi.cc.u32 %r6, %r1, %r2, %r6; addc.u32 %r7, 0, 0;\n\t"
                     "mad.lo.cc.u32 %r6, %r1, %r3, %r6; madc.hi.u32 %r7, %r1, %r3, %r7;" +
                     joined + " mov.b64 %o1, {%r6, %r7};",
                 {[](u64 x, u64 y, u64) { return x * y; },
                  [](u64 x, u64 y, u64) { return static_cast<u64>((static_cast<u128>(x) * y) >> 64); }}});
  const auto low32 = [](u64 v) { return v & 0xFFFFFFFF; };
  const std::string carry_out = " addc.u32 %o1, 0, 0;";
  // Each instruction alone: its result and its carry.
  visit_element(visit,
                {"u32 <- u32 u32",
                 "add.cc.u32 %o0, %x, %y;" + carry_out,
                 {[=](u64 x, u64 y, u64) { return low32(x + y); }, [](u64 x, u64 y, u64) { return (x + y) >> 32; }}});
  visit_element(visit, {"u32 <- u32 u32 u32",
                        "mad.lo.cc.u32 %o0, %x, %y, %z;" + carry_out,
                        {[=](u64 x, u64 y, u64 z) { return low32(x * y + z); },
                         [=](u64 x, u64 y, u64 z) { return (low32(x * y) + z) >> 32; }}});
  visit_element(visit, {"u32 <- u32 u32 u32",
                        "mad.hi.cc.u32 %o0, %x, %y, %z;" + carry_out,
                        {[=](u64 x, u64 y, u64 z) { return low32((x * y >> 32) + z); },
                         [](u64 x, u64 y, u64 z) { return ((x * y >> 32) + z) >> 32; }}});
  // With a carry in: the lowest bit of %x + 0xFFFFFFFF carries unless %x is 0.
  const std::string carry_in = "add.cc.u32 %r0, %x, 0xFFFFFFFF; ";
  const auto in = [](u64 x) { return u64{x != 0}; };
  visit_element(visit, {"u32 <- u32 u32 u32",
                        carry_in + "addc.cc.u32 %o0, %y, %z;" + carry_out,
                        {[=](u64 x, u64 y, u64 z) { return low32(y + z + in(x)); },
                         [=](u64 x, u64 y, u64 z) { return (y + z + in(x)) >> 32; }}});
  visit_element(visit, {"u32 <- u32 u32 u32",
                        carry_in + "madc.lo.cc.u32 %o0, %y, %z, %x;" + carry_out,
                        {[=](u64 x, u64 y, u64 z) { return low32(y * z + x + in(x)); },
                         [=](u64 x, u64 y, u64 z) { return (low32(y * z) + x + in(x)) >> 32; }}});
  visit_element(visit, {"u32 <- u32 u32 u32",
                        carry_in + "madc.hi.cc.u32 %o0, %y, %z, %x;" + carry_out,
                        {[=](u64 x, u64 y, u64 z) { return low32((y * z >> 32) + x + in(x)); },
                         [=](u64 x, u64 y, u64 z) { return ((y * z >> 32) + x + in(x)) >> 32; }}});
  visit_element(visit, {"u64 <- u64 u64",
                        "add.cc.u64 %o0, %x, %y; addc.u64 %o1, 0, 0;",
                        {[](u64 x, u64 y, u64) { return x + y; }, [](u64 x, u64 y, u64) { return u64{x + y < x}; }}});
  visit_element(visit,
                {"u64 <- u64 u64",
                 "sub.cc.u64 %o0, %x, %y; subc.u64 %o1, 0, 0;",
                 {[](u64 x, u64 y, u64) { return x - y; }, [](u64 x, u64 y, u64) { return x < y ? ~u64{0} : 0; }}});
}

}  // namespace softcuda::corpus

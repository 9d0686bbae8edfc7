// SPDX-License-Identifier: MIT
// Moves of every width and type, packing and unpacking, special registers, addresses of variables, control flow.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
u64 low32(u64 v) { return v & 0xFFFFFFFF; }

void plain(const visitor& visit) {
  for (const char* t : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"})
    visit_element(
        visit,
        {std::string(t) + " <- " + t, std::string("mov.") + t + " %o0, %x;", {[](u64 x, u64, u64) { return x; }}});
  visit_element(visit, {"u32 <- u32", "mov.u32 %o0, 0xDEADBEEF;", {[](u64, u64, u64) { return u64{0xDEADBEEF}; }}});
  visit_element(visit, {"s64 <- u32", "mov.s64 %o0, -3;", {[](u64, u64, u64) { return ~u64{2}; }}});
  visit_element(visit, {"f32 <- u32",
                        "mov.f32 %o0, 0f40490FDB; @%p0 mov.f32 %o0, %o0;",
                        {[](u64, u64, u64) { return u64{0x40490FDB}; }},
                        comparison::bits,
                        80,
                        "",
                        "mov.f32 of bits"});
  visit_element(
      visit,
      {"f64 <- u32", "mov.f64 %o0, 0d3FF0000000000001;", {[](u64, u64, u64) { return u64{0x3FF0000000000001}; }}});
  visit_element(
      visit,
      {"u64 <- u64", "and.b64 %o0, %x, 0x0F0F0F0F0F0F0F0F;", {[](u64 x, u64, u64) { return x & 0x0F0F0F0F0F0F0F0F; }}});
}

void packing(const visitor& visit) {
  visit_element(visit, {"b64 <- b32 b32", "mov.b64 %o0, {%x, %y};", {[](u64 x, u64 y, u64) { return x | y << 32; }}});
  visit_element(visit, {"b32 <- b64",
                        "mov.b64 {%o0, %o1}, %x;",
                        {[](u64 x, u64, u64) { return low32(x); }, [](u64 x, u64, u64) { return x >> 32; }}});
  visit_element(visit, {"b32 <- b64",
                        "mov.b64 {%o0, _}, %x;",
                        {[](u64 x, u64, u64) { return low32(x); }},
                        comparison::bits,
                        80,
                        "",
                        "mov.b64 {%o0, _}, %x;"});
  visit_element(visit, {"b32 <- b16 b16", "mov.b32 %o0, {%x, %y};", {[](u64 x, u64 y, u64) { return x | y << 16; }}});
  visit_element(visit, {"b16 <- b32",
                        "mov.b32 {%o0, %o1}, %x;",
                        {[](u64 x, u64, u64) { return x & 0xFFFF; }, [](u64 x, u64, u64) { return x >> 16; }}});
  visit_element(visit, {"b64 <- b16 b16 b16", "mov.b64 %o0, {%x, %y, %z, %x};", {[](u64 x, u64 y, u64 z) {
                          return x | y << 16 | z << 32 | x << 48;
                        }}});
  visit_element(visit, {"b16 <- b64",
                        "mov.b64 {%o0, %o1, %o2, %o3}, %x;",
                        {[](u64 x, u64, u64) { return x & 0xFFFF; }, [](u64 x, u64, u64) { return x >> 16 & 0xFFFF; },
                         [](u64 x, u64, u64) { return x >> 32 & 0xFFFF; }, [](u64 x, u64, u64) { return x >> 48; }}});
  visit_element(visit, {"f64 <- b32 b32",
                        "mov.b64 %o0, {%x, %y};",
                        {[](u64 x, u64 y, u64) { return x | y << 32; }},
                        comparison::bits,
                        80,
                        "",
                        "mov.b64 into f64"});
  visit_element(visit, {"f32 <- b32",
                        "mov.b32 %o0, %x;",
                        {[](u64 x, u64, u64) { return x; }},
                        comparison::bits,
                        80,
                        "",
                        "mov.b32 into f32"});
}

// One-dimensional blocks of 256 threads, count / 256 of them.
void special_registers(const visitor& visit) {
  const auto put = [&](const std::string& text, std::vector<rule> rules) {
    visit_element(visit, {"u32 <-", text, std::move(rules)});
  };
  put("mov.u32 %o0, %tid.x; mov.u32 %o1, %ctaid.x; mov.u32 %o2, %ntid.x; mov.u32 %o3, %nctaid.x;",
      {[](u64 i, u64, u64) { return i % 256; }, [](u64 i, u64, u64) { return i / 256; },
       [](u64, u64, u64) { return u64{256}; }, [](u64, u64, u64) { return u64{1}; }});
  put("mov.u32 %o0, %tid.y; mov.u32 %o1, %ctaid.z; mov.u32 %o2, %ntid.y; mov.u32 %o3, %nctaid.z;",
      {[](u64, u64, u64) { return u64{0}; }, [](u64, u64, u64) { return u64{0}; }, [](u64, u64, u64) { return u64{1}; },
       [](u64, u64, u64) { return u64{1}; }});
  put("mov.u32 %o0, %laneid; mov.u32 %o1, %lanemask_eq; mov.u32 %o2, %lanemask_lt; mov.u32 %o3, %lanemask_ge;",
      {[](u64 i, u64, u64) { return i % 32; }, [](u64 i, u64, u64) { return u64{1} << i % 32; },
       [](u64 i, u64, u64) { return (u64{1} << i % 32) - 1; },
       [](u64 i, u64, u64) { return low32(~((u64{1} << i % 32) - 1)); }});
  put("mov.u32 %o0, %lanemask_le; mov.u32 %o1, %lanemask_gt; mov.u32 %o2, %dynamic_smem_size;",
      {[](u64 i, u64, u64) { return low32((u64{2} << i % 32) - 1); },
       [](u64 i, u64, u64) { return low32(~((u64{2} << i % 32) - 1)); }, [](u64, u64, u64) { return u64{0}; }});
  put("mov.u32 %r0, %warpid; mov.u32 %r1, %nwarpid; setp.lt.u32 %p0, %r0, %r1; selp.u32 %o0, 1, 0, %p0;",
      {[](u64, u64, u64) { return u64{1}; }});
  put("mov.u64 %d0, %clock64; nanosleep.u32 20; mov.u64 %d1, %clock64; setp.gt.u64 %p0, %d1, %d0; selp.u32 %o0, 1, 0, "
      "%p0;",
      {[](u64, u64, u64) { return u64{1}; }});
  put("mov.u64 %d0, %globaltimer; setp.ne.u64 %p0, %d0, 0; mov.u32 %r0, %smid; mov.u32 %r1, %nsmid; setp.lt.and.u32 "
      "%p0, %r0, %r1, %p0; selp.u32 %o0, 1, 0, %p0;",
      {[](u64, u64, u64) { return u64{1}; }});
}

void control(const visitor& visit) {
  // Loops whose length differs by lane, a nested branch, and scopes with labels and registers of their own.
  visit_element(visit, {"u32 <- u32",
                        R"(and.b32 %r0, %x, 15; mov.u32 %o0, 0;
$loop:
	setp.eq.u32 %p0, %r0, 0;
	@%p0 bra $after;
	{
	.reg .u32 %t;
	and.b32 %t, %r0, 1;
	setp.eq.u32 %p1, %t, 0;
	@!%p1 bra $odd;
	add.u32 %o0, %o0, 100;
	bra.uni $next;
$odd:
	add.u32 %o0, %o0, 1;
$next:
	}
	sub.u32 %r0, %r0, 1;
	bra $loop;
$after:)",
                        {[](u64 x, u64, u64) { return ((x & 15) + 1) / 2 + (x & 15) / 2 * 100; }},
                        comparison::bits,
                        80,
                        "",
                        "branches of every lane its own"});
  // A function through .param space, called twice, once by some lanes only.
  visit_element(visit, {"u32 <- u32 u32",
                        R"(mov.u32 %o0, 0;
	{
	.reg .b32 temp_param_reg;
	.param .b32 param0; st.param.b32 [param0+0], %x;
	.param .b32 param1; st.param.b32 [param1+0], %y;
	.param .b32 retval0;
	call.uni (retval0),
	twice_and,
	(
	param0,
	param1
	);
	ld.param.b32 %o0, [retval0+0];
	}
	setp.gt.u32 %p0, %x, 100;
	@!%p0 bra $skip;
	{
	.param .b32 param0; st.param.b32 [param0], %o0;
	.param .b32 param1; st.param.b32 [param1], 1;
	.param .b32 retval0;
	call (retval0), twice_and, (param0, param1);
	ld.param.b32 %o0, [retval0];
	}
$skip:)",
                        {[](u64 x, u64 y, u64) {
                          const u64 first = low32(2 * x + y);
                          return x > 100 ? low32(2 * first + 1) : first;
                        }},
                        comparison::bits,
                        80,
                        R"(
.func (.param .b32 func_retval0) twice_and(.param .b32 p0, .param .b32 p1)
{
	.reg .b32 %r<4>;
	ld.param.u32 %r1, [p0];
	ld.param.u32 %r2, [p1];
	mad.lo.u32 %r3, %r1, 2, %r2;
	st.param.b32 [func_retval0+0], %r3;
	ret;
}
)",
                        "call of a function"});
  visit_element(visit,
                {"u32 <- u32",
                 "setp.lt.u32 %p0, %x, 1000; mov.u32 %o0, 1; @%p0 st.global.u32 [%q], %o0; @%p0 exit; mov.u32 %o0, 2;",
                 {[](u64 x, u64, u64) { return u64{x < 1000 ? 1u : 2u}; }},
                 comparison::bits,
                 80,
                 "",
                 "exit of some lanes"});
}

}  // namespace

void move_tests(const visitor& visit) {
  plain(visit);
  packing(visit);
  special_registers(visit);
  control(visit);
}

}  // namespace softcuda::corpus

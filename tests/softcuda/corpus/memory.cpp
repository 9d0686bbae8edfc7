// SPDX-License-Identifier: MIT
// Loads and stores: widths and extensions, vectors, all spaces, generic addresses, hints, barriers and their
// reductions.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
u64 low32(u64 v) { return v & 0xFFFFFFFF; }
const rule same = [](u64 x, u64, u64) { return x; };

void global(const visitor& visit) {
  const auto put = [&](const std::string& types, const std::string& text, std::vector<rule> rules,
                       int architecture = 80) {
    visit_element(visit, {types, text, std::move(rules), comparison::bits, architecture});
  };
  // Each writes its operand to its own place in the output and reads it back in some way; the result is stored over it.
  for (const char* hint : {"", ".ca", ".cg", ".cs", ".lu", ".cv"})
    put("u32 <- u32", std::string("st.global.u32 [%q], %x; ld.global") + hint + ".u32 %o0, [%q];", {same});
  for (const char* hint : {".wb", ".cg", ".cs", ".wt"})
    put("u32 <- u32", std::string("st.global") + hint + ".u32 [%q], %x; ld.global.u32 %o0, [%q];", {same});
  for (const char* how : {".volatile", ".relaxed.gpu", ".relaxed.sys", ".relaxed.cta", ".weak"})
    put("u32 <- u32", std::string("st") + how + ".global.u32 [%q], %x; ld" + how + ".global.u32 %o0, [%q];", {same});
  put("u32 <- u32", "st.release.gpu.global.u32 [%q], %x; ld.acquire.gpu.global.u32 %o0, [%q];", {same});
  put("u64 <- u64", "st.global.L1::no_allocate.u64 [%q], %x; ld.global.L1::no_allocate.L2::128B.u64 %o0, [%q];",
      {same});
  put("u32 <- u32", "st.u32 [%q], %x; ld.u32 %o0, [%q];", {same});  // generic
  put("u32 <- u32",
      "prefetch.global.L1 [%q]; prefetch.global.L2 [%q]; st.u32 [%q], %x; membar.gl; membar.cta; membar.sys; "
      "fence.acq_rel.gpu; fence.sc.sys; ld.u32 %o0, [%q];",
      {same});
  // Widths and extensions into wider registers; a store takes the low bits.
  const auto signed_of = [](u64 x, int width) {
    return static_cast<u64>(static_cast<s64>(x << (64 - width)) >> (64 - width));
  };
  put("u32 <- u32", "st.global.u32 [%q], %x; ld.global.s8 %r0, [%q+1]; mov.u32 %o0, %r0;",
      {[=](u64 x, u64, u64) { return low32(signed_of(x >> 8, 8)); }});
  put("u32 <- u32", "st.global.u32 [%q], %x; ld.global.u8 %r0, [%q+3]; mov.u32 %o0, %r0;",
      {[](u64 x, u64, u64) { return x >> 24; }});
  put("u32 <- u32", "st.global.u32 [%q], %x; ld.global.s16 %r0, [%q+2]; mov.u32 %o0, %r0;",
      {[=](u64 x, u64, u64) { return low32(signed_of(x >> 16, 16)); }});
  put("u32 <- u32", "st.global.u32 [%q], %x; ld.global.u16 %r0, [%q]; mov.u32 %o0, %r0;",
      {[](u64 x, u64, u64) { return x & 0xFFFF; }});
  put("u64 <- u64", "st.global.u64 [%q], %x; ld.global.s32 %d0, [%q+4]; mov.u64 %o0, %d0;",
      {[=](u64 x, u64, u64) { return signed_of(x >> 32, 32); }});
  put("u64 <- u64", "st.global.u64 [%q], %x; ld.global.u32 %d0, [%q]; mov.u64 %o0, %d0;",
      {[](u64 x, u64, u64) { return low32(x); }});
  put("u32 <- u32 u32", "st.global.u32 [%q], %x; st.global.u8 [%q+2], %y; ld.global.u32 %o0, [%q];",
      {[](u64 x, u64 y, u64) { return (x & 0xFF00FFFF) | (y & 0xFF) << 16; }});
  put("u32 <- u32 u32",
      "st.global.u32 [%q], %x; cvt.u16.u32 %h0, %y; st.global.u16 [%q], %h0; ld.global.u32 %o0, [%q];",
      {[](u64 x, u64 y, u64) { return (x & 0xFFFF0000) | (y & 0xFFFF); }});
  put("u32 <- u32", "add.s64 %d0, %q, 64; st.global.u32 [%d0+-64], %x; ld.global.u32 %o0, [%d0+-64];", {same});
  // The read-only path: from the operand's array itself, its neighbour included.
  put("u32 <- u32 u32",
      "ld.param.u64 %d0, [k_b]; cvta.to.global.u64 %d0, %d0; mad.wide.u32 %d0, %i, 4, %d0; ld.global.nc.u32 %r0, "
      "[%d0]; add.u32 %o0, %r0, %x;",
      {[](u64 x, u64 y, u64) { return low32(x + y); }});
  put("u32 <- u32 u32",
      "ld.param.u64 %d0, [k_b]; cvta.to.global.u64 %d0, %d0; mad.wide.u32 %d0, %i, 4, %d0; "
      "ld.global.nc.L1::no_allocate.u32 %r0, [%d0]; add.u32 %o0, %r0, %x;",
      {[](u64 x, u64 y, u64) { return low32(x + y); }});
}

void vectors(const visitor& visit) {
  const rule first = same, second = [](u64, u64 y, u64) { return y; };
  visit_element(
      visit,
      {"u32 <- u32 u32", "st.global.v2.u32 [%q], {%x, %y}; ld.global.v2.u32 {%o1, %o0}, [%q];", {second, first}});
  visit_element(visit, {"f32 <- f32 f32",
                        "st.global.v4.f32 [%q], {%x, %y, %y, %x}; ld.global.v4.f32 {%o3, %o2, %o0, %o1}, [%q];",
                        {second, first, second, first}});
  visit_element(
      visit,
      {"u64 <- u64 u64", "st.global.v2.u64 [%q], {%x, %y}; ld.global.v2.b64 {%o1, %o0}, [%q];", {second, first}});
  visit_element(
      visit,
      {"f64 <- f64 f64", "st.global.v2.f64 [%q], {%x, %y}; ld.global.v2.f64 {%o1, %o0}, [%q];", {second, first}});
  visit_element(visit, {"u16 <- u16 u16",
                        "st.global.v4.u16 [%q], {%x, %y, %x, %y}; ld.global.v4.u16 {%o1, %o0, %o2, %o3}, [%q];",
                        {second, first, first, second}});
  visit_element(visit, {"u8 <- u8 u8",
                        "st.global.v4.u8 [%q], {%x, %y, %y, %x}; ld.global.v4.u8 {%o1, %o0, %o3, %o2}, [%q];",
                        {second, first, first, second}});
}

// %r0 is the thread's place in the block, its slot 4 * %r0; another thread's slot is read after a barrier.
void shared(const visitor& visit) {
  const std::string tile = ".shared .align 16 .b8 tile[4096];\n";
  const std::string own = "mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 2; mov.u32 %r2, tile; add.u32 %r3, %r2, %r1;\n\t";
  const std::string other = "xor.b32 %r4, %r0, 37; shl.b32 %r4, %r4, 2; add.u32 %r5, %r2, %r4; ";
  const auto index_of = [](u64 i) { return u64{(i & 255) ^ 37} | (i & ~u64{255}); };
  const auto put = [&](const std::string& text, std::function<u64(u64)> law) {
    visit_element(visit, {"u32 <-", text, {[law](u64 i, u64, u64) { return law(i); }}, comparison::bits, 80, tile});
  };
  const std::string value = "mad.lo.u32 %r6, %i, 2654435761, 7; ";
  const auto value_of = [](u64 i) { return low32(i * 2654435761u + 7); };
  put(own + value + "st.shared.u32 [%r3], %r6; bar.sync 0; " + other + "ld.shared.u32 %o0, [%r5];",
      [=](u64 i) { return value_of(index_of(i)); });
  put(own + value + "st.volatile.shared.u32 [%r3], %r6; barrier.sync 0; " + other +
          "ld.volatile.shared.u32 %o0, [%r5];",
      [=](u64 i) { return value_of(index_of(i)); });
  put(own + value + "st.shared::cta.u32 [%r3], %r6; barrier.sync.aligned 1; " + other +
          "ld.shared::cta.u32 %o0, [%r5];",
      [=](u64 i) { return value_of(index_of(i)); });
  put(own + value + "st.shared.u32 [%r3], %r6; bar.sync 2, 256; " + other + "ld.shared.u32 %o0, [%r5];",
      [=](u64 i) { return value_of(index_of(i)); });
  // Generic addresses of shared memory, from a 64-bit symbol and from a window address.
  put(own + value +
          "mov.u64 %d0, tile; cvta.shared.u64 %d1, %d0; cvt.u64.u32 %d2, %r1; add.u64 %d1, %d1, %d2; st.u32 [%d1], "
          "%r6; bar.sync 0; " +
          other + "ld.shared.u32 %o0, [%r5];",
      [=](u64 i) { return value_of(index_of(i)); });
  put(own + value + "st.shared.u32 [%r3], %r6; bar.sync 0; " + other +
          "cvt.u64.u32 %d0, %r5; cvta.shared.u64 %d1, %d0; ld.u32 %r7, [%d1]; cvta.to.shared.u64 %d3, %d1; "
          "setp.eq.u64 %p0, %d3, %d0; selp.u32 %o0, %r7, 0, %p0;",
      [=](u64 i) { return value_of(index_of(i)); });
  put(own + value +
          "mul.lo.u32 %r8, %r0, 16; add.u32 %r8, %r2, %r8; st.shared.v4.u32 [%r8], {%r6, %r0, %i, %r6}; "
          "ld.shared.v2.u32 {%r9, %r10}, [%r8+8]; sub.u32 %o0, %r9, %r10;",
      [=](u64 i) { return low32(i - value_of(i)); });
  put(own + "setp.eq.u32 %p0, %r0, 255; @%p0 st.shared.u32 [tile], 11; bar.sync 0; ld.shared.u32 %o0, [tile+0];",
      [](u64) { return u64{11}; });
}

void barriers(const visitor& visit) {
  // Whole blocks of 256 (the count is 256); threads with an odd index, or below 256.
  const auto put = [&](const std::string& text, u64 expected) {
    visit_element(visit, {"u32 <-", text, {[=](u64, u64, u64) { return expected; }}});
  };
  const std::string odd =
      "mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 3; setp.eq.u32 %p0, %r1, 3; setp.lt.u32 %p1, %r0, 256;\n\t";
  put(odd + "bar.red.popc.u32 %o0, 0, %p0;", 64);
  put(odd + "bar.red.popc.u32 %o0, 0, !%p0;", 192);
  put(odd + "bar.red.popc.u32 %o0, 3, 256, %p1;", 256);
  put(odd + "bar.red.or.pred %p2, 0, %p0; selp.u32 %o0, 1, 0, %p2;", 1);
  put(odd + "bar.red.or.pred %p2, 0, !%p1; selp.u32 %o0, 1, 0, %p2;", 0);
  put(odd + "bar.red.and.pred %p2, 0, %p0; selp.u32 %o0, 1, 0, %p2;", 0);
  put(odd + "bar.red.and.pred %p2, 0, %p1; selp.u32 %o0, 1, 0, %p2;", 1);
  put(odd + "barrier.red.popc.aligned.u32 %o0, 0, %p0;", 64);
  put("bar.warp.sync 0xffffffff; mov.u32 %o0, 3;", 3);
}

void other_spaces(const visitor& visit) {
  visit_element(visit, {"u32 <- u32",
                        "and.b32 %r0, %x, 3; mul.wide.u32 %d0, %r0, 4; mov.u64 %d1, table; add.u64 %d1, %d1, %d0; "
                        "ld.const.u32 %o0, [%d1];",
                        {[](u64 x, u64, u64) { return (x & 3) * 11 + 10; }},
                        comparison::bits,
                        80,
                        ".const .align 4 .u32 table[4] = {10, 21, 32, 43};\n"});
  visit_element(visit, {"u32 <- u32",
                        "and.b32 %r0, %x, 3; mul.wide.u32 %d0, %r0, 4; mov.u64 %d1, table; add.u64 %d1, %d1, %d0; "
                        "ld.global.u32 %o0, [%d1]; ld.global.nc.u32 %r1, [table+4]; add.u32 %o0, %o0, %r1;",
                        {[](u64 x, u64, u64) { return (x & 3) * 11 + 31; }},
                        comparison::bits,
                        80,
                        ".global .align 4 .u32 table[4] = {10, 21, 0x20, 43};\n"});
  visit_element(visit, {"f64 <- u32",
                        "ld.const.f64 %o0, [c+8];",
                        {[](u64, u64, u64) { return rules::bits(-0.5); }},
                        comparison::bits,
                        80,
                        ".const .align 8 .f64 c[2] = {0d3FF0000000000000, -0.5};\n"});
  visit_element(visit, {"u32 <- u32",
                        "ld.global.u8 %r0, [b+1]; ld.global.u8 %r1, [b+2]; ld.global.u8 %r2, [b+5]; shl.b32 %r1, %r1, "
                        "8; or.b32 %o0, %r0, %r1; or.b32 %o0, %o0, %r2;",
                        {[](u64, u64, u64) { return u64{0x0302}; }},
                        comparison::bits,
                        80,
                        ".global .align 8 .b8 b[8] = {1, 2, 3, 4};\n"});
  // The depot of local memory as nvcc addresses it: generic, with an offset, and through its own space.
  const std::string depot =
      ".local .align 8 .b8 depot[16]; .reg .b64 %SP, %SPL; mov.u64 %SPL, depot; cvta.local.u64 %SP, %SPL;\n\t";
  visit_element(visit, {"u32 <- u32 u32",
                        depot + "st.local.u32 [%SPL+4], %x; st.u32 [%SP+8], %y; ld.u32 %r0, [%SP+4]; ld.local.u32 %r1, "
                                "[%SPL+8]; sub.u32 %o0, %r0, %r1;",
                        {[](u64 x, u64 y, u64) { return low32(x - y); }},
                        comparison::bits,
                        80,
                        "",
                        "local memory"});
  visit_element(visit,
                {"u64 <- u64",
                 depot + "add.u64 %d0, %SP, 8; cvta.to.local.u64 %d1, %d0; st.local.v2.u32 [%d1], {1, 2}; st.local.u64 "
                         "[%d1+-8], %x; ld.u64 %d2, [%d0]; ld.local.u64 %d3, [depot]; add.u64 %o0, %d2, %d3;",
                 {[](u64 x, u64, u64) { return x + 0x200000001; }},
                 comparison::bits,
                 80,
                 "",
                 "local vectors"});
  visit_element(visit, {"u32 <- u32",
                        "ld.param.u32 %r0, [k_n]; setp.lt.u32 %p0, %i, %r0; selp.u32 %o0, 1, 0, %p0;",
                        {[](u64, u64, u64) { return u64{1}; }}});
  visit_element(visit, {"u32 <- u32",
                        "ld.param.v2.u32 {%r0, %r1}, [k_out]; mov.b64 %d0, {%r0, %r1}; ld.param.u64 %d1, [k_out]; "
                        "setp.eq.u64 %p0, %d0, %d1; selp.u32 %o0, 1, 0, %p0;",
                        {[](u64, u64, u64) { return u64{1}; }}});
}

}  // namespace

void memory_tests(const visitor& visit) {
  global(visit);
  vectors(visit);
  shared(visit);
  barriers(visit);
  other_spaces(visit);
}

}  // namespace softcuda::corpus

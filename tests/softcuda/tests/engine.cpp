// SPDX-License-Identifier: MIT
// The engine end to end: kernels as PTX text, what they compute, and one kernel for each thing a kernel can do wrong.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "softcuda/engine.hpp"

namespace {

using softcuda::violation;

const std::string header = ".version 9.0\n.target sm_90\n.address_size 64\n";
const std::string registers =
    ".reg .pred %p<8>;\n.reg .b16 %rs<8>;\n.reg .b32 %r<32>;\n.reg .f32 %f<16>;\n.reg .b64 %rd<16>;\n";

// A kernel k(out, in, n): %rd1 and %rd2 are the pointers, %r1 is n, %r2 the global index, %r3 tid.x, %rd3 and %rd4
// point at element %r2.
std::string kernel(const std::string& body, const std::string& declarations = "") {
  return header + declarations + ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n" + registers + R"(
    ld.param.u64 %rd1, [a];
    ld.param.u64 %rd2, [b];
    ld.param.u32 %r1, [n];
    mov.u32 %r3, %tid.x;
    mov.u32 %r4, %ctaid.x;
    mov.u32 %r5, %ntid.x;
    mad.lo.s32 %r2, %r4, %r5, %r3;
    mul.wide.u32 %rd5, %r2, 4;
    add.s64 %rd3, %rd1, %rd5;
    add.s64 %rd4, %rd2, %rd5;
)" + body +
         "\n    ret;\n}\n";
}

struct device {
  softcuda::memory memory{0x700000000000, 64u << 20};
  softcuda::counters counted;
  softcuda::options chosen;
  std::uint64_t out = memory.allocate(4096), in = memory.allocate(4096);

  device() {
    std::vector<float> values(1024);
    std::iota(values.begin(), values.end(), 0.0f);
    memory.write(in, values.data(), 4096);
  }
  softcuda::report run(const std::string& ptx, std::uint32_t blocks, std::uint32_t threads, std::uint32_t n = 0,
                       std::uint32_t shared = 0) {
    const softcuda::module code(ptx, memory);
    softcuda::launch l;
    l.code = &code;
    l.kernel = code.find("k");
    REQUIRE(l.kernel == 0);
    l.grid[0] = blocks;
    l.block[0] = threads;
    l.dynamic_shared_bytes = shared;
    l.parameters.resize(20);
    std::memcpy(l.parameters.data(), &out, 8);
    std::memcpy(l.parameters.data() + 8, &in, 8);
    std::memcpy(l.parameters.data() + 16, &n, 4);
    counted = {};
    return softcuda::run(l, memory, chosen, counted);
  }
  std::vector<float> result(std::size_t n) const {
    std::vector<float> values(n);
    memory.read(out, values.data(), n * 4);
    return values;
  }
  // Does the kernel fail as it should, in a sentence that holds `words`?
  void fails(violation what, const std::string& words, const std::string& ptx, std::uint32_t blocks = 1,
             std::uint32_t threads = 32) {
    const softcuda::report r = run(ptx, blocks, threads);
    CAPTURE(r.text);
    CHECK(r.what == what);
    CHECK(r.text.find(words) != std::string::npos);
  }
};

TEST_CASE("elements are added, counted and bounded by a guard") {
  device d;
  const softcuda::report r = d.run(kernel(R"(
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra $L_end;
    ld.global.nc.f32 %f1, [%rd4];
    add.f32 %f2, %f1, 0f3F800000;
    st.global.f32 [%rd3], %f2;
$L_end:)"),
                                   4, 64, 200);
  CHECK(r.text == "");
  const std::vector<float> out = d.result(200);
  for (std::size_t k = 0; k < 200; ++k) CHECK(out[k] == static_cast<float>(k) + 1);
  CHECK(d.counted.global_requested_bytes == 1600);
  CHECK(d.counted.distinct_read_bytes == 800);
  CHECK(d.counted.distinct_written_bytes == 800);
  CHECK(d.counted.global_sectors == 50);
  CHECK(d.counted.global_lines == 14);
  CHECK(d.counted.divergent_branches == 1);
}

const std::string reduction = R"(
    ld.global.f32 %f1, [%rd4];
    shl.b32 %r6, %r3, 2;
    mov.u32 %r7, s;
    add.s32 %r8, %r7, %r6;
    st.shared.f32 [%r8], %f1;
    mov.u32 %r9, 32;
$loop:
    bar.sync 0;
    setp.ge.u32 %p1, %r3, %r9;
    @%p1 bra $skip;
    ld.shared.f32 %f2, [%r8];
    shl.b32 %r10, %r9, 2;
    add.s32 %r11, %r8, %r10;
    ld.shared.f32 %f3, [%r11];
    add.f32 %f2, %f2, %f3;
    st.shared.f32 [%r8], %f2;
$skip:
    shr.u32 %r9, %r9, 1;
    setp.ne.s32 %p2, %r9, 0;
    @%p2 bra $loop;
    setp.ne.s32 %p3, %r3, 0;
    @%p3 bra $end;
    mul.wide.u32 %rd6, %r4, 4;
    add.s64 %rd7, %rd1, %rd6;
    st.global.f32 [%rd7], %f2;
$end:)";

TEST_CASE("a block reduces through shared memory, in any order of warps") {
  for (const bool shuffles : {false, true}) {
    device d;
    d.chosen.shuffles = shuffles;
    d.chosen.seed = 11;
    CHECK(d.run(kernel(reduction, ".shared .align 4 .b8 s[256];\n"), 2, 64).text == "");
    CHECK(d.result(2) == std::vector<float>{2016, 6112});
    CHECK(d.counted.bank_conflicts == 0);
  }
}

TEST_CASE("a missing barrier is a race") {
  device d;
  std::string ptx = kernel(reduction, ".shared .align 4 .b8 s[256];\n");
  ptx.erase(ptx.find("bar.sync 0;"), 11);  // in the loop; one before it stays
  ptx.insert(ptx.find("$loop:"), "bar.sync 0;\n");
  d.fails(violation::shared_race, "without a synchronisation", ptx, 1, 64);
}

TEST_CASE("columns of a 32 x 32 tile conflict, and a pad cures it") {
  for (const int pitch : {32, 33}) {
    device d;
    CHECK(d.run(kernel("mov.u32 %r6, s;\nmul.lo.s32 %r7, %r3, " + std::to_string(pitch * 4) +
                           ";\nadd.s32 %r8, %r6, %r7;\nst.shared.f32 [%r8], 0f00000000;",
                       ".shared .align 4 .b8 s[4224];\n"),
                1, 32)
              .text == "");
    CHECK(d.counted.bank_conflicts == (pitch == 32 ? 31 : 0));
  }
}

TEST_CASE("violations of global memory") {
  device d;
  d.fails(violation::out_of_bounds, "4096 bytes after the start of a block of 4096 bytes",
          kernel("st.global.f32 [%rd1+4096], %f1;"), 1, 1);
  d.fails(violation::out_of_bounds, "outside of any block", kernel("mov.u64 %rd6, 16;\nld.global.f32 %f1, [%rd6];"));
  d.fails(violation::misaligned, "not a multiple of 16", kernel("ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd2+4];"));
  d.fails(violation::uninitialised_read, "nothing has written", kernel("ld.global.f32 %f1, [%rd1+2048];"));
  d.fails(violation::global_race, "thread (", kernel("st.global.u32 [%rd1], %r3;"));
  d.fails(violation::global_race, "of block (0,0,0), thread (0,0,0) wrote", kernel("st.global.u32 [%rd1], %r4;"), 2, 1);
  d.fails(violation::read_only_written, "ld.global.nc",
          kernel("ld.global.nc.f32 %f1, [%rd4];\nst.global.f32 [%rd4], %f1;"));
  d.memory.release(d.out);
  d.fails(violation::use_after_free, "was freed", kernel("st.global.f32 [%rd3], %f1;"));
}

TEST_CASE("violations of shared and local memory") {
  device d;
  const std::string tile = ".shared .align 16 .b8 s[128];\n";
  d.fails(violation::out_of_bounds, "128 bytes of it", kernel("mov.u32 %r6, s;\nst.shared.f32 [%r6+128], %f1;", tile));
  d.fails(violation::uninitialised_read, "shared memory", kernel("mov.u32 %r6, s;\nld.shared.f32 %f1, [%r6];", tile));
  d.fails(violation::misaligned, "not a multiple of 8", kernel("mov.u32 %r6, s;\nst.shared.u64 [%r6+4], %rd1;", tile));
}

TEST_CASE("violations of control") {
  device d;
  d.fails(violation::trap, "trap", kernel("trap;"));
  d.fails(violation::divergent_barrier, "0x0000000f", kernel("setp.lt.u32 %p1, %r3, 4;\n@%p1 bar.sync 0;"));
  d.fails(violation::wrong_sync_mask, "0x0000000f",
          kernel("setp.lt.u32 %p1, %r3, 4;\n@%p1 shfl.sync.idx.b32 %r6, %r3, 0, 31, -1;"));
  d.fails(violation::deadlock, "warp 0",
          kernel("setp.lt.u32 %p1, %r3, 32;\n@%p1 bra $a;\nbar.sync 1;\nbra $b;\n$a:\nbar.sync 2;\n$b:"), 1, 64);
  d.fails(violation::too_many_resources, "2048 threads", kernel(""), 1, 2048);
}

// Compilers place what some lanes do behind the place where all meet again.
TEST_CASE("lanes wait for those whose code stands further down") {
  device d;
  const auto around = [](const std::string& together) {
    return kernel("setp.lt.u32 %p1, %r3, 4;\n@%p1 bra $late;\n$meet:\n" + together + "\nbra $end;\n$late:\nbra $meet;\n$end:");
  };
  CHECK(d.run(around("bar.sync 0;"), 1, 32).text == "");
  CHECK(d.run(around("bar.warp.sync -1;"), 1, 32).text == "");
  CHECK(d.run(around("shfl.sync.idx.b32 %r6, %r3, 0, 31, -1;"), 1, 32).text == "");
  CHECK(d.run(around("vote.sync.any.pred %p2, %p1, -1;"), 1, 32).text == "");
}

TEST_CASE("cp.async shows its bytes only after the wait") {
  const std::string tile = ".shared .align 16 .b8 s[512];\n";
  const std::string copy =
      "shl.b32 %r6, %r3, 4;\nmov.u32 %r7, s;\nadd.s32 %r7, %r7, %r6;\nmul.wide.u32 %rd6, %r3, 16;\nadd.s64 %rd6, %rd2, "
      "%rd6;\n"
      "cp.async.cg.shared.global [%r7], [%rd6], 16;\ncp.async.commit_group;\n";
  const std::string use = "ld.shared.f32 %f1, [%r7+4];\nst.global.f32 [%rd3], %f1;";
  device d;
  d.fails(violation::missing_wait, "cp.async of thread 0", kernel(copy + use, tile));
  d.fails(violation::missing_wait, "cp.async of thread 0", kernel(copy + "cp.async.wait_group 1;\n" + use, tile));
  CHECK(d.run(kernel(copy + "cp.async.wait_group 0;\n" + use, tile), 1, 32).text == "");
  CHECK(d.result(3) == std::vector<float>{1, 5, 9});
}

// A[r][c] = r + 16 c stands in bf16 in shared memory; ldmatrix brings it, B is the unit matrix: D = A, its first 8
// columns.
TEST_CASE("ldmatrix and mma agree about fragments") {
  const std::string tile = ".shared .align 16 .b8 s[512];\n";
  const std::string body = R"(
    mov.u32 %r6, 0;
    mov.u32 %r7, s;
$fill:                                  // lane l fills half a row: row l / 2, columns 8 (l % 2) + …
    shr.u32 %r8, %r3, 1;
    and.b32 %r9, %r3, 1;
    shl.b32 %r9, %r9, 3;
    add.s32 %r9, %r9, %r6;
    shl.b32 %r10, %r9, 4;
    add.s32 %r10, %r10, %r8;
    cvt.rn.f32.u32 %f1, %r10;
    cvt.rn.bf16.f32 %rs1, %f1;
    shl.b32 %r11, %r8, 4;
    add.s32 %r11, %r11, %r9;
    shl.b32 %r11, %r11, 1;
    add.s32 %r11, %r11, %r7;
    st.shared.u16 [%r11], %rs1;
    add.s32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, 8;
    @%p1 bra $fill;
    bar.sync 0;
    and.b32 %r12, %r3, 15;              // row of my address: l % 16, column 8 (l / 16)
    shr.u32 %r13, %r3, 4;
    shl.b32 %r12, %r12, 5;
    shl.b32 %r13, %r13, 4;
    add.s32 %r12, %r12, %r13;
    add.s32 %r12, %r12, %r7;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r12];
    shr.u32 %r18, %r3, 2;               // B[k][n] = (k == n): lane l has k = 2 (l % 4), + 1; n = l / 4
    and.b32 %r19, %r3, 3;
    shl.b32 %r19, %r19, 1;
    sub.s32 %r20, %r18, %r19;
    setp.eq.s32 %p2, %r20, 0;
    setp.eq.s32 %p3, %r20, 1;
    selp.b32 %r21, 0x3F80, 0, %p2;
    selp.b32 %r21, 0x3F800000, %r21, %p3;
    mov.b32 %r22, 0;
    mov.f32 %f5, 0f00000000;
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, %f4}, {%r14, %r15, %r16, %r17}, {%r21, %r22}, {%f5, %f5, %f5, %f5};
    shl.b32 %r23, %r18, 3;              // D[l / 4][2 (l % 4)]
    add.s32 %r23, %r23, %r19;
    mul.wide.u32 %rd6, %r23, 4;
    add.s64 %rd7, %rd1, %rd6;
    st.global.v2.f32 [%rd7], {%f1, %f2};
    st.global.v2.f32 [%rd7+256], {%f3, %f4};)";
  device d;
  CHECK(d.run(kernel(body, tile), 1, 32).text == "");
  const std::vector<float> out = d.result(128);
  for (std::size_t k = 0; k < 128; ++k) CHECK(out[k] == static_cast<float>(k / 8 + 16 * (k % 8)));
}

// Each block leaves its sum, fences, and takes a ticket; the last one reads all: no race, because the atomic orders it.
TEST_CASE("the last block sees what the others released") {
  device d;
  const std::uint32_t zero = 0;
  d.memory.write(d.out + 512, &zero, 4);
  const std::string text = R"(
    cvt.rn.f32.u32 %f1, %r4;
    mul.wide.u32 %rd6, %r4, 4;
    add.s64 %rd7, %rd1, %rd6;
    st.global.f32 [%rd7], %f1;
    membar.gl;
    atom.global.add.u32 %r6, [%rd1+512], 1;
    setp.ne.u32 %p1, %r6, 2;
    @%p1 bra $end;
    ld.global.f32 %f2, [%rd1];
    ld.global.f32 %f3, [%rd1+4];
    ld.global.f32 %f4, [%rd1+8];
    add.f32 %f5, %f2, %f3;
    add.f32 %f5, %f5, %f4;
    st.global.f32 [%rd1+256], %f5;
$end:)";
  CHECK(d.run(kernel(text), 3, 1).text == "");
  float sum = 0;
  d.memory.read(d.out + 256, &sum, 4);
  CHECK(sum == 3);
  d.memory.write(d.out + 512, &zero, 4);
  std::string without = text;
  without.erase(without.find("membar.gl;"), 10);
  d.fails(violation::global_race, "without a synchronisation", kernel(without), 3, 1);
}

TEST_CASE("freed memory is poisoned, capacity is kept, errors name the line") {
  softcuda::memory m(0x10000000, 1 << 20);
  CHECK(m.allocate(2 << 20) == 0);
  const std::uint64_t a = m.allocate(100);
  CHECK(a % 256 == 0);
  std::uint32_t bits = 0;
  CHECK(m.read(a, &bits, 4));
  CHECK(bits == 0xFFFFFFFFu);
  CHECK_FALSE(m.read(a, &bits, 101));
  CHECK(m.release(a));
  CHECK_FALSE(m.release(a));
  CHECK_FALSE(m.write(a, &bits, 4));
  CHECK(m.used() == 0);
  CHECK_THROWS_WITH_AS(softcuda::module(kernel("frobnicate.f32 %f1, %f2;"), m),
                       doctest::Contains("line 22: frobnicate.f32"), softcuda::ptx_error);
  CHECK_THROWS_WITH_AS(softcuda::module(kernel("add.f32 %f1, %f2, %f99;"), m), doctest::Contains("%f99"),
                       softcuda::ptx_error);
}

}  // namespace

// SPDX-License-Identifier: MIT
// mma.sync and ldmatrix by the fragment layouts of the specification, and cp.async; a warp works on one small matrix.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;

// Small whole numbers, which every format here holds and whose sums are exact: x(row, k), y(k, column), z(row, column).
int x_of(int row, int k) { return (row * 7 + k * 3) % 11 - 5; }
int y_of(int k, int column) { return (k * 5 + column * 2) % 9 - 4; }
int z_of(int row, int column) { return row * 8 + column - 60; }

std::string computed(const std::string& name, const std::string& row, const std::string& column, int a, int b, int m,
                     int c) {
  // (row * a + column * b) % m + c as a float
  std::string s = "mul.lo.s32 %r9, " + row + ", " + std::to_string(a) + "; mad.lo.s32 %r9, " + column + ", " +
                  std::to_string(b) + ", %r9; ";
  if (m != 0) s += "rem.s32 %r9, %r9, " + std::to_string(m) + "; ";
  s += "add.s32 %r9, %r9, " + std::to_string(c) + "; cvt.rn.f32.s32 " + name + ", %r9; ";
  return s;
}

// The fragment of m16n8k16 with 16-bit elements: lane l has group g = l / 4 and t = l % 4; of A the rows g and g + 8,
// of B the column g; element pairs begin at k = 2 t and 2 t + 8.
void products(const visitor& visit, const char* type, int depth) {
  std::string text =
      ".reg .f32 %lo, %hi, %c<4>; .reg .b32 %a<4>, %b<2>, %g, %t, %row, %k, %k1;\n\tmov.u32 %r0, %tid.x; and.b32 %r0, "
      "%r0, 31; shr.u32 %g, %r0, 2; and.b32 %t, %r0, 3;\n\t";
  const std::string pack = std::string("cvt.rn.") + type + "x2.f32 ";
  const int halves = depth / 8;
  for (int r = 0; r < 2 * halves; ++r) {
    text += "add.s32 %row, %g, " + std::to_string(r % 2 * 8) + "; mad.lo.s32 %k, %t, 2, " + std::to_string(r / 2 * 8) +
            "; add.s32 %k1, %k, 1; " + computed("%lo", "%row", "%k", 7, 3, 11, -5) +
            computed("%hi", "%row", "%k1", 7, 3, 11, -5) + pack + "%a" + std::to_string(r) + ", %hi, %lo;\n\t";
  }
  for (int r = 0; r < halves; ++r)
    text += "mad.lo.s32 %k, %t, 2, " + std::to_string(r * 8) + "; add.s32 %k1, %k, 1; " +
            computed("%lo", "%k", "%g", 5, 2, 9, -4) + computed("%hi", "%k1", "%g", 5, 2, 9, -4) + pack + "%b" +
            std::to_string(r) + ", %hi, %lo;\n\t";
  for (int r = 0; r < 4; ++r)
    text += "add.s32 %row, %g, " + std::to_string(r / 2 * 8) + "; mad.lo.s32 %k, %t, 2, " + std::to_string(r % 2) +
            "; " + computed("%c" + std::to_string(r), "%row", "%k", 8, 1, 0, -60) + "\n\t";
  text += "mma.sync.aligned.m16n8k" + std::to_string(depth) + ".row.col.f32." + type + "." + type +
          ".f32 {%o0, %o1, %o2, %o3}, " + (halves == 2 ? "{%a0, %a1, %a2, %a3}, {%b0, %b1}" : "{%a0, %a1}, {%b0}") +
          ", {%c0, %c1, %c2, %c3};";
  std::vector<rule> rules;
  for (int r = 0; r < 4; ++r)
    rules.push_back([depth, r](u64 i, u64, u64) {
      const int lane = static_cast<int>(i % 32), row = lane / 4 + r / 2 * 8, column = lane % 4 * 2 + r % 2;
      int sum = z_of(row, column);
      for (int k = 0; k < depth; ++k) sum += x_of(row, k) * y_of(k, column);
      return rules::bits(static_cast<float>(sum));
    });
  visit_element(visit, {"f32 <-", text, rules, comparison::bits, 80, "",
                        "mma.sync.m16n8k" + std::to_string(depth) + " of " + type});
}

// Each warp fills 512 bytes of shared memory with 256 halves, half h holding h + 1000 * warp; rows of matrices are 16
// bytes.
void matrices(const visitor& visit) {
  for (const bool is_transposed : {false, true})
    for (const int count : {1, 2, 4}) {
      const std::string fill =
          R"(mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 31; shr.u32 %r2, %r0, 5; shl.b32 %r3, %r2, 9; mov.u32 %r4, rows; add.u32 %r4, %r4, %r3;
	mul.lo.u32 %r5, %r2, 1000; mad.lo.u32 %r5, %r1, 8, %r5; shl.b32 %r6, %r1, 4; add.u32 %r6, %r4, %r6;
	add.u32 %r7, %r5, 1; prmt.b32 %r8, %r5, %r7, 0x5410; add.u32 %r9, %r8, 0x00020002; add.u32 %r10, %r9, 0x00020002; add.u32 %r11, %r10, 0x00020002;
	st.shared.v4.b32 [%r6], {%r8, %r9, %r10, %r11}; bar.sync 0;
	)";
      std::string to = "%o0", shape = ".x1";
      std::vector<rule> rules;
      for (int k = 0; k < count; ++k) {
        if (k > 0) to += ", %o" + std::to_string(k);
        rules.push_back([=](u64 i, u64, u64) {
          const u64 lane = i % 32, row = lane / 4, column = lane % 4 * 2,
                    base = i % 256 / 32 * 1000 + static_cast<u64>(k) * 64;
          const u64 low = is_transposed ? base + column * 8 + row : base + row * 8 + column,
                    high = low + (is_transposed ? 8 : 1);
          return (low & 0xFFFF) | (high & 0xFFFF) << 16;
        });
      }
      shape = ".x" + std::to_string(count);
      visit_element(visit, {"b32 <-",
                            fill + "ldmatrix.sync.aligned.m8n8" + shape + (is_transposed ? ".trans" : "") +
                                ".shared.b16 {" + to + "}, [%r6];",
                            rules, comparison::bits, 80, ".shared .align 16 .b8 rows[4096];\n",
                            "ldmatrix" + shape + (is_transposed ? ".trans" : "")});
    }
}

// Copies of 4, 8 and 16 bytes from the operand's array, waited for in three ways; a size below the whole fills with
// zeros.
void copies(const visitor& visit) {
  const std::string tile = ".shared .align 16 .b8 tile[4096];\n";
  const std::string places =
      "mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 4; mov.u32 %r2, tile; add.u32 %r3, %r2, %r1; ld.param.u64 %d0, [k_a]; "
      "cvta.to.global.u64 %d0, %d0; "
      "shr.u32 %r4, %i, 2; mad.wide.u32 %d1, %r4, 16, %d0; mad.wide.u32 %d2, %i, 4, %d0;\n\t";
  const auto put = [&](const std::string& text, const rule& law) {
    visit_element(visit, {"u32 <- u32", places + text, {law}, comparison::bits, 80, tile});
  };
  const rule same = [](u64 x, u64, u64) { return x; };
  const std::string read_own = " and.b32 %r5, %i, 3; mad.lo.u32 %r6, %r5, 4, %r3; ld.shared.u32 %o0, [%r6];";
  put("cp.async.ca.shared.global [%r3], [%d2], 4; cp.async.wait_all; ld.shared.u32 %o0, [%r3];", same);
  put("cp.async.ca.shared.global [%r3], [%d2], 4; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u32 %o0, "
      "[%r3];",
      same);
  put("cp.async.ca.shared.global [%r3], [%d2], 4; cp.async.commit_group; cp.async.ca.shared.global [%r3+4], [%d2], 4; "
      "cp.async.commit_group; cp.async.wait_group 1; "
      "ld.shared.u32 %o0, [%r3]; cp.async.wait_group 0;",
      same);
  put("cp.async.ca.shared.global [%r3], [%d2], 4, 0; cp.async.wait_all; ld.shared.u32 %o0, [%r3];",
      [](u64, u64, u64) { return u64{0}; });
  put("cp.async.ca.shared.global [%r3], [%d2], 4, 2; cp.async.wait_all; ld.shared.u32 %o0, [%r3];",
      [](u64 x, u64, u64) { return x & 0xFFFF; });
  // Four threads' words in one copy; the count of elements is a multiple of four.
  visit_warp(visit, {"u32 <- u32",
                     ".shared .align 16 .b8 tile[4096]; " + places +
                         "cp.async.cg.shared.global [%r3], [%d1], 16; cp.async.wait_all;" + read_own,
                     {[](int lane, const u64* x, const u64*, const u64*) { return x[lane]; }},
                     80,
                     "cp.async of 16 bytes"});
}

}  // namespace

void tensor_tests(const visitor& visit) {
  for (const char* type : {"f16", "bf16"})
    for (const int depth : {8, 16}) products(visit, type, depth);
  matrices(visit);
  copies(visit);
}

}  // namespace softcuda::corpus

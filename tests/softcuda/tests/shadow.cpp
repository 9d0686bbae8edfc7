// SPDX-License-Identifier: MIT
// The shadow of memory where requests take short cuts: half warps that are runs of neighbours or share an address, and
// granules whose bytes have tokens of their own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "softcuda/engine.hpp"

namespace {

using softcuda::violation;

struct device {
  softcuda::memory memory{0x700000000000, 64u << 20};
  softcuda::counters counted;
  std::uint64_t out = memory.allocate(65536, true);

  // A kernel k(out) of one block: %r1 is tid.x, %r2 its lane, %r3 the shared array of 8192 bytes.
  softcuda::report run(const std::string& body, std::uint32_t threads) {
    const std::string ptx =
        ".version 9.0\n.target sm_90\n.address_size 64\n.shared .align 16 .b8 s[8192];\n"
        ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<8>;\n.reg .b16 %h<4>;\n.reg .b32 %r<32>;\n.reg .b64 "
        "%rd<8>;\n"
        "ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 31;\nmov.u32 %r3, s;\n" +
        body + "\nret;\n}\n";
    const softcuda::module code(ptx, memory);
    softcuda::launch l;
    l.code = &code;
    l.block[0] = threads;
    l.parameters.resize(8);
    std::memcpy(l.parameters.data(), &out, 8);
    counted = {};
    return softcuda::run(l, memory, {}, counted);
  }
};

struct half {
  int start;  // in elements
  bool is_run;
};
std::vector<int> elements(const half (&h)[2]) {
  std::vector<int> all;
  for (int l = 0; l < 32; ++l) all.push_back(h[l / 16].start + (h[l / 16].is_run ? l % 16 : 0));
  return all;
}
// %r9 becomes the byte offset of the lane's element.
std::string offsets(const half (&h)[2], int bytes) {
  std::string text = "and.b32 %r4, %r2, 15;\nshr.u32 %r5, %r2, 4;\nsetp.eq.u32 %p1, %r5, 0;\n";
  const auto constant = [](int x) { return std::to_string(x); };
  text += "selp.b32 %r6, " + constant(h[0].start) + ", " + constant(h[1].start) + ", %p1;\n";
  text += "selp.b32 %r7, " + constant(h[0].is_run) + ", " + constant(h[1].is_run) + ", %p1;\n";
  return text + "mad.lo.u32 %r8, %r4, %r7, %r6;\nmul.lo.u32 %r9, %r8, " + constant(bytes) + ";\n";
}

TEST_CASE("half warps cost what counting their words one by one says") {
  device d;
  for (const bool first : {false, true})
    for (const bool second : {false, true})
      for (const int start : {0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 64, 100})
        for (const int low : {0, 5}) {
          const half h[2] = {{start, first}, {low, second}};
          CAPTURE(first);
          CAPTURE(second);
          CAPTURE(start);
          CAPTURE(low);
          std::set<int> words, sectors, lines;
          for (const int e : elements(h)) words.insert(e), sectors.insert(e * 4 / 32), lines.insert(e * 4 / 128);
          std::uint64_t in_bank[32] = {};
          for (const int w : words) ++in_bank[w % 32];
          const std::uint64_t conflicts = *std::max_element(in_bank, in_bank + 32) - 1;
          // every word is written first, by neighbours
          std::string text = "shl.b32 %r10, %r2, 2;\nadd.s32 %r10, %r3, %r10;\n";
          for (int k = 0; k < 5; ++k) text += "st.shared.u32 [%r10+" + std::to_string(k * 128) + "], %r2;\n";
          text += "bar.sync 0;\n" + offsets(h, 4) + "add.s32 %r11, %r3, %r9;\nld.shared.u32 %r12, [%r11];\n";
          text += "cvt.u64.u32 %rd2, %r9;\nadd.s64 %rd2, %rd1, %rd2;\nld.global.u32 %r13, [%rd2];\n";
          CHECK(d.run(text, 32).text == "");
          CHECK(d.counted.bank_conflicts == conflicts);
          CHECK(d.counted.shared_accesses == 6);
          CHECK(d.counted.global_sectors == sectors.size());
          CHECK(d.counted.global_lines == lines.size());
          CHECK(d.counted.distinct_read_bytes == words.size() * 4);
          CHECK(d.counted.global_requested_bytes == 128);
        }
}

TEST_CASE("half warps that write one place are a race") {
  device d;
  for (const half& second : {half{0, true}, half{15, true}, half{16, true}, half{8, false}}) {
    const half h[2] = {{0, true}, second};
    const std::vector<int> all = elements(h);
    const bool is_apart = std::set<int>(all.begin(), all.end()).size() == 32;
    CAPTURE(second.start);
    CHECK(d.run(offsets(h, 8) + "cvt.u64.u32 %rd2, %r9;\nadd.s64 %rd2, %rd1, %rd2;\nst.global.u64 [%rd2], %rd1;", 32)
              .what == (is_apart ? violation::none : violation::global_race));
    CHECK(d.run(offsets(h, 4) + "add.s32 %r9, %r9, %r3;\nst.shared.u32 [%r9], %r2;", 32).what ==
          (is_apart ? violation::none : violation::shared_race));
  }
}

// Warp 0 writes bytes, warp 1 reads words: in the epoch in which the granules are split, and in one after.
TEST_CASE("whole lines of a full warp meet the words of one thread") {
  device d;
  const std::string lines =
      "shr.u32 %r10, %r1, 5;\nsetp.eq.u32 %p2, %r10, 0;\nsetp.eq.u32 %p3, %r1, 40;\nmul.wide.u32 %rd2, %r2, 16;\n"
      "add.s64 %rd3, %rd1, %rd2;\n";
  const std::string write = "@%p2 st.global.v4.u32 [%rd3], {%r1, %r1, %r1, %r1};\n",
                    read = "@%p2 ld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd3];\n",
                    read_one = "@%p3 ld.global.u32 %r11, [%rd1+84];\n",
                    write_one = "@%p3 st.global.u32 [%rd1+84], %r1;\n", wait = "bar.sync 0;\n";
  for (const std::string& race : {write + read_one, write + write_one, read + write_one}) {
    const softcuda::report r = d.run(lines + race, 64);
    CAPTURE(r.text);
    CHECK(r.what == violation::global_race);
    CHECK(r.text.find("thread (40,0,0)") != std::string::npos);
    CHECK(r.text.find("thread (5,0,0)") != std::string::npos);  // whose 16 bytes hold the word
  }
  for (const std::string& fine : {write + wait + read_one, read + wait + write_one, read + read_one}) {
    const softcuda::report r = d.run(lines + fine, 64);
    CAPTURE(r.text);
    CHECK(r.what == violation::none);
  }
  CHECK(d.counted.distinct_read_bytes == 512);
  CHECK(d.run(lines + read_one + wait + read, 64).what == violation::none);
  CHECK(d.counted.distinct_read_bytes == 512);
  CHECK(d.run(lines + write + wait + write_one, 64).what == violation::none);
  CHECK(d.counted.distinct_written_bytes == 512);
}

TEST_CASE("bytes and words of one epoch meet, those of another do not") {
  device d;
  const std::string begin =
      "setp.lt.u32 %p2, %r1, 32;\nadd.s32 %r4, %r3, %r2;\nshl.b32 %r5, %r2, 2;\nadd.s32 %r5, %r3, %r5;\n"
      "cvt.u16.u32 %h1, %r2;\n@%p2 st.shared.u32 [%r5], %r2;\nbar.sync 0;\n";
  const std::string bytes = "@%p2 st.shared.u8 [%r4], %h1;\n", words = "@!%p2 ld.shared.u32 %r6, [%r5];\n",
                    barrier = "bar.sync 0;\n";
  CHECK(d.run(begin + bytes + words, 64).what == violation::shared_race);
  CHECK(d.run(begin + bytes + barrier + words, 64).text == "");
  CHECK(d.run(begin + bytes + barrier + bytes + words, 64).what == violation::shared_race);
  CHECK(d.run(begin + bytes + barrier + bytes + barrier + words + barrier + bytes, 64).text == "");
  CHECK(d.run(begin + bytes + barrier + words + bytes, 64).what == violation::shared_race);
  CHECK(d.run(begin + words + bytes, 64).what == violation::shared_race);
  // bytes of one granule that belong to different warps
  const std::string every = "add.s32 %r7, %r3, %r1;\nst.shared.u8 [%r7], %h1;\n";
  CHECK(d.run(begin + every + barrier + words, 64).text == "");
  CHECK(d.run(begin + every + words, 64).what == violation::shared_race);
}

TEST_CASE("bytes in one launch leave nothing to the next") {
  device d;
  const std::string bytes =
      "cvt.u64.u32 %rd2, %r1;\nadd.s64 %rd2, %rd1, %rd2;\ncvt.u16.u32 %h1, %r1;\nst.global.u8 [%rd2], %h1;\n";
  const std::string words = "mul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd3, %rd1, %rd3;\nld.global.u32 %r6, [%rd3];\n";
  for (int k = 0; k < 2; ++k) {
    CHECK(d.run(bytes, 32).text == "");
    CHECK(d.counted.distinct_written_bytes == 32);
    CHECK(d.run(words, 32).text == "");
    CHECK(d.counted.distinct_read_bytes == 128);
  }
  CHECK(d.run(bytes + words, 32).what == violation::global_race);
}

// What is read over and over is looked at once: a write must end that, however it comes.
TEST_CASE("rows of shared memory that many threads have read still meet writes") {
  device d;
  const std::string barrier = "bar.sync 0;\n", mine = "ld.shared.u32 %r6, [%r5];\n",
                    read = mine + mine + mine,
                    begin = "setp.lt.u32 %p2, %r1, 32;\nsetp.eq.u32 %p3, %r1, 40;\nadd.s32 %r4, %r3, %r2;\n"
                            "shl.b32 %r5, %r2, 2;\nadd.s32 %r5, %r3, %r5;\ncvt.u16.u32 %h1, %r2;\n"
                            "@%p2 st.shared.u32 [%r5], %r2;\n" + barrier + read;
  for (const std::string& write :
       {std::string("@%p2 st.shared.u32 [%r5], %r1;\n"), std::string("@%p3 st.shared.u32 [s+20], %r1;\n"),
        std::string("@%p2 st.shared.u8 [%r4], %h1;\n")}) {
    CAPTURE(write);
    CHECK(d.run(begin + write, 64).what == violation::shared_race);
    CHECK(d.run(begin + barrier + write, 64).text == "");
    CHECK(d.run(begin + barrier + write + read, 64).what == violation::shared_race);
    CHECK(d.run(begin + barrier + read + write, 64).what == violation::shared_race);
    CHECK(d.run(begin + barrier + write + barrier + read, 64).text == "");
    CHECK(d.run(begin + barrier + write + barrier + read + write, 64).what == violation::shared_race);
  }
}

TEST_CASE("rows that the lanes of one warp have read meet its writes after they have waited for each other") {
  device d;
  // each word is read by two lanes
  const std::string wait = "bar.warp.sync 0xffffffff;\n", write = "st.shared.u32 [%r5], %r1;\n",
                    mine = "ld.shared.u32 %r6, [%r5];\nld.shared.u32 %r6, [%r8];\n", read = mine + mine + mine,
                    begin = "shl.b32 %r5, %r2, 2;\nadd.s32 %r5, %r3, %r5;\nxor.b32 %r8, %r2, 1;\nshl.b32 %r8, %r8, 2;\n"
                            "add.s32 %r8, %r3, %r8;\n" + write + wait + read;
  CHECK(d.run(begin + wait + write, 32).text == "");
  CHECK(d.run(begin + wait + write + wait + read + wait + write, 32).text == "");
  CHECK(d.run(begin + wait + write + read, 32).what == violation::shared_race);
}

TEST_CASE("whole lines that were never written stay so through copies, and are looked at again after them") {
  device d;
  const std::string line = "mul.wide.u32 %rd2, %r2, 16;\nadd.s64 %rd2, %rd1, %rd2;\n",
                    read = line + "ld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd2];\n",
                    write = line + "st.global.v4.u32 [%rd2], {%r1, %r1, %r1, %r1};\n";
  const std::uint64_t empty = d.memory.allocate(512), full = d.out;
  CHECK(d.run(read, 32).text == "");
  CHECK(d.memory.copy(full, empty, 512));
  CHECK(d.run(read, 32).what == violation::uninitialised_read);
  CHECK(d.run(write, 32).text == "");
  CHECK(d.run(read, 32).text == "");
  CHECK(d.memory.copy(full + 384, empty, 4));  // one word of the last line
  CHECK(d.run(read, 32).what == violation::uninitialised_read);
  CHECK(d.memory.fill(full + 384, 7, 4, 1));
  CHECK(d.run(read, 32).text == "");
  d.out = empty;
  CHECK(d.run(read, 32).what == violation::uninitialised_read);
  CHECK(d.run(write, 32).text == "");
  CHECK(d.run(read, 32).text == "");
  CHECK(d.memory.release(empty));
  CHECK(d.run(read, 32).what == violation::use_after_free);
  CHECK(d.run(write, 32).what == violation::use_after_free);
}

}  // namespace

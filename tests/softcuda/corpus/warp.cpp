// SPDX-License-Identifier: MIT
// Shuffles in all modes with clamps, segments and predicates; votes, matches and reductions of a warp, also of a part
// of it.
#include <algorithm>
#include <limits>

#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;
enum class shuffle : std::uint8_t { up, down, bfly, idx };

struct source {
  int lane;
  bool is_inside;
};
// The specification's text: c holds the clamp in bits 0-4 and the segment mask in bits 8-12.
source source_of(shuffle how, int lane, int b, int c) {
  const int clamp = c & 31, segment = c >> 8 & 31, value = b & 31;
  const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  int j = 0;
  bool p = false;
  switch (how) {
    case shuffle::up:
      j = lane - value;
      p = j >= most;
      break;
    case shuffle::down:
      j = lane + value;
      p = j <= most;
      break;
    case shuffle::bfly:
      j = lane ^ value;
      p = j <= most;
      break;
    case shuffle::idx:
      j = least | (value & ~segment);
      p = j <= most;
      break;
  }
  return {p ? j : lane, p};
}

void shuffles(const visitor& visit) {
  constexpr const char* names[] = {"up", "down", "bfly", "idx"};
  for (int h = 0; h < 4; ++h) {
    const auto how = static_cast<shuffle>(h);
    for (const int c : {how == shuffle::up ? 0 : 31, 0x181F, 0x1C00, 0x1003, 0x0007, 0x1E1F, 0x0F05})
      for (const int b : {-1, 0, 1, 5, 16, 33}) {  // -1: another one in each lane
        const std::string amount = b < 0 ? "%y" : std::to_string(b);
        visit_warp(visit, {"b32 <- b32 u32",
                           std::string("shfl.sync.") + names[h] + ".b32 %o0|%p1, %x, " + amount + ", " +
                               std::to_string(c) + ", -1; selp.u32 %o1, 1, 0, %p1;",
                           {[=](int lane, const u64* x, const u64* y, const u64*) {
                              return x[source_of(how, lane, b < 0 ? static_cast<int>(y[lane] & 31) : b, c).lane];
                            },
                            [=](int lane, const u64*, const u64* y, const u64*) {
                              return u64{source_of(how, lane, b < 0 ? static_cast<int>(y[lane] & 31) : b, c).is_inside};
                            }}});
      }
    visit_warp(visit, {"f32 <- f32",
                       std::string("shfl.sync.") + names[h] + ".b32 %o0, %x, 2, " + (how == shuffle::up ? "0" : "31") +
                           ", 0xFFFFFFFF;",
                       {[=](int lane, const u64* x, const u64*, const u64*) {
                         return x[source_of(how, lane, 2, how == shuffle::up ? 0 : 31).lane];
                       }}});
  }
}

// Part of a warp: lanes 4 to 19 take part, the others keep a mark.
const std::string part =
    "mov.u32 %r9, %tid.x; and.b32 %r9, %r9, 31; sub.u32 %r10, %r9, 4; setp.lt.u32 %p7, %r10, 16; mov.b32 %o0, 77;\n\t";
constexpr u64 part_mask = 0x000FFFF0;
bool takes_part(int lane) { return lane >= 4 && lane < 20; }

void votes(const visitor& visit) {
  const std::string odd = "and.b32 %r0, %x, 1; setp.ne.u32 %p0, %r0, 0; ";
  const auto ballot = [](const u64* x, u64 mask) {
    u64 b = 0;
    for (int l = 0; l < 32; ++l) b |= (x[l] & 1) << l;
    return b & mask;
  };
  const u64 all = 0xFFFFFFFF;
  visit_warp(visit, {"b32 <- u32",
                     odd + "vote.sync.ballot.b32 %o0, %p0, -1;",
                     {[=](int, const u64* x, const u64*, const u64*) { return ballot(x, all); }}});
  visit_warp(visit, {"b32 <- u32",
                     odd + "vote.sync.ballot.b32 %o0, !%p0, -1;",
                     {[=](int, const u64* x, const u64*, const u64*) { return ballot(x, all) ^ all; }}});
  visit_warp(
      visit,
      {"b32 <- u32",
       part + odd + "@%p7 vote.sync.ballot.b32 %o0, %p0, 0x000FFFF0;",
       {[=](int lane, const u64* x, const u64*, const u64*) { return takes_part(lane) ? ballot(x, part_mask) : 77; }}});
  // Predicates that hold for all, some or no lanes, by the block: each warp compares with its own first lanes.
  const std::string biased = "shfl.sync.idx.b32 %r1, %x, 0, 31, -1; setp.le.u32 %p0, %r1, %x; ";
  const auto law = [](const u64* x, u64& b) {
    b = 0;
    for (int l = 0; l < 32; ++l) b |= u64{x[0] <= x[l]} << l;
  };
  const auto put = [&](const char* mode, bool (*f)(u64)) {
    visit_warp(visit, {"u32 <- u32",
                       biased + "vote.sync." + mode + ".pred %p1, %p0, -1; selp.u32 %o0, 1, 0, %p1;",
                       {[=](int, const u64* x, const u64*, const u64*) {
                         u64 b = 0;
                         law(x, b);
                         return u64{f(b)};
                       }}});
    visit_warp(visit, {"u32 <- u32",
                       biased + "and.pred %p0, %p0, %p0; setp.lt.u32 %p0, %x, %r1; vote.sync." + mode +
                           ".pred %p1, %p0, -1; selp.u32 %o0, 1, 0, %p1;",
                       {[=](int, const u64* x, const u64*, const u64*) {
                         u64 b = 0;
                         law(x, b);
                         return u64{f(~b & 0xFFFFFFFF)};
                       }}});
  };
  put("all", [](u64 b) { return b == 0xFFFFFFFF; });
  put("any", [](u64 b) { return b != 0; });
  put("uni", [](u64 b) { return b == 0 || b == 0xFFFFFFFF; });
  visit_warp(
      visit,
      {"b32 <- u32", "activemask.b32 %o0;", {[](int, const u64*, const u64*, const u64*) { return u64{0xFFFFFFFF}; }}});
  // A barrier brings the lanes of a branch together; here the branch is a predicate, so both sides are known.
  visit_warp(visit, {"b32 <- u32",
                     part + "@%p7 activemask.b32 %o0;",
                     {[](int lane, const u64*, const u64*, const u64*) { return takes_part(lane) ? part_mask : 77; }}});
}

void matches(const visitor& visit) {
  for (const int width : {32, 64}) {
    const std::string t = "b" + std::to_string(width), type = "u" + std::to_string(width);
    const std::string reduced = width == 32 ? "and.b32 %r0, %x, 3; " : "and.b64 %d0, %x, 3; ",
                      value = width == 32 ? "%r0" : "%d0";
    visit_warp(visit, {"u32 <- " + type,
                       reduced + "match.any.sync." + t + " %o0, " + value + ", -1;",
                       {[](int lane, const u64* x, const u64*, const u64*) {
                         u64 b = 0;
                         for (int l = 0; l < 32; ++l) b |= u64{(x[l] & 3) == (x[lane] & 3)} << l;
                         return b;
                       }}});
    visit_warp(visit, {"u32 <- " + type,
                       part + reduced + "@%p7 match.any.sync." + t + " %o0, " + value + ", 0x000FFFF0;",
                       {[](int lane, const u64* x, const u64*, const u64*) {
                         if (!takes_part(lane)) return u64{77};
                         u64 b = 0;
                         for (int l = 4; l < 20; ++l) b |= u64{(x[l] & 3) == (x[lane] & 3)} << l;
                         return b;
                       }}});
    // match.all: in warps whose first value is even, all values are made one.
    const std::string made_one = "shfl.sync.idx.b32 %r1, " + std::string(width == 32 ? "%x" : "%r2") +
                                 ", 0, 31, -1; and.b32 %r1, %r1, 1; setp.eq.u32 %p2, %r1, 0; @%p2 mov.b" +
                                 std::to_string(width) + " %x, 5; ";
    const auto all_equal = [](const u64* x) {
      const u64* end = x + 32;
      return (x[0] & 1) == 0 || std::all_of(x, end, [x](u64 v) { return v == x[0]; });
    };
    visit_warp(visit, {"u32 <- " + type,
                       (width == 32 ? "" : "cvt.u32.u64 %r2, %x; ") + made_one + "match.all.sync." + t +
                           " %o0|%p1, %x, -1; selp.u32 %o1, 1, 0, %p1;",
                       {[=](int, const u64* x, const u64*, const u64*) { return all_equal(x) ? u64{0xFFFFFFFF} : 0; },
                        [=](int, const u64* x, const u64*, const u64*) { return u64{all_equal(x)}; }}});
  }
}

template <class Operation> void reduction(const visitor& visit, const std::string& opcode, u64 start, Operation f) {
  const auto law = [=](const u64* x, int from, int to) {
    u64 r = start;
    for (int l = from; l < to; ++l) r = f(r, x[l]) & 0xFFFFFFFF;
    return r;
  };
  visit_warp(visit, {"b32 <- u32",
                     "redux.sync." + opcode + " %o0, %x, -1;",
                     {[=](int, const u64* x, const u64*, const u64*) { return law(x, 0, 32); }}});
  visit_warp(visit,
             {"b32 <- u32",
              part + "@%p7 redux.sync." + opcode + " %o0, %x, 0x000FFFF0;",
              {[=](int lane, const u64* x, const u64*, const u64*) { return takes_part(lane) ? law(x, 4, 20) : 77; }}});
}

}  // namespace

void warp_tests(const visitor& visit) {
  shuffles(visit);
  votes(visit);
  matches(visit);
  reduction(visit, "add.u32", 0, [](u64 a, u64 b) { return a + b; });
  reduction(visit, "add.s32", 0, [](u64 a, u64 b) { return a + b; });
  reduction(visit, "min.u32", 0xFFFFFFFF, [](u64 a, u64 b) { return std::min(a, b); });
  reduction(visit, "max.u32", 0, [](u64 a, u64 b) { return std::max(a, b); });
  reduction(visit, "min.s32", 0x7FFFFFFF, [](u64 a, u64 b) { return as_s32(a) < as_s32(b) ? a : b; });
  reduction(visit, "max.s32", 0x80000000, [](u64 a, u64 b) { return as_s32(a) > as_s32(b) ? a : b; });
  reduction(visit, "and.b32", 0xFFFFFFFF, [](u64 a, u64 b) { return a & b; });
  reduction(visit, "or.b32", 0, [](u64 a, u64 b) { return a | b; });
  reduction(visit, "xor.b32", 0, [](u64 a, u64 b) { return a ^ b; });
}

}  // namespace softcuda::corpus

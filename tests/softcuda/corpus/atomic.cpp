// SPDX-License-Identifier: MIT
// Atomics of every kind: the old value that they return and the new one they leave, in global and shared memory, and
// sums of a whole block on one word.
#include <algorithm>

#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;

// The word of the thread holds x; y (and z) are operands. Results: the old value, the new one.
void one(const visitor& visit, const std::string& operation, const std::string& type, bool has_z, const rule& law,
         comparison how = comparison::bits, int architecture = 80, const std::string& memory_type = "") {
  const std::string memory = memory_type.empty() ? type : memory_type;
  const std::string types = type + " <- " + memory + " " + memory + (has_z ? " " + memory : ""),
                    operands = has_z ? ", %y, %z;" : ", %y;";
  const std::string width = "b" + std::to_string(8 * bytes_of(type));
  const rule old = [](u64 x, u64, u64) { return x; };
  // In global memory, generic, and with the qualifiers of order and scope.
  const std::string before = "st.global." + width + " [%q], %x; ", after = " ld.global." + width + " %o1, [%q];";
  for (const char* opcode :
       {"atom.global.", "atom.", "atom.relaxed.gpu.global.", "atom.acq_rel.sys.global.", "atom.release.cta.global."})
    visit_element(visit, {types,
                          before + opcode + operation + "." + type + " %o0, [%q]" + operands + after,
                          {old, law},
                          how,
                          architecture});
  if (operation.starts_with("cas") || operation.starts_with("exch")) return;
  visit_element(visit, {types,
                        before + "red.global." + operation + "." + type + " [%q]" + operands + " ld.global." + width +
                            " %o0, [%q];",
                        {law},
                        how,
                        architecture});
}

void in_shared(const visitor& visit, const std::string& operation, const std::string& type, const rule& law) {
  const int size = bytes_of(type);
  const std::string width = "b" + std::to_string(8 * size);
  visit_element(visit, {type + " <- " + type + " " + type,
                        "mov.u32 %r0, %tid.x; mov.u32 %r1, words; mad.lo.u32 %r1, %r0, " + std::to_string(size) +
                            ", %r1; st.shared." + width + " [%r1], %x; atom.shared." + operation + "." + type +
                            " %o0, [%r1], %y; ld.shared." + width + " %o1, [%r1];",
                        {[](u64 x, u64, u64) { return x; }, law},
                        comparison::number,
                        80,
                        ".shared .align 8 .b8 words[2048];\n"});
}

void integers(const visitor& visit) {
  struct kind {
    const char* type;
    int width;
    bool is_signed;
  };
  for (const kind& k : {kind{"u32", 32, false}, kind{"s32", 32, true}, kind{"u64", 64, false}, kind{"s64", 64, true}}) {
    const u64 mask = k.width == 64 ? ~u64{0} : 0xFFFFFFFF;
    const rule sum = [=](u64 x, u64 y, u64) { return (x + y) & mask; };
    const auto is_less = [=](u64 x, u64 y) {
      return k.is_signed ? (k.width == 64 ? as_s64(x) < as_s64(y) : as_s32(x) < as_s32(y)) : x < y;
    };
    const rule least = [=](u64 x, u64 y, u64) { return is_less(x, y) ? x : y; },
               most = [=](u64 x, u64 y, u64) { return is_less(x, y) ? y : x; };
    if (std::string(k.type) != "s64") one(visit, "add", k.type, false, sum);
    one(visit, "min", k.type, false, least);
    one(visit, "max", k.type, false, most);
    if (std::string(k.type) != "s64") in_shared(visit, "add", k.type, sum);
    in_shared(visit, "max", k.type, most);
    in_shared(visit, "min", k.type, least);
  }
  for (const char* type : {"b32", "b64"}) {
    one(visit, "and", type, false, [](u64 x, u64 y, u64) { return x & y; });
    one(visit, "or", type, false, [](u64 x, u64 y, u64) { return x | y; });
    one(visit, "xor", type, false, [](u64 x, u64 y, u64) { return x ^ y; });
    one(visit, "exch", type, false, [](u64, u64 y, u64) { return y; });
    one(visit, "cas", type, true, [](u64 x, u64 y, u64 z) { return x == y ? z : x; });
    in_shared(visit, "exch", type, [](u64, u64 y, u64) { return y; });
    in_shared(visit, "or", type, [](u64 x, u64 y, u64) { return x | y; });
  }
  one(visit, "cas", "b16", true, [](u64 x, u64 y, u64 z) { return x == y ? z : x; });
  one(visit, "inc", "u32", false, [](u64 x, u64 y, u64) { return x >= y ? 0 : x + 1; });
  one(visit, "dec", "u32", false, [](u64 x, u64 y, u64) { return x == 0 || x > y ? y : x - 1; });
  in_shared(visit, "inc", "u32", [](u64 x, u64 y, u64) { return x >= y ? 0 : x + 1; });
}

void floats(const visitor& visit) {
  // Global f32 atomics flush subnormals on hardware or not, by the unit that performs them: the operands here have
  // none.
  one(
      visit, "add", "f32", false, [](u64 x, u64 y, u64) { return add(single, x, y); }, comparison::number, 80,
      "normal_f32");
  one(
      visit, "add", "f64", false, [](u64 x, u64 y, u64) { return rules::bits(rules::f64(x) + rules::f64(y)); },
      comparison::number);
  const auto both = [](format f) {
    return rule([f](u64 x, u64 y, u64) { return add(f, x & 0xFFFF, y & 0xFFFF) | add(f, x >> 16, y >> 16) << 16; });
  };
  one(
      visit, "add.noftz", "f16", false, [](u64 x, u64 y, u64) { return add(half, x, y); }, comparison::number, 80,
      "some_f16");
  one(visit, "add.noftz", "f16x2", false, both(half), comparison::number, 80, "some_f16x2");
  one(
      visit, "add.noftz", "bf16", false, [](u64 x, u64 y, u64) { return add(brain, x, y); }, comparison::number, 90,
      "some_bf16");
  one(visit, "add.noftz", "bf16x2", false, both(brain), comparison::number, 90, "some_bf16x2");
}

// All threads of a block on one word: the sum, and for the old values of inc a permutation that a vote on each proves.
void contended(const visitor& visit) {
  const std::string words = ".shared .align 8 .b8 words[2048];\n";
  const auto put = [&](const std::string& text, const rule& law) {
    visit_element(visit, {"u32 <-", text, {law}, comparison::bits, 80, words});
  };
  const std::string cleared =
      "mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 0; @%p0 st.shared.u32 [words], 0; bar.sync 0; ";
  put(cleared + "atom.shared.add.u32 %r1, [words], %r0; bar.sync 0; ld.shared.u32 %o0, [words];",
      [](u64, u64, u64) { return u64{256 * 255 / 2}; });
  put(cleared + "atom.shared.max.s32 %r1, [words], %r0; bar.sync 0; ld.shared.u32 %o0, [words];",
      [](u64, u64, u64) { return u64{255}; });
  put(cleared + "red.shared.or.b32 [words], %r0; bar.sync 0; ld.shared.u32 %o0, [words];",
      [](u64, u64, u64) { return u64{255}; });
  // Each takes a ticket and writes itself into the slot of that number: every slot is written once.
  put(cleared +
          "atom.shared.inc.u32 %r1, [words], 0xFFFFFFFF; shl.b32 %r2, %r1, 2; mov.u32 %r3, words; add.u32 %r3, %r3, "
          "%r2; st.shared.u32 [%r3+4], 1; bar.sync 0; "
          "shl.b32 %r2, %r0, 2; mov.u32 %r3, words; add.u32 %r3, %r3, %r2; ld.shared.u32 %o0, [%r3+4];",
      [](u64, u64, u64) { return u64{1}; });
}

void vectors(const visitor& visit) {
  const auto old = [](u64 x, u64, u64) { return x; };
  visit_element(visit, {"f32 <- normal_f32 normal_f32",
                        "st.global.v2.f32 [%q], {%x, %y}; atom.global.v2.f32.add {%o0, %o1}, [%q], {%y, %y}; "
                        "ld.global.v2.f32 {%o2, %o3}, [%q];",
                        {old, [](u64, u64 y, u64) { return y; }, [](u64 x, u64 y, u64) { return add(single, x, y); },
                         [](u64, u64 y, u64) { return add(single, y, y); }},
                        comparison::number,
                        90});
}

}  // namespace

void atomic_tests(const visitor& visit) {
  integers(visit);
  floats(visit);
  contended(visit);
  vectors(visit);
}

}  // namespace softcuda::corpus

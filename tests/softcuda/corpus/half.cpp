// SPDX-License-Identifier: MIT
// f16 and bf16, single and in pairs: every input, against corner values where there are several operands.
#include "chapters.hpp"
#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using namespace rules;

// The law in both halves of a pair.
rule both(const rule& law) {
  return [law](u64 x, u64 y, u64 z) {
    return law(x & 0xFFFF, y & 0xFFFF, z & 0xFFFF) | law(x >> 16, y >> 16, z >> 16) << 16;
  };
}

struct kind {
  const char* type;
  format f;
};

// `opcode` ends where the type begins; the architecture is the first that has it.
void one(const visitor& visit, const kind& k, int operands, const std::string& opcode, int architecture,
         const rule& law) {
  const std::string places = operands == 1 ? " %o0, %x;" : operands == 2 ? " %o0, %x, %y;" : " %o0, %x, %y, %z;";
  for (const bool packed : {false, true}) {
    const std::string type = std::string(k.type) + (packed ? "x2" : "");
    std::string types = type + " <-";
    for (int j = 0; j < operands; ++j) types += " " + type;
    visit_element(visit,
                  {types, opcode + "." + type + places, {packed ? both(law) : law}, comparison::number, architecture});
  }
}

void arithmetic(const visitor& visit, const kind& k, int native) {
  const format f = k.f;
  one(visit, k, 2, "add", native, [f](u64 x, u64 y, u64) { return add(f, x, y); });
  one(visit, k, 2, "sub.rn", native, [f](u64 x, u64 y, u64) { return sub(f, x, y); });
  one(visit, k, 2, "mul", native, [f](u64 x, u64 y, u64) { return mul(f, x, y); });
  one(visit, k, 3, "fma.rn", 80, [f](u64 x, u64 y, u64 z) { return fma(f, x, y, z); });
  one(visit, k, 3, "fma.rn.relu", 80, [f](u64 x, u64 y, u64 z) { return relu(f, fma(f, x, y, z)); });
  one(visit, k, 1, "neg", 80, [f](u64 x, u64, u64) { return negated(f, x); });
  one(visit, k, 1, "abs", 80, [](u64 x, u64, u64) { return x & 0x7FFF; });
  for (const bool is_max : {false, true}) {
    const std::string base = is_max ? "max" : "min";
    one(visit, k, 2, base, 80, [=](u64 x, u64 y, u64) { return extreme(f, x, y, is_max); });
    one(visit, k, 2, base + ".NaN", 80, [=](u64 x, u64 y, u64) { return extreme(f, x, y, is_max, true); });
    one(visit, k, 2, base + ".xorsign.abs", 86,
        [=](u64 x, u64 y, u64) { return (extreme(f, x & 0x7FFF, y & 0x7FFF, is_max) & 0x7FFF) | ((x ^ y) & 0x8000); });
  }
}

}  // namespace

void half_tests(const visitor& visit) {
  const kind f16{"f16", half}, bf16{"bf16", brain};
  arithmetic(visit, f16, 80);
  arithmetic(visit, bf16, 90);
  // f16 alone has .ftz and .sat.
  const auto flushing = [](u64 b) { return flushed(half, b); };
  one(visit, f16, 2, "add.ftz", 80, [=](u64 x, u64 y, u64) { return flushing(add(half, flushing(x), flushing(y))); });
  one(visit, f16, 2, "mul.ftz", 80, [=](u64 x, u64 y, u64) { return flushing(mul(half, flushing(x), flushing(y))); });
  one(visit, f16, 2, "max.ftz", 80, [=](u64 x, u64 y, u64) { return extreme(half, flushing(x), flushing(y), true); });
  one(visit, f16, 1, "neg.ftz", 80, [=](u64 x, u64, u64) { return negated(half, flushing(x)); });
  one(visit, f16, 1, "abs.ftz", 80, [=](u64 x, u64, u64) { return flushing(x) & 0x7FFF; });
  for (const char* base : {"add", "mul"})
    visit_element(
        visit,
        {"f16 <- f16 f16",
         std::string(base) + ".sat.f16 %o0, %x, %y;",
         {[=](u64 x, u64 y, u64) { return saturated(half, base[0] == 'a' ? add(half, x, y) : mul(half, x, y)); }},
         comparison::value});
  visit_element(visit, {"f16 <- f16 f16 f16",
                        "fma.rn.ftz.sat.f16 %o0, %x, %y, %z;",
                        {[=](u64 x, u64 y, u64 z) {
                          return saturated(half, flushing(fma(half, flushing(x), flushing(y), flushing(z))));
                        }},
                        comparison::value});
}

}  // namespace softcuda::corpus

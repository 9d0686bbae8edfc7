// SPDX-License-Identifier: MIT
// The PTX corpus: kernels of one instruction or a few, their inputs, and what the PTX specification says they leave.
// Plain data without a test framework, so that the software driver's tests and a replay on hardware walk the same list.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace softcuda::corpus {

using u64 = std::uint64_t;
using bytes = std::vector<unsigned char>;

/// How an output element is held against the expected one.
enum class comparison : std::uint8_t {
  bits,       // the same bits
  number,     // the same bits, or both a NaN: the specification leaves payloads open
  value,      // as number, but zeros of either sign are equal
  tolerance,  // |got - expected| <= max(absolute, relative * |expected|), expected being a double beside the element
};

/// One kernel "k(out, a, b, c, n)": thread i of n works on element i. Every pointer parameter is 64 bits wide, n is 32.
struct test {
  std::string name;       // its instruction
  std::string ptx;        // a whole module
  int architecture = 80;  // what its .target names
  std::uint32_t count = 0, block = 256;
  std::vector<bytes> inputs;  // up to three, for a, b and c
  std::string type;           // of the output elements: f32, u64, b16 …
  int outputs = 1;            // elements of that type for each thread
  comparison how = comparison::bits;
  bytes expected;             // count * outputs elements
  std::vector<double> exact;  // for tolerance
  double relative = 0, absolute = 0;
  std::string comment;  // what a rule assumes where the specification is silent
  std::uint32_t grid() const { return (count + block - 1) / block; }
};

using visitor = std::function<void(const test&)>;

/// One chapter of the corpus; it makes its tests one after another, since the exhaustive ones are large.
struct chapter {
  const char* name;
  void (*visit)(const visitor&);
};
/// All chapters.
const std::vector<chapter>& chapters();

/// "" where `got`, count * outputs elements, is what the test expects; else a sentence about the first difference and
/// how many there are.
std::string difference(const test&, const bytes& got);

// ---- what chapters are written with ----

/// A value of an element from the bits of the operands x, y, z.
using rule = std::function<u64(u64, u64, u64)>;

/// What makes a test of one instruction. Operands are %x %y %z, results %o0 %o1 …, registers free to use %p0-7
/// (predicates), %h0-7 (16 bits), %r0-15 (32), %d0-15 (64), %q the address of the element's output, %i its index.
struct element {
  std::string types;        // "f32 <- f32 f32"; an operand may name a domain: "shift" instead of u32
  std::string text;         // the instruction or instructions
  std::vector<rule> rules;  // one for each result
  comparison how = comparison::bits;
  int architecture = 80;
  std::string declarations{};  // module variables
  std::string name{};          // where the text is not one
  std::string comment{};
};
void visit_element(const visitor&, const element&);

/// An instruction that approximates: `exact` in double, from operands as doubles, and the bounds of the specification.
struct approximation {
  std::string types, text;
  std::function<double(double, double)> exact;
  double relative = 0, absolute = 0;
  bool flushes = false;  // .ftz: subnormal operands count as zeros, subnormal results become zeros
  int architecture = 80;
};
void visit_approximation(const visitor&, const approximation&);

/// An instruction of a whole warp: the rule sees all 32 values of each operand.
struct warp_test {
  std::string types, text;
  std::vector<std::function<u64(int lane, const u64* x, const u64* y, const u64* z)>> rules;
  int architecture = 80;
  std::string name{};
};
void visit_warp(const visitor&, const warp_test&);

int bytes_of(const std::string& type);
/// Corner values and seeded random ones of a type or domain.
const std::vector<u64>& samples(const std::string& domain);
const std::vector<u64>& corners(const std::string& domain);
/// The type that the elements of a domain have.
std::string type_of(const std::string& domain);
double number_of(const std::string& type, u64 bits);

}  // namespace softcuda::corpus

// SPDX-License-Identifier: MIT
// Makes whole tests of single instructions: the kernel around them, the vectors of inputs, the expected outputs.
#include "test.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <sstream>

#include "rules.hpp"

namespace softcuda::corpus {
namespace {

using words = std::vector<u64>;  // the elements of one operand
bool is_half(const std::string& type) { return type == "f16" || type == "bf16"; }
bool is_half_pair(const std::string& type) { return type == "f16x2" || type == "bf16x2"; }

struct signature {
  std::string out;
  std::vector<std::string> in;
  explicit signature(const std::string& types) {
    std::istringstream words_of(types);
    std::string arrow, domain;
    words_of >> out >> arrow;
    while (words_of >> domain) in.push_back(domain);
  }
};

std::string memory_type(const std::string& type) {
  return type == "f32" || type == "f64" || type[0] == 'u' || type[0] == 's' ? (type.ends_with("x2") ? "b32" : type)
                                                                            : "b" + std::to_string(bytes_of(type) * 8);
}
// The compute_100 generator types float registers .b32; the older ones .f32.
std::string register_type(const std::string& type, int architecture) {
  if ((type == "f32" || type == "f64") && architecture < 100) return type;
  return "b" + std::to_string(std::max(16, bytes_of(type) * 8));
}

std::string header(int architecture) {
  const char* version = architecture < 90 ? "7.8" : architecture < 100 ? "8.1" : "8.6";
  return std::string(".version ") + version + "\n.target sm_" + std::to_string(architecture) + "\n.address_size 64\n";
}

std::string kernel(const signature& s, const std::string& text, std::size_t results, int architecture,
                   const std::string& declarations) {
  std::string k = header(architecture) + declarations + R"(
.visible .entry k(.param .u64 k_out, .param .u64 k_a, .param .u64 k_b, .param .u64 k_c, .param .u32 k_n)
{
	.reg .pred %p<8>;
	.reg .b16 %h<8>;
	.reg .b32 %r<16>;
	.reg .b64 %d<16>;
	.reg .pred %outside;
	.reg .u32 %i, %n, %block, %blocks;
	.reg .u64 %q, %from;
)";
  const char names[] = {'x', 'y', 'z'};
  for (std::size_t j = 0; j < s.in.size(); ++j)
    k += "\t.reg ." + register_type(type_of(s.in[j]), architecture) + " %" + names[j] + ";\n";
  for (std::size_t j = 0; j < results; ++j)
    k += "\t.reg ." + register_type(s.out, architecture) + " %o" + std::to_string(j) + ";\n";
  k += R"(
	ld.param.u32 %n, [k_n];
	mov.u32 %i, %tid.x;
	mov.u32 %block, %ctaid.x;
	mov.u32 %blocks, %ntid.x;
	mad.lo.u32 %i, %block, %blocks, %i;
	setp.ge.u32 %outside, %i, %n;
	@%outside bra $done;
	ld.param.u64 %from, [k_out];
	cvta.to.global.u64 %from, %from;
	mad.wide.u32 %q, %i, )" +
       std::to_string(static_cast<int>(results) * bytes_of(s.out)) + ", %from;\n";
  for (std::size_t j = 0; j < s.in.size(); ++j) {
    const std::string type = type_of(s.in[j]);
    k += std::string("\tld.param.u64 %from, [k_") + static_cast<char>('a' + j) +
         "];\n\tcvta.to.global.u64 %from, %from;\n\tmad.wide.u32 %from, %i, " + std::to_string(bytes_of(type)) +
         ", %from;\n\tld.global." + memory_type(type) + " %" + names[j] + ", [%from];\n";
  }
  k += "\t" + text + "\n";
  for (std::size_t j = 0; j < results; ++j)
    k += "\tst.global." + memory_type(s.out) + " [%q+" + std::to_string(static_cast<int>(j) * bytes_of(s.out)) +
         "], %o" + std::to_string(j) + ";\n";
  return k + "$done:\n\tret;\n}\n";
}

u64 pair(u64 low, u64 high) { return low | high << 16; }
u64 mixed(u64 x) { return (x * 40503 + 12345) & 0xFFFF; }  // another order of all 16-bit values

// Operands that run through all values of a 16-bit type against its corners; pairs do so in both halves.
std::vector<words> exhaustive(const signature& s) {
  std::vector<words> v(s.in.size());
  const std::string type = type_of(s.in[0]), base = type.substr(0, type.find('x'));
  const bool packed = is_half_pair(type);
  if (s.in.size() == 1 || !(is_half(type_of(s.in[1])) || is_half_pair(type_of(s.in[1])))) {
    for (u64 x = 0; x < 65536; ++x) {
      v[0].push_back(packed ? pair(x, mixed(x)) : x);
      for (std::size_t j = 1; j < s.in.size(); ++j) v[j].push_back(samples(s.in[j])[x * 31 % samples(s.in[j]).size()]);
    }
    return v;
  }
  const words& c = corners(base);
  const std::size_t arity = s.in.size(), step = packed ? 12 : 1, turns = arity == 3 ? 2 : 1;
  for (words& operand : v) operand.reserve(turns * c.size() / step * 65536 + 65536);
  for (std::size_t turn = 0; turn < turns; ++turn)  // in the second one the last operand runs through all values
    for (std::size_t j = 0; j < c.size(); j += step + turn)
      for (u64 x = 0; x < 65536; ++x) {
        const auto other = [&](std::size_t k) { return c[(j * 7 + k * 5 + k * (x & 3)) % c.size()]; };
        const u64 low[3] = {x, c[j], other(1)}, high[3] = {mixed(x), other(2), other(3)};
        for (std::size_t k = 0; k < arity; ++k) {
          const std::size_t from = turn == 0 ? k : 2 - k;
          v[k].push_back(packed ? pair(low[from], high[from]) : low[from]);
        }
      }
  return v;
}

// Operands of wider types: all pairs (triples of fewer) of corners, then random ones.
std::vector<words> sampled(const signature& s) {
  std::vector<words> v(s.in.size());
  if (s.in.empty()) return v;
  const auto put = [&](std::size_t k, u64 x) { v[k].push_back(x); };
  if (s.in.size() == 1) {
    v[0] = samples(s.in[0]);
    return v;
  }
  const auto corner = [&](std::size_t k, std::size_t j) { return corners(s.in[k])[j % corners(s.in[k]).size()]; };
  const std::size_t most = s.in.size() == 3 ? 18 : 200;
  std::size_t extent[3] = {1, 1, 1}, stride[3] = {1, 1, 1};
  for (std::size_t k = 0; k < s.in.size(); ++k) {
    extent[k] = std::min(most, corners(s.in[k]).size());
    stride[k] = extent[k] < corners(s.in[k]).size() ? 5 : 1;  // coprime enough to reach everywhere
  }
  for (std::size_t a = 0; a < extent[0]; ++a)
    for (std::size_t b = 0; b < extent[1]; ++b)
      for (std::size_t c = 0; c < extent[2]; ++c) {
        put(0, corner(0, a * stride[0] + (stride[0] > 1 ? b + c : 0)));
        put(1, corner(1, b * stride[1] + (stride[1] > 1 ? c : 0)));
        if (s.in.size() == 3) put(2, corner(2, c * stride[2]));
      }
  std::mt19937_64 random(s.in.size());
  for (int j = 0; j < 6000; ++j)
    for (std::size_t k = 0; k < s.in.size(); ++k) {
      const words& all = samples(s.in[k]);
      put(k, all[random() % all.size()]);
    }
  return v;
}

std::vector<words> operands(const signature& s) {
  const std::string first = s.in.empty() ? "" : s.in[0];  // not its type: some_f16 is f16, sampled
  return is_half(first) || is_half_pair(first) ? exhaustive(s) : sampled(s);
}

template <class T> void store(const words& v, bytes& b) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const T x = static_cast<T>(v[i]);
    std::memcpy(&b[i * sizeof(T)], &x, sizeof(T));
  }
}
bytes stored(const words& v, int size) {
  bytes b(v.size() * static_cast<std::size_t>(size));
  if (size == 1) store<std::uint8_t>(v, b);
  if (size == 2) store<std::uint16_t>(v, b);
  if (size == 4) store<std::uint32_t>(v, b);
  if (size == 8) store<u64>(v, b);
  return b;
}

test begun(const signature& s, const std::vector<words>& v, const std::string& text, const std::string& name,
           std::size_t results, int architecture, const std::string& declarations) {
  test t;
  t.name = name.empty() ? text : name;
  t.architecture = architecture;
  t.ptx = kernel(s, text, results, architecture, declarations);
  t.count = static_cast<std::uint32_t>(v.empty() ? 256 : v[0].size());
  t.type = s.out;
  t.outputs = static_cast<int>(results);
  for (std::size_t j = 0; j < s.in.size(); ++j) t.inputs.push_back(stored(v[j], bytes_of(s.in[j])));
  return t;
}

u64 element_at(const bytes& b, std::size_t i, int size) {
  u64 x = 0;
  std::memcpy(&x, &b[i * static_cast<std::size_t>(size)], static_cast<std::size_t>(size));
  return x;
}

bool is_nan_of(const std::string& type, u64 bits) {
  return type[0] != 'u' && type[0] != 's' && type.find('f') != std::string::npos && std::isnan(number_of(type, bits));
}

// Bounds of approximate results: near the largest value infinity is as good, under .ftz zero is where results are
// subnormal.
bool is_near(const test& t, double exact, double got) {
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got);
  const double largest = t.type == "f64"   ? std::numeric_limits<double>::max()
                         : t.type == "f16" ? 65504
                                           : 3.4028234663852886e38;
  if (std::isinf(got)) return std::signbit(got) == std::signbit(exact) && std::fabs(exact) > largest * (1 - t.relative);
  if (std::isinf(exact)) return false;
  return std::fabs(got - exact) <= std::max(t.absolute, t.relative * std::fabs(exact));
}

}  // namespace

void visit_element(const visitor& visit, const element& e) {
  const signature s(e.types);
  const std::vector<words> v = operands(s);
  test t = begun(s, v, e.text, e.name, e.rules.size(), e.architecture, e.declarations);
  t.how = e.how;
  t.comment = e.comment;
  words expected(t.count * e.rules.size());
  for (std::size_t i = 0; i < t.count; ++i)
    for (std::size_t j = 0; j < e.rules.size(); ++j)
      expected[i * e.rules.size() + j] =
          e.rules[j](v.empty() ? i : v[0][i], v.size() > 1 ? v[1][i] : 0, v.size() > 2 ? v[2][i] : 0);
  t.expected = stored(expected, bytes_of(s.out));
  visit(t);
}

void visit_approximation(const visitor& visit, const approximation& a) {
  const signature s(a.types);
  const std::vector<words> v = operands(s);
  test t = begun(s, v, a.text, "", 1, a.architecture, "");
  t.how = comparison::tolerance;
  t.relative = a.relative;
  t.absolute = a.absolute;
  const auto operand = [&](std::size_t k, std::size_t i) {
    const double x = k < v.size() ? number_of(type_of(s.in[k]), v[k][i]) : 0;
    const double smallest = type_of(s.in[0]) == "f64" ? 2.2250738585072014e-308 : 1.1754943508222875e-38;
    return a.flushes && std::fabs(x) < smallest ? std::copysign(0.0, x) : x;
  };
  t.exact.resize(t.count);
  for (std::size_t i = 0; i < t.count; ++i) t.exact[i] = a.exact(operand(0, i), operand(1, i));
  t.expected = stored(words(t.count), bytes_of(s.out));
  if (a.flushes) t.absolute = std::max(t.absolute, s.out == "f64" ? 2.2250738585072014e-308 : 1.1754943508222875e-38);
  visit(t);
}

void visit_warp(const visitor& visit, const warp_test& w) {
  const signature s(w.types);
  std::vector<words> v = operands(s);
  for (words& x : v) x.resize(x.size() / 256 * 256);  // whole blocks, so that every warp is full
  test t = begun(s, v, w.text, w.name, w.rules.size(), w.architecture, "");
  words expected(t.count * w.rules.size());
  for (std::size_t i = 0; i < t.count; ++i)
    for (std::size_t j = 0; j < w.rules.size(); ++j) {
      const u64* of[3] = {nullptr, nullptr, nullptr};
      for (std::size_t k = 0; k < v.size(); ++k) of[k] = &v[k][i / 32 * 32];
      expected[i * w.rules.size() + j] = w.rules[j](static_cast<int>(i % 32), of[0], of[1], of[2]);
    }
  t.expected = stored(expected, bytes_of(s.out));
  visit(t);
}

std::string difference(const test& t, const bytes& got) {
  const bool packed = is_half_pair(t.type);
  const std::string type = packed ? t.type.substr(0, t.type.find('x')) : t.type;
  const int size = bytes_of(type);
  const std::size_t n = got.size() / static_cast<std::size_t>(size);
  if (got.size() != t.expected.size()) return "the output has another size";
  if (t.how != comparison::tolerance && got == t.expected) return "";
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < n; ++i) {
    const u64 g = element_at(got, i, size), e = element_at(t.expected, i, size);
    bool is_right = g == e;
    if (t.how == comparison::tolerance)
      is_right = is_near(t, t.exact[i], number_of(type, g));
    else if (!is_right && t.how != comparison::bits)
      is_right = (is_nan_of(type, g) && is_nan_of(type, e)) ||
                 (t.how == comparison::value && number_of(type, g) == 0 && number_of(type, e) == 0);
    if (is_right || wrong++ > 0) continue;
    const std::size_t index = i / static_cast<std::size_t>(t.outputs) / (packed ? 2 : 1);
    char line[160];
    first = "element " + std::to_string(index) + " of";
    for (const bytes& in : t.inputs) {
      const int in_size = static_cast<int>(in.size() / t.count);
      std::snprintf(line, sizeof line, " 0x%0*llx", in_size * 2,
                    static_cast<unsigned long long>(element_at(in, index, in_size)));
      first += line;
    }
    if (t.how == comparison::tolerance)
      std::snprintf(line, sizeof line, ": got %.17g, exactly %.17g", number_of(type, g), t.exact[i]);
    else
      std::snprintf(line, sizeof line, ": got 0x%llx, expected 0x%llx", static_cast<unsigned long long>(g),
                    static_cast<unsigned long long>(e));
    first += line;
  }
  return wrong == 0 ? "" : t.name + ": " + std::to_string(wrong) + " of " + std::to_string(n) + " differ; " + first;
}

}  // namespace softcuda::corpus

// SPDX-License-Identifier: MIT
// Input values of the corpus by type: the corners where rules change, and seeded random values.
#include <map>
#include <random>

#include "rules.hpp"
#include "test.hpp"

namespace softcuda::corpus {
namespace {

std::vector<u64> corners_of(const std::string& domain) {
  std::vector<u64> v;
  if (domain == "angle") {
    for (const float x : {0.0F, 0.5F, 1.0F, 1.5707964F, 3.1415925F, 1e-8F, 1e-40F})
      for (const float y : {x, -x}) v.push_back(rules::bits(y));
    v.insert(v.end(), {0x7F800000, 0xFF800000, 0x7FC00000});
  } else if (domain == "large_divisor") {
    v.insert(v.end(), {0x7E800001, 0xFE800001, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F000000});
  } else if (domain == "divisor") {
    for (const float x :
         {0.0F, 1.0F, 3.0F, 0.1F, 1.17549435e-38F, 8.507059e37F, std::numeric_limits<float>::infinity()})
      for (const float y : {x, -x}) v.push_back(rules::bits(y));
    v.push_back(0x7FC00000);
  } else if (domain == "normal_f32") {
    for (const u64 x : corners("f32"))
      if (!rules::is_subnormal(rules::single, x)) v.push_back(x);
  } else if (domain == "f32") {
    // The largest float below 1 is left out: times 2^-126 it is subnormal before rounding only, and .ftz may see it so.
    for (const double x : {0.0,
                           1.0,
                           0.5,
                           0.25,
                           1.5,
                           2.5,
                           3.5,
                           3.0,
                           0.1,
                           100.25,
                           127.5,
                           255.5,
                           32767.5,
                           65535.5,
                           8388607.5,
                           16777217.0,
                           2147483520.0,
                           2147483648.0,
                           4294967040.0,
                           4294967296.0,
                           9.2233720368547758e18,
                           1.8446744073709552e19,
                           1e-20,
                           1e20,
                           1e-40,
                           1.401298464324817e-45,
                           1.1754943508222875e-38,
                           1.1754942106924411e-38,
                           3.4028234663852886e38,
                           1.0000001192092896,
                           3.14159274,
                           static_cast<double>(std::numeric_limits<float>::infinity())}) {
      v.push_back(rules::bits(static_cast<float>(x)));
      v.push_back(rules::bits(static_cast<float>(-x)));
    }
    v.insert(v.end(), {0x7FC00000, 0xFFC00001, 0x7F800001, 0x7FFFFFFF});
  } else if (domain == "f64") {
    for (const double x : {0.0,
                           1.0,
                           0.5,
                           1.5,
                           2.5,
                           3.5,
                           0.1,
                           127.5,
                           255.5,
                           65535.5,
                           2147483647.0,
                           2147483647.5,
                           2147483648.0,
                           4294967295.0,
                           4294967295.5,
                           4503599627370495.5,
                           9007199254740993.0,
                           9.2233720368547758e18,
                           9.2233720368547748e18,
                           1.8446744073709552e19,
                           1e-40,
                           7.0064923216240854e-46,
                           3.4028235677973366e38,
                           3.4028235e38,
                           65519.99,
                           65520.0,
                           1e300,
                           1e-300,
                           4.9406564584124654e-324,
                           2.2250738585072014e-308,
                           2.2250738585072009e-308,
                           1.7976931348623157e308,
                           1.0000000596046448,
                           1.0000001788139343,
                           std::numeric_limits<double>::infinity()}) {
      v.push_back(rules::bits(x));
      v.push_back(rules::bits(-x));
    }
    v.insert(v.end(), {0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000001});
  } else if (type_of(domain) == "f16") {
    for (const int x : {0x0000, 0x0001, 0x0002, 0x03FF, 0x0400, 0x0401, 0x1400, 0x2E66, 0x3555, 0x3800, 0x3BFF, 0x3C00,
                        0x3C01, 0x3E00, 0x4000, 0x4248, 0x5640, 0x7800, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7FFF})
      for (const int s : {0x0000, 0x8000}) v.push_back(static_cast<u64>(x | s));
  } else if (type_of(domain) == "bf16") {
    for (const int x : {0x0000, 0x0001, 0x0002, 0x007F, 0x0080, 0x0081, 0x3000, 0x3DCC, 0x3EAB, 0x3F00, 0x3F7F, 0x3F80,
                        0x3F81, 0x3FC0, 0x4000, 0x4049, 0x42C8, 0x4F00, 0x7F7F, 0x7F80, 0x7F81, 0x7FC0, 0x7FFF})
      for (const int s : {0x0000, 0x8000}) v.push_back(static_cast<u64>(x | s));
  } else if (domain == "shift") {
    for (u64 k = 0; k <= 70; ++k) v.push_back(k);
    v.insert(v.end(), {127, 128, 255, 256, 257, 0x100000001 & 0xFFFFFFFF, 0x80000000, 0xFFFFFFFF});
  } else if (domain == "selector") {  // of prmt
    for (const int s :
         {0x0000, 0x3210, 0x7654, 0x0123, 0x5410, 0x6420, 0xBA98, 0xFEDC, 0x8888, 0xFFFFF, 0x4567, 0x89AB})
      v.push_back(static_cast<u64>(s));
    for (u64 s = 0; s < 4; ++s) v.push_back(s);
  } else {
    const int width = bytes_of(domain) * 8;
    const u64 mask = width == 64 ? ~u64{0} : (u64{1} << width) - 1;
    for (const u64 x : {u64{0},
                        u64{1},
                        u64{2},
                        u64{3},
                        u64{7},
                        u64{10},
                        u64{0x55},
                        u64{0x80},
                        u64{0xFF},
                        u64{0x7F},
                        u64{1000},
                        u64{0x7FFF},
                        u64{0x8000},
                        u64{0xFFFF},
                        u64{0x10000},
                        u64{0xFFFFFF},
                        u64{0x1000000},
                        u64{0x1000001},
                        u64{0x12345678},
                        u64{0x7FFFFFFF},
                        u64{0x80000000},
                        u64{0xFFFFFFFF},
                        u64{0x100000000},
                        u64{0x20000000000001},
                        u64{0x0123456789ABCDEF},
                        u64{0x7FFFFFFFFFFFFFFF},
                        u64{1} << 63,
                        ~u64{0},
                        ~u64{1},
                        ~u64{9}})
      if ((x & mask) == x || x > 0xFFFFFFFFFFFF) v.push_back(x & mask);
    if (domain.ends_with("f16x2")) {
      const std::vector<u64>& c = corners(type_of(domain).substr(0, type_of(domain).find('x')));
      for (std::size_t j = 0; j < c.size(); ++j) v.push_back(c[j] | c[(j * 7 + 3) % c.size()] << 16);
    }
    if (domain == "nonzero32" || domain == "nonzero64" || domain == "nonzero16") std::erase(v, u64{0});
  }
  return v;
}

std::vector<u64> samples_of(const std::string& domain) {
  std::vector<u64> v = corners(domain);
  const std::string type = type_of(domain);
  if (type == "f16" || type == "bf16") {
    v.clear();
    for (u64 x = 0; x < 65536; ++x) v.push_back(x);
    return v;
  }
  if (domain == "shift" || domain == "selector") {
    std::mt19937_64 random(7);
    for (int k = 0; k < 64; ++k) v.push_back(random() & (domain == "shift" ? 63 : 0xFFFF));
    return v;
  }
  const int width = bytes_of(type) * 8;
  const u64 mask = width == 64 ? ~u64{0} : (u64{1} << width) - 1;
  std::mt19937_64 random(static_cast<u64>(width) + type.size());
  if (width == 8) {
    v.clear();
    for (u64 x = 0; x < 256; ++x) v.push_back(x);
    return v;
  }
  for (int k = 0; k < 3000; ++k) {
    u64 x = random() & mask;
    // Half of the floats lie in a range where sums, conversions and approximations have something to do.
    const double moderate =
        static_cast<double>(static_cast<std::int64_t>(random())) * std::ldexp(1.0, -(k / 2) % 64 - 8);
    if (type == "f32" && k % 2 == 0) x = rules::bits(static_cast<float>(moderate));
    if (type == "f64" && k % 2 == 0) x = rules::bits(moderate);
    if (domain == "normal_f32" && (k % 2 != 0 || x == 0)) x = (x & 0x807FFFFF) | 0x3F000000;
    if (domain == "angle")
      x = rules::bits(
          static_cast<float>(static_cast<double>(static_cast<std::int64_t>(random())) * std::ldexp(3.14159, -63)));
    if (domain == "divisor") x = (x & 0x807FFFFF) | ((static_cast<u64>(k) % 252 + 1) << 23);  // 2^-126 to 2^126
    if (type[0] != 'f' && k % 3 == 0) x >>= random() % static_cast<u64>(width);
    if (domain == "large_divisor") x = (x & 0x80FFFFFF) | 0x7E800001;  // above 2^126
    if (domain.starts_with("nonzero") && x == 0) x = 1;
    v.push_back(x);
  }
  return v;
}

const std::vector<u64>& remembered(const std::string& domain, bool all) {
  static std::map<std::pair<std::string, bool>, std::vector<u64>> known;
  const auto found = known.find({domain, all});
  if (found != known.end()) return found->second;
  std::vector<u64> v = all ? samples_of(domain) : corners_of(domain);
  return known[{domain, all}] = std::move(v);
}

}  // namespace

const std::vector<u64>& corners(const std::string& domain) { return remembered(domain, false); }
const std::vector<u64>& samples(const std::string& domain) { return remembered(domain, true); }

std::string type_of(const std::string& domain) {
  if (domain == "angle" || domain.ends_with("divisor")) return "f32";
  if (domain == "normal_f32") return "f32";
  if (domain.starts_with("some_")) return domain.substr(5);
  if (domain == "shift" || domain == "selector") return "u32";
  if (domain.starts_with("nonzero")) return "u" + domain.substr(7);
  return domain;
}

int bytes_of(const std::string& domain) {
  const std::string type = type_of(domain);
  if (type.ends_with("x2")) return type.find("16") != std::string::npos ? 4 : 2;
  if (type.ends_with("64")) return 8;
  if (type.ends_with("32")) return 4;
  return type.ends_with("16") ? 2 : 1;
}

double number_of(const std::string& type, u64 bits) {
  if (type == "f16") return rules::value(rules::half, bits & 0xFFFF);
  if (type == "bf16") return rules::value(rules::brain, bits & 0xFFFF);
  if (type == "f32") return static_cast<double>(rules::f32(bits));
  if (type == "f64") return rules::f64(bits);
  if (type == "s32") return static_cast<double>(rules::as_s32(bits));
  return static_cast<double>(bits);
}

}  // namespace softcuda::corpus

// SPDX-License-Identifier: MIT
// Lanes of halves: loading, storing and rounding by instructions, by integer arithmetic and by scalars are the same.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include <sinter/cpu/lanes.hpp>

using sinter::bfloat16;
using sinter::float16;
using namespace sinter::core;

namespace {

// Floats near every half: itself, the ties beside it, and what lies next to those.
template <class T> std::vector<float> samples() {
  std::vector<float> made;
  constexpr unsigned cut = std::is_same_v<T, float16> ? 12 : 15;  // the bit of a tie
  for (unsigned bits = 0; bits < 0x10000u; ++bits) {
    const auto whole = std::bit_cast<std::uint32_t>(static_cast<float>(T::of_bits(static_cast<std::uint16_t>(bits))));
    for (const std::uint32_t more : {0u, 1u, (1u << cut) - 1, 1u << cut, (1u << cut) + 1}) made.push_back(std::bit_cast<float>(whole + more));
  }
  std::mt19937 random(5);
  for (int i = 0; i < 1 << 16; ++i) made.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  return made;
}

bool same(float x, float y) { return std::isnan(x) ? std::isnan(y) : std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); }

template <class T> void check_rounding() {
  const std::vector<float> all = samples<T>();
  int wrong = 0;
  for (std::size_t at = 0; at + 32 <= all.size(); at += 32) {
    const lanes<float> x = load<float>(reinterpret_cast<const char*>(&all[at]));
    const lanes<T> rounded = convert<T>(x);
    T stored[32];
    float wide[32], again[32];
    store(reinterpret_cast<char*>(stored), rounded);
    store(reinterpret_cast<char*>(wide), convert<float>(rounded));
    store(reinterpret_cast<char*>(again), convert<float>(load<T>(reinterpret_cast<const char*>(stored))));
    for (std::size_t i = 0; i < 32; ++i) {
      const T expected(all[at + i]);
      wrong += !same(wide[i], static_cast<float>(expected)) || !same(again[i], static_cast<float>(expected));
      wrong += std::isnan(all[at + i]) ? !std::isnan(static_cast<float>(stored[i])) : stored[i].bits != expected.bits;
    }
    if constexpr (std::is_same_v<T, float16>)
      for (int r = 0; r < lanes<float>::registers; ++r) {  // what machines without the instructions do
        const vectors::words bits = vectors::float16_of_float(x.v[r]);
        const vectors::vector<float> back = vectors::float_of_float16(bits);
        for (int i = 0; i < lanes<float>::width; ++i) {
          const auto n = static_cast<std::size_t>(r * lanes<float>::width + i);
          wrong += !same(back[i], wide[n]) || bits[i] != stored[n].bits;
        }
      }
  }
  CHECK(wrong == 0);
}

// From wider numbers than a float holds there is one rounding too.
template <class T, class From> void check_one_rounding(const std::vector<From>& some) {
  std::vector<From> all(32, From(0));
  std::copy(some.begin(), some.end(), all.begin());
  T made[32];
  store(reinterpret_cast<char*>(made), convert<T>(load<From>(reinterpret_cast<const char*>(all.data()))));
  for (std::size_t i = 0; i < 32; ++i) CHECK(made[i].bits == T(all[i]).bits);
}

}  // namespace

TEST_CASE("rounding to halves") {
  check_rounding<float16>();
  check_rounding<bfloat16>();
}

TEST_CASE("one rounding from wide numbers") {
  // In each the last bit decides, and a float does not have it.
  check_one_rounding<float16, double>({1 + 0x1p-11 + 0x1p-50, 1 + 0x1p-11, -2049.0000001, 65519.9999999999, 0x1p-25 + 0x1p-70});
  check_one_rounding<bfloat16, double>({1 + 0x1p-8 + 0x1p-50, 1 + 0x1p-8, 1e300, -0x1p-134 - 0x1p-180});
  check_one_rounding<bfloat16, std::int32_t>({(1 << 30) + (1 << 22) + 1, (1 << 30) + (1 << 22), -7});
  check_one_rounding<bfloat16, std::uint32_t>({0x80800001u, 0x80800000u, 0xffffffffu});
  check_one_rounding<bfloat16, std::int64_t>({(std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1, -5});
}

TEST_CASE("halves become integers, booleans and each other") {
  const float given[] = {300.7f, -1.5f, 0.f, -0.f, 1e9f, HUGE_VALF, -HUGE_VALF, NAN};
  float all[32] = {};
  std::copy(std::begin(given), std::end(given), all);
  const lanes<bfloat16> x = convert<bfloat16>(load<float>(reinterpret_cast<const char*>(all)));
  std::uint8_t small[32];
  store(reinterpret_cast<char*>(small), convert<std::uint8_t>(x));
  CHECK(small[0] == 255);
  CHECK(small[1] == 0);
  CHECK(small[7] == 0);
  CHECK((convert<bool>(x).bits & 0xff) == 0b11110011u);
  float16 other[32];
  store(reinterpret_cast<char*>(other), convert<float16>(x));
  CHECK(static_cast<float>(other[0]) == 300);  // bf16 has 300.7 as 300
  CHECK(std::isinf(static_cast<float>(other[4])));
  bfloat16 same_bits[32];
  store(reinterpret_cast<char*>(same_bits), bit_cast<bfloat16>(bit_cast<float16>(x)));
  CHECK(static_cast<float>(same_bits[1]) == -1.5f);
}

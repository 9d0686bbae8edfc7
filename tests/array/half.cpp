// SPDX-License-Identifier: MIT
// Halves are what their formats say: every bit pattern, every tie between neighbours, and how they print.
#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <sinter/array/dtype.hpp>
#include <sinter/array/numpy/print.hpp>

using sinter::bfloat16;
using sinter::float16;
using namespace sinter::core;

namespace {

static_assert(sizeof(float16) == 2 && std::is_trivially_copyable_v<float16> && std::is_trivially_copyable_v<bfloat16>);
static_assert(!std::is_convertible_v<float, float16> && !std::is_convertible_v<double, bfloat16>);
static_assert(float(float16(0.1)) == 0.0999755859375f && float(bfloat16(0.1f)) == 0.10009765625f);
static_assert(float16(1) == float16(1.0) && float16(1) < float16(2) && -float16(1) == float16(-1));
static_assert(float(float16(65519.99)) == 65504 && float(float16(65520)) == std::numeric_limits<float>::infinity());
static_assert(float(std::numeric_limits<float16>::max()) == 65504 && float(std::numeric_limits<float16>::min()) == 0x1p-14f);
static_assert(float(std::numeric_limits<bfloat16>::max()) == 0x1.fep127f && float(std::numeric_limits<bfloat16>::denorm_min()) == 0x1p-133f);
static_assert(float(float16(std::numeric_limits<double>::quiet_NaN())) != 0 && size_of(dtype::bf16) == 2);
// One rounding: through a double the 1 would be lost and the tie go down.
static_assert(float(bfloat16((std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1)) == 0x1.02p62f);
static_assert(float(bfloat16((std::int64_t{1} << 62) + (std::int64_t{1} << 54))) == 0x1p62f);
static_assert(float(bfloat16(-(std::int64_t{1} << 62) - (std::int64_t{1} << 54) - 1)) == -0x1.02p62f);

// What the bits of a number mean, by its definition.
template <class T> double meaning(unsigned bits) {
  constexpr int fraction = std::numeric_limits<T>::digits - 1, bias = std::numeric_limits<T>::max_exponent - 1;
  const unsigned field = bits >> fraction, rest = bits & ((1u << fraction) - 1);
  return field ? std::ldexp(1.0 + std::ldexp(rest, -fraction), static_cast<int>(field) - bias) : std::ldexp(rest, 1 - bias - fraction);
}

template <class T> void check_every_pattern() {
  constexpr unsigned infinite = 0x7fffu >> (std::numeric_limits<T>::digits - 1) << (std::numeric_limits<T>::digits - 1);
  const auto of = [](unsigned bits) { return T::of_bits(static_cast<std::uint16_t>(bits)); };
  int wrong = 0;
  for (unsigned bits = 0; bits < infinite; ++bits) {
    const double x = meaning<T>(bits), next = meaning<T>(bits + 1);  // past the last: where infinity begins to round
    const double middle = x + (next - x) / 2;
    wrong += static_cast<double>(of(bits)) != x || static_cast<double>(of(bits | 0x8000u)) != -x;
    wrong += T(x).bits != bits || T(-x).bits != (bits | 0x8000u) || T(static_cast<float>(x)).bits != bits;
    wrong += T(middle).bits != bits + (bits & 1) || T(-middle).bits != ((bits + (bits & 1)) | 0x8000u);
    wrong += T(std::nextafter(middle, 0)).bits != bits || T(std::nextafter(middle, HUGE_VAL)).bits != bits + 1;
    wrong += T(static_cast<float>(middle)).bits != bits + (bits & 1);  // a float holds it
    wrong += T(std::nextafterf(static_cast<float>(middle), HUGE_VALF)).bits != bits + 1;
    if (x == std::floor(x) && x < 1e9) wrong += T(static_cast<int>(x)).bits != bits || T(static_cast<std::int64_t>(-x)).bits != (bits ? bits | 0x8000u : 0);
  }
  CHECK(wrong == 0);
  CHECK(std::isinf(static_cast<float>(of(infinite))));
  for (unsigned bits = infinite + 1; bits < 0x8000u; ++bits)
    for (const unsigned sign : {0u, 0x8000u}) {
      const float x = of(bits | sign);
      wrong += !std::isnan(x) || std::signbit(x) != (sign != 0) || (T(x).bits & 0x7fffu) <= infinite;
    }
  CHECK(wrong == 0);
}

template <class T> std::string printed(const std::vector<double>& numbers, bool is_scalar = false) {
  std::vector<T> values;
  for (const double x : numbers) values.push_back(T(x));
  const std::int64_t extent = static_cast<std::int64_t>(values.size());
  return numpy::to_text({dtype_of<T>, {&extent, is_scalar ? 0u : 1u}, values.data()});
}

}  // namespace

TEST_CASE("every pattern and every tie") {
  check_every_pattern<float16>();
  check_every_pattern<bfloat16>();
}

TEST_CASE("halves print their own digits") {
  CHECK(printed<float16>({0.1, 1, 2.5}) == "[0.1 1.  2.5]");
  CHECK(printed<float16>({1.0 / 3}) == "[0.3333]");
  CHECK(printed<bfloat16>({1.0 / 3, -2}) == "[ 0.334 -2.   ]");
  CHECK(printed<float16>({65504, 1}) == "[6.55e+04 1.00e+00]");
  CHECK(printed<float16>({HUGE_VAL, 1, std::nan("")}) == "[inf  1. nan]");
  CHECK(printed<float16>({0.1}, true) == "0.1");
  CHECK(printed<float16>({5.9604644775390625e-08}, true) == "6e-08");
  CHECK(printed<bfloat16>({-HUGE_VAL}, true) == "-inf");
  std::ostringstream text;
  text << float16(1.5);
  CHECK(text.str() == "1.5");
}

// The digits that are printed read back as the same number.
TEST_CASE("digits read back") {
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x7c00u; ++bits) {
    const float16 x = float16::of_bits(static_cast<std::uint16_t>(bits));
    wrong += float16(std::stod(printed<float16>({static_cast<double>(x)}, true))).bits != bits;
  }
  CHECK(wrong == 0);
}

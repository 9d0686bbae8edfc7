// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_140 = [](const f32<8>& a) {
  const auto v0 = a - a;
  const f32<> v1 = mean(a);
  const f32<16> v2 = concatenate<0>(v0, v0);
  const f32<> v3 = clip(v1, -3.5f, 1.25f);
  const f32<> v4 = softplus(v1);
  const f32<16> v5 = erf(v2);
  const f32<16> v6 = round(v2);
  return std::tuple(f32<>(v3), f32<>(v4), f32<16>(v5), f32<16>(v6));
};
constexpr auto program_141 = []([[maybe_unused]] const f32<5, 8>& a, const f32<8>& b) {
  const auto v0 = rsqrt(b);
  const auto v1 = logistic(v0);
  const auto v2 = -v1;
  const f32<8> v3 = v0 * v1;
  const f32<8> v4 = layer_norm(v2, axis<0>);
  return std::tuple(f32<8>(v3), f32<8>(v4));
};
constexpr auto program_142 = [](const i32<3, 9>& a) {
  const auto v0 = a << 4;
  const f32<3, 9, 5> v1 = one_hot<5>(v0);
  const auto v2 = a % a;
  const i32<3, 9> v3 = 1 * v2;
  const i32<> v4 = max(v2, axes<0, 1>);
  const i32<3> v5 = sum(v2, axis<1>);
  const i32<3, 1> v6 = slice<6, 7, 2>(v3, axis<1>);
  return std::tuple(f32<3, 9, 5>(v1), i32<>(v4), i32<3>(v5), i32<3, 1>(v6));
};
constexpr auto program_143 = [](const f32<1, 16>& a) {
  const i32<1> v0 = argmin(a, axis<1>);
  const i32<1> v1 = where(v0 > 1, v0, 0);
  const f32<1, 3> v2 = slice<10, 13>(a, axis<1>);
  const auto v3 = transpose<1, 0>(v2);
  const f32<1, 3> v4 = layer_norm(v2, axis<1>);
  return std::tuple(i32<1>(v1), f32<3, 1>(v3), f32<1, 3>(v4));
};
constexpr auto program_144 = [](const i32<1>& a, const i32<33>& b) {
  const i32<66> v0 = concatenate<0>(b, b);
  const i32<66> v1 = v0 | a;
  const i32<66> v2 = v0 >> 2;
  const i32<66> v3 = relu(v1);
  return std::tuple(i32<66>(v2), i32<66>(v3));
};
constexpr auto program_145 = []([[maybe_unused]] const f32<7, 33>& a, const f32<7, 33>& b, const f32<7>& c) {
  const f32<7, 33> v0 = flip(b, axis<0>);
  const b8<7> v1 = c <= -1.5f;
  const f32<7, 33> v2 = sqrt(b);
  const f32<7, 33> v3 = layer_norm(b, axis<1>);
  return std::tuple(f32<7, 33>(v0), b8<7>(v1), f32<7, 33>(v2), f32<7, 33>(v3));
};
constexpr auto program_146 = []([[maybe_unused]] const f32<5, 8>& a, const f32<8, 6>& b) {
  const f32<8, 1> v0 = slice<4, 5, 2>(b, axis<1>);
  const f32<1> v1 = max(v0, axis<0>);
  const f32<1> v2 = minimum(v1, v1);
  const f32<8, 1> v3 = tanh(v0);
  const f32<8> v4 = var(v3, axis<1>);
  return std::tuple(f32<1>(v2), f32<8>(v4));
};
constexpr auto program_147 = []([[maybe_unused]] const i32<16, 33>& a, const i32<16, 1>& b) {
  const i32<> v0 = min(b, axes<0, 1>);
  const i32<20, 1> v1 = pad<2, 2>(b, axis<0>);
  const i32<1> v2 = take(v1, v0, axis<0>);
  const i32<1> v3 = take(v2, v2, axis<0>, clip_mode);
  return i32<1>(v3);
};
constexpr auto program_148 = [](const f32<16, 2>& a, const f32<16, 2>& b) {
  const f32<2, 16> v0 = transpose<1, 0>(a);
  const f32<> v1 = mean(b, axes<0, 1>);
  const f32<> v2 = v1 + 1.5f;
  const f32<2, 16> v3 = v0 * v2;
  const auto v4 = expand_dims<0>(v0);
  const f32<2, 16> v5 = atan2(v2, v3);
  return std::tuple(f32<1, 2, 16>(v4), f32<2, 16>(v5));
};
constexpr auto program_149 = [](const f32<6, 1, 8>& a) {
  const i32<6, 1> v0 = argmin(a, axis<2>);
  const i32<6, 1> v1 = abs(v0);
  const f32<6, 1, 8> v2 = a * a;
  const i32<1> v3 = sum(v0, axis<0>);
  return std::tuple(i32<6, 1>(v1), f32<6, 1, 8>(v2), i32<1>(v3));
};
constexpr auto program_150 = [](const f32<1, 5>& a, const f32<1, 5>& b) {
  const f32<1, 5> v0 = tanh(b);
  const b8<1, 5> v1 = a >= -2.5f;
  const f32<1, 1> v2 = sum(v0, axes<1, 0>, keep_dims);
  const b8<1, 5> v3 = !v1;
  const b8<1, 5> v4 = slice<0, to_end>(v3, axis<1>);
  const u8<1, 5> v5 = cast<std::uint8_t>(v1);
  return std::tuple(f32<1, 1>(v2), b8<1, 5>(v4), u8<1, 5>(v5));
};
constexpr auto program_151 = []([[maybe_unused]] const f32<9>& a, const f32<6, 9, 7>& b) {
  const f32<6, 9, 7> v0 = where(b > -1.5f, b, b);
  const f32<6, 9, 7> v1 = 3.5f - v0;
  const auto v2 = round(v1);
  const i32<6, 9, 7> v3 = cast<std::int32_t>(v0);
  const i32<6, 9, 7> v4 = v3 & v3;
  const f32<6, 9, 7> v5 = layer_norm(v0, axis<2>);
  const i32<6, 9, 7> v6 = abs(v4);
  const auto v7 = max(v6);
  return std::tuple(f32<6, 9, 7>(v2), f32<6, 9, 7>(v5), i32<>(v7));
};
constexpr auto program_152 = [](const f32<dyn, 9>& a, const i32<dyn, 9>& b) {
  const i32<dyn, 9> v0 = -b;
  const i32<dyn, 9> v1 = v0 / 4;
  const auto v2 = concatenate<0>(a, a);
  const i32<dyn> v3 = sum(v1, axis<1>);
  const f32<dyn, 9> v4 = log_softmax(a, axis<1>);
  const f32<dyn, 9> v5 = floor(v4);
  return std::tuple(f32<dyn, 9>(v2), i32<dyn>(v3), f32<dyn, 9>(v5));
};
constexpr auto program_153 = []([[maybe_unused]] const i32<dyn>& a, const i32<3, 2>& b, const f32<>& c) {
  const f32<> v0 = silu(c);
  const i32<3> v1 = argmax(b, axis<1>);
  const f32<> v2 = minimum(v0, v0);
  const i32<1> v3 = min(v1, keep_dims);
  return std::tuple(f32<>(v2), i32<1>(v3));
};
constexpr auto program_154 = []([[maybe_unused]] const i32<dyn, 9>& a, const u8<dyn, 9>& b) {
  const u8<1, 1> v0 = sum(b, keep_dims);
  const auto v1 = argmin(b, axis<1>);
  const i32<dyn> v2 = ~v1;
  const auto v3 = v0 < v0;
  return std::tuple(i32<dyn>(v2), b8<1, 1>(v3));
};
constexpr auto program_155 = []([[maybe_unused]] const f32<4>& a, const i32<4, 1>& b) {
  const i32<4, 1> v0 = -b;
  const i32<4, 1> v1 = where(v0 > 0, v0, v0);
  const i32<4, 1> v2 = ~v1;
  const i32<4, 1> v3 = clip(v2, -3, 2);
  const b8<4, 1> v4 = v3 < -1;
  const i32<> v5 = sum(v4);
  const i32<4, 1> v6 = square(b);
  return std::tuple(i32<>(v5), i32<4, 1>(v6));
};
constexpr auto program_156 = [](const i32<16, 8>& a, const u8<16>& b, const i32<16, 8>& c) {
  const auto v0 = expand_dims<1>(a);
  const u8<16, 8> v1 = cast<std::uint8_t>(c);
  const u8<16, 8> v2 = ~v1;
  const i32<1, 16, 8> v3 = transpose<1, 0, 2>(v0);
  const u8<16> v4 = ~b;
  return std::tuple(u8<16, 8>(v2), i32<1, 16, 8>(v3), u8<16>(v4));
};
constexpr auto program_157 = [](const f32<6, 4, 8>& a) {
  const auto v0 = erf(a);
  const f32<6, 8> v1 = var(v0, axis<1>);
  const f32<6, 4, 8> v2 = v0 * v0;
  const f32<6, 8> v3 = reciprocal(v1);
  const auto v4 = exp(v1);
  return std::tuple(f32<6, 4, 8>(v2), f32<6, 8>(v3), f32<6, 8>(v4));
};
constexpr auto program_158 = [](const i32<5, 4>& a, const u8<5, 4>& b, const i32<5, 4>& c) {
  const auto v0 = a > c;
  const auto v1 = ~b;
  const b8<4> v2 = any(v0, axis<0>);
  const b8<4> v3 = v2 ^ v2;
  const b8<4> v4 = !v2;
  const i32<5> v5 = argmin(v1, axis<1>);
  return std::tuple(b8<4>(v3), b8<4>(v4), i32<5>(v5));
};
constexpr auto program_159 = []([[maybe_unused]] const f32<1, 16>& a, const u8<2, 1, 16>& b) {
  const u8<1, 16> v0 = min(b, axis<0>);
  const i32<2, 1> v1 = argmax(b, axis<2>);
  const u8<1> v2 = max(v0, axis<-1>);
  const i32<> v3 = min(v1);
  const auto v4 = v0 >> 5;
  return std::tuple(u8<1>(v2), i32<>(v3), u8<1, 16>(v4));
};

}  // namespace

TEST_CASE("random programs 08") {
  check<program_140>("program_140", given<f32<8>>(1400, true, {}, 8));
  check<program_141>("program_141", given<f32<5, 8>>(1410, false, {}, 40), given<f32<8>>(1411, false, {}, 8));
  check<program_142>("program_142", given<i32<3, 9>>(1420, false, {}, 27));
  check<program_143>("program_143", given<f32<1, 16>>(1430, false, {}, 16));
  check<program_144>("program_144", given<i32<1>>(1440, true, {}, 1), given<i32<33>>(1441, true, {}, 33));
  check<program_145>("program_145", given<f32<7, 33>>(1450, false, {}, 231), given<f32<7, 33>>(1451, false, {}, 231), given<f32<7>>(1452, false, {}, 7));
  check<program_146>("program_146", given<f32<5, 8>>(1460, false, {}, 40), given<f32<8, 6>>(1461, false, {}, 48));
  check<program_147>("program_147", given<i32<16, 33>>(1470, false, {}, 528), given<i32<16, 1>>(1471, false, {}, 16));
  check<program_148>("program_148", given<f32<16, 2>>(1480, true, {}, 32), given<f32<16, 2>>(1481, true, {}, 32));
  check<program_149>("program_149", given<f32<6, 1, 8>>(1490, false, {}, 48));
  check<program_150>("program_150", given<f32<1, 5>>(1500, false, {}, 5), given<f32<1, 5>>(1501, false, {}, 5));
  check<program_151>("program_151", given<f32<9>>(1510, false, {}, 9), given<f32<6, 9, 7>>(1511, false, {}, 378));
  check<program_152>("program_152", given<f32<dyn, 9>>(1520, true, {33}, 297), given<i32<dyn, 9>>(1521, true, {33}, 297));
  check<program_153>("program_153", given<i32<dyn>>(1530, false, {33}, 33), given<i32<3, 2>>(1531, false, {}, 6), given<f32<>>(1532, false, {}, 1));
  check<program_154>("program_154", given<i32<dyn, 9>>(1540, false, {3}, 27), given<u8<dyn, 9>>(1541, false, {3}, 27));
  check<program_155>("program_155", given<f32<4>>(1550, false, {}, 4), given<i32<4, 1>>(1551, false, {}, 4));
  check<program_156>("program_156", given<i32<16, 8>>(1560, true, {}, 128), given<u8<16>>(1561, true, {}, 16), given<i32<16, 8>>(1562, true, {}, 128));
  check<program_157>("program_157", given<f32<6, 4, 8>>(1570, false, {}, 192));
  check<program_158>("program_158", given<i32<5, 4>>(1580, false, {}, 20), given<u8<5, 4>>(1581, false, {}, 20), given<i32<5, 4>>(1582, false, {}, 20));
  check<program_159>("program_159", given<f32<1, 16>>(1590, false, {}, 16), given<u8<2, 1, 16>>(1591, false, {}, 32));
}

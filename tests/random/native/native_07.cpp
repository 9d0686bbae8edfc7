// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_120 = [](const f32<dyn>& a, const f32<>& b, const b8<dyn, 2>& c) {
  const auto v0 = sum(a);
  const f32<> v1 = where(b > 1.5f, v0, b);
  const f32<> v2 = exp(v0);
  const f32<> v3 = erf(v2);
  const f32<> v4 = where(v3 > 1.5f, v2, v3);
  const b8<dyn, 2> v5 = concatenate<0>(c, c);
  return std::tuple(f32<>(v1), f32<>(v4), b8<dyn, 2>(v5));
};
constexpr auto program_121 = []([[maybe_unused]] const f32<3>& a, [[maybe_unused]] const f32<1, 3>& b, const b8<3, 1>& c) {
  const auto v0 = cast<float>(c);
  const auto v1 = !c;
  const b8<3, 2> v2 = concatenate<1>(c, v1);
  const b8<3> v3 = any(v1, axis<-1>);
  const f32<3, 1> v4 = logistic(v0);
  const auto v5 = concatenate<0>(v3, v3);
  return std::tuple(b8<3, 2>(v2), f32<3, 1>(v4), b8<6>(v5));
};
constexpr auto program_122 = []([[maybe_unused]] const i32<2, 16>& a, const u8<16, 2>& b, const i32<2, 2, 16>& c) {
  const f32<16, 2, 5> v0 = one_hot<5>(b);
  const u8<1, 16, 2> v1 = expand_dims<0>(b);
  const i32<2, 2, 16> v2 = where(c > -1, c, -3);
  const f32<16, 2, 5> v3 = -v0;
  return std::tuple(u8<1, 16, 2>(v1), i32<2, 2, 16>(v2), f32<16, 2, 5>(v3));
};
constexpr auto program_123 = [](const i32<8, 2>& a, [[maybe_unused]] const i32<2>& b, const f32<2>& c) {
  const f32<2> v0 = maximum(c, c);
  const auto v1 = transpose<1, 0>(a);
  const auto v2 = slice<5, to_end>(v1, axis<1>);
  const i32<2, 3> v3 = flip(v2, axis<0>);
  return std::tuple(f32<2>(v0), i32<2, 3>(v3));
};
constexpr auto program_124 = [](const f32<16, 17>& a) {
  const auto v0 = argmax(a, axis<0>);
  const auto v1 = concatenate<0>(v0, v0);
  const i32<17> v2 = abs(v0);
  const i32<17> v3 = roll<0>(v0, axis<0>);
  const f32<17, 16> v4 = transpose<1, 0>(a);
  const i32<17> v5 = v2 & v0;
  return std::tuple(i32<34>(v1), i32<17>(v3), f32<17, 16>(v4), i32<17>(v5));
};
constexpr auto program_125 = []([[maybe_unused]] const f32<dyn>& a, const f32<dyn>& b) {
  const f32<dyn> v0 = gelu(b);
  const f32<dyn> v1 = log1p(v0);
  const f32<dyn> v2 = cos(v0);
  const f32<dyn> v3 = pad<1, 2>(v2, axis<0>);
  const f32<dyn> v4 = where(v3 > 0.5f, v3, v3);
  const f32<dyn> v5 = square(v3);
  return std::tuple(f32<dyn>(v1), f32<dyn>(v4), f32<dyn>(v5));
};
constexpr auto program_126 = [](const i32<7, 4>& a) {
  const auto v0 = abs(a);
  const i32<7, 4> v1 = abs(a);
  const i32<4> v2 = argmax(v1, axis<0>);
  const auto v3 = max(v0, axis<1>);
  const auto v4 = concatenate<1>(v0, v0);
  const i32<7, 8> v5 = v4 + v4;
  const i32<9, 8> v6 = pad<0, 2>(v5, axis<0>);
  const i32<7, 8> v7 = v5 | v5;
  const i32<7, 8> v8 = -v5;
  return std::tuple(i32<4>(v2), i32<7>(v3), i32<9, 8>(v6), i32<7, 8>(v7), i32<7, 8>(v8));
};
constexpr auto program_127 = [](const f32<dyn, 33>& a) {
  const f32<dyn, 33> v0 = slice<3, to_end>(a, axis<0>);
  const f32<> v1 = mean(v0, axes<1, 0>);
  const f32<dyn, 33> v2 = 7.25f * v0;
  const f32<dyn, 33> v3 = 8.5f * v2;
  return std::tuple(f32<>(v1), f32<dyn, 33>(v3));
};
constexpr auto program_128 = [](const f32<4, dyn, 2>& a) {
  const f32<4, dyn, 2> v0 = minimum(a, a);
  const f32<4, dyn, 2> v1 = exp(a);
  const auto v2 = mean(a, axis<2>);
  const f32<4, dyn> v3 = where(v2 > -1.25f, v2, -5.25f);
  const auto v4 = concatenate<0>(v1, v1);
  return std::tuple(f32<4, dyn, 2>(v0), f32<4, dyn>(v3), f32<8, dyn, 2>(v4));
};
constexpr auto program_129 = [](const f32<dyn>& a) {
  const f32<dyn> v0 = a / a;
  const f32<dyn> v1 = where(v0 > 0.25f, a, v0);
  const auto v2 = log(v0);
  const f32<> v3 = prod(v1);
  const auto v4 = clip(v3, -1.5f, 2.25f);
  const f32<dyn> v5 = slice<7, to_end>(v1, axis<0>);
  const f32<dyn> v6 = expm1(v2);
  return std::tuple(f32<>(v4), f32<dyn>(v5), f32<dyn>(v6));
};
constexpr auto program_130 = []([[maybe_unused]] const f32<dyn, 7>& a, const f32<7, 3>& b, const f32<7>& c) {
  const f32<7, 3> v0 = tanh(b);
  const f32<7> v1 = c + c;
  const auto v2 = cast<std::uint8_t>(v0);
  const f32<7, 3> v3 = exp(v0);
  const u8<7, 3> v4 = ~v2;
  const u8<7, 3> v5 = v4 - v4;
  return std::tuple(f32<7>(v1), f32<7, 3>(v3), u8<7, 3>(v5));
};
constexpr auto program_131 = []([[maybe_unused]] const i32<dyn>& a, [[maybe_unused]] const i32<>& b, const f32<dyn, 16>& c) {
  const f32<dyn, 16> v0 = maximum(c, c);
  const f32<dyn, 16> v1 = flip(v0, axis<0>);
  const f32<dyn, 16> v2 = log_softmax(v1, axis<1>);
  const b8<dyn, 16> v3 = v1 < v1;
  return std::tuple(f32<dyn, 16>(v2), b8<dyn, 16>(v3));
};
constexpr auto program_132 = []([[maybe_unused]] const i32<2>& a, const u8<2, 1>& b) {
  const u8<2, 1> v0 = ~b;
  const u8<2, 1> v1 = clip(v0, 3, 200);
  const u8<2, 1> v2 = where(b > 13, v1, v0);
  const u8<2, 1> v3 = v0 & v1;
  const u8<2, 1> v4 = ~v2;
  const u8<2, 1> v5 = v4 >> v3;
  const auto v6 = where(v3 > 13, v4, 19);
  const f32<2, 1, 5> v7 = one_hot<5>(v4);
  return std::tuple(u8<2, 1>(v5), u8<2, 1>(v6), f32<2, 1, 5>(v7));
};
constexpr auto program_133 = [](const i32<4, 9>& a) {
  const f32<4, 9, 3> v0 = one_hot<3>(a);
  const auto v1 = relu(a);
  const f32<4, 9, 3> v2 = atan2(v0, v0);
  const f32<4, 9, 3> v3 = relu(v0);
  return std::tuple(i32<4, 9>(v1), f32<4, 9, 3>(v2), f32<4, 9, 3>(v3));
};
constexpr auto program_134 = [](const f32<16>& a, const f32<>& b) {
  const f32<> v0 = sign(b);
  const f32<19> v1 = pad<1, 2>(a, axis<0>);
  const f32<> v2 = abs(v0);
  const f32<> v3 = sin(v0);
  return std::tuple(f32<19>(v1), f32<>(v2), f32<>(v3));
};
constexpr auto program_135 = [](const f32<33, 9>& a, const f32<33, 1>& b, [[maybe_unused]] const f32<>& c) {
  const f32<> v0 = sum(a, axes<1, 0>);
  const f32<33> v1 = logsumexp(b, axis<1>);
  const f32<33> v2 = v1 * 5.5f;
  const f32<33> v3 = flip(v2, axis<0>);
  const f32<1, 33> v4 = transpose<1, 0>(b);
  return std::tuple(f32<>(v0), f32<33>(v3), f32<1, 33>(v4));
};
constexpr auto program_136 = [](const f32<dyn, 2>& a, const f32<dyn, 1>& b) {
  const auto v0 = layer_norm(b, axis<1>);
  const f32<2> v1 = max(a, axis<-2>);
  const f32<2> v2 = log(v1);
  const f32<dyn, 1> v3 = 9.5f + v0;
  const f32<dyn, 1> v4 = maximum(b, v3);
  return std::tuple(f32<2>(v2), f32<dyn, 1>(v4));
};
constexpr auto program_137 = [](const f32<dyn, 3>& a) {
  const f32<dyn, 3> v0 = where(a > 1.25f, a, a);
  const f32<dyn, 3> v1 = tanh(a);
  const f32<dyn, 3> v2 = rsqrt(v0);
  const f32<dyn, 3> v3 = flip(a, axis<0>);
  return std::tuple(f32<dyn, 3>(v1), f32<dyn, 3>(v2), f32<dyn, 3>(v3));
};
constexpr auto program_138 = [](const f32<1>& a) {
  const f32<1> v0 = roll<-1>(a, axis<0>);
  const f32<1> v1 = v0 * v0;
  const f32<5> v2 = pad<2, 2>(v0, axis<0>);
  const f32<1> v3 = roll<3>(v1, axis<0>);
  const f32<> v4 = matmul(v2, v2);
  const f32<1> v5 = silu(v3);
  const f32<1> v6 = log(v3);
  const f32<1> v7 = v4 + v5;
  return std::tuple(f32<1>(v6), f32<1>(v7));
};
constexpr auto program_139 = []([[maybe_unused]] const f32<dyn, 5>& a, const u8<>& b, const f32<>& c) {
  const auto v0 = one_hot<3>(b);
  const auto v1 = broadcast_to<5>(c);
  const auto v2 = log_softmax(v1, axis<0>);
  const auto v3 = ~b;
  return std::tuple(f32<3>(v0), f32<5>(v2), u8<>(v3));
};

}  // namespace

TEST_CASE("random programs 07") {
  check<program_120>("program_120", given<f32<dyn>>(1200, true, {7}, 7), given<f32<>>(1201, true, {}, 1), given<b8<dyn, 2>>(1202, true, {7}, 14));
  check<program_121>("program_121", given<f32<3>>(1210, false, {}, 3), given<f32<1, 3>>(1211, false, {}, 3), given<b8<3, 1>>(1212, false, {}, 3));
  check<program_122>("program_122", given<i32<2, 16>>(1220, false, {}, 32), given<u8<16, 2>>(1221, false, {}, 32), given<i32<2, 2, 16>>(1222, false, {}, 64));
  check<program_123>("program_123", given<i32<8, 2>>(1230, false, {}, 16), given<i32<2>>(1231, false, {}, 2), given<f32<2>>(1232, false, {}, 2));
  check<program_124>("program_124", given<f32<16, 17>>(1240, true, {}, 272));
  check<program_125>("program_125", given<f32<dyn>>(1250, false, {4}, 4), given<f32<dyn>>(1251, false, {4}, 4));
  check<program_126>("program_126", given<i32<7, 4>>(1260, false, {}, 28));
  check<program_127>("program_127", given<f32<dyn, 33>>(1270, false, {5}, 165));
  check<program_128>("program_128", given<f32<4, dyn, 2>>(1280, true, {16}, 128));
  check<program_129>("program_129", given<f32<dyn>>(1290, false, {16}, 16));
  check<program_130>("program_130", given<f32<dyn, 7>>(1300, false, {3}, 21), given<f32<7, 3>>(1301, false, {}, 21), given<f32<7>>(1302, false, {}, 7));
  check<program_131>("program_131", given<i32<dyn>>(1310, false, {7}, 7), given<i32<>>(1311, false, {}, 1), given<f32<dyn, 16>>(1312, false, {7}, 112));
  check<program_132>("program_132", given<i32<2>>(1320, true, {}, 2), given<u8<2, 1>>(1321, true, {}, 2));
  check<program_133>("program_133", given<i32<4, 9>>(1330, false, {}, 36));
  check<program_134>("program_134", given<f32<16>>(1340, false, {}, 16), given<f32<>>(1341, false, {}, 1));
  check<program_135>("program_135", given<f32<33, 9>>(1350, false, {}, 297), given<f32<33, 1>>(1351, false, {}, 33), given<f32<>>(1352, false, {}, 1));
  check<program_136>("program_136", given<f32<dyn, 2>>(1360, true, {33}, 66), given<f32<dyn, 1>>(1361, true, {33}, 33));
  check<program_137>("program_137", given<f32<dyn, 3>>(1370, false, {16}, 48));
  check<program_138>("program_138", given<f32<1>>(1380, false, {}, 1));
  check<program_139>("program_139", given<f32<dyn, 5>>(1390, false, {8}, 40), given<u8<>>(1391, false, {}, 1), given<f32<>>(1392, false, {}, 1));
}

// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_120 = [](const f32<dyn>& a, [[maybe_unused]] const f32<>& b, const b8<dyn, 2>& c) {
  const auto v0 = mean(a);
  const b8<2, dyn> v1 = transpose<1, 0>(c);
  const b8<dyn, 2> v2 = concatenate<0>(c, c);
  const b8<dyn, 2> v3 = !v2;
  const f32<> v4 = clip(v0, -2.25f, 3.25f);
  const b8<dyn, 2> v5 = slice<0, to_end>(v3, axis<1>);
  return std::tuple(b8<2, dyn>(v1), f32<>(v4), b8<dyn, 2>(v5));
};
constexpr auto program_121 = [](const f32<3>& a, const f32<1, 3>& b, const b8<3, 1>& c) {
  const b8<3, 1> v0 = !c;
  const b8<3, 1> v1 = !c;
  const auto v2 = clip(b, -2.25f, 2.25f);
  const auto v3 = argmax(b, axis<1>);
  const f32<1, 2> v4 = slice<1, to_end>(v2, axis<1>);
  const f32<1, 3> v5 = a + b;
  return std::tuple(b8<3, 1>(v0), b8<3, 1>(v1), i32<1>(v3), f32<1, 2>(v4), f32<1, 3>(v5));
};
constexpr auto program_122 = [](const i32<2, 16>& a, [[maybe_unused]] const u8<16, 2>& b, const i32<2, 2, 16>& c) {
  const i32<2, 32> v0 = concatenate<1>(a, a);
  const auto v1 = slice<7, to_end>(c, axis<2>);
  const i32<2, 2, 9> v2 = ~v1;
  const i32<2, 2, 9> v3 = roll<0>(v2, axis<0>);
  return std::tuple(i32<2, 32>(v0), i32<2, 2, 9>(v3));
};
constexpr auto program_123 = [](const i32<8, 2>& a, [[maybe_unused]] const i32<2>& b, const f32<2>& c) {
  const f32<> v0 = matmul(c, c);
  const f32<> v1 = maximum(v0, v0);
  const f32<2> v2 = relu(c);
  const i32<2, 8> v3 = transpose<1, 0>(a);
  return std::tuple(f32<>(v1), f32<2>(v2), i32<2, 8>(v3));
};
constexpr auto program_124 = [](const f32<16, 17>& a) {
  const f32<> v0 = min(a);
  const f32<> v1 = sqrt(v0);
  const f32<4, 17> v2 = slice<8, to_end, 2>(a, axis<0>);
  const f32<> v3 = erf(v1);
  const f32<> v4 = v1 + v3;
  const f32<4, 17> v5 = v2 + v1;
  return std::tuple(f32<>(v4), f32<4, 17>(v5));
};
constexpr auto program_125 = []([[maybe_unused]] const f32<dyn>& a, const f32<dyn>& b) {
  const f32<dyn> v0 = flip(b, axis<0>);
  const f32<1> v1 = mean(v0, axis<-1>, keep_dims);
  const f32<4> v2 = pad<2, 1>(v1, axis<0>);
  const f32<> v3 = prod(v2, axis<0>);
  const f32<3> v4 = broadcast_to<3>(v3);
  const auto v5 = clip(v4, -1.25f, 1.5f);
  return f32<3>(v5);
};
constexpr auto program_126 = [](const i32<7, 4>& a) {
  const i32<4> v0 = argmin(a, axis<0>);
  const i32<8> v1 = concatenate<0>(v0, v0);
  const auto v2 = max(v1, axis<0>);
  const i32<> v3 = abs(v2);
  const auto v4 = v2 ^ v1;
  const auto v5 = v1 << v3;
  const i32<8, 1> v6 = expand_dims<1>(v1);
  const auto v7 = relu(v4);
  const f32<8, 1> v8 = cast<float>(v6);
  return std::tuple(i32<8>(v5), i32<8>(v7), f32<8, 1>(v8));
};
constexpr auto program_127 = [](const f32<dyn, 33>& a) {
  const auto v0 = max(a, axis<0>, keep_dims);
  const auto v1 = var(v0, axis<-1>, keep_dims);
  const f32<1, 33> v2 = rsqrt(v0);
  const b8<dyn, 33> v3 = a != 0.25f;
  return std::tuple(f32<1, 1>(v1), f32<1, 33>(v2), b8<dyn, 33>(v3));
};
constexpr auto program_128 = [](const f32<4, dyn, 2>& a) {
  const b8<4, dyn, 2> v0 = a == a;
  const b8<2, dyn, 2> v1 = slice<2, to_end>(v0, axis<0>);
  const i32<dyn, 2> v2 = sum(v1, axis<-3>);
  const f32<4, dyn, 2> v3 = cast<float>(v0);
  const b8<4, dyn, 2> v4 = !v0;
  return std::tuple(i32<dyn, 2>(v2), f32<4, dyn, 2>(v3), b8<4, dyn, 2>(v4));
};
constexpr auto program_129 = [](const f32<dyn>& a) {
  const f32<dyn> v0 = a * a;
  const f32<dyn> v1 = log(v0);
  const f32<> v2 = var(v0, axis<0>);
  const f32<dyn> v3 = pad<1, 2>(v0, axis<0>);
  const f32<> v4 = gelu(v2);
  const b8<dyn> v5 = cast<bool>(v3);
  const auto v6 = matmul(v3, v3);
  return std::tuple(f32<dyn>(v1), f32<>(v4), b8<dyn>(v5), f32<>(v6));
};
constexpr auto program_130 = [](const f32<dyn, 7>& a, const f32<7, 3>& b, const f32<7>& c) {
  const f32<7, 3> v0 = b + b;
  const f32<dyn, 7> v1 = minimum(c, a);
  const f32<> v2 = mean(c, axis<-1>);
  const f32<dyn> v3 = matmul(c, transpose<1, 0>(v1));
  const f32<dyn, 7> v4 = v1 + v1;
  const f32<7, 7> v5 = matmul(b, transpose<1, 0>(b));
  return std::tuple(f32<7, 3>(v0), f32<>(v2), f32<dyn>(v3), f32<dyn, 7>(v4), f32<7, 7>(v5));
};
constexpr auto program_131 = []([[maybe_unused]] const i32<dyn>& a, [[maybe_unused]] const i32<>& b, const f32<dyn, 16>& c) {
  const f32<dyn, 16> v0 = sign(c);
  const auto v1 = reciprocal(v0);
  const f32<16, dyn> v2 = transpose<1, 0>(v0);
  const auto v3 = v1 / v1;
  return std::tuple(f32<16, dyn>(v2), f32<dyn, 16>(v3));
};
constexpr auto program_132 = []([[maybe_unused]] const i32<2>& a, const u8<2, 1>& b) {
  const u8<1, 2> v0 = transpose<1, 0>(b);
  const auto v1 = ~v0;
  const auto v2 = concatenate<0>(v1, v1);
  const u8<2, 1> v3 = ~b;
  const u8<2, 3> v4 = concatenate<1>(v3, v2);
  const auto v5 = where(v0 > 19, v3, 7);
  const u8<1, 2> v6 = transpose<1, 0>(v3);
  const u8<2, 2> v7 = v2 - 17;
  return std::tuple(u8<2, 3>(v4), u8<2, 2>(v5), u8<1, 2>(v6), u8<2, 2>(v7));
};
constexpr auto program_133 = [](const i32<4, 9>& a) {
  const i32<9> v0 = sum(a, axis<-2>);
  const i32<9, 4> v1 = transpose<1, 0>(a);
  const i32<9> v2 = relu(v0);
  const i32<> v3 = min(v2, axis<0>);
  return std::tuple(i32<9, 4>(v1), i32<>(v3));
};
constexpr auto program_134 = [](const f32<16>& a, const f32<>& b) {
  const f32<> v0 = sign(b);
  const f32<> v1 = softplus(v0);
  const f32<5> v2 = slice<0, 5>(a, axis<0>);
  const f32<1> v3 = max(a, axis<0>, keep_dims);
  return std::tuple(f32<>(v1), f32<5>(v2), f32<1>(v3));
};
constexpr auto program_135 = []([[maybe_unused]] const f32<33, 9>& a, const f32<33, 1>& b, const f32<>& c) {
  const f32<33, 1> v0 = clip(b, -1.25f, 3.25f);
  const f32<33, 33> v1 = matmul(v0, transpose<1, 0>(b));
  const f32<> v2 = c - 7.5f;
  const f32<33, 1> v3 = matmul(v1, b);
  const f32<33, 1> v4 = round(b);
  return std::tuple(f32<>(v2), f32<33, 1>(v3), f32<33, 1>(v4));
};
constexpr auto program_136 = [](const f32<dyn, 2>& a, const f32<dyn, 1>& b) {
  const auto v0 = reciprocal(b);
  const f32<dyn, 4> v1 = pad<1, 1>(a, axis<1>);
  const f32<dyn, 1> v2 = softplus(b);
  const f32<dyn, 2> v3 = pad<1, 0>(v2, axis<1>);
  const auto v4 = matmul(v3, transpose<1, 0>(v3));
  return std::tuple(f32<dyn, 1>(v0), f32<dyn, 4>(v1), f32<dyn, dyn>(v4));
};
constexpr auto program_137 = [](const f32<dyn, 3>& a) {
  const f32<dyn, 3> v0 = expm1(a);
  const f32<dyn, dyn> v1 = matmul(v0, transpose<1, 0>(a));
  const f32<dyn, dyn> v2 = v1 - 5.5f;
  const f32<dyn, 6> v3 = pad<2, 1>(a, axis<1>);
  return std::tuple(f32<dyn, dyn>(v2), f32<dyn, 6>(v3));
};
constexpr auto program_138 = [](const f32<1>& a) {
  const f32<2> v0 = concatenate<0>(a, a);
  const f32<2> v1 = floor(v0);
  const f32<2> v2 = log(v0);
  const f32<4> v3 = concatenate<0>(v2, v2);
  const auto v4 = relu(v3);
  const auto v5 = log1p(v3);
  const f32<> v6 = matmul(v0, v0);
  const f32<1> v7 = max(v3, axis<-1>, keep_dims);
  return std::tuple(f32<2>(v1), f32<4>(v4), f32<4>(v5), f32<>(v6), f32<1>(v7));
};
constexpr auto program_139 = [](const f32<dyn, 5>& a, [[maybe_unused]] const u8<>& b, const f32<>& c) {
  const f32<dyn, 5> v0 = a + c;
  const f32<dyn, 5> v1 = reciprocal(v0);
  const f32<5, dyn> v2 = transpose<1, 0>(v1);
  const auto v3 = expand_dims<1>(v0);
  return std::tuple(f32<5, dyn>(v2), f32<dyn, 1, 5>(v3));
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

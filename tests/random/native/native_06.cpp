// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_100 = []([[maybe_unused]] const f64<dyn>& a, const f64<dyn, 8>& b) {
  const f64<8, dyn> v0 = transpose<1, 0>(b);
  const f64<8, dyn> v1 = log1p(v0);
  const f64<8, dyn> v2 = concatenate<1>(v1, v1);
  const f64<8, dyn> v3 = flip(v1, axis<0>);
  return std::tuple(f64<8, dyn>(v2), f64<8, dyn>(v3));
};
constexpr auto program_101 = [](const i32<dyn, 4>& a) {
  const i32<dyn, 4> v0 = a >> a;
  const i32<dyn, 4> v1 = shift_right_logical(v0, a);
  const i32<dyn, 4> v2 = flip(v1, axis<0>);
  const auto v3 = clip(v1, -3, 1);
  return std::tuple(i32<dyn, 4>(v2), i32<dyn, 4>(v3));
};
constexpr auto program_102 = [](const f64<17>& a) {
  const f64<13> v0 = slice<4, to_end>(a, axis<0>);
  const f64<13> v1 = v0 + v0;
  const f64<13> v2 = tanh(v1);
  const f64<15> v3 = pad<0, 2>(v2, axis<0>);
  const auto v4 = sum(v0, axis<-1>);
  const f64<15> v5 = cos(v3);
  const b8<13> v6 = v2 < 0.25;
  const auto v7 = v5 / v4;
  return std::tuple(b8<13>(v6), f64<15>(v7));
};
constexpr auto program_103 = [](const f64<dyn, 2>& a) {
  const f64<1, 2> v0 = sum(a, axis<-2>, keep_dims);
  const f64<dyn, 2> v1 = maximum(a, v0);
  const f64<dyn, 2, 1> v2 = expand_dims<2>(v1);
  const auto v3 = floor(v1);
  return std::tuple(f64<dyn, 2, 1>(v2), f64<dyn, 2>(v3));
};
constexpr auto program_104 = []([[maybe_unused]] const i32<dyn, 4>& a, const u8<dyn, 1>& b) {
  const auto v0 = one_hot<2, int>(b);
  const i32<dyn> v1 = argmin(b, axis<1>);
  const i32<dyn, 1, 2> v2 = v0 ^ v0;
  const i32<1, 2, dyn> v3 = transpose<1, 2, 0>(v2);
  const u8<dyn, dyn, 2> v4 = where(v2 > -1, b, 11);
  const auto v5 = v4 << v4;
  const i32<1, 2, dyn> v6 = -v3;
  return std::tuple(i32<dyn>(v1), u8<dyn, dyn, 2>(v5), i32<1, 2, dyn>(v6));
};
constexpr auto program_105 = []([[maybe_unused]] const i32<17, 5>& a, const i32<17, 1>& b) {
  const i32<17, 1> v0 = maximum(b, b);
  const i32<17, 2> v1 = pad<0, 1>(b, axis<1>);
  const i32<17, 2> v2 = ~v1;
  const i32<17, 2> v3 = v1 - v2;
  return std::tuple(i32<17, 1>(v0), i32<17, 2>(v3));
};
constexpr auto program_106 = [](const f64<9, 17>& a, const f64<2, 9, 17>& b, const u8<9, 17>& c) {
  const auto v0 = where(a > 0.5, c, 9);
  const f64<1, 9, 17> v1 = slice<1, to_end>(b, axis<0>);
  const f64<2, 9, 17> v2 = v1 + b;
  const f64<1, 9, 17> v3 = flip(v1, axis<2>);
  return std::tuple(u8<9, 17>(v0), f64<2, 9, 17>(v2), f64<1, 9, 17>(v3));
};
constexpr auto program_107 = [](const f64<8, 2>& a, [[maybe_unused]] const f64<6, 8, 2>& b) {
  const auto v0 = abs(a);
  const f64<8, 2> v1 = reciprocal(v0);
  const f64<8, 2> v2 = layer_norm(v0, axis<1>);
  const f64<8, 4> v3 = concatenate<1>(v1, v2);
  const f64<> v4 = mean(v2, axes<0, 1>);
  return std::tuple(f64<8, 4>(v3), f64<>(v4));
};
constexpr auto program_108 = [](const f64<5, 7>& a) {
  const f64<10, 7> v0 = concatenate<0>(a, a);
  const f64<10, 7> v1 = minimum(v0, v0);
  const f64<10, 7> v2 = expm1(v1);
  const f64<10, 7> v3 = 1.5 - v0;
  const f64<10, 7> v4 = silu(v2);
  const f64<5, 7> v5 = slice<0, to_end, 2>(v2, axis<0>);
  const f64<10, 7> v6 = v3 - 4.25;
  const f64<5, 14> v7 = concatenate<1>(v5, v5);
  return std::tuple(f64<10, 7>(v4), f64<10, 7>(v6), f64<5, 14>(v7));
};
constexpr auto program_109 = [](const f64<dyn>& a, const i32<>& b) {
  const i32<> v0 = abs(b);
  const f64<dyn> v1 = layer_norm(a, axis<0>);
  const f64<1> v2 = sum(v1, axis<0>, keep_dims);
  const f64<5, dyn> v3 = broadcast_to<5, dyn>(a);
  return std::tuple(i32<>(v0), f64<1>(v2), f64<5, dyn>(v3));
};
constexpr auto program_110 = [](const f64<3, 17, 7>& a) {
  const f64<3, 17, 7> v0 = maximum(a, a);
  const auto v1 = sum(a);
  const i32<> v2 = cast<std::int32_t>(v1);
  const f64<3, 17, 7> v3 = roll<0>(v0, axis<0>);
  const i32<> v4 = v2 + v2;
  const i32<> v5 = -v4;
  const f64<17, 7> v6 = take(v0, v2, axis<0>);
  return std::tuple(f64<3, 17, 7>(v3), i32<>(v5), f64<17, 7>(v6));
};
constexpr auto program_111 = [](const i32<dyn, 17>& a) {
  const i32<dyn, 17> v0 = a / 7;
  const i32<dyn, 17> v1 = abs(v0);
  const i32<dyn, 17> v2 = sign(a);
  const i32<17> v3 = argmax(v1, axis<0>);
  const i32<dyn, 17> v4 = where(v1 > -1, v3, 2);
  const i32<dyn, 17> v5 = take(v4, v3, axis<1>);
  const b8<dyn, 17> v6 = v4 == 1;
  return std::tuple(i32<dyn, 17>(v2), i32<dyn, 17>(v5), b8<dyn, 17>(v6));
};
constexpr auto program_112 = [](const f64<7, 2>& a) {
  const f64<7, 2> v0 = flip(a);
  const i32<7> v1 = argmax(a, axis<1>);
  const f64<7, 5> v2 = one_hot<5, double>(v1);
  const f64<7, 2> v3 = flip(v0);
  const f64<7, 5> v4 = cos(v2);
  return std::tuple(f64<7, 2>(v3), f64<7, 5>(v4));
};
constexpr auto program_113 = [](const f64<dyn, 7>& a, const f64<dyn, 7>& b) {
  const f64<1, 1> v0 = prod(a, keep_dims);
  const f64<dyn, 7> v1 = rsqrt(b);
  const f64<dyn, 7> v2 = flip(b);
  const f64<dyn, 7> v3 = erf(b);
  const f64<dyn, 7> v4 = v2 * 1.5;
  const auto v5 = layer_norm(v1, axis<1>);
  const auto v6 = v5 + v3;
  const f64<dyn, 7> v7 = log(v1);
  return std::tuple(f64<1, 1>(v0), f64<dyn, 7>(v4), f64<dyn, 7>(v6), f64<dyn, 7>(v7));
};
constexpr auto program_114 = []([[maybe_unused]] const f64<17>& a, const f64<16, 4>& b, [[maybe_unused]] const u8<16>& c) {
  const f64<4, 16> v0 = transpose<1, 0>(b);
  const f64<16, 4> v1 = floor(b);
  const f64<4, 16> v2 = layer_norm(v0, axis<1>);
  const f64<16, 4, 1> v3 = expand_dims<2>(v1);
  const f64<4, 16> v4 = softplus(v2);
  return std::tuple(f64<16, 4, 1>(v3), f64<4, 16>(v4));
};
constexpr auto program_115 = [](const f64<16, 2>& a) {
  const i32<16> v0 = argmin(a, axis<1>);
  const i32<6> v1 = slice<8, 14>(v0, axis<0>);
  const auto v2 = v1 >> v1;
  const f64<16, 2> v3 = a + a;
  const f64<16, 1> v4 = slice<0, 1>(v3, axis<1>);
  const auto v5 = 2 / v0;
  const i32<16> v6 = v0 - 1;
  const i32<6> v7 = v1 * v2;
  const i32<16> v8 = square(v6);
  return std::tuple(f64<16, 1>(v4), i32<16>(v5), i32<6>(v7), i32<16>(v8));
};
constexpr auto program_116 = []([[maybe_unused]] const f64<9>& a, const f64<9, 6>& b) {
  const f64<6, 9> v0 = transpose<1, 0>(b);
  const auto v1 = mean(v0, axis<-2>);
  const f64<6, 9> v2 = minimum(v0, v1);
  const f64<1, 9> v3 = slice<4, 5, 2>(v0, axis<0>);
  return std::tuple(f64<6, 9>(v2), f64<1, 9>(v3));
};
constexpr auto program_117 = [](const i32<2, 7>& a, const f64<2>& b, const u8<2, 7>& c) {
  const auto v0 = transpose<1, 0>(a);
  const i32<7, 2> v1 = ~v0;
  const u8<2, 7> v2 = c - c;
  const f64<2> v3 = logistic(b);
  const u8<2, 7> v4 = ~v2;
  return std::tuple(i32<7, 2>(v1), f64<2>(v3), u8<2, 7>(v4));
};
constexpr auto program_118 = [](const i32<8, 33>& a) {
  const i32<1, 33> v0 = min(a, axis<0>, keep_dims);
  const i32<1, 33> v1 = flip(v0, axis<1>);
  const i32<1, 33> v2 = sign(v1);
  const i32<1, 33> v3 = v1 >> 8;
  const i32<1, 33> v4 = sign(v2);
  const i32<1, 33> v5 = v3 << v2;
  return std::tuple(i32<1, 33>(v4), i32<1, 33>(v5));
};
constexpr auto program_119 = [](const i32<3>& a, const u8<2, 3, 8>& b) {
  const auto v0 = b <= b;
  const i32<3, 1> v1 = expand_dims<1>(a);
  const i32<2, 3> v2 = argmin(b, axis<2>);
  const i32<3> v3 = argmin(v1, axis<1>);
  const auto v4 = clip(v3, -2, 3);
  const auto v5 = v2 <= -1;
  const i32<3, 1> v6 = -v1;
  return std::tuple(b8<2, 3, 8>(v0), i32<3>(v4), b8<2, 3>(v5), i32<3, 1>(v6));
};

}  // namespace

TEST_CASE("random programs 06") {
  check<program_100>("program_100", given<f64<dyn>>(1000, true, {8}, 8), given<f64<dyn, 8>>(1001, true, {8}, 64));
  check<program_101>("program_101", given<i32<dyn, 4>>(1010, false, {8}, 32));
  check<program_102>("program_102", given<f64<17>>(1020, false, {}, 17));
  check<program_103>("program_103", given<f64<dyn, 2>>(1030, false, {33}, 66));
  check<program_104>("program_104", given<i32<dyn, 4>>(1040, true, {7}, 28), given<u8<dyn, 1>>(1041, true, {7}, 7));
  check<program_105>("program_105", given<i32<17, 5>>(1050, false, {}, 85), given<i32<17, 1>>(1051, false, {}, 17));
  check<program_106>("program_106", given<f64<9, 17>>(1060, false, {}, 153), given<f64<2, 9, 17>>(1061, false, {}, 306), given<u8<9, 17>>(1062, false, {}, 153));
  check<program_107>("program_107", given<f64<8, 2>>(1070, false, {}, 16), given<f64<6, 8, 2>>(1071, false, {}, 96));
  check<program_108>("program_108", given<f64<5, 7>>(1080, true, {}, 35));
  check<program_109>("program_109", given<f64<dyn>>(1090, false, {2}, 2), given<i32<>>(1091, false, {}, 1));
  check<program_110>("program_110", given<f64<3, 17, 7>>(1100, false, {}, 357));
  check<program_111>("program_111", given<i32<dyn, 17>>(1110, false, {3}, 51));
  check<program_112>("program_112", given<f64<7, 2>>(1120, true, {}, 14));
  check<program_113>("program_113", given<f64<dyn, 7>>(1130, false, {1}, 7), given<f64<dyn, 7>>(1131, false, {1}, 7));
  check<program_114>("program_114", given<f64<17>>(1140, false, {}, 17), given<f64<16, 4>>(1141, false, {}, 64), given<u8<16>>(1142, false, {}, 16));
  check<program_115>("program_115", given<f64<16, 2>>(1150, false, {}, 32));
  check<program_116>("program_116", given<f64<9>>(1160, true, {}, 9), given<f64<9, 6>>(1161, true, {}, 54));
  check<program_117>("program_117", given<i32<2, 7>>(1170, false, {}, 14), given<f64<2>>(1171, false, {}, 2), given<u8<2, 7>>(1172, false, {}, 14));
  check<program_118>("program_118", given<i32<8, 33>>(1180, false, {}, 264));
  check<program_119>("program_119", given<i32<3>>(1190, false, {}, 3), given<u8<2, 3, 8>>(1191, false, {}, 48));
}

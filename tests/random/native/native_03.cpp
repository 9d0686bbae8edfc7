// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_40 = [](const f64<7>& a) {
  const auto v0 = silu(a);
  const f64<7> v1 = where(v0 > -1.25, v0, v0);
  const f64<14> v2 = concatenate<0>(v0, v1);
  const auto v3 = where(v0 > 1.5, v0, -7.25);
  const f64<7> v4 = roll<2>(v3, axis<0>);
  return std::tuple(f64<14>(v2), f64<7>(v4));
};
constexpr auto program_41 = [](const f64<3, 33, 5>& a) {
  const f64<3, 33, 5> v0 = a * a;
  const f64<3, 33, 7> v1 = pad<0, 2>(v0, axis<2>);
  const f64<3, 33, 5> v2 = sin(a);
  const auto v3 = v0 + v0;
  const f64<3, 33, 7> v4 = sign(v1);
  const auto v5 = reciprocal(v1);
  const f64<3, 33, 7> v6 = v1 * v5;
  const f64<3, 33, 5> v7 = v3 * v2;
  const f64<3, 33, 7> v8 = 3.5 / v6;
  return std::tuple(f64<3, 33, 7>(v4), f64<3, 33, 5>(v7), f64<3, 33, 7>(v8));
};
constexpr auto program_42 = [](const f64<1>& a) {
  const f64<1> v0 = cos(a);
  const f64<1> v1 = v0 * v0;
  const i32<1> v2 = cast<std::int32_t>(v0);
  const f64<1> v3 = v1 * v1;
  const i32<> v4 = argmax(v3, axis<0>);
  const f64<> v5 = var(v3, axis<0>);
  return std::tuple(i32<1>(v2), i32<>(v4), f64<>(v5));
};
constexpr auto program_43 = []([[maybe_unused]] const i32<4, 17, 4>& a, const i32<17>& b) {
  const i32<17> v0 = take(b, b, axis<0>, clip_mode);
  const i32<17> v1 = v0 & v0;
  const i32<17> v2 = relu(v1);
  const auto v3 = abs(v1);
  const i32<17> v4 = roll<1>(v3, axis<0>);
  const i32<17> v5 = v3 - v3;
  return std::tuple(i32<17>(v2), i32<17>(v4), i32<17>(v5));
};
constexpr auto program_44 = [](const f64<17>& a, const f64<17, 8>& b) {
  const f64<> v0 = prod(a, axis<0>);
  const f64<17, 8> v1 = b - 9.5;
  const f64<17, 8> v2 = b / v0;
  const b8<17, 8> v3 = v1 > v1;
  const f64<8, 17> v4 = transpose<1, 0>(v1);
  const f64<8, 17> v5 = maximum(v0, v4);
  const auto v6 = where(v2 > 0.25, v2, v2);
  return std::tuple(b8<17, 8>(v3), f64<8, 17>(v5), f64<17, 8>(v6));
};
constexpr auto program_45 = [](const f64<3>& a) {
  const f64<3> v0 = a / 3.25;
  const f64<3> v1 = cos(v0);
  const f64<3> v2 = maximum(v1, v1);
  const f64<3> v3 = clip(v1, -3.5, 2.25);
  return std::tuple(f64<3>(v2), f64<3>(v3));
};
constexpr auto program_46 = [](const f64<7, 1>& a, [[maybe_unused]] const i32<7, 1>& b, const f64<7, 1>& c) {
  const auto v0 = concatenate<0>(c, a);
  const auto v1 = slice<0, to_end>(c, axis<0>);
  const auto v2 = concatenate<0>(v1, c);
  const f64<1, 1> v3 = max(v2, axis<0>, keep_dims);
  const f64<7, 1> v4 = roll<4>(v1, axis<1>);
  const f64<14, 1> v5 = flip(v2);
  return std::tuple(f64<14, 1>(v0), f64<1, 1>(v3), f64<7, 1>(v4), f64<14, 1>(v5));
};
constexpr auto program_47 = [](const f64<2, 7>& a) {
  const f64<2, 7> v0 = silu(a);
  const auto v1 = log(v0);
  const f64<2, 7> v2 = v1 * v1;
  const f64<2, 2> v3 = slice<5, to_end>(v2, axis<1>);
  const f64<2, 7> v4 = roll<-4>(a, axis<1>);
  const f64<2, 7> v5 = silu(v2);
  return std::tuple(f64<2, 2>(v3), f64<2, 7>(v4), f64<2, 7>(v5));
};
constexpr auto program_48 = [](const f64<4, 4, 17>& a) {
  const auto v0 = a >= 2.5;
  const b8<4, 4, 17> v1 = v0 & v0;
  const f64<4, 4, 17> v2 = a * a;
  const i32<4, 4> v3 = argmin(a, axis<2>);
  const f64<4, 4, 17> v4 = sin(v2);
  return std::tuple(b8<4, 4, 17>(v1), i32<4, 4>(v3), f64<4, 4, 17>(v4));
};
constexpr auto program_49 = []([[maybe_unused]] const i32<2, 2, 4>& a, const i32<4, 2>& b) {
  const i32<3, 4, 2> v0 = broadcast_to<3, 4, 2>(b);
  const auto v1 = broadcast_to<2, 4, 2>(b);
  const i32<2, 4> v2 = sum(v1, axis<2>);
  const i32<3, 4, 2> v3 = abs(v0);
  const i32<2, 4> v4 = v2 / v2;
  const i32<3, 4, 2> v5 = -v3;
  return std::tuple(i32<2, 4>(v4), i32<3, 4, 2>(v5));
};
constexpr auto program_50 = [](const i32<1>& a, [[maybe_unused]] const f64<8>& b, const i32<8, 3>& c) {
  const auto v0 = where(c > 1, c, -1);
  const i32<8, 3> v1 = maximum(v0, v0);
  const i32<8, 3> v2 = v0 << 3;
  const i32<8, 3> v3 = abs(v1);
  const i32<1, 3> v4 = take(v3, a, axis<0>, clip_mode);
  const i32<1, 3> v5 = v4 / 6;
  return std::tuple(i32<8, 3>(v2), i32<1, 3>(v5));
};
constexpr auto program_51 = [](const f64<4, 17>& a) {
  const f64<4, 17> v0 = atan2(a, a);
  const f64<4, 17> v1 = a - v0;
  const f64<4, 17> v2 = v1 / v1;
  const f64<4, 4> v3 = matmul(v1, transpose<1, 0>(v1));
  const f64<> v4 = min(v1, axes<0, 1>);
  const f64<17, 4> v5 = transpose<1, 0>(v2);
  const f64<4, 17> v6 = v2 + v4;
  const f64<4, 21> v7 = concatenate<1>(v0, v3);
  return std::tuple(f64<17, 4>(v5), f64<4, 17>(v6), f64<4, 21>(v7));
};
constexpr auto program_52 = [](const f64<dyn, 5>& a, const f64<dyn>& b) {
  const f64<dyn> v0 = log1p(b);
  const f64<dyn, 5> v1 = relu(a);
  const f64<dyn> v2 = where(b > -1.5, v0, 5.5);
  const auto v3 = flip(v1, axis<0>);
  const auto v4 = maximum(v3, a);
  const f64<dyn> v5 = rsqrt(b);
  const f64<dyn> v6 = erf(b);
  const auto v7 = slice<3, to_end>(v6, axis<0>);
  return std::tuple(f64<dyn>(v2), f64<dyn, 5>(v4), f64<dyn>(v5), f64<dyn>(v7));
};
constexpr auto program_53 = [](const f64<8, 2>& a, [[maybe_unused]] const f64<3, 8, 2>& b) {
  const f64<8, 2> v0 = -a;
  const f64<8, 2> v1 = 4.5 + v0;
  const f64<8, 2> v2 = v0 * v0;
  const f64<8, 2> v3 = logistic(a);
  return std::tuple(f64<8, 2>(v1), f64<8, 2>(v2), f64<8, 2>(v3));
};
constexpr auto program_54 = []([[maybe_unused]] const i32<4, dyn, 8>& a, const u8<dyn, 8>& b) {
  const auto v0 = max(b, keep_dims);
  const u8<dyn, 8> v1 = ~b;
  const u8<dyn, 8> v2 = v1 | v1;
  const u8<1, 1> v3 = v0 << 7;
  const u8<1, 1> v4 = min(v0, axis<-1>, keep_dims);
  return std::tuple(u8<dyn, 8>(v2), u8<1, 1>(v3), u8<1, 1>(v4));
};
constexpr auto program_55 = [](const f64<dyn>& a, const f64<dyn, 2>& b, [[maybe_unused]] const b8<2, 2>& c) {
  const f64<dyn> v0 = a + 8.25;
  const auto v1 = matmul(b, transpose<1, 0>(b));
  const auto v2 = sum(v0, axis<-1>, keep_dims);
  const f64<> v3 = max(v0, axis<0>);
  const f64<dyn, dyn> v4 = exp(v1);
  const f64<> v5 = sqrt(v3);
  return std::tuple(f64<1>(v2), f64<dyn, dyn>(v4), f64<>(v5));
};
constexpr auto program_56 = [](const i32<33>& a) {
  const i32<33> v0 = sign(a);
  const i32<33> v1 = relu(v0);
  const auto v2 = minimum(a, v1);
  const i32<66> v3 = concatenate<0>(v2, v1);
  return i32<66>(v3);
};
constexpr auto program_57 = [](const f64<1, 3>& a) {
  const f64<1> v0 = var(a, axis<-1>);
  const f64<1, 3> v1 = sqrt(a);
  const f64<3, 1> v2 = transpose<1, 0>(v1);
  const f64<3, 3> v3 = matmul(transpose<1, 0>(v1), v1);
  const f64<3, 3> v4 = matmul(transpose<1, 0>(v1), v1);
  const f64<1, 3> v5 = pad<0, 0>(v1, axis<0>);
  const f64<1, 3> v6 = 8.5 * v5;
  const f64<1, 3> v7 = v0 + v5;
  return std::tuple(f64<3, 1>(v2), f64<3, 3>(v3), f64<3, 3>(v4), f64<1, 3>(v6), f64<1, 3>(v7));
};
constexpr auto program_58 = []([[maybe_unused]] const f64<4, 8>& a, const u8<4>& b) {
  const u8<4> v0 = ~b;
  const u8<4> v1 = v0 % v0;
  const u8<> v2 = sum(v1, axis<0>);
  const u8<4> v3 = clip(v0, 3, 200);
  const u8<4> v4 = roll<0>(v0, axis<0>);
  const u8<4> v5 = v4 % v0;
  const u8<4> v6 = shift_right_logical(v0, v4);
  return std::tuple(u8<>(v2), u8<4>(v3), u8<4>(v5), u8<4>(v6));
};
constexpr auto program_59 = [](const i32<dyn>& a, const i32<dyn, 9>& b, const i32<dyn, 1>& c) {
  const i32<dyn, dyn> v0 = take(c, a, axis<1>);
  const auto v1 = -c;
  const i32<3, dyn, 1> v2 = broadcast_to<3, dyn, 1>(v1);
  const auto v3 = square(b);
  return std::tuple(i32<dyn, dyn>(v0), i32<3, dyn, 1>(v2), i32<dyn, 9>(v3));
};

}  // namespace

TEST_CASE("random programs 03") {
  check<program_40>("program_40", given<f64<7>>(400, true, {}, 7));
  check<program_41>("program_41", given<f64<3, 33, 5>>(410, false, {}, 495));
  check<program_42>("program_42", given<f64<1>>(420, false, {}, 1));
  check<program_43>("program_43", given<i32<4, 17, 4>>(430, false, {}, 272), given<i32<17>>(431, false, {}, 17));
  check<program_44>("program_44", given<f64<17>>(440, true, {}, 17), given<f64<17, 8>>(441, true, {}, 136));
  check<program_45>("program_45", given<f64<3>>(450, false, {}, 3));
  check<program_46>("program_46", given<f64<7, 1>>(460, false, {}, 7), given<i32<7, 1>>(461, false, {}, 7), given<f64<7, 1>>(462, false, {}, 7));
  check<program_47>("program_47", given<f64<2, 7>>(470, false, {}, 14));
  check<program_48>("program_48", given<f64<4, 4, 17>>(480, true, {}, 272));
  check<program_49>("program_49", given<i32<2, 2, 4>>(490, false, {}, 16), given<i32<4, 2>>(491, false, {}, 8));
  check<program_50>("program_50", given<i32<1>>(500, false, {}, 1), given<f64<8>>(501, false, {}, 8), given<i32<8, 3>>(502, false, {}, 24));
  check<program_51>("program_51", given<f64<4, 17>>(510, false, {}, 68));
  check<program_52>("program_52", given<f64<dyn, 5>>(520, true, {7}, 35), given<f64<dyn>>(521, true, {7}, 7));
  check<program_53>("program_53", given<f64<8, 2>>(530, false, {}, 16), given<f64<3, 8, 2>>(531, false, {}, 48));
  check<program_54>("program_54", given<i32<4, dyn, 8>>(540, false, {3}, 96), given<u8<dyn, 8>>(541, false, {3}, 24));
  check<program_55>("program_55", given<f64<dyn>>(550, false, {1}, 1), given<f64<dyn, 2>>(551, false, {1}, 2), given<b8<2, 2>>(552, false, {}, 4));
  check<program_56>("program_56", given<i32<33>>(560, true, {}, 33));
  check<program_57>("program_57", given<f64<1, 3>>(570, false, {}, 3));
  check<program_58>("program_58", given<f64<4, 8>>(580, false, {}, 32), given<u8<4>>(581, false, {}, 4));
  check<program_59>("program_59", given<i32<dyn>>(590, false, {5}, 5), given<i32<dyn, 9>>(591, false, {5}, 45), given<i32<dyn, 1>>(592, false, {5}, 5));
}

// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_40 = [](const f64<7>& a) {
  const f64<14> v0 = concatenate<0>(a, a);
  const f64<> v1 = matmul(a, a);
  const f64<14> v2 = log(v0);
  const auto v3 = slice<6, to_end, 2>(v2, axis<0>);
  const f64<> v4 = var(v2, axis<-1>);
  return std::tuple(f64<>(v1), f64<4>(v3), f64<>(v4));
};
constexpr auto program_41 = [](const f64<3, 33, 5>& a) {
  const f64<3, 2, 5> v0 = slice<7, 11, 2>(a, axis<1>);
  const auto v1 = slice<0, to_end>(v0, axis<0>);
  const f64<3, 2, 5> v2 = round(v1);
  const f64<3, 2, 5> v3 = v0 - v2;
  const f64<1, 2, 1> v4 = var(v3, axes<2, 0>, keep_dims);
  const f64<3, 2, 5> v5 = reciprocal(v1);
  const f64<3, 2, 5> v6 = softmax(v5, axis<2>);
  const f64<3, 2, 5> v7 = v6 * v6;
  const f64<3, 2, 5> v8 = maximum(v5, v4);
  return std::tuple(f64<3, 2, 5>(v7), f64<3, 2, 5>(v8));
};
constexpr auto program_42 = [](const f64<1>& a) {
  const f64<1> v0 = softmax(a, axis<0>);
  const f64<1> v1 = v0 * a;
  const f64<1> v2 = mean(v0, axis<-1>, keep_dims);
  const f64<> v3 = matmul(v1, v1);
  const f64<1> v4 = log(v2);
  const f64<1> v5 = softmax(v1, axis<0>);
  return std::tuple(f64<>(v3), f64<1>(v4), f64<1>(v5));
};
constexpr auto program_43 = [](const i32<4, 17, 4>& a, const i32<17>& b) {
  const i32<17> v0 = ~b;
  const i32<4, 17, 4> v1 = transpose<0, 1, 2>(a);
  const i32<4, 17, 4> v2 = v1 << v1;
  const i32<21> v3 = pad<2, 2>(v0, axis<0>);
  const i32<21> v4 = pad<2, 2>(v0, axis<0>);
  const i32<4, 17, 4> v5 = transpose<2, 1, 0>(a);
  return std::tuple(i32<4, 17, 4>(v2), i32<21>(v3), i32<21>(v4), i32<4, 17, 4>(v5));
};
constexpr auto program_44 = [](const f64<17>& a, [[maybe_unused]] const f64<17, 8>& b) {
  const f64<1, 17> v0 = expand_dims<0>(a);
  const f64<1, 17> v1 = sign(v0);
  const f64<1, 17> v2 = exp(v1);
  const f64<17, 17> v3 = matmul(transpose<1, 0>(v2), v2);
  const f64<17, 17> v4 = matmul(transpose<1, 0>(v1), v1);
  const u8<17, 17> v5 = cast<std::uint8_t>(v3);
  const f64<1, 17> v6 = v1 / v1;
  return std::tuple(f64<17, 17>(v4), u8<17, 17>(v5), f64<1, 17>(v6));
};
constexpr auto program_45 = [](const f64<3>& a) {
  const b8<3> v0 = a <= 2.25;
  const b8<3> v1 = !v0;
  const f64<3> v2 = layer_norm(a, axis<0>);
  const f64<3> v3 = v2 * 5.25;
  return std::tuple(b8<3>(v1), f64<3>(v3));
};
constexpr auto program_46 = [](const f64<7, 1>& a, [[maybe_unused]] const i32<7, 1>& b, const f64<7, 1>& c) {
  const f64<1, 1> v0 = matmul(transpose<1, 0>(a), a);
  const f64<1, 7> v1 = transpose<1, 0>(c);
  const f64<1, 7> v2 = square(v1);
  const auto v3 = cast<bool>(v2);
  const b8<> v4 = any(v3);
  const auto v5 = clip(v1, -1.25, 2.25);
  return std::tuple(f64<1, 1>(v0), b8<>(v4), f64<1, 7>(v5));
};
constexpr auto program_47 = [](const f64<2, 7>& a) {
  const f64<2, 7> v0 = silu(a);
  const auto v1 = atan2(v0, v0);
  const f64<2, 7> v2 = v1 * v1;
  const f64<2, 7> v3 = silu(v2);
  const f64<2, 2, 7> v4 = broadcast_to<2, 2, 7>(v3);
  const f64<2, 2> v5 = matmul(v3, transpose<1, 0>(v3));
  return std::tuple(f64<2, 2, 7>(v4), f64<2, 2>(v5));
};
constexpr auto program_48 = [](const f64<4, 4, 17>& a) {
  const f64<1, 1, 1> v0 = sum(a, keep_dims);
  const f64<1, 1, 1> v1 = softplus(v0);
  const f64<4, 4, 17> v2 = reciprocal(a);
  const auto v3 = silu(v2);
  const b8<1, 1, 1> v4 = v0 > 1.25;
  return std::tuple(f64<1, 1, 1>(v1), f64<4, 4, 17>(v3), b8<1, 1, 1>(v4));
};
constexpr auto program_49 = [](const i32<2, 2, 4>& a, const i32<4, 2>& b) {
  const i32<2, 2, 1> v0 = max(a, axis<-1>, keep_dims);
  const i32<2, 2, 4> v1 = v0 * a;
  const i32<4, 1, 2> v2 = expand_dims<1>(b);
  const i32<2, 2, 4> v3 = sign(v1);
  const i32<2, 2, 4> v4 = maximum(a, v3);
  const i32<4, 2, 1> v5 = expand_dims<2>(b);
  return std::tuple(i32<4, 1, 2>(v2), i32<2, 2, 4>(v4), i32<4, 2, 1>(v5));
};
constexpr auto program_50 = [](const i32<1>& a, const f64<8>& b, const i32<8, 3>& c) {
  const auto v0 = sum(c, axis<-2>, keep_dims);
  const f64<> v1 = matmul(b, b);
  const i32<1, 3> v2 = take(v0, a, axis<0>, clip_mode);
  const f64<8> v3 = softmax(b, axis<0>);
  const auto v4 = softmax(v3, axis<0>);
  const auto v5 = -v3;
  return std::tuple(f64<>(v1), i32<1, 3>(v2), f64<8>(v4), f64<8>(v5));
};
constexpr auto program_51 = [](const f64<4, 17>& a) {
  const i32<4> v0 = argmin(a, axis<1>);
  const f64<4> v1 = cast<double>(v0);
  const i32<4> v2 = pad<0, 0>(v0, axis<0>);
  const i32<4> v3 = where(v2 > 0, v2, 1);
  const i32<4> v4 = abs(v0);
  const i32<1, 4> v5 = expand_dims<0>(v2);
  const i32<4> v6 = argmin(v5, axis<0>);
  const i32<> v7 = argmax(v2, axis<0>);
  return std::tuple(f64<4>(v1), i32<4>(v3), i32<4>(v4), i32<4>(v6), i32<>(v7));
};
constexpr auto program_52 = [](const f64<dyn, 5>& a, const f64<dyn>& b) {
  const b8<dyn> v0 = b > b;
  const f64<5, dyn> v1 = transpose<1, 0>(a);
  const f64<5, 5> v2 = matmul(v1, transpose<1, 0>(v1));
  const f64<5, dyn> v3 = softmax(v1, axis<0>);
  const f64<5, dyn> v4 = concatenate<1>(v2, v1);
  const f64<5, dyn> v5 = v4 + v4;
  const f64<5, dyn> v6 = rsqrt(v4);
  const f64<5, 1, dyn> v7 = expand_dims<1>(v5);
  return std::tuple(b8<dyn>(v0), f64<5, dyn>(v3), f64<5, dyn>(v6), f64<5, 1, dyn>(v7));
};
constexpr auto program_53 = [](const f64<8, 2>& a, const f64<3, 8, 2>& b) {
  const f64<8, 2> v0 = flip(a, axis<0>);
  const f64<8, 8> v1 = matmul(v0, transpose<1, 0>(v0));
  const b8<8, 2> v2 = v0 < -2.5;
  const f64<3, 8, 4> v3 = concatenate<2>(b, b);
  return std::tuple(f64<8, 8>(v1), b8<8, 2>(v2), f64<3, 8, 4>(v3));
};
constexpr auto program_54 = []([[maybe_unused]] const i32<4, dyn, 8>& a, const u8<dyn, 8>& b) {
  const auto v0 = one_hot<5, double>(b);
  const u8<dyn, 8> v1 = ~b;
  const u8<dyn, 8> v2 = v1 * b;
  const u8<8, dyn> v3 = transpose<1, 0>(v2);
  const u8<dyn, 8> v4 = flip(v2);
  return std::tuple(f64<dyn, 8, 5>(v0), u8<8, dyn>(v3), u8<dyn, 8>(v4));
};
constexpr auto program_55 = [](const f64<dyn>& a, [[maybe_unused]] const f64<dyn, 2>& b, const b8<2, 2>& c) {
  const b8<2, 2> v0 = c | c;
  const auto v1 = all(v0, keep_dims);
  const f64<dyn> v2 = layer_norm(a, axis<0>);
  const i32<1> v3 = sum(v1, axis<-1>);
  const b8<1, 1> v4 = !v1;
  const auto v5 = cast<float>(v0);
  return std::tuple(f64<dyn>(v2), i32<1>(v3), b8<1, 1>(v4), f32<2, 2>(v5));
};
constexpr auto program_56 = [](const i32<33>& a) {
  const i32<> v0 = min(a, axis<0>);
  const i32<5> v1 = slice<11, 21, 2>(a, axis<0>);
  const i32<5> v2 = v1 * 3;
  const i32<33> v3 = a + 5;
  return std::tuple(i32<>(v0), i32<5>(v2), i32<33>(v3));
};
constexpr auto program_57 = [](const f64<1, 3>& a) {
  const f64<3, 1> v0 = transpose<1, 0>(a);
  const f64<1, 1, 3> v1 = expand_dims<1>(a);
  const f64<1, 3, 1> v2 = transpose<1, 2, 0>(v1);
  const f64<1, 3, 1> v3 = silu(v2);
  const i32<3> v4 = argmin(v0, axis<1>);
  const auto v5 = sum(v4, axis<-1>);
  const f64<1, 3, 3> v6 = maximum(v1, v0);
  const i32<> v7 = take(v4, v5, axis<0>, clip_mode);
  return std::tuple(f64<1, 3, 1>(v3), f64<1, 3, 3>(v6), i32<>(v7));
};
constexpr auto program_58 = [](const f64<4, 8>& a, [[maybe_unused]] const u8<4>& b) {
  const f64<8, 8> v0 = concatenate<0>(a, a);
  const f64<8, 8> v1 = matmul(v0, v0);
  const b8<8, 8> v2 = v0 > v1;
  const b8<8, 8> v3 = v2 ^ v2;
  const f64<8> v4 = mean(v1, axis<1>);
  const b8<8> v5 = any(v3, axis<0>);
  const auto v6 = v4 < v1;
  return std::tuple(b8<8>(v5), b8<8, 8>(v6));
};
constexpr auto program_59 = [](const i32<dyn>& a, [[maybe_unused]] const i32<dyn, 9>& b, const i32<dyn, 1>& c) {
  const auto v0 = cast<bool>(a);
  const b8<dyn> v1 = !v0;
  const i32<1, dyn> v2 = transpose<1, 0>(c);
  const auto v3 = flip(c);
  return std::tuple(b8<dyn>(v1), i32<1, dyn>(v2), i32<dyn, 1>(v3));
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

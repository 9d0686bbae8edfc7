// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_80 = [](const f32<17, 5>& a) {
  const auto v0 = maximum(a, a);
  const f32<17, 5> v1 = round(a);
  const f32<17, 17> v2 = matmul(v1, transpose<1, 0>(v0));
  const f32<17, 5> v3 = clip(v1, -2.5f, 1.25f);
  const f32<17, 17> v4 = matmul(v1, transpose<1, 0>(v1));
  const f32<17, 17> v5 = v4 * 4.25f;
  const f32<17, 17> v6 = expm1(v4);
  const i32<5> v7 = argmin(v3, axis<0>);
  const f32<17, 5> v8 = take(v6, v7, axis<1>);
  const auto v9 = sign(v5);
  return std::tuple(f32<17, 17>(v2), f32<17, 5>(v8), f32<17, 17>(v9));
};
constexpr auto program_81 = [](const f32<5, 8>& a, [[maybe_unused]] const b8<>& b) {
  const f32<5, 8> v0 = 6.5f + a;
  const auto v1 = mean(v0, axis<1>);
  const f32<2> v2 = slice<3, to_end>(v1, axis<0>);
  const f32<2> v3 = v2 + 8.25f;
  const f32<2> v4 = atan2(v3, v3);
  const f32<> v5 = matmul(v3, v4);
  const f32<2> v6 = exp(v3);
  return std::tuple(f32<>(v5), f32<2>(v6));
};
constexpr auto program_82 = []([[maybe_unused]] const f32<dyn, 16>& a, const f32<dyn, 1>& b, const i32<dyn, 16>& c) {
  const auto v0 = one_hot<3, int>(c);
  const i32<dyn, 16, 3> v1 = relu(v0);
  const auto v2 = sign(v0);
  const f32<dyn, dyn> v3 = matmul(b, transpose<1, 0>(b));
  const i32<dyn, 16, 3> v4 = shift_right_logical(v0, v1);
  const i32<> v5 = max(v0);
  return std::tuple(i32<dyn, 16, 3>(v2), f32<dyn, dyn>(v3), i32<dyn, 16, 3>(v4), i32<>(v5));
};
constexpr auto program_83 = []([[maybe_unused]] const i32<dyn, 3>& a, const i32<>& b, const b8<dyn, 3>& c) {
  const b8<3, dyn> v0 = transpose<1, 0>(c);
  const b8<dyn, 3> v1 = !c;
  const i32<> v2 = shift_right_logical(b, b);
  const b8<3> v3 = all(v1, axis<0>);
  const b8<dyn> v4 = take(v1, v2, axis<1>);
  const b8<dyn> v5 = take(v1, v2, axis<1>, clip_mode);
  return std::tuple(b8<3, dyn>(v0), b8<3>(v3), b8<dyn>(v4), b8<dyn>(v5));
};
constexpr auto program_84 = []([[maybe_unused]] const f32<5, 3>& a, const f32<3, 3>& b, const f32<5>& c) {
  const f32<5> v0 = sin(c);
  const f32<3, 3> v1 = atan2(b, b);
  const f32<1> v2 = slice<1, 2>(c, axis<0>);
  const i32<1> v3 = cast<std::int32_t>(v2);
  return std::tuple(f32<5>(v0), f32<3, 3>(v1), i32<1>(v3));
};
constexpr auto program_85 = []([[maybe_unused]] const i32<2, 2, 2>& a, const i32<2, 2>& b) {
  const auto v0 = pad<2, 0>(b, axis<1>);
  const i32<2, 2> v1 = ~b;
  const i32<2, 4> v2 = sign(v0);
  const i32<4> v3 = argmin(v2, axis<0>);
  const i32<2, 4> v4 = roll<-3>(v0, axis<1>);
  const i32<2, 4> v5 = clip(v0, -2, 1);
  const i32<2, 6> v6 = concatenate<1>(v5, v1);
  return std::tuple(i32<4>(v3), i32<2, 4>(v4), i32<2, 6>(v6));
};
constexpr auto program_86 = [](const f32<6, dyn, 4>& a) {
  const auto v0 = sin(a);
  const f32<6, dyn, 4> v1 = reciprocal(v0);
  const f32<12, dyn, 4> v2 = concatenate<0>(v1, v0);
  const auto v3 = atan2(v1, a);
  const f32<12, dyn, 4> v4 = tanh(v2);
  return std::tuple(f32<6, dyn, 4>(v3), f32<12, dyn, 4>(v4));
};
constexpr auto program_87 = [](const f32<2, 8, 5>& a, const i32<8, 1>& b) {
  const f32<2, 8, 5> v0 = exp(a);
  const b8<8, 1> v1 = b >= b;
  const f32<2, 8, 5> v2 = cos(v0);
  const auto v3 = pad<0, 1>(v2, axis<2>);
  const i32<8, 1, 3> v4 = one_hot<3, int>(b);
  const i32<8, 8, 3> v5 = v4 % b;
  return std::tuple(b8<8, 1>(v1), f32<2, 8, 6>(v3), i32<8, 8, 3>(v5));
};
constexpr auto program_88 = []([[maybe_unused]] const i32<33, 8>& a, const u8<33, 8>& b, const u8<33>& c) {
  const u8<5, 33, 8> v0 = broadcast_to<5, 33, 8>(b);
  const u8<33> v1 = clip(c, 3, 200);
  const u8<1, 33> v2 = expand_dims<0>(c);
  const u8<33> v3 = v1 << 5;
  const u8<66> v4 = concatenate<0>(v1, v3);
  return std::tuple(u8<5, 33, 8>(v0), u8<1, 33>(v2), u8<66>(v4));
};
constexpr auto program_89 = [](const f32<8, 1>& a, const f32<>& b) {
  const f32<> v0 = 1.25f - b;
  const f32<8, 1> v1 = layer_norm(a, axis<1>);
  const f32<8, 2> v2 = pad<0, 1>(v1, axis<1>);
  const auto v3 = log(a);
  const i32<1> v4 = argmax(v3, axis<0>);
  const i32<1> v5 = v4 % v4;
  return std::tuple(f32<>(v0), f32<8, 2>(v2), i32<1>(v5));
};
constexpr auto program_90 = [](const f32<dyn, 5>& a, [[maybe_unused]] const f32<dyn, 1>& b, const f32<>& c) {
  const auto v0 = a + 7.25f;
  const i32<dyn, 5> v1 = cast<std::int32_t>(v0);
  const f32<dyn, dyn> v2 = matmul(v0, transpose<1, 0>(v0));
  const f32<> v3 = reciprocal(c);
  return std::tuple(i32<dyn, 5>(v1), f32<dyn, dyn>(v2), f32<>(v3));
};
constexpr auto program_91 = []([[maybe_unused]] const i32<17>& a, const i32<17, 5>& b, const u8<>& c) {
  const i32<17, 9> v0 = pad<2, 2>(b, axis<1>);
  const auto v1 = ~c;
  const i32<> v2 = cast<std::int32_t>(v1);
  const auto v3 = slice<1, to_end>(b, axis<1>);
  const f32<17, 4, 5> v4 = one_hot<5>(v3);
  return std::tuple(i32<17, 9>(v0), i32<>(v2), f32<17, 4, 5>(v4));
};
constexpr auto program_92 = []([[maybe_unused]] const f32<1, 1>& a, [[maybe_unused]] const f32<1, 4>& b, const u8<1, 4>& c) {
  const u8<1, 4> v0 = maximum(c, c);
  const u8<1, 4> v1 = clip(v0, 3, 200);
  const auto v2 = clip(v1, 3, 200);
  const f32<1, 4> v3 = cast<float>(v0);
  const auto v4 = mean(v3, axis<-1>, keep_dims);
  return std::tuple(u8<1, 4>(v2), f32<1, 1>(v4));
};
constexpr auto program_93 = [](const f32<5, 33>& a) {
  const i32<5, 33> v0 = cast<std::int32_t>(a);
  const i32<5, 33> v1 = abs(v0);
  const auto v2 = transpose<1, 0>(v1);
  const i32<5, 33> v3 = sign(v1);
  const i32<33> v4 = argmax(v3, axis<0>);
  return std::tuple(i32<33, 5>(v2), i32<33>(v4));
};
constexpr auto program_94 = [](const i32<1, 5>& a, [[maybe_unused]] const i32<5>& b) {
  const i32<5, 1> v0 = transpose<1, 0>(a);
  const i32<1> v1 = sum(v0, axis<-2>);
  const i32<5, 1> v2 = ~v0;
  const i32<5, 1> v3 = v2 - v2;
  const i32<1, 1> v4 = take(v2, v1, axis<0>, clip_mode);
  return std::tuple(i32<5, 1>(v3), i32<1, 1>(v4));
};
constexpr auto program_95 = [](const f32<4, dyn, 9>& a, const f32<4, dyn, 9>& b) {
  const f32<8, dyn, 9> v0 = concatenate<0>(b, a);
  const f32<8, dyn, 1> v1 = mean(v0, axis<2>, keep_dims);
  const auto v2 = a == a;
  const f32<dyn, 9> v3 = min(b, axis<0>);
  const i32<4, 9> v4 = argmax(b, axis<1>);
  const i32<4, 9, 5> v5 = one_hot<5, int>(v4);
  return std::tuple(f32<8, dyn, 1>(v1), b8<4, dyn, 9>(v2), f32<dyn, 9>(v3), i32<4, 9, 5>(v5));
};
constexpr auto program_96 = [](const i32<9, 9>& a) {
  const i32<9, 9> v0 = clip(a, -1, 2);
  const i32<9, 9, 3> v1 = one_hot<3, int>(a);
  const i32<9, 9, 3> v2 = where(v1 > 1, v1, v1);
  const b8<9, 9> v3 = v0 != a;
  const i32<9, 9> v4 = matmul(v0, a);
  const i32<9, 3> v5 = argmax(v2, axis<1>);
  const i32<9, 3> v6 = abs(v5);
  const i32<9, 9, 3> v7 = sign(v2);
  const i32<9, 6> v8 = pad<1, 2>(v6, axis<1>);
  const auto v9 = clip(v7, -2, 1);
  return std::tuple(b8<9, 9>(v3), i32<9, 9>(v4), i32<9, 6>(v8), i32<9, 9, 3>(v9));
};
constexpr auto program_97 = [](const f32<33>& a, [[maybe_unused]] const u8<3, 33, 33>& b, [[maybe_unused]] const i32<3, 33, 33>& c) {
  const f32<5, 33> v0 = broadcast_to<5, 33>(a);
  const f32<7, 33> v1 = pad<2, 0>(v0, axis<0>);
  const b8<5, 33> v2 = v0 < 0.5f;
  const b8<5, 5, 33> v3 = broadcast_to<5, 5, 33>(v2);
  const b8<2, 5, 33> v4 = broadcast_to<2, 5, 33>(v2);
  const f32<7> v5 = matmul(a, transpose<1, 0>(v1));
  const b8<5, 5, 1> v6 = all(v3, axis<-1>, keep_dims);
  const f32<7, 33> v7 = exp(v1);
  const b8<2, 5, 33> v8 = !v4;
  return std::tuple(f32<7>(v5), b8<5, 5, 1>(v6), f32<7, 33>(v7), b8<2, 5, 33>(v8));
};
constexpr auto program_98 = [](const f32<9, 4>& a, const u8<9, 4>& b, const f32<9>& c) {
  const auto v0 = c < 1.5f;
  const auto v1 = clip(b, 3, 200);
  const f32<9, 4> v2 = atan2(a, a);
  const auto v3 = matmul(v2, transpose<1, 0>(v2));
  return std::tuple(b8<9>(v0), u8<9, 4>(v1), f32<9, 9>(v3));
};
constexpr auto program_99 = []([[maybe_unused]] const f32<5>& a, const f32<5, 1>& b, [[maybe_unused]] const b8<6, 5, 33>& c) {
  const f32<5, 1> v0 = clip(b, -3.25f, 2.25f);
  const f32<5, 5> v1 = matmul(b, transpose<1, 0>(v0));
  const f32<5, 5> v2 = layer_norm(v1, axis<1>);
  const auto v3 = floor(b);
  const f32<5, 5, 1> v4 = broadcast_to<5, 5, 1>(v0);
  const f32<5, 5, 1> v5 = atan(v4);
  const f32<5, 5, 5> v6 = v4 * v1;
  return std::tuple(f32<5, 5>(v2), f32<5, 1>(v3), f32<5, 5, 1>(v5), f32<5, 5, 5>(v6));
};

}  // namespace

TEST_CASE("random programs 05") {
  check<program_80>("program_80", given<f32<17, 5>>(800, true, {}, 85));
  check<program_81>("program_81", given<f32<5, 8>>(810, false, {}, 40), given<b8<>>(811, false, {}, 1));
  check<program_82>("program_82", given<f32<dyn, 16>>(820, false, {7}, 112), given<f32<dyn, 1>>(821, false, {7}, 7), given<i32<dyn, 16>>(822, false, {7}, 112));
  check<program_83>("program_83", given<i32<dyn, 3>>(830, false, {4}, 12), given<i32<>>(831, false, {}, 1), given<b8<dyn, 3>>(832, false, {4}, 12));
  check<program_84>("program_84", given<f32<5, 3>>(840, true, {}, 15), given<f32<3, 3>>(841, true, {}, 9), given<f32<5>>(842, true, {}, 5));
  check<program_85>("program_85", given<i32<2, 2, 2>>(850, false, {}, 8), given<i32<2, 2>>(851, false, {}, 4));
  check<program_86>("program_86", given<f32<6, dyn, 4>>(860, false, {9}, 216));
  check<program_87>("program_87", given<f32<2, 8, 5>>(870, false, {}, 80), given<i32<8, 1>>(871, false, {}, 8));
  check<program_88>("program_88", given<i32<33, 8>>(880, true, {}, 264), given<u8<33, 8>>(881, true, {}, 264), given<u8<33>>(882, true, {}, 33));
  check<program_89>("program_89", given<f32<8, 1>>(890, false, {}, 8), given<f32<>>(891, false, {}, 1));
  check<program_90>("program_90", given<f32<dyn, 5>>(900, false, {8}, 40), given<f32<dyn, 1>>(901, false, {8}, 8), given<f32<>>(902, false, {}, 1));
  check<program_91>("program_91", given<i32<17>>(910, false, {}, 17), given<i32<17, 5>>(911, false, {}, 85), given<u8<>>(912, false, {}, 1));
  check<program_92>("program_92", given<f32<1, 1>>(920, true, {}, 1), given<f32<1, 4>>(921, true, {}, 4), given<u8<1, 4>>(922, true, {}, 4));
  check<program_93>("program_93", given<f32<5, 33>>(930, false, {}, 165));
  check<program_94>("program_94", given<i32<1, 5>>(940, false, {}, 5), given<i32<5>>(941, false, {}, 5));
  check<program_95>("program_95", given<f32<4, dyn, 9>>(950, false, {3}, 108), given<f32<4, dyn, 9>>(951, false, {3}, 108));
  check<program_96>("program_96", given<i32<9, 9>>(960, true, {}, 81));
  check<program_97>("program_97", given<f32<33>>(970, false, {}, 33), given<u8<3, 33, 33>>(971, false, {}, 3267), given<i32<3, 33, 33>>(972, false, {}, 3267));
  check<program_98>("program_98", given<f32<9, 4>>(980, false, {}, 36), given<u8<9, 4>>(981, false, {}, 36), given<f32<9>>(982, false, {}, 9));
  check<program_99>("program_99", given<f32<5>>(990, false, {}, 5), given<f32<5, 1>>(991, false, {}, 5), given<b8<6, 5, 33>>(992, false, {}, 990));
}

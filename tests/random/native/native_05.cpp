// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_80 = [](const f32<17, 5>& a) {
  const f32<17, 5> v0 = a * a;
  const f32<17, 5> v1 = where(v0 > 1.5f, v0, v0);
  const f32<1, 5> v2 = sum(v0, axis<-2>, keep_dims);
  const auto v3 = softplus(v0);
  const auto v4 = v1 / v2;
  const auto v5 = clip(v0, -2.5f, 3.5f);
  const f32<17, 5> v6 = where(v1 > 0.5f, v2, 8.5f);
  const auto v7 = roll<-2>(v6, axis<1>);
  const f32<17, 5, 1> v8 = expand_dims<2>(v3);
  const f32<17, 5> v9 = atan2(v7, v6);
  return std::tuple(f32<17, 5>(v4), f32<17, 5>(v5), f32<17, 5, 1>(v8), f32<17, 5>(v9));
};
constexpr auto program_81 = [](const f32<5, 8>& a, const b8<>& b) {
  const f32<8> v0 = max(a, axis<0>);
  const f32<5, 8> v1 = a / 6.25f;
  const f32<8> v2 = logsumexp(v1, axis<-2>);
  const f32<1, 8> v3 = logsumexp(a, axis<-2>, keep_dims);
  const auto v4 = !b;
  const f32<1, 8> v5 = clip(v3, -2.5f, 3.5f);
  const f32<5> v6 = matmul(v0, transpose<1, 0>(v1));
  return std::tuple(f32<8>(v2), b8<>(v4), f32<1, 8>(v5), f32<5>(v6));
};
constexpr auto program_82 = []([[maybe_unused]] const f32<dyn, 16>& a, [[maybe_unused]] const f32<dyn, 1>& b, const i32<dyn, 16>& c) {
  const i32<dyn, 16> v0 = ~c;
  const i32<dyn> v1 = argmin(v0, axis<1>);
  const i32<dyn, 16> v2 = flip(v0, axis<1>);
  const i32<dyn, 16> v3 = sign(v0);
  const i32<dyn> v4 = v1 * 4;
  const i32<dyn, 1> v5 = slice<15, to_end>(v2, axis<1>);
  return std::tuple(i32<dyn, 16>(v3), i32<dyn>(v4), i32<dyn, 1>(v5));
};
constexpr auto program_83 = [](const i32<dyn, 3>& a, [[maybe_unused]] const i32<>& b, const b8<dyn, 3>& c) {
  const auto v0 = flip(c, axis<1>);
  const i32<dyn, 3> v1 = sign(a);
  const b8<dyn, 3> v2 = c | v0;
  const i32<dyn, 3> v3 = 8 / v1;
  const b8<> v4 = all(v2, axes<1, 0>);
  const b8<1, 1> v5 = any(v2, keep_dims);
  return std::tuple(i32<dyn, 3>(v3), b8<>(v4), b8<1, 1>(v5));
};
constexpr auto program_84 = []([[maybe_unused]] const f32<5, 3>& a, const f32<3, 3>& b, const f32<5>& c) {
  const f32<5> v0 = sin(c);
  const auto v1 = clip(b, -1.25f, 2.5f);
  const f32<5> v2 = erf(c);
  const f32<5> v3 = logistic(v2);
  return std::tuple(f32<5>(v0), f32<3, 3>(v1), f32<5>(v3));
};
constexpr auto program_85 = []([[maybe_unused]] const i32<2, 2, 2>& a, const i32<2, 2>& b) {
  const auto v0 = b - b;
  const i32<2> v1 = max(b, axis<0>);
  const i32<1> v2 = min(v1, axis<-1>, keep_dims);
  const i32<> v3 = argmin(v1, axis<0>);
  const i32<1> v4 = expand_dims<0>(v3);
  const i32<> v5 = max(v4, axis<0>);
  const i32<2> v6 = abs(v1);
  return std::tuple(i32<2, 2>(v0), i32<1>(v2), i32<>(v5), i32<2>(v6));
};
constexpr auto program_86 = [](const f32<6, dyn, 4>& a) {
  const f32<6, dyn, 4> v0 = softmax(a, axis<2>);
  const f32<6, dyn, 4> v1 = a * a;
  const f32<6, dyn, 4> v2 = concatenate<1>(v0, v1);
  const f32<6, dyn, 4> v3 = where(v2 > -1.5f, v2, 3.25f);
  const f32<6, dyn, 4> v4 = round(a);
  return std::tuple(f32<6, dyn, 4>(v3), f32<6, dyn, 4>(v4));
};
constexpr auto program_87 = [](const f32<2, 8, 5>& a, const i32<8, 1>& b) {
  const f32<2, 8> v0 = max(a, axis<2>);
  const i32<8, 1> v1 = -b;
  const i32<8, 1> v2 = ~v1;
  const auto v3 = sign(b);
  const auto v4 = where(v2 > -1, v2, -8);
  const auto v5 = v3 >> v2;
  return std::tuple(f32<2, 8>(v0), i32<8, 1>(v4), i32<8, 1>(v5));
};
constexpr auto program_88 = []([[maybe_unused]] const i32<33, 8>& a, const u8<33, 8>& b, [[maybe_unused]] const u8<33>& c) {
  const auto v0 = b ^ b;
  const u8<22, 8> v1 = slice<11, to_end>(v0, axis<0>);
  const u8<33, 8> v2 = clip(b, 3, 200);
  const u8<22, 8> v3 = ~v1;
  const u8<33, 8> v4 = maximum(v0, v0);
  return std::tuple(u8<33, 8>(v2), u8<22, 8>(v3), u8<33, 8>(v4));
};
constexpr auto program_89 = [](const f32<8, 1>& a, const f32<>& b) {
  const f32<> v0 = 1.25f - b;
  const f32<8, 2> v1 = concatenate<1>(a, a);
  const f64<8, 2> v2 = cast<double>(v1);
  const f32<1, 1> v3 = matmul(transpose<1, 0>(a), a);
  const f32<8, 2> v4 = sqrt(v1);
  const auto v5 = floor(v3);
  return std::tuple(f32<>(v0), f64<8, 2>(v2), f32<8, 2>(v4), f32<1, 1>(v5));
};
constexpr auto program_90 = [](const f32<dyn, 5>& a, [[maybe_unused]] const f32<dyn, 1>& b, const f32<>& c) {
  const f32<dyn, 5> v0 = maximum(a, c);
  const f32<dyn, 5> v1 = 8.25f + v0;
  const b8<dyn, 5> v2 = v0 < -2.5f;
  const f32<> v3 = tanh(c);
  return std::tuple(f32<dyn, 5>(v1), b8<dyn, 5>(v2), f32<>(v3));
};
constexpr auto program_91 = [](const i32<17>& a, const i32<17, 5>& b, [[maybe_unused]] const u8<>& c) {
  const auto v0 = -b;
  const i32<> v1 = max(v0);
  const i32<17, 3> v2 = slice<2, to_end>(v0, axis<1>);
  const i32<17, 17> v3 = take(v0, a, axis<1>, clip_mode);
  const i32<17> v4 = argmax(v3, axis<1>);
  return std::tuple(i32<>(v1), i32<17, 3>(v2), i32<17>(v4));
};
constexpr auto program_92 = []([[maybe_unused]] const f32<1, 1>& a, const f32<1, 4>& b, const u8<1, 4>& c) {
  const u8<1, 4> v0 = ~c;
  const u8<4> v1 = max(v0, axis<-2>);
  const u8<> v2 = sum(c);
  const u8<1, 4> v3 = c ^ v2;
  const f32<1, 4> v4 = layer_norm(b, axis<1>);
  return std::tuple(u8<4>(v1), u8<1, 4>(v3), f32<1, 4>(v4));
};
constexpr auto program_93 = [](const f32<5, 33>& a) {
  const f32<33> v0 = sum(a, axis<-2>);
  const f32<33> v1 = erf(v0);
  const f32<33> v2 = v1 * 7.5f;
  const f32<33> v3 = abs(v1);
  const f32<> v4 = max(v2, axis<-1>);
  return std::tuple(f32<33>(v3), f32<>(v4));
};
constexpr auto program_94 = [](const i32<1, 5>& a, const i32<5>& b) {
  const i32<> v0 = max(b, axis<0>);
  const b8<1, 5> v1 = cast<bool>(a);
  const i32<1> v2 = expand_dims<0>(v0);
  const auto v3 = ~v2;
  const auto v4 = v2 & v2;
  return std::tuple(b8<1, 5>(v1), i32<1>(v3), i32<1>(v4));
};
constexpr auto program_95 = [](const f32<4, dyn, 9>& a, [[maybe_unused]] const f32<4, dyn, 9>& b) {
  const f32<9, dyn, 4> v0 = transpose<2, 1, 0>(a);
  const f32<9, dyn, 4> v1 = silu(v0);
  const f32<9, dyn, 4> v2 = atan2(v0, v0);
  const f32<9, dyn, 4> v3 = flip(v2, axis<1>);
  const f32<9, dyn, 4> v4 = logistic(v2);
  const f32<4, dyn, 9> v5 = flip(a, axis<2>);
  return std::tuple(f32<9, dyn, 4>(v1), f32<9, dyn, 4>(v3), f32<9, dyn, 4>(v4), f32<4, dyn, 9>(v5));
};
constexpr auto program_96 = [](const i32<9, 9>& a) {
  const i32<9, 9> v0 = a / 8;
  const i32<9> v1 = sum(v0, axis<1>);
  const auto v2 = ~v1;
  const auto v3 = where(a > 1, v2, v1);
  const i32<9, 9> v4 = v3 % v1;
  const i32<9, 7> v5 = slice<2, to_end>(v0, axis<1>);
  const i32<9, 12> v6 = pad<1, 2>(v3, axis<1>);
  const auto v7 = v4 < v0;
  const i32<9, 9> v8 = clip(v0, -2, 1);
  const i32<9, 9> v9 = abs(v8);
  return std::tuple(i32<9, 7>(v5), i32<9, 12>(v6), b8<9, 9>(v7), i32<9, 9>(v9));
};
constexpr auto program_97 = [](const f32<33>& a, const u8<3, 33, 33>& b, const i32<3, 33, 33>& c) {
  const u8<3, 33, 1> v0 = sum(b, axis<-1>, keep_dims);
  const u8<3, 33, 1> v1 = v0 - v0;
  const auto v2 = log(a);
  const f32<33> v3 = softmax(v2, axis<0>);
  const f32<33> v4 = v2 + 2.25f;
  const i32<1, 33, 33> v5 = max(c, axis<0>, keep_dims);
  const f32<33> v6 = softplus(v2);
  const f32<33> v7 = sign(v4);
  const f32<34> v8 = pad<0, 1>(v4, axis<0>);
  return std::tuple(u8<3, 33, 1>(v1), f32<33>(v3), i32<1, 33, 33>(v5), f32<33>(v6), f32<33>(v7), f32<34>(v8));
};
constexpr auto program_98 = [](const f32<9, 4>& a, [[maybe_unused]] const u8<9, 4>& b, const f32<9>& c) {
  const f32<9> v0 = c - c;
  const auto v1 = atan(v0);
  const f32<9> v2 = var(a, axis<-1>);
  const auto v3 = argmin(v2, axis<0>);
  return std::tuple(f32<9>(v1), i32<>(v3));
};
constexpr auto program_99 = []([[maybe_unused]] const f32<5>& a, const f32<5, 1>& b, [[maybe_unused]] const b8<6, 5, 33>& c) {
  const f32<5, 1> v0 = clip(b, -3.25f, 2.25f);
  const f32<5, 1> v1 = log(v0);
  const auto v2 = minimum(v0, v1);
  const f32<7, 1> v3 = pad<1, 1>(b, axis<0>);
  const f32<12, 1> v4 = concatenate<0>(v3, v2);
  const f32<5, 1> v5 = v2 + v0;
  const auto v6 = clip(v5, -1.5f, 1.5f);
  return std::tuple(f32<12, 1>(v4), f32<5, 1>(v6));
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

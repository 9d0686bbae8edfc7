// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_60 = [](const f32<dyn, 8>& a, const u8<2, dyn, 8>& b, const i32<dyn, 8>& c) {
  const i32<8, dyn> v0 = transpose<1, 0>(c);
  const auto v1 = ~b;
  const f32<dyn, 8> v2 = log_softmax(a, axis<1>);
  const i32<dyn, 8> v3 = clip(c, -3, 1);
  const f32<dyn, 8> v4 = rsqrt(a);
  const i32<8, dyn> v5 = where(v0 > 1, v0, v0);
  const i32<8, dyn> v6 = square(v0);
  const f32<dyn, 8> v7 = 1.5f * v2;
  return std::tuple(u8<2, dyn, 8>(v1), i32<dyn, 8>(v3), f32<dyn, 8>(v4), i32<8, dyn>(v5), i32<8, dyn>(v6), f32<dyn, 8>(v7));
};
constexpr auto program_61 = [](const f32<4, 3>& a, [[maybe_unused]] const f32<>& b) {
  const f32<4, 3> v0 = layer_norm(a, axis<1>);
  const f32<4, 3> v1 = log1p(v0);
  const i32<3> v2 = argmin(a, axis<0>);
  const i32<3> v3 = take(v2, v2, axis<0>, clip_mode);
  return std::tuple(f32<4, 3>(v1), i32<3>(v3));
};
constexpr auto program_62 = [](const f32<dyn, 5>& a) {
  const auto v0 = broadcast_to<2, dyn, 5>(a);
  const f32<2, dyn, 5> v1 = reciprocal(v0);
  const i32<2, dyn> v2 = argmin(v1, axis<2>);
  const i32<> v3 = max(v2, axes<0, 1>);
  const i32<1, dyn> v4 = slice<1, to_end>(v2, axis<0>);
  const f32<2, dyn, 5> v5 = cos(v1);
  const i32<1, 1> v6 = min(v2, keep_dims);
  const i32<1, dyn> v7 = flip(v4, axis<1>);
  const i32<3> v8 = broadcast_to<3>(v3);
  return std::tuple(f32<2, dyn, 5>(v5), i32<1, 1>(v6), i32<1, dyn>(v7), i32<3>(v8));
};
constexpr auto program_63 = [](const i32<dyn>& a, const i32<dyn, 2>& b) {
  const i32<2> v0 = argmax(b, axis<0>);
  const i32<dyn, 2> v1 = where(v0 > 0, b, -9);
  const i32<2> v2 = sign(v0);
  const i32<dyn> v3 = a / 6;
  const i32<4, 2> v4 = broadcast_to<4, 2>(v2);
  return std::tuple(i32<dyn, 2>(v1), i32<dyn>(v3), i32<4, 2>(v4));
};
constexpr auto program_64 = [](const f32<dyn, 1>& a, const i32<1, 3>& b) {
  const auto v0 = one_hot<6, int>(b);
  const f32<1, dyn> v1 = transpose<1, 0>(a);
  const i32<1, 3> v2 = roll<3>(b, axis<1>);
  const auto v3 = flip(v1, axis<0>);
  const i32<1, 1, 6> v4 = sum(v0, axes<0, 1>, keep_dims);
  const i32<1, 6> v5 = max(v4, axis<-3>);
  const auto v6 = square(v0);
  const i32<1, 1> v7 = argmin(v4, axis<2>);
  return std::tuple(i32<1, 3>(v2), f32<1, dyn>(v3), i32<1, 6>(v5), i32<1, 3, 6>(v6), i32<1, 1>(v7));
};
constexpr auto program_65 = [](const f32<9, 2>& a) {
  const b8<9, 2> v0 = a > -1.5f;
  const b8<9, 2> v1 = v0 & v0;
  const auto v2 = where(v1, v1, v0);
  const auto v3 = a * a;
  return std::tuple(b8<9, 2>(v2), f32<9, 2>(v3));
};
constexpr auto program_66 = []([[maybe_unused]] const f32<1, 16>& a, const f32<1, 16>& b) {
  const auto v0 = clip(b, -3.25f, 2.25f);
  const f32<1, 16> v1 = b - v0;
  const f32<1, 18> v2 = pad<1, 1>(v1, axis<1>);
  const f32<1, 16> v3 = atan2(v0, v1);
  const auto v4 = v2 + v2;
  const auto v5 = transpose<1, 0>(v4);
  const f32<1, 16> v6 = expm1(v1);
  return std::tuple(f32<1, 16>(v3), f32<18, 1>(v5), f32<1, 16>(v6));
};
constexpr auto program_67 = []([[maybe_unused]] const f32<dyn>& a, const f32<dyn>& b) {
  const auto v0 = pad<0, 0>(b, axis<0>);
  const f32<dyn> v1 = concatenate<0>(b, b);
  const auto v2 = layer_norm(v1, axis<0>);
  const auto v3 = logistic(v2);
  const auto v4 = pad<0, 2>(v3, axis<0>);
  return std::tuple(f32<dyn>(v0), f32<dyn>(v4));
};
constexpr auto program_68 = [](const f32<9>& a, const f32<2>& b) {
  const f32<2> v0 = reciprocal(b);
  const f32<2> v1 = 3.25f * v0;
  const f32<4> v2 = concatenate<0>(b, b);
  const f32<4> v3 = -v2;
  const f32<2> v4 = erf(v1);
  const f32<9> v5 = exp(a);
  const f32<> v6 = logsumexp(v2, axis<0>);
  const auto v7 = v2 * 2.25f;
  return std::tuple(f32<4>(v3), f32<2>(v4), f32<9>(v5), f32<>(v6), f32<4>(v7));
};
constexpr auto program_69 = []([[maybe_unused]] const i32<2, 16>& a, [[maybe_unused]] const u8<2>& b, const u8<2>& c) {
  const auto v0 = ~c;
  const u8<2> v1 = ~v0;
  const auto v2 = v0 / v1;
  const auto v3 = ~v1;
  const auto v4 = v1 * v1;
  const u8<> v5 = min(v4, axis<-1>);
  const auto v6 = cast<std::int32_t>(c);
  const u8<1> v7 = max(v3, axis<0>, keep_dims);
  return std::tuple(u8<2>(v2), u8<>(v5), i32<2>(v6), u8<1>(v7));
};
constexpr auto program_70 = [](const f32<5, 5>& a) {
  const auto v0 = softmax(a, axis<1>);
  const f32<5, 5> v1 = cos(a);
  const f32<10, 5> v2 = concatenate<0>(v1, a);
  const b8<10, 5> v3 = v2 < v2;
  const f32<5, 5> v4 = minimum(v0, v0);
  return std::tuple(b8<10, 5>(v3), f32<5, 5>(v4));
};
constexpr auto program_71 = [](const f32<4>& a, const i32<4>& b) {
  const f32<4, 6> v0 = one_hot<6>(b);
  const i32<4> v1 = argmax(v0, axis<1>);
  const i32<4> v2 = take(v1, b, axis<0>);
  const i32<4> v3 = sign(v2);
  const f32<8> v4 = concatenate<0>(a, a);
  const auto v5 = v3 << v2;
  const f32<6, 4> v6 = transpose<1, 0>(v0);
  return std::tuple(f32<8>(v4), i32<4>(v5), f32<6, 4>(v6));
};
constexpr auto program_72 = []([[maybe_unused]] const f32<16, 17>& a, const f32<17>& b, const f32<16>& c) {
  const f32<17> v0 = log(b);
  const f32<16> v1 = cos(c);
  const auto v2 = floor(v0);
  const f32<1> v3 = slice<16, to_end>(v0, axis<0>);
  const f32<17> v4 = reciprocal(v0);
  const f32<17> v5 = erf(v4);
  const i32<17> v6 = cast<std::int32_t>(v5);
  return std::tuple(f32<16>(v1), f32<17>(v2), f32<1>(v3), i32<17>(v6));
};
constexpr auto program_73 = []([[maybe_unused]] const f32<8, 8>& a, const f32<8, 8>& b, [[maybe_unused]] const b8<8>& c) {
  const f32<8, 8> v0 = clip(b, -3.25f, 3.5f);
  const f32<8, 8> v1 = roll<-2>(b, axis<0>);
  const auto v2 = silu(v1);
  const f32<8, 8> v3 = where(v0 > -1.5f, v1, v0);
  const f32<8, 4> v4 = slice<3, 7>(b, axis<1>);
  return std::tuple(f32<8, 8>(v2), f32<8, 8>(v3), f32<8, 4>(v4));
};
constexpr auto program_74 = [](const f32<dyn, 3>& a, const u8<3>& b) {
  const auto v0 = cast<std::int32_t>(b);
  const f32<dyn, 3> v1 = log_softmax(a, axis<1>);
  const u8<3> v2 = ~b;
  const u8<6> v3 = concatenate<0>(v2, b);
  const u8<9> v4 = concatenate<0>(v2, v3);
  const u8<6> v5 = flip(v3, axis<0>);
  const auto v6 = v5 << 8;
  return std::tuple(i32<3>(v0), f32<dyn, 3>(v1), u8<9>(v4), u8<6>(v6));
};
constexpr auto program_75 = [](const f32<17, 2>& a, [[maybe_unused]] const u8<2, 4>& b) {
  const i32<17, 2> v0 = cast<std::int32_t>(a);
  const i32<17, 2> v1 = where(v0 > 0, v0, v0);
  const i32<17, 2> v2 = ~v1;
  const i32<17, 2> v3 = relu(v0);
  return std::tuple(i32<17, 2>(v2), i32<17, 2>(v3));
};
constexpr auto program_76 = [](const f32<2, 16>& a) {
  const f32<2, 16> v0 = a + a;
  const f32<1, 16> v1 = slice<1, to_end, 2>(a, axis<0>);
  const auto v2 = v0 * v0;
  const b8<2, 16> v3 = v2 >= v1;
  const auto v4 = v3 & v3;
  const auto v5 = sum(v3);
  const b8<2, 16> v6 = v3 & v3;
  return std::tuple(b8<2, 16>(v4), i32<>(v5), b8<2, 16>(v6));
};
constexpr auto program_77 = []([[maybe_unused]] const i32<6, dyn, 33>& a, [[maybe_unused]] const f32<>& b, const i32<33>& c) {
  const i32<> v0 = max(c);
  const i32<> v1 = -v0;
  const i32<> v2 = v1 >> 3;
  const i32<> v3 = -v2;
  const i32<> v4 = sum(c, axis<0>);
  return std::tuple(i32<>(v3), i32<>(v4));
};
constexpr auto program_78 = [](const i32<5, 16>& a, const b8<5, 16>& b) {
  const b8<16> v0 = all(b, axis<0>);
  const b8<16> v1 = v0 ^ v0;
  const b8<13> v2 = slice<3, to_end>(v1, axis<0>);
  const i32<5, 16> v3 = clip(a, -1, 1);
  const b8<16, 5> v4 = transpose<1, 0>(b);
  return std::tuple(b8<13>(v2), i32<5, 16>(v3), b8<16, 5>(v4));
};
constexpr auto program_79 = [](const f32<1, 3>& a, const f32<>& b, [[maybe_unused]] const b8<1, 1>& c) {
  const auto v0 = b - b;
  const f32<> v1 = tanh(v0);
  const auto v2 = pad<1, 2>(a, axis<1>);
  const f32<1, 6> v3 = v2 * v0;
  const auto v4 = v3 / v3;
  const auto v5 = where(v4 > 1.25f, v0, 8.5f);
  const auto v6 = concatenate<0>(v5, v4);
  return std::tuple(f32<>(v1), f32<2, 6>(v6));
};

}  // namespace

TEST_CASE("random programs 04") {
  check<program_60>("program_60", given<f32<dyn, 8>>(600, true, {4}, 32), given<u8<2, dyn, 8>>(601, true, {4}, 64), given<i32<dyn, 8>>(602, true, {4}, 32));
  check<program_61>("program_61", given<f32<4, 3>>(610, false, {}, 12), given<f32<>>(611, false, {}, 1));
  check<program_62>("program_62", given<f32<dyn, 5>>(620, false, {16}, 80));
  check<program_63>("program_63", given<i32<dyn>>(630, false, {8}, 8), given<i32<dyn, 2>>(631, false, {8}, 16));
  check<program_64>("program_64", given<f32<dyn, 1>>(640, true, {33}, 33), given<i32<1, 3>>(641, true, {}, 3));
  check<program_65>("program_65", given<f32<9, 2>>(650, false, {}, 18));
  check<program_66>("program_66", given<f32<1, 16>>(660, false, {}, 16), given<f32<1, 16>>(661, false, {}, 16));
  check<program_67>("program_67", given<f32<dyn>>(670, false, {4}, 4), given<f32<dyn>>(671, false, {4}, 4));
  check<program_68>("program_68", given<f32<9>>(680, true, {}, 9), given<f32<2>>(681, true, {}, 2));
  check<program_69>("program_69", given<i32<2, 16>>(690, false, {}, 32), given<u8<2>>(691, false, {}, 2), given<u8<2>>(692, false, {}, 2));
  check<program_70>("program_70", given<f32<5, 5>>(700, false, {}, 25));
  check<program_71>("program_71", given<f32<4>>(710, false, {}, 4), given<i32<4>>(711, false, {}, 4));
  check<program_72>("program_72", given<f32<16, 17>>(720, true, {}, 272), given<f32<17>>(721, true, {}, 17), given<f32<16>>(722, true, {}, 16));
  check<program_73>("program_73", given<f32<8, 8>>(730, false, {}, 64), given<f32<8, 8>>(731, false, {}, 64), given<b8<8>>(732, false, {}, 8));
  check<program_74>("program_74", given<f32<dyn, 3>>(740, false, {17}, 51), given<u8<3>>(741, false, {}, 3));
  check<program_75>("program_75", given<f32<17, 2>>(750, false, {}, 34), given<u8<2, 4>>(751, false, {}, 8));
  check<program_76>("program_76", given<f32<2, 16>>(760, true, {}, 32));
  check<program_77>("program_77", given<i32<6, dyn, 33>>(770, false, {16}, 3168), given<f32<>>(771, false, {}, 1), given<i32<33>>(772, false, {}, 33));
  check<program_78>("program_78", given<i32<5, 16>>(780, false, {}, 80), given<b8<5, 16>>(781, false, {}, 80));
  check<program_79>("program_79", given<f32<1, 3>>(790, false, {}, 3), given<f32<>>(791, false, {}, 1), given<b8<1, 1>>(792, false, {}, 1));
}

// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_180 = [](const f32<6, dyn, 7>& a, const b8<7>& b) {
  const f32<6, dyn, 7> v0 = a + a;
  const f32<6, dyn, 7> v1 = v0 + 1.25f;
  const b8<7> v2 = b ^ b;
  const f32<6, dyn, 7> v3 = where(v2, v0, v1);
  return f32<6, dyn, 7>(v3);
};
constexpr auto program_181 = [](const i32<2, 8>& a, const i32<2, 1>& b) {
  const i32<2, 8> v0 = clip(a, -3, 3);
  const i32<2, 8> v1 = minimum(b, a);
  const i32<2, 8> v2 = v1 % v1;
  const i32<2, 16> v3 = concatenate<1>(v0, v2);
  const i32<2, 1> v4 = slice<6, 7>(v1, axis<1>);
  return std::tuple(i32<2, 16>(v3), i32<2, 1>(v4));
};
constexpr auto program_182 = [](const f32<33, 8>& a, const b8<33>& b) {
  const auto v0 = any(b);
  const auto v1 = where(b, v0, b);
  const f32<33, 8> v2 = clip(a, -3.5f, 3.25f);
  const auto v3 = !v1;
  return std::tuple(f32<33, 8>(v2), b8<33>(v3));
};
constexpr auto program_183 = [](const f32<17, 1>& a, const f32<3, 17, 1>& b, const b8<17>& c) {
  const f32<3> v0 = mean(b, axes<1, 2>);
  const i32<> v1 = argmax(v0, axis<0>);
  const i32<> v2 = abs(v1);
  const f32<17, 2> v3 = concatenate<1>(a, a);
  const b8<17> v4 = !c;
  return std::tuple(i32<>(v2), f32<17, 2>(v3), b8<17>(v4));
};
constexpr auto program_184 = [](const f32<dyn, 16>& a) {
  const f32<dyn, 16> v0 = a + 6.25f;
  const f32<dyn, 16> v1 = pad<1, 0>(v0, axis<0>);
  const f32<dyn, 16> v2 = log1p(v1);
  const f32<dyn, 16> v3 = maximum(v2, v2);
  const auto v4 = transpose<1, 0>(v3);
  return f32<16, dyn>(v4);
};
constexpr auto program_185 = [](const f32<dyn, 17>& a) {
  const auto v0 = a + a;
  const f32<dyn, 17> v1 = v0 - 3.5f;
  const f32<dyn, 17> v2 = v1 / v1;
  const f32<dyn, 17> v3 = atan2(v1, v1);
  const auto v4 = sin(v3);
  const f32<> v5 = var(v1);
  const f32<dyn, 17> v6 = abs(v4);
  const f32<17, dyn> v7 = transpose<1, 0>(v6);
  const f32<dyn, 17> v8 = minimum(v1, v5);
  const auto v9 = slice<0, to_end, 2>(v6, axis<0>);
  return std::tuple(f32<dyn, 17>(v2), f32<17, dyn>(v7), f32<dyn, 17>(v8), f32<dyn, 17>(v9));
};
constexpr auto program_186 = [](const i32<16>& a) {
  const auto v0 = a ^ a;
  const i32<16> v1 = sign(v0);
  const i32<16> v2 = v0 << v1;
  const auto v3 = argmax(a, axis<0>);
  return std::tuple(i32<16>(v2), i32<>(v3));
};
constexpr auto program_187 = [](const i32<9, 3>& a, const u8<9>& b) {
  const u8<1> v0 = slice<3, 4, 2>(b, axis<0>);
  const u8<> v1 = min(v0);
  const i32<1, 1> v2 = min(a, axes<1, 0>, keep_dims);
  const i32<3> v3 = argmin(a, axis<0>);
  const i32<1, 1> v4 = ~v2;
  const auto v5 = cast<double>(v1);
  const i32<1, 1, 4> v6 = one_hot<4, int>(v2);
  const i32<1, 1, 4> v7 = where(v6 > 0, v6, v6);
  const i32<1, 1, 4> v8 = -v6;
  return std::tuple(i32<3>(v3), i32<1, 1>(v4), f64<>(v5), i32<1, 1, 4>(v7), i32<1, 1, 4>(v8));
};
constexpr auto program_188 = []([[maybe_unused]] const f32<dyn, 8>& a, const i32<dyn, 1>& b, const f32<dyn, 8>& c) {
  const f32<3, dyn, 8> v0 = broadcast_to<3, dyn, 8>(c);
  const f32<3, dyn, 8> v1 = maximum(c, v0);
  const f32<dyn, 1, 4> v2 = one_hot<4>(b);
  const auto v3 = clip(v0, -3.25f, 2.25f);
  const f32<dyn, 1, 4> v4 = maximum(v2, v2);
  const auto v5 = flip(v2);
  const f32<dyn, 1, 4> v6 = layer_norm(v4, axis<2>);
  return std::tuple(f32<3, dyn, 8>(v1), f32<3, dyn, 8>(v3), f32<dyn, 1, 4>(v5), f32<dyn, 1, 4>(v6));
};
constexpr auto program_189 = []([[maybe_unused]] const f32<16, 5>& a, [[maybe_unused]] const i32<2, 16, 5>& b, const u8<5, 2>& c) {
  const i32<5> v0 = argmax(c, axis<1>);
  const i32<1, 5> v1 = expand_dims<0>(v0);
  const i32<5, 5> v2 = take(v1, v0, axis<0>);
  const i32<5, 5> v3 = take(v2, v0, axis<1>);
  return i32<5, 5>(v3);
};
constexpr auto program_190 = []([[maybe_unused]] const i32<33, 33>& a, const u8<33, 33>& b) {
  const auto v0 = b >= b;
  const auto v1 = cast<float>(v0);
  const f32<36, 33> v2 = pad<2, 1>(v1, axis<0>);
  const f32<36, 33> v3 = v2 - v2;
  return f32<36, 33>(v3);
};
constexpr auto program_191 = [](const i32<dyn>& a, [[maybe_unused]] const b8<dyn>& b) {
  const auto v0 = a - a;
  const i32<dyn> v1 = v0 / v0;
  const i32<dyn> v2 = concatenate<0>(a, v0);
  const i32<dyn> v3 = v0 << v0;
  const auto v4 = max(v2, axis<0>, keep_dims);
  return std::tuple(i32<dyn>(v1), i32<dyn>(v3), i32<1>(v4));
};
constexpr auto program_192 = [](const f32<dyn, 33>& a) {
  const f32<dyn, 33> v0 = concatenate<0>(a, a);
  const f32<dyn, 35> v1 = pad<0, 2>(v0, axis<1>);
  const f32<dyn, 35> v2 = sign(v1);
  const auto v3 = slice<31, to_end>(a, axis<1>);
  const f32<dyn, 35> v4 = clip(v2, -2.5f, 2.25f);
  const f32<dyn, 2> v5 = softmax(v3, axis<1>);
  const f32<dyn, 2> v6 = v5 + v5;
  return std::tuple(f32<dyn, 35>(v4), f32<dyn, 2>(v6));
};
constexpr auto program_193 = [](const f32<1, 7>& a) {
  const f32<1, 7> v0 = a - a;
  const f32<7, 1> v1 = transpose<1, 0>(a);
  const f32<7, 2> v2 = concatenate<1>(v1, v1);
  const auto v3 = layer_norm(a, axis<1>);
  return std::tuple(f32<1, 7>(v0), f32<7, 2>(v2), f32<1, 7>(v3));
};
constexpr auto program_194 = [](const i32<33>& a, const u8<33, 1>& b, const i32<1>& c) {
  const b8<33, 1> v0 = b != 15;
  const i32<33> v1 = square(a);
  const i32<33> v2 = ~v1;
  const i32<> v3 = argmin(v1, axis<0>);
  const i32<> v4 = max(v1, axis<-1>);
  const i32<1> v5 = 8 + c;
  const u8<66, 1> v6 = concatenate<0>(b, b);
  const i32<33> v7 = flip(v2);
  return std::tuple(b8<33, 1>(v0), i32<>(v3), i32<>(v4), i32<1>(v5), u8<66, 1>(v6), i32<33>(v7));
};
constexpr auto program_195 = [](const f32<3, 9>& a, [[maybe_unused]] const b8<>& b, const f32<3>& c) {
  const f32<3> v0 = c + c;
  const f32<9, 3> v1 = transpose<1, 0>(a);
  const f32<9, 3> v2 = clip(v1, -1.25f, 3.25f);
  const f32<9, 3> v3 = minimum(v2, v2);
  const f32<3, 9> v4 = transpose<1, 0>(v2);
  const f32<3, 9> v5 = v4 - a;
  const f32<9, 3> v6 = softmax(v3, axis<0>);
  const f32<3, 9> v7 = square(v5);
  return std::tuple(f32<3>(v0), f32<9, 3>(v6), f32<3, 9>(v7));
};
constexpr auto program_196 = [](const f32<8>& a, const f32<>& b, [[maybe_unused]] const f32<3, 8, 5>& c) {
  const f32<1> v0 = slice<7, to_end, 2>(a, axis<0>);
  const f32<1> v1 = layer_norm(v0, axis<0>);
  const f32<1> v2 = rsqrt(v1);
  const auto v3 = abs(b);
  const auto v4 = cast<bool>(a);
  const f32<> v5 = softplus(v3);
  const f32<> v6 = rsqrt(v5);
  return std::tuple(f32<1>(v2), b8<8>(v4), f32<>(v6));
};
constexpr auto program_197 = [](const f32<dyn, 8>& a, const f32<>& b) {
  const f32<dyn, 8> v0 = rsqrt(a);
  const f32<> v1 = b * b;
  const auto v2 = argmin(v0, axis<0>);
  const f32<dyn, 8> v3 = softmax(v0, axis<1>);
  const f32<2, dyn, 8> v4 = broadcast_to<2, dyn, 8>(v0);
  const i32<8> v5 = argmax(v3, axis<0>);
  return std::tuple(f32<>(v1), i32<8>(v2), f32<2, dyn, 8>(v4), i32<8>(v5));
};
constexpr auto program_198 = [](const f32<dyn>& a) {
  const f32<dyn> v0 = softplus(a);
  const f32<dyn> v1 = where(v0 > 0.25f, v0, a);
  const f32<dyn> v2 = sqrt(v0);
  const f32<dyn> v3 = where(v2 > 0.5f, v2, v1);
  return f32<dyn>(v3);
};
constexpr auto program_199 = [](const i32<2, 16, 8>& a, const b8<16, 8>& b) {
  const b8<16, 8> v0 = b & b;
  const b8<16, 8> v1 = !b;
  const auto v2 = !v1;
  const auto v3 = roll<-2>(v2, axis<1>);
  const b8<2, 16, 8> v4 = a < a;
  const b8<16, 8> v5 = where(v2, v2, v2);
  return std::tuple(b8<16, 8>(v0), b8<16, 8>(v3), b8<2, 16, 8>(v4), b8<16, 8>(v5));
};

}  // namespace

TEST_CASE("random programs 10") {
  check<program_180>("program_180", given<f32<6, dyn, 7>>(1800, true, {9}, 378), given<b8<7>>(1801, true, {}, 7));
  check<program_181>("program_181", given<i32<2, 8>>(1810, false, {}, 16), given<i32<2, 1>>(1811, false, {}, 2));
  check<program_182>("program_182", given<f32<33, 8>>(1820, false, {}, 264), given<b8<33>>(1821, false, {}, 33));
  check<program_183>("program_183", given<f32<17, 1>>(1830, false, {}, 17), given<f32<3, 17, 1>>(1831, false, {}, 51), given<b8<17>>(1832, false, {}, 17));
  check<program_184>("program_184", given<f32<dyn, 16>>(1840, true, {7}, 112));
  check<program_185>("program_185", given<f32<dyn, 17>>(1850, false, {2}, 34));
  check<program_186>("program_186", given<i32<16>>(1860, false, {}, 16));
  check<program_187>("program_187", given<i32<9, 3>>(1870, false, {}, 27), given<u8<9>>(1871, false, {}, 9));
  check<program_188>("program_188", given<f32<dyn, 8>>(1880, true, {9}, 72), given<i32<dyn, 1>>(1881, true, {9}, 9), given<f32<dyn, 8>>(1882, true, {9}, 72));
  check<program_189>("program_189", given<f32<16, 5>>(1890, false, {}, 80), given<i32<2, 16, 5>>(1891, false, {}, 160), given<u8<5, 2>>(1892, false, {}, 10));
  check<program_190>("program_190", given<i32<33, 33>>(1900, false, {}, 1089), given<u8<33, 33>>(1901, false, {}, 1089));
  check<program_191>("program_191", given<i32<dyn>>(1910, false, {8}, 8), given<b8<dyn>>(1911, false, {8}, 8));
  check<program_192>("program_192", given<f32<dyn, 33>>(1920, true, {3}, 99));
  check<program_193>("program_193", given<f32<1, 7>>(1930, false, {}, 7));
  check<program_194>("program_194", given<i32<33>>(1940, false, {}, 33), given<u8<33, 1>>(1941, false, {}, 33), given<i32<1>>(1942, false, {}, 1));
  check<program_195>("program_195", given<f32<3, 9>>(1950, false, {}, 27), given<b8<>>(1951, false, {}, 1), given<f32<3>>(1952, false, {}, 3));
  check<program_196>("program_196", given<f32<8>>(1960, true, {}, 8), given<f32<>>(1961, true, {}, 1), given<f32<3, 8, 5>>(1962, true, {}, 120));
  check<program_197>("program_197", given<f32<dyn, 8>>(1970, false, {1}, 8), given<f32<>>(1971, false, {}, 1));
  check<program_198>("program_198", given<f32<dyn>>(1980, false, {9}, 9));
  check<program_199>("program_199", given<i32<2, 16, 8>>(1990, false, {}, 256), given<b8<16, 8>>(1991, false, {}, 128));
}

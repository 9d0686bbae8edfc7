// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_160 = [](const i32<4>& a) {
  const auto v0 = shift_right_logical(a, a);
  const i32<4> v1 = a * a;
  const auto v2 = square(v1);
  const i32<5> v3 = pad<1, 0>(v1, axis<0>);
  const auto v4 = take(v3, v1, axis<0>, clip_mode);
  const i32<1> v5 = max(v4, axis<-1>, keep_dims);
  const i32<> v6 = matmul(v1, v2);
  const i32<> v7 = take(v1, v6, axis<0>);
  return std::tuple(i32<4>(v0), i32<1>(v5), i32<>(v7));
};
constexpr auto program_161 = []([[maybe_unused]] const f64<dyn>& a, const u8<dyn, 1>& b, const f64<dyn>& c) {
  const u8<dyn, 1> v0 = ~b;
  const u8<dyn, 1> v1 = slice<0, to_end>(v0, axis<0>);
  const f64<> v2 = matmul(c, c);
  const f64<> v3 = atan2(v2, v2);
  const f64<dyn> v4 = concatenate<0>(c, c);
  return std::tuple(u8<dyn, 1>(v1), f64<>(v3), f64<dyn>(v4));
};
constexpr auto program_162 = [](const f64<dyn, 17>& a, const i32<4, dyn, 17>& b, const f64<>& c) {
  const f64<> v0 = clip(c, -2.5, 3.25);
  const auto v1 = cos(v0);
  const f64<> v2 = 9.5 + v0;
  const auto v3 = square(v2);
  const i32<4, dyn, 17> v4 = flip(b, axis<1>);
  const f64<dyn, dyn> v5 = matmul(a, transpose<1, 0>(a));
  const f64<> v6 = v2 * v2;
  const i32<4, dyn, 17> v7 = abs(v4);
  return std::tuple(f64<>(v1), f64<>(v3), f64<dyn, dyn>(v5), f64<>(v6), i32<4, dyn, 17>(v7));
};
constexpr auto program_163 = []([[maybe_unused]] const f64<dyn, 2>& a, [[maybe_unused]] const f64<dyn>& b, const f64<dyn, 2>& c) {
  const f64<dyn> v0 = logsumexp(c, axis<1>);
  const f64<dyn> v1 = 5.5 + v0;
  const f64<2, dyn> v2 = transpose<1, 0>(c);
  const f64<dyn> v3 = tanh(v1);
  const f64<2> v4 = mean(v2, axis<-1>);
  const auto v5 = clip(v0, -2.25, 1.25);
  return std::tuple(f64<dyn>(v3), f64<2>(v4), f64<dyn>(v5));
};
constexpr auto program_164 = []([[maybe_unused]] const f64<3, dyn, 1>& a, const f64<dyn, 1>& b, const f64<dyn, 1>& c) {
  const f64<dyn, 1> v0 = flip(c, axis<1>);
  const f64<dyn, 1> v1 = log(b);
  const auto v2 = softmax(v1, axis<1>);
  const auto v3 = rsqrt(c);
  const b8<dyn, 1> v4 = v3 >= v2;
  const f64<dyn, 1> v5 = -v3;
  const f64<dyn, 1> v6 = tanh(v2);
  return std::tuple(f64<dyn, 1>(v0), b8<dyn, 1>(v4), f64<dyn, 1>(v5), f64<dyn, 1>(v6));
};
constexpr auto program_165 = [](const f64<4, 16>& a, const f64<4, 4, 16>& b) {
  const f64<16, 4, 4> v0 = transpose<2, 1, 0>(b);
  const auto v1 = where(a > -1.5, b, b);
  const f64<4, 4> v2 = matmul(a, transpose<1, 0>(a));
  const b8<4, 4> v3 = v2 >= 1.5;
  const b8<4, 4> v4 = !v3;
  const b8<4, 4> v5 = !v4;
  return std::tuple(f64<16, 4, 4>(v0), f64<4, 4, 16>(v1), b8<4, 4>(v5));
};
constexpr auto program_166 = []([[maybe_unused]] const f64<2, 2, 3>& a, const f64<2, 1>& b, const f64<2, 1>& c) {
  const f64<2> v0 = var(c, axis<-1>);
  const auto v1 = atan(b);
  const f64<1, 2> v2 = transpose<1, 0>(v1);
  const f64<2, 2> v3 = minimum(v2, b);
  return std::tuple(f64<2>(v0), f64<2, 2>(v3));
};
constexpr auto program_167 = [](const f64<16, 2>& a) {
  const f64<16, 2> v0 = flip(a, axis<1>);
  const b8<16, 2> v1 = v0 >= v0;
  const b8<5, 16, 2> v2 = broadcast_to<5, 16, 2>(v1);
  const f64<32, 2> v3 = concatenate<0>(v0, v0);
  const f64<32, 2> v4 = reciprocal(v3);
  const f64<16, 2> v5 = roll<3>(v0, axis<0>);
  return std::tuple(b8<5, 16, 2>(v2), f64<32, 2>(v4), f64<16, 2>(v5));
};
constexpr auto program_168 = [](const f64<2, 8>& a, [[maybe_unused]] const f64<6, 2, 8>& b, const u8<8, 6>& c) {
  const f64<1, 2, 8> v0 = expand_dims<0>(a);
  const f64<1, 2, 8> v1 = softplus(v0);
  const auto v2 = c >> 0;
  const f64<1, 2, 8> v3 = roll<2>(v0, axis<2>);
  return std::tuple(f64<1, 2, 8>(v1), u8<8, 6>(v2), f64<1, 2, 8>(v3));
};
constexpr auto program_169 = [](const f64<33, 3>& a) {
  const f64<33, 3> v0 = a + a;
  const f64<1, 3> v1 = prod(v0, axis<-2>, keep_dims);
  const auto v2 = a + v1;
  const auto v3 = rsqrt(v2);
  const b8<33, 3> v4 = v3 == v2;
  const b8<1, 3> v5 = slice<12, 13, 2>(v4, axis<0>);
  const f64<33, 3> v6 = -v3;
  const i32<3> v7 = argmax(v6, axis<0>);
  const f64<33, 3> v8 = gelu(v6);
  return std::tuple(b8<1, 3>(v5), i32<3>(v7), f64<33, 3>(v8));
};
constexpr auto program_170 = []([[maybe_unused]] const i32<dyn>& a, const u8<dyn, 17>& b) {
  const b8<dyn, 17> v0 = b != b;
  const b8<dyn, 17> v1 = v0 | v0;
  const i32<dyn> v2 = argmax(b, axis<1>);
  const b8<17, dyn> v3 = transpose<1, 0>(v1);
  const b8<17, dyn> v4 = flip(v3, axis<1>);
  return std::tuple(i32<dyn>(v2), b8<17, dyn>(v4));
};
constexpr auto program_171 = [](const i32<4>& a) {
  const i32<4> v0 = take(a, a, axis<0>);
  const i32<4> v1 = clip(v0, -2, 2);
  const auto v2 = concatenate<0>(v0, v0);
  const i32<4> v3 = clip(v0, -2, 2);
  return std::tuple(i32<4>(v1), i32<8>(v2), i32<4>(v3));
};
constexpr auto program_172 = [](const i32<dyn>& a, const f64<dyn, 9>& b, const f64<dyn, 9>& c) {
  const f64<dyn, 9> v0 = take(b, a, axis<0>, clip_mode);
  const f64<dyn, 18> v1 = concatenate<1>(c, v0);
  const f64<dyn, 9> v2 = 3.5 / c;
  const auto v3 = softplus(v1);
  return std::tuple(f64<dyn, 9>(v2), f64<dyn, 18>(v3));
};
constexpr auto program_173 = [](const f64<16>& a) {
  const auto v0 = a + a;
  const f64<16> v1 = log1p(v0);
  const f64<> v2 = sum(v1, axis<0>);
  const f64<16> v3 = silu(v1);
  const f64<16> v4 = softmax(v3, axis<0>);
  const f64<> v5 = max(v1);
  const f64<5> v6 = slice<7, to_end, 2>(v1, axis<0>);
  const f64<5> v7 = reciprocal(v6);
  return std::tuple(f64<>(v2), f64<16>(v4), f64<>(v5), f64<5>(v7));
};
constexpr auto program_174 = [](const i32<4, 1>& a) {
  const i32<1, 1> v0 = min(a, axes<1, 0>, keep_dims);
  const i32<1, 1> v1 = min(v0, axis<-1>, keep_dims);
  const i32<4, 1> v2 = where(v1 > 0, v0, a);
  const i32<4, 1> v3 = where(v2 > 0, v0, v1);
  const b8<1, 1> v4 = cast<bool>(v0);
  return std::tuple(i32<4, 1>(v3), b8<1, 1>(v4));
};
constexpr auto program_175 = [](const f64<dyn, 4>& a) {
  const f64<1, 1> v0 = min(a, keep_dims);
  const f64<1, 1> v1 = v0 / v0;
  const auto v2 = where(v1 > 0.5, v0, v1);
  const auto v3 = softmax(v1, axis<1>);
  const f64<1, 1> v4 = logsumexp(v2, axis<1>, keep_dims);
  const auto v5 = abs(v4);
  return std::tuple(f64<1, 1>(v3), f64<1, 1>(v5));
};
constexpr auto program_176 = [](const f64<dyn>& a) {
  const f64<dyn> v0 = abs(a);
  const f64<dyn> v1 = v0 * 6.25;
  const f64<dyn> v2 = softplus(v0);
  const f64<dyn> v3 = v2 * v2;
  const f64<dyn> v4 = flip(v2);
  const f64<dyn> v5 = erf(v4);
  const auto v6 = cast<bool>(v3);
  const f64<> v7 = matmul(v4, v4);
  return std::tuple(f64<dyn>(v1), f64<dyn>(v5), b8<dyn>(v6), f64<>(v7));
};
constexpr auto program_177 = [](const f64<4, 2>& a) {
  const f64<4, 2> v0 = atan(a);
  const f64<4, 1> v1 = min(v0, axis<-1>, keep_dims);
  const f64<4, 1> v2 = sign(v1);
  const auto v3 = sqrt(v1);
  const f64<4, 2> v4 = log_softmax(v0, axis<1>);
  return std::tuple(f64<4, 1>(v2), f64<4, 1>(v3), f64<4, 2>(v4));
};
constexpr auto program_178 = [](const f64<3, 16>& a) {
  const auto v0 = minimum(a, a);
  const f64<4, 3, 16> v1 = broadcast_to<4, 3, 16>(v0);
  const f64<4, 3, 16> v2 = softplus(v1);
  const f64<4, 3, 16> v3 = atan2(v2, v1);
  return f64<4, 3, 16>(v3);
};
constexpr auto program_179 = [](const f64<9, 8>& a) {
  const f64<9, 8> v0 = clip(a, -1.25, 3.5);
  const f64<9, 8> v1 = v0 * v0;
  const f64<9, 8> v2 = minimum(v1, a);
  const f64<9, 8> v3 = abs(v1);
  return std::tuple(f64<9, 8>(v2), f64<9, 8>(v3));
};

}  // namespace

TEST_CASE("random programs 09") {
  check<program_160>("program_160", given<i32<4>>(1600, true, {}, 4));
  check<program_161>("program_161", given<f64<dyn>>(1610, false, {4}, 4), given<u8<dyn, 1>>(1611, false, {4}, 4), given<f64<dyn>>(1612, false, {4}, 4));
  check<program_162>("program_162", given<f64<dyn, 17>>(1620, false, {9}, 153), given<i32<4, dyn, 17>>(1621, false, {9}, 612), given<f64<>>(1622, false, {}, 1));
  check<program_163>("program_163", given<f64<dyn, 2>>(1630, false, {33}, 66), given<f64<dyn>>(1631, false, {33}, 33), given<f64<dyn, 2>>(1632, false, {33}, 66));
  check<program_164>("program_164", given<f64<3, dyn, 1>>(1640, true, {4}, 12), given<f64<dyn, 1>>(1641, true, {4}, 4), given<f64<dyn, 1>>(1642, true, {4}, 4));
  check<program_165>("program_165", given<f64<4, 16>>(1650, false, {}, 64), given<f64<4, 4, 16>>(1651, false, {}, 256));
  check<program_166>("program_166", given<f64<2, 2, 3>>(1660, false, {}, 12), given<f64<2, 1>>(1661, false, {}, 2), given<f64<2, 1>>(1662, false, {}, 2));
  check<program_167>("program_167", given<f64<16, 2>>(1670, false, {}, 32));
  check<program_168>("program_168", given<f64<2, 8>>(1680, true, {}, 16), given<f64<6, 2, 8>>(1681, true, {}, 96), given<u8<8, 6>>(1682, true, {}, 48));
  check<program_169>("program_169", given<f64<33, 3>>(1690, false, {}, 99));
  check<program_170>("program_170", given<i32<dyn>>(1700, false, {9}, 9), given<u8<dyn, 17>>(1701, false, {9}, 153));
  check<program_171>("program_171", given<i32<4>>(1710, false, {}, 4));
  check<program_172>("program_172", given<i32<dyn>>(1720, true, {9}, 9), given<f64<dyn, 9>>(1721, true, {9}, 81), given<f64<dyn, 9>>(1722, true, {9}, 81));
  check<program_173>("program_173", given<f64<16>>(1730, false, {}, 16));
  check<program_174>("program_174", given<i32<4, 1>>(1740, false, {}, 4));
  check<program_175>("program_175", given<f64<dyn, 4>>(1750, false, {2}, 8));
  check<program_176>("program_176", given<f64<dyn>>(1760, true, {1}, 1));
  check<program_177>("program_177", given<f64<4, 2>>(1770, false, {}, 8));
  check<program_178>("program_178", given<f64<3, 16>>(1780, false, {}, 48));
  check<program_179>("program_179", given<f64<9, 8>>(1790, false, {}, 72));
}

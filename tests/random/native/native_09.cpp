// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_160 = [](const i32<4>& a) {
  const i32<4> v0 = square(a);
  const i32<4> v1 = sign(v0);
  const auto v2 = square(v1);
  const auto v3 = matmul(v0, v2);
  const auto v4 = v2 - v2;
  const i32<> v5 = matmul(v0, v2);
  const i32<4> v6 = v1 % v5;
  const auto v7 = concatenate<0>(v6, v6);
  return std::tuple(i32<>(v3), i32<4>(v4), i32<8>(v7));
};
constexpr auto program_161 = [](const f64<dyn>& a, const u8<dyn, 1>& b, const f64<dyn>& c) {
  const b8<dyn, 1> v0 = b != 20;
  const f64<dyn> v1 = maximum(c, a);
  const f64<dyn> v2 = v1 - 5.5;
  const f64<dyn> v3 = sign(v2);
  const f64<dyn> v4 = log(v2);
  return std::tuple(b8<dyn, 1>(v0), f64<dyn>(v3), f64<dyn>(v4));
};
constexpr auto program_162 = [](const f64<dyn, 17>& a, const i32<4, dyn, 17>& b, const f64<>& c) {
  const f64<> v0 = round(c);
  const f64<> v1 = gelu(v0);
  const f64<dyn, dyn> v2 = matmul(a, transpose<1, 0>(a));
  const auto v3 = maximum(v2, v0);
  const f64<dyn, dyn> v4 = v2 + v2;
  const f64<dyn, dyn> v5 = v1 / v2;
  const f64<> v6 = mean(v2);
  const i32<4, dyn, 17> v7 = flip(b);
  return std::tuple(f64<dyn, dyn>(v3), f64<dyn, dyn>(v4), f64<dyn, dyn>(v5), f64<>(v6), i32<4, dyn, 17>(v7));
};
constexpr auto program_163 = []([[maybe_unused]] const f64<dyn, 2>& a, const f64<dyn>& b, const f64<dyn, 2>& c) {
  const b8<dyn> v0 = b >= 0.5;
  const f64<> v1 = matmul(b, b);
  const auto v2 = matmul(c, transpose<1, 0>(c));
  const b8<dyn> v3 = v0 & v0;
  const auto v4 = flip(v3, axis<0>);
  const auto v5 = all(v3, axis<-1>);
  return std::tuple(f64<>(v1), f64<dyn, dyn>(v2), b8<dyn>(v4), b8<>(v5));
};
constexpr auto program_164 = []([[maybe_unused]] const f64<3, dyn, 1>& a, const f64<dyn, 1>& b, const f64<dyn, 1>& c) {
  const f64<dyn, 4> v0 = pad<1, 2>(c, axis<1>);
  const f64<dyn, 1> v1 = b + c;
  const b8<dyn, 1> v2 = b > 0.25;
  const f64<dyn, 1> v3 = c * v1;
  const auto v4 = tanh(v1);
  const f64<dyn, 1> v5 = minimum(v3, v1);
  const f64<1, 1> v6 = mean(v5, keep_dims);
  return std::tuple(f64<dyn, 4>(v0), b8<dyn, 1>(v2), f64<dyn, 1>(v4), f64<1, 1>(v6));
};
constexpr auto program_165 = [](const f64<4, 16>& a, const f64<4, 4, 16>& b) {
  const f64<4, 4, 16> v0 = clip(b, -2.5, 1.25);
  const auto v1 = layer_norm(b, axis<2>);
  const i32<4, 4, 16> v2 = cast<std::int32_t>(b);
  const f64<4, 4> v3 = matmul(a, transpose<1, 0>(a));
  const f64<4, 4, 16> v4 = sqrt(v1);
  const f64<4, 4, 16> v5 = maximum(v0, v4);
  return std::tuple(i32<4, 4, 16>(v2), f64<4, 4>(v3), f64<4, 4, 16>(v5));
};
constexpr auto program_166 = [](const f64<2, 2, 3>& a, [[maybe_unused]] const f64<2, 1>& b, const f64<2, 1>& c) {
  const f64<2, 1> v0 = c * c;
  const f64<2, 1> v1 = c + v0;
  const f64<2, 2, 3> v2 = layer_norm(a, axis<2>);
  const auto v3 = min(c, axis<1>, keep_dims);
  return std::tuple(f64<2, 1>(v1), f64<2, 2, 3>(v2), f64<2, 1>(v3));
};
constexpr auto program_167 = [](const f64<16, 2>& a) {
  const f64<16, 2> v0 = reciprocal(a);
  const f64<16, 2> v1 = gelu(v0);
  const f64<16, 2> v2 = square(v1);
  const f64<16, 2> v3 = expm1(v2);
  const f64<4, 16, 2> v4 = broadcast_to<4, 16, 2>(v1);
  const f64<16, 2> v5 = reciprocal(v1);
  return std::tuple(f64<16, 2>(v3), f64<4, 16, 2>(v4), f64<16, 2>(v5));
};
constexpr auto program_168 = [](const f64<2, 8>& a, [[maybe_unused]] const f64<6, 2, 8>& b, [[maybe_unused]] const u8<8, 6>& c) {
  const f64<2, 8> v0 = erf(a);
  const auto v1 = reciprocal(v0);
  const f64<2, 8> v2 = pad<0, 0>(v1, axis<0>);
  const f64<2, 2> v3 = matmul(v1, transpose<1, 0>(v1));
  return std::tuple(f64<2, 8>(v2), f64<2, 2>(v3));
};
constexpr auto program_169 = [](const f64<33, 3>& a) {
  const f64<33, 3> v0 = exp(a);
  const auto v1 = matmul(transpose<1, 0>(v0), v0);
  const f64<3, 33> v2 = matmul(v1, transpose<1, 0>(a));
  const f64<3, 1> v3 = slice<2, to_end, 2>(v1, axis<1>);
  const f64<3, 1> v4 = sin(v3);
  const f64<3, 33> v5 = where(v4 > 0.5, v2, -7.25);
  const f64<3, 33> v6 = where(v4 > 0.5, v2, v4);
  const f64<1, 1> v7 = prod(v5, axes<1, 0>, keep_dims);
  const f64<33> v8 = mean(v5, axis<-2>);
  return std::tuple(f64<3, 33>(v6), f64<1, 1>(v7), f64<33>(v8));
};
constexpr auto program_170 = []([[maybe_unused]] const i32<dyn>& a, const u8<dyn, 17>& b) {
  const u8<dyn, 17> v0 = shift_right_logical(b, b);
  const u8<dyn, 17> v1 = where(b > 19, v0, v0);
  const u8<dyn, 1, 17> v2 = expand_dims<1>(v0);
  const u8<dyn, 1> v3 = max(v2, axis<-1>);
  const u8<dyn, 1> v4 = clip(v3, 3, 200);
  return std::tuple(u8<dyn, 17>(v1), u8<dyn, 1>(v4));
};
constexpr auto program_171 = [](const i32<4>& a) {
  const auto v0 = take(a, a, axis<0>, clip_mode);
  const i32<> v1 = max(a, axis<-1>);
  const i32<4> v2 = flip(a);
  const auto v3 = take(v2, v1, axis<0>, clip_mode);
  return std::tuple(i32<4>(v0), i32<>(v3));
};
constexpr auto program_172 = []([[maybe_unused]] const i32<dyn>& a, const f64<dyn, 9>& b, const f64<dyn, 9>& c) {
  const f64<dyn, dyn> v0 = matmul(b, transpose<1, 0>(b));
  const f64<dyn, dyn> v1 = matmul(v0, v0);
  const f64<dyn, 9> v2 = log_softmax(b, axis<1>);
  const f64<dyn> v3 = var(c, axis<1>);
  return std::tuple(f64<dyn, dyn>(v1), f64<dyn, 9>(v2), f64<dyn>(v3));
};
constexpr auto program_173 = [](const f64<16>& a) {
  const auto v0 = cast<bool>(a);
  const b8<16> v1 = flip(v0, axis<0>);
  const b8<16> v2 = where(v1, v0, v1);
  const f64<17> v3 = pad<1, 0>(a, axis<0>);
  const auto v4 = v1 | v2;
  const f64<17> v5 = v3 + v3;
  const b8<17> v6 = v5 <= v5;
  const f64<> v7 = matmul(v3, v3);
  return std::tuple(b8<16>(v4), b8<17>(v6), f64<>(v7));
};
constexpr auto program_174 = [](const i32<4, 1>& a) {
  const i32<4, 1> v0 = abs(a);
  const i32<1, 4> v1 = transpose<1, 0>(v0);
  const i32<1> v2 = sum(v0, axis<-2>);
  const i32<4, 1> v3 = sign(v0);
  const i32<4, 1> v4 = roll<-4>(v3, axis<1>);
  return std::tuple(i32<1, 4>(v1), i32<1>(v2), i32<4, 1>(v4));
};
constexpr auto program_175 = [](const f64<dyn, 4>& a) {
  const f64<dyn, 8> v0 = concatenate<1>(a, a);
  const f64<dyn, 4> v1 = a + a;
  const f64<dyn, 4> v2 = erf(v1);
  const f64<dyn, 4> v3 = atan(v1);
  const f64<dyn, 4> v4 = pad<2, 1>(a, axis<0>);
  const auto v5 = concatenate<1>(v3, v2);
  return std::tuple(f64<dyn, 8>(v0), f64<dyn, 4>(v4), f64<dyn, 8>(v5));
};
constexpr auto program_176 = [](const f64<dyn>& a) {
  const f64<dyn> v0 = atan2(a, a);
  const f64<dyn> v1 = gelu(v0);
  const f64<dyn> v2 = logistic(a);
  const f64<> v3 = prod(v1, axis<0>);
  const auto v4 = exp(v1);
  const f64<dyn> v5 = clip(v2, -1.5, 2.25);
  const auto v6 = pad<0, 2>(v1, axis<0>);
  const f64<> v7 = matmul(v5, v1);
  return std::tuple(f64<>(v3), f64<dyn>(v4), f64<dyn>(v6), f64<>(v7));
};
constexpr auto program_177 = [](const f64<4, 2>& a) {
  const f64<3, 2> v0 = slice<0, 3>(a, axis<0>);
  const f64<3, 2> v1 = log(v0);
  const f64<3, 2> v2 = atan2(v1, v1);
  const f64<1, 2> v3 = slice<2, to_end, 2>(v1, axis<0>);
  const auto v4 = logsumexp(v3, axis<1>, keep_dims);
  return std::tuple(f64<3, 2>(v2), f64<1, 1>(v4));
};
constexpr auto program_178 = [](const f64<3, 16>& a) {
  const f64<3, 16> v0 = a * a;
  const f64<3, 16> v1 = roll<0>(v0, axis<0>);
  const f64<3, 3> v2 = matmul(v1, transpose<1, 0>(v1));
  const f64<3, 16> v3 = softplus(v1);
  return std::tuple(f64<3, 3>(v2), f64<3, 16>(v3));
};
constexpr auto program_179 = [](const f64<9, 8>& a) {
  const f64<9, 8> v0 = roll<-2>(a, axis<1>);
  const f64<9, 8> v1 = maximum(v0, v0);
  const f64<8, 9> v2 = transpose<1, 0>(v1);
  const i32<9> v3 = argmax(v2, axis<0>);
  return i32<9>(v3);
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

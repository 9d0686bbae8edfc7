// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_20 = [](const f32<8, 7>& a, const b8<3, 8, 7>& b, const i32<>& c) {
  const b8<3, 8, 7> v0 = !b;
  const i32<> v1 = relu(c);
  const auto v2 = v1 + c;
  const f32<7> v3 = take(a, v2, axis<0>, clip_mode);
  const i32<> v4 = sign(v2);
  return std::tuple(b8<3, 8, 7>(v0), f32<7>(v3), i32<>(v4));
};
constexpr auto program_21 = []([[maybe_unused]] const f32<3, 4>& a, const f32<3>& b, [[maybe_unused]] const f32<4>& c) {
  const f32<3> v0 = square(b);
  const auto v1 = cast<std::int32_t>(b);
  const f32<3> v2 = sign(b);
  const f32<3> v3 = take(v2, v1, axis<0>, clip_mode);
  return std::tuple(f32<3>(v0), f32<3>(v3));
};
constexpr auto program_22 = [](const i32<5, 8>& a, [[maybe_unused]] const f32<8, 3>& b, [[maybe_unused]] const f32<5, 8>& c) {
  const f32<5, 8, 2> v0 = one_hot<2>(a);
  const auto v1 = transpose<1, 2, 0>(v0);
  const f32<5, 8, 2> v2 = where(v0 > -1.5f, v0, -7.25f);
  const auto v3 = v2 - v0;
  const f32<5, 8, 2> v4 = cos(v3);
  const f32<5, 8, 2> v5 = atan2(v3, v0);
  const f32<5, 1, 2> v6 = prod(v5, axis<1>, keep_dims);
  const f32<8, 2, 5> v7 = transpose<1, 2, 0>(v4);
  const f32<5, 1, 2> v8 = layer_norm(v6, axis<2>);
  const f32<5, 1> v9 = prod(v6, axis<-1>);
  return std::tuple(f32<8, 2, 5>(v1), f32<8, 2, 5>(v7), f32<5, 1, 2>(v8), f32<5, 1>(v9));
};
constexpr auto program_23 = []([[maybe_unused]] const i32<dyn, 8>& a, [[maybe_unused]] const i32<dyn, 8>& b, const i32<dyn>& c) {
  const i32<dyn> v0 = c % c;
  const i32<dyn> v1 = -v0;
  const i32<dyn> v2 = pad<1, 2>(v0, axis<0>);
  const i32<dyn> v3 = minimum(v0, v1);
  return std::tuple(i32<dyn>(v2), i32<dyn>(v3));
};
constexpr auto program_24 = [](const f32<3>& a, const f32<3, 1>& b, const f32<3, 4>& c) {
  const f32<3, 3> v0 = where(b > 0.25f, a, b);
  const f32<3, 4> v1 = roll<-3>(c, axis<1>);
  const f32<3, 3> v2 = flip(v0, axis<0>);
  const f32<> v3 = min(v1, axes<0, 1>);
  const f32<3, 1> v4 = b - v3;
  const f32<3, 3> v5 = where(v0 > -1.25f, v3, -4.5f);
  const f32<3> v6 = var(v2, axis<-1>);
  return std::tuple(f32<3, 1>(v4), f32<3, 3>(v5), f32<3>(v6));
};
constexpr auto program_25 = [](const i32<dyn, 5>& a) {
  const i32<dyn, 5> v0 = pad<0, 1>(a, axis<0>);
  const i32<dyn, 5> v1 = -a;
  const i32<dyn, 5> v2 = flip(v1);
  const f32<dyn, 5, 4> v3 = one_hot<4>(v1);
  const f32<dyn, 5, 4> v4 = v3 * v3;
  const f32<dyn, 5, 4> v5 = layer_norm(v4, axis<2>);
  return std::tuple(i32<dyn, 5>(v0), i32<dyn, 5>(v2), f32<dyn, 5, 4>(v5));
};
constexpr auto program_26 = []([[maybe_unused]] const f32<2, dyn, 5>& a, const b8<dyn, 5>& b, const f32<dyn, 1>& c) {
  const b8<dyn, 5> v0 = b | b;
  const f32<dyn, 1> v1 = pad<0, 2>(c, axis<0>);
  const b8<dyn, 5> v2 = !v0;
  const b8<dyn, 1> v3 = v1 != v1;
  return std::tuple(b8<dyn, 5>(v2), b8<dyn, 1>(v3));
};
constexpr auto program_27 = [](const f32<4, 1>& a) {
  const f32<4, 1, 1> v0 = expand_dims<2>(a);
  const f32<4, 1, 1> v1 = v0 / v0;
  const f32<4, 2> v2 = concatenate<1>(a, a);
  const f32<8, 1, 1> v3 = concatenate<0>(v1, v0);
  return std::tuple(f32<4, 2>(v2), f32<8, 1, 1>(v3));
};
constexpr auto program_28 = [](const f32<33>& a) {
  const f32<33> v0 = where(a > -1.25f, a, a);
  const f32<33> v1 = log_softmax(v0, axis<0>);
  const f32<33> v2 = softmax(v1, axis<0>);
  const auto v3 = argmin(v1, axis<0>);
  const f32<> v4 = take(v2, v3, axis<0>, clip_mode);
  return f32<>(v4);
};
constexpr auto program_29 = [](const i32<2, 1, 2>& a) {
  const i32<2, 1, 2> v0 = ~a;
  const i32<2, 1, 2> v1 = relu(a);
  const i32<2, 1, 2> v2 = v0 << 4;
  const i32<2, 1, 2> v3 = square(v1);
  const i32<2, 2> v4 = argmin(v0, axis<1>);
  return std::tuple(i32<2, 1, 2>(v2), i32<2, 1, 2>(v3), i32<2, 2>(v4));
};
constexpr auto program_30 = [](const f32<dyn, 5>& a, const u8<5, 2>& b, const f32<5>& c) {
  const u8<10, 2> v0 = concatenate<0>(b, b);
  const f32<5> v1 = softmax(c, axis<0>);
  const u8<10, 2> v2 = ~v0;
  const u8<2> v3 = min(v2, axis<-2>);
  const u8<2> v4 = ~v3;
  const u8<2> v5 = flip(v4, axis<0>);
  const f32<dyn, 2> v6 = slice<2, 4>(a, axis<1>);
  const f32<2, 2> v7 = one_hot<2>(v3);
  const u8<2> v8 = v4 << v4;
  return std::tuple(f32<5>(v1), u8<2>(v5), f32<dyn, 2>(v6), f32<2, 2>(v7), u8<2>(v8));
};
constexpr auto program_31 = [](const f32<3, 1, 8>& a) {
  const f32<1, 1, 8> v0 = slice<1, to_end, 2>(a, axis<0>);
  const f32<3, 1, 8> v1 = a / v0;
  const auto v2 = prod(v0, axis<0>);
  const f32<3, 1, 8> v3 = cos(a);
  return std::tuple(f32<3, 1, 8>(v1), f32<1, 8>(v2), f32<3, 1, 8>(v3));
};
constexpr auto program_32 = [](const f32<dyn>& a) {
  const f32<dyn> v0 = slice<2, to_end>(a, axis<0>);
  const f32<dyn> v1 = v0 / v0;
  const f32<dyn> v2 = slice<4, to_end>(v1, axis<0>);
  const f32<dyn> v3 = flip(v2);
  return f32<dyn>(v3);
};
constexpr auto program_33 = [](const f32<dyn>& a, [[maybe_unused]] const f32<7>& b) {
  const f32<dyn> v0 = concatenate<0>(a, a);
  const f32<> v1 = min(v0, axis<-1>);
  const i32<> v2 = argmin(v0, axis<0>);
  const auto v3 = softplus(v0);
  const f32<> v4 = logsumexp(a, axis<0>);
  const auto v5 = min(v3, axis<-1>);
  const i32<> v6 = v2 << v2;
  const f32<> v7 = take(v0, v6, axis<0>);
  return std::tuple(f32<>(v1), f32<>(v4), f32<>(v5), f32<>(v7));
};
constexpr auto program_34 = [](const i32<dyn, 4>& a, [[maybe_unused]] const b8<4, 3>& b, const b8<4>& c) {
  const b8<8> v0 = concatenate<0>(c, c);
  const b8<8> v1 = !v0;
  const auto v2 = !v1;
  const auto v3 = 1 - a;
  const b8<8> v4 = v2 & v2;
  return std::tuple(i32<dyn, 4>(v3), b8<8>(v4));
};
constexpr auto program_35 = []([[maybe_unused]] const f32<7>& a, const f32<7, 4>& b) {
  const f32<7, 4> v0 = softmax(b, axis<1>);
  const f32<7, 4> v1 = b - b;
  const f32<7, 4> v2 = rsqrt(v1);
  const auto v3 = clip(v2, -2.25f, 3.25f);
  return std::tuple(f32<7, 4>(v0), f32<7, 4>(v3));
};
constexpr auto program_36 = [](const i32<2, 9, 4>& a) {
  const i32<2, 9, 4> v0 = ~a;
  const i32<1, 1, 1> v1 = sum(v0, keep_dims);
  const auto v2 = transpose<0, 2, 1>(v1);
  const i32<2, 9, 4> v3 = minimum(v0, v1);
  const i32<1, 1, 1> v4 = relu(v2);
  const i32<1, 1, 1> v5 = -v1;
  return std::tuple(i32<2, 9, 4>(v3), i32<1, 1, 1>(v4), i32<1, 1, 1>(v5));
};
constexpr auto program_37 = [](const f32<8>& a) {
  const f32<8> v0 = sign(a);
  const f32<8> v1 = 3.25f + v0;
  const auto v2 = log1p(a);
  const auto v3 = exp(v1);
  const f32<8> v4 = silu(v2);
  const f32<3, 8> v5 = broadcast_to<3, 8>(v4);
  const b8<3, 8> v6 = v5 == v4;
  const f32<8> v7 = 2.5f + v3;
  return std::tuple(b8<3, 8>(v6), f32<8>(v7));
};
constexpr auto program_38 = [](const f32<7>& a, const f32<7, 7>& b, const f32<7, 2>& c) {
  const f32<> v0 = sum(b);
  const i32<7> v1 = argmax(c, axis<1>);
  const f32<7, 2> v2 = sqrt(c);
  const i32<14> v3 = concatenate<0>(v1, v1);
  const i32<> v4 = argmax(a, axis<0>);
  return std::tuple(f32<>(v0), f32<7, 2>(v2), i32<14>(v3), i32<>(v4));
};
constexpr auto program_39 = []([[maybe_unused]] const f32<7, 7>& a, const f32<4, 7, 7>& b) {
  const f32<4, 7, 7> v0 = erf(b);
  const b8<4, 7, 7> v1 = v0 < -1.5f;
  const b8<4, 7, 7> v2 = v1 ^ v1;
  const auto v3 = concatenate<0>(v2, v2);
  return b8<8, 7, 7>(v3);
};

}  // namespace

TEST_CASE("random programs 02") {
  check<program_20>("program_20", given<f32<8, 7>>(200, true, {}, 56), given<b8<3, 8, 7>>(201, true, {}, 168), given<i32<>>(202, true, {}, 1));
  check<program_21>("program_21", given<f32<3, 4>>(210, false, {}, 12), given<f32<3>>(211, false, {}, 3), given<f32<4>>(212, false, {}, 4));
  check<program_22>("program_22", given<i32<5, 8>>(220, false, {}, 40), given<f32<8, 3>>(221, false, {}, 24), given<f32<5, 8>>(222, false, {}, 40));
  check<program_23>("program_23", given<i32<dyn, 8>>(230, false, {9}, 72), given<i32<dyn, 8>>(231, false, {9}, 72), given<i32<dyn>>(232, false, {9}, 9));
  check<program_24>("program_24", given<f32<3>>(240, true, {}, 3), given<f32<3, 1>>(241, true, {}, 3), given<f32<3, 4>>(242, true, {}, 12));
  check<program_25>("program_25", given<i32<dyn, 5>>(250, false, {33}, 165));
  check<program_26>("program_26", given<f32<2, dyn, 5>>(260, false, {3}, 30), given<b8<dyn, 5>>(261, false, {3}, 15), given<f32<dyn, 1>>(262, false, {3}, 3));
  check<program_27>("program_27", given<f32<4, 1>>(270, false, {}, 4));
  check<program_28>("program_28", given<f32<33>>(280, true, {}, 33));
  check<program_29>("program_29", given<i32<2, 1, 2>>(290, false, {}, 4));
  check<program_30>("program_30", given<f32<dyn, 5>>(300, false, {3}, 15), given<u8<5, 2>>(301, false, {}, 10), given<f32<5>>(302, false, {}, 5));
  check<program_31>("program_31", given<f32<3, 1, 8>>(310, false, {}, 24));
  check<program_32>("program_32", given<f32<dyn>>(320, true, {7}, 7));
  check<program_33>("program_33", given<f32<dyn>>(330, false, {7}, 7), given<f32<7>>(331, false, {}, 7));
  check<program_34>("program_34", given<i32<dyn, 4>>(340, false, {3}, 12), given<b8<4, 3>>(341, false, {}, 12), given<b8<4>>(342, false, {}, 4));
  check<program_35>("program_35", given<f32<7>>(350, false, {}, 7), given<f32<7, 4>>(351, false, {}, 28));
  check<program_36>("program_36", given<i32<2, 9, 4>>(360, true, {}, 72));
  check<program_37>("program_37", given<f32<8>>(370, false, {}, 8));
  check<program_38>("program_38", given<f32<7>>(380, false, {}, 7), given<f32<7, 7>>(381, false, {}, 49), given<f32<7, 2>>(382, false, {}, 14));
  check<program_39>("program_39", given<f32<7, 7>>(390, false, {}, 49), given<f32<4, 7, 7>>(391, false, {}, 196));
}

// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_0 = []([[maybe_unused]] const f32<5, 2>& a, const f32<5, 2>& b, [[maybe_unused]] const f32<5, 1>& c) {
  const auto v0 = gelu(b);
  const f32<5, 2> v1 = roll<2>(v0, axis<0>);
  const f32<5, 2> v2 = clip(v1, -2.5f, 3.5f);
  const f32<5, 2> v3 = softmax(v2, axis<0>);
  const auto v4 = logsumexp(v3, axes<0, 1>);
  return f32<>(v4);
};
constexpr auto program_1 = [](const i32<7, 1>& a) {
  const i32<7, 1> v0 = a << 3;
  const i32<7, 1> v1 = where(a > 1, a, v0);
  const i32<14, 1> v2 = concatenate<0>(v0, v0);
  const i32<14, 1> v3 = -v2;
  const i32<1, 7> v4 = transpose<1, 0>(v1);
  const i32<1, 7> v5 = sign(v4);
  const i32<14, 1> v6 = square(v2);
  const auto v7 = ~v6;
  return std::tuple(i32<14, 1>(v3), i32<1, 7>(v5), i32<14, 1>(v7));
};
constexpr auto program_2 = [](const f32<dyn, 7>& a) {
  const i32<7> v0 = argmax(a, axis<0>);
  const i32<7> v1 = shift_right_logical(v0, v0);
  const i32<7, 2> v2 = one_hot<2, int>(v1);
  const i32<7, 2> v3 = v2 | v2;
  const i32<7, 2> v4 = sign(v3);
  return i32<7, 2>(v4);
};
constexpr auto program_3 = []([[maybe_unused]] const f32<2, 9>& a, const b8<2, 9>& b) {
  const b8<2, 9> v0 = b | b;
  const b8<2, 18> v1 = concatenate<1>(b, b);
  const auto v2 = sum(v1, axes<0, 1>);
  const b8<18> v3 = take(v1, v2, axis<0>, clip_mode);
  const i32<> v4 = ~v2;
  const b8<2, 9> v5 = !v0;
  const i32<9> v6 = sum(v5, axis<-2>);
  return std::tuple(b8<18>(v3), i32<>(v4), i32<9>(v6));
};
constexpr auto program_4 = []([[maybe_unused]] const f32<17, 5>& a, const f32<5>& b) {
  const f32<5> v0 = log1p(b);
  const auto v1 = floor(v0);
  const i32<> v2 = argmin(b, axis<0>);
  const auto v3 = slice<4, to_end, 2>(v0, axis<0>);
  const f32<5> v4 = log1p(v1);
  const i32<> v5 = shift_right_logical(v2, v2);
  return std::tuple(f32<1>(v3), f32<5>(v4), i32<>(v5));
};
constexpr auto program_5 = [](const i32<dyn, 3>& a) {
  const i32<3> v0 = argmin(a, axis<0>);
  const i32<3> v1 = v0 & v0;
  const i32<3> v2 = v1 + v1;
  const i32<> v3 = max(v0, axis<0>);
  const i32<3> v4 = abs(v2);
  return std::tuple(i32<>(v3), i32<3>(v4));
};
constexpr auto program_6 = []([[maybe_unused]] const f32<1, 9>& a, const f32<1, 1>& b) {
  const f32<1, 1> v0 = round(b);
  const f32<1, 1> v1 = transpose<1, 0>(b);
  const i32<1> v2 = argmax(v1, axis<1>);
  const i32<> v3 = min(v2, axis<-1>);
  const auto v4 = pad<2, 0>(v1, axis<1>);
  return std::tuple(f32<1, 1>(v0), i32<>(v3), f32<1, 3>(v4));
};
constexpr auto program_7 = [](const f32<dyn, 9>& a) {
  const f32<dyn, 9> v0 = log(a);
  const f32<dyn, dyn> v1 = matmul(a, transpose<1, 0>(v0));
  const auto v2 = v1 - v1;
  const auto v3 = clip(v2, -1.25f, 2.5f);
  const f32<dyn, dyn> v4 = pad<2, 1>(v3, axis<1>);
  const f32<dyn, dyn> v5 = log_softmax(v3, axis<1>);
  return std::tuple(f32<dyn, dyn>(v4), f32<dyn, dyn>(v5));
};
constexpr auto program_8 = []([[maybe_unused]] const i32<dyn, 17>& a, const i32<dyn, 1>& b) {
  const i32<dyn, 1> v0 = abs(b);
  const i32<1, 1> v1 = min(b, axis<-2>, keep_dims);
  const auto v2 = v1 <= -1;
  const auto v3 = b < 2;
  const auto v4 = v3 | v3;
  const b8<dyn, 1> v5 = v4 & v4;
  const b8<1, dyn> v6 = transpose<1, 0>(v5);
  return std::tuple(i32<dyn, 1>(v0), b8<1, 1>(v2), b8<1, dyn>(v6));
};
constexpr auto program_9 = []([[maybe_unused]] const i32<2, 9, 16>& a, const u8<9, 1>& b) {
  const u8<9> v0 = max(b, axis<-1>);
  const i32<> v1 = argmin(v0, axis<0>);
  const auto v2 = -v1;
  const i32<6> v3 = one_hot<6, int>(v1);
  return std::tuple(i32<>(v2), i32<6>(v3));
};
constexpr auto program_10 = [](const f32<6, dyn, 17>& a) {
  const f32<6, dyn, 17> v0 = a * a;
  const f32<6, dyn, 17> v1 = maximum(v0, v0);
  const f32<1, 1, 1> v2 = logsumexp(v1, keep_dims);
  const f32<> v3 = prod(v2);
  const f32<6, dyn, 3> v4 = slice<1, 6, 2>(v0, axis<2>);
  const auto v5 = sign(v2);
  return std::tuple(f32<>(v3), f32<6, dyn, 3>(v4), f32<1, 1, 1>(v5));
};
constexpr auto program_11 = [](const i32<dyn>& a) {
  const i32<dyn> v0 = -a;
  const i32<dyn> v1 = sign(v0);
  const i32<dyn> v2 = square(v1);
  const i32<dyn> v3 = ~a;
  const i32<dyn> v4 = take(v3, v2, axis<0>);
  const i32<dyn> v5 = flip(v2, axis<0>);
  return std::tuple(i32<dyn>(v4), i32<dyn>(v5));
};
constexpr auto program_12 = [](const f32<dyn>& a) {
  const f32<dyn> v0 = flip(a, axis<0>);
  const auto v1 = rsqrt(a);
  const f32<5, dyn> v2 = broadcast_to<5, dyn>(v1);
  const f32<dyn> v3 = relu(v0);
  const b8<5, dyn> v4 = v2 == 2.25f;
  return std::tuple(f32<dyn>(v3), b8<5, dyn>(v4));
};
constexpr auto program_13 = [](const i32<1>& a) {
  const i32<1> v0 = square(a);
  const i32<1> v1 = v0 << 2;
  const i32<4> v2 = pad<2, 1>(v1, axis<0>);
  const i32<4> v3 = minimum(v0, v2);
  return i32<4>(v3);
};
constexpr auto program_14 = [](const f32<16, 8>& a, const u8<16, 1>& b) {
  const auto v0 = roll<1>(b, axis<0>);
  const u8<16, 1> v1 = where(v0 > 20, b, v0);
  const u8<16, 3> v2 = pad<0, 2>(v1, axis<1>);
  const f32<> v3 = logsumexp(a, axes<1, 0>);
  return std::tuple(u8<16, 3>(v2), f32<>(v3));
};
constexpr auto program_15 = [](const i32<dyn, 4>& a, const u8<dyn, 4>& b) {
  const auto v0 = ~a;
  const i32<> v1 = sum(v0, axes<0, 1>);
  const b8<> v2 = v1 != -1;
  const b8<> v3 = !v2;
  const u8<dyn, 4> v4 = ~b;
  const auto v5 = pad<0, 2>(v0, axis<1>);
  return std::tuple(b8<>(v3), u8<dyn, 4>(v4), i32<dyn, 6>(v5));
};
constexpr auto program_16 = [](const i32<dyn, 4>& a, const u8<4>& b, const i32<>& c) {
  const i32<> v0 = abs(c);
  const i32<> v1 = v0 * 3;
  const u8<2> v2 = slice<2, to_end>(b, axis<0>);
  const auto v3 = a & v1;
  const u8<4> v4 = pad<0, 0>(b, axis<0>);
  const auto v5 = expand_dims<0>(v2);
  const f32<5> v6 = one_hot<5>(v0);
  return std::tuple(i32<dyn, 4>(v3), u8<4>(v4), u8<1, 2>(v5), f32<5>(v6));
};
constexpr auto program_17 = [](const f32<33, 9>& a, const u8<4, 33, 9>& b) {
  const u8<4, 33, 9> v0 = flip(b, axis<2>);
  const u8<4, 33, 9> v1 = ~v0;
  const f32<33, 1> v2 = max(a, axis<-1>, keep_dims);
  const f32<33, 1> v3 = sum(v2, axis<-1>, keep_dims);
  return std::tuple(u8<4, 33, 9>(v1), f32<33, 1>(v3));
};
constexpr auto program_18 = []([[maybe_unused]] const i32<1, 9>& a, const i32<>& b, const u8<4, 1, 9>& c) {
  const u8<4, 1, 9> v0 = c / c;
  const i32<4> v1 = one_hot<4, int>(b);
  const auto v2 = roll<2>(v0, axis<1>);
  const auto v3 = clip(v2, 3, 200);
  const u8<4, 1, 9> v4 = max(v3, axis<1>, keep_dims);
  const auto v5 = transpose<1, 2, 0>(v4);
  const u8<1, 9, 4> v6 = ~v5;
  return std::tuple(i32<4>(v1), u8<1, 9, 4>(v6));
};
constexpr auto program_19 = []([[maybe_unused]] const i32<8, 16>& a, const u8<8, 16>& b) {
  const u8<8, 16> v0 = ~b;
  const u8<8, 16> v1 = ~v0;
  const u8<8, 16> v2 = ~v0;
  const u8<8, 16> v3 = ~v2;
  return std::tuple(u8<8, 16>(v1), u8<8, 16>(v3));
};

}  // namespace

TEST_CASE("random programs 01") {
  check<program_0>("program_0", given<f32<5, 2>>(0, true, {}, 10), given<f32<5, 2>>(1, true, {}, 10), given<f32<5, 1>>(2, true, {}, 5));
  check<program_1>("program_1", given<i32<7, 1>>(10, false, {}, 7));
  check<program_2>("program_2", given<f32<dyn, 7>>(20, false, {17}, 119));
  check<program_3>("program_3", given<f32<2, 9>>(30, false, {}, 18), given<b8<2, 9>>(31, false, {}, 18));
  check<program_4>("program_4", given<f32<17, 5>>(40, true, {}, 85), given<f32<5>>(41, true, {}, 5));
  check<program_5>("program_5", given<i32<dyn, 3>>(50, false, {17}, 51));
  check<program_6>("program_6", given<f32<1, 9>>(60, false, {}, 9), given<f32<1, 1>>(61, false, {}, 1));
  check<program_7>("program_7", given<f32<dyn, 9>>(70, false, {2}, 18));
  check<program_8>("program_8", given<i32<dyn, 17>>(80, true, {16}, 272), given<i32<dyn, 1>>(81, true, {16}, 16));
  check<program_9>("program_9", given<i32<2, 9, 16>>(90, false, {}, 288), given<u8<9, 1>>(91, false, {}, 9));
  check<program_10>("program_10", given<f32<6, dyn, 17>>(100, false, {2}, 204));
  check<program_11>("program_11", given<i32<dyn>>(110, false, {1}, 1));
  check<program_12>("program_12", given<f32<dyn>>(120, true, {3}, 3));
  check<program_13>("program_13", given<i32<1>>(130, false, {}, 1));
  check<program_14>("program_14", given<f32<16, 8>>(140, false, {}, 128), given<u8<16, 1>>(141, false, {}, 16));
  check<program_15>("program_15", given<i32<dyn, 4>>(150, false, {5}, 20), given<u8<dyn, 4>>(151, false, {5}, 20));
  check<program_16>("program_16", given<i32<dyn, 4>>(160, true, {2}, 8), given<u8<4>>(161, true, {}, 4), given<i32<>>(162, true, {}, 1));
  check<program_17>("program_17", given<f32<33, 9>>(170, false, {}, 297), given<u8<4, 33, 9>>(171, false, {}, 1188));
  check<program_18>("program_18", given<i32<1, 9>>(180, false, {}, 9), given<i32<>>(181, false, {}, 1), given<u8<4, 1, 9>>(182, false, {}, 36));
  check<program_19>("program_19", given<i32<8, 16>>(190, false, {}, 128), given<u8<8, 16>>(191, false, {}, 128));
}

// SPDX-License-Identifier: MIT
// Made by random/generator/native_programs.cc; not to be edited.
#include "../native_programs.hpp"

using namespace sinter;
using namespace random_programs;

namespace {

constexpr auto program_0 = []([[maybe_unused]] const f32<5, 2>& a, [[maybe_unused]] const f32<5, 2>& b, const f32<5, 1>& c) {
  const f32<5, 1> v0 = c + c;
  const f32<5, 5> v1 = matmul(c, transpose<1, 0>(v0));
  const f32<1, 5, 5> v2 = expand_dims<0>(v1);
  const f32<5, 1> v3 = exp(v0);
  const auto v4 = logsumexp(v3, axes<0, 1>);
  return std::tuple(f32<1, 5, 5>(v2), f32<>(v4));
};
constexpr auto program_1 = [](const i32<7, 1>& a) {
  const i32<14, 1> v0 = concatenate<0>(a, a);
  const auto v1 = square(v0);
  const i32<14, 1> v2 = sign(v0);
  const f32<14, 1, 4> v3 = one_hot<4>(v2);
  const auto v4 = 7 + v2;
  const i32<14, 1> v5 = v1 >> 1;
  const i32<1, 1> v6 = min(v2, axis<-2>, keep_dims);
  const i32<14, 1> v7 = clip(v2, -1, 1);
  return std::tuple(f32<14, 1, 4>(v3), i32<14, 1>(v4), i32<14, 1>(v5), i32<1, 1>(v6), i32<14, 1>(v7));
};
constexpr auto program_2 = [](const f32<dyn, 7>& a) {
  const f32<7> v0 = mean(a, axis<0>);
  const auto v1 = concatenate<0>(v0, v0);
  const f32<dyn, 7> v2 = sqrt(a);
  const auto v3 = matmul(v0, v0);
  const f32<> v4 = max(v1, axis<0>);
  return std::tuple(f32<dyn, 7>(v2), f32<>(v3), f32<>(v4));
};
constexpr auto program_3 = [](const f32<2, 9>& a, const b8<2, 9>& b) {
  const b8<2, 9> v0 = !b;
  const i32<2> v1 = sum(b, axis<1>);
  const b8<9, 2> v2 = transpose<1, 0>(b);
  const f32<2, 9> v3 = log_softmax(a, axis<0>);
  const f32<2, 2> v4 = matmul(v3, transpose<1, 0>(v3));
  const f32<2, 3> v5 = one_hot<3>(v1);
  const f32<2, 3> v6 = minimum(v5, v5);
  return std::tuple(b8<2, 9>(v0), b8<9, 2>(v2), f32<2, 2>(v4), f32<2, 3>(v6));
};
constexpr auto program_4 = []([[maybe_unused]] const f32<17, 5>& a, const f32<5>& b) {
  const f32<5> v0 = log1p(b);
  const auto v1 = matmul(b, v0);
  const f32<> v2 = mean(b, axis<0>);
  const f32<10> v3 = concatenate<0>(v0, v0);
  const f32<> v4 = where(v2 > 0.5f, v1, -9.5f);
  const f32<> v5 = matmul(v3, v3);
  return std::tuple(f32<>(v4), f32<>(v5));
};
constexpr auto program_5 = [](const i32<dyn, 3>& a) {
  const u8<dyn, 3> v0 = cast<std::uint8_t>(a);
  const u8<dyn, 3> v1 = 12 * v0;
  const i32<dyn> v2 = argmax(v1, axis<1>);
  const u8<dyn, 3> v3 = where(v0 > 10, v0, v0);
  const u8<> v4 = sum(v0, axes<1, 0>);
  return std::tuple(i32<dyn>(v2), u8<dyn, 3>(v3), u8<>(v4));
};
constexpr auto program_6 = []([[maybe_unused]] const f32<1, 9>& a, const f32<1, 1>& b) {
  const f32<1, 2> v0 = pad<0, 1>(b, axis<1>);
  const f32<1, 2> v1 = 6.25f * v0;
  const auto v2 = pad<1, 2>(b, axis<0>);
  const f32<2> v3 = min(v1, axis<0>);
  const auto v4 = argmax(v0, axis<1>);
  return std::tuple(f32<4, 1>(v2), f32<2>(v3), i32<1>(v4));
};
constexpr auto program_7 = [](const f32<dyn, 9>& a) {
  const auto v0 = cast<std::uint8_t>(a);
  const f32<dyn, 9> v1 = pad<2, 0>(a, axis<0>);
  const auto v2 = clip(v1, -2.25f, 3.5f);
  const f32<dyn, 9> v3 = log(v2);
  const i32<9> v4 = argmax(v2, axis<0>);
  const f32<dyn, 9> v5 = v3 / v3;
  return std::tuple(u8<dyn, 9>(v0), i32<9>(v4), f32<dyn, 9>(v5));
};
constexpr auto program_8 = [](const i32<dyn, 17>& a, const i32<dyn, 1>& b) {
  const i32<dyn, 1> v0 = where(b > 0, b, -9);
  const f32<dyn, 1, 6> v1 = one_hot<6>(v0);
  const f32<dyn, 1, 6> v2 = log(v1);
  const auto v3 = cast<bool>(a);
  const f32<dyn, 1, 6> v4 = atan2(v1, v2);
  const f32<dyn, 1> v5 = mean(v4, axis<-1>);
  const auto v6 = one_hot<5>(v0);
  return std::tuple(b8<dyn, 17>(v3), f32<dyn, 1>(v5), f32<dyn, 1, 5>(v6));
};
constexpr auto program_9 = []([[maybe_unused]] const i32<2, 9, 16>& a, const u8<9, 1>& b) {
  const u8<9, 1> v0 = b >> b;
  const auto v1 = minimum(v0, v0);
  const auto v2 = flip(v1, axis<0>);
  const u8<9, 1> v3 = pad<0, 0>(b, axis<1>);
  return std::tuple(u8<9, 1>(v2), u8<9, 1>(v3));
};
constexpr auto program_10 = [](const f32<6, dyn, 17>& a) {
  const f32<6, dyn, 17> v0 = maximum(a, a);
  const f32<6, dyn, 17> v1 = atan2(v0, v0);
  const b8<6, dyn, 17> v2 = v1 <= -1.25f;
  const f32<6, dyn, 34> v3 = concatenate<2>(v1, v1);
  const f32<6, 1, 1> v4 = min(v0, axes<1, 2>, keep_dims);
  const f32<6, 1, 1> v5 = square(v4);
  return std::tuple(b8<6, dyn, 17>(v2), f32<6, dyn, 34>(v3), f32<6, 1, 1>(v5));
};
constexpr auto program_11 = [](const i32<dyn>& a) {
  const i32<dyn> v0 = flip(a, axis<0>);
  const i32<dyn> v1 = take(v0, v0, axis<0>, clip_mode);
  const i32<dyn> v2 = concatenate<0>(v0, v1);
  const i32<dyn> v3 = concatenate<0>(v2, v0);
  const i32<1> v4 = min(v2, keep_dims);
  const i32<dyn> v5 = maximum(v1, v4);
  return std::tuple(i32<dyn>(v3), i32<dyn>(v5));
};
constexpr auto program_12 = [](const f32<dyn>& a) {
  const auto v0 = a >= 0.25f;
  const b8<> v1 = all(v0);
  const b8<dyn> v2 = v0 | v1;
  const i32<> v3 = argmax(a, axis<0>);
  const b8<dyn> v4 = v0 | v2;
  return std::tuple(i32<>(v3), b8<dyn>(v4));
};
constexpr auto program_13 = [](const i32<1>& a) {
  const i32<1> v0 = square(a);
  const i32<1> v1 = take(v0, v0, axis<0>);
  const auto v2 = take(v1, v1, axis<0>, clip_mode);
  const i32<1, 2> v3 = one_hot<2, int>(v2);
  return i32<1, 2>(v3);
};
constexpr auto program_14 = [](const f32<16, 8>& a, const u8<16, 1>& b) {
  const auto v0 = concatenate<0>(a, a);
  const u8<> v1 = min(b, axes<1, 0>);
  const f32<6> v2 = one_hot<6>(v1);
  const auto v3 = pad<0, 0>(v2, axis<0>);
  return std::tuple(f32<32, 8>(v0), f32<6>(v3));
};
constexpr auto program_15 = [](const i32<dyn, 4>& a, [[maybe_unused]] const u8<dyn, 4>& b) {
  const auto v0 = a >> 2;
  const i32<dyn, 4> v1 = pad<2, 0>(v0, axis<0>);
  const i32<dyn, 4> v2 = clip(v1, -1, 3);
  const i32<dyn, 1> v3 = slice<2, to_end, 2>(v2, axis<1>);
  const i32<dyn, 4> v4 = v2 >> 1;
  const i32<dyn, 1> v5 = -v3;
  return std::tuple(i32<dyn, 4>(v4), i32<dyn, 1>(v5));
};
constexpr auto program_16 = [](const i32<dyn, 4>& a, [[maybe_unused]] const u8<4>& b, const i32<>& c) {
  const i32<dyn> v0 = argmin(a, axis<1>);
  const i32<dyn> v1 = take(v0, v0, axis<0>);
  const i32<> v2 = sum(v0, axis<0>);
  const i32<> v3 = take(v1, c, axis<0>);
  const i32<dyn> v4 = v0 << 5;
  const i32<4> v5 = one_hot<4, int>(v3);
  const i32<4, 4> v6 = broadcast_to<4, 4>(v5);
  return std::tuple(i32<>(v2), i32<dyn>(v4), i32<4, 4>(v6));
};
constexpr auto program_17 = [](const f32<33, 9>& a, const u8<4, 33, 9>& b) {
  const u8<4, 33, 9> v0 = b % b;
  const f32<33, 9> v1 = a / 2.25f;
  const u8<33, 9> v2 = min(v0, axis<-3>);
  const f32<33, 9> v3 = softmax(v1, axis<1>);
  return std::tuple(u8<33, 9>(v2), f32<33, 9>(v3));
};
constexpr auto program_18 = []([[maybe_unused]] const i32<1, 9>& a, [[maybe_unused]] const i32<>& b, const u8<4, 1, 9>& c) {
  const auto v0 = transpose<2, 1, 0>(c);
  const u8<4, 1, 9> v1 = ~c;
  const u8<4> v2 = sum(v0, axes<0, 1>);
  const auto v3 = roll<-3>(v1, axis<0>);
  const u8<9, 1, 4> v4 = clip(v0, 3, 200);
  const auto v5 = ~v1;
  const u8<4, 1, 9> v6 = roll<3>(v5, axis<0>);
  return std::tuple(u8<4>(v2), u8<4, 1, 9>(v3), u8<9, 1, 4>(v4), u8<4, 1, 9>(v6));
};
constexpr auto program_19 = []([[maybe_unused]] const i32<8, 16>& a, const u8<8, 16>& b) {
  const u8<8, 16> v0 = ~b;
  const u8<8, 32> v1 = concatenate<1>(v0, v0);
  const b8<8, 16> v2 = v0 <= v0;
  const i32<16> v3 = argmin(v0, axis<0>);
  return std::tuple(u8<8, 32>(v1), b8<8, 16>(v2), i32<16>(v3));
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

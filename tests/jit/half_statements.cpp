// SPDX-License-Identifier: MIT
// Statements on arrays of halves, constants, random numbers, files.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <sstream>
#include <type_traits>

#include <sinter/sinter.hpp>

#include "array/numpy/files.hpp"

using namespace sinter;

namespace {

template <class A>
bool same_bits(const A& x, const A& y) {
  const auto a = x.span(), b = y.span();
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

TEST_CASE("statements") {
  f16<5> a{1, 2.5, 0.1, 1e-7, 60000};
  static_assert(std::is_same_v<decltype(a + 1), decltype(a + 2.5)> && std::is_same_v<f16<5>::value_type, float16>);
  const f16<5> b = 2 * a + 1;
  CHECK(static_cast<float>(b(0)) == 3);
  CHECK(std::isinf(static_cast<float>(b(4))));
  const f16<> rate = 0.1f;
  const f16<5> c = a * rate - float16(1);
  const float tenth = float16(0.1f), product = float16(tenth * tenth);
  CHECK(c(2) == float16(product - 1));
  a(1) = float16(4);
  CHECK(array_equal(a < 3, b8<5>{true, false, true, true, false}));
  const bf16<5> d = cast<bf16>(a);
  CHECK(static_cast<float>(d(4)) == 59904);
  CHECK(array_equal(cast<i32>(d), i32<5>{1, 4, 0, 0, 59904}));
  CHECK(array_equal(cast<bfloat16>(f32<2>{1, 300.7f}), bf16<2>{1, 300}));
  CHECK(allclose(full<bf16<3>>(0.5), bf16<3>{0.5, 0.5, 0.5}));
  CHECK(array_equal(iota<f16<4>>(), f16<4>{0, 1, 2, 3}));
  CHECK(array_equal(linspace<f16<3>>(0, 1), f16<3>{0, 0.5, 1}));
  std::ostringstream text;
  text << f16<2, 2>{{1, 0.1}, {2, 3}};
  CHECK(text.str() == "[[1.  0.1]\n [2.  3. ]]");
  std::ostringstream one;
  one << make_jaxpr<[](const bf16<3>& x) -> bf16<3> { return x * 0.1 + 1; }>(bf16<3>());
  CHECK(one.str().find("mul a 0.1:bf16[") != std::string::npos);
    static_assert(std::is_same_v<decltype(sum(f16<dyn>()))::element, float16>);
}

TEST_CASE("folding constants rounds as running does") {
  constexpr auto folded = [](const f16<3>& x) -> f16<3> { return x * (ones<f16<3>>() * 0.1 + 1000); };
  const f16<3> by_hand = ones<f16<3>>() * 0.1 + 1000, x{1, 2, 3};
  CHECK(same_bits<f16<3>>(jit<folded>(x), f16<3>(x * by_hand)));
  constexpr auto divided = [](const f16<3>& y) -> f16<3> { return y / 0.0000152587890625; };  // 2^-16, whose inverse is no f16
  CHECK(same_bits<f16<3>>(jit<divided>(f16<3>{0, 0.5, -0.25}), f16<3>{0, 32768, -16384}));
}

TEST_CASE("random halves") {
  const random::key k(1);
  const f32<1000> u = cast<float>(random::uniform<f16<1000>>(k)), v = cast<float>(random::uniform<bf16<1000>>(k)), n = cast<float>(random::normal<bf16<1000>>(k));
  bool on_grid = true;
  for (const float each : u.span()) on_grid = on_grid && each >= 0 && each < 1 && each * 1024 == std::floor(each * 1024);
  for (const float each : v.span()) on_grid = on_grid && each >= 0 && each < 1 && each * 128 == std::floor(each * 128);
  CHECK(on_grid);
  CHECK(std::fabs(f32<>(mean(u))() - 0.5f) < 0.05f);
  CHECK(std::fabs(f32<>(mean(n))()) < 0.15f);
  CHECK(std::fabs(f32<>(var(n))() - 1) < 0.15f);
}

TEST_CASE("files: f16 as itself, bf16 as f32") {
  const numpy_test::folder scratch("half");
  const f16<2, 2> a{{1, 0.1}, {-65504, 1e-7}};
  save(scratch / "a.npy", a);
  CHECK(numpy_test::get(scratch / "a.npy").find("'<f2'") != std::string::npos);
  f16<dyn, 2> back;
  load(scratch / "a.npy", back);
  CHECK(same_bits(f16<2, 2>(reshape<2, 2>(back)), a));

  bf16<dyn> every(65536);
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const bfloat16 x = bfloat16::of_bits(static_cast<std::uint16_t>(bits));
    every(static_cast<int>(bits)) = std::isnan(static_cast<float>(x)) ? bfloat16(0) : x;
  }
  save(scratch / "b.npz", std::tuple(every, a));
  std::tuple<bf16<dyn>, f16<2, 2>> both;
  load(scratch / "b.npz", both);
  CHECK(same_bits(std::get<0>(both), every));
  CHECK(same_bits(std::get<1>(both), a));
  save(scratch / "c.npy", f32<2>{1, 1.00390625f});
  bf16<2> rounded;
  load(scratch / "c.npy", rounded);
  CHECK(array_equal(rounded, bf16<2>{1, 1}));
  f32<2, 2> wrong;
  CHECK_THROWS_AS(load(scratch / "a.npy", wrong), io_error);
  CHECK_THROWS_AS(load(scratch / "a.npy", every), io_error);
}

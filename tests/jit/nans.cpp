// SPDX-License-Identifier: MIT
// SINTER_DEBUG_NANS=1: the first operation that makes a NaN, and its line.
#include <doctest/doctest.h>

#include <cstdlib>
#include <sinter/sinter.hpp>

using namespace sinter;

namespace {
constexpr f32<dyn> planted(const f32<dyn>& x) {
  f32<dyn> y = x * 2 + 1;
  f32<dyn> z = log(x - 2);
  f32<dyn> w = log(y * y + 1);
  return tanh(w) * z;
}
constexpr f32<dyn, 40> in_rows(const f32<dyn, 40>& x) {
  f32<dyn, 40> y = sqrt(x);
  return softmax(y, axis<-1>);
}
constexpr f32<40> in_columns(const f32<dyn, 40>& x) { return sum(sqrt(x), axis<0>); }
constexpr f32<dyn> after_sums(const f32<dyn, 40>& x) { return sqrt(sum(x, axis<-1>)); }
constexpr f32<40, dyn> turned(const f32<dyn, 40>& x) { return sqrt(transpose(x)); }
constexpr f32<dyn, 3> after_product(const f32<dyn, 40>& x, const f32<40, 3>& w) { return sqrt(matmul(x, w)); }

template <class Call>
std::string said(Call call) {
  try {
    call();
  } catch (const error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a NaN is named") {
  setenv("SINTER_DEBUG_NANS", "1", 1);  // before the first call: it is read once
  CHECK(jit<planted>(f32<dyn>{3, 4})(0) == 0);
  CHECK_THROWS_WITH_AS(jit<planted>(f32<dyn>{3, 4, 1, 5}), doctest::Contains("nans.cpp:13: log: made a NaN at element 2"), error);
  const f32<dyn> not_a_number = full<f32<dyn>>(std::numeric_limits<float>::quiet_NaN(), {3});
  CHECK(jit<planted>(not_a_number).size() == 3);  // one that came in is no news
}

TEST_CASE("a donated argument is kept when a NaN ends the call, and given away when none does") {
  setenv("SINTER_DEBUG_NANS", "1", 1);
  static_assert(core::program<core::call_of<planted, f32<dyn>>>::plan.donors.items[0] == 0);  // x would give its memory
  f32<dyn> x{3, 4, 1, 5};
  CHECK_THROWS_AS(jit<planted>(std::move(x)), error);
  CHECK(array_equal(x, f32<dyn>{3, 4, 1, 5}));
  x(2) = 3;
  CHECK(jit<planted>(std::move(x)).size() == 4);
  CHECK_THROWS_AS(x.size(), error);  // empty: it was donated
}

TEST_CASE("its element is counted in the whole array") {
  setenv("SINTER_DEBUG_NANS", "1", 1);
  f32<dyn, 40> x = ones<f32<dyn, 40>>({700});
  for (const int row : {0, 63, 699}) {
    const int column = row % 40;
    x(row, column) = -1e4f;
    const auto element = [](int number) { return "sqrt: made a NaN at element " + std::to_string(number) + " of operands"; };
    CHECK(said([&] { jit<in_rows>(x); }).find(element(row * 40 + column)) != std::string::npos);
    CHECK(said([&] { jit<in_columns>(x); }).find(element(row * 40 + column)) != std::string::npos);
    CHECK(said([&] { jit<after_sums>(x); }).find(element(row)) != std::string::npos);
    CHECK(said([&] { jit<turned>(x); }).find(element(column * 700 + row)) != std::string::npos);
    x(row, column) = 1;
  }
  f32<40, 3> w = ones<f32<40, 3>>();
  x(17, 5) = -1e4f;
  CHECK(said([&] { jit<after_product>(x, w); }).find("sqrt: made a NaN at element 51 of operands") != std::string::npos);
}

// SPDX-License-Identifier: MIT
// SINTER_DEBUG_NANS=1 on a device says what it says on the host: the first operation that makes a NaN, its line, its element.
#include <limits>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::said_by;

namespace {

const device gpu = device::cuda(0);

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
constexpr f32<dyn, 3> after_product(const f32<dyn, 40>& x, const f32<40, 3>& w) { return sqrt(matmul(x, w)); }

float at(const f32<dyn>& x, int i) { return x(i); }
f32<-1, 40> rows(int count) {
  f32<-1, 40> made(count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < 40; ++j) made(i, j) = static_cast<float>(i + j);
  return made;
}

}  // namespace

TEST_CASE("a NaN on a device is named") {
  setenv("SINTER_DEBUG_NANS", "1", 1);  // before the first call: it is read once
  SINTER_NEEDS_DEVICE();
  CHECK(at(jit<planted>(f32<dyn>{3, 4}.to(gpu)), 0) == 0);
  f32<dyn> wrong = f32<dyn>{3, 4, 1, 5}.to(gpu);
  const std::string said = said_by<error>([&] { jit<planted>(std::move(wrong)); });
  CAPTURE(said);
  CHECK(holds(said, "see_nans.cpp:17: log: made a NaN at element 2 of operands without one"));
  CHECK(at(wrong, 2) == 1);  // what was given up is still there
  const f32<dyn> not_a_number = full<f32<dyn>>(std::numeric_limits<float>::quiet_NaN(), {3}).to(gpu);
  CHECK(jit<planted>(not_a_number).size() == 3);  // one that came in is no news
  CHECK(at(jit<planted>(f32<dyn>{3, 4}.to(gpu)), 0) == 0);
}

TEST_CASE("elements are counted in the whole array, on both backends") {
  setenv("SINTER_DEBUG_NANS", "1", 1);
  SINTER_NEEDS_DEVICE();
  for (const int place : {0, 7, 1}) {
    f32<-1, 40> x = rows(70);
    x(place * 9, place) = -1e4f;
    const std::string there = ": sqrt: made a NaN at element " + std::to_string(place * 9 * 40 + place) + " of";
    const std::string row = ": sqrt: made a NaN at element " + std::to_string(place * 9) + " of";
    CHECK(holds(said_by<error>([&] { jit<in_rows>(x); }), there));
    CHECK(holds(said_by<error>([&] { jit<in_columns>(x); }), there));
    CHECK(holds(said_by<error>([&] { jit<after_sums>(x); }), row));
    CHECK(holds(said_by<error>([&] { jit<in_rows>(x.to(gpu)); }), there));
    CHECK(holds(said_by<error>([&] { jit<in_columns>(x.to(gpu)); }), there));
    CHECK(holds(said_by<error>([&] { jit<after_sums>(x.to(gpu)); }), row));
  }
  f32<-1, 40> x = rows(70);
  f32<40, 3> w = ones<f32<40, 3>>();
  for (int i = 0; i < 40; ++i) w(i, 2) = -1;
  x = x + 1;
  CHECK(holds(said_by<error>([&] { jit<after_product>(x, w); }), ": sqrt: made a NaN at element 2 of"));
  CHECK(holds(said_by<error>([&] { jit<after_product>(x.to(gpu), w.to(gpu)); }), ": sqrt: made a NaN at element 2 of"));
}

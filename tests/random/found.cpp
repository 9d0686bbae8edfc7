// SPDX-License-Identifier: MIT
// Graphs that random ones found and that show a fault in one look, by hand so that no change of the generator loses them.
#include <doctest/doctest.h>

#include "check.hpp"

namespace {

namespace primitives = sinter::core::primitives;
using namespace recipes;

step parameter(dtype type, const extent_list& extents, const std::vector<wide>& values) {
  step made;
  made.op = &primitives::parameter;
  made.type = type;
  made.extents = extents;
  made.value = {type, extents, values};
  return made;
}
step operation(const primitive& op, int x, int y = -1, std::int64_t attribute = 0) {
  step made;
  made.op = &op;
  made.x = x;
  made.y = y;
  made.attribute = attribute;
  return made;
}
std::string fault(const std::vector<step>& steps, const std::vector<int>& roots, int order, std::uint64_t seed = 0) {
  recipe made;
  made.seed = seed;
  made.steps = steps;
  made.roots = roots;
  tally counts;
  return fault_of(made, order, counts);
}

}  // namespace

TEST_CASE("rows without elements, and a cotangent for each that is put together from parts: did not end") {
  step part = operation(primitives::slice, 2);
  part.along = {{0, 0, 2}, {0, 0, 1}, {0, 1, 1}};
  CHECK(fault({parameter(dtype::f64, {1, 1, 2, 0}, {}), operation(primitives::reduce_prod, 0, -1, 8), operation(primitives::max, 1, 1), part}, {3, 0}, 2) == "");
}

TEST_CASE("a zero among factors that overflow is 0 or NaN, by the order of the product") {
  std::vector<wide> factors;
  for (int i = 0; i < 58; ++i) factors.push_back(i);
  CHECK(fault({parameter(dtype::f32, {58}, factors), operation(primitives::reduce_prod, 0, -1, 1)}, {1}, 0) == "");
}

TEST_CASE("a sum that cancels is not exact because it is whole") {
  const std::vector<wide> x = {0.9095392823219299316L, 0.1046501323580741882L, -0.9790882468223571777L, 0.1857258081436157227L, -1.076573371887207031L};
  CHECK(fault({parameter(dtype::f32, {1, 5}, x), operation(primitives::neg, 0), operation(primitives::concatenate, 1, 0, 1), operation(primitives::reduce_sum, 2, -1, 2)}, {3}, 0) == "");
}

TEST_CASE("an extreme of two zeros may be either, and an angle tells them apart") {
  CHECK(fault({parameter(dtype::f64, {2}, {-0.0L, 0.0L}), parameter(dtype::f64, {2}, {0.0L, 0.0L}), operation(primitives::max, 1, 0), operation(primitives::atan2, 2, 2)}, {3}, 0) == "");
}

TEST_CASE("slopes near saturation: of cosh undone, and where differences have lost their digits") {
  CHECK(fault({parameter(dtype::f32, {1}, {80.92980194091796875L}), operation(primitives::cosh, 0), operation(primitives::acosh, 1)}, {2}, 1) == "");
  CHECK(fault({parameter(dtype::f64, {1}, {-4.838001948464378366L}), operation(primitives::erf, 0), operation(primitives::log1p, 1)}, {2}, 1) == "");
  CHECK(fault({parameter(dtype::f64, {1}, {13.29623371522344045L}), operation(primitives::tanh, 0), operation(primitives::erf_inv, 1)}, {2}, 1) == "");
}

TEST_CASE("the product over an axis without elements, read again after a result was computed in its panel: was the other result") {
  CHECK(fault({parameter(dtype::u32, {0, 2, 2}, {}), operation(primitives::concatenate, 0, 0, 2), operation(primitives::dot_general, 1, 0, 16),
               parameter(dtype::u32, {2, 1, 2, 2}, {1, 1, 1, 1, 1, 1, 1, 1}), operation(primitives::shift_right_logical, 3, 2), operation(primitives::reduce_sum, 2, -1, 8)}, {5, 4}, 0) == "");
}

TEST_CASE("a view from the end of a slice without elements: its start was the code of a symbol") {
  step none = operation(primitives::slice, 0);
  none.along = {{1, 4, 2}, {2, 2, 1}};
  CHECK(fault({parameter(dtype::f64, {5, 4}, std::vector<wide>(20, 1)), none, operation(primitives::rev, 1, -1, 3), operation(primitives::dot_general, 2, 2, 16)}, {3}, 1) == "");
}

TEST_CASE("the extreme of a value that moves and of one that a clamp between equal bounds holds has a kink, however small") {
  step clamped = operation(primitives::clamp, 1, 0);
  clamped.z = 1;
  const std::vector<wide> x = {1.40604L, 0.227775L, -1.374388L, 3.072144L, 1.794984L, 4.780497L, -1.048216L, -3.259876L, 1.705184L, 3.011614L, -2.737018L, 3.188607L};
  CHECK(fault({parameter(dtype::f32, {4, 1, 3}, x), parameter(dtype::f32, {}, {0.3020409345626831055L}), clamped, operation(primitives::reduce_max, 2, -1, 4), operation(primitives::mul, 2, 3)}, {4}, 1, 1076511) == "");
}

TEST_CASE("an argument that is copied and read gives its memory to no result: the copy was the result") {
  const step x = parameter(dtype::f64, {8, 4, 1}, std::vector<wide>(32, 2));  // as many as a kernel moves at once
  step flat = operation(primitives::reshape, 1);
  flat.axes = {{32, -1}};
  CHECK(fault({x, operation(primitives::rev, 0, -1, 4), flat, operation(primitives::sub, 1, 1)}, {2, 3}, 0) == "");
}

TEST_CASE("logistic of 17 may be 1 or the number below: what equals its floor is either") {
  CHECK(fault({parameter(dtype::f32, {1}, {16.868255615234375L}), operation(primitives::logistic, 0), operation(primitives::floor, 1), operation(primitives::eq, 1, 2)}, {3}, 0) == "");
}

TEST_CASE("a quotient of negated integers is not that of the integers: they wrap") {
  for (const dtype type : {dtype::u8, dtype::u32, dtype::i32, dtype::i64}) {
    const wide least = type == dtype::i32 ? -0x1p31L : type == dtype::i64 ? -0x1p63L : 0;
    CHECK(fault({parameter(type, {3}, {7, least, 1}), parameter(type, {3}, {87, 2, 200}), operation(primitives::neg, 0), operation(primitives::neg, 1), operation(primitives::div, 2, 3)}, {4}, 0) == "");
  }
}

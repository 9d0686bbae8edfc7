// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: other extents, and parts.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("shapes") {
  // [shapes]
  const f32<2, 3, 4> x = reshape<2, 3, 4>(iota<f32<24>>());
  const f32<dyn> d = iota<f32<dyn>>({6});
  f32<4, 3, 2> reversed = transpose(x);
  f32<3, 4, 2> turned = transpose<1, 2, 0>(x);
  f32<4, 3, 2> swapped = swapaxes<0, -1>(x);
  f32<4, 2, 3> moved = moveaxis<-1, 0>(x);
  f32<6, 4> merged = reshape<6, 4>(x);
  f32<dyn, 3> rows_of_3 = reshape<dyn, 3>(d);       // (2, 3): one extent follows from the size
  f32<24> flat = ravel(x);
  f32<1, 2, 1, 3, 4> wider = expand_dims<0, 2>(x);  // the new axes are axes 0 and 2 of the result
  f32<2, 3, 4> narrow = squeeze(wider);             // all axes that are statically 1
  f32<2, 1, 3, 4> less = squeeze<0>(wider);
  f32<5, 24> repeated = broadcast_to<5, 24>(flat);
  f32<dyn, 24> as_many = broadcast_to<dyn, 24>(flat, {7});
  // [shapes]
  CHECK(reversed(3, 2, 1) == 23);
  CHECK(turned(1, 0, 0) == x(0, 1, 0));
  CHECK(array_equal(swapped, reversed));
  CHECK(moved(3, 0, 1) == x(0, 1, 3));
  CHECK(merged(5, 3) == 23);
  CHECK(rows_of_3(1, 0) == 3);
  CHECK(narrow(1, 2, 3) == less(1, 0, 2, 3));
  CHECK(repeated(4, 23) == as_many(6, 23));
}

TEST_CASE("parts") {
  // [parts]
  const f32<6> x{0, 1, 2, 3, 4, 5};
  const f32<2, 2> m{{1, 2}, {3, 4}};
  f32<2> middle = slice<2, 4>(x, axis<0>);              // 2 3
  f32<3> every_other = slice<0, to_end, 2>(x, axis<0>); // 0 2 4
  f32<2> last = slice<-2, to_end>(x, axis<0>);          // 4 5
  f32<4> inner = slice<1, -1>(x, axis<0>);              // 1 2 3 4
  auto [low, high] = split<2>(x, axis<0>);              // 0 1 2, 3 4 5
  f32<6> backwards = flip(x);                           // 5 4 3 2 1 0
  f32<2, 2> mirrored = flip(m, axis<1>);                // 2 1, 4 3
  f32<6> rolled = roll<2>(x, axis<0>);                  // 4 5 0 1 2 3
  f32<4, 4> framed = pad<1, 1>(m);                      // zeros on all sides
  f32<2, 5> right = pad<0, 3>(m, axis<1>, 9);           // 1 2 9 9 9, 3 4 9 9 9
  f32<11> between = pad<0, 0, 1>(x);                    // 0 0 1 0 2 0 3 0 4 0 5
  f32<4> cut = pad<-1, -1>(x);                          // 1 2 3 4
  // [parts]
  CHECK(array_equal(middle, f32<2>{2, 3}));
  CHECK(array_equal(every_other, f32<3>{0, 2, 4}));
  CHECK(array_equal(last, f32<2>{4, 5}));
  CHECK(array_equal(inner, cut));
  CHECK(low(2) == 2);
  CHECK(high(0) == 3);
  CHECK(backwards(0) == 5);
  CHECK(array_equal(mirrored, f32<2, 2>{{2, 1}, {4, 3}}));
  CHECK(array_equal(rolled, f32<6>{4, 5, 0, 1, 2, 3}));
  CHECK(framed(0, 0) + framed(1, 1) + framed(2, 2) + framed(3, 3) == 5);
  CHECK(array_equal(right, f32<2, 5>{{1, 2, 9, 9, 9}, {3, 4, 9, 9, 9}}));
  CHECK(array_equal(between, f32<11>{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5}));
  CHECK(array_equal(cut, f32<4>{1, 2, 3, 4}));
}

TEST_CASE("a slice that a dyn extent does not allow") {
  const f32<dyn> x(3);
  CHECK_THROWS_AS((f32<dyn>(slice<1, 5>(x, axis<0>))), shape_error);
}

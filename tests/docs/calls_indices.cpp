// SPDX-License-Identifier: MIT
// The calls that docs/functions.md lists: indices that are data, and several arrays as one.
#define SINTER_EAGER interpret  // no kernels for each of these statements
#include <doctest/doctest.h>

#include <cmath>

#include <sinter/sinter.hpp>

namespace {
using namespace sinter;
}  // namespace

TEST_CASE("indices") {
  // [indices]
  const f32<3, 2> x{{1, 2}, {3, 4}, {5, 6}};
  const i32<3> i{2, -1, 7};
  f32<3, 2> filled = take(x, i, axis<0>);              // 5 6, 5 6, nan nan: -1 is the last, 7 lies outside
  f32<3, 2> clipped = take(x, i, axis<0>, clip_mode);  // 5 6, 1 2, 5 6: the nearest inside
  f32<2> promised = take(x, 1, axis<0>, promise_mode); // 3 4: nothing is checked
  f32<3> from_flat = take(x, i);                       // 3 6 nan: of the array as one row
  const i32<3, 1> best = argmax(x, axis<1>, keep_dims);
  f32<3, 1> values = take_along_axis(x, best, axis<1>);  // 2, 4, 6
  f32<2, 2> window = rows<2>(x, 2);                    // 3 4, 5 6: moved so that both lie inside
  f32<dyn, 2> as_many = rows(x, -2, 2);                // 3 4, 5 6: the number of rows is known at the call
  f32<3, 4> ones_at = one_hot<4>(i);                   // 0 0 1 0, zeros, zeros
  u8<3, 4> as_bytes = one_hot<4, u8<>>(i);
  // [indices]
  CHECK(array_equal(slice<0, 2>(filled, axis<0>), f32<2, 2>{{5, 6}, {5, 6}}));
  CHECK(std::isnan(filled(2, 0)));
  CHECK(array_equal(clipped, f32<3, 2>{{5, 6}, {1, 2}, {5, 6}}));
  CHECK(array_equal(promised, f32<2>{3, 4}));
  CHECK(from_flat(0) == 3);
  CHECK(from_flat(1) == 6);
  CHECK(std::isnan(from_flat(2)));
  CHECK(array_equal(values, f32<3, 1>{{2}, {4}, {6}}));
  CHECK(array_equal(window, f32<2, 2>{{3, 4}, {5, 6}}));
  CHECK(array_equal(window, as_many));
  CHECK(array_equal(ones_at, f32<3, 4>{{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}));
  CHECK(as_bytes(0, 2) == 1);
}

TEST_CASE("joining") {
  // [joining]
  const f32<2> x{1, 2}, y{3, 4};
  f32<6> joined = concatenate<0>(x, y, x);  // 1 2 3 4 1 2
  f32<2, 2> stacked = stack<0>(x, y);       // 1 2, 3 4
  f32<2, 2> columns = stack<-1>(x, y);      // 1 3, 2 4
  f32<4> repeated = repeat<2>(x, axis<0>);  // 1 1 2 2
  f32<2, 4> tiled = tile<2, 2>(x);          // 1 2 1 2, 1 2 1 2
  // [joining]
  CHECK(array_equal(joined, f32<6>{1, 2, 3, 4, 1, 2}));
  CHECK(array_equal(stacked, f32<2, 2>{{1, 2}, {3, 4}}));
  CHECK(array_equal(columns, f32<2, 2>{{1, 3}, {2, 4}}));
  CHECK(array_equal(repeated, f32<4>{1, 1, 2, 2}));
  CHECK(array_equal(tiled, f32<2, 4>{{1, 2, 1, 2}, {1, 2, 1, 2}}));
}

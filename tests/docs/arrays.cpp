// SPDX-License-Identifier: MIT
// The programs of lesson 1, and of the README's first page.
#include <doctest/doctest.h>

#include <sstream>

#include <sinter/sinter.hpp>

#include "pages.hpp"

namespace {
using namespace sinter;
constexpr const char* page = "docs/lessons/1_arrays.md";
constexpr const char* here = "tests/docs/arrays.cpp";
}  // namespace

TEST_CASE("construction") {
  std::ostringstream out;
  // [construct]
  f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};  // braces are elements
  f32<4, 8> w;                        // extents are known: zeros
  f32<dyn, 3> x(2);                   // parentheses are extents, one for each dyn axis: zeros
  f32<> rate = 0.1f;                  // rank 0: one number
  i32<dyn> counts{7, 8, 9};           // the number of elements sets the extent
  b8<2> flags{true, false};
  // [construct]
  CHECK(w(3, 7) == 0);
  CHECK(x.extent(0) == 2);
  CHECK(counts.extent(0) == 3);
  CHECK(rate() == 0.1f);

  // [print]
  out << a << "\n" << x << "\n" << rate << " " << counts << " " << flags << "\n";
  // [print]
  docs::shows(page, here, "print", out.str());
}

TEST_CASE("creation") {
  std::ostringstream out;
  // [create]
  const std::int64_t n = 2;
  out << ones<f32<3>>() << " " << full<f32<dyn>>(0.5f, {n}) << " " << iota<i32<5>>() << "\n"
      << eye<f32<2, 2>>() << "\n";
  // [create]
  docs::shows(page, here, "create", out.str());
}

TEST_CASE("users' memory") {
  // [memory]
  const float values[] = {1, 2, 3, 4, 5, 6};
  const f32<dyn, 3> copied = f32<dyn, 3>::from(values, {2});  // copies; another count is a shape_error

  auto* mine = new float[6]{1, 2, 3, 4, 5, 6};
  f32<dyn, 3> adopted = f32<dyn, 3>::adopt(mine, {2}, [](float* p) { delete[] p; });  // no copy
  // [memory]
  CHECK(array_equal(copied, adopted));
  CHECK(adopted.span().data() == mine);
  CHECK_THROWS_AS((f32<dyn, 3>::from(values, {3})), shape_error);
}

TEST_CASE("access and sharing") {
  // [share]
  f32<3> a{1, 2, 3};
  f32<3> b = a;   // shares a's memory
  b(0) = 9;       // first gives b memory of its own
  float sum_of_a = 0;
  for (float element : std::as_const(a).span()) sum_of_a += element;
  // [share]
  CHECK(a(0) == 1);
  CHECK(b(0) == 9);
  CHECK(sum_of_a == 6);
}

TEST_CASE("a span that is held while its array is copied") {
  // [held]
  f32<dyn> c{1, 2, 3};
  auto held = c.span();  // c's memory is its own now
  f32<dyn> e = c;        // shares it
  held[1] = 200;         // c(1) and e(1)
  // [held]
  CHECK(std::as_const(c)(1) == 200);
  CHECK(std::as_const(e)(1) == 200);
  c.span()[0] = 100;  // taken after the copy
  CHECK(std::as_const(e)(0) == 1);
}

TEST_CASE("statements") {
  std::ostringstream out;
  // [statement]
  const f32<2, 3> x{{1, 2, 3}, {4, 5, 6}};
  const f32<3> b{10, 20, 30};
  f32<2, 3> y = 2 * x + b;     // trailing axes are aligned: b is added to each row
  f32<2> total = sum(y, axis<-1>);
  array z = maximum(y, 30);    // deduced: f32<2, 3>
  b8<2, 3> large = y > 30;     // comparisons are elementwise
  f32<2, 3> kept = where(large, y, 0);
  out << y << "\n" << total << "\n" << z << "\n" << kept << "\n";
  // [statement]
  static_assert(std::is_same_v<decltype(z), f32<2, 3>>);
  docs::shows(page, here, "statement", out.str());

  const f64<3> precise{1, 2, 3};
  // [cast]
  f32<3> sum_of_both = b + cast<f32>(precise);  // element types are never mixed silently
  // [cast]
  CHECK(sum_of_both(2) == 33);
}

TEST_CASE("shapes") {
  std::ostringstream out;
  // [shapes]
  const f32<2, 3> x{{1, 2, 3}, {4, 5, 6}};
  f32<3, 2> t = transpose<1, 0>(x);
  f32<2, 2> last = slice<1, 3>(x, axis<1>);
  f32<4, 3> twice = concatenate<0>(x, x);
  f32<6> flat = reshape<6>(x);
  const i32<3> order{1, 0, 1};
  f32<3, 3> taken = take(x, order, axis<0>);
  out << t << "\n" << last << "\n" << flat << "\n" << taken << "\n";
  // [shapes]
  CHECK(twice(3, 2) == 6);
  docs::shows(page, here, "shapes", out.str());
}

TEST_CASE("extents that a call decides") {
  std::ostringstream out;
  // [dyn]
  f32<dyn, 3> x(4);
  f32<dyn, 3> y(5);
  try {
    f32<dyn, 3> z = x + y;
  } catch (const shape_error& e) {
    out << e.what() << "\n";
  }
  // [dyn]
  std::string text = out.str();
  for (std::size_t at; (at = text.find(__FILE__)) != std::string::npos;) text.replace(at, sizeof __FILE__ - 1, here);
  docs::shows(page, here, "dyn", text);
}

TEST_CASE("files") {
  // [files]
  const f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};
  save("a.npy", a);       // np.load("a.npy") reads it
  f32<dyn, 3> b;
  load("a.npy", b);       // element type and static extents must agree, else io_error
  // [files]
  CHECK(array_equal(a, b));
}

TEST_CASE("random numbers") {
  std::ostringstream out;
  // [random]
  random::key k(0);
  auto [k1, k2] = random::split<2>(k);
  f32<3> u = random::uniform<f32<3>>(k1);
  f32<dyn> g = random::normal<f32<dyn>>(k2, {3});
  out << u << " " << g << "\n";
  // [random]
  docs::shows(page, here, "random", out.str());
}

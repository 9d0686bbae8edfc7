// SPDX-License-Identifier: MIT
// What a call or a statement says when it cannot be done: the operation, the numbers, the user's line, or the function and
// its argument where a call has no line.
#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {
constexpr f32<3> add3(const f32<3>& a, const f32<3>& b) { return a + b; }
constexpr f32<dyn> twice(const f32<dyn>& x) { return x * 2; }
constexpr int first_line = __LINE__;
constexpr f32<dyn> tail(const f32<dyn>& x) { return slice<5, 8>(x, axis<0>); }
constexpr f32<2, 2> in_square(const f32<dyn, 2>& x) { return reshape<2, 2>(x); }
constexpr f32<dyn, 4> in_fours(const f32<dyn>& x) { return reshape<dyn, 4>(x); }
constexpr f32<dyn, dyn> multiplied(const f32<dyn, dyn>& x, const f32<dyn, dyn>& y) { return matmul(x, y); }
constexpr f32<> far(const f32<dyn>& x) {
  f32<dyn, dyn, dyn, dyn> filled = full<f32<dyn, dyn, dyn, dyn>>(0.5f, {x.extent(0), x.extent(0), x.extent(0), x.extent(0)});
  return sum(filled);
}
constexpr f32<3, dyn> of_three(const f32<3, dyn>& x) { return x * 2; }
constexpr f32<> largest(const f32<dyn>& x) { return max(x) + max(x * 2) - max(x * 2); }

constexpr std::int64_t long_extent = std::int64_t{1} << 31;
const std::string too_many = "it must not hold more than 2^58 elements; given the extents 2147483648 x 2147483648";

// As an error names a line of this file.
std::string line(int number) { return "errors.cpp:" + std::to_string(number) + ": "; }

template <class Call>
std::string said(Call call) {
  try {
    call();
  } catch (const error& e) {
    return e.what();
  }
  return "nothing";
}
// The text that a statement's error must hold, and the statement.
#define CHECK_SAYS(text, ...) CHECK_MESSAGE(said([&] { __VA_ARGS__; }).find(text) != std::string::npos, said([&] { __VA_ARGS__; }))

// What this program says on stderr when it runs the test case again, with these variables.
std::string said_by(const char* variables, const char* test) {
  char self[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  REQUIRE(length > 0);
  self[length] = 0;
  const std::string again = std::string(variables) + " '" + self + "' -ns -tc='" + test + "' 2>&1 >/dev/null";
  std::FILE* pipe = popen(again.c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}
}  // namespace

TEST_CASE("extents that multiply to too much are refused") {
  using matrix = f32<dyn, dyn>;
  const std::array<float, 6> six{};
  float one = 0;
  CHECK_SAYS(line(__LINE__) + "array: " + too_many, matrix(long_extent, long_extent));
  CHECK_SAYS("given the extents 0 x 2147483648 x 2147483648", i64<dyn, dyn, dyn>(0, long_extent, long_extent));
  CHECK_SAYS(too_many, matrix::from(six, {long_extent, long_extent}));
  CHECK_SAYS(too_many, matrix::adopt(&one, {long_extent, long_extent}, [](float*) {}));
  CHECK_SAYS(too_many, zeros<matrix>({long_extent, long_extent}));
  CHECK_SAYS(too_many, full<matrix>(2, {long_extent, long_extent}));
  CHECK_SAYS(too_many, iota<matrix>({long_extent, long_extent}));
  CHECK_SAYS(too_many, eye<matrix>({long_extent, long_extent}));
  CHECK_SAYS(too_many, matrix x = random::normal<matrix>(random::key(1), {long_extent, long_extent}));
  CHECK_SAYS("given the extents 32768 x 32768 x 32768 x 32768", jit<far>(f32<dyn>(1 << 15)));
  CHECK_THROWS_AS(matrix(1 << 30, 1 << 26), std::bad_alloc);
}

TEST_CASE("negative extents are refused") {
  using matrix = f32<dyn, dyn>;
  float one = 0;
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -1", matrix(2, -1));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -1", f32<dyn>(-1));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -4", f32<3, dyn> x(extent(-4)));
  const f32<dyn, 3> table(5);
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -2", matrix x = rows(table, 1, -2));
  CHECK_SAYS(line(__LINE__) + "slice: its bounds must lie within the extent; given the bound 6 and the extent 5", matrix x = rows(table, 1, 6));
  CHECK_SAYS("an extent must not be negative; given -1", matrix::from({}, {-1, -1}));
  CHECK_SAYS("an extent must not be negative; given -1", matrix::adopt(&one, {-1, -1}, [](float*) {}));
  CHECK_SAYS("an extent must not be negative; given -7", iota<matrix>({3, -7}));
  CHECK_SAYS("an extent must not be negative; given -7", matrix x = random::normal<matrix>(random::key(1), {3, -7}));
}

TEST_CASE("an array without value says why") {
  f32<3> c{1, 2, 3};
  f32<3> sum = jit<add3>(std::move(c), f32<3>{1, 1, 1});
  CHECK(sum(0) == 2);
  const char* moved = "array: it was moved from or donated, and has not been assigned since";
  CHECK(said([&] { std::ostringstream() << c; }) == moved);
  CHECK_SAYS(line(__LINE__) + moved, (void)std::as_const(c)(0));
  CHECK_SAYS(line(__LINE__) + moved, f32<3> d = c + 1);
  CHECK(said([&] { jit<add3>(sum, c); }) == std::string("add3: argument 1: ") + moved);
  CHECK(said([&] { (void)jit<add3>.lower(c, sum); }) == std::string("add3: argument 0: ") + moved);
  f32<dyn> unset, taken{1, 2}, to = std::move(taken);
  CHECK_SAYS(line(__LINE__) + "array: it is read before it was assigned; its extents that are dyn have no value yet", f32<dyn> d = unset + 1);
  CHECK_SAYS(line(__LINE__) + "array: it is read before", f32<2> d = unset);
  CHECK(said([&] { jit<twice>(unset); }).starts_with("twice: argument 0: array: it is read before it was assigned"));
  CHECK(said([&] { (void)taken.size(); }) == moved);
  CHECK_SAYS(line(__LINE__) + "save: '1': array: it is read before", save("unset.npz", std::pair(to, unset)));
  taken = to;
  CHECK(taken.size() == 2);
}

TEST_CASE("errors of extents name the operation and the user's line") {
  const f32<dyn> a{1, 2, 3};
  CHECK(said([&] { jit<tail>(a); }).find(line(first_line + 1) + "slice: its bounds must lie within the extent; given the bound 5 and the extent 3") != std::string::npos);
  CHECK_SAYS(line(__LINE__) + "slice: its bounds", f32<dyn> b = slice<5, 8>(a, axis<0>));
  CHECK_SAYS("given the bound 4 and the extent 3", f32<dyn> b = slice<0, -4>(a, axis<0>));
  CHECK_SAYS(line(first_line + 2) + "reshape: the numbers of elements must be equal; given 6 and 4", jit<in_square>(f32<dyn, 2>(3)));
  CHECK_SAYS("reshape: the numbers of elements must be equal; given 3 and 4", f32<2, 2> b = reshape<2, 2>(a));
  CHECK_SAYS(line(first_line + 3) + "reshape: the number of elements must stay the same; 3 elements do not divide by 4", jit<in_fours>(a));
  CHECK_SAYS(line(first_line + 4) + "matmul: the inner extents must be equal; given 3 and 4", jit<multiplied>(f32<dyn, dyn>(2, 3), f32<dyn, dyn>(4, 2)));
  CHECK_SAYS(line(__LINE__) + "matmul: the inner extents must be equal; given 3 and 4", f32<dyn, dyn> b = matmul(f32<dyn, dyn>(2, 3), f32<dyn, dyn>(4, 2)));
  CHECK_SAYS("array: the extents of the expression must fit the declared ones; given 3 and 4", f32<4> b = a);
}

TEST_CASE("what makes an array and what reads its elements names the user's line") {
  f32<dyn, 2> a{{1, 2}, {3, 4}}, unset;
  const f32<2, 2> literal = ones<f32<2, 2>>();
  CHECK_SAYS(line(__LINE__) + "array: index 2 is outside axis 0 of extent 2", (void)std::as_const(a)(2, 0));
  CHECK_SAYS(line(__LINE__) + "array: index -1 is outside axis 1 of extent 2", a(0, -1) = 3);
  CHECK_SAYS(line(__LINE__) + "array: index 2 is outside axis 1 of extent 2", (void)literal(0, 2));
  CHECK_SAYS(line(__LINE__) + "array: it is read before it was assigned", unset(0, 0) = 1);
  CHECK_SAYS(line(__LINE__) + "array: it is read before it was assigned", (void)unset.span());
  CHECK_SAYS(line(__LINE__) + "array: it is read before it was assigned", (void)std::as_const(unset).span());
  CHECK_SAYS(line(__LINE__) + "array: the list must fill axis 0 of extent 3; given 4 elements", f32<3>{1, 2, 3, 4});
  CHECK_SAYS(line(__LINE__) + "array: the list must fill axis 0 of extent 3; given 2 lists", f32<3, 2>{{1, 2}, {3, 4}});
  CHECK_SAYS(line(__LINE__) + "array: the lists of elements must have equal lengths; given 1 where 2 are needed", f32<dyn, 2>{{1, 2}, {3}});
  CHECK_SAYS(line(__LINE__) + "literal: 300 does not fit elements of type u8", u8<> x = 300);
  CHECK_SAYS(line(__LINE__) + "literal: -1 does not fit elements of type u8", (void)full<u8<dyn>>(-1, {2}));
  CHECK_SAYS(line(__LINE__) + "literal: 256 does not fit elements of type u8", (void)full_like(u8<2>(), 256));
  const float three[] = {1, 2, 3};
  CHECK_SAYS(line(__LINE__) + "from: the number of elements must be the product of the extents; given 3, needed 4", (void)f32<dyn, 2>::from(three, {2}));
  CHECK_SAYS(line(__LINE__) + "extents: one is needed for each dyn axis; given 2, needed 1", (void)f32<dyn, 2>::from(three, {2, 2}));
  CHECK_SAYS(line(__LINE__) + "extents: one is needed for each dyn axis; given 0, needed 1", (void)f32<dyn, 2>::from(three));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -3", (void)zeros<f32<dyn, 2>>({-3}));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -3", (void)iota<i32<dyn>>({-3}));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -3", f32<dyn> x = random::normal<f32<dyn>>(random::key(0), {-3}));
  CHECK_SAYS(line(__LINE__) + "array: an extent must not be negative; given -3", f32<dyn> x = broadcast_to<dyn>(f32<1>(), {-3}));
  CHECK_SAYS(line(__LINE__) + "extents: one is needed for each dyn axis; given 0, needed 1", (void)random::permutation<i32<dyn>>(random::key(0)));
  CHECK_SAYS(line(__LINE__) + "array: it must not hold more than 2^58 elements; given the extents 1099511627776 x 1048576", (void)zeros<f32<dyn, dyn>>({std::int64_t{1} << 40, 1 << 20}));
  CHECK(a(1, 1) == 4);
}

TEST_CASE("an extreme of nothing is an error of the call, of what reduces nothing it is not") {
  const f32<dyn> none(0);
  const f32<dyn, 3> no_rows(0);
  const std::string text = "max, min, argmax, argmin: the reduced axes must not be empty; test the extent first";
  const std::string here = line(__LINE__ + 1);
  CHECK_SAYS(here + text, f32<> z = max(none));
  CHECK_SAYS(text, f32<> z = min(none * 2));
  CHECK_SAYS(text, b8<> z = max(none > 0));
  CHECK_SAYS(text, i32<3> z = argmax(no_rows, axis<0>));
  CHECK_SAYS(text, i32<> z = argmin(no_rows));
  CHECK_SAYS(line(first_line + 10) + text, (void)jit<largest>(none));
  CHECK_SAYS(line(first_line + 10) + text, (void)jit<grad<largest>>(none));
  CHECK_SAYS(line(first_line + 10) + text, (void)grad<largest>(none));
  CHECK(f32<dyn>(max(no_rows, axis<1>)).extent(0) == 0);
  CHECK(jit<largest>(f32<dyn>{3, 5, 4})() == 5);
}

TEST_CASE("what has no line of the user's names none of ours") {
  const f32<dyn> a(2), b(3);
  CHECK(said([&] { std::ostringstream() << a + b; }) == "extents must be equal; given 2 and 3");
  CHECK_SAYS(line(__LINE__) + "extents must be equal; given 2 and 3", debug_print("sum", a + b));
  const f32<dyn> unset;
  CHECK_SAYS(line(__LINE__) + "array: it is read before it was assigned", debug_print("unset", unset));
  CHECK(said([&] { jit<twice>(a + b); }) == "extents must be equal; given 2 and 3");
  CHECK_SAYS(line(__LINE__) + "extents must be equal", (void)array_equal(a + b, a));
  CHECK_SAYS(line(__LINE__) + "extents must be equal", (void)allclose(a, a + b));
}

TEST_CASE("an argument must have the extents that its parameter declares") {
  const std::string text = "call: an argument must have the extents that the function's parameter declares; given 5 and 3";
  const f32<dyn, dyn> fitting(3, 2), other(5, 2);
  CHECK(jit<of_three>(fitting).extent(1) == 2);
  CHECK(said([&] { jit<of_three>(other); }) == text);
  CHECK(said([&] { (void)vjp<of_three>(other); }) == text);
}

TEST_CASE("a file is what it begins with, as for numpy.load") {
  const f32<2> one{1, 2};
  const std::pair tree(f32<2>{3, 4}, f32<1>{5});
  save("array.npz", one);  // an archive
  save("array.npy", one);
  save("tree.npz", tree);
  REQUIRE(std::rename("array.npz", "archive.npy") == 0);
  REQUIRE(std::rename("array.npy", "plain.npz") == 0);
  REQUIRE(std::rename("tree.npz", "tree.npy") == 0);
  f32<2> x;
  load("archive.npy", x);
  CHECK(array_equal(x, one));
  x = f32<2>();
  load("plain.npz", x);
  CHECK(array_equal(x, one));
  std::pair<f32<2>, f32<1>> y;
  load("tree.npy", y);
  CHECK(array_equal(y.second, tree.second));
  CHECK_SAYS(line(__LINE__) + "load: a tree of arrays needs an .npz, an .npy holds one array; given 'plain.npz'", load("plain.npz", y));
  CHECK_SAYS("has no array named 'arr_0'", load("tree.npy", x));
  std::FILE* file = std::fopen("text.npz", "w");
  std::fputs("PK", file);
  std::fclose(file);
  CHECK_SAYS(line(__LINE__) + "load: ", load("text.npz", x));
  REQUIRE(std::rename("text.npz", "text.npy") == 0);
  CHECK_SAYS("must start with", load("text.npy", x));
  CHECK(array_equal(y.first, tree.first));
  CHECK(array_equal(x, one));
  for (const char* name : {"archive.npy", "plain.npz", "tree.npy", "text.npy"}) std::remove(name);
}

TEST_CASE("a tree needs an .npz") {
  CHECK_SAYS(line(__LINE__) + "save: a tree of arrays needs an .npz, an .npy holds one array; given 'tree.npy'", save("tree.npy", std::pair(f32<2>(), f32<3>())));
  CHECK(access("tree.npy", F_OK) != 0);
  f32<3> none;
  CHECK_SAYS(line(__LINE__) + "load: the file cannot be opened; 'none.npz'", load("none.npz", none));
  CHECK_SAYS(line(__LINE__) + "load: the file cannot be opened; 'none.npy'", load("none.npy", none));
}

TEST_CASE("a number can be written to a half, a device printed") {
  f16<2> z;
  z(0) = 0.1f;
  z(1) = 70000;
  CHECK(array_equal(z, f16<2>{0.1f, 70000}));
  bf16<1> y;
  y(0) = 1.0 / 3;
  CHECK(array_equal(y, bf16<1>{1.0 / 3}));
  static_assert(!std::is_assignable_v<float16&, bfloat16> && !std::is_convertible_v<float, float16>);
  std::ostringstream out;
  out << z.device() << " " << device::cuda(1);
  CHECK(out.str() == "cpu cuda(1)");
}

TEST_CASE("errors: a call in another process" * doctest::skip()) { CHECK(jit<twice>(f32<dyn>{1, 2})(1) == 4); }

TEST_CASE("SINTER_EXPLAIN names the function, SINTER_PLATFORM what is used") {
  const char* test = "errors: a call in another process";
  CHECK(said_by("SINTER_EXPLAIN=1", test).starts_with("plan of twice\n"));
  CHECK(said_by("SINTER_PLATFORM=tpu", test) == "sinter: SINTER_PLATFORM must be cuda or cpu; it is \"tpu\", so the CPU is used\n");
  CHECK(said_by("SINTER_PLATFORM=cuda", test).starts_with("sinter: SINTER_PLATFORM=cuda, but the CPU is used: "));
  CHECK(said_by("SINTER_PLATFORM=cpu", test).empty());
}

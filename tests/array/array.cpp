// SPDX-License-Identifier: MIT
// What a user holds: construction, access, sharing, adoption, and the errors that leave everything as it was.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>
#include <sstream>
#include <thread>
#include <vector>

using namespace sinter;

static_assert(sizeof(f32<4, 8>) == 16);
static_assert(std::is_same_v<f32<4, 8>, array<float, 4, 8>>);
static_assert(!std::is_convertible_v<float, f32<4>>, "a number converts to rank 0 only");
static_assert(std::is_convertible_v<float, f32<>> && std::is_convertible_v<int, f32<>> && !std::is_convertible_v<double, i32<>>);
static_assert(!std::is_constructible_v<f32<4>, int>, "a static array takes no extents");
static_assert(std::is_nothrow_move_constructible_v<f32<dyn>>);

TEST_CASE("construction") {
  f32<4, 8> w;
  CHECK(w(3, 7) == 0);
  CHECK(std::as_const(w).span().size() == 32);

  f32<dyn, 784> images(64);
  CHECK(images.extent(0) == 64);
  CHECK(images.extent(-1) == 784);
  CHECK(images.size() == 64 * 784);
  CHECK(images(63, 783) == 0);

  f32<4> v{1, 2, 3, 4};
  CHECK(v(2) == 3);
  f32<dyn> free{5};
  CHECK(free.size() == 1);
  CHECK(free(0) == 5);
  f32<dyn> zeros(5);
  CHECK(zeros.size() == 5);

  f32<2, 3> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a(1, 0) == 4);
  f32<dyn, dyn> b{{1, 2, 3}, {4, 5, 6}};
  CHECK(b.extent(1) == 3);
  b8<3> truth{true, false, true};
  CHECK(!truth(1));

  f32<> rate = 0.1f;
  CHECK(rate() == 0.1f);
  i64<> big = 1ll << 40;
  CHECK(big() == 1ll << 40);
}

TEST_CASE("wrong lists and extents say the numbers") {
  CHECK_THROWS_WITH_AS((f32<3>{1, 2}), doctest::Contains("axis 0 of extent 3; given 2 elements"), shape_error);
  CHECK_THROWS_WITH_AS((f32<dyn, dyn>{{1, 2}, {3}}), doctest::Contains("given 1 where 2"), shape_error);
  CHECK_THROWS_WITH_AS(f32<dyn>(-1), doctest::Contains("-1"), shape_error);
  CHECK_THROWS_AS(u8<>(256), shape_error);
  const std::vector<float> values(7);
  CHECK_THROWS_WITH_AS((f32<dyn, 3>::from(values, {2})), doctest::Contains("given 7, needed 6"), shape_error);
  f32<2, 2> a;
  CHECK_THROWS_WITH_AS(a(2, 0), doctest::Contains("index 2 is outside axis 0 of extent 2"), shape_error);
  f32<dyn> empty;
  CHECK_THROWS_AS(std::as_const(empty)(0), shape_error);
  CHECK_THROWS_AS(empty.size(), shape_error);
  CHECK_THROWS_AS((void)std::as_const(empty).span(), shape_error);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)   // which end a program that asks for so much
TEST_CASE("a literal too large for memory is an error, and the next one is not") {
  const f32<1 << 28, 1 << 28> large;
  CHECK_THROWS_AS((void)large.span(), std::bad_alloc);
  const f32<2> small;
  CHECK(small.span()[1] == 0);
}
#endif

TEST_CASE("copies share, a write unshares") {
  f32<3> a{1, 2, 3};
  f32<3> b = a;
  CHECK(std::as_const(a).span().data() == std::as_const(b).span().data());
  b(0) = 9;
  CHECK(a(0) == 1);
  CHECK(std::as_const(a).span().data() != std::as_const(b).span().data());
  const f32<3> c = std::move(b);
  CHECK(c(0) == 9);
  f32<3> zeros;
  f32<3> ones = zeros;
  ones(1) = 1;
  CHECK(zeros(1) == 0);
}

TEST_CASE("spans: const ones never copy, literals have one too") {
  f32<4> v{1, 2, 3, 4};
  const f32<4> shared = v;
  CHECK(shared.span().data() == std::as_const(v).span().data());
  v.span()[0] = 7;
  CHECK(shared(0) == 1);
  static const f32<8> constant;
  CHECK(constant.span().size() == 8);
  CHECK(constant.span()[7] == 0);
}

TEST_CASE("adopted memory is used in place and given back once") {
  auto* memory = new float[6]{1, 2, 3, 4, 5, 6};
  int returned = 0;
  {
    auto a = f32<dyn, 3>::adopt(memory, {2}, [&](float* p) {
      ++returned;
      delete[] p;
    });
    CHECK(std::as_const(a).span().data() == memory);
    auto b = a;
    CHECK(b(1, 2) == 6);
    CHECK(returned == 0);
  }
  CHECK(returned == 1);
}

TEST_CASE("arrays align to 64 bytes and the pool reuses blocks") {
  const float* where = nullptr;
  {
    f32<dyn> a(1000);
    where = std::as_const(a).span().data();
    CHECK(reinterpret_cast<std::uintptr_t>(where) % 64 == 0);
  }
  f32<dyn> b(1000);
  CHECK(std::as_const(b).span().data() == where);
}

TEST_CASE("every size class holds what it promises") {
  for (std::size_t bytes = 1; bytes < std::size_t{1} << 40; bytes += bytes / 7 + 1) {
    const int id = core::size_class::of(bytes);
    REQUIRE(core::size_class::bytes(id) >= bytes);
    REQUIRE((id == 0 || core::size_class::bytes(id - 1) < bytes));
    REQUIRE(core::size_class::bytes(id) % 64 == 0);
  }
}

TEST_CASE("threads may copy, read and drop one array") {
  const f32<dyn> shared = f32<dyn>::from(std::vector<float>(1000, 2), {1000});
  static const f32<64> literal;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) {
        f32<dyn> copy = shared;
        if (copy(i % 1000) != 2 || literal.span()[static_cast<std::size_t>(i % 64)] != 0) ++wrong;
        f32<dyn> own(i % 50 + 1);
        if (own(0) != 0) ++wrong;
      }
    });
  for (auto& t : threads) t.join();
  CHECK(wrong == 0);
}

TEST_CASE("printing is NumPy's") {
  std::ostringstream out;
  out << f32<2, 3>{{1, 2, 3}, {4, 5.5f, 6}};
  CHECK(out.str() == "[[1.  2.  3. ]\n [4.  5.5 6. ]]");
}

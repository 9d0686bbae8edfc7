// SPDX-License-Identifier: MIT
// Programs on a device: jit, derivatives and statements say what they say on the host; numbers go along, donated memory is
// reused, devices do not mix.
#include <unistd.h>

#include <cstdio>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::said_by;
using cuda_tests::software_driver;

namespace {

// Elementary functions differ between the backends by a few ulp.
constexpr tolerances close{.rtol = 1e-5, .atol = 1e-6};
const device gpu = device::cuda(0);

f32<-1, 4> rows(int count) {
  f32<-1, 4> made(count);
  for (int i = 0; i < 4 * count; ++i) made(i / 4, i % 4) = static_cast<float>(i % 13) / 4.f - 1.f;
  return made;
}

constexpr auto dense = [](const f32<-1, 4>& x, const f32<4>& b, const f32<>& scale) {
  return f32<-1, 4>(tanh(x * scale + b) - x / 2.f);
};
constexpr auto norms = [](const f32<-1, 4>& x) {
  f32<-1> squares = sum(x * x, axis<-1>);
  return std::pair{f32<-1>(sqrt(squares)), f32<>(sum(squares))};
};

TEST_CASE("jit runs where its arguments are") {
  SINTER_NEEDS_GPU();
  const f32<-1, 4> x = rows(37);
  const f32<4> b{.5f, -1, 2, 0};
  const auto here = jit<dense>(x, b, 1.5f);
  const auto there = jit<dense>(x.to(gpu), b.to(gpu), 1.5f);
  CHECK(here.device().is_cpu());
  CHECK(there.device() == gpu);
  CHECK(allclose(there, here, close));
  const auto [lengths, total] = jit<norms>(x.to(gpu));
  const auto [lengths_here, total_here] = jit<norms>(x);
  CHECK(total.device() == gpu);
  CHECK(allclose(lengths, lengths_here, close));
  CHECK(allclose(total, total_here, close));
}

TEST_CASE("statements and derivatives run there as well") {
  SINTER_NEEDS_GPU();
  const f32<-1, 4> x = rows(5), y = rows(5);
  const f32<-1, 4> there = x.to(gpu);
  const f32<-1, 4> sum_there = there * 2.f + y.to(gpu);
  CHECK(sum_there.device() == gpu);
  CHECK(array_equal(sum_there, f32<-1, 4>(x * 2.f + y)));
  constexpr auto energy = [](const f32<-1, 4>& at) { return f32<>(sum(at * at * at)); };
  const auto slope = grad<energy>(there);
  CHECK(slope.device() == gpu);
  CHECK(allclose(slope, grad<energy>(x), close));
  const auto compiled = jit<grad<energy>>(there);
  CHECK(compiled.device() == gpu);
  CHECK(allclose(compiled, slope, close));
}

TEST_CASE("another number compiles nothing, nor does another extent of the same class") {
  SINTER_NEEDS_GPU();
  const f32<4> b = f32<4>{.5f, -1, 2, 0}.to(gpu);
  const f32<-1, 4> x = rows(64).to(gpu);
  const f32<-1, 4> first = jit<dense>(x, b, 1.f);
  const auto before = core::cuda::counters::instance().snapshot();
  for (float scale : {2.f, 0.f, -3.f, 2.f})
    CHECK(allclose(jit<dense>(x, b, scale), jit<dense>(x.to(device::cpu()), b.to(device::cpu()), scale), close));
  const auto middle = core::cuda::counters::instance().snapshot() - before;
  CHECK(middle.compiles + middle.memory_hits + middle.disk_hits + middle.module_loads == 0);
  CHECK(middle.launches == 4);
  CHECK(allclose(jit<dense>(rows(128).to(gpu), b, 1.f), jit<dense>(rows(128), b.to(device::cpu()), 1.f), close));
  CHECK((core::cuda::counters::instance().snapshot() - before).compiles == 0);
}

TEST_CASE("numbers on the device and literals on the host go along") {
  SINTER_NEEDS_GPU();
  const f32<-1, 4> x = rows(8);
  const f32<> scale_there = f32<>(3.f).to(gpu);
  const auto expected = jit<dense>(x, f32<4>(), 3.f);
  const auto there = jit<dense>(x.to(gpu), f32<4>(), scale_there);  // the zeros of b are nowhere
  CHECK(there.device() == gpu);
  CHECK(allclose(there, expected, close));
  const auto here = jit<dense>(x, f32<4>(), scale_there);
  CHECK(here.device().is_cpu());
  CHECK(array_equal(here, expected));
  constexpr auto twice = [](const f32<>& number) { return f32<>(number + number); };
  CHECK(jit<twice>(scale_there).device() == gpu);
  CHECK(array_equal(jit<twice>(scale_there), f32<>(6.f)));
}

TEST_CASE("results that are arguments") {
  SINTER_NEEDS_GPU();
  constexpr auto same = [](const f32<4>& x, const f32<>& n) { return std::tuple{x, n, f32<4>(x + n), x}; };
  const f32<4> x = f32<4>{1, 2, 3, 4}.to(gpu);
  const auto [one, number, moved, again] = jit<same>(x, 2.f);
  CHECK(one.handle() == x.handle());
  CHECK(again.handle() == x.handle());
  CHECK(number.device() == gpu);
  CHECK(number() == 2.f);
  CHECK(array_equal(moved, f32<4>{3, 4, 5, 6}));
}

TEST_CASE("donated memory becomes the result's") {
  SINTER_NEEDS_GPU();
  constexpr auto step = [](const f32<64>& w, const f32<64>& g) { return f32<64>(w - g * .5f); };
  f32<64> w = to(f32<64>() + 1.f, gpu);
  const f32<64> g = to(f32<64>() + 2.f, gpu);
  const void* place = w.handle()->data;
  CHECK(std::as_const(w)(0) == 1.f);  // a mirror that the result must not keep
  w = jit<step>(std::move(w), g);
  CHECK(w.handle()->data == place);
  CHECK(std::as_const(w)(63) == 0.f);
  const f32<64> shared = w;
  const f32<64> other = jit<step>(std::move(w), g);
  CHECK(other.handle()->data != place);
  CHECK(std::as_const(shared)(5) == 0.f);
  CHECK(other(5) == -1.f);
}

TEST_CASE("devices do not mix, and shapes are checked before anything runs") {
  SINTER_NEEDS_GPU();
  const f32<-1, 4> x = rows(3);
  const f32<4> b{1, 2, 3, 4};
  const std::string text = said_by<device_error>([&] { (void)jit<dense>(x.to(gpu), b, 1.f); });
  CHECK(holds(text, "argument 0 is on cuda(0) and argument 1 on cpu"));
  CHECK(holds(text, "to(device::cuda(0))"));
  CHECK_THROWS_AS((void)f32<4>(b + b.to(gpu)), device_error);
  constexpr auto both = [](const f32<-1>& one, const f32<-1>& other) { return f32<-1>(one + other); };
  const f32<-1> three = f32<-1>(f32<3>()).to(gpu), four = f32<-1>(f32<4>()).to(gpu);
  CHECK_THROWS_AS((void)jit<both>(three, four), shape_error);
}

// What `call` writes to stdout.
template <class Call>
std::string printed_by(Call call) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  const int usual = dup(1);
  dup2(fileno(file), 1);
  call();
  std::fflush(stdout);
  dup2(usual, 1);
  ::close(usual);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

TEST_CASE("debug_print shows what the device has computed") {
  SINTER_NEEDS_GPU();
  constexpr auto shown = [](const f32<4>& x) {
    f32<4> y = x * 2.f;
    debug_print("twice", y);
    return f32<4>(y + 1.f);
  };
  const f32<4> x{1, 2, 3, 4};
  const f32<4> there = x.to(gpu);
  const std::string text = printed_by([&] { (void)jit<shown>(there); });
  CHECK(text == printed_by([&] { (void)jit<shown>(x); }));
  CHECK(holds(text, "twice: [2. 4. 6. 8.]"));
  CHECK(array_equal(jit<shown>(there), f32<4>{3, 5, 7, 9}));
}

TEST_CASE("nothing is left behind") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<4> b = f32<4>{1, 2, 3, 4}.to(gpu);
  const f32<-1, 4> x = rows(16).to(gpu);
  for (int i = 0; i < 2; ++i) (void)jit<dense>(x, b, 1.f);
  const long long before = driver.live().allocations;
  for (int i = 0; i < 10; ++i) (void)jit<dense>(x, b, static_cast<float>(i));
  CHECK(driver.live().allocations == before);
  CHECK(std::string(driver.last_violation()) == "");
}

}  // namespace

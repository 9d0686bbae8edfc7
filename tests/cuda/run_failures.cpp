// SPDX-License-Identifier: MIT
// Failures that stay or that many see: donated arguments hold what they held, memory that is short is told with its sizes,
// sticky errors lose the device and say so from then on. Each function of the driver fails in run_each_function.cpp.
#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::injected;
using cuda_tests::said_by;
using cuda_tests::software_driver;

namespace {

const device gpu = device::cuda(0);

f32<-1, 8> rows() {
  f32<-1, 8> made(5);
  for (int i = 0; i < 40; ++i) made(i / 8, i % 8) = static_cast<float>(i) / 8.f - 2.f;
  return made;
}
constexpr auto step = [](const f32<-1, 8>& at, const f32<8>& by) { return f32<-1, 8>(at - by); };

TEST_CASE("the way to the device names the user's line") {
  SINTER_NEEDS_DEVICE();
  const f32<-1, 8> x = rows().to(gpu);
  const f32<8> b = f32<8>{1, 2, 3, 4, 5, 6, 7, 8}.to(gpu);
  (void)jit<step>(x, b);
  const injected fault("cuCtxPushCurrent:1=201");
  CHECK(holds(said_by<device_error>([&] { (void)jit<step>(x, b); }), "run_failures.cpp:"));
  CHECK(fault.has_happened());
}

TEST_CASE("donated arguments hold what they held") {
  SINTER_NEEDS_DEVICE();
  const f32<-1, 8> x_here = rows();
  const f32<-1, 8> x = x_here.to(gpu);
  const f32<8> b = f32<8>{1, 2, 3, 4, 5, 6, 7, 8}.to(gpu);
  f32<-1, 8> donated = x_here.to(gpu);
  (void)jit<step>(x, b);
  for (const char* fault : {"cuLaunchKernel:1=1", "cuCtxPushCurrent:1=201"}) {
    CAPTURE(fault);
    {
      const injected now(fault);
      CHECK_THROWS_AS(donated = jit<step>(std::move(donated), b), device_error);
    }
    CHECK(array_equal(donated.to(device::cpu()), x_here));
  }
}

TEST_CASE("out of memory says the sizes and leaves arrays intact") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<1000> x = to(f32<1000>() + 1.f, gpu);
  softcuda_options options{};
  driver.get_options(&options);
  const auto usual = options.out_of_memory_at;
  options.out_of_memory_at = driver.live().used_bytes + 1000;
  driver.set_options(&options);
  constexpr auto twice = [](const f32<1000>& at) { return f32<1000>(at + at); };
  const std::string text = said_by<device_error>([&] { (void)jit<twice>(x); });
  CHECK(holds(text, "out of memory; 4000 bytes are needed"));
  options.out_of_memory_at = usual;
  driver.set_options(&options);
  const f32<1000> doubled = jit<twice>(x);
  CHECK(doubled(999) == 2.f);
}

TEST_CASE("a lost device repeats its first error, and the host goes on") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<8> x = f32<8>{1, 2, 3, 4, 5, 6, 7, 8}.to(gpu);
  constexpr auto thrice = [](const f32<8>& at) { return f32<8>(at * 3.f); };
  (void)jit<thrice>(x);
  REQUIRE(driver.set_faults("kernel:1=700") != 0);
  const std::string first = said_by<device_error>([&] {
    const f32<8> y = jit<thrice>(x);
    (void)y(0);
  });
  driver.set_faults("");
  CHECK(holds(first, "(700)"));
  CHECK(holds(first, "sinter_map_"));
  CHECK(holds(first, "run_failures.cpp:"));
  CHECK(holds(first, "the device is lost"));
  const std::string second = said_by<device_error>([&] { (void)jit<thrice>(x); });
  CHECK(holds(second, "the device is lost, with all arrays on it, since: "));
  CHECK(holds(second, "(700)"));
  CHECK(!said_by<device_error>([&] { (void)x.to(device::cpu()); }).empty());
  CHECK(jit<thrice>(f32<8>{1, 2, 3, 4, 5, 6, 7, 8})(7) == 24.f);
}

}  // namespace

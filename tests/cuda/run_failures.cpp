// SPDX-License-Identifier: MIT
// Every function of the driver fails once, in each path that calls it: a typed error, nothing left behind, arguments intact,
// and the next call works. Sticky errors lose the device, and say so from then on.
#include <set>

#include <sinter/cuda/devices.hpp>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::said_by;
using cuda_tests::software_driver;

namespace {

const device gpu = device::cuda(0);

// Whose failure nobody needs to hear of: giving back and the way there, leaving, and explaining errors.
const std::set<std::string> silent{"cuMemFreeAsync", "cuMemFree_v2",     "cuCtxPopCurrent_v2", "cuGetErrorName",
                                   "cuGetErrorString", "cuGraphExecDestroy", "cuGraphDestroy",    "cuModuleUnload",
                                   "cuMemGetInfo_v2", "cuCtxPushCurrent_v2"};

constexpr auto program = [](const f32<-1, 8>& x, const f32<8>& b, const f32<>& scale) {
  f32<-1> sums = sum(x * scale + b, axis<-1>);
  return std::pair{f32<-1, 8>(tanh(x) * scale), f32<>(sum(sums * sums))};
};
using built = core::program<core::call_of<program, f32<-1, 8>, f32<8>, f32<>>>;

// Fails each call of each function that `path` makes, once, with `code`. `prepare` undoes what a path does once only.
template <class Prepare, class Path, class Check>
void fail_each_call(const char* code, Prepare prepare, Path path, Check check) {
  const auto& driver = software_driver::instance();
  prepare();
  driver.reset_counts();
  path();
  const auto called = driver.called();
  prepare();
  const softcuda_live before = driver.live();
  int failures = 0;
  for (const auto& function : called)
    for (unsigned long long nth = 1; nth <= function.second; ++nth) {
      const std::string& name = function.first;  // clang++ 16 captures no binding
      CAPTURE(name);
      CAPTURE(nth);
      prepare();
      REQUIRE(driver.set_faults((name + ":" + std::to_string(nth) + "=" + code).c_str()) != 0);
      std::string text;
      try {
        path();
      } catch (const device_error& e) {
        text = e.what();
      }
      const bool has_happened = driver.faults_left() == 0;
      driver.set_faults("");
      if (has_happened && !silent.count(name)) {
        ++failures;
        CHECK(holds(text, "cuda(0)"));
      }
      check();
      prepare();
      path();
      prepare();
      const softcuda_live after = driver.live();
      CHECK(after.modules == before.modules);
      CHECK(after.graphs == before.graphs);
      CHECK(after.graph_execs == before.graph_execs);
      CHECK(after.allocations == before.allocations);
    }
  CHECK(failures > 0);
}

TEST_CASE("a first call, a cached call and donation survive each failure") {
  SINTER_NEEDS_DEVICE();
  f32<-1, 8> x_here(5);
  for (int i = 0; i < 40; ++i) x_here(i / 8, i % 8) = static_cast<float>(i) / 8.f - 2.f;
  const f32<8> b_here{1, 2, 3, 4, 5, 6, 7, 8};
  const f32<-1, 8> x = x_here.to(gpu);
  const f32<8> b = b_here.to(gpu);
  const auto expected = jit<program>(x_here, b_here, 2.f);
  auto run = [&] {
    const auto made = jit<program>(x, b, 2.f);
    const bool first = allclose(made.first, expected.first, {.rtol = 1e-5, .atol = 1e-6});  // outside CHECK, which catches
    const bool second = allclose(made.second, expected.second, {.rtol = 1e-5, .atol = 1e-6});
    CHECK(first);
    CHECK(second);
  };
  auto is_intact = [&] {
    CHECK(array_equal(x.to(device::cpu()), x_here));
    CHECK(array_equal(b.to(device::cpu()), b_here));
  };
  auto forget = [] { core::prepared_of<built>.clear(); };
  run();
  SUBCASE("first call") { fail_each_call("1", forget, run, is_intact); }
  SUBCASE("cached call") { fail_each_call("1", [] {}, run, is_intact); }
  SUBCASE("out of memory once is retried") {
    const auto& driver = software_driver::instance();
    for (const char* fault : {"cuMemAllocAsync:1=2", "cuModuleLoadDataEx:1=2"}) {
      CAPTURE(fault);
      forget();
      REQUIRE(driver.set_faults(fault) != 0);
      run();
      CHECK(driver.faults_left() == 0);
    }
    driver.set_faults("");
  }
  SUBCASE("donated arguments hold what they held") {
    constexpr auto step = [](const f32<-1, 8>& at, const f32<8>& by) { return f32<-1, 8>(at - by); };
    f32<-1, 8> donated = x_here.to(gpu);
    (void)jit<step>(x, b);
    const auto& driver = software_driver::instance();
    for (const char* fault : {"cuLaunchKernel:1=1", "cuCtxPushCurrent:1=201"}) {
      CAPTURE(fault);
      REQUIRE(driver.set_faults(fault) != 0);
      CHECK_THROWS_AS(donated = jit<step>(std::move(donated), b), device_error);
      driver.set_faults("");
      CHECK(array_equal(donated.to(device::cpu()), x_here));
    }
  }
  SUBCASE("kernels that fail are named with their line") {
    const auto& driver = software_driver::instance();
    driver.set_faults("cuLaunchKernel:1=1,cuGraphLaunch:1=1");
    const std::string text = said_by<device_error>([&] { (void)jit<program>(x, b, 2.f); });
    driver.set_faults("");
    CHECK(holds(text, "run_failures.cpp:"));
    CHECK(holds(text, "kernel sinter_"));
  }
}

TEST_CASE("copies survive each failure") {
  SINTER_NEEDS_DEVICE();
  const f32<64> here = f32<64>() + 1.f;
  const f32<64> there = here.to(gpu);
  fail_each_call("1", [] {}, [&] { (void)here.to(gpu); }, [&] { CHECK(array_equal(there.to(device::cpu()), here)); });
  fail_each_call("1", [] {}, [&] { (void)there.to(device::cpu()); }, [&] { CHECK(array_equal(there.to(device::cpu()), here)); });
}

TEST_CASE("opening a device survives each failure") {
  SINTER_NEEDS_DEVICE();
  (void)f32<1>().to(gpu);
  std::string why;
  const core::cuda::driver* api = core::cuda::driver::find(why);
  REQUIRE(api);
  static auto& kept = *new std::vector<core::cuda::runner*>;  // what opens stays open
  fail_each_call("1", [] {}, [&] { kept.push_back(new core::cuda::runner(*api, 0)); }, [] {});
  for (auto* each : kept) CHECK(each->where() == gpu);
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

// SPDX-License-Identifier: MIT
// A program of several launches is one CUDA graph, built once for its extents and launched again; threads share it safely.
// Devices without memory pools, two devices, the default device, and children of fork().
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::injected;
using cuda_tests::said_by;
using cuda_tests::software_driver;
using cuda_tests::with_options;

namespace {

const device gpu = device::cuda(0);
constexpr tolerances close{.rtol = 1e-5, .atol = 1e-6};

constexpr auto several = [](const f32<-1, 8>& x, const f32<8>& b) {
  f32<-1> sums = sum(x * b, axis<-1>);
  f32<> total = sum(sums * sums);
  return f32<-1, 8>(x / (total + 1.f) + b);
};
using program = core::program<core::call_of<several, f32<-1, 8>, f32<8>>>;

f32<-1, 8> rows(int count) {
  f32<-1, 8> made(count);
  for (int i = 0; i < 8 * count; ++i) made(i / 8, i % 8) = static_cast<float>(i % 11) / 4.f - 1.f;
  return made;
}

TEST_CASE("one graph for each vector of extents, launched again") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<8> b_here{1, 2, 3, 4, 5, 6, 7, 8};
  const f32<8> b = b_here.to(gpu);
  constexpr int launches = program::plan.count.launches;
  REQUIRE(launches > 1);
  driver.reset_counts();
  for (int count : {3, 5, 3, 5, 5}) {
    const f32<-1, 8> x = rows(count), there = x.to(gpu);
    for (int i = 0; i < 3; ++i) CHECK(allclose(jit<several>(there, b), jit<several>(x, b_here), close));
  }
  CHECK(driver.calls_of("cuGraphInstantiateWithFlags") == 2);
  CHECK(driver.calls_of("cuGraphLaunch") == 15);
  CHECK(driver.calls_of("cuLaunchKernel") == 0);
  CHECK(driver.totals().launches == 15u * launches);
  CHECK(driver.calls_of("cuModuleLoadDataEx") <= 4);
}

TEST_CASE("a cached call asks for little: memory, one launch") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const f32<8> b = f32<8>{1, 2, 3, 4, 5, 6, 7, 8}.to(gpu);
  const f32<-1, 8> x = rows(4).to(gpu);
  f32<-1, 8> kept = jit<several>(x, b);
  driver.reset_counts();
  kept = jit<several>(x, b);
  CHECK(driver.calls_of("cuGraphLaunch") == 1);
  CHECK(driver.calls_of("cuMemAllocAsync") <= 2);  // the result and the arena
  CHECK(driver.calls_of("cuStreamSynchronize") == 0);
  CHECK(driver.calls_of("cuMemcpyHtoDAsync") == 0);
  CHECK(driver.calls_of("cuModuleGetFunction") == 0);
}

TEST_CASE("threads call at once") {
  SINTER_NEEDS_GPU();
  const f32<8> b_here{1, 2, 3, 4, 5, 6, 7, 8};
  core::prepared_of<program>.clear();
  const f32<8> b = b_here.to(gpu);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const f32<-1, 8> x = rows(2 + t % 2), there = x.to(gpu);
      const auto expected = jit<several>(x, b_here);
      for (int i = 0; i < 20; ++i) wrong += !allclose(jit<several>(there, b), expected, close);
    });
  for (auto& each : threads) each.join();
  CHECK(wrong == 0);
}

TEST_CASE("a device without pools reuses what is freed") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  softcuda_options options{};
  driver.get_options(&options);
  options.memory_pools = 0;
  driver.set_options(&options);
  core::device_runner& poolless = cuda_tests::opened_anew();
  options.memory_pools = 1;
  driver.set_options(&options);
  driver.reset_counts();
  const std::int64_t extents[] = {100};
  void* first = poolless.allocate(400);
  poolless.release(first, 400);
  core::buffer* made = core::buffer::make_on(poolless, core::dtype::f32, 1, extents);
  CHECK(made->data == first);
  CHECK(driver.calls_of("cuMemAlloc") == 1);
  CHECK(driver.calls_of("cuMemFree") == 0);
  const std::vector<float> sent(100, 2.5f);
  poolless.copy_in(made->data, sent.data(), 400);
  CHECK(static_cast<const float*>(made->host())[99] == 2.5f);
  made->drop();
  {  // what the pool of the usual device keeps is not in the way
    core::cuda::gpu& usual = cuda_tests::usual_runner().on();
    const core::cuda::gpu::entered here(usual);
    CHECK(usual.api.cuStreamSynchronize(usual.stream()) == 0);
    CHECK(usual.api.cuMemPoolTrimTo(usual.pool(), 0) == 0);
  }
  options.out_of_memory_at = driver.live().used_bytes + 300;
  driver.set_options(&options);
  void* other = poolless.allocate(700);  // what waits is given back to make room
  CHECK(driver.calls_of("cuMemFree") == 1);
  poolless.release(other, 700);
  options.out_of_memory_at = 0;
  driver.set_options(&options);
}

TEST_CASE("two devices: arrays move between them and do not mix") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  softcuda_options options{};
  driver.get_options(&options);
  options.devices = 2;
  driver.set_options(&options);
  const f32<8> here{1, 2, 3, 4, 5, 6, 7, 8};
  const f32<8> zero = here.to(gpu), one = zero.to(device::cuda(1));
  CHECK(one.device() == device::cuda(1));
  CHECK(array_equal(one, here));
  const f32<8> sum_there = one + one;
  CHECK(sum_there.device() == device::cuda(1));
  CHECK(sum_there(7) == 16.f);
  CHECK(holds(said_by<device_error>([&] { (void)f32<8>(zero + one); }), "argument 0 is on cuda(0) and argument 1 on cuda(1)"));
}

TEST_CASE("copies between devices go straight where the driver says so, else through the host") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const with_options peers([](softcuda_options& options) {
    options.devices = 4;
    options.peers = 1;
  });
  const f32<-1, 8> here = rows(6);
  const f32<-1, 8> zero = here.to(gpu);
  const f32<-1, 8> computed = zero + zero;  // not waited for: the copy does
  driver.reset_counts();
  const auto before = core::cuda::counters::instance().snapshot();
  f32<-1, 8> two = computed.to(device::cuda(2));
  const auto moved = core::cuda::counters::instance().snapshot() - before;
  CHECK(two.device() == device::cuda(2));
  CHECK(driver.calls_of("cuMemcpyPeerAsync") == 1);
  CHECK(driver.totals().device_to_host_bytes + driver.totals().host_to_device_bytes == 0);
  CHECK(moved.bytes_between_devices == 6 * 8 * 4);
  CHECK(moved.bytes_to_host + moved.bytes_to_device == 0);
  CHECK(array_equal(two, f32<-1, 8>(here + here)));
  {
    f32<-1, 8> gone = zero.to(gpu) * 3.f;  // freed as soon as it is copied
    two = gone.to(device::cuda(2));
  }
  CHECK(array_equal(two, f32<-1, 8>(here * 3.f)));
  CHECK(f32<-1, 8>(0).to(gpu).to(device::cuda(2)).size() == 0);
  CHECK(driver.calls_of("cuDeviceCanAccessPeer") == 1);  // asked once

  {
    const injected fault("cuMemcpyPeerAsync:1=1");
    CHECK(holds(said_by<device_error>([&] { (void)zero.to(device::cuda(2)); }), "cuda(2): cuMemcpyPeerAsync: "));
  }
  CHECK(array_equal(zero.to(device::cuda(2)), here));

  const with_options strangers([](softcuda_options& options) { options.peers = 0; });
  driver.reset_counts();
  const f32<-1, 8> three = zero.to(device::cuda(3));
  CHECK(driver.calls_of("cuMemcpyPeerAsync") == 0);
  CHECK(driver.totals().device_to_host_bytes == 6 * 8 * 4);
  CHECK(driver.totals().host_to_device_bytes == 6 * 8 * 4);
  CHECK(array_equal(three, here));
  for (const char* refused : {"cuDeviceCanAccessPeer:1=999", "cuMemPoolSetAccess:1=999"}) {  // no answer is a no
    CAPTURE(refused);
    const with_options again([](softcuda_options& options) { options.peers = 1; });
    core::device_runner& opened = cuda_tests::opened_anew(1);
    const injected fault(refused);
    void* place = opened.allocate(32);
    CHECK(!opened.copy_from(*zero.handle()->on, place, zero.handle()->data, 32));
    CHECK(fault.has_happened());
    opened.release(place, 32);
  }
  CHECK(std::string(driver.last_violation()) == "");
}

constexpr auto counting = [] { return i32<6>(iota<i32<6>>() * 2); };

TEST_CASE("programs without arguments run on the default device") {
  SINTER_NEEDS_DEVICE();
  const i32<6> made = jit<counting>();
  CHECK(made(5) == 10);
  if (std::getenv("SINTER_PLATFORM")) {  // the second time, below
    CHECK(made.device() == gpu);
    return;
  }
  CHECK(made.device().is_cpu());
  char path[4096] = {};
  REQUIRE(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
  const std::string again = "SINTER_PLATFORM=cuda '" + std::string(path) + "' '--test-case=programs without arguments*' >/dev/null";
  CHECK(std::system(again.c_str()) == 0);
}

TEST_CASE("a child of fork gets a sentence, makes no call, and still has the host") {
  SINTER_NEEDS_DEVICE();
  const f32<8> here{1, 2, 3, 4, 5, 6, 7, 8};
  f32<8> there = here.to(gpu);
  const auto& driver = software_driver::instance();
  driver.reset_counts();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::string text = said_by<device_error>([&] { (void)there.to(device::cpu()); });
    const std::string other = said_by<device_error>([&] { (void)here.to(device::cuda(5)); });
    there = here;  // gives up the device array
    const f32<8> sum_here = here + here;
    const bool is_right = holds(text, "a child of fork() cannot use a GPU") && holds(other, "a child of fork()") &&
                          sum_here(7) == 16.f && driver.totals().calls == 0;
    _exit(is_right ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(array_equal(there, here));
}

}  // namespace

// SPDX-License-Identifier: MIT
// Many threads at once: the same and different functions on two devices, arrays that move, are shared, read and dropped
// elsewhere, extents beyond those that stay prepared, a device whose memory is short, and one that is lost meanwhile, while
// others read counters, totals and the profile. Results are compared with the CPU's.
//
// Under the thread sanitizer by hand, for the room cuda takes minutes to compile there:
//   cmake --preset tsan -B build/threads "-DSINTER_TEST_ROOMS=cuda/run_threads;cuda/run_opened;cuda/compile_threads;softcuda"
//   cmake --build build/threads && setarch -R ctest --test-dir build/threads
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::run_again;
using cuda_tests::said_by;
using cuda_tests::software_driver;
using cuda_tests::with_options;

namespace {

constexpr int most_threads = 4;
constexpr tolerances close{.rtol = 1e-5, .atol = 1e-5};

// Several launches, which are one graph, and a number among the arguments.
constexpr auto several = [](const f32<-1, 8>& x, const f32<8>& b, const f32<>& by) {
  f32<-1> sums = sum(x * b, axis<-1>);
  f32<> total = sum(sums * sums);
  return f32<-1, 8>(x * by / (total + 1.f) + b);
};
constexpr auto step = [](const f32<-1, 8>& at, const f32<8>& by) { return f32<-1, 8>(at - by); };
constexpr auto project = [](const f32<-1, 8>& x, const f32<8, 3>& w) { return f32<-1, 3>(tanh(matmul(x, w))); };

f32<-1, 8> rows(int count) {
  f32<-1, 8> made(count);
  for (int i = 0; i < 8 * count; ++i) made(i / 8, i % 8) = static_cast<float>(i % 11) / 4.f - 1.f;
  return made;
}

// Does `work(thread)` on all threads at once.
template <class Work> void at_once(Work work) {
  std::vector<std::thread> threads;
  for (int t = 0; t < most_threads; ++t) threads.emplace_back(work, t);
  for (std::thread& each : threads) each.join();
}

// Runs `look` again and again in a thread of its own as long as it lives.
template <class Look> class watcher {
 public:
  explicit watcher(Look look)
      : thread_([this, look] {
          do {
            look();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          } while (!is_over_);
        }) {}
  watcher(const watcher&) = delete;
  ~watcher() {
    is_over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

// Where threads leave arrays for others: who takes one reads and drops it, and may be the first to do either.
class shelf {
 public:
  f32<-1, 8> swap(int place, f32<-1, 8> left) {
    const std::lock_guard lock(mutex_);
    std::swap(places_[place], left);
    return left;
  }

 private:
  std::mutex mutex_;
  f32<-1, 8> places_[2] = {rows(1), rows(1)};
};

// Kernels of devices in a trace.
std::uint64_t kernels_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t found = 0;
  for (std::string line; std::getline(file, line);)
    found += holds(line, "\"cat\":\"kernel\"") && !holds(line, "\"pid\":1,");
  return found;
}

void watch() {
  const auto& driver = software_driver::instance();
  static const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere(std::fopen("/dev/null", "w"), &std::fclose);
  core::cuda::print(core::cuda::counters::instance().snapshot(), nowhere.get());
  (void)driver.totals();
  (void)driver.live();
  (void)driver.calls_of("cuLaunchKernel");
  core::cuda::gpu& first = cuda_tests::usual_runner().on();
  {
    const core::cuda::gpu::entered here(first);
    (void)first.free_memory();
  }
  if (profile::is_on()) profile::write("watched.json");
}

TEST_CASE("threads share devices, programs and arrays") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const with_options two([](softcuda_options& options) {
    options.devices = 2;
    options.peers = 1;
  });
  constexpr int rounds = 30;
  const f32<8> b{1, 2, 3, 4, 5, 6, 7, 8};
  const f32<8, 3> w = f32<8, 3>() + .25f;
  const auto before = core::cuda::counters::instance().snapshot();
  std::atomic<int> wrong{0}, ready{0};
  {
    f32<8> b_on[2];
    f32<8, 3> w_on[2];
    for (int d = 0; d < 2; ++d) b_on[d] = b.to(device::cuda(d)), w_on[d] = w.to(device::cuda(d));
    shelf left;
    const watcher watched(watch);
    at_once([&](int id) {
      for (++ready; ready < most_threads;) std::this_thread::yield();
      for (int round = 0; round < rounds; ++round) {
        const int on = (round + id) % 2;
        const device here = device::cuda(on), other = device::cuda(1 - on);
        for (const int count : {1 + round, 40 + most_threads * round + id}) {  // as others do, and as nobody else does
          const f32<-1, 8> x = rows(count);
          const f32<> by(static_cast<float>(round % 3));
          f32<-1, 8> there = x.to(here);
          const f32<-1, 8> result = jit<several>(there, b_on[on], by), moved = result.to(other);
          wrong += !allclose(result, jit<several>(x, b, by), close);
          wrong += !array_equal(moved, result);
          there = jit<step>(std::move(there), b_on[on]);
          wrong += !array_equal(there.to(device::cpu()), jit<step>(x, b));
          wrong += !allclose(jit<project>(there, w_on[on]), jit<project>(jit<step>(x, b), w), close);
          const f32<-1, 8> sum_there = moved + moved;
          const f32<-1, 8> found = left.swap(round % 2, sum_there);
          wrong += std::isnan(found(0, 7)) || sum_there(0, 7) != moved(0, 7) * 2.f;
          wrong += std::as_const(b_on[on])(3) != 4.f;
        }
      }
    });
  }
  CHECK(wrong == 0);
  CHECK(std::string(driver.last_violation()) == "");
  const auto spent = core::cuda::counters::instance().snapshot() - before;
  CHECK(spent.launches >= 2u * rounds * most_threads * 4);
  if (profile::is_on()) {  // the second time, below
    REQUIRE(profile::write("all.json"));
    CHECK(kernels_in("all.json") == spent.launches);
    return;
  }
  CHECK(spent.graph_launches >= 2u * rounds * most_threads);
  CHECK(run_again("SINTER_PROFILE=at_exit.json", "threads share devices*") == 0);
}

TEST_CASE("threads make room for one another where memory is short") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const with_options short_of_memory([](softcuda_options& options) {
    options.devices = 4;
    options.memory_pools = 0;
    options.out_of_memory_at = 1 << 20;
  });
  const f32<8> b{1, 2, 3, 4, 5, 6, 7, 8}, there = b.to(device::cuda(3));
  driver.reset_counts();
  std::atomic<int> wrong{0}, arrived{0};
  at_once([&](int) {
    try {
      for (int round = 0; round < 48; ++round) {  // blocks of another size, for which those given back are of no use
        const f32<-1, 8> x = rows(64 << round % 6), one = x.to(device::cuda(3)), other = x.to(device::cuda(3));
        for (++arrived; arrived < most_threads * (round + 1) && !wrong;) std::this_thread::yield();
        const f32<-1, 8> result = jit<step>(one, there);
        wrong += result(63, 7) != x(63, 7) - 8.f || !array_equal(other, x);
      }
    } catch (const device_error& e) {
      ++wrong;
      std::fprintf(stderr, "%s\n", e.what());
    }
  });
  CHECK(wrong == 0);
  CHECK(driver.calls_of("cuMemFree") > 0);
}

TEST_CASE("each thread hears that the device is lost") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const with_options more([](softcuda_options& options) {
    options.devices = 4;
    options.quiet = 1;
  });
  const device lost = device::cuda(2);
  const f32<8> b = f32<8>{1, 2, 3, 4, 5, 6, 7, 8}.to(lost);
  (void)jit<step>(rows(3).to(lost), b);
  std::atomic<int> heard{0}, ready{0};
  REQUIRE(driver.set_faults("kernel:30=700") != 0);
  at_once([&](int) {
    for (++ready; ready < most_threads;) std::this_thread::yield();
    const std::string text = said_by<device_error>([&] {
      for (int round = 0; round < 1000; ++round) {
        const f32<-1, 8> made = jit<step>(rows(3).to(lost), b);
        (void)made(2, 7);
      }
    });
    const std::string again = said_by<device_error>([&] { (void)jit<step>(rows(3).to(lost), b); });
    heard += holds(text, "(700)") && holds(text, "the device is lost") && holds(again, "the device is lost");
  });
  driver.set_faults("");
  CHECK(heard == most_threads);
}

}  // namespace

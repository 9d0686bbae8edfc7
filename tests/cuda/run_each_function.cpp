// SPDX-License-Identifier: MIT
// Every function of the driver fails once, in each path that calls it: a typed error with the kernel and the line, nothing left
// behind, arguments intact, and the next call works. A function that no path reaches fails the test, so none is forgotten.
#include <fcntl.h>

#include <fstream>
#include <functional>
#include <set>

#include "run_support.hpp"

using namespace sinter;
using cuda_tests::holds;
using cuda_tests::injected;
using cuda_tests::run_again;
using cuda_tests::said_by;
using cuda_tests::software_driver;
using cuda_tests::with_options;

namespace {

const device gpu = device::cuda(0);
constexpr tolerances close{.rtol = 1e-5, .atol = 1e-6};

constexpr auto program = [](const f32<-1, 8>& x, const f32<8>& b, const f32<>& scale) {
  f32<-1> sums = sum(x * scale + b, axis<-1>);
  return std::pair{f32<-1, 8>(tanh(x) * scale), f32<>(sum(sums * sums))};
};
constexpr auto twice = [](const f32<8>& b) { return f32<8>(b + b); };
// More numbers than are sent one by one; the last is a result as well.
constexpr auto many = [](const f32<8>& b, const f32<>& n, const f32<>& o, const f32<>& p, const f32<>& q, const f32<>& r,
                         const f32<>& s, const f32<>& t, const f32<>& u, const f32<>& v) {
  return std::pair{f32<8>(b * n + o * p + q * r + s * t + u * v), f32<>(v)};
};
constexpr auto shown = [](const f32<8>& b) {
  debug_print("b", b);
  return f32<8>(b + 1.f);
};
constexpr auto total = [](const f32<-1>& x) { return f32<>(sum(x)); };  // blocks share it
using summed = core::program<core::call_of<total, f32<-1>>>;
using built = core::program<core::call_of<program, f32<-1, 8>, f32<8>, f32<>>>;

// The name without the suffix of its version.
std::string plain(const std::string& name) {
  const std::size_t at = name.rfind("_v");
  return at == std::string::npos ? name : name.substr(0, at);
}
using names = std::set<std::string>;

// Whose failure nobody needs to hear of: giving back, the way there and away, what has another way, explaining errors, times.
const names silent{"cuMemFreeAsync", "cuMemFree", "cuGraphExecDestroy", "cuGraphDestroy", "cuModuleUnload",
                   "cuDevicePrimaryCtxRelease", "cuMemPoolTrimTo", "cuCtxPushCurrent", "cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode",
                   "cuDeviceCanAccessPeer", "cuMemPoolSetAccess", "cuGetErrorName", "cuGetErrorString", "cuMemGetInfo",
                   "cuEventCreate", "cuEventRecord", "cuEventElapsedTime"};
// What is asked once more with room made where the driver lacks memory.
const names retried{"cuMemAllocAsync", "cuMemAlloc", "cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync", "cuMemcpyPeerAsync",
                    "cuMemsetD8Async", "cuMemsetD32Async", "cuModuleLoadDataEx", "cuModuleGetFunction", "cuLaunchKernel",
                    "cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiateWithFlags", "cuGraphExecKernelNodeSetParams",
                    "cuGraphLaunch"};

// One way into the driver. `prepare` undoes what it does once only; `run` says nothing where it succeeds.
struct path {
  const char* name;
  std::function<void()> prepare, run;
  enum { call, other, release } what = other;  // of a function: its errors name kernel and line; or one that nobody hears of
};

// The functions that have failed, in any path.
names& failed() {
  static names all;
  return all;
}

void check_failure(const path& at, const std::string& function, const char* code, const std::string& text) {
  CAPTURE(text);
  const bool is_short = std::string(code) == "2";
  if (is_short && retried.count(function) && at.what != path::release) CHECK(text == "");
  else if (at.what != path::release && !silent.count(function)) CHECK(holds(text, "cuda("));
  if (at.what != path::call || text.empty() || silent.count(function)) return;
  CHECK(holds(text, "run_each_function.cpp:"));
  CHECK(holds(text, "sinter_"));
}

// Fails each call of each function that the path makes, once.
void fail_each_call(const path& at, const char* code, const std::function<void()>& check_intact) {
  const std::string name = at.name, answer = code;
  CAPTURE(name);
  CAPTURE(answer);
  const auto& driver = software_driver::instance();
  at.prepare();
  driver.reset_counts();
  at.run();
  const auto called = driver.called();
  at.prepare();
  const softcuda_live before = driver.live();
  for (const auto& each : called)
    for (unsigned long long nth = 1; nth <= each.second; ++nth) {
      const std::string function = plain(each.first);  // clang++ 16 captures no binding
      CAPTURE(function);
      CAPTURE(nth);
      at.prepare();
      std::string text;
      {
        const injected fault(function + ":" + std::to_string(nth) + "=" + code);
        text = said_by<device_error>(at.run);
        if (fault.has_happened()) {
          failed().insert(function);
          check_failure(at, function, code, text);
        }
      }
      check_intact();
      at.prepare();
      at.run();
      at.prepare();
      const softcuda_live after = driver.live();
      CHECK(after.modules == before.modules);
      CHECK(after.graphs == before.graphs);
      CHECK(after.graph_execs == before.graph_execs);
      CHECK(after.allocations == before.allocations);
    }
}

// stdout goes nowhere as long as it lives.
class silence {
 public:
  silence() {
    std::fflush(stdout);
    usual_ = dup(1);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    ::close(nowhere);
  }
  silence(const silence&) = delete;
  ~silence() {
    std::fflush(stdout);
    dup2(usual_, 1);
    ::close(usual_);
  }

 private:
  int usual_;
};

f32<-1, 8> rows() {
  f32<-1, 8> made(5);
  for (int i = 0; i < 40; ++i) made(i / 8, i % 8) = static_cast<float>(i) / 8.f - 2.f;
  return made;
}
const f32<8>& few() {
  static const f32<8> made{1, 2, 3, 4, 5, 6, 7, 8};
  return made;
}
float last_of(const f32<8>& x) { return x(7); }
float number_of(const f32<>& x) { return x(); }
void check(bool is_right) { CHECK(is_right); }  // outside CHECK, which catches

// Functions that are called, with arguments on the device.
std::vector<path> paths_of_calls(const f32<-1, 8>& x, const f32<8>& b) {
  auto forget = [] { core::prepared_of<built>.clear(); };
  auto nothing = [] {};
  const f32<-1> ones = to(full<f32<-1>>(1.f, {20'000}), gpu);
  auto call = [x, b](float scale) {
    static std::pair<f32<-1, 8>, f32<>> kept;  // so that the next results lie elsewhere
    const auto expected = jit<program>(rows(), few(), scale);
    kept = jit<program>(x, b, scale);
    const bool is_right = allclose(kept.first, expected.first, close) && allclose(kept.second, expected.second, close);
    check(is_right);
  };
  return {{"first call", forget, [=] { call(2); }, path::call},
          {"repeated call, other results and another number", nothing,
           [=] {
             static int times = 0;
             call(static_cast<float>(++times % 7));
           },
           path::call},
          {"first call of a sum that blocks share", [] { core::prepared_of<summed>.clear(); },
           [=] { check(number_of(jit<total>(ones)) == 20'000.f); }, path::call},
          {"one kernel", nothing, [=] { check(last_of(jit<twice>(b)) == 16.f); }, path::call},
          {"many numbers", nothing,
           [=] {
             static int times = 0;
             const auto n = static_cast<float>(++times % 7);
             const auto made = jit<many>(b, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8);
             const f32<8>& sums = made.first;
             check(sums(1) == 2 * n + (n + 1) * (n + 2) + (n + 3) * (n + 4) + (n + 5) * (n + 6) + (n + 7) * (n + 8));
             check(std::as_const(made.second)() == n + 8);
           },
           path::call},
          {"printing", nothing,
           [=] {
             const silence now;
             check(last_of(jit<shown>(b)) == 9.f);
           },
           path::call}};
}

// Memory, copies, devices.
std::vector<path> other_paths(const f32<-1, 8>& x, const f32<8>& b) {
  auto nothing = [] {};
  const with_options poolless([](softcuda_options& options) { options.memory_pools = 0; });
  static core::device_runner& lists = cuda_tests::opened_anew();
  const auto used = software_driver::instance().live().used_bytes;
  return {{"opening a device", nothing, [] { (void)cuda_tests::opened_anew(); }},
          {"copy to a device", nothing, [=] { check(few().to(gpu).device() == gpu); }},
          {"copy to the host", nothing, [=] { check(array_equal(b.to(device::cpu()), few())); }},
          {"copy from device to device", nothing,
           [=] {
             const with_options peers([](softcuda_options& options) { options.peers = 1; });
             const f32<8> there = b.to(device::cuda(1));
             check(array_equal(there, few()));
           }},
          {"copy from device to device, asked for the first time", nothing,
           [=] {
             const with_options peers([](softcuda_options& options) { options.peers = 1; });
             core::device_runner& to = cuda_tests::opened_anew(1);
             void* place = to.allocate(32);
             try {
               (void)to.copy_from(*b.handle()->on, place, b.handle()->data, 32);
             } catch (...) {
               to.release(place, 32);
               throw;
             }
             to.release(place, 32);
           }},
          {"copy from device to device through the host", nothing,
           [=] {
             const f32<8> there = b.to(device::cuda(2));
             check(array_equal(there, few()));
           }},
          {"giving up a program", nothing,
           [=] {
             (void)jit<program>(x, b, 2.f);
             core::prepared_of<built>.clear();
           },
           path::release},
          {"memory without pools", nothing,
           [=] {
             const with_options narrow([=](softcuda_options& options) { options.out_of_memory_at = used + 5'000'000; });
             void* place = lists.allocate(4'000'000);
             lists.release(place, 4'000'000);
             place = lists.allocate(3'000'000);  // in place of the other
             lists.release(place, 3'000'000);
           },
           path::release},
          {"out of memory", nothing,
           [=] {
             const std::string text = said_by<device_error>([&] {
               const with_options none([](softcuda_options& options) { options.out_of_memory_at = 1; });
               (void)jit<twice>(b);
             });
             check(holds(text, "cuda(0): ") && holds(text, "run_each_function.cpp:"));
           },
           path::release},
          {"explaining an error", nothing,
           [=] { const std::string text(cuda_tests::usual_runner().on().api.describe(700, "cuAnything").text());
             check(holds(text, "cuAnything: ") && holds(text, "(700)")); }}};
}

// Once more in processes of their own, where the environment asks for more; what has failed there is added.
void fail_again(const std::string& environment) {
  CAPTURE(environment);
  const std::string into = "failed_" + environment.substr(0, environment.find('=')) + ".txt";
  CHECK(run_again(environment + " TEST_FAILED=" + into, "every function*") == 0);
  std::ifstream file(into);
  const std::size_t before = failed().size();
  std::size_t read = 0;
  for (std::string name; file >> name; ++read) failed().insert(name);
  CHECK(read > 0);
  CHECK(failed().size() >= before);
}

// The next test starts this one in processes of its own: what is asked first of the driver fails, or what is asked for a trace.
TEST_CASE("a process begins") {
  const char* fault = std::getenv("SOFTCUDA_FAULTS");
  if (!fault) return;
  if (!software_driver::instance().is_there()) return;
  const std::string function = std::string(fault).substr(0, std::string(fault).find(':'));
  const std::string text = said_by<device_error>([] { check(array_equal(few().to(gpu), few())); });
  CHECK(software_driver::instance().faults_left() == 0);
  if (!silent.count(function)) {
    CHECK(holds(text, "cuda(0): "));
    CHECK(holds(text, function + ": "));
  } else {
    CHECK(text == "");
  }
  CHECK(array_equal(few().to(gpu), few()));
}

TEST_CASE("every function of the driver fails once in each path that calls it") {
  SINTER_NEEDS_DEVICE();
  const with_options three([](softcuda_options& options) { options.devices = 3; });
  const f32<-1, 8> x = rows().to(gpu);
  const f32<8> b = few().to(gpu);
  const auto is_intact = [&] {
    CHECK(array_equal(x.to(device::cpu()), rows()));
    CHECK(array_equal(b.to(device::cpu()), few()));
  };
  for (const path& each : paths_of_calls(x, b))
    for (const char* code : {"1", "2"}) fail_each_call(each, code, is_intact);
  if (const char* into = std::getenv("TEST_FAILED")) {
    std::ofstream file(into);
    for (const std::string& name : failed()) file << name << '\n';
    return;
  }
  for (const path& each : other_paths(x, b))
    for (const char* code : {"1", "2"}) fail_each_call(each, code, is_intact);
  for (const char* environment : {"SINTER_PROFILE=each_function.json", "SINTER_DEBUG_NANS=1", "SINTER_SYNC=1"}) fail_again(environment);
  for (const std::string function : {"cuInit", "cuDeviceGetCount", "cuEventCreate", "cuEventRecord", "cuEventElapsedTime"}) {
    CAPTURE(function);
    CHECK(run_again("SINTER_PROFILE=each_function.json SOFTCUDA_FAULTS=" + function + ":1=999", "a process begins") == 0);
    failed().insert(function);
  }

  {
    const injected both("cuStreamCreate:1=1,cuDevicePrimaryCtxRelease:1=1");
    CHECK(holds(said_by<device_error>([] { (void)cuda_tests::opened_anew(); }), "cuStreamCreate"));
    CHECK(both.has_happened());
    failed().insert("cuDevicePrimaryCtxRelease");
  }

  core::cuda::driver all{};
  std::size_t count = 0;
  all.each_function([&](auto&, const char* spelled, int, const char*) {
    const std::string name = spelled;
    CAPTURE(name);
    CHECK(failed().count(name) == 1);
    ++count;
  });
  CHECK(count == sizeof all / sizeof all.cuInit);
}

}  // namespace

// SPDX-License-Identifier: MIT
// What a driver refuses to a real call: programs (fault 24 of the cache), anything beside a user's capture (fault 30), and
// memory for graphs, launches and loading.
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

constexpr auto step = [](const f32<-1, 8>& w, const f32<8>& b) {
  f32<-1> sums = sum(w * b, axis<-1>);
  f32<> total = sum(sums * sums);
  return f32<-1, 8>(w / (total + 1.f) + b);
};
using program = core::program<core::call_of<step, f32<-1, 8>, f32<8>>>;
constexpr unsigned launches = program::plan.count.launches;
static_assert(launches > 1);

void forget() { core::prepared_of<program>.clear(); }

// The program's arguments on both sides, and whether a result is right.
struct given {
  f32<-1, 8> w_here{5};
  f32<8> b_here{1, 2, 3, 4, 5, 6, 7, 8};
  f32<-1, 8> w, expected;
  f32<8> b;
  given() {
    for (int i = 0; i < 40; ++i) w_here(i / 8, i % 8) = static_cast<float>(i % 11) / 4.f - 1.f;
    w = w_here.to(gpu);
    b = b_here.to(gpu);
    expected = jit<step>(w_here, b_here);
  }
  void call() const {
    const bool is_right = allclose(jit<step>(w, b), expected, close);
    CHECK(is_right);
  }
  void check_intact() const {
    CHECK(array_equal(w.to(device::cpu()), w_here));
    CHECK(array_equal(b.to(device::cpu()), b_here));
  }
};

core::cuda::counts counted() { return core::cuda::counters::instance().snapshot(); }
void check_error(const std::string& text, const char* code) {
  CAPTURE(text);
  CHECK(holds(text, code));
  CHECK(holds(text, "run_refusals.cpp:"));
  CHECK(holds(text, "sinter_"));
}

// A capture that a user's own code makes on the same device.
class user_capture {
 public:
  explicit user_capture(int mode) : at_(cuda_tests::usual_runner().on()) {
    void* library = dlopen(std::getenv("SINTER_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    find(library, "cuStreamBeginCapture_v2", begin_);
    find(library, "cuStreamEndCapture", end_);
    find(library, "cuStreamIsCapturing", status_);
    const core::cuda::gpu::entered here(at_);
    REQUIRE(at_.api.cuStreamCreate(&stream_, core::cuda::stream_non_blocking) == 0);
    REQUIRE(begin_(stream_, mode) == 0);
  }
  user_capture(const user_capture&) = delete;
  ~user_capture() {
    if (!has_ended_) end();
  }
  bool is_active() const {
    const core::cuda::gpu::entered here(at_);
    int status = 0;
    return status_(stream_, &status) == 0 && status == 1;
  }
  int end() {
    const core::cuda::gpu::entered here(at_);
    core::cuda::graph_handle made = nullptr;
    has_ended_ = true;
    const int code = end_(stream_, &made);
    if (made) at_.api.cuGraphDestroy(made);
    return code;
  }

 private:
  template <class F> static void find(void* library, const char* name, F& function) {
    function = reinterpret_cast<F>(dlsym(library, name));
    const bool is_there = function != nullptr;
    REQUIRE(is_there);
  }
  core::cuda::gpu& at_;
  core::cuda::stream_handle stream_ = nullptr;
  bool has_ended_ = false;
  int (*begin_)(core::cuda::stream_handle, int) = nullptr;
  int (*end_)(core::cuda::stream_handle, core::cuda::graph_handle*) = nullptr;
  int (*status_)(core::cuda::stream_handle, int*) = nullptr;
};

TEST_CASE("fault 30: a first call beside a user's capture works and does not break it") {
  SINTER_NEEDS_DEVICE();
  const given at;
  for (const int mode : {0, 1, 2}) {  // global, of the thread, relaxed
    CAPTURE(mode);
    forget();
    user_capture capture(mode);
    at.call();
    at.call();
    at.check_intact();
    CHECK(capture.is_active());
    CHECK(capture.end() == 0);
  }
}

TEST_CASE("fault 30: a driver that loads nothing beside a capture is explained, and the call works after it") {
  SINTER_NEEDS_DEVICE();
  const given at;
  at.call();
  const with_options old([](softcuda_options& options) { options.driver_version = 12020; });
  const long long before = software_driver::instance().live().modules;
  std::string text;
  {
    user_capture capture(0);
    at.call();  // what is prepared needs no loading
    forget();
    text = said_by<device_error>([&] { at.call(); });
    at.check_intact();
    CHECK(capture.is_active());
    CHECK(capture.end() == 0);
  }
  check_error(text, "(900)");
  CHECK(holds(text, "call the function once before the capture"));
  CHECK(software_driver::instance().live().modules == before);  // one that could not be unloaded waits
}

TEST_CASE("fault 30: what cannot be unloaded beside a capture is unloaded later") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  forget();
  at.call();
  forget();
  const long long before = driver.live().modules;
  at.call();
  {
    user_capture capture(0);
    forget();
    CHECK(driver.live().modules == before + 1);
    at.call();
    forget();
    CHECK(driver.live().modules == before + 2);
    CHECK(capture.is_active());
  }
  at.call();
  forget();
  CHECK(driver.live().modules == before);
}

TEST_CASE("fault 30: a device without pools allocates and frees beside a capture") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  {  // what the pool of the usual device keeps is not in the way
    core::cuda::gpu& usual = cuda_tests::usual_runner().on();
    const core::cuda::gpu::entered here(usual);
    CHECK(usual.api.cuStreamSynchronize(usual.stream()) == 0);
    CHECK(usual.api.cuMemPoolTrimTo(usual.pool(), 0) == 0);
  }
  user_capture capture(0);
  const with_options poolless([](softcuda_options& options) { options.memory_pools = 0; });
  core::device_runner& home = cuda_tests::opened_anew();
  home.release(home.allocate(8000), 8000);
  const with_options narrow([&](softcuda_options& options) { options.out_of_memory_at = driver.live().used_bytes + 500; });
  driver.reset_counts();
  void* other = home.allocate(3000);  // in place of what waited
  CHECK(driver.calls_of("cuMemFree") == 1);
  home.release(other, 3000);
  CHECK(capture.is_active());
  CHECK(capture.end() == 0);
}

TEST_CASE("fault 24: machine code that is refused is replaced by its PTX, without compiling") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  at.call();
  for (const char* code : {"200", "209", "218", "222"}) {
    CAPTURE(code);
    forget();
    driver.reset_counts();
    const auto before = counted();
    const injected fault(std::string("cuModuleLoadDataEx:1=") + code);
    at.call();
    CHECK(fault.has_happened());
    CHECK(driver.calls_of("cuModuleLoadDataEx") == 2);
    CHECK((counted() - before).compiles == 0);
  }
}

TEST_CASE("fault 24: a kept program of which both are refused is compiled once more") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  at.call();
  forget();
  driver.reset_counts();
  const auto before = counted();
  const injected fault("cuModuleLoadDataEx:1=200,cuModuleLoadDataEx:2=218");
  at.call();
  CHECK(fault.has_happened());
  CHECK(driver.calls_of("cuModuleLoadDataEx") == 4);
  CHECK((counted() - before).compiles == 1);
}

// The next test starts this one in processes of its own.
TEST_CASE("a process that may find the program on disk") {
  SINTER_NEEDS_DEVICE();
  const given at;
  at.call();
  const char* expected = std::getenv("TEST_EXPECTS");
  if (!expected) return;
  CHECK(std::to_string(counted().disk_hits) + " " + std::to_string(counted().compiles) == expected);
}

TEST_CASE("fault 24: so is one that another process has left on disk") {
  SINTER_NEEDS_DEVICE();
  const char* again = "a process that may find the program on disk";
  const std::string cache = "rm -rf refused_cache; SINTER_CACHE_DIR=refused_cache", same = "SINTER_CACHE_DIR=refused_cache";
  CHECK(run_again(cache + " TEST_EXPECTS='0 1'", again) == 0);
  CHECK(run_again(same + " TEST_EXPECTS='1 0'", again) == 0);
  CHECK(run_again(same + " TEST_EXPECTS='1 1' SOFTCUDA_FAULTS=cuModuleLoadDataEx:1=200,cuModuleLoadDataEx:2=222", again) == 0);
  CHECK(run_again(same + " TEST_EXPECTS='1 0'", again) == 0);
}

TEST_CASE("fault 24: where nothing helps the error has the line, the log and the source, and the next call works") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  at.call();
  auto check_refused = [&](const char* code, unsigned long long loads) {
    forget();
    const softcuda_live before = driver.live();
    driver.reset_counts();
    std::string text, log, source;
    try {
      at.call();
    } catch (const compile_error& e) {
      text = e.what();
      log = e.log();
      source = e.source();
    }
    check_error(text, code);
    CHECK(holds(log, code));
    CHECK(holds(source, "__global__"));
    CHECK(driver.calls_of("cuModuleLoadDataEx") == loads);
    CHECK(driver.live().modules == before.modules);
    CHECK(driver.live().allocations == before.allocations);
    at.check_intact();
  };
  SUBCASE("each time") {
    const injected fault("cuModuleLoadDataEx:1=209,cuModuleLoadDataEx:2=222,cuModuleLoadDataEx:3=209,cuModuleLoadDataEx:4=222");
    check_refused("222", 4);
  }
  SUBCASE("by a driver that is older than the PTX") {
    const with_options old([](softcuda_options& options) { options.driver_version = 12000; });
    check_refused("Unsupported .version", 4);
  }
  at.call();
}

TEST_CASE("fault 24: what is no refusal ends the attempts, with the kernels and the line") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  at.call();
  forget();
  driver.reset_counts();
  std::string text;
  {
    const injected fault("cuModuleLoadDataEx:1=999");
    text = said_by<device_error>([&] { at.call(); });
  }
  check_error(text, "(999)");
  CHECK(driver.calls_of("cuModuleLoadDataEx") == 1);
  at.check_intact();
  at.call();
}

TEST_CASE("memory that is short once is made free, and the graph is used") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  f32<-1, 8> kept = jit<step>(at.w, at.b);  // its place is another in the next call
  for (const char* function : {"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiateWithFlags", "cuGraphLaunch",
                               "cuGraphExecKernelNodeSetParams"}) {
    CAPTURE(function);
    if (std::string(function) != "cuGraphExecKernelNodeSetParams") forget();
    driver.reset_counts();
    const injected fault(std::string(function) + ":1=2");
    kept = jit<step>(at.w, at.b);
    CHECK(fault.has_happened());
    CHECK(allclose(kept, at.expected, close));
    CHECK(driver.calls_of("cuMemPoolTrimTo") == 2);
    CHECK(driver.totals().graph_launches == 1);
    CHECK(driver.calls_of("cuLaunchKernel") == 0);
  }
}

TEST_CASE("without memory for a graph its kernels are started one by one, and the next call has a graph") {
  SINTER_NEEDS_DEVICE();
  const auto& driver = software_driver::instance();
  const given at;
  f32<-1, 8> kept = jit<step>(at.w, at.b);
  const softcuda_live before = driver.live();
  for (const char* function : {"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiateWithFlags", "cuGraphLaunch",
                               "cuGraphExecKernelNodeSetParams"}) {
    CAPTURE(function);
    if (std::string(function) != "cuGraphExecKernelNodeSetParams") forget();
    driver.reset_counts();
    {
      const injected fault(std::string(function) + ":1=2," + function + ":2=2");
      kept = jit<step>(at.w, at.b);
      CHECK(fault.has_happened());
    }
    CHECK(allclose(kept, at.expected, close));
    CHECK(driver.totals().graph_launches == 0);
    CHECK(driver.totals().launches == launches);
    CHECK(driver.calls_of("cuLaunchKernel") == launches);
    driver.reset_counts();
    kept = jit<step>(at.w, at.b);
    CHECK(allclose(kept, at.expected, close));
    CHECK(driver.totals().graph_launches == 1);
    CHECK(driver.live().graphs == before.graphs);
    CHECK(driver.live().graph_execs == before.graph_execs);
    CHECK(driver.live().allocations == before.allocations);
  }
}

TEST_CASE("what was given up is intact where the graph fails and then a kernel does") {
  SINTER_NEEDS_DEVICE();
  const given at;
  f32<-1, 8> donated = at.w_here.to(gpu);
  const void* place = donated.handle()->data;
  {
    const injected fault("cuGraphLaunch:1=2,cuGraphLaunch:2=2,cuLaunchKernel:" + std::to_string(launches) + "=1");
    const std::string text = said_by<device_error>([&] { donated = jit<step>(std::move(donated), at.b); });
    CHECK(fault.has_happened());
    check_error(text, "cuLaunchKernel");
  }
  CHECK(array_equal(donated.to(device::cpu()), at.w_here));
  {
    const injected fault("cuGraphLaunch:1=2,cuGraphLaunch:2=2");
    donated = jit<step>(std::move(donated), at.b);
    CHECK(fault.has_happened());
  }
  CHECK(allclose(donated, at.expected, close));
  CHECK(donated.handle()->data != place);  // kernel by kernel nothing is overwritten
}

TEST_CASE("a launch or a load without memory says the kernel, the line and what is free") {
  SINTER_NEEDS_DEVICE();
  const given at;
  at.call();
  for (const char* function : {"cuModuleLoadDataEx", "cuModuleGetFunction", "cuLaunchKernel"}) {
    CAPTURE(function);
    forget();
    std::string text;
    {
      const bool is_launch = std::string(function) == "cuLaunchKernel";
      const injected fault(std::string(is_launch ? "cuGraphLaunch:1=2,cuGraphLaunch:2=2," : "") + function + ":1=2," + function + ":2=2");
      text = said_by<device_error>([&] { at.call(); });
      CHECK(fault.has_happened());
    }
    check_error(text, function);
    CHECK(holds(text, "bytes are free"));
    at.check_intact();
    at.call();
  }
}

}  // namespace

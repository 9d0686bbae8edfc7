// SPDX-License-Identifier: MIT
// What the host pays: a cached call, the launches of a training step, the first call of a plan of three kernels. And
// main: measure [--software] prints all lines of the table that are times, measure first cold|warm [--software] one
// first call.
#include <chrono>
#include <cstring>

#include "network.hpp"

using namespace sinter;

namespace bench {
namespace {

constexpr f32<dyn> affine(const f32<dyn>& x, const f32<dyn>& w) { return x * w + 1.0f; }

// Seconds of the host for a call, the device's work hidden behind it: the median of batches that start with an idle
// device.
template <class Body> double host_seconds(machine& on, Body body) {
  const int batches = on.is_software() ? 1 : 21, calls = on.is_software() ? 3 : 200;
  body();
  std::vector<double> times;
  for (int i = 0; i < batches; ++i) {
    on.gpu().synchronise();
    const auto began = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) body();
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / calls);
  }
  on.gpu().synchronise();
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

void calls(machine& on) {
  const auto x = sample(f32<dyn>(10), 1, 0.5f), w = sample(f32<dyn>(10), -1, 0.25f);
  const double through = host_seconds(on, [&] { (void)jit<affine>(x, w); });
  // The same calls of the driver, by hand: memory for the result, a launch, and the memory given back.
  const auto& api = on.gpu().api;
  const double by_hand = host_seconds(on, [&] {
    address out = 0;
    on.check(api.cuMemAllocAsync(&out, 40, on.gpu().stream()), "cuMemAllocAsync");
    on.by_hand("affine", 1, 1, 32, 1, at(x), at(w), out, 10);
    on.check(api.cuMemFreeAsync(out, on.gpu().stream()), "cuMemFreeAsync");
  });
  print(on, {"cached call, on the host", "10", through * 1e6, by_hand * 1e6, 0, "us", 0, "", "2 us + by hand"});

  const network at_first = network_sample();
  const auto images = sample(f32<64, 64>(), 0, 0.001f);
  const auto labels = sample(f32<64, 10>(), 0, 0.0002f);
  network now = jit<step>(at_first, images, labels);
  const auto before = cuda::counters::instance().snapshot();
  now = jit<step>(now, images, labels);
  const auto counted = cuda::counters::instance().snapshot() - before;
  const auto planned = static_cast<std::uint64_t>(planned_launches());
  require(counted.launches == planned && counted.graph_launches == 1,
          "a step launched " + std::to_string(counted.launches) + " kernels in " +
              std::to_string(counted.graph_launches) + " graphs, the plan says " + std::to_string(planned) + " in one");
  std::printf("| launches of a training step | 64 x 64 | %llu in %llu graph | | | | %llu |\n",
              static_cast<unsigned long long>(counted.launches),
              static_cast<unsigned long long>(counted.graph_launches), static_cast<unsigned long long>(planned));
  const double step_time = on.seconds([&] { now = jit<step>(now, images, labels); });
  print(on, {"a training step, on the device", "64 x 64", step_time * 1e6, 0, 0, "us", 0, "", ""});
}

namespace {

// In a process of its own: run.sh calls it twice, with an empty folder for the cache and with what the first left
// there.
void first_call(bool is_software, const char* name) {
  const network weights = network_sample();  // opens the device
  const auto images = sample(f32<64, 64>(), 0, 0.001f);
  auto& gpu = cuda::runner_of(0).on();
  {
    const cuda::gpu::entered here(gpu);
    gpu.synchronise();
  }
  const auto began = std::chrono::steady_clock::now();
  const f32<64, 10> result = jit<predict>(weights, images);
  {
    const cuda::gpu::entered here(gpu);
    gpu.synchronise();
  }
  const double time = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const auto counted = cuda::counters::instance().snapshot();
  require(counted.launches == 3, "the plan has " + std::to_string(counted.launches) + " kernels, not three");
  const bool is_warm = std::string(name) == "warm";
  require(is_warm == (counted.compiles == 0),
          "a " + std::string(name) + " cache, and " + std::to_string(counted.compiles) + " programs compiled");
  std::printf("| first call, three kernels, %s cache | 64 x 64 | %s | | | | %s |\n", name,
              is_software ? "ran" : cell(time * 1e3, "ms").c_str(), is_warm ? "" : "400 ms");
}

}  // namespace
}  // namespace bench

int main(int count, char** arguments) {
  const bool is_software = count > 1 && std::strcmp(arguments[count - 1], "--software") == 0;
  if (std::string why; !bench::cuda::has_compiler(&why)) {
    std::fprintf(stderr, "skipped: no NVRTC; %s\n", why.c_str());
    return 77;
  }
  try {
    if (count > 2 && std::strcmp(arguments[1], "first") == 0) {
      bench::first_call(is_software, arguments[2]);
      return 0;
    }
    bench::machine on(is_software);
    const double copy_rate = bench::maps(on);
    bench::rows(on, copy_rate);
    bench::reductions(on, copy_rate);
    bench::contractions(on);
    bench::calls(on);
    if (!is_software && !on.cublas()) std::fprintf(stderr, "measure: %s\n", on.why_no_cublas().c_str());
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "measure: %s\n", e.what());
    return 1;
  }
}

// SPDX-License-Identifier: MIT
// What calls on a GPU cost on the host, on the software driver: the first call of a program of three kernels, NVRTC
// included; a call like one before, without the time inside the driver; and what the software driver itself takes. All
// are medians.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include <sinter/sinter.hpp>

#include "../tests/softcuda/softcuda.h"

using namespace sinter;

namespace {

using steady = std::chrono::steady_clock;
double nanoseconds_since(steady::time_point begin) {
  return std::chrono::duration<double, std::nano>(steady::now() - begin).count();
}
double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Three kernels: a product with its epilogue, a row, a sum of everything.
constexpr auto three = [](const f32<dyn, 64>& x, const f32<64, 64>& w, const f32<64>& b) {
  const f32<dyn, 64> y = tanh(matmul(x, w) + b);
  const f32<dyn, 64> z = softmax(y, axis<-1>);
  return std::pair(f32<>(sum(z * z)), z);
};
constexpr auto one = [](const f32<dyn, 64>& x, const f32<64>& b) { return f32<dyn, 64>(tanh(x * b)); };
constexpr auto row = [](const f32<dyn, 512>& x) { return f32<dyn, 512>(softmax(x, axis<-1>)); };
constexpr auto product = [](const f32<128, 128>& x, const f32<128, 128>& y) { return f32<128, 128>(matmul(x, y)); };

const device gpu = device::cuda(0);
struct controls {
  decltype(&softcuda_get_totals) get_totals = nullptr;
  decltype(&softcuda_reset_counts) reset = nullptr;
  softcuda_totals totals() const {
    softcuda_totals now{};
    get_totals(&now);
    return now;
  }
};

// In a process of its own: the first call, in milliseconds; and of them, on all cores together, those of a processor.
int first_call() {
  const f32<dyn, 64> x = to(f32<dyn, 64>(32), gpu);  // the device is open
  const f32<64, 64> w = to(f32<64, 64>(), gpu);
  const f32<64> b = to(f32<64>(), gpu);
  const auto begin = steady::now();
  const std::clock_t worked = std::clock();
  const auto result = jit<three>(x, w, b);
  const double started = nanoseconds_since(begin);
  std::printf("%.3f %.3f\n", started / 1e6, 1e3 * static_cast<double>(std::clock() - worked) / CLOCKS_PER_SEC);
  (void)result.first();
  return 0;
}
struct milliseconds {
  double passed = -1, worked = -1;
};
milliseconds first_call_in(const std::string& program, const std::string& cache) {
  const std::string line = "SINTER_CACHE_DIR='" + cache + "' '" + program + "' --first-call";
  std::FILE* answer = popen(line.c_str(), "r");
  milliseconds taken;
  if (!answer || std::fscanf(answer, "%lf %lf", &taken.passed, &taken.worked) != 2) std::puts("the first call failed");
  if (answer) pclose(answer);
  return taken;
}

// Microseconds on the host for a call, without those inside the driver.
template <class Call> double host_side(const controls& driver, Call call) {
  std::vector<double> times;
  for (int i = 0; i < 20; ++i) call();
  for (int round = 0; round < 15; ++round) {
    constexpr int calls = 40;
    const auto inside = driver.totals().driver_ns;
    const auto begin = steady::now();
    for (int i = 0; i < calls; ++i) call();
    const double all = nanoseconds_since(begin);
    times.push_back((all - static_cast<double>(driver.totals().driver_ns - inside)) / calls / 1e3);
  }
  return median(times);
}

// Nanoseconds that the software driver takes for a warp instruction.
template <class Call> double of_instruction(const controls& driver, Call call) {
  call();
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    driver.reset();
    call();
    const softcuda_totals now = driver.totals();
    times.push_back(static_cast<double>(now.execution_ns) / static_cast<double>(now.counters.warp_instructions));
  }
  return median(times);
}

}  // namespace

int main(int count, char** arguments) {
  setenv("SINTER_CUDA_DRIVER", SINTER_SOFTWARE_DRIVER, 0);
  std::string why;
  if (!core::cuda::finds_compiler(why)) return std::printf("no NVRTC, no figures: %s\n", why.c_str()), 0;
  if (count > 1 && std::strcmp(arguments[1], "--first-call") == 0) return first_call();

  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string cache =
      (std::filesystem::temp_directory_path() / ("sinter_bench_" + std::to_string(getpid()))).string();
  std::vector<double> cold, cold_work, warm;
  for (int i = 0; i < 7; ++i) {
    std::filesystem::remove_all(cache);
    const milliseconds taken = first_call_in(self, cache);
    cold.push_back(taken.passed);
    cold_work.push_back(taken.worked);
    warm.push_back(first_call_in(self, cache).passed);
  }
  std::printf("%-64s %10s\n", "measure", "median");
  std::printf("%-64s %7.1f ms\n", "first call of a program of three kernels, NVRTC included", median(cold));
  std::printf("%-64s %7.1f ms\n", "of that, time of processors", median(cold_work));
  std::printf("%-64s %7.1f ms\n", "the same in a second process, from the cache on disk", median(warm));
  setenv("SINTER_CACHE_DIR", cache.c_str(), 1);

  void* library = dlopen(std::getenv("SINTER_CUDA_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  controls driver;
  if (library) {
    driver.get_totals = reinterpret_cast<decltype(driver.get_totals)>(dlsym(library, "softcuda_get_totals"));
    driver.reset = reinterpret_cast<decltype(driver.reset)>(dlsym(library, "softcuda_reset_counts"));
  }
  if (!driver.get_totals || !driver.reset)
    return std::puts("SINTER_CUDA_DRIVER is no software driver: no further figures"), 0;
  {
    const auto x = to(f32<dyn, 64>(2), gpu);
    const auto w = to(f32<64, 64>(), gpu);
    const auto b = to(f32<64>(), gpu);
    std::printf("%-64s %7.2f us\n", "call like the last, one kernel, driver excluded",
                host_side(driver, [&] { jit<one>(x, b); }));
    std::printf("%-64s %7.2f us\n", "call like the last, three kernels, driver excluded",
                host_side(driver, [&] { jit<three>(x, w, b); }));
    const auto many = to(f32<dyn, 64>(8192), gpu);
    std::printf("%-64s %7.1f ns\n", "software driver, a warp instruction: tanh of products",
                of_instruction(driver, [&] { (void)f32<dyn, 64>(jit<one>(many, b)).to(device::cpu()); }));
    const auto long_rows = to(f32<dyn, 512>(512), gpu);
    std::printf("%-64s %7.1f ns\n", "software driver, a warp instruction: softmax",
                of_instruction(driver, [&] { (void)f32<dyn, 512>(jit<row>(long_rows)).to(device::cpu()); }));
    const auto left = to(f32<128, 128>(), gpu);
    std::printf("%-64s %7.1f ns\n", "software driver, a warp instruction: product of matrices",
                of_instruction(driver, [&] { (void)f32<128, 128>(jit<product>(left, left)).to(device::cpu()); }));
  }
  std::filesystem::remove_all(cache);
  return 0;
}

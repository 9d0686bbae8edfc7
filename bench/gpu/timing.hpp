// SPDX-License-Identifier: MIT
// What the GPU benchmark stands on: time on the device between CUDA events, the kernels written by hand, cuBLAS where
// it is found, and rows of the one table. The driver, NVRTC and cuBLAS are opened at run time, as sinter opens them.
#pragma once
#include <sinter/cuda/compile.hpp>
#include <sinter/cuda/devices.hpp>
#include <sinter/sinter.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace bench {

namespace cuda = sinter::core::cuda;
using cuda::address;
struct opaque_event;
struct opaque_cublas;
using event_handle = opaque_event*;
using cublas_handle = opaque_cublas*;

// What sinter itself does not use of the driver; and cuBLAS.
struct further_functions {
  int (*event_create)(event_handle*, unsigned) = nullptr;
  int (*event_record)(event_handle, cuda::stream_handle) = nullptr;
  int (*event_synchronise)(event_handle) = nullptr;
  int (*event_elapsed)(float* milliseconds, event_handle, event_handle) = nullptr;
  int (*copy)(address to, address from, std::size_t bytes, cuda::stream_handle) = nullptr;
  int (*cublas_create)(cublas_handle*) = nullptr;
  int (*cublas_set_stream)(cublas_handle, cuda::stream_handle) = nullptr;
  int (*cublas_set_math)(cublas_handle, int) = nullptr;
  int (*cublas_sgemm)(cublas_handle, int, int, int, int, int, const float*, const float*, int, const float*, int,
                      const float*, float*, int) = nullptr;
};

inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::exit(1);
}

class machine {
 public:
  // is_software: on the software driver, with small extents; results are compared, times mean nothing and are not
  // shown.
  explicit machine(bool is_software) : is_software_(is_software), gpu_(cuda::runner_of(0).on()), here_(gpu_) {
    const char* named = std::getenv("SINTER_CUDA_DRIVER");
    const auto driver = cuda::library::open({named && *named ? named : "libcuda.so.1"});
    const bool has_all =
        driver.resolve(call.event_create, "cuEventCreate") && driver.resolve(call.event_record, "cuEventRecord") &&
        driver.resolve(call.event_synchronise, "cuEventSynchronize") &&
        driver.resolve(call.event_elapsed, "cuEventElapsedTime") && driver.resolve(call.copy, "cuMemcpyDtoDAsync_v2");
    require(has_all, "the driver lacks a function of events or copies");
    if (!is_software) open_cublas();
    load_kernels();
  }

  bool is_software() const { return is_software_; }
  cuda::gpu& gpu() { return gpu_; }
  cublas_handle cublas() const { return cublas_; }  // null: not found
  const std::string& why_no_cublas() const { return why_no_cublas_; }
  further_functions call;

  // Seconds on the device for one call of `body`, which starts work on sinter's stream: the median of many, all of them
  // enqueued before the first is waited for, so that the host's part is hidden where the device is busy.
  template <class Body> double seconds(Body body) {
    const int warm_ups = is_software_ ? 0 : 3, repetitions = is_software_ ? 1 : 31;
    for (int i = 0; i < warm_ups; ++i) body();
    while (events_.size() <= static_cast<std::size_t>(repetitions)) {
      events_.push_back(nullptr);
      check(call.event_create(&events_.back(), 0), "cuEventCreate");
    }
    check(call.event_record(events_[0], gpu_.stream()), "cuEventRecord");
    for (int i = 1; i <= repetitions; ++i) {
      body();
      check(call.event_record(events_[static_cast<std::size_t>(i)], gpu_.stream()), "cuEventRecord");
    }
    check(call.event_synchronise(events_[static_cast<std::size_t>(repetitions)]), "cuEventSynchronize");
    std::vector<float> times(static_cast<std::size_t>(repetitions));
    for (std::size_t i = 0; i < times.size(); ++i)
      check(call.event_elapsed(&times[i], events_[i], events_[i + 1]), "cuEventElapsedTime");
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return static_cast<double>(times[times.size() / 2]) / 1000;
  }

  // Starts a kernel of by_hand.cu.
  template <class... Arguments>
  void by_hand(const char* kernel, unsigned grid_x, unsigned grid_y, unsigned block_x, unsigned block_y,
               Arguments... arguments) {
    cuda::function_handle function = nullptr;
    for (const auto& [name, known] : functions_)
      if (name == kernel) function = known;
    if (!function) {
      check(gpu_.api.cuModuleGetFunction(&function, kernels_, kernel), kernel);
      functions_.emplace_back(kernel, function);
    }
    void* values[] = {&arguments...};
    check(gpu_.api.cuLaunchKernel(function, grid_x, grid_y, 1, block_x, block_y, 1, 0, gpu_.stream(), values, nullptr),
          kernel);
  }

  void check(int code, const char* what) {
    if (code) gpu_.fail(code, what);
  }

 private:
  void open_cublas() {
    std::vector<std::string> candidates;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
      if (const char* folder = std::getenv(variable)) candidates.push_back(std::string(folder) + "/lib64/libcublas.so");
    for (const char* name :
         {"libcublas.so.13", "libcublas.so.12", "/usr/local/cuda/lib64/libcublas.so", "libcublas.so.11"})
      candidates.emplace_back(name);
    const auto found = cuda::library::open(candidates);
    if (!found.is_open())
      why_no_cublas_ = "no cuBLAS: " + found.why();
    else if (!found.resolve(call.cublas_create, "cublasCreate_v2") ||
             !found.resolve(call.cublas_set_stream, "cublasSetStream_v2") ||
             !found.resolve(call.cublas_set_math, "cublasSetMathMode") ||
             !found.resolve(call.cublas_sgemm, "cublasSgemm_v2"))
      why_no_cublas_ = found.name() + " lacks a function";
    else if (const int code = call.cublas_create(&cublas_)) {
      cublas_ = nullptr;
      why_no_cublas_ = "cublasCreate: error " + std::to_string(code);
    } else {
      call.cublas_set_stream(cublas_, gpu_.stream());
      call.cublas_set_math(cublas_, 0);  // CUBLAS_DEFAULT_MATH: f32 throughout, no TF32
    }
  }
  void load_kernels() {
    std::ifstream file(SINTER_SOURCE_DIR "/bench/gpu/by_hand.cu");
    std::ostringstream text;
    text << file.rdbuf();
    require(!text.str().empty(), "bench/gpu/by_hand.cu cannot be read");
    const auto made = cuda::compile({.source = text.str(),
                                     .architecture = cuda::architecture_for(gpu_.about().major, gpu_.about().minor),
                                     .options = {"--fmad=true"},
                                     .title = "by_hand.cu"});
    const auto load = [&](const std::string& image) {
      return image.empty() ? 1 : gpu_.api.cuModuleLoadDataEx(&kernels_, image.c_str(), 0, nullptr, nullptr);
    };
    if (load(made.code->cubin) != 0) check(load(made.code->ptx), "cuModuleLoadDataEx of by_hand.cu");
  }

  bool is_software_;
  cuda::gpu& gpu_;
  cuda::gpu::entered here_;
  std::vector<event_handle> events_;
  cuda::module_handle kernels_ = nullptr;
  std::vector<std::pair<std::string, cuda::function_handle>> functions_;
  cublas_handle cublas_ = nullptr;
  std::string why_no_cublas_;
};

// ---- the table: run.sh prints its head ----
struct row {
  std::string measure, size;
  double sinter = 0, by_hand = 0, cublas = 0;  // 0: an empty cell
  const char* unit = "";
  double share = 0;  // of what share_of says
  const char* share_of = "";
  std::string aim{};
};
inline std::string cell(double value, const char* unit) {
  char text[64];
  if (value == 0) return "";
  std::snprintf(text, sizeof text, value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s", value, unit);
  return text;
}
inline void print(const machine& on, const row& r) {
  const auto shown = [&](double value) {
    return value != 0 && on.is_software() ? std::string("ran") : cell(value, r.unit);
  };
  char share[64] = "";
  if (r.share != 0 && !on.is_software()) std::snprintf(share, sizeof share, "%.0f %% of %s", 100 * r.share, r.share_of);
  std::printf("| %s | %s | %s | %s | %s | %s | %s |\n", r.measure.c_str(), r.size.c_str(), shown(r.sinter).c_str(),
              shown(r.by_hand).c_str(), shown(r.cublas).c_str(), share, r.aim.c_str());
  std::fflush(stdout);
}

// ---- arrays on the device ----
template <class Array> address at(const Array& x) { return reinterpret_cast<address>(x.handle()->data); }
// Unset memory of the extents of `like`, for kernels written by hand to write to.
template <class Array> Array room_like(const Array& like) {
  const sinter::core::buffer& b = *like.handle();
  Array made;
  made.hold(sinter::core::buffer::make_on(cuda::runner_of(0), b.type, b.rank, b.extents));
  return made;
}

// What the two computed must agree, each element to relative + absolute tolerance `close`.
template <class Array> void require_equal(const char* what, const Array& one, const Array& other, float close) {
  const Array a = one.to(sinter::device::cpu()), b = other.to(sinter::device::cpu());
  const auto x = a.span(), y = b.span();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::fabs(x[i] - y[i]) <= close * (1 + std::fabs(y[i]))))
      require(false, std::string(what) + ": element " + std::to_string(i) + " is " + std::to_string(x[i]) +
                         ", by hand " + std::to_string(y[i]));
}

double maps(machine&);  // gives the rate of a copy, in bytes a second, which others are held against
void rows(machine&, double copy_rate);
void reductions(machine&, double copy_rate);
void contractions(machine&);
void calls(machine&);

// Rates of `bytes`: one line against the copy.
template <class Body, class ByHand>
void bandwidth(machine& on, double copy_rate, const char* measure, std::string size, double bytes, const char* aim,
               Body body, ByHand by_hand) {
  const double time = on.seconds(body), time_by_hand = on.seconds(by_hand);
  print(on, {measure, std::move(size), bytes / time / 1e9, bytes / time_by_hand / 1e9, 0, "GB/s",
             bytes / time / copy_rate, "copy", aim});
}

// `here` filled, on the device.
template <class Array> Array sample(Array here, float from, float step) {
  auto all = here.span();
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = from + step * static_cast<float>(i * 2654435761u % 1000u);
  return here.to(sinter::device::cuda(0));
}

}  // namespace bench

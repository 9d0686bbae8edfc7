// SPDX-License-Identifier: MIT
// Copies and maps of arrays far larger than the caches.
#include "timing.hpp"

using namespace sinter;

namespace bench {
namespace {

constexpr f32<dyn> chain(const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> b = x * y + x;
  return b * b - y;
}
constexpr f32<dyn> gelu_add(const f32<dyn>& x, const f32<dyn>& y) {
  return 0.5f * x * (1 + tanh(0.79788456f * (x + 0.044715f * x * x * x))) + y;
}

}  // namespace

double maps(machine& on) {
  const std::int64_t count = on.is_software() ? 4096 : std::int64_t{1} << 27;
  const double bytes = 4 * static_cast<double>(count);
  const std::string size = on.is_software() ? "16 KiB" : "512 MiB";
  const auto x = sample(f32<dyn>(count), -1, 0.002f), y = sample(f32<dyn>(count), 0.5f, 0.001f), out = room_like(x);
  const long long quarters = count / 4;
  const auto blocks = static_cast<unsigned>((quarters + 255) / 256);

  // The reference of all lines that move memory: the better of the driver's copy and a kernel's.
  const double copied = on.seconds([&] {
    on.check(on.call.copy(at(out), at(x), static_cast<std::size_t>(bytes), on.gpu().stream()), "cuMemcpyDtoDAsync");
  });
  const double by_kernel = on.seconds([&] { on.by_hand("copy", blocks, 1, 256, 1, at(x), at(out), quarters); });
  require_equal("copy", out, x, 0);
  const double copy_rate = 2 * bytes / std::min(copied, by_kernel);
  print(on,
        {"copy, by the driver", size, 0, 2 * bytes / copied / 1e9, 0, "GB/s", 2 * bytes / copied / copy_rate, "copy"});
  print(on, {"copy, by a kernel", size, 0, 2 * bytes / by_kernel / 1e9, 0, "GB/s", 2 * bytes / by_kernel / copy_rate,
             "copy"});

  const auto measure = [&](const char* what, const char* kernel, auto formula) {
    bandwidth(
        on, copy_rate, what, "3 x " + size, 3 * bytes, "90 %", [&] { (void)formula(); },
        [&] { on.by_hand(kernel, blocks, 1, 256, 1, at(x), at(y), at(out), quarters); });
    out.handle()->forget_mirror();
    require_equal(what, formula(), out, 1e-5f);
  };
  measure("map (x y + x)^2 - y", "chain", [&] { return jit<chain>(x, y); });
  measure("map gelu(x) + y", "gelu_add", [&] { return jit<gelu_add>(x, y); });
  return copy_rate;
}

}  // namespace bench

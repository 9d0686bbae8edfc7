// SPDX-License-Identifier: MIT
// Products in f32, without TF32, against cuBLAS and a tiled kernel written by hand; and with an epilogue.
#include "timing.hpp"

using namespace sinter;

namespace bench {
namespace {

template <int n> using square = f32<n, n>;
template <int n>
constexpr auto product = [](const square<n>& a, const square<n>& b) { return square<n>(matmul(a, b)); };
template <int n>
constexpr auto dense =
    [](const square<n>& a, const square<n>& b, const f32<n>& bias) { return square<n>(relu(matmul(a, b) + bias)); };

template <int n> void of_size(machine& on) {
  const auto a = sample(square<n>(), -0.5f, 0.001f), b = sample(square<n>(), -0.25f, 0.0005f), out = room_like(a);
  const f32<n> bias = sample(f32<n>(), -1, 0.002f);
  const std::string size = std::to_string(n) + " x " + std::to_string(n);
  const double work = 2. * n * n * n;
  const float one = 1, zero = 0;
  const double by_hand = on.seconds([&] { on.by_hand("product", n / 128, n / 128, 256, 1, at(a), at(b), at(out), n); });
  const auto through = on.seconds([&] { (void)jit<product<n>>(a, b); });
  // Sums of n products of up to 0.125: rounding errors grow with n.
  require_equal("matmul", square<n>(jit<product<n>>(a, b)), out, 2e-6f * n);
  double cublas = 0;
  if (on.cublas()) {  // by columns: the turned product
    const auto left = reinterpret_cast<const float*>(at(b)), right = reinterpret_cast<const float*>(at(a));
    const auto to = reinterpret_cast<float*>(at(out));
    cublas = on.seconds([&] {
      require(on.call.cublas_sgemm(on.cublas(), 0, 0, n, n, n, &one, left, n, right, n, &zero, to, n) == 0,
              "cublasSgemm failed");
    });
    out.handle()->forget_mirror();
    require_equal("cublasSgemm", square<n>(jit<product<n>>(a, b)), out, 2e-6f * n);
  }
  const auto rate = [&](double time) { return time == 0 ? 0 : work / time / 1e12; };
  print(on, {"matmul, f32", size, rate(through), rate(by_hand), rate(cublas), "TFLOP/s", cublas / through, "cuBLAS",
             n >= 4096 ? "80 %" : ""});
  const auto fused = on.seconds([&] { (void)jit<dense<n>>(a, b, bias); });
  print(on, {"relu(matmul + bias)", size, rate(fused), 0, 0, "TFLOP/s", through / fused, "matmul", ""});
}

}  // namespace

void contractions(machine& on) {
  if (on.is_software()) return of_size<128>(on);
  of_size<1024>(on);
  of_size<4096>(on);
}

}  // namespace bench

// SPDX-License-Identifier: MIT
// Interpreted kernels of more than one piece have the bits of native ones: streams of several widths, a value that is
// computed and an output too, an output that is an input, narrow and scalar values.
#include <doctest/doctest.h>

#include <sinter/sinter.hpp>

using namespace sinter;

namespace {

constexpr std::int64_t lengths[] = {1, 33, 1023, 1024, 1025, 2048, 3000, 5000, 70001};

template <auto F, class R, class... X> R interpreted(const X&... x) {
  using made = core::program<core::call_of<F, X...>>;
  return core::run_with<R, made::graph.count.roots, X...>(core::interpreted_executable<made>, x...);
}
f32<dyn> sample(std::int64_t count) {
  f32<dyn> x(count);
  std::int64_t i = 0;
  for (float& one : x.span()) one = static_cast<float>(++i % 997) / 300 - 1.5f;
  return x;
}

using both = std::pair<f32<dyn>, f32<dyn>>;
using mixed = std::pair<f64<dyn>, b8<dyn>>;

constexpr f32<dyn> smooth(const f32<dyn>& x, const f32<>& scale) { return gelu(x) * (scale * scale + 1.0f); }
constexpr both shared(const f32<dyn>& x, const f32<dyn>& y) {
  f32<dyn> a = x * y + 0.5f;
  f32<dyn> b = exp(a) - x;
  return {a, b * a};
}
constexpr mixed widths(const f32<dyn>& x, const u8<dyn>& n) {
  f64<dyn> wide = cast<double>(x) * 3.0 + cast<double>(n);
  return {where(wide > 1.0, wide, -wide), cast<float>(n) > x};
}
constexpr f16<dyn> halves(const f16<dyn>& x) { return x * x + exp(x); }
constexpr f32<3, dyn> normalised(const f32<3, dyn>& x) { return softmax(x, axis<-1>); }

}  // namespace

TEST_CASE("pieces of the interpreter") {
  for (const std::int64_t n : lengths) {
    CAPTURE(n);
    const f32<dyn> x = sample(n), y = x * 0.25f + 2.0f;
    const f32<> scale = 0.75f;
    CHECK(array_equal(interpreted<smooth, f32<dyn>>(x, scale), jit<smooth>(x, scale)));
    const both i = interpreted<shared, both>(x, y), j = jit<shared>(x, y);
    CHECK(array_equal(i.first, j.first));
    CHECK(array_equal(i.second, j.second));
    const u8<dyn> bytes = cast<std::uint8_t>(y * 20.0f);
    const mixed k = interpreted<widths, mixed>(x, bytes), l = jit<widths>(x, bytes);
    CHECK(array_equal(k.first, l.first));
    CHECK(array_equal(k.second, l.second));
    const f16<dyn> half = cast<float16>(x);
    CHECK(array_equal(interpreted<halves, f16<dyn>>(half), jit<halves>(half)));
    const f32<3, dyn> wide = stack<0>(x, y, x - y);
    CHECK(array_equal(interpreted<normalised, f32<3, dyn>>(wide), jit<normalised>(wide)));
  }
}

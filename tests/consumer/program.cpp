// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string_view>

#include <sinter/sinter.hpp>

using namespace sinter;

f32<2, 3> on_the_gpu(const f32<2, 3>& x);  // library.cpp

constexpr f32<dyn, 2> forward(const f32<dyn, 3>& x, const f32<3, 2>& w) { return maximum(0, matmul(x, w) - 1.0f); }

int main() {
  const f32<2, 3> values{{1, 2, 3}, {4, 5, 6}};
  const auto x = f32<dyn, 3>::from(values.span(), {2});
  const f32<3, 2> w{{1, 0}, {0, 1}, {0, 0}};
  const f32<dyn, 2> y = jit<forward>(x, w);
  std::printf("%g %g %g %g\n", double(y(0, 0)), double(y(0, 1)), double(y(1, 0)), double(y(1, 1)));
  if (!array_equal(y, f32<2, 2>{{0, 1}, {3, 4}})) return 1;
#if defined(SINTER_USE_CUDA)   // through CMake: the room cuda is in this program, and a library uses it
  try {
    if (!array_equal(on_the_gpu(values), values)) return 1;
  } catch (const device_error& e) {
    std::printf("%s\n", e.what());  // no driver here
    if (std::string_view(e.what()).find("built without CUDA") != std::string_view::npos) return 1;
  }
#endif
  return 0;
}

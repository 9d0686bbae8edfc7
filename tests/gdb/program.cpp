// SPDX-License-Identifier: MIT
// A program for gdb to stop in.
#include <sinter/array/array.hpp>
#include <sinter/expression/tracing.hpp>

using namespace sinter;

static void stop_here(const f32<2, 3>& matrix, const i32<dyn>& list, const f64<4>& zeros,
                      const f16<2>& halves, const bf16<1>& brief) {
  asm volatile("" ::"r"(&matrix), "r"(&list), "r"(&zeros), "r"(&halves), "r"(&brief) : "memory");
}

int main() {
  const f32<2, 3> matrix{{1, 2, 3}, {4, 5.5f, 6}};
  const i32<dyn> list{7, 8};
  const f64<4> zeros;
  const f16<2> halves{0.5, -3};
  const bf16<1> brief{1.5};
  stop_here(matrix, list, zeros, halves, brief);
}

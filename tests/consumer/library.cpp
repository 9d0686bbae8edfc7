// SPDX-License-Identifier: MIT
#include <sinter/sinter.hpp>

sinter::f32<2, 3> on_the_gpu(const sinter::f32<2, 3>& x) {
  return x.to(sinter::device::cuda(0)).to(sinter::device::cpu());
}

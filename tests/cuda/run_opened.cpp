// SPDX-License-Identifier: MIT
#include <sinter/cuda/devices.hpp>

#include "run_support.hpp"

namespace cuda_tests {

sinter::core::cuda::runner& usual_runner(int number) { return sinter::core::cuda::runner_of(number); }
sinter::core::cuda::runner& opened_anew(int number) {
  std::string why;
  const sinter::core::cuda::driver* api = sinter::core::cuda::driver::find(why);
  REQUIRE(api);
  return *new sinter::core::cuda::runner(*api, number);
}

}  // namespace cuda_tests

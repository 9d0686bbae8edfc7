// SPDX-License-Identifier: MIT
#include <sinter/cuda/devices.hpp>

#include "run_support.hpp"

namespace cuda_tests {

sinter::core::cuda::runner& usual_runner(int number) { return sinter::core::cuda::runner_of(number); }
sinter::core::cuda::runner& opened_anew(int number) {
  std::string why;
  const sinter::core::cuda::driver* api = sinter::core::cuda::driver::find(why);
  REQUIRE(api);
  static auto* const opened = new std::vector<sinter::core::cuda::runner*>;  // they stay, and are no leak
  opened->push_back(new sinter::core::cuda::runner(*api, number));
  return *opened->back();
}

}  // namespace cuda_tests

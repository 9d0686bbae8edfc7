// SPDX-License-Identifier: MIT
// Compiled once for all files of the room cuda.
#include "needs.hpp"

#include <sinter/cuda/border.hpp>

namespace support {

std::string no_compiler() {
  std::string why;
  return sinter::core::cuda::finds_compiler(why) ? "" : "no NVRTC; " + why;
}

std::string no_device() {
  if (std::string why = no_compiler(); !why.empty()) return why;
  try {
    (void)sinter::core::cuda::device_runner_of(0);
    return "";
  } catch (const sinter::device_error& e) {
    return e.what();
  }
}

}  // namespace support

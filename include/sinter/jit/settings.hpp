// SPDX-License-Identifier: MIT
// What environment variables ask for, read once at first use.
#pragma once
#include <cstring>

#include "../array/environment.hpp"

namespace sinter::core {

struct settings {
  bool explains = is_set("SINTER_EXPLAIN");        // each program prints its plan and every refused fusion at its first call
  bool debugs_nans = is_set("SINTER_DEBUG_NANS");  // a NaN that arises is an error which names the operation and its line

  bool prefers_cuda = platform_is_cuda();  // where programs without arguments run

  static const settings& instance() {
    static const settings read;
    return read;
  }

 private:
  static bool is_set(const char* name) {
    const char* text = variable(name);
    return text && std::strcmp(text, "0") != 0;
  }
  static bool platform_is_cuda() {
    const char* text = variable("SINTER_PLATFORM");
    if (text && std::strcmp(text, "cuda") != 0 && std::strcmp(text, "cpu") != 0)
      variable_is_not_understood("SINTER_PLATFORM", "cuda or cpu", text, "the CPU is used");
    return text && std::strcmp(text, "cuda") == 0;
  }
};

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// What environment variables ask for, read once at first use.
#pragma once
#include <cstdlib>
#include <cstring>

namespace sinter::core {

struct settings {
  bool explains = is_set("SINTER_EXPLAIN");        // each program prints its plan and every refused fusion at its first call
  bool debugs_nans = is_set("SINTER_DEBUG_NANS");  // a NaN that arises is an error which names the operation and its line

  bool prefers_cuda = says("SINTER_PLATFORM", "cuda");  // where programs without arguments run

  static const settings& instance() {
    static const settings read;
    return read;
  }

 private:
  static bool is_set(const char* name) {
    const char* text = std::getenv(name);
    return text && *text && std::strcmp(text, "0") != 0;
  }
  static bool says(const char* name, const char* value) {
    const char* text = std::getenv(name);
    return text && std::strcmp(text, value) == 0;
  }
};

}  // namespace sinter::core

// SPDX-License-Identifier: MIT
// What environment variables ask for, read once at first use.
#pragma once
#include <cstdlib>
#include <cstring>

namespace sinter::core {

struct settings {
  bool explains = is_set("SINTER_EXPLAIN");        // each program prints its plan and every refused fusion at its first call
  bool debugs_nans = is_set("SINTER_DEBUG_NANS");  // a NaN that arises is an error which names the operation and its line

  static const settings& instance() {
    static const settings read;
    return read;
  }

 private:
  static bool is_set(const char* name) {
    const char* text = std::getenv(name);
    return text && *text && std::strcmp(text, "0") != 0;
  }
};

}  // namespace sinter::core

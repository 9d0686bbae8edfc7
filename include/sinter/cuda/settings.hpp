// SPDX-License-Identifier: MIT
// What environment variables ask of compiling and caching, read once at first use. Tests make settings of their own.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace sinter::core::cuda {

struct settings {
  bool logs_compiles = false;  // SINTER_LOG_COMPILES: a line for each program that is compiled or found on disk
  bool explains = false;       // SINTER_EXPLAIN: and why it was not found
  bool debugs_nans = false;    // SINTER_DEBUG_NANS: kernels look for NaN that arise, and calls wait for them

  static const settings& instance() {
    static const settings read{is_set("SINTER_LOG_COMPILES"), is_set("SINTER_EXPLAIN"), is_set("SINTER_DEBUG_NANS")};
    return read;
  }

  static bool is_set(const char* name) {
    const char* text = std::getenv(name);
    return text && *text && std::strcmp(text, "0") != 0;
  }
};

// Where sentences to the user go: to stderr, in one piece.
inline void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace sinter::core::cuda

// SPDX-License-Identifier: MIT
// What tests of the compiler share.
#pragma once
#include <doctest/doctest.h>

#include <string>

#include <sinter/cuda/compile.hpp>

// Ends the test, by name, on a machine without NVRTC.
#define SINTER_NEEDS_NVRTC()                                      \
  if (std::string why; !sinter::core::cuda::has_compiler(&why)) { \
    MESSAGE("skipped: no NVRTC; " << why);                        \
    return;                                                       \
  }                                                               \
  static_assert(true)

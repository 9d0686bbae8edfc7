// SPDX-License-Identifier: MIT
// Tests that need what a machine may lack: they say so and end, and main.cpp counts them as skipped.
#pragma once
#include <doctest/doctest.h>

#include <string>

namespace support {

// Why kernels cannot run on a GPU here, be it the software driver's; empty if they can.
std::string no_device();
// Why kernels cannot be compiled.
std::string no_compiler();

// Ends a test, by name, where `lacking` is not empty.
#define SINTER_NEEDS(lacking)                            \
  if (const std::string why = lacking; !why.empty()) {   \
    MESSAGE("skipped: " << why);                         \
    return;                                              \
  }                                                      \
  static_assert(true)

// Any device will do, hardware too.
#define SINTER_NEEDS_GPU() SINTER_NEEDS(support::no_device())
#define SINTER_NEEDS_NVRTC() SINTER_NEEDS(support::no_compiler())

}  // namespace support

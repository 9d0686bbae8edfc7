// SPDX-License-Identifier: MIT
// Every primitive with a spelling, for every element type that it takes, compiles: its row says all that is needed.
#include <doctest/doctest.h>

#include "cuda/examples.hpp"
#include "cuda/nvrtc.hpp"
#include "support/needs.hpp"

using namespace cuda_tests;

TEST_CASE("every elementwise primitive compiles for every element type it takes") {
  SINTER_NEEDS_NVRTC();
  for (const dtype type : all_types) {
    CAPTURE(name_of(type));
    const auto made = nvrtc::instance().compile(all_texts(family::elementwise, type));
    CHECK_MESSAGE(made.succeeded, made.log);
    if (type == dtype::f32) CHECK(made.ptx.find("fma.rn.f64") == std::string::npos);  // the overloads of floats were found
  }
}

TEST_CASE("every reduction compiles for every element type it takes, along rows, columns and everything") {
  SINTER_NEEDS_NVRTC();
  for (const dtype type : all_types) {
    CAPTURE(name_of(type));
    const auto made = nvrtc::instance().compile(all_texts(family::reduction, type));
    CHECK_MESSAGE(made.succeeded, made.log);
  }
}

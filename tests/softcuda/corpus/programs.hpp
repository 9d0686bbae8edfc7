// SPDX-License-Identifier: MIT
// Whole CUDA programs whose PTX, made by NVRTC for several architectures, runs like a test of the corpus.
#pragma once
#include "test.hpp"

namespace softcuda::corpus {

/// CUDA text with the kernel k(out, a, b, c, n), and the test that its PTX becomes; `work.ptx` is empty.
struct program {
  std::string source;
  test work;
};
const std::vector<program>& programs();

}  // namespace softcuda::corpus

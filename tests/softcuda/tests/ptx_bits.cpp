// SPDX-License-Identifier: MIT
// Logic, shifts, bit fields and permutes on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: bits") { ptx_tests::check_chapter(softcuda::corpus::bits_tests, 70); }

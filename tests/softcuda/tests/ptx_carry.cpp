// SPDX-License-Identifier: MIT
// Carry chains on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: carry chains") { ptx_tests::check_chapter(softcuda::corpus::carry_tests, 13); }

// SPDX-License-Identifier: MIT
// Loads, stores, spaces and barriers on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: memory and barriers") { ptx_tests::check_chapter(softcuda::corpus::memory_tests, 55); }

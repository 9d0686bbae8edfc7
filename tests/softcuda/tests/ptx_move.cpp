// SPDX-License-Identifier: MIT
// Moves, special registers and control flow on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: moves and control") { ptx_tests::check_chapter(softcuda::corpus::move_tests, 30); }

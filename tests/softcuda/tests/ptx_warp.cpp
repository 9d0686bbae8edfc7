// SPDX-License-Identifier: MIT
// Instructions of a warp on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: warps") { ptx_tests::check_chapter(softcuda::corpus::warp_tests, 180); }

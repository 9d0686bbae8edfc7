// SPDX-License-Identifier: MIT
// Conversions on the engine: every pair of types.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: conversions") { ptx_tests::check_chapter(softcuda::corpus::convert_tests, 250); }

// SPDX-License-Identifier: MIT
// Integer arithmetic on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: integer arithmetic") { ptx_tests::check_chapter(softcuda::corpus::integer_tests, 100); }

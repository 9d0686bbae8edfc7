// SPDX-License-Identifier: MIT
// f16 and bf16 arithmetic on the engine, over all inputs.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: f16 and bf16") { ptx_tests::check_chapter(softcuda::corpus::half_tests, 60); }

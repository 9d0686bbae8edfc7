// SPDX-License-Identifier: MIT
// f32 arithmetic on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: exactly rounded f32") { ptx_tests::check_chapter(softcuda::corpus::f32_tests, 100); }

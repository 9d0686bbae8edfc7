// SPDX-License-Identifier: MIT
// f64 arithmetic on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: exactly rounded f64") { ptx_tests::check_chapter(softcuda::corpus::f64_tests, 35); }

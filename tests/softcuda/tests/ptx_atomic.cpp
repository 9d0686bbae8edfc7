// SPDX-License-Identifier: MIT
// Atomics on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: atomics") { ptx_tests::check_chapter(softcuda::corpus::atomic_tests, 150); }

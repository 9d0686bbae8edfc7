// SPDX-License-Identifier: MIT
// Comparisons, selections and predicates on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: predicates") { ptx_tests::check_chapter(softcuda::corpus::predicate_tests, 150); }

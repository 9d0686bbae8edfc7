// SPDX-License-Identifier: MIT
// Matrix fragments and asynchronous copies on the engine.
#include "ptx_corpus.hpp"

TEST_CASE("instructions: tensor fragments and copies") { ptx_tests::check_chapter(softcuda::corpus::tensor_tests, 14); }

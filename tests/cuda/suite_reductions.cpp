// SPDX-License-Identifier: MIT
// Reductions and contractions on a GPU, for every element type.
#include "suite_values.hpp"

using sinter::core::family;

TEST_CASE("values on a GPU: reductions and contractions") {
  SINTER_NEEDS_GPU();
  cuda_tests::check_values(13, [](const sinter::core::primitive& op) { return op.kind == family::reduction || op.kind == family::contraction; });
}
